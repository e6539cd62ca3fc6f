"""Bots and the compiler, in processes of their own: a slow one delays nobody's page, a killed one nobody's game.

Orders of bots wait here, in the house, and each worker is given one at a time, so it is decided as late as can be whose
turn it is (`turns`) and how long a search may take. The more wait, the less: everyone has a turn within about
`LONGEST_WAIT`. Owners share the time alike, and the searches of one owner share what is theirs.

An order always gets an action. If its process dies, it is given to the next one; if that dies too, or the bot fails or
takes too long, the usual bot plays instead, and if even that can't be had, any legal action is as good as another.
"""

import asyncio
import functools
import logging
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from parlour import game as game_named
from parlour import games
from parlour.bots.roster import BOTS, SEARCHING, hurried, think, warm_up
from parlour.kit.game import SPECTATOR, Game
from parlour.kit.knowledge import reveals
from parlour.kit.luck import Luck, fresh, give
from parlour.kit.match import Match, Seat, tell
from parlour.kit.record import Position
from parlour.kit.voice import SEAT_NAMES, Voice
from parlour.web.door import USUAL_BOT
from parlour.web.turns import Order, Turns
from parlour.web.worker import Died, Fault, Worker

log = logging.getLogger("parlour")

LONGEST_WAIT = 2.0  # seconds within which all searches that wait should have had their turn
WORTHWHILE = 0.02  # seconds; in less a search finds nothing better than the usual bot would play
LONGEST_THOUGHT = 20.0  # seconds; the longest search takes 2, an uncompiled bot 2.4 on an idle machine
LONGEST_LOADING = 300.0  # seconds; a moment from the cache, but where that can't be written, all is compiled anew
LONGEST_COMPILING = 1800.0
PAUSES = (1.0, 5.0, 25.0)  # seconds after which a killed compiler goes on: perhaps others needed the memory
PATIENT = 5  # how much the compiler lets pages and bots go first, as `nice` counts it
REHEARSED = 300  # moves: enough to have been in every phase


@dataclass(frozen=True)
class Figures:
    """How much the bots of a house think."""

    waiting: int  # orders whose turn hasn't come
    at_work: int
    done: int
    failed: int  # thoughts in whose place the usual bot played, or anything
    thought: float  # seconds
    waited: float  # seconds, of all orders together
    replaced: int  # processes that died or had to be killed


class Thinkers:
    """Worker processes for bots, and one for the compiler."""

    def __init__(self, workers: int) -> None:
        self.workers = [Worker() for _ in range(workers)]
        self.compiler = Worker(PATIENT)
        self.turns = Turns(at_once=max(1, workers - 1))  # where there are several, others find one free
        self._free = list(self.workers)
        self._answers: dict[Order, asyncio.Future[int]] = {}
        self._threads = ThreadPoolExecutor(workers + 1, "thinker")
        self._closed = False
        self._told: set[tuple[str, str]] = set()
        self._done = self._failed = 0
        self._thought = self._waited = 0.0

    @property
    def figures(self) -> Figures:
        return Figures(
            waiting=len(self.turns),
            at_work=len(self.workers) - len(self._free),
            done=self._done,
            failed=self._failed,
            thought=self._thought,
            waited=self._waited,
            replaced=sum(worker.replaced for worker in (*self.workers, self.compiler)),
        )

    def wake(self) -> None:
        """Start the worker processes before the first bot has to think."""
        for worker in self.workers:
            self._threads.submit(worker.do, LONGEST_LOADING, load_all)

    def close(self) -> None:
        """End all processes at once, whatever they are at."""
        self._closed = True
        for answer in self._answers.values():
            answer.cancel()
        everyone = (*self.workers, self.compiler)
        for worker in everyone:
            worker.close()
        self._threads.shutdown(cancel_futures=True)
        for worker in everyone:
            worker.dismiss()

    # Bots

    async def think(self, order: Order) -> int:
        """A bot's action, when its turn has come."""
        if len(order.choices) == 1:
            return order.choices[0]
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._answers[order] = answer
        self.turns.wait(order)
        self._hand_out()
        try:
            return await answer
        finally:
            self.turns.forget(order)
            del self._answers[order]

    def _hand_out(self) -> None:
        """Give every free worker an order."""
        while self._free and not self._closed and (order := self.turns.next()):
            worker = self._free.pop()
            seconds = len(self.workers) * LONGEST_WAIT / self.turns.shares(order.owner)
            now = time.monotonic()
            self._waited += now - order.since
            work = asyncio.get_running_loop().run_in_executor(self._threads, self.action, worker, order, seconds)
            work.add_done_callback(functools.partial(self._take_back, worker, order, now))

    def _take_back(self, worker: Worker, order: Order, began: float, work: "asyncio.Future[int]") -> None:
        """An order is done: pass the answer on, if someone still waits for it, and see what is next."""
        self._free.append(worker)
        self.turns.end(order)
        self._done += 1
        self._thought += time.monotonic() - began
        failure = asyncio.CancelledError() if work.cancelled() else work.exception()
        answer = self._answers.get(order)
        if answer and not answer.done():
            if failure:
                answer.set_exception(failure)
            else:
                answer.set_result(work.result())
        self._hand_out()

    def action(self, worker: Worker, order: Order, seconds: float) -> int:
        """An action for an order, whatever happens. This waits, in a thread."""
        for bot in (order.bot, USUAL_BOT):
            try:
                action = ask(worker, order, bot, seconds)
                if action in order.choices:
                    return action
                raise Fault(f"It chose {action}, which isn't legal.")
            except Fault as fault:
                self._failed += 1
                self.tell_once(order.game, bot, str(fault))
        return random.choice(order.choices)

    def tell_once(self, game: str, bot: str, why: str) -> None:
        """Log that a bot failed in a game, the first time that it does."""
        if (game, bot) not in self._told:
            self._told.add((game, bot))
            log.error("The bot %s can't play %s here, so another plays for it; this is told once. %s", bot, game, why)

    # The compiler

    async def compile(self, name: str) -> None:
        """Have all compiled that a table of this game needs; it stays on disk."""
        await self._compile(rehearse, name)

    async def compile_search(self, name: str) -> None:
        """Have the search compiled for a game, for the bots that think ahead."""
        await self._compile(prepare_search, name)

    async def _compile(self, function: Callable[[str], None], name: str) -> None:
        """A compiler that was killed goes on from what it has on disk, a few times."""
        work = functools.partial(self.compiler.do, LONGEST_COMPILING, function, name)
        for pause in PAUSES:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, work)
            except Died:
                await asyncio.sleep(pause)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def ask(worker: Worker, order: Order, bot: str, seconds: float) -> int:
    """What a bot would play, by a worker; if its process dies, another one is asked again, once."""
    try:
        return ask_once(worker, order, bot, seconds)
    except Died:
        return ask_once(worker, order, bot, seconds)


def ask_once(worker: Worker, order: Order, bot: str, seconds: float) -> int:
    """The same; loading a game has a longer limit than thinking."""
    needed = (order.game, bot, order.compiled)
    if needed not in worker.knows:
        worker.do(LONGEST_LOADING, load, *needed)
        worker.knows.add(needed)
    return worker.do(LONGEST_THOUGHT, bot_action, *needed, order.view, order.seat, order.luck, seconds)


def load_all() -> None:
    """Load all that needs no compiler, in a worker process."""
    for name in games():
        game_named(name).uncompiled.verbs  # noqa: B018


def load(name: str, bot: str, compiled: bool) -> None:
    """Load what a bot needs, in a worker process."""
    game = game_named(name)
    if compiled:
        warm_up(game, BOTS[bot].name)
    else:
        game.uncompiled.verbs  # noqa: B018


def bot_action(name: str, bot: str, compiled: bool, contents: bytes, seat: int, luck: Luck, seconds: float) -> int:
    """A bot's action, in a worker process. It is one of the list: what the house was told is never loaded."""
    game = game_named(name)
    view = game.rules.State.from_bytes(contents)
    if not compiled:
        return think_plainly(game.uncompiled, bot, view, seat, luck)
    able = BOTS[USUAL_BOT] if BOTS[bot].searches and seconds < WORTHWHILE else hurried(BOTS[bot], seconds)
    return able.choose(game, view, seat, luck)


def think_plainly(game: Game, bot: str, view: Position, seat: int, luck: Luck) -> int:
    """The same without compiled code; whoever would search plays as the sensible player does."""
    if bot == "random":
        return random.Random(luck[0]).choice(game.verbs.choices(view, seat))
    give(view, luck)
    return int(game.bots.heuristic(view, seat))


def rehearse(name: str) -> None:
    """Play a match through all that a table calls, so that nothing is left to be compiled when people play."""
    game = game_named(name)
    warm_up(game)
    setting = game.setting()
    seats = [Seat(name) for name in SEAT_NAMES[: setting.players]]
    match = Match(game, setting, seats, (1, 2))
    for _ in range(REHEARSED):
        if match.over:
            break
        seat = match.to_act[0]
        show(match)
        before, view = match.position, match.view(seat)
        reveals(game.verbs, view, seat, match.choices(seat)[0])
        entry = match.act(seat, think(game, "heuristic", view, seat, fresh()))
        tell(match, before, entry, match.voice())
    show(match)


def prepare_search(name: str) -> None:
    warm_up(game_named(name), *SEARCHING)


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
