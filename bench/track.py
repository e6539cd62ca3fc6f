"""How a race is run: two sides do the same kind of work in turns, and each side's best round counts.

Taking turns gives both sides the same machine, whatever else it is doing; other work can only slow a round down,
so the best round is the one that was disturbed least.
"""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


class AbsentError(ImportError):
    """A peer isn't installed. Its sentence says which."""


@dataclass(frozen=True)
class Side:
    """One of two contestants, set up and ready to go."""

    who: str
    lap: Callable[[int], Any]  # does so many pieces of work: games, batches, copies
    count: Callable[[Any], int] = int  # off the clock: what a lap returned, as a number of the race's units


@dataclass(frozen=True)
class Race:
    """Who is raced against whom, at what. The sides are made when the race is run, for a peer may be absent."""

    name: str
    about: str
    unit: str
    ours: Callable[[], Side]
    theirs: Callable[[], Side]
    at_least: float | None = None  # the ratio that Parlour has set itself


@dataclass(frozen=True)
class Result:
    """How a race went: the speed of each round of both sides, in units a second."""

    race: Race
    ours: str
    theirs: str
    our_rounds: list[float]
    their_rounds: list[float]

    @property
    def our_speed(self) -> float:
        return max(self.our_rounds)

    @property
    def their_speed(self) -> float:
        return max(self.their_rounds)

    @property
    def ratio(self) -> float:
        return self.our_speed / self.their_speed

    @property
    def met(self) -> bool:
        return self.race.at_least is None or self.ratio >= self.race.at_least


def run(race: Race, rounds: int, seconds: float) -> Result:
    """Let both sides take turns, each round about so many seconds long."""
    ours, theirs = race.ours(), race.theirs()
    our_work, their_work = enough_work(ours, seconds), enough_work(theirs, seconds)
    our_rounds, their_rounds = [], []
    for _ in range(rounds):
        our_rounds.append(speed(ours, our_work))
        their_rounds.append(speed(theirs, their_work))
    return Result(race, ours.who, theirs.who, our_rounds, their_rounds)


def enough_work(side: Side, seconds: float) -> int:
    """How many pieces of work take a side about that long. The first lap is for compilers to warm up."""
    side.lap(1)
    work = 1
    while (taken := timed(side, work)[0]) < seconds / 8:
        work *= 2
    return max(1, round(work * seconds / taken))


def speed(side: Side, work: int) -> float:
    taken, done = timed(side, work)
    return side.count(done) / taken


def timed(side: Side, work: int) -> tuple[float, Any]:
    """A lap's time and what it returned. Python's garbage collector waits, as it does in `timeit`."""
    gc.collect()
    gc.disable()
    try:
        began = time.perf_counter()
        done = side.lap(work)
        return time.perf_counter() - began, done
    finally:
        gc.enable()
