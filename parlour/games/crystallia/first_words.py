"""The words of actions as files of format 1 have them. Those files are read by them, so they never change.

Where `words` is to say something better, it gets words of its own.
"""

import functools
from typing import Any

from parlour.games.crystallia.data import COLOURS, PAIRS
from parlour.games.crystallia.rules import (
    ACTIONS,
    EMPTY,
    FIRST_SQUARE,
    FLIP,
    HIDDEN,
    LAY,
    MOVE_STONE,
    NAME,
    SECOND_SQUARE,
    TAKE,
    TALISMAN,
    TURN_STONE,
    Phase,
)
from parlour.games.crystallia.runs import COLUMNS
from parlour.kit.actions import Block
from parlour.kit.record import Position, plain
from parlour.kit.voice import Voice

COLOUR_NAMES = ("red", "blue", "green", "purple")
CRYSTAL_NAMES = (*COLOUR_NAMES, "wild")

PLACING, LIFTING = Phase.PLACE, (Phase.MOVE, Phase.TURN)  # the phases in which a stone is laid
SPOT_SQUARES = list(zip(FIRST_SQUARE.tolist(), SECOND_SQUARE.tolist(), strict=True))  # by spot


def action(s: Position, seat: int, number: int, voice: Voice) -> str:
    """What a seat would do, distinct among its legal actions."""
    s = plain(s)
    block, chosen = meaning(number)
    if block is FLIP:
        return f"flip {platforms_told(chosen)}"
    if block is TAKE:
        return f"take {stone_name(s, chosen)} (stone {number_of(chosen)})"
    if block is TALISMAN:
        return f"use a talisman for {COLOUR_NAMES[chosen]}"
    if block is LAY:
        stone = stone_handled(s)
        return lay_told(s.kind[stone] if stone != EMPTY else EMPTY, chosen)
    if block is MOVE_STONE:
        return f"move {stone_on_board(s, chosen)}"
    if block is TURN_STONE:
        return f"turn {stone_on_board(s, chosen)}"
    if block is NAME:
        return f"name {COLOUR_NAMES[chosen]}"
    return "use no more abilities"


@functools.cache
def lay_told(kind: int, spot: int) -> str:
    """Which crystal comes to lie on which square, by a stone's kind, or EMPTY if there is no stone."""
    first, second = map(square_name, SPOT_SQUARES[spot])
    if kind == EMPTY:
        return f"lay a stone from {first} to {second}"
    one, two = PAIRS[kind]
    if one == two:
        return f"lay {kind_name(kind)} on {first} and {second}"
    return f"lay {CRYSTAL_NAMES[one]} on {first}, {CRYSTAL_NAMES[two]} on {second}"


@functools.cache
def meaning(action: int) -> tuple[Block, int]:
    """The block of an action, and which one of the block it is."""
    block = next(block for block, _ in ACTIONS.blocks.values() if action < block.first + block.size)
    return block, action - block.first


def stone_name(s: Any, stone: int) -> str:
    return kind_name(int(s.kind[stone]))


@functools.cache
def kind_name(kind: int) -> str:
    """A stone by its crystals: red-blue, double red, double wild."""
    if kind == HIDDEN:
        return "face-down stone"
    first, second = PAIRS[kind]
    if first == second:
        return f"double {CRYSTAL_NAMES[first]}"
    return f"{CRYSTAL_NAMES[first]}-{CRYSTAL_NAMES[second]}"


def number_of(stone: int) -> int:
    """The stones are counted from 1, from the top of the pyramid."""
    return stone + 1


def stone_on_board(s: Any, stone: int) -> str:
    """A stone with the place that tells it from another of its kind."""
    where = f"on {spot_name(s.spot[stone])}" if s.spot[stone] != EMPTY else f"(stone {number_of(stone)})"
    return f"{stone_name(s, stone)} {where}"


def stone_handled(s: Any) -> int:
    """The stone that must be laid now, or EMPTY."""
    if s.phase == PLACING:
        return int(s.stone)
    return int(s.lifted) if s.phase in LIFTING else EMPTY


def square_name(square: int) -> str:
    """A letter for the column, a number for the row, counted from the top."""
    return f"{'abcdefghi'[square % COLUMNS]}{square // COLUMNS + 1}" if square != EMPTY else "nowhere"


def spot_name(spot: int) -> str:
    first, second = SPOT_SQUARES[spot]
    return f"{square_name(first)}-{square_name(second)}"


def platforms_told(platforms: int) -> str:
    """A bit set of platforms."""
    chosen = [COLOUR_NAMES[colour] for colour in range(COLOURS) if platforms >> colour & 1]
    return Voice.list_of(chosen) if chosen else "none"
