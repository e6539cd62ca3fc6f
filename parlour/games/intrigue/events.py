"""What an action brought about, one thing after the other, from two records of someone who watched.

An action can set off a whole chain: the last bribe, a hiring that leaves no choice, the next conflict, salaries. The
rules go through it in single steps, so it can be gone through again and each step told. The words and the judgement
of promises are both made from these events.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from parlour.games.intrigue.rules import (
    BANISHED,
    HOME,
    NOBODY,
    NONE,
    NOT_GIVEN,
    OCCUPATIONS,
    WAITING,
    Phase,
    decide,
    income,
    step,
)
from parlour.kit.events import Gain, Holdings
from parlour.kit.record import Position


@dataclass(frozen=True)
class Began:
    """A player's turn begins; `new_round` with the first player of a round."""

    seat: int
    round_number: int
    new_round: bool


@dataclass(frozen=True)
class Collected:
    """A player gets salaries; `final` in the payment after the last round."""

    seat: int
    amount: int
    final: bool


@dataclass(frozen=True)
class Called:
    """A batch of applications is called; `line` holds the scholars, as seat and occupation, as they bribe.

    `area` is what an internal conflict is about, else NONE.
    """

    palace: int
    stage: int
    area: int
    line: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Covered:
    """A secret bribe lies on the table; the amount is HIDDEN from all but its giver."""

    seat: int
    palace: int
    occupation: int
    amount: int


@dataclass(frozen=True)
class Bribed:
    """A bribe is handed over, or a secret one is shown; `bank` if the bank had to pay."""

    seat: int
    palace: int
    occupation: int
    amount: int
    bank: bool


@dataclass(frozen=True)
class Decided:
    """The owner of a palace has filled a post; `resident` held it before, or NOBODY.

    The applicants and the banished are seats, once for each scholar.
    """

    palace: int
    occupation: int
    winner: int
    area: int
    resident: int
    applicants: tuple[int, ...]
    banished: tuple[int, ...]


@dataclass(frozen=True)
class Sent:
    """A scholar goes to apply at a palace."""

    seat: int
    occupation: int
    palace: int


@dataclass(frozen=True)
class Ended:
    """The match is over."""


Event = Began | Collected | Called | Covered | Bribed | Decided | Sent | Ended


def events(before: Position, after: Position, seat: int, action: int) -> Iterator[Event]:
    """All that an action brought about; both records as one person knows them, the action only if that person does."""
    if before.sealed:  # after the last sealed bribe the owner always has something to decide: no chain to follow
        yield from under_cover(before, after) if after.sealed else bribes_shown(before, after)
        return
    now = before.copy()
    decide(now, seat, action)
    yield from happened(before, now)
    earlier = now.copy()
    while step(now):
        yield from happened(earlier, now)
        earlier = now.copy()


def happened(before: Position, after: Position) -> Iterator[Event]:
    """The events of one single step."""
    match before.phase:
        case Phase.SALARIES:
            yield Began(int(after.seat), int(after.round_number), bool(after.seat == after.first))
            if after.round_number > 1:
                yield Collected(int(after.seat), income(after, after.seat), False)
        case Phase.APPLICATIONS if after.phase == Phase.BRIBES:
            area = NONE if after.occupation == NONE else int(after.area[after.seat, after.occupation])
            yield Called(int(after.seat), int(after.stage), area, line(after))
        case Phase.BRIBES if after.given > before.given:
            place = int(before.given)
            yield bribed(after, place, before.cash[after.briber[place]] == 0)
        case Phase.BRIBES if before.sealed:
            yield from bribes_shown(before, after)
        case Phase.HIRE | Phase.KEEP:
            yield decided(before, after)
        case Phase.SEND:
            yield sent(before, after)
    if after.phase == Phase.OVER:
        yield from (Collected(seat, income(after, seat), True) for seat in range(after.players))
        yield Ended()


def line(s: Position) -> tuple[tuple[int, int], ...]:
    """The scholars of the batch in the order of their bribes."""
    return tuple((int(s.briber[place]), int(s.trade[place])) for place in range(s.bribes))


def under_cover(before: Position, after: Position) -> Iterator[Event]:
    for place in range(after.bribes):
        if before.bribe[place] == NOT_GIVEN != after.bribe[place]:
            covered = after.briber[place], after.seat, after.trade[place], after.bribe[place]
            yield Covered(*map(int, covered))


def bribes_shown(before: Position, after: Position) -> Iterator[Event]:
    left = before.cash.tolist()
    for place in range(after.bribes):
        shown = bribed(after, place, left[after.briber[place]] == 0)
        left[shown.seat] -= 0 if shown.bank else shown.amount
        yield shown


def bribed(after: Position, place: int, bank: bool) -> Bribed:
    seat, occupation = int(after.briber[place]), int(after.trade[place])
    return Bribed(seat, int(after.seat), occupation, int(after.bribe[place]), bool(bank))


def decided(before: Position, after: Position) -> Decided:
    palace, occupation = int(before.seat), int(before.occupation)
    applicants = seats_at(before, occupation, WAITING + palace)
    banished = list(seats_at(after, occupation, BANISHED + palace))
    for seat in seats_at(before, occupation, BANISHED + palace):  # those went to the island long ago
        banished.remove(seat)
    resident, winner = int(before.resident[palace, occupation]), int(after.resident[palace, occupation])
    area = int(after.area[palace, occupation])
    return Decided(palace, occupation, winner, area, resident, applicants, tuple(banished))


def seats_at(s: Position, occupation: int, place: int) -> tuple[int, ...]:
    """Whose scholars of an occupation are at a place."""
    return tuple(seat for seat in range(s.players) for where in s.where[seat, occupation] if where == place)


def sent(before: Position, after: Position) -> Sent:
    seat = int(before.seat)
    ((occupation, copy),) = np.argwhere(after.where[seat] != before.where[seat])
    return Sent(seat, int(occupation), int(after.where[seat, occupation, copy]) - WAITING)


# What they add up to


def holdings(s: Position) -> Holdings:
    """Everyone's money, scholars at home, and posts by palace, occupation and area."""
    held: Holdings = {}
    for seat in range(s.players):
        held[seat, "money"] = int(s.cash[seat])
        for occupation in range(OCCUPATIONS):
            held[seat, at_home(occupation)] = len([place for place in s.where[seat, occupation] if place == HOME])
            for palace in range(s.players):
                away = [int(place) for place in s.where[seat, occupation]]
                held[seat, applying(occupation, palace)] = away.count(WAITING + palace)
                held[seat, on_the_island(occupation, palace)] = away.count(BANISHED + palace)
                held[seat, post(occupation, palace)] = int(s.resident[palace, occupation] == seat)
    return held


def at_home(occupation: int) -> str:
    return f"scholars of occupation {occupation} at home"


def applying(occupation: int, palace: int) -> str:
    return f"scholars of occupation {occupation} at the gate of palace {palace}"


def on_the_island(occupation: int, palace: int) -> str:
    return f"scholars of occupation {occupation} on the island, sent from palace {palace}"


def post(occupation: int, palace: int) -> str:
    return f"post {occupation} in palace {palace}"


def gains(event: Event) -> Iterator[Gain]:
    match event:
        case Collected(seat, amount):
            yield seat, "money", amount
        case Bribed(seat, palace, _, amount, bank):
            yield palace, "money", amount
            yield seat, "money", 0 if bank else -amount
        case Sent(seat, occupation, palace):
            yield seat, at_home(occupation), -1
            yield seat, applying(occupation, palace), 1
        case Decided(palace, occupation, winner, _, resident, applicants, banished):
            yield from ((seat, applying(occupation, palace), -1) for seat in applicants)
            yield from ((seat, on_the_island(occupation, palace), 1) for seat in banished)
            if resident != NOBODY:
                yield resident, post(occupation, palace), -1
            yield winner, post(occupation, palace), 1
