"""What an action of the Rainbow Chandelier brought about, worked out from two records of someone who watched.

An action can lead on to forced visits, the next bribery, a new round. The rules go through that in single steps, so it
is gone through again here. Where chance or what was sealed comes in, the record after the action has it: bribes, dice
and turn order stand there until the next bribery, and after a bribery the first visitor always has a choice.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.games.chandelier import Payers
from parlour.games.chandelier.rules import (
    COLOURS,
    COUNCIL_PAYS,
    EMPTY,
    FOUNTAIN_OF,
    GIVES,
    HIDDEN,
    PERSON,
    PRICE,
    ROOFS,
    Person,
    Phase,
    decide,
    lot_pays,
    step,
    visitor,
    worth,
)
from parlour.kit.events import Gain, Holdings
from parlour.kit.record import Position


@dataclass(frozen=True)
class BribeSealed:
    """A bribe lies in a purse; the amount is HIDDEN from all but its giver."""

    seat: int
    amount: int


@dataclass(frozen=True)
class Tie:
    """Those who offered the same, in the order that their throws brought; a throw is what each had, as seat and die."""

    seats: tuple[int, ...]
    amount: int
    throws: tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True)
class PursesOpened:
    """All bribes are shown, and the turn order is settled; offers and payments are seat and amount."""

    order: tuple[int, ...]
    favoured: tuple[int, ...]  # who come first by the council's favour
    offers: tuple[tuple[int, int], ...]
    ties: tuple[Tie, ...]
    paid: tuple[tuple[int, int], ...]
    first_pays: bool  # whether the others never pay


@dataclass(frozen=True)
class Visited:
    """The marker goes to a fountain, from another or from beside the board (EMPTY), and a tile is taken there."""

    seat: int
    roof: int
    kind: int
    start: int
    fountain: int
    town: int
    forced: bool  # it was the only one in reach


@dataclass(frozen=True)
class Bought:
    seat: int
    kind: int


@dataclass(frozen=True)
class BoughtNothing:
    """A seller's offer is declined."""

    seat: int


@dataclass(frozen=True)
class CouldNotPay:
    seat: int
    kind: int


@dataclass(frozen=True)
class Stole:
    """A thief takes a crystal from a player for another."""

    seat: int
    victim: int
    colour: int


@dataclass(frozen=True)
class FoundNothing:
    """A thief finds no crystal at any opponent's."""

    seat: int


@dataclass(frozen=True)
class CouncilPaid:
    seat: int


@dataclass(frozen=True)
class FavourWon:
    seat: int


@dataclass(frozen=True)
class Stranded:
    """No tile is left in reach."""

    seat: int


@dataclass(frozen=True)
class LotSealed:
    """Someone has decided on the crystals of a colour; EMPTY where the listener can't know. `total` is all so far."""

    seat: int
    colour: int
    count: int
    total: int
    ready: bool  # with all colours


@dataclass(frozen=True)
class BankOpened:
    """What was cashed in is shown: for each player with crystals, how many of each colour."""

    lots: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True)
class RoundBegan:
    number: int


@dataclass(frozen=True)
class Ended:
    """The last round is over; everyone's money when all is paid out."""

    worth: tuple[int, ...]


Event = (
    BribeSealed
    | PursesOpened
    | Visited
    | Bought
    | BoughtNothing
    | CouldNotPay
    | Stole
    | FoundNothing
    | CouncilPaid
    | FavourWon
    | Stranded
    | LotSealed
    | BankOpened
    | RoundBegan
    | Ended
)


def events(before: Position, after: Position, seat: int, action: int) -> Iterator[Event]:
    """All that an action brought about; both records as one person knows them, the action only if that person does."""
    if before.phase == Phase.BRIBE:
        yield BribeSealed(seat, int(after.bribe[seat])) if after.phase == Phase.BRIBE else opened(before, after)
    elif before.phase == Phase.BANK and after.phase == Phase.BANK:
        yield lot_sealed(before, after, seat)
    elif before.phase == Phase.BANK:
        yield from banked(before, after)
    else:
        yield from visits(before, after, seat, action)


def visits(before: Position, after: Position, seat: int, action: int) -> Iterator[Event]:
    """A choice of the visitor, and what follows from it without one."""
    earlier, now = before, before.copy()
    decide(now, seat, action)
    yield from happened(earlier, now, False)
    earlier = now.copy()
    while now.phase == Phase.VISIT and step(now):
        yield from happened(earlier, now, True)
        earlier = now.copy()
    if now.phase == Phase.BANK and not now.awaited:
        yield from banked(now, after)
    elif now.phase == Phase.BRIBE and not now.awaited:
        yield opened(now, after)


def happened(before: Position, after: Position, forced: bool) -> Iterator[Event]:
    """The events of one single step during the visits."""
    seat = int(visitor(before)) if before.place < before.players else EMPTY
    taken = [roof for roof in range(ROOFS) if before.roof[roof] != after.roof[roof]]
    if taken:
        yield from visited(before, after, seat, taken[0], forced)
    elif before.phase == Phase.VISIT and seat != EMPTY:
        yield Stranded(seat)
    elif before.phase == Phase.BUY:
        yield Bought(seat, int(before.person)) if after.cash[seat] < before.cash[seat] else BoughtNothing(seat)
    elif before.phase == Phase.STEAL:
        yield stole(before, after, seat)
    elif before.phase == Phase.COUNCIL:
        yield CouncilPaid(seat) if after.cash[seat] > before.cash[seat] else FavourWon(seat)
    elif after.phase == Phase.OVER:
        yield Ended(tuple(int(worth(after, other)) for other in range(after.players)))


def visited(before: Position, after: Position, seat: int, roof: int, forced: bool) -> Iterator[Event]:
    """A tile is taken, and what its person does without being answered."""
    kind, town = int(before.roof[roof]), int(before.town)
    yield Visited(seat, roof, kind, int(before.marker), int(FOUNTAIN_OF[town, roof]), town, forced)
    if after.phase != Phase.VISIT:
        return
    match PERSON[kind]:
        case Person.THIEF if (after.crystals != before.crystals).any():
            yield stole(before, after, seat)
        case Person.THIEF:
            yield FoundNothing(seat)
        case Person.COUNCIL:
            yield CouncilPaid(seat)
        case Person.MERCHANT | Person.VENDOR:
            yield CouldNotPay(seat, kind)


def stole(before: Position, after: Position, seat: int) -> Stole:
    ((victim, colour),) = zip(*(after.crystals < before.crystals).nonzero(), strict=True)
    return Stole(seat, int(victim), int(colour))


# Bribery


def opened(before: Position, after: Position) -> PursesOpened:
    order = [int(seat) for seat in after.order[: after.players]]
    bidders = [seat for seat in order if after.bribe[seat] != EMPTY]
    amounts = {seat: int(after.bribe[seat]) for seat in bidders}
    return PursesOpened(
        tuple(order),
        tuple(seat for seat in order if seat not in bidders),
        tuple(amounts.items()),
        tuple(ties(after, amounts)),
        tuple((seat, paid) for seat in bidders if (paid := int(before.cash[seat] - after.cash[seat]))),
        bool(after.bribes == Payers.FIRST),
    )


def ties(s: Position, amounts: dict[int, int]) -> Iterator[Tie]:
    """The highest first."""
    for amount in sorted(set(amounts.values()), reverse=True):
        tied = tuple(seat for seat in amounts if amounts[seat] == amount)
        if len(tied) > 1:
            throws = [
                tuple((seat, int(s.dice[seat, throw])) for seat in tied if s.dice[seat, throw] != EMPTY)
                for throw in range(s.throws)
            ]
            yield Tie(tied, amount, tuple(filter(None, throws)))


# Banking


def lot_sealed(before: Position, after: Position, seat: int) -> LotSealed:
    ready = not after.awaited >> seat & 1
    for colour in range(COLOURS):
        count = int(after.cashing[seat, colour])
        if before.cashing[seat, colour] != count != HIDDEN:
            total = sum(int(lot_pays(lot)) for lot in after.cashing[seat].tolist() if lot > 0)
            return LotSealed(seat, colour, count, total, ready)
    return LotSealed(seat, EMPTY, EMPTY, EMPTY, ready)


def banked(before: Position, after: Position) -> Iterator[Event]:
    """What everyone has cashed in, which is what everyone now has less; then all is dealt anew."""
    lots = [before.crystals[seat] - after.crystals[seat] for seat in range(after.players)]
    yield BankOpened(
        tuple((seat, tuple(map(int, lots[seat]))) for seat in range(after.players) if before.crystals[seat].any())
    )
    yield RoundBegan(int(after.rounds) + 1)
    if after.phase != Phase.BRIBE:  # nobody could offer anything
        yield opened(after, after)


# What they add up to


def holdings(s: Position) -> Holdings:
    """Everyone's money, crystals and favours."""
    held: Holdings = {}
    for seat in range(s.players):
        held[seat, "money"] = int(s.cash[seat])
        held[seat, "favour"] = s.favour.tolist().count(seat)
        held |= {(seat, crystal(colour)): int(s.crystals[seat, colour]) for colour in range(COLOURS)}
    return held


def crystal(colour: int) -> str:
    return f"crystals of colour {colour}"


def gains(event: Event) -> Iterator[Gain]:
    match event:
        case PursesOpened(_, favoured, _, _, paid):
            yield from ((seat, "favour", -1) for seat in favoured)
            yield from ((seat, "money", -amount) for seat, amount in paid)
        case Visited(seat, _, kind) if PERSON[kind] == Person.PREACHER:
            yield from ((seat, crystal(colour), int(GIVES[kind, colour])) for colour in range(COLOURS))
        case Bought(seat, kind):
            yield seat, "money", -int(PRICE[kind])
            yield from ((seat, crystal(colour), int(GIVES[kind, colour])) for colour in range(COLOURS))
        case Stole(seat, victim, colour):
            yield seat, crystal(colour), 1
            yield victim, crystal(colour), -1
        case CouncilPaid(seat):
            yield seat, "money", COUNCIL_PAYS
        case FavourWon(seat):
            yield seat, "favour", 1
        case BankOpened(lots):
            for seat, counts in lots:
                yield seat, "money", sum(int(lot_pays(count)) for count in counts)
                yield from ((seat, crystal(colour), -count) for colour, count in enumerate(counts))
