"""What boards are drawn with: the colours of the house with their signs, pieces, and the picture they make.

A piece is drawn around its own middle and put in its place by a transform, so that a piece that moves glides there:

>>> stone = Piece("stone-3", 40, 20, '<circle r="9"/>', "red stone")
>>> print(*picture(80, 60, ("<g/>",), [part([stone])], "A board"), sep="\\n")  # doctest: +NORMALIZE_WHITESPACE
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60" role="group" aria-label="A board" class="board"
  font-family="sans-serif">
<g class="ground">
<g/>
</g>
<g class="pieces">
<g id="stone-3" class="piece" transform="translate(40 20)" role="img" aria-label="red stone"><circle r="9"/></g>
</g>
</svg>

Most of a board is as it was a move ago, and the same for all who look at it. So its parts are drawn by functions of
plain facts (numbers, words, tuples) that remember what they drew: a player's side of the table is drawn anew only
when something in it has changed. A picture becomes text at the end, line by line, and lines that stay are never copied.
"""

import functools
import itertools
import math
import operator
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from parlour.kit.remembering import remembered

# A set that stays apart for colour-blind eyes; each colour still carries a sign, since colour is never the only one.
COLOURS = {
    "red": "#b8322a",
    "blue": "#2867b2",
    "yellow": "#e3b31c",
    "green": "#2f8a57",
    "purple": "#7a4aa5",
    "orange": "#dd7415",
    "teal": "#137a80",
    "rose": "#c45a8c",
}
COLOUR_SIGNS = {
    "red": "triangle",
    "blue": "circle",
    "yellow": "star",
    "green": "square",
    "purple": "diamond",
    "orange": "pentagon",
    "teal": "cross",
    "rose": "heart",
}
COLOURS["violet"], COLOUR_SIGNS["violet"] = COLOURS["purple"], COLOUR_SIGNS["purple"]  # some games say violet

# Page and picture share these; in a picture that stands alone, the part after the comma is used.
INK = "var(--ink, #2b2118)"
PAPER = "var(--paper, #f6edda)"
FAINT = "var(--faint, #8a7a63)"


class Piece(NamedTuple):
    """Something on the board that can move or be pointed at; all its drawing is around (0, 0)."""

    id: str  # stable: the same thing has the same id in every picture
    x: float
    y: float
    body: str
    label: str  # what it is, for those who don't see it
    layer: int = 0  # higher ones lie on top; an id keeps its layer
    turn: float = 0  # degrees, clockwise
    scale: float = 1


class Drawn(NamedTuple):
    """A piece that is drawn: what it is sorted by, where it lies, and its line of SVG."""

    order: str
    id: str
    x: float
    y: float
    turn: float
    scale: float
    svg: str


Part = tuple[Drawn, ...]


@dataclass(frozen=True)
class Picture:
    """A board: what never moves, then all pieces as flat siblings in an order that never changes.

    A piece that changed its place among its siblings would lose its transition: it would jump and not glide.
    """

    heading: str
    ground: tuple[str, ...]
    pieces: list[Drawn]

    def __iter__(self) -> Iterator[str]:
        """The lines of one SVG."""
        drawn = map(operator.attrgetter("svg"), self.pieces)
        return itertools.chain((self.heading, GROUND), self.ground, (END, PIECES), drawn, (END, "</svg>"))


GROUND, PIECES, END = '<g class="ground">', '<g class="pieces">', "</g>"


def part(pieces: Iterable[Piece]) -> Part:
    """Some pieces of a picture that are drawn together."""
    return tuple(map(drawn, pieces))


def picture(width: int, height: int, ground: Iterable[str], parts: Iterable[Part], label: str) -> Picture:
    """A board of so many units."""
    pieces = sorted(itertools.chain.from_iterable(parts), key=operator.itemgetter(0))
    return Picture(heading(width, height, label), tuple(ground), pieces)


@remembered
def heading(width: int, height: int, label: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="group" '
        f'aria-label="{escape(label)}" class="board" font-family="sans-serif">'
    )


@remembered  # most pieces are where they were, and the same at many tables
def drawn(piece: Piece) -> Drawn:
    svg = (
        f'<g id="{piece.id}" class="piece" transform="{placing(piece)}" '
        f'role="img" aria-label="{escape(piece.label)}">{piece.body}</g>'
    )
    order = f"{piece.layer} {natural(piece.id)}"
    return Drawn(order, piece.id, piece.x, piece.y, piece.turn, piece.scale, svg)


def placing(piece: Piece) -> str:
    """Where, how turned and how large a piece is."""
    turned = f" rotate({number(piece.turn)})" if piece.turn else ""
    scaled = f" scale({piece.scale:.3g})" if piece.scale != 1 else ""
    return f"translate({number(piece.x)} {number(piece.y)}){turned}{scaled}"


@functools.lru_cache(10_000)
def natural(id_: str) -> str:
    """Sorts `card-9` before `card-10`."""
    return re.sub(r"\d+", lambda digits: digits[0].zfill(3), id_)


def number(value: float) -> str:
    """A coordinate without needless digits."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def text(
    x: float, y: float, words: str, size: float = 14, fill: str = INK, anchor: str = "middle", more: str = ""
) -> str:
    """A line of words, safe whatever they contain; `y` is the middle of the line."""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{fill}" text-anchor="{anchor}" '
        f'dominant-baseline="central"{" " + more if more else ""}>{escape(words)}</text>'
    )


@remembered
def sign(colour: str, size: float = 10) -> str:
    """The sign of a colour, filled with it, around (0, 0) and about `size` across."""
    return shape(COLOUR_SIGNS[colour], size, COLOURS[colour])


@remembered
def shape(name: str, size: float, fill: str) -> str:
    """A circle, cross, diamond, heart, pentagon, square, star or triangle around (0, 0)."""
    half = size / 2
    if name == "circle":
        return f'<circle r="{number(half)}" fill="{fill}"/>'
    if name == "heart":
        d = f"M0 {half:.1f}C{-1.5 * half:.1f} {-0.2 * half:.1f} {-0.7 * half:.1f} {-1.4 * half:.1f} 0 {-0.4 * half:.1f}"
        d += f"C{0.7 * half:.1f} {-1.4 * half:.1f} {1.5 * half:.1f} {-0.2 * half:.1f} 0 {half:.1f}Z"
        return f'<path d="{d}" fill="{fill}"/>'
    corners = " ".join(f"{number(x * half)},{number(y * half)}" for x, y in CORNERS[name])
    return f'<polygon points="{corners}" fill="{fill}"/>'


def around(count: int, *radii: float, turned: float = -90) -> list[tuple[float, float]]:
    """The corners of a regular figure, its radii taken in turn."""
    angles = [math.radians(turned + 360 * corner / count) for corner in range(count)]
    return [(radii[n % len(radii)] * math.cos(a), radii[n % len(radii)] * math.sin(a)) for n, a in enumerate(angles)]


ARM = 0.36  # half the width of a cross's arm
CORNERS = {
    "triangle": [(x, y + 0.15) for x, y in around(3, 1.1)],
    "square": [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)],
    "diamond": [(0, -1.1), (0.8, 0), (0, 1.1), (-0.8, 0)],
    "pentagon": around(5, 1.05),
    "star": around(10, 1.15, 0.5),
    "cross": [
        (x * turn_x - y * turn_y, x * turn_y + y * turn_x)
        for turn_x, turn_y in ((1, 0), (0, 1), (-1, 0), (0, -1))
        for x, y in ((-ARM, -1), (ARM, -1), (ARM, -ARM))
    ],
}
