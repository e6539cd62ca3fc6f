"""What happens in Higher."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.higher.rules import SWAP


@dataclass(frozen=True)
class Showed:
    seat: int
    anew: bool


@dataclass(frozen=True)
class Swapped:
    seat: int


@dataclass(frozen=True)
class AllShown:
    """The match is over; these seats hadn't shown their cards."""

    seats: tuple[int, ...]


Event = Showed | Swapped | AllShown


def events(before, after, seat, action) -> Iterator[Event]:
    yield Swapped(seat) if action == SWAP.first else Showed(seat, not before.shown[seat])
    if after.turns_left == 0:
        hidden = [other for other in range(after.players) if not before.shown[other]]
        yield AllShown(tuple(other for other in hidden if other != seat or action == SWAP.first))


def holdings(s):
    return {(seat, "cards on the table"): int(s.shown[seat]) for seat in range(s.players)}


def gains(event: Event):
    match event:
        case Showed(seat, anew):
            yield seat, "cards on the table", int(anew)
        case AllShown(seats):
            yield from ((seat, "cards on the table", 1) for seat in seats)
