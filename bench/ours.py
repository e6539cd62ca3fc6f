"""Parlour's side of the races."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from bench.track import Side
from parlour.bots.quick import Quick
from parlour.bots.roster import first_choice, playout
from parlour.bots.searcher import ponder
from parlour.kit.compiled import bind
from parlour.kit.game import Game
from parlour.kit.luck import Dice, fresh, seeded
from parlour.kit.record import Position

BATCH = 2048  # games in one call into compiled code
SEED = 7
SEARCH_ITERATIONS = 1_000
OPENING_MOVES = 40  # before a position is copied or written down: the middle of a game


def random_play(game: Game, players: int, threads: int = 1) -> Side:
    """Whole games inside compiled code, as the lab plays them."""
    options, compiled = game.verbs.options_of(game.setting(players)), playout(game)
    who = np.full(players, Quick.RANDOM, np.int64)

    def play_batch(first: int) -> int:
        states, dice = game.rules.State.many(2), Dice()
        moves = np.zeros(BATCH, np.int64)
        points, wins = np.zeros((BATCH, game.rules.SEATS), np.int32), np.zeros((BATCH, players))
        compiled.play_games(states, dice, who, players, options, SEED, first, points, wins, moves)
        return int(moves.sum())

    return Side(f"Parlour {game.name}, compiled, {cores(threads)}", on_threads(play_batch, threads))


def observed_play(game: Game, players: int, threads: int = 1) -> Side:
    """The same with a view and a mask of the whole action space made for every move."""
    options, loops = game.verbs.options_of(game.setting(players)), loops_for(game)

    def play_batch(first: int) -> int:
        states, dice = game.rules.State.many(2), Dice()
        choices = np.zeros(game.rules.MOST_CHOICES, np.int32)
        mask = np.zeros(game.rules.ACTIONS.count, np.bool_)
        return loops.play_observed(states, dice, choices, mask, players, options, SEED, first, BATCH)

    return Side(f"Parlour {game.name}, compiled, view and mask, {cores(threads)}", on_threads(play_batch, threads))


def tree_search(game: Game, players: int) -> Side:
    """Searches of the first choice of a match; the moves of their rollouts count."""
    s, seat = first_choice(game, game.setting(players), seeded(SEED)())
    view, luck = game.verbs.view(s, seat), seeded(SEED)

    def lap(searches: int) -> int:
        return sum(ponder(game, view, seat, luck(), SEARCH_ITERATIONS).moves for _ in range(searches))

    return Side(f"Parlour {game.name}, tree search, one core", lap)


def on_threads(play_batch: Callable[[int], int], threads: int) -> Callable[[int], int]:
    """A lap of so many batches on each thread; compiled code lets go of Python's lock."""
    pool = ThreadPoolExecutor(threads)

    def lap(batches: int) -> int:
        return sum(pool.map(play_batch, range(0, BATCH * batches * threads, BATCH)))

    return lap


def cores(threads: int) -> str:
    return "one core" if threads == 1 else f"{threads} cores"


def loops_for(game: Game) -> Any:
    return bind("bench.loops", game)


def python_play(game: Game, players: int, observed: bool = False) -> Side:
    """Each verb called from Python, one at a time."""
    verbs, setting = game.verbs, game.setting(players)
    choices = np.zeros(game.rules.MOST_CHOICES, np.int32)
    mask = np.zeros(game.rules.ACTIONS.count, np.bool_)

    def play_game() -> int:
        s, moves = verbs.begin(setting, fresh()), 0
        while seats := verbs.actors(s):
            seat = seats.bit_length() - 1
            count = verbs.legal(s, seat, choices)
            if observed:
                verbs.view(s, seat)
                mask[:] = False
                mask[choices[:count]] = True
            verbs.play(s, seat, int(choices[random.randrange(count)]))
            moves += 1
        return moves

    extra = ", view and mask" if observed else ""
    return Side(f"Parlour {game.name} from Python{extra}", lambda games: sum(play_game() for _ in range(games)))


def midgame(game: Game, players: int) -> Position:
    """A position from the middle of a random game."""
    verbs = game.verbs
    s, dice = verbs.begin(game.setting(players), (SEED, SEED)), random.Random(SEED)
    for _ in range(OPENING_MOVES):
        seat = verbs.to_act(s)[0]
        verbs.play(s, seat, dice.choice(verbs.choices(s, seat)))
    return s


def clone(game: Game, players: int) -> Side:
    return repeated(f"Parlour {game.name}, copy() from Python", midgame(game, players).copy)


def serialise(game: Game, players: int) -> Side:
    return repeated(f"Parlour {game.name}, tobytes()", midgame(game, players).tobytes)


def restore(game: Game, players: int) -> Side:
    contents = midgame(game, players).tobytes()
    return repeated(f"Parlour {game.name}, from_bytes()", lambda: game.rules.State.from_bytes(contents))


def repeated(who: str, action: Callable[[], object]) -> Side:
    """A side that does one thing over and over from Python."""

    def lap(times: int) -> int:
        for _ in range(times):
            action()
        return times

    return Side(who, lap)


def clone_compiled(game: Game, players: int) -> Side:
    """The way a search copies: a record over a record, inside compiled code."""
    states = game.rules.State.many(1024)
    states[0] = midgame(game, players)
    loops = loops_for(game)
    return Side(f"Parlour {game.name}, inside compiled code", lambda times: loops.copy_often(states, times))
