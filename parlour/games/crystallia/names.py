"""The names of Crystallia's stones, squares and lines, which all its words are made of."""

from typing import Any

from parlour.games.crystallia.data import AGAIN, BLANK, MOVE, PAIRS, TURN, WILD
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
from parlour.games.crystallia.runs import squares_in
from parlour.kit.record import Position
from parlour.kit.voice import SHAPE_OF, SIGNS, Voice

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
    "squares_in",
    "stone_handled",
    "stone_name",
    "stone_on_board",
]

CRYSTAL_SIGNS = (*(SIGNS[name] for name in COLOUR_NAMES), "★")
SPACE_SIGNS = {BLANK: "·", MOVE: "✥", TURN: "↻", AGAIN: "»", **dict(enumerate("△○□◇"))}
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
FACE_DOWN_SIGN = "▒▒"


def crystals_of(s: Any, stone: int) -> tuple[int, int]:
    return PAIRS[s.kind[stone]]


def signed_stone(s: Position, stone: int) -> str:
    if s.kind[stone] == HIDDEN:
        return FACE_DOWN_SIGN
    first, second = crystals_of(s, stone)
    return f"{CRYSTAL_SIGNS[first]}{CRYSTAL_SIGNS[second]} {stone_name(s, stone)}"


def line_name(run: int) -> str:
    """From where to where a run goes."""
    squares = squares_in(run)
    return f"{square_name(squares[0])} to {square_name(squares[-1])}"


def how_many(count: int, thing: str) -> str:
    if count == 1:
        return f"a {thing}"
    return f"{NUMBER_WORDS[count] if count < len(NUMBER_WORDS) else count} {thing}s"


def crystal(colour: int, text: str, voice: Voice, piece: str = "") -> str:
    """Words for crystals of a colour, or wild ones."""
    if colour == WILD:
        return voice.mention("crystal", text, "", "wild", piece)
    return voice.mention("crystal", text, COLOUR_NAMES[colour], SHAPE_OF[COLOUR_NAMES[colour]], piece)


def stone(number: int, kind: int, voice: Voice) -> str:
    """A stone by its crystals."""
    if not voice.marks or kind == HIDDEN:
        return voice.mention("stone", kind_name(kind), "", "", f"stone-{number}")
    one, two = (crystal(of, CRYSTAL_NAMES[of], voice, f"stone-{number}") for of in PAIRS[kind])
    return f"double {one}" if one == two else f"{one}-{two}"


def at(square: int, voice: Voice) -> str:
    return voice.mention("square", square_name(square), "", "", f"cell-{square}")


def line(run: int, voice: Voice) -> str:
    """From where to where a run goes."""
    return voice.mention("square", line_name(run), "", "", " ".join(f"cell-{square}" for square in squares_in(run)))


def halves(kind: int, spot: int, voice: Voice) -> str:
    """Which crystal of a stone lies on which square of a spot."""
    lying = zip(PAIRS[kind], SPOT_SQUARES[spot], strict=True)
    return ", ".join(f"{crystal(of, CRYSTAL_NAMES[of], voice)} on {at(square, voice)}" for of, square in lying)
