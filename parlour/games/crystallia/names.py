"""The names of Crystallia's stones, squares and lines, which all its words are made of."""

from typing import Any

from parlour.games.crystallia.data import AGAIN, BLANK, MOVE, PAIRS, TURN
from parlour.games.crystallia.first_words import (
    COLOUR_NAMES,
    CRYSTAL_NAMES,
    LIFTING,
    PLACING,
    SPOT_SQUARES,
    kind_name,
    meaning,
    number_of,
    platforms_told,
    spot_name,
    square_name,
    stone_handled,
    stone_name,
    stone_on_board,
)
from parlour.games.crystallia.rules import HIDDEN
from parlour.games.crystallia.runs import BIT
from parlour.kit.record import Position
from parlour.kit.voice import SIGNS

__all__ = [
    "COLOUR_NAMES",
    "CRYSTAL_NAMES",
    "LIFTING",
    "PLACING",
    "SPOT_SQUARES",
    "kind_name",
    "meaning",
    "number_of",
    "platforms_told",
    "spot_name",
    "square_name",
    "stone_handled",
    "stone_name",
    "stone_on_board",
]

CRYSTAL_SIGNS = (*(SIGNS[name] for name in COLOUR_NAMES), "★")
SPACE_SIGNS = {BLANK: "·", MOVE: "✥", TURN: "↻", AGAIN: "»", **dict(enumerate("△○□◇"))}
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
FACE_DOWN_SIGN = "▒▒"

BITS = BIT.tolist()


def crystals_of(s: Any, stone: int) -> tuple[int, int]:
    return PAIRS[s.kind[stone]]


def signed_stone(s: Position, stone: int) -> str:
    if s.kind[stone] == HIDDEN:
        return FACE_DOWN_SIGN
    first, second = crystals_of(s, stone)
    return f"{CRYSTAL_SIGNS[first]}{CRYSTAL_SIGNS[second]} {stone_name(s, stone)}"


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
