"""What an action of Rainbow Rush brought about, worked out from two records of someone who watched."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from parlour.games.rush.rules import (
    ATTACK,
    DISCARD,
    DRAW,
    FIRST_WILD,
    LEAVE,
    PLAY,
    SEATS,
    SHAPES,
    TAKE,
    Phase,
    fitting,
    is_complete,
    is_wild,
    score,
)
from parlour.kit.actions import decode, within
from parlour.kit.events import Gain, Holdings
from parlour.kit.record import Position


@dataclass(frozen=True)
class Shuffled:
    """All discards but the top one become the new draw pile."""


@dataclass(frozen=True)
class Drew:
    """A card comes from the draw pile; HIDDEN from all but who drew it."""

    seat: int
    card: int


@dataclass(frozen=True)
class Took:
    """The top discard goes into a hand."""

    seat: int
    card: int


@dataclass(frozen=True)
class Laid:
    """A card of the hand goes to the player's own rainbow."""

    seat: int
    card: int


@dataclass(frozen=True)
class Discarded:
    seat: int
    card: int


@dataclass(frozen=True)
class Removed:
    """A card leaves a rainbow of six; nobody may take it before so many turns have ended."""

    seat: int
    card: int
    locked: int


@dataclass(frozen=True)
class Attacked:
    """A wild takes the place of a card in another's rainbow, which is locked on the discard pile for some turns."""

    seat: int
    wild: int
    victim: int
    card: int
    locked: int


@dataclass(frozen=True)
class Completed:
    """A rainbow is complete, of a shape: the match is over."""

    seat: int
    shape: int


@dataclass(frozen=True)
class LimitReached:
    """The last turn is over; the seats have the best unfinished rainbows."""

    turns: int
    seats: tuple[int, ...]


Event = Shuffled | Drew | Took | Laid | Discarded | Removed | Attacked | Completed | LimitReached


def events(before: Position, after: Position, seat: int, action: int) -> Iterator[Event]:
    """All that an action brought about; both records as one person knows them."""
    changed = seat
    if action == DRAW.first:
        if after.discard_size < before.discard_size:
            yield Shuffled()
        yield Drew(seat, int(after.hand[seat, after.hand_size[seat] - 1]))
    elif action == TAKE.first:
        yield Took(seat, int(after.taken))
    elif within(action, PLAY):
        yield Laid(seat, action - PLAY.first)
    elif within(action, DISCARD):
        yield Discarded(seat, action - DISCARD.first)
    elif within(action, LEAVE):
        yield Removed(seat, action - LEAVE.first, lock_on_top(after))
    else:
        wild, changed, card = decode(ATTACK, action)
        yield Attacked(seat, wild + FIRST_WILD, changed, card, lock_on_top(after))
    if after.phase == Phase.OVER:
        yield end(after, changed)


def lock_on_top(s: Position) -> int:
    """For how many turns nobody may take the top discard, if it can be taken at all."""
    top = s.discard_size - 1
    return 0 if s.phase == Phase.OVER or is_wild(s.discard[top]) else int(s.locked[top])


def end(s: Position, changed: int) -> Completed | LimitReached:
    if is_complete(s, changed):
        return Completed(changed, max(range(SHAPES), key=lambda shape: fitting(s, changed, shape)))
    leaders = int(score(s, np.zeros(SEATS, np.int32)))
    return LimitReached(int(s.turn_limit), tuple(seat for seat in range(s.players) if leaders >> seat & 1))


# What they add up to


def holdings(s: Position) -> Holdings:
    """How many cards each player has, and on which side of the table."""
    seats = range(s.players)
    return {(seat, "hand"): int(s.hand_size[seat]) for seat in seats} | {
        (seat, f"rainbow card {card}"): count
        for seat in seats
        for card, count in zip(*np.unique(s.rainbow[seat, : s.rainbow_size[seat]], return_counts=True), strict=True)
    }


def gains(event: Event) -> Iterator[Gain]:
    match event:
        case Drew(seat) | Took(seat):
            yield seat, "hand", 1
        case Laid(seat, card):
            yield seat, "hand", -1
            yield seat, f"rainbow card {card}", 1
        case Discarded(seat):
            yield seat, "hand", -1
        case Removed(seat, card):
            yield seat, f"rainbow card {card}", -1
        case Attacked(seat, wild, victim, card):
            yield seat, "hand", -1
            yield victim, f"rainbow card {card}", -1
            yield victim, f"rainbow card {wild}", 1
