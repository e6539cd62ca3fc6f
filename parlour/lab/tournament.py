"""Bots against each other at balanced tables: who sits where in every game, and one game played.

A *deal* is one luck: every table plays it once for each rotation of its seats, so every bot gets every seat of
every deal, and the luck of the cards cancels out. What a game brings depends on the seed and its number alone.
"""

import functools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from parlour.bots.moves import moves
from parlour.bots.roster import Bot, named, warm_up
from parlour.kit.game import Game, Setting
from parlour.kit.luck import check_seed, held, sown
from parlour.kit.mistake import Mistake
from parlour.kit.record import Position


@dataclass(frozen=True)
class Outcome:
    """What one game of a tournament brought; the lists have one entry a seat."""

    game: int
    deal: int
    seats: list[str]
    points: list[int]
    winners: list[int]  # seats; several share the win
    moves: list[int]
    seconds: list[float]
    longest: list[float]  # seconds of the longest move


@dataclass(frozen=True)
class Plan:
    """Everything that decides the games of a tournament."""

    game: Game
    setting: Setting
    bots: tuple[str, ...]  # one that is named several times fills several seats and is rated as one
    games: int
    seed: int

    @cached_property
    def tables(self) -> list[tuple[str, ...]]:
        """Who plays whom: all groups of as many bots as can sit down, less those of one bot alone."""
        names = sorted(self.bots, key=self.bots.index)
        groups = dict.fromkeys(combinations(names, self.setting.players))
        return [group for group in groups if len(set(group)) > 1]

    @property
    def round_size(self) -> int:
        """Games in which every table plays one deal from every seat."""
        return len(self.tables) * self.setting.players

    @property
    def deals(self) -> int:
        return self.games // self.round_size

    def seating(self, number: int) -> tuple[int, list[str]]:
        """The deal of a game, and the bot of each seat."""
        deal, rest = divmod(number, self.round_size)
        table, rotation = divmod(rest, self.setting.players)
        order = list(self.tables[table])
        random.Random(f"{self.seed}/{deal}/{table}").shuffle(order)  # or the same bot would always sit behind another
        return deal, order[rotation:] + order[:rotation]


def planned(game: Game, setting: Setting, bots: Sequence[str], games: int, seed: int = 0) -> Plan:
    """A tournament of at least so many games: whole rounds, or somebody would get the good seats more often."""
    if games < 1:
        raise Mistake("A tournament needs at least one game.")
    check_seed(seed)
    names = tuple(named(bot).name for bot in bots)
    if len(names) < setting.players:
        raise Mistake(
            f"A table of {setting.players} needs at least {setting.players} bots, not {len(names)}; "
            "one may be named several times, as in hard,medium,medium."
        )
    if len(set(names)) < 2:
        raise Mistake("A tournament needs at least two different bots.")
    plan = Plan(game, setting, names, games, seed)
    rounds = math.ceil(games / plan.round_size)
    return Plan(game, setting, names, rounds * plan.round_size, seed)


@functools.cache
def ready(game: Game, bot: str) -> Bot:
    """A bot, with what it needs compiled, so that its first move takes no longer than the others."""
    found = named(bot)
    warm_up(game, *([bot] if found.searches else []))
    return found


def play_game(plan: Plan, number: int) -> Outcome:
    """Play one game. Each bot gets what its seat knows, and luck of its own."""
    deal, seats = plan.seating(number)
    bots = [ready(plan.game, name) for name in seats]
    s = set_up(plan, deal)
    counts, seconds, longest = [0] * len(seats), [0.0] * len(seats), [0.0] * len(seats)
    for move in moves(plan.game, s, bots, sown(plan.seed, 2 * number + 1)):
        counts[move.seat] += 1
        seconds[move.seat] += move.seconds
        longest[move.seat] = max(longest[move.seat], move.seconds)
    points, winners = plan.game.verbs.standing(s)
    return Outcome(number, deal, seats, points, winners, counts, seconds, longest)


def set_up(plan: Plan, deal: int) -> Position:
    """The beginning of a deal: the same for all who play it."""
    return plan.game.verbs.begin(plan.setting, held(sown(plan.seed, 2 * deal)))


def play_part(plan: Plan, numbers: range) -> list[Outcome]:
    return [play_game(plan, number) for number in numbers]


def parts(plan: Plan, played: set[int], at_once: int) -> list[range]:
    """The games that are left, as runs of at most so many."""
    runs: list[range] = []
    for number in range(plan.games):
        if number in played:
            continue
        if runs and runs[-1].stop == number and len(runs[-1]) < at_once:
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
    return runs
