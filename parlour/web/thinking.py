"""Bots and the compiler, in processes of their own: a slow one delays nobody's page."""

import asyncio
import functools
import multiprocessing
import os
import random
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from html import escape
from multiprocessing.process import BaseProcess

from parlour import game as game_named
from parlour.bots.roster import BOTS, think, warm_up
from parlour.kit.game import SPECTATOR, Game
from parlour.kit.knowledge import reveals
from parlour.kit.luck import Luck, fresh, give, seeded
from parlour.kit.match import Match, Seat, tell
from parlour.kit.voice import Voice

PATIENT = 5  # how much the compiler lets pages and bots go first, as `nice` counts it
REHEARSED = 300  # moves: enough to have been in every phase
SAMPLED = 34
BACK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 320"><rect width="480" height="320" fill="#1d3a2b"/>'
    '<rect x="14" y="14" width="452" height="292" rx="8" fill="none" stroke="#d9b35b"/>'
    '<text x="240" y="160" font-size="34" fill="#efe3c8" font-family="serif" text-anchor="middle">{title}</text></svg>'
)
NAMES = ("Anna", "Bruno", "Cleo", "Dario", "Elif", "Femi", "Gala", "Hugo")


class Thinkers:
    """Worker processes for bots, and one for the compiler."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.bots = self._pool(workers)
        self.compiler = self._pool(1, PATIENT)

    def _pool(self, workers: int, niceness: int = 0) -> ProcessPoolExecutor:
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(workers, spawn, initializer=belong_to_house, initargs=(niceness,))

    def close(self) -> None:
        for pool in (self.bots, self.compiler):
            pool.shutdown(wait=False, cancel_futures=True)

    def wake(self, names: list[str]) -> None:
        """Start the worker processes before the first bot has to think."""
        for _ in range(self.workers):
            self.bots.submit(load, names)

    async def think(self, name: str, bot: str, view: bytes, seat: int, compiled: bool) -> int:
        """A bot's action, from what its seat knows. A worker that died is replaced, once."""
        order = functools.partial(bot_action, name, bot, view, seat, fresh(), compiled)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.bots, order)
        except BrokenProcessPool:
            self.bots = self._pool(self.workers)
            return await loop.run_in_executor(self.bots, order)

    async def compile(self, name: str) -> None:
        """Have all compiled that a table of this game needs; it stays on disk."""
        await asyncio.get_running_loop().run_in_executor(self.compiler, rehearse, name)

    async def compile_search(self, name: str) -> None:
        """Have the search compiled for a game, for the bots that think ahead."""
        await asyncio.get_running_loop().run_in_executor(self.compiler, prepare_search, name)


def belong_to_house(niceness: int) -> None:
    """Ctrl-C is for the house, which tells its workers when to stop; if it was killed, they go by themselves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=leave_after, args=(multiprocessing.parent_process(),), daemon=True).start()


def leave_after(house: BaseProcess) -> None:
    house.join()
    os._exit(0)


def load(names: list[str]) -> None:
    for name in names:
        game_named(name).plain.verbs  # noqa: B018


def bot_action(name: str, bot: str, contents: bytes, seat: int, luck: Luck, compiled: bool) -> int:
    """A bot's action, in a worker process. It is one of the list: what the house was told is never loaded."""
    game = game_named(name)
    view = game.rules.State.from_bytes(contents)
    return BOTS[bot].choose(game, view, seat, luck) if compiled else think_plainly(game.plain, bot, view, seat, luck)


def think_plainly(game: Game, bot: str, view: object, seat: int, luck: Luck) -> int:
    """The same without compiled code; whoever would search plays as the sensible player does."""
    if bot == "random":
        return random.Random(luck[0]).choice(game.verbs.choices(view, seat))  # type: ignore[arg-type]
    give(view, luck)
    return int(game.bots.heuristic(view, seat))


def rehearse(name: str) -> None:
    """Play a match through all that a table calls, so that nothing is left to be compiled when people play."""
    game = game_named(name)
    warm_up(game)
    setting = game.setting()
    seats = [Seat(NAMES[seat]) for seat in range(setting.players)]
    match = Match(game, setting, seats, (1, 2))
    for _ in range(REHEARSED):
        if match.over:
            break
        seat = match.to_act[0]
        show(match)
        before, view = match.position, match.view(seat)
        reveals(game.verbs, view, seat, match.choices(seat)[0])
        entry = match.act(seat, think(game, "heuristic", view, seat, fresh()))
        tell(match, before, entry, SPECTATOR)
    show(match)


def prepare_search(name: str) -> None:
    warm_up(game_named(name), "hard", "expert")


def sample(game: Game) -> str:
    """A position from the middle of a match of sensible players, drawn for the first seat; always the same one."""
    dice = seeded(7)
    setting = game.setting(min(max(3, game.players.start), game.players[-1]))
    match = Match(game, setting, [Seat(name) for name in NAMES[: setting.players]], dice(), dice)
    for _ in range(SAMPLED):
        if match.over:
            break
        seat = match.to_act[0]
        view = match.view(seat)
        give(view, dice())
        match.act(seat, int(game.bots.heuristic(view, seat)))
    if game.board is None:
        return BACK.format(title=escape(game.title))
    return "\n".join(game.board.draw(match.view(0), Voice(match.names, 0), False))


def show(match: Match) -> None:
    game = match.game
    for seat in (SPECTATOR, *range(match.setting.players)):
        view, voice = match.view(seat), Voice(match.names, seat)
        game.words.ask(view, voice)
        game.words.look(view, voice)
        choices = game.verbs.choices(view, seat) if seat in match.to_act else []
        for action in choices:
            game.words.action(view, seat, action, voice)
        if game.board:
            game.board.draw(view, voice, False)
            for action in choices:
                game.board.path(view, seat, action)
        if match.over:
            game.words.result(view, voice)
            game.verbs.standing(view)
