"""The names of Crystallia's stones, squares and lines, which all its words are made of."""

import functools
from typing import Any

from parlour.games.crystallia.data import AGAIN, BLANK, COLOURS, MOVE, PAIRS, TURN
from parlour.games.crystallia.rules import ACTIONS, EMPTY, FIRST_SQUARE, HIDDEN, SECOND_SQUARE, Phase
from parlour.games.crystallia.runs import BIT, COLUMNS
from parlour.kit.actions import Block
from parlour.kit.record import Position
from parlour.kit.voice import SIGNS, Voice

COLOUR_NAMES = ("red", "blue", "green", "purple")
CRYSTAL_NAMES = (*COLOUR_NAMES, "wild")
CRYSTAL_SIGNS = (*(SIGNS[name] for name in COLOUR_NAMES), "★")
SPACE_SIGNS = {BLANK: "·", MOVE: "✥", TURN: "↻", AGAIN: "»", **dict(enumerate("△○□◇"))}
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
FACE_DOWN_SIGN = "▒▒"

PLACING, LIFTING = Phase.PLACE, (Phase.MOVE, Phase.TURN)  # the phases in which a stone is laid
BITS = BIT.tolist()
SPOT_SQUARES = list(zip(FIRST_SQUARE.tolist(), SECOND_SQUARE.tolist(), strict=True))  # by spot


@functools.cache
def meaning(action: int) -> tuple[Block, int]:
    """The block of an action, and which one of the block it is."""
    block = next(block for block, _ in ACTIONS.blocks.values() if action < block.first + block.size)
    return block, action - block.first


def crystals_of(s: Any, stone: int) -> tuple[int, int]:
    return PAIRS[s.kind[stone]]


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


def signed_stone(s: Position, stone: int) -> str:
    if s.kind[stone] == HIDDEN:
        return FACE_DOWN_SIGN
    first, second = crystals_of(s, stone)
    return f"{CRYSTAL_SIGNS[first]}{CRYSTAL_SIGNS[second]} {stone_name(s, stone)}"


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


def squares_in(squares: int) -> list[int]:
    """The squares of a bit set."""
    return [square for square, bit in enumerate(BITS) if squares & bit]


def line_name(run: int) -> str:
    """From where to where a run goes."""
    squares = squares_in(run)
    return f"{square_name(squares[0])} to {square_name(squares[-1])}"


def how_many(count: int, thing: str) -> str:
    if count == 1:
        return f"a {thing}"
    return f"{NUMBER_WORDS[count] if count < len(NUMBER_WORDS) else count} {thing}s"


def coloured(count: int, colour: int) -> str:
    """So many crystals of a colour."""
    return how_many(count, f"{COLOUR_NAMES[colour]} crystal")


def platforms_told(platforms: int) -> str:
    """A bit set of platforms."""
    chosen = [COLOUR_NAMES[colour] for colour in range(COLOURS) if platforms >> colour & 1]
    return Voice.list_of(chosen) if chosen else "none"
