"""Crystallia as a picture: the temple floor, the pyramid beside it, the supply, and each player's four platforms."""

import functools
import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from parlour.games.crystallia.data import (
    AGAIN,
    BLANK,
    COLOURS,
    MOVE,
    PAIRS,
    PYRAMID,
    PYRAMID_ROWS,
    TALISMANS,
    TILE_SIDE,
    TILES,
    TILES_ACROSS,
    TOP_COVERS,
    TURN,
    WILD,
)
from parlour.games.crystallia.events import foreseen
from parlour.games.crystallia.names import (
    COLOUR_NAMES,
    LIFTING,
    PLACING,
    SPOT_SQUARES,
    crystals_of,
    kind_name,
    meaning,
    number_of,
    spot_name,
    square_name,
    stone_handled,
    stone_name,
)
from parlour.games.crystallia.rules import (
    DIRECTIONS,
    EMPTY,
    FLIP,
    FLIPPED_RING,
    HIDDEN,
    LAY,
    NAME,
    RING,
    STOP,
    TALISMAN,
    TOO_MANY,
    Phase,
    State,
    points,
)
from parlour.games.crystallia.runs import COLUMNS, ROWS
from parlour.games.crystallia.telling import told
from parlour.kit import drawing
from parlour.kit.drawing import COLOUR_SIGNS, INK, Part, Picture, Piece, around, number, shape, sign, text
from parlour.kit.record import Position, plain
from parlour.kit.remembering import remembered
from parlour.kit.voice import Voice

CELL = 54  # the side of a square before it is scaled
LONG, BROAD = 104, 50  # a stone
DISC = 50  # the radius of a platform
PLACES, STONE_LAYER, JEWELS = range(3)
NARROW = 360
UPRIGHT = 90  # the turn of a stone in the pyramid: its first crystal is above

PANEL = "var(--panel, #ece0c6)"
LINE = "var(--line, #cdbb97)"
GOLD, DARK, SOCKET = "#d9a93a", "#37323b", "#f1ead9"
GEMS = (*COLOUR_NAMES, "yellow")  # by crystal; yellow is wild
ABILITY_NAMES = {MOVE: "move space", TURN: "turn space", AGAIN: "again space"}


# Where things are -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """The layout for one screen and number of players."""

    width: int
    height: int
    floor: tuple[float, float]  # the corner of the board's first square
    cell: float
    pyramid: tuple[float, float]  # the middle of its top edge
    step: tuple[float, float]  # from stone to stone and from row to row
    stone: float  # the scale of a stone in the pyramid
    tray: tuple[float, float, float, float]  # the supply of the first colour: its middle, width and height
    tray_step: float
    coins: tuple[float, float, float]  # the middle talisman, and the step to the next one
    panels: tuple[tuple[float, float], ...]  # corners; the first is for whoever looks
    panel: tuple[float, float]  # its size
    across: int  # platforms in a row
    room: tuple[float, float]  # for one of them
    disc: float  # its radius
    beside: bool  # whether its numbers stand at its side


@functools.cache
def plan(players: int, narrow: bool) -> Plan:
    return narrow_plan(players) if narrow else wide_plan(players)


def wide_plan(players: int) -> Plan:
    """The floor at the left, then the pyramid and the supply; all players in one row below."""
    width = (948 - 8 * (players - 1)) / players
    across, disc, high = (4, 50, 158) if players == 2 else (2, 42, 252) if players == 4 else (2, 44, 226)
    panels = tuple((6 + seat * (width + 8), 382) for seat in range(players))
    room = ((width - 8) / across, (high - 34) * across / 4)
    return Plan(
        960,
        388 + high,
        (20, 26),
        CELL,
        (690, 8),
        (44, 70),
        0.8,
        (903, 42, 102, 62),
        70,
        (903, 350, 34),
        panels,
        (width, high),
        across,
        room,
        disc,
        players == 3,
    )


def narrow_plan(players: int) -> Plan:
    """The floor, then the pyramid with the supply at its side, then one player after the other."""
    panels = tuple((4, 588 + 142 * seat) for seat in range(players))
    return Plan(
        360,
        588 + 142 * players,
        (9, 9),
        38,
        (140, 258),
        (38, 61),
        0.7,
        (317, 286, 78, 52),
        59,
        (317, 545, 26),
        panels,
        (352, 134),
        4,
        (86, 100),
        38,
        False,
    )


def panel_of(seat: int, here: Plan, voice: Voice) -> tuple[float, float]:
    return here.panels[(seat - max(voice.listener, 0)) % len(here.panels)]


@functools.cache
def square_place(square: float, here: Plan) -> tuple[float, float]:
    row, column = divmod(square, COLUMNS)
    return here.floor[0] + (column + 0.5) * here.cell, here.floor[1] + (row + 0.5) * here.cell


@functools.cache
def pyramid_place(stone: int, here: Plan) -> tuple[float, float]:
    """The top stones lie over the middle of the two that cover them, all others between two of the next row."""
    row, place = PYRAMID[stone]
    middle = (PYRAMID_ROWS[row] - 1) / 2
    across = sum(TOP_COVERS[place]) / 2 - (PYRAMID_ROWS[1] - 1) / 2 if row == 0 else place - middle
    top = here.pyramid[1] + LONG * here.stone / 2
    return here.pyramid[0] + across * here.step[0], top + row * here.step[1]


def hand_place(here: Plan) -> tuple[float, float]:
    """Where the stone just taken waits: left of the pyramid's top."""
    x = here.pyramid[0] - here.step[0] * 3
    return x, here.pyramid[1] + 18 + LONG * here.stone / 2


@functools.cache
def disc_place(colour: int, here: Plan) -> tuple[float, float]:
    """The middle of a platform, from the corner of its panel."""
    row, column = divmod(colour, here.across)
    x, y = 4 + (column + 0.5) * here.room[0], 32 + row * here.room[1] + here.disc
    return (x - here.room[0] / 2 + here.disc + 8, y) if here.beside else (x, y)


# What is seen ---------------------------------------------------------------------------------------------------


class Lying(NamedTuple):
    """A stone and where it is: on the floor, in the pyramid or in hand."""

    kind: int
    spot: int  # or EMPTY
    raised: bool
    in_pyramid: bool


class Supply(NamedTuple):
    """What is left of a colour."""

    crystals: int
    owner: int  # of its supercrystal, or EMPTY
    user: int  # of its talisman, or EMPTY


class Side(NamedTuple):
    """A player's side of the table."""

    turn: bool
    choosing: bool  # which platforms to flip
    standing: str
    flipped: int  # bit set, or EMPTY if it isn't known
    counts: tuple[int, ...]
    blacks: tuple[int, ...]
    out: bool


class Scene(NamedTuple):
    """All that a position shows, in plain numbers."""

    spaces: tuple[int, ...]
    stones: tuple[Lying, ...]
    supplies: tuple[Supply, ...]
    sides: tuple[Side, ...]
    left: int  # stones in the pyramid
    holder: int  # of the stone just taken, or EMPTY
    double: bool  # that stone
    coins: int


@functools.lru_cache(100)  # for all who look at a position, one after the other
def scene(record: bytes) -> Scene:
    s = plain(State.from_bytes(record))
    lifted = s.lifted if s.phase in LIFTING else EMPTY
    taken = s.stone if s.phase == PLACING else EMPTY
    return Scene(
        spaces=tuple(s.space),
        stones=tuple(
            Lying(kind, spot, stone == lifted, bool(s.pyramid >> stone & 1))
            for stone, (kind, spot) in enumerate(zip(s.kind, s.spot, strict=True))
        ),
        supplies=tuple(map(Supply, s.supply, s.supercrystal, s.talisman)),
        sides=tuple(side(record, seat) for seat in range(s.players)),
        left=s.pyramid.bit_count(),
        holder=s.seat if taken != EMPTY else EMPTY,
        double=taken != EMPTY and shows_double(s, taken),
        coins=coins_left(s),
    )


def side(record: bytes, seat: int) -> Side:
    s = plain(State.from_bytes(record))
    choosing = s.phase == Phase.FLIP and s.flipped[seat] == EMPTY
    if s.phase == Phase.FLIP:
        standing = "choosing" if choosing else "has chosen"
    else:
        standing = "out" if s.out[seat] else points_told(int(points(State.from_bytes(record), seat)))
    return Side(
        turn=choosing or (seat == s.seat and s.phase not in (Phase.FLIP, Phase.OVER)),
        choosing=choosing,
        standing=standing,
        flipped=max(s.flipped[seat], EMPTY),
        counts=tuple(s.platform[seat]),
        blacks=tuple(s.black[seat]),
        out=bool(s.out[seat]),
    )


def points_told(total: int) -> str:
    return f"{total} point{'' if total == 1 else 's'}".replace("-", "−")


def shows_double(s: Any, stone: int) -> bool:
    """Whether both crystals of a stone are the same."""
    first, second = crystals_of(s, stone)
    return first == second


def coins_left(s: Any) -> int:
    return TALISMANS - sum(user != EMPTY for user in s.talisman)


# The picture ----------------------------------------------------------------------------------------------------


def draw(s: Position, voice: Voice, narrow: bool = False) -> Picture:
    """The table as the listener knows it."""
    seen, here = scene(s.tobytes()), plan(int(s.players), narrow)
    parts = [
        floor(seen.spaces, here),
        pyramid_count(seen.left, here),
        hand(seen.holder, seen.double, here, voice),
        talismans(seen.coins, here),
        stones(seen.stones, here),
    ]
    parts += [supply(colour, left, here, voice) for colour, left in enumerate(seen.supplies)]
    for seat, theirs in enumerate(seen.sides):
        parts.append(panel(seat, theirs.turn, theirs.standing, sum(theirs.blacks), here, voice))
        if theirs.choosing and seat == voice.listener:
            parts.append(both_sides(seat, here, voice))
        else:
            parts.append(platforms(seat, theirs.flipped, theirs.counts, theirs.blacks, theirs.out, here, voice))
    return drawing.picture(here.width, here.height, (ground(here),), parts, "Crystallia")


@remembered
def floor(spaces: tuple[int, ...], here: Plan) -> Part:
    """The squares, which stay as they are for a whole match."""
    return joined(square_part(square, space, here) for square, space in enumerate(spaces))


def joined(parts: Iterable[Part]) -> Part:
    return tuple(itertools.chain.from_iterable(parts))


@remembered
def square_part(square: int, space: int, here: Plan) -> Part:
    x, y = square_place(square, here)
    what = f"{COLOUR_NAMES[space]} crystal space" if 0 <= space < COLOURS else ABILITY_NAMES.get(space, "blank space")
    label = f"{square_name(square)}, {what}"
    return drawing.part([Piece(f"cell-{square}", x, y, cell_body(space), label, PLACES, 0, here.cell / CELL)])


@remembered
def stones(lying: tuple[Lying, ...], here: Plan) -> Part:
    """All stones, where they are."""
    return joined(stone_part(stone, one, here) for stone, one in enumerate(lying))


@remembered
def stone_part(stone: int, lying: Lying, here: Plan) -> Part:
    name = f"{kind_name(lying.kind)}, stone {number_of(stone)}"
    if lying.spot != EMPTY:
        return drawing.part([laid_stone(stone, lying.kind, lying.spot, lying.raised, name, here)])
    if lying.in_pyramid:
        (x, y), where = pyramid_place(stone, here), "in the pyramid"
    else:
        (x, y), where = hand_place(here), "in hand"
    body = stone_body(lying.kind, UPRIGHT)
    return drawing.part([Piece(f"stone-{stone}", x, y, body, f"{name}, {where}", STONE_LAYER, UPRIGHT, here.stone)])


def laid_stone(stone: int, kind: int, spot: int, raised: bool, name: str, here: Plan) -> Piece:
    """One that is about to move is smaller, so that the squares under it can be seen."""
    one, two = (square_place(square, here) for square in SPOT_SQUARES[spot])
    x, y = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
    scale = here.cell / CELL * (0.66 if raised else 1)
    label, turn = f"{name}, on {spot_name(spot)}", spot % DIRECTIONS * 90
    return Piece(f"stone-{stone}", x, y, stone_body(kind, turn), label, STONE_LAYER, turn, scale)


@remembered
def pyramid_count(left: int, here: Plan) -> Part:
    if not left:
        return ()
    x, y = here.pyramid[0] + here.step[0] * 3.5, here.pyramid[1] + 10
    body = text(0, 0, f"{left} left", 14, INK, "end")
    return drawing.part([Piece("pyramid-count", x, y, body, f"{left} stones in the pyramid", PLACES)])


@remembered
def hand(holder: int, double: bool, here: Plan, voice: Voice) -> Part:
    """What stands beside the stone just taken."""
    if holder == EMPTY:
        return ()
    x, y = hand_place(here)
    left_edge, half = -here.step[0] / 2, LONG * here.stone / 2
    body = text(left_edge, -half - 10, "In hand", 14, INK, "start", 'font-weight="700"')
    if not double:
        body += text(left_edge, half + 11, "top 1st", 14, INK, "start")
    return drawing.part([Piece("hand", x, y, body, f"{voice.whose(holder)} hand", PLACES)])


@remembered
def supply(colour: int, left: Supply, here: Plan, voice: Voice) -> Part:
    """Crystals that are left of a colour, its supercrystal, and the talisman that was used for it."""
    name = COLOUR_NAMES[colour]
    x, y, width, height = here.tray
    jewel = 1 if here.width > NARROW else 0.78
    top = y + colour * here.tray_step
    label = f"{left.crystals} {name} crystals in the supply"
    used = []
    if left.user != EMPTY:
        label += f", talisman used by {voice.whom(left.user)}"
        at = (x + width / 2 - 17 * jewel, top + height / 2 - 13 * jewel)
        coin = coin_body(voice.colours[left.user])
        used = [Piece(f"used-{colour}", *at, coin, f"used talisman for {name}", JEWELS, 0, 0.75 * jewel)]
    if left.owner == EMPTY:
        at, whose = (x + width / 2 - 16 * jewel - 1, top - height / 2 + 16 * jewel + 1), "nobody has it yet"
    else:
        at, whose = super_place(left.owner, colour, here, voice), voice.whose(left.owner)
    return drawing.part(
        [
            Piece(f"supply-{colour}", x, top, tray_body(colour, left.crystals, width, height), label, PLACES),
            Piece(f"super-{colour}", *at, super_body(colour), f"{name} supercrystal, {whose}", JEWELS, 0, jewel),
            *used,
        ]
    )


def super_place(seat: int, colour: int, here: Plan, voice: Voice) -> tuple[float, float]:
    corner, disc = panel_of(seat, here, voice), disc_place(colour, here)
    return corner[0] + disc[0] + here.disc * 0.78, corner[1] + disc[1] - here.disc * 0.74


@remembered
def talismans(coins: int, here: Plan) -> Part:
    x, y, step = here.coins
    return drawing.part(
        Piece(f"talisman-{place}", x + (place - 1) * step, y, coin_body(""), "talisman", PLACES, 0, step / 34)
        for place in range(coins)
    )


@remembered
def panel(seat: int, turn: bool, standing: str, blacks: int, here: Plan, voice: Voice) -> Part:
    """A seat's ground with the name and the points."""
    body = panel_body(name_cut(voice.who(seat), here), standing, voice.colours[seat], turn, here)
    label = f"{voice.whose(seat)} platforms, {standing}, {blacks} black crystals"
    return drawing.part([Piece(f"panel-{seat}", *panel_of(seat, here, voice), body, label, PLACES)])


def name_cut(name: str, here: Plan) -> str:
    """A name, cut to its room."""
    room = int((here.panel[0] - 140) / 9.5)
    return name if len(name) <= room else f"{name[: room - 1]}…"


@remembered
def platforms(
    seat: int, flipped: int, counts: tuple[int, ...], blacks: tuple[int, ...], out: bool, here: Plan, voice: Voice
) -> Part:
    """A seat's four platforms."""
    return drawing.part(
        platform_piece(seat, colour, flipped, counts[colour], blacks[colour], out, here, voice)
        for colour in range(COLOURS)
    )


def platform_piece(
    seat: int, colour: int, flipped: int, count: int, black: int, out: bool, here: Plan, voice: Voice
) -> Piece:
    (x, y), (at_x, at_y) = panel_of(seat, here, voice), disc_place(colour, here)
    id_, label = f"platform-{seat}-{colour}", f"{voice.whose(seat)} {COLOUR_NAMES[colour]} platform"
    if flipped == EMPTY:
        body = unknown_body(colour, here.disc / DISC)
        return Piece(id_, x + at_x, y + at_y, body, f"{label}, not yet known", PLACES)
    five = flipped >> colour & 1
    label += f"{', flipped' if five else ''}: {count} of {FLIPPED_RING if five else RING}"
    label += f", {black} black" if black else ""
    return Piece(id_, x + at_x, y + at_y, platform_body(colour, count, five, black, out, here), label, PLACES)


@remembered
def both_sides(seat: int, here: Plan, voice: Voice) -> Part:
    """While you choose the sides of your platforms, both of each."""
    (x, y), radius = panel_of(seat, here, voice), min(here.room[0] / 4 - 2, here.disc)
    middle = 0 if not here.beside else 20
    sides = ((0, "nine places, a point each", "9×1"), (1, "five places, two points each", "5×2"))
    return drawing.part(
        Piece(
            f"side-{colour}-{side}",
            x + at_x + middle + (2 * side - 1) * (radius + 1),
            y + at_y,
            f'<g transform="scale({radius / DISC:.3g})">{disc_body(colour, 0, side)}</g>' + text(0, radius + 11, short),
            f"your {COLOUR_NAMES[colour]} platform with {told}",
            PLACES,
        )
        for colour, (at_x, at_y) in enumerate(disc_place(colour, here) for colour in range(COLOURS))
        for side, told, short in sides
    )


# Floor ----------------------------------------------------------------------------------------------------------

# Six kinds of stone: their colour, and that of their veins.
STONE_KINDS = (
    ("#dcc9a2", "#c4aa78"),  # sandstone
    ("#b9c0c4", "#98a3aa"),  # slate
    ("#ece6da", "#c5bbaa"),  # marble
    ("#d5b5a2", "#ba917a"),  # rose granite
    ("#b9c6ae", "#93a686"),  # serpentine
    ("#cbb8c4", "#ab93a3"),  # porphyry
)
VEINS = (
    "M4 30C40 20 60 52 104 40S150 44 158 30M4 84C50 72 90 104 158 80M4 132C60 118 90 148 158 128",
    "M12 4L44 70L30 158M96 4L82 60L118 104L100 158M158 40L118 104",
    "M4 20C60 50 40 90 90 100S140 140 158 156M60 52C90 40 120 60 158 20M70 94C50 120 30 120 4 150",
    "M20 18l6 8M52 36l8 -4M100 14l4 9M140 40l8 4M30 76l9 3M84 66l4 9M128 92l9 -5M16 124l7 7M70 118l9 3M110 140l4 -9",
    "M4 60C30 20 70 20 80 60S130 110 158 70M4 110C30 80 60 90 80 120S120 150 158 120",
    "M23 30a7 5 0 1 0 14 0a7 5 0 1 0 -14 0M105 24a5 7 0 1 0 10 0a5 7 0 1 0 -10 0M62 80a8 5 0 1 0 16 0a8 5 0 1 0 -16 0"
    "M130 99a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M29 130a5 6 0 1 0 10 0a5 6 0 1 0 -10 0M89 138a7 4 0 1 0 14 0",
)


@remembered
def ground(here: Plan) -> str:
    """The frame, six tiles of different stone, and the light on stones and discs."""
    scale = here.cell / CELL
    left, top = here.floor
    rim = 14 * scale if here.width > NARROW else 7
    width, height = COLUMNS * here.cell, ROWS * here.cell
    frame = "".join(
        f'<rect x="{number(left - grow)}" y="{number(top - grow)}" width="{number(width + 2 * grow)}" '
        f'height="{number(height + 2 * grow)}" rx="{number(grow / 2)}" fill="{fill}"/>'
        for grow, fill in ((rim, "#5a4a3a"), (rim - 2, "#8d775a"), (rim / 2, "#5a4a3a"), (2, "#2f271f"))
    )
    side = TILE_SIDE * CELL
    tiles = ""
    for tile in range(TILES):
        row, column = divmod(tile, TILES_ACROSS)
        (fill, vein), x, y = STONE_KINDS[tile], left + column * side * scale, top + row * side * scale
        tiles += (
            f'<g transform="translate({number(x)} {number(y)}) scale({scale:.3g})">'
            f'<rect x="1" y="1" width="{side - 2}" height="{side - 2}" rx="5" fill="{fill}"/>'
            f'<path d="{VEINS[tile]}" fill="none" stroke="{vein}" stroke-width="2" stroke-linecap="round"/>'
            f'<path d="M2 {side - 5}V6a4 4 0 0 1 4 -4H{side - 5}" fill="none" stroke="#fff" stroke-opacity=".55" '
            'stroke-width="2"/></g>'
        )
    return PAINTS + frame + tiles + steps(here)


def steps(here: Plan) -> str:
    """The stair that the pyramid stands on: it is seen when stones have gone."""
    drawn = ""
    for row, count in enumerate(PYRAMID_ROWS):
        wide = here.step[0] * (count if row else 3)
        top = here.pyramid[1] + row * here.step[1]
        drawn += (
            f'<rect x="{number(here.pyramid[0] - wide / 2)}" y="{number(top)}" width="{number(wide)}" '
            f'height="{number(LONG * here.stone)}" rx="8" fill="{PANEL}" stroke="{LINE}"/>'
        )
        middle, end = number(top + here.step[1] / 2), number(here.pyramid[0] + wide / 2)
        joints = f"M{number(here.pyramid[0] - wide / 2)} {middle}H{end}"
        for joint in range(2 * count - 1 if row else 5):
            x = here.pyramid[0] - wide / 2 + (joint + 1) * here.step[0] / 2
            joints += f"M{number(x)} {middle}v{number((-1 if joint % 2 else 1) * here.step[1] / 2)}"
        drawn += f'<path d="{joints}" fill="none" stroke="{LINE}"/>'
    return drawn


PAINTS = (
    '<defs><linearGradient id="paint-slab" y2="1" x2="0.3"><stop offset="0" stop-color="#6d6675"/>'
    '<stop offset="1" stop-color="#3d3843"/></linearGradient>'
    '<linearGradient id="paint-back" y2="1" x2="0.3"><stop offset="0" stop-color="#a58a64"/>'
    '<stop offset="1" stop-color="#76603f"/></linearGradient>'
    '<radialGradient id="paint-disc"><stop offset="0.6" stop-color="#e9e1cf"/><stop offset="1" stop-color="#c9bb9d"/>'
    '</radialGradient><radialGradient id="paint-warning"><stop offset="0" stop-color="#7c2f26"/>'
    '<stop offset="1" stop-color="#4d1c19"/></radialGradient>'
    '<radialGradient id="paint-gold" cx="0.35" cy="0.3"><stop offset="0" stop-color="#fbe7a4"/>'
    '<stop offset="1" stop-color="#b98518"/></radialGradient></defs>'
)


@remembered
def cell_body(space: int) -> str:
    """A square of the floor with its inlay."""
    face = '<rect class="face" x="-25" y="-25" width="50" height="50" rx="4" fill="#fff2" stroke="#0003"/>'
    if space == BLANK:
        return face
    if space < COLOURS:
        colour = COLOUR_NAMES[space]
        inlay = shape(COLOUR_SIGNS[colour], 23, drawing.COLOURS[colour])
        return (
            f'{face}<circle r="19" fill="#fffaf099" stroke="{drawing.COLOURS[colour]}"/>'
            f'<g stroke="{drawing.COLOURS[colour]}" stroke-width="2.5" fill-opacity=".3">{inlay}</g>'
        )
    return f'{face}<circle r="20" fill="{DARK}" stroke="{GOLD}" stroke-width="2"/>{ICONS[space]}'


ICON = 'fill="none" stroke="#f4d98c" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"'
ICONS = {
    MOVE: f'<path d="M0 -13V13M-13 0H13M-4 -9L0 -13L4 -9M-4 9L0 13L4 9M-9 -4L-13 0L-9 4M9 -4L13 0L9 4" {ICON}/>',
    TURN: f'<path d="M9.5 -5A11 11 0 1 0 11 2M10.5 -12V-4.5H3" {ICON}/>',
    AGAIN: f'<path d="M-10 -9L-1 0L-10 9M2 -9L11 0L2 9" {ICON}/>',
}


# Stones and crystals --------------------------------------------------------------------------------------------


@remembered
def stone_body(kind: int, turn: int) -> str:
    """A slab, its first crystal at the left; or its back. The crystals stay upright when the stone is turned."""
    slab = (
        '<rect x="-51" y="-22" width="104" height="48" rx="9" fill="#0004"/>'
        f'<rect class="face" x="-52" y="-25" width="{LONG}" height="{BROAD}" rx="9" '
        f'fill="url(#paint-{"back" if kind == HIDDEN else "slab"})" stroke="#26221f" stroke-width="1.5"/>'
    )
    if kind == HIDDEN:
        return slab + BACK
    first, second = PAIRS[kind]
    return slab + socket(-26, first, turn) + socket(26, second, turn)


def socket(x: int, crystal: int, turn: int) -> str:
    upright = f" rotate({-turn})" if turn else ""
    hollow = f'<circle r="21" fill="{SOCKET}" stroke="#1c191f"/>'
    return f'<g transform="translate({x}){upright}">{hollow}{gem(crystal, 29)}</g>'


@remembered
def gem(crystal: int, size: float) -> str:
    """A cut crystal: its sign with a lighter table and a spark."""
    name = GEMS[crystal]
    size_inside = size * (0.6 if crystal == WILD else 0.55)
    outer = shape(COLOUR_SIGNS[name], size, drawing.COLOURS[name]).replace("/>", ' stroke="#0008"/>')
    return outer + shape(COLOUR_SIGNS[name], size_inside, "#fff5")


BACK = (
    '<rect x="-46" y="-19" width="92" height="38" rx="5" fill="none" stroke="#5d4a2e" stroke-width="1.5"/>'
    '<path d="M-30 0Q0 -24 30 0Q0 24 -30 0Z" fill="#8a7149" stroke="#5d4a2e" stroke-width="2"/>'
    '<circle r="7" fill="#5d4a2e"/><path d="M-40 -8V8M40 -8V8" stroke="#5d4a2e" stroke-width="2"/>'
)


@remembered
def super_body(colour: int) -> str:
    """A large crystal in gold."""
    points_ = " ".join(f"{number(x)},{number(y)}" for x, y in around(16, 14.5, 11))
    return f'<polygon points="{points_}" fill="url(#paint-gold)" stroke="#6d4d0c"/>{gem(colour, 14)}'


@remembered
def black_body() -> str:
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in around(6, 7))
    spark = '<path d="M-3 -3L1 -4.5" stroke="#fff"/>'
    return f'<polygon points="{corners}" fill="#17151a" stroke="#b9b0c4"/>{spark}'


@remembered
def coin_body(colour: str) -> str:
    """A talisman; a used one bears the sign of who used it."""
    disc = '<circle class="face" r="15" fill="url(#paint-gold)" stroke="#6d4d0c" stroke-width="1.5"/>'
    if colour:
        return f'{disc}<circle r="10.5" fill="#fff8e6"/>{sign(colour, 13)}'
    return (
        f'{disc}<circle r="11" fill="none" stroke="#8a6412"/>'
        '<path d="M-7 0Q0 -8 7 0Q0 8 -7 0Z" fill="#fff3c9" stroke="#6d4d0c"/>'
        '<circle r="2.5" fill="#6d4d0c"/>'
    )


@remembered
def tray_body(colour: int, count: int, width: float, height: float) -> str:
    """What is left of a colour: a heap that gets smaller, and the number."""
    tray = (
        f'<rect class="face" x="{number(-width / 2)}" y="{number(-height / 2)}" width="{number(width)}" '
        f'height="{number(height)}" rx="10" fill="{PANEL}" stroke="{LINE}"/>'
    )
    size = height / 62
    spots = ((0, 0), (-10, 9), (10, 9), (-6, -11), (9, -9))[: min(5, (count + 4) // 5)]
    heap = "".join(
        f'<g transform="translate({number(x * size)} {number(y * size)})">{gem(colour, 15 * size)}</g>'
        for x, y in spots
    )
    middle = -width / 2 + width * 0.22
    heap = f'<g transform="translate({number(middle)} 0)">{heap}</g>'
    return tray + heap + text(width * 0.06, 3, str(count), 17 * size, INK, "middle", 'font-weight="700"')


# Platforms ------------------------------------------------------------------------------------------------------

RING_PLACES = around(RING, 39)
CENTRE_PLACES = around(TOO_MANY - RING, 10.5, turned=-45)
FIVE_PLACES = around(FLIPPED_RING, 31)


@remembered
def disc_body(colour: int, count: int, five: int) -> str:
    """A round platform: the ring fills first, then the centre, which warns. The flipped side has five places."""
    name = COLOUR_NAMES[colour]
    body = (
        f'<circle class="face" r="{DISC}" fill="url(#paint-disc)" stroke="{drawing.COLOURS[name]}" stroke-width="3"/>'
    )
    if five:
        star = " ".join(f"{number(x)},{number(y)}" for x, y in around(10, 46, 20))
        body += f'<polygon points="{star}" fill="{drawing.COLOURS[name]}" fill-opacity=".16"/>'
        body += f'<g opacity=".55">{sign(name, 16)}</g>' + holes(FLIPPED_RING, 31, 24, "#b3a17c", -90)
        return body + gems_at(FIVE_PLACES[:count], colour, 21)
    body += '<circle r="25" fill="url(#paint-warning)" stroke="#e0a63a" stroke-width="2.5" stroke-dasharray="5 4"/>'
    body += holes(RING, 39, 20, "#b3a17c", -90) + holes(TOO_MANY - RING, 10.5, 13, "#2c0f0d", -45)
    return body + gems_at(RING_PLACES[:count], colour, 18) + gems_at(CENTRE_PLACES[: max(count - RING, 0)], colour, 13)


def holes(count: int, radius: float, size: float, fill: str, turned: int) -> str:
    """Round places along a circle, drawn as its dots."""
    return (
        f'<circle r="{radius}" fill="none" stroke="{fill}" stroke-width="{size}" stroke-linecap="round" '
        f'pathLength="{count}" stroke-dasharray="0 1" transform="rotate({turned})"/>'
    )


def gems_at(places: list[tuple[float, float]], colour: int, size: float) -> str:
    """Gems in their places, with a light rim."""
    name = COLOUR_NAMES[colour]
    body = shape(COLOUR_SIGNS[name], size, drawing.COLOURS[name])
    drawn = "".join(f'<g transform="translate({number(x)} {number(y)})">{body}</g>' for x, y in places)
    return f'<g stroke="#fffaf0" stroke-width="1.3" stroke-linejoin="round">{drawn}</g>' if drawn else ""


@remembered
def platform_body(colour: int, count: int, five: int, black: int, out: bool, here: Plan) -> str:
    """The disc and its numbers."""
    faded = ' opacity=".4"' if out else ""
    disc = f'<g transform="scale({here.disc / DISC:.3g})"{faded}>{disc_body(colour, count, five)}</g>'
    told = f"{count}/{FLIPPED_RING if five else RING}"
    bold = 'font-weight="700"'
    if here.beside:
        x, y = here.disc + 8, 26.0
        told = text(x, 4, told, 15, INK, "start", bold)
    else:
        x, y = 2.0, here.disc + 12
        told = text(-18 if black else 0, y, told, 15, INK, "middle", bold)
    marks = f'<g transform="translate({number(x + 7)} {number(y)})">{black_body()}</g>'
    return disc + told + (marks + text(x + 17, y, f"−{black}", 14, INK, "start") if black else "")


@remembered
def unknown_body(colour: int, scale: float) -> str:
    name = COLOUR_NAMES[colour]
    return (
        f'<g transform="scale({scale:.3g})"><circle class="face" r="{DISC}" fill="url(#paint-disc)" '
        f'stroke="{drawing.COLOURS[name]}" stroke-width="3"/><g opacity=".5">{sign(name, 34)}</g></g>'
    )


@remembered
def panel_body(name: str, told: str, colour: str, turn: bool, here: Plan) -> str:
    """A player's ground with the name and the points; whose turn it is has a frame and a bold name."""
    width, height = here.panel
    edge = f'stroke="{drawing.COLOURS[colour]}" stroke-width="3.5"' if turn else f'stroke="{LINE}"'
    weight = 'font-weight="700"' if turn else ""
    band = f"M0 30V12a12 12 0 0 1 12 -12H{number(width - 12)}a12 12 0 0 1 12 12V30z"
    mark = f'<path d="{band}" fill="{drawing.COLOURS[colour]}" fill-opacity=".25"/>' if turn else ""
    return (
        f'<rect class="face" width="{number(width)}" height="{number(height)}" rx="12" fill="{PANEL}" {edge}/>{mark}'
        f'<g transform="translate(18 17)">{sign(colour, 14)}</g>'
        + text(32, 17, name, 16, INK, "start", weight)
        + text(width - 12, 17, told, 15, INK, "end", weight)
    )


# Clicks ---------------------------------------------------------------------------------------------------------


def path(s: Position, seat: int, action: int) -> tuple[str, ...]:
    """A stone; then the squares of its first and of its second crystal. Colours are named in the supply."""
    block, chosen = meaning(action)
    if block is LAY:
        now = plain(s)
        return squares_to_click(chosen, shows_double(now, stone_handled(now)))
    if block is FLIP:
        return tuple(f"side-{colour}-{chosen >> colour & 1}" for colour in range(COLOURS))
    if block is TALISMAN:
        return "|".join(f"talisman-{coin}" for coin in range(coins_left(plain(s)))), f"supply-{chosen}"
    if block is NAME:
        return (f"supply-{chosen}",)
    return () if block is STOP else (f"stone-{chosen}",)


@functools.cache
def squares_to_click(spot: int, double: bool) -> tuple[str, str]:
    """The halves of a double are alike: its squares can be clicked either way round."""
    first, second = (f"cell-{square}" for square in SPOT_SQUARES[spot])
    return (f"{first}|{second}", f"{first}|{second}") if double else (first, second)


def foresees(action: int) -> bool:
    """Whether there is a ghost of an action."""
    return meaning(action)[0] is LAY


def ghost(s: Position, seat: int, action: int, voice: Voice, narrow: bool) -> tuple[Piece, str] | None:
    """The stone where it would lie, and what it would bring there."""
    if not foresees(action):
        return None
    spot, now = meaning(action)[1], plain(s)
    stone, here = stone_handled(now), plan(now.players, narrow)
    laid = laid_stone(stone, now.kind[stone], spot, False, stone_name(now, stone), here)
    return laid, " ".join(sentence for event in foreseen(s, seat, action) for sentence in told(event, voice))
