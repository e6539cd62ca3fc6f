"""The words of actions as files of format 1 have them. Those files are read by them, so they never change.

Where `words` is to say something better, it gets words of its own.
"""

import functools
from collections.abc import Iterable

from parlour.games.chandelier.rules import (
    BE_PAID,
    BEST_LOT,
    BRIBE,
    BUY,
    CASH_IN,
    COUNCIL_PAYS,
    DECLINE,
    EMPTY,
    FAVOUR,
    FOUNTAIN_OF,
    GIVES,
    PERSON,
    PRICE,
    STEAL,
    TOWNS,
    VISIT,
    lot_pays,
)
from parlour.kit.actions import decode, within
from parlour.kit.record import Position
from parlour.kit.voice import Voice

COLOUR_NAMES = ("red", "blue", "yellow", "green")
PERSON_NAMES = ("preacher", "merchant", "vendor", "thief", "council person")
HARBOUR = (
    "Lantern Plaza",
    "West Dock",
    "Market Plaza",
    "South Dock",
    "Chapel Plaza",
    "East Dock",
    "Orchard Plaza",
    "Hill Square",
)


def action(s: Position, seat: int, number: int, voice: Voice) -> str:
    """What a seat would do, distinct among its legal actions."""
    if within(number, BRIBE):
        return f"bribe {number - BRIBE.first}K"
    if within(number, VISIT):
        return take_named(s, number - VISIT.first)
    if number == BUY.first:
        return "buy" if s.person == EMPTY else f"buy {goods(int(s.person))} for {PRICE[s.person]}K"
    if number == DECLINE.first:
        return "buy nothing"
    if within(number, STEAL):
        victim, colour, _ = decode(STEAL, number)
        whom = voice.whom(victim) if victim < s.players else f"seat {victim}"
        return f"steal a {COLOUR_NAMES[colour]} crystal from {whom}"
    if number == BE_PAID.first:
        return f"take {COUNCIL_PAYS}K"
    if number == FAVOUR.first:
        return "take the council's favour"
    colour, count, _ = decode(CASH_IN, number)
    return cash_in_named(s, seat, colour, count)


def take_named(s: Position, roof: int) -> str:
    where = roof_name(s.town, roof)
    return f"visit {where}" if s.roof[roof] == EMPTY else f"visit the {tile_name(s.roof[roof])} on {where}"


def cash_in_named(s: Position, seat: int, colour: int, count: int) -> str:
    """With what this and the colours before it bring together, so that the total stands there to confirm."""
    total = banked_so_far(s, seat) + lot_pays(count)
    if not count:
        return f"keep all {COLOUR_NAMES[colour]}, {total}K in all"
    lot = f"cash in {count} {COLOUR_NAMES[colour]} for {lot_pays(count)}K, {total}K in all"
    return lot + (f" ({BEST_LOT} would bring as much)" if count > BEST_LOT else "")


def banked_so_far(s: Position, seat: int) -> int:
    """What a seat's banking brings, as far as it has been chosen and may be seen."""
    return sum(int(lot_pays(count)) for count in s.cashing[seat].tolist() if count > 0)


@functools.cache
def tile_name(kind: int) -> str:
    """Who is on a tile, with the colours of what is to be had: "red-blue merchant"."""
    colours = "-".join(name for name, count in zip(COLOUR_NAMES, GIVES[kind], strict=True) if count)
    return f"{colours} {PERSON_NAMES[PERSON[kind]]}".strip()


def crystals(counts: Iterable[int]) -> str:
    """So many crystals of each colour: "2 red and 1 blue crystal"."""
    named = [(int(count), colour) for count, colour in zip(counts, COLOUR_NAMES, strict=True) if count]
    last = named[-1][0]
    return f"{Voice.list_of(f'{count} {colour}' for count, colour in named)} crystal{'s' if last > 1 else ''}"


@functools.cache
def goods(kind: int) -> str:
    """The crystals that are to be had on a tile."""
    return crystals(GIVES[kind].tolist())


def fountain_name(town: int, fountain: int) -> str:
    """What a fountain was called: the harbour, which every house has, is town 0; others are named by their files."""
    return HARBOUR[fountain] if town == 0 else TOWNS[town].fountains[fountain].name


def roof_name(town: int, roof: int) -> str:
    return f"roof {roof + 1}, {fountain_name(town, FOUNTAIN_OF[town, roof])}"
