"""What an action of Crystallia brought about, and why, worked out from two records of someone who watched.

The action is gone through once more on a copy, part by part, with the rules' own functions; what each part brings is
the difference of the record before and after it. The rules alone know what pays and how much.
"""

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from parlour.games.crystallia.data import COLOURS, MOVE, STONES, TURN, WILD
from parlour.games.crystallia.rules import (
    EMPTY,
    FIRST_SQUARE,
    FLIPPED_RING,
    HIDDEN,
    LAY,
    LINES,
    MOVE_STONE,
    NAME,
    RING,
    SECOND_SQUARE,
    STOP,
    TAKE,
    TALISMAN,
    TURN_STONE,
    Extra,
    Phase,
    blacks,
    collect,
    earn_extra_turn,
    gain_ability,
    is_flipped,
    is_isolated,
    line_to_name,
    makes_four,
    matching_run,
    name_colour,
    naming_matters,
    newly_covered,
    note_naming,
    payment,
    pick_up,
    player_after,
    players_left,
    put_down,
    run_of_wilds,
    settle,
    some_ability_works,
    squares_of,
    use_talisman,
    wilds,
)
from parlour.games.crystallia.runs import ACROSS, BIT, DOWN, in_fours, run_through, squares_in
from parlour.kit.actions import within
from parlour.kit.events import Gain, Holdings
from parlour.kit.record import Position

# Why crystals come


@dataclass(frozen=True)
class OnSpaces:
    """A stone covers spaces of a colour."""

    squares: tuple[int, ...]


@dataclass(frozen=True)
class InLine:
    """The stone pays for a run of a colour, in which some are wild; squares as bit sets."""

    run: int
    wild: int


@dataclass(frozen=True)
class TouchingNothing:
    """The stone lies by itself."""


@dataclass(frozen=True)
class Naming:
    """A colour is named, for a run of wilds or, with no run, for a stone that lies by itself."""

    run: int


@dataclass(frozen=True)
class ByTalisman:
    """A talisman is used instead of a stone; so many are left."""

    left: int


Why = OnSpaces | InLine | TouchingNothing | Naming | ByTalisman


# Events


@dataclass(frozen=True)
class ChosePlatforms:
    """Someone has chosen which platforms to flip."""

    seat: int


@dataclass(frozen=True)
class PlatformsShown:
    """All have: the platforms of each seat that are flipped, as bit sets of colours."""

    flipped: tuple[int, ...]


@dataclass(frozen=True)
class TookStone:
    """A stone is taken from the pyramid."""

    seat: int
    stone: int
    kind: int


@dataclass(frozen=True)
class Uncovered:
    """A stone of the pyramid is turned over."""

    stone: int
    kind: int


@dataclass(frozen=True)
class PickedStone:
    """A stone on the board is chosen to be moved or turned."""

    seat: int
    stone: int
    kind: int
    spot: int
    turns: bool


@dataclass(frozen=True)
class LaidStone:
    """A stone comes to lie on a spot: from the pyramid (PLACE), moved (MOVE) or turned (TURN)."""

    seat: int
    stone: int
    kind: int
    spot: int
    phase: int


@dataclass(frozen=True)
class TookCrystals:
    """Crystals of a colour come, black ones where the supply has no more."""

    seat: int
    colour: int
    why: Why
    count: int
    black: int


@dataclass(frozen=True)
class WonSupercrystal:
    """The first to fill a platform's ring."""

    seat: int
    colour: int
    count: int


@dataclass(frozen=True)
class WentOut:
    """Too many crystals of a colour; `lost_turn` if one more turn had been earned."""

    seat: int
    colour: int
    count: int
    lost_turn: bool


@dataclass(frozen=True)
class PlatformEmptied:
    """A flipped platform had one too many: all go back, and a black one comes."""

    seat: int
    colour: int
    count: int


@dataclass(frozen=True)
class MadeFour:
    """Four in line, of a colour or all wild, and what that does for one more turn."""

    seat: int
    colour: int
    run: int
    effect: int


@dataclass(frozen=True)
class CoveredAgain:
    """An `again` space is covered, and what that does for one more turn."""

    seat: int
    square: int
    effect: int


@dataclass(frozen=True)
class CoveredAbility:
    """A space is covered that lets its player move or turn another stone."""

    seat: int
    square: int
    turns: bool


@dataclass(frozen=True)
class CoveredTwice:
    """An ability space is covered that was covered before in this turn: it doesn't work a second time."""

    square: int


@dataclass(frozen=True)
class AbilityLost:
    """No stone can be moved, or turned."""

    turns: bool


@dataclass(frozen=True)
class UsedNoMore:
    """The abilities that wait are declined."""

    seat: int


@dataclass(frozen=True)
class PaidNothing:
    """The stone matches nothing that it touches."""


@dataclass(frozen=True)
class MustName:
    """A colour is to be named, because the stone lies by itself or for wilds in line."""

    seat: int
    alone: bool


@dataclass(frozen=True)
class NothingToName:
    """A colour would be named, but the supply has none of them: black ones come."""

    seat: int
    alone: bool
    black: int


@dataclass(frozen=True)
class RichTurn:
    """So many coloured crystals in one turn bring a black one."""

    seat: int
    collected: int


@dataclass(frozen=True)
class PaysLater:
    """Foreseen only: the stone pays when an ability that works was used or declined."""


@dataclass(frozen=True)
class TurnEnded:
    seat: int
    second: bool


@dataclass(frozen=True)
class TurnBegan:
    """A player's turn begins; a second one in a row for a reason, which is one of Extra."""

    seat: int
    second: bool
    reason: int


@dataclass(frozen=True)
class Passed:
    """A player can neither lay a stone nor use a talisman: the turn is over at once."""

    seat: int
    second: bool


@dataclass(frozen=True)
class Ended:
    """The match is over."""

    why: int


Event = (
    ChosePlatforms
    | PlatformsShown
    | TookStone
    | Uncovered
    | PickedStone
    | LaidStone
    | TookCrystals
    | WonSupercrystal
    | WentOut
    | PlatformEmptied
    | MadeFour
    | CoveredAgain
    | CoveredAbility
    | CoveredTwice
    | AbilityLost
    | UsedNoMore
    | PaidNothing
    | MustName
    | NothingToName
    | RichTurn
    | PaysLater
    | TurnEnded
    | TurnBegan
    | Passed
    | Ended
)

# What four in line or an `again` space do for one more turn
EARNED, NEVER_THREE, EARNED_ALREADY, NOT_IN_THE_FIRST, LAST_STONE = range(5)
# Why a match is over
ONE_LEFT, NO_STONE_LEFT, ALL_PASSED = range(3)


def events(before: Position, after: Position, seat: int, action: int) -> Iterator[Event]:
    """All that an action brought about; both records as one person knows them."""
    if before.phase == Phase.FLIP:
        yield ChosePlatforms(seat)
        if after.phase != Phase.FLIP:
            yield PlatformsShown(tuple(int(after.flipped[other]) for other in range(after.players)))
            yield TurnBegan(int(after.seat), False, Extra.NONE)
    elif within(action, TAKE):
        yield TookStone(seat, action - TAKE.first, int(after.kind[action - TAKE.first]))
        yield from uncovered(before, after)
    elif within(action, MOVE_STONE) or within(action, TURN_STONE):
        stone = int(after.lifted)
        yield PickedStone(seat, stone, int(after.kind[stone]), int(after.spot[stone]), within(action, TURN_STONE))
    else:
        now = before.copy()
        yield from carried_out(now, seat, action)
        if after.turn != before.turn:
            yield from turn_ended(now, after, seat)


def foreseen(s: Position, seat: int, action: int) -> Iterator[Event]:
    """What laying a stone would bring, as far as it can be seen before it is done."""
    now = s.copy()
    _, *rest = carried_out(now, seat, action)
    yield from rest
    if not now.out[seat] and some_ability_works(now):
        yield PaysLater()


def uncovered(before: Position, after: Position) -> Iterator[Uncovered]:
    for stone in range(STONES):
        if before.kind[stone] == HIDDEN != after.kind[stone]:
            yield Uncovered(stone, int(after.kind[stone]))


def carried_out(now: Position, seat: int, action: int) -> Iterator[Event]:
    """An action with all that it pays, up to the end of the turn; `now` becomes what it leads to."""
    if within(action, TALISMAN):
        colour = action - TALISMAN.first
        left = sum(used == EMPTY for used in now.talisman) - 2  # one colour always stays without
        yield from crystals(now, seat, colour, ByTalisman(left), functools.partial(use_talisman, now, seat, colour))
    elif within(action, NAME):
        run = 0 if is_isolated(now, now.stone) else int(run_of_wilds(now, now.stone, line_to_name(now)))
        colour = action - NAME.first
        yield from crystals(now, seat, colour, Naming(run), functools.partial(name_colour, now, seat, colour))
        yield from settled(now, seat)
    else:
        if within(action, LAY):
            yield from laid(now, seat, action - LAY.first)
            if now.out[seat] or some_ability_works(now):
                return
            yield from (AbilityLost(turns) for turns, due in ((False, now.moves_due), (True, now.turns_due)) if due)
        elif within(action, STOP):
            yield UsedNoMore(seat)
        yield from activated(now, seat)
        yield from settled(now, seat)


# Laying a stone


def laid(now: Position, seat: int, spot: int) -> Iterator[Event]:
    """A stone comes to lie somewhere; the lines and spaces under it."""
    stone = int(now.stone if now.phase == Phase.PLACE else now.lifted)
    showing = [int(squares) for squares in now.showing]
    stood_on = int(squares_of(pick_up(now, stone)))
    put_down(now, stone, spot)
    yield LaidStone(seat, stone, int(now.kind[stone]), spot, int(now.phase))
    now.lifted = EMPTY
    for colour, run in fours_made(now, showing):
        yield MadeFour(seat, colour, run, earned(now, Extra.FOUR))
    squares = [int(FIRST_SQUARE[spot]), int(SECOND_SQUARE[spot])]
    spaces = {square: int(newly_covered(now, square, stood_on)) for square in squares}
    for colour in range(COLOURS):
        under = tuple(square for square in squares if spaces[square] == colour)
        if under and not now.out[seat]:
            take = functools.partial(collect, now, seat, colour, len(under))
            yield from crystals(now, seat, colour, OnSpaces(under), take)
    if not now.out[seat]:
        for square in squares:
            yield from covered(now, seat, square, spaces[square])


def fours_made(s: Position, before: list[int]) -> list[tuple[int, int]]:
    """The runs of four that hold a new square: colour (or WILD, of wilds alone) and squares."""
    made = set()
    for colour in range(COLOURS):
        squares = int(s.showing[colour])
        if makes_four(s, colour, before[colour]):
            for step in (ACROSS, DOWN):
                for square in squares_in(int(in_fours(squares, step)) & ~before[colour]):
                    run = int(run_through(squares, int(BIT[square]), step))
                    made.add((WILD if run & ~int(wilds(s)) == 0 else colour, run))
    return sorted(made)


def covered(now: Position, seat: int, square: int, space: int) -> Iterator[Event]:
    """What an ability space does that a stone has just covered."""
    had, due = int(now.worked), (int(now.moves_due), int(now.turns_due))
    had_extra = int(now.extra)
    gain_ability(now, space, BIT[square])
    if space < MOVE:
        return
    if now.worked == had:
        yield CoveredTwice(square)
    elif (now.moves_due, now.turns_due) != due:
        yield CoveredAbility(seat, square, space == TURN)
    else:
        yield CoveredAgain(seat, square, effect_of(now, had_extra))


def earned(now: Position, reason: int) -> int:
    """Let one more turn be earned; what became of it."""
    had = int(now.extra)
    earn_extra_turn(now, int(reason))
    return effect_of(now, had)


def effect_of(s: Position, had: int) -> int:
    if s.extra != had:
        return EARNED if s.pyramid else LAST_STONE
    if s.second:
        return NEVER_THREE
    return EARNED_ALREADY if had != Extra.NONE else NOT_IN_THE_FIRST


# Activating the stone


def activated(now: Position, seat: int) -> Iterator[Event]:
    """What the stone just played pays for where it lies."""
    alone, paid = bool(is_isolated(now, now.stone)), False
    for colour, line in itertools.product(range(COLOURS), range(LINES)):
        count = int(payment(now, colour, line, alone))
        if count and not now.out[seat]:
            paid = True
            run = 0 if alone else int(matching_run(now, now.stone, colour, line))
            why = TouchingNothing() if alone else InLine(run, run & int(wilds(now)))
            yield from crystals(now, seat, colour, why, functools.partial(collect, now, seat, colour, count))
    note_naming(now, alone)
    if not paid and line_to_name(now) == LINES:
        yield PaidNothing()


def settled(now: Position, seat: int) -> Iterator[Event]:
    """A colour is asked for if one must be named; then a rich turn brings a black crystal."""
    if now.out[seat]:
        return
    alone, to_name = bool(is_isolated(now, now.stone)), int(sum(now.naming))
    matters, had = bool(naming_matters(now)), int(blacks(now, seat))
    settle(now, seat)
    if to_name and matters:
        yield MustName(seat, alone)
        return
    rich = int(blacks(now, seat)) - had - to_name
    if to_name:
        yield NothingToName(seat, alone, to_name)
    if rich:
        yield RichTurn(seat, int(now.collected))


# Crystals


def crystals(now: Position, seat: int, colour: int, why: Why, come: Callable[[], None]) -> Iterator[Event]:
    """Crystals that come by carrying something out, told by what has changed then, and what they lead to."""
    before = now.copy()
    come()
    taken = int(now.collected - before.collected)
    back = int(before.platform[seat, colour]) + taken - int(now.platform[seat, colour])
    black = int(blacks(now, seat)) - int(blacks(before, seat)) - bool(back)
    yield TookCrystals(seat, colour, why, taken, black)
    if now.supercrystal[colour] != before.supercrystal[colour]:
        yield WonSupercrystal(seat, colour, FLIPPED_RING if is_flipped(now, seat, colour) else RING)
    if back:
        yield PlatformEmptied(seat, colour, back)
    if now.out[seat]:
        yield WentOut(seat, colour, int(now.platform[seat, colour]), bool(now.extra != Extra.NONE and now.pyramid))


# The end of a turn


def turn_ended(now: Position, after: Position, seat: int) -> Iterator[Event]:
    """The turn is over; the next one begins, for someone who can do something."""
    yield TurnEnded(seat, bool(now.second))
    one_more = now.extra != Extra.NONE and not now.out[seat]
    if after.pyramid and players_left(after) > 1:
        acting, reason = (
            seat if one_more else int(player_after(after, seat)),
            int(now.extra) if one_more else Extra.NONE,
        )
        for _ in range(after.turn - now.turn - 1):
            yield TurnBegan(acting, bool(reason), reason)
            yield Passed(acting, bool(reason))
            acting, reason = int(player_after(after, acting)), Extra.NONE
        if after.phase != Phase.OVER:
            yield TurnBegan(acting, bool(reason), reason)
    if after.phase == Phase.OVER:
        yield ended(after)


def ended(s: Position) -> Ended:
    if players_left(s) == 1:
        return Ended(ONE_LEFT)
    return Ended(ALL_PASSED if s.pyramid else NO_STONE_LEFT)


# What they add up to


def holdings(s: Position) -> Holdings:
    """Everyone's crystals, supercrystals and talismans, who is out, and whose turn it is."""
    held: Holdings = {}
    for seat in range(s.players):
        held |= {(seat, crystal(colour)): int(s.platform[seat, colour]) for colour in range(COLOURS)}
        held[seat, "black crystals"] = int(blacks(s, seat))
        held[seat, "supercrystals"] = s.supercrystal.tolist().count(seat)
        held[seat, "talismans used"] = s.talisman.tolist().count(seat)
        held[seat, "out"] = int(s.out[seat])
        acts = s.seat == seat and s.phase not in (Phase.FLIP, Phase.OVER)
        held[seat, "turn"], held[seat, "second turn"] = int(acts), int(acts and s.second)
    return held


def crystal(colour: int) -> str:
    return f"crystals of colour {colour}"


def gains(event: Event) -> Iterator[Gain]:
    match event:
        case TookCrystals(seat, colour, why, count, black):
            yield seat, crystal(colour), count
            yield seat, "black crystals", black
            if isinstance(why, ByTalisman):
                yield seat, "talismans used", 1
        case WonSupercrystal(seat):
            yield seat, "supercrystals", 1
        case PlatformEmptied(seat, colour, count):
            yield seat, crystal(colour), -count
            yield seat, "black crystals", 1
        case WentOut(seat):
            yield seat, "out", 1
        case NothingToName(seat, _, black):
            yield seat, "black crystals", black
        case RichTurn(seat):
            yield seat, "black crystals", 1
        case TurnBegan(seat, second):
            yield seat, "turn", 1
            yield seat, "second turn", int(second)
        case TurnEnded(seat, second) | Passed(seat, second):
            yield seat, "turn", -1
            yield seat, "second turn", -int(second)
