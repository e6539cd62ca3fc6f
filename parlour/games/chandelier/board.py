"""The Rainbow Chandelier as a picture: the town from above, the council's table, and a chandelier for each player.

Where things are in town is computed from its graph: fountains go around in a ring, docks at the bottom of it with
their roofs towards the water in the middle, the others with their roofs away from it.
"""

import functools
import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from parlour.games.chandelier.first_words import goods
from parlour.games.chandelier.rules import (
    BE_PAID,
    BRIBE,
    BUY,
    CASH_IN,
    COLOURS,
    COUNCIL_PAYS,
    DECLINE,
    EMPTY,
    FAVOUR,
    FOUNTAIN_OF,
    GIVES,
    HIDDEN,
    LOT_PAYS,
    PERSON,
    PRICE,
    ROOFS,
    ROUNDS,
    STEAL,
    TOWNS,
    TURNS,
    VISIT,
    Person,
    Phase,
    actors,
    in_reach,
    score,
    visitor,
    worth,
)
from parlour.games.chandelier.town import Town
from parlour.games.chandelier.words import (
    COLOUR_NAMES,
    PERSON_NAMES,
    banked_so_far,
    favour_means,
    favour_told,
    fountain_name,
    roof_name,
    tile_name,
)
from parlour.kit import drawing
from parlour.kit.actions import decode, within
from parlour.kit.drawing import FAINT, INK, PAPER, Part, Picture, Piece, number, shape, sign, text
from parlour.kit.record import Position
from parlour.kit.remembering import remembered
from parlour.kit.voice import Voice, upper_first

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, width, height

PLACES, THINGS, MARKER_LAYER, BUBBLE_LAYER, PEOPLE, ANSWERS = range(6)
PANEL = "var(--panel, #ece0c6)"
LINE = "var(--line, #cdbb97)"
CREAM, WOOD, IRON = "#fbf4e2", "#6d4a2f", "#6b5b45"
SERIF = 'font-family="var(--serif, serif)"'
ROOF_WIDTH, ROOF_HEIGHT = 56, 60  # before they are scaled


# Where things are in town ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Site:
    """The ground that a town is drawn on, and how large its parts are."""

    width: int
    height: int
    scale: float  # of roofs and fountains
    fountain: Point  # width and height of one with its name
    bubble: Point  # what is kept free in the middle
    shore: Point  # how far docks keep from the edge
    letters: int  # of a line of a name
    margin: float
    gap: float


WIDE_SITE = Site(720, 660, 1.4, (116, 78), (214, 118), (38, 44), 16, 14, 9)
NARROW_SITE = Site(360, 510, 1, (58, 62), (108, 150), (0, 44), 9, 5, 3.4)


@dataclass(frozen=True)
class Places:
    """The middles of all fountains and roofs of a town, by number."""

    fountains: tuple[Point, ...]
    roofs: tuple[Point, ...]


def site(narrow: bool) -> Site:
    return NARROW_SITE if narrow else WIDE_SITE


@functools.cache
def places(town: Town, narrow: bool) -> Places:
    """Put fountains in a ring and roofs beside them, then push apart whatever overlaps."""
    here = site(narrow)
    fountains = around_the_ring(town, here)
    wishes = [*fountains, *beside(town, fountains, here), (here.width / 2, here.height / 2)]
    roof = (ROOF_WIDTH * here.scale, ROOF_HEIGHT * here.scale)
    sizes = [here.fountain] * len(fountains) + [roof] * ROOFS + [here.bubble]
    tries = (settle(wishes, sizes, here, attempt) for attempt in range(ATTEMPTS))
    settled = next((found for found in tries if overlap(found, sizes) < 0.5), None) or settle(wishes, sizes, here, 0)
    return Places(tuple(settled[: len(fountains)]), tuple(settled[len(fountains) : -1]))


def around_the_ring(town: Town, here: Site) -> list[Point]:
    """The fountains evenly around, the docks as far down as can be."""
    order = ring(town)
    count = len(order)
    docks = [place for place, fountain in enumerate(order) if town.fountains[fountain].dock]
    lowest = middle_of(docks, count) if docks else count / 2
    roof = 0.8 * ROOF_HEIGHT * here.scale
    spots: list[Point] = [(0, 0)] * count
    for place, fountain in enumerate(order):
        angle = math.pi / 2 + (lowest - place) * 2 * math.pi / count
        off_x, off_y = here.shore if town.fountains[fountain].dock else (roof, roof)
        reach_x = here.width / 2 - here.margin - here.fountain[0] / 2 - off_x
        reach_y = here.height / 2 - here.margin - here.fountain[1] / 2 - off_y
        x, y = rounded(math.cos(angle)), rounded(math.sin(angle))
        spots[fountain] = here.width / 2 + x * reach_x, here.height / 2 + y * reach_y
    return spots


def rounded(part: float) -> float:
    """Makes a circle squarish, so that it fills the ground."""
    return math.copysign(abs(part) ** 0.45, part) if abs(part) > 1e-9 else 0


def ring(town: Town) -> list[int]:
    """The fountains in an order in which steps lead to neighbours: that of the file, made better where it can be."""
    count = len(town.fountains)
    streets = [edge for edge in edges(town) if not is_lane(town, edge)]

    def cost(order: list[int]) -> int:
        at = {fountain: place for place, fountain in enumerate(order)}
        return sum(min(abs(at[a] - at[b]), count - abs(at[a] - at[b])) ** 2 for a, b in streets)

    best = list(range(count))
    better = True
    while better:
        better = False
        for first, last in itertools.combinations(range(count + 1), 2):
            turned = best[:first] + best[first:last][::-1] + best[last:]
            if cost(turned) < cost(best):
                best, better = turned, True
    return best


def middle_of(some: list[int], count: int) -> float:
    """The place on a ring of `count` that lies in the middle of some of its places."""
    angles = [2 * math.pi * place / count for place in some]
    x, y = sum(map(math.cos, angles)), sum(map(math.sin, angles))
    if math.hypot(x, y) < 1e-6:
        return some[0]
    return math.atan2(y, x) / (2 * math.pi) * count % count


def edges(town: Town) -> list[tuple[int, int]]:
    return [(one, other) for one in range(len(town.fountains)) for other in town.steps(one) if one < other]


def is_lane(town: Town, edge: tuple[int, int]) -> bool:
    """Docks are reached from each other over the water."""
    return all(town.fountains[end].dock for end in edge)


def beside(town: Town, fountains: list[Point], here: Site) -> Iterator[Point]:
    """Where each roof would like to be: at a dock towards the middle, else away from it."""
    far_x = (ROOF_WIDTH * here.scale + here.fountain[0]) / 2 + here.gap
    far_y = (ROOF_HEIGHT * here.scale + here.fountain[1]) / 2 + here.gap
    for fountain, (x, y) in zip(town.fountains, fountains, strict=True):
        away = math.atan2(y - here.height / 2, x - here.width / 2) + (math.pi if fountain.dock else 0)
        spread = (-0.85, 0, 0.85) if fountain.roofs == 3 else (-0.55, 0.55)
        for side in spread:
            yield x + far_x * math.cos(away + side), y + far_y * math.sin(away + side)


ATTEMPTS = 20


def settle(wishes: list[Point], sizes: list[Point], here: Site, attempt: int) -> list[Point]:
    """Let everything go where it wishes, as far as nothing overlaps or leaves the ground; the last stays in place.

    Where that ends in a jam, another attempt begins a little elsewhere.
    """
    strays = scattered(here, (attempt + 1) * len(wishes), attempt * len(wishes))
    stray = 0.08 if attempt else 0
    spots = [
        (x + stray * (dx - here.width / 2), y + stray * (dy - here.height / 2))
        for (x, y), (dx, dy) in zip(wishes, strays, strict=True)
    ]
    xs, ys = (list(side) for side in zip(*spots[:-1], wishes[-1], strict=True))
    fixed = len(wishes) - 1
    pairs = [  # with the distances that they need, and how much of a push each takes
        (
            *(a, b, (sizes[a][0] + sizes[b][0]) / 2 + here.gap, (sizes[a][1] + sizes[b][1]) / 2 + here.gap),
            *((1, 0) if b == fixed else (0.5, 0.5)),
        )
        for a, b in itertools.combinations(range(len(wishes)), 2)
    ]
    bounds = [
        (w / 2 + here.margin, here.width - w / 2 - here.margin, h / 2 + here.margin, here.height - h / 2 - here.margin)
        for w, h in sizes
    ]
    for round_ in range(400):
        if round_ < 250:  # at last, only make room
            for n, (x, y) in enumerate(wishes):
                xs[n] += (x - xs[n]) * 0.03
                ys[n] += (y - ys[n]) * 0.03
        moved = False
        for a, b, need_x, need_y, part_a, part_b in pairs:
            dx, dy = xs[b] - xs[a], ys[b] - ys[a]
            deep_x, deep_y = need_x - abs(dx), need_y - abs(dy)
            if deep_x > 0.01 and deep_y > 0.01:
                moved = True
                if deep_x < deep_y:
                    push = math.copysign(deep_x, dx or -1)
                    xs[a] -= push * part_a
                    xs[b] += push * part_b
                else:
                    push = math.copysign(deep_y, dy or -1)
                    ys[a] -= push * part_a
                    ys[b] += push * part_b
        for n, (left, right, top, bottom) in enumerate(bounds):
            xs[n] = min(max(xs[n], left), right)
            ys[n] = min(max(ys[n], top), bottom)
        if round_ > 250 and not moved:
            break
    return [(round(x, 1), round(y, 1)) for x, y in zip(xs, ys, strict=True)]


def overlap(at: list[Point], sizes: list[Point]) -> float:
    """How far two things reach into each other, at worst."""
    return max(
        min((sizes[a][n] + sizes[b][n]) / 2 - abs(at[a][n] - at[b][n]) for n in (0, 1))
        for a, b in itertools.combinations(range(len(at)), 2)
    )


# The ground of the town -----------------------------------------------------------------------------------------


@remembered
def town_ground(town: Town, narrow: bool) -> tuple[str, str]:
    """The land with water, streets and squares; and what stands on it: the fountains with their names."""
    here, spots = site(narrow), places(town, narrow)
    land = "".join(
        [
            f'<rect width="{here.width}" height="{here.height}" rx="16" fill="#a9b06f"/>',
            hill(town, here, spots),
            water(town, here, spots),
            lanes(town, here, spots),
            streets(town, here, spots),
            *(squares(town, dock, spots, here) for dock in (False, True)),
            trees(town, here, spots),
        ]
    )
    # By day the map is pale, by night it lies in the dark: the colour of the room is laid over it.
    frame = f'width="{here.width}" height="{here.height}" rx="16"'
    below = (
        f'<svg width="{here.width}" height="{here.height}">{land}</svg>'
        f'<rect {frame} fill="var(--ground, #efe4cb)" opacity="0.36"/>'
        f'<rect {frame} fill="none" stroke="{LINE}" stroke-width="2"/>'
    )
    return below, fountains(town, spots, narrow)


def block(town: Town, place: int, spots: Places, here: Site) -> list[Point]:
    """The corners of the ground that a fountain and its roofs take up, as the hull around them."""
    half = ROOF_WIDTH * here.scale / 2 - 2, ROOF_HEIGHT * here.scale / 2 - 2
    boxes = [(spots.fountains[place], (here.fountain[0] / 2 - 6, here.fountain[1] / 2 - 4))]
    boxes += [(spots.roofs[roof], half) for roof, at in enumerate(town.fountain_of) if at == place]
    return hull([(x + a * dx, y + b * dy) for (x, y), (dx, dy) in boxes for a in (-1, 1) for b in (-1, 1)])


def hull(points: list[Point]) -> list[Point]:
    """The outer corners of points, in order."""

    def half(ordered: list[Point]) -> list[Point]:
        kept: list[Point] = []
        for p in ordered:
            while len(kept) > 1 and cross(kept[-2], kept[-1], p) <= 0:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    ordered = sorted(set(points))
    return half(ordered) + half(ordered[::-1])


def cross(o: Point, a: Point, b: Point) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def corners_of(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def squares(town: Town, dock: bool, spots: Places, here: Site) -> str:
    """The ground of fountains and their roofs: planks at docks, else slabs."""
    edge, fill = ("#6e5232", "#b08a58") if dock else ("#a8895a", "#dcc493")
    ways: tuple[Point, ...] = ((1, 0),) if dock else ((1, 0.45), (1, -0.45))
    outlines = joints = ""
    for place, fountain in enumerate(town.fountains):
        if fountain.dock == dock:
            corners = block(town, place, spots, here)
            outlines += f"M{corners_of(corners)}Z"
            joints += "".join(hatch(corners, way, (9 if dock else 17) * here.scale) for way in ways)
    wide = 12 if here.scale > 1 else 5
    return (
        f'<path d="{outlines}" fill="none" stroke="{edge}" stroke-width="{wide + 3}" stroke-linejoin="round"/>'
        f'<path d="{outlines}" fill="{fill}" stroke="{fill}" stroke-width="{wide}" stroke-linejoin="round"/>'
        f'<path d="{joints}" stroke="{edge}" opacity="0.55" fill="none"/>'
    )


def hatch(corners: list[Point], way: Point, step: float) -> str:
    """Parallel lines in a convex figure, the first coordinate of the normal and its slope given."""
    a, b = way
    reach = [a * x + b * y for x, y in corners]
    lines = []
    value = math.ceil(min(reach) / step) * step
    while value < max(reach):
        hits = []
        for (p, q), (x, y) in zip(itertools.pairwise([*corners, corners[0]]), corners, strict=True):
            u, v = a * p[0] + b * p[1] - value, a * q[0] + b * q[1] - value
            if u * v < 0:
                t = u / (u - v)
                hits.append((x + t * (q[0] - p[0]), y + t * (q[1] - p[1])))
        if len(hits) == 2:
            (x1, y1), (x2, y2) = hits
            lines.append(f"M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}")
        value += step
    return "".join(lines)


def hill(town: Town, here: Site, spots: Places) -> str:
    """Rising ground around the square that is farthest from the docks."""
    docks = [spots.fountains[n] for n, fountain in enumerate(town.fountains) if fountain.dock]
    inland = [n for n, fountain in enumerate(town.fountains) if not fountain.dock]
    if not docks or not inland:
        return ""
    top = max(inland, key=lambda n: min(math.dist(spots.fountains[n], dock) for dock in docks))
    corners = corners_of(block(town, top, spots, here))
    return "".join(
        f'<polygon points="{corners}" fill="{colour}" stroke="{colour}" stroke-width="{width * here.scale:.0f}" '
        'stroke-linejoin="round"/>'
        for colour, width in (("#9ba765", 96), ("#b4b778", 90), ("#a3ab69", 60), ("#c0bf84", 55))
    )


def water(town: Town, here: Site, spots: Places) -> str:
    """A basin in the middle that comes up to the docks, and its way out to the sea at both sides of the lowest."""
    docks = [n for n, fountain in enumerate(town.fountains) if fountain.dock]
    if not docks:
        return ""
    x, y = here.width / 2, here.height / 2
    by_angle = sorted(
        range(len(spots.fountains)), key=lambda n: math.atan2(spots.fountains[n][1] - y, spots.fountains[n][0] - x)
    )
    shore = []
    for n in by_angle:
        fx, fy = spots.fountains[n]
        near = 0.92 if n in docks else 0.62 if here.scale > 1 else 0.5
        shore.append((x + (fx - x) * near, y + (fy - y) * near))
    basin = smooth(shore)
    lowest = max(docks, key=lambda n: spots.fountains[n][1])
    sea = here.height + 4
    fx, fy = spots.fountains[lowest]
    width = 34 * here.scale
    out = (
        f"M{fx:.0f} {fy - 2 * width:.0f}Q{fx - 4 * width:.0f} {fy:.0f} {fx - 1.7 * width:.0f} {sea}"
        f"L{fx + 1.7 * width:.0f} {sea}Q{fx + 4 * width:.0f} {fy:.0f} {fx:.0f} {fy - 2 * width:.0f}Z"
    )
    bed = "".join(
        f'<path d="{basin}{out}" fill="{colour}" stroke="{colour}" stroke-width="{wide}" stroke-linejoin="round"/>'
        for colour, wide in (("#d8c894", 14), ("#6fa9b8", 8), ("#4f94a9", 1))
    )
    waves = "".join(
        f"M{wx:.0f} {wy:.0f}q4 -4 8 0t8 0"
        for wx, wy in scattered(here, 90)
        if math.hypot((wx - x) / here.width, (wy - y) / here.height) < 0.21
    )
    waves = f'<path d="{waves}" fill="none" stroke="#b9dbe0" stroke-width="1.4" opacity="0.8"/>'
    return bed + waves + ship(x, y - 0.075 * here.height, here)


def ship(x: float, y: float, here: Site) -> str:
    """A ship at anchor in the middle of the basin."""
    return (
        f'<g transform="translate({number(x)} {number(y)}) scale({1.5 if here.scale > 1 else 1.1})">'
        '<path d="M-30 16Q0 26 30 16" stroke="#b9dbe0" fill="none" stroke-width="3"/>'
        '<path d="M-26 4H28Q24 18 14 18H-14Q-24 17 -26 4Z" fill="#5c3d26"/>'
        '<path d="M-26 4H28L27 8H-25Z" fill="#83593a"/>'
        '<path d="M-9 4V-30M11 4V-24" stroke="#4a3322" stroke-width="2"/>'
        '<path d="M-8 -28Q8 -18 -8 -2ZM12 -22Q24 -14 12 -3Z" fill="#f4e8cc"/>'
        '<path d="M-10 -26Q-24 -12 -22 0L-10 -3ZM10 -20L0 -3H10Z" fill="#e2d0a8"/>'
        '<path d="M-9 -30L-18 -34L-9 -36Z" fill="#7a4aa5"/></g>'
    )


def smooth(points: list[Point]) -> str:
    """A closed curve through points."""
    count = len(points)
    d = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    for n in range(count):
        a, b, c, e = (points[(n + k) % count] for k in (-1, 0, 1, 2))
        d += (
            f"C{b[0] + (c[0] - a[0]) / 6:.0f} {b[1] + (c[1] - a[1]) / 6:.0f} "
            f"{c[0] - (e[0] - b[0]) / 6:.0f} {c[1] - (e[1] - b[1]) / 6:.0f} {c[0]:.0f} {c[1]:.0f}"
        )
    return d + "Z"


def lanes(town: Town, here: Site, spots: Places) -> str:
    """The ways over the water, from dock to dock, with a boat on each."""
    middle = (here.width / 2, here.height / 2)
    ways = boats = ""
    for one, other in edges(town):
        if is_lane(town, (one, other)):
            (ax, ay), (bx, by) = (landing(town, dock, spots, here) for dock in (one, other))
            mx, my = (0.6 * (a + b) / 2 + 0.4 * c for a, b, c in zip((ax, ay), (bx, by), middle, strict=True))
            ways += f"M{ax:.0f} {ay:.0f}Q{mx:.0f} {my:.0f} {bx:.0f} {by:.0f}"
            t = 0.3 if math.dist((mx, my), middle) < 40 else 0.5  # not where the ship lies
            px, py = ((1 - t) ** 2 * a + 2 * t * (1 - t) * m + t * t * b for a, m, b in ((ax, mx, bx), (ay, my, by)))
            boats += f'<g transform="translate({px:.0f} {py:.0f}) scale({here.scale})">{BOAT}</g>'
    return (
        f'<path d="{ways}" fill="none" stroke="#f3ead2" stroke-width="{2.4 * here.scale:.1f}" '
        f'stroke-dasharray="{7 * here.scale:.0f} {5 * here.scale:.0f}"/>{boats}'
    )


def landing(town: Town, dock: int, spots: Places, here: Site) -> Point:
    """Where the sea lanes of a dock begin: just inside the edge of its planks, towards the middle."""
    (x, y), (mx, my) = spots.fountains[dock], (here.width / 2, here.height / 2)
    corners = block(town, dock, spots, here)
    t = next(t / 50 for t in range(51) if not inside((x + (mx - x) * t / 50, y + (my - y) * t / 50), corners, 0))
    return x + (mx - x) * t, y + (my - y) * t


BOAT = (
    '<path d="M-11 1H11Q8 7 4 7H-4Q-9 7 -11 1Z" fill="#6d4a2f"/>'
    '<path d="M0 0V-14L9 -2H0M-1 0V-11L-7 -2H-1" fill="#fbf4e2"/>'
)


def streets(town: Town, here: Site, spots: Places) -> str:
    """The ways over land."""
    ways = "".join(
        f"M{number(spots.fountains[one][0])} {number(spots.fountains[one][1])}"
        f"L{number(spots.fountains[other][0])} {number(spots.fountains[other][1])}"
        for one, other in edges(town)
        if not is_lane(town, (one, other))
    )
    return "".join(
        f'<path d="{ways}" stroke="{colour}" stroke-width="{width * here.scale:.0f}" fill="none" {more}/>'
        for colour, width, more in (
            ("#8f7648", 19, ""),
            ("#e8d7ae", 15, ""),
            ("#c6ac77", 9, 'stroke-dasharray="2 7"'),
            ("#e8d7ae", 3, ""),
        )
    )


def scattered(here: Site, end: int, begin: int = 0) -> Iterator[Point]:
    """Points all over, in no order that one sees, yet always the same."""
    for n in range(begin, end):
        yield (n * 0.7548776662 % 1) * here.width, (n * 0.5698402910 % 1) * here.height


def trees(town: Town, here: Site, spots: Places) -> str:
    """Trees where there is nothing but grass."""
    count = len(town.fountains)
    x, y = here.width / 2, here.height / 2
    blocks = [block(town, n, spots, here) for n in range(count)]
    ways = [(spots.fountains[a], spots.fountains[b]) for a, b in edges(town) if not is_lane(town, (a, b))]
    docks = [spots.fountains[n] for n, fountain in enumerate(town.fountains) if fountain.dock]
    lowest = max(docks, key=lambda dock: dock[1], default=(x, y))
    stand: list[Point] = []
    for tx, ty in scattered(here, 260):
        on_edge = not (14 < tx < here.width - 14 and 16 < ty < here.height - 10)
        in_basin = math.hypot((tx - x) / here.width, (ty - y) / here.height) < 0.36
        in_basin |= bool(docks) and abs(tx - lowest[0]) < 100 * here.scale and ty > lowest[1] - 70 * here.scale
        on_way = any(from_line((tx, ty), a, b) < 20 * here.scale for a, b in ways)
        if not (on_edge or in_basin or on_way or any(inside((tx, ty), corners, 17 * here.scale) for corners in blocks)):
            stand.append((tx, ty))
    return "".join(
        f'<path d="{dots((tx + dx, ty + dy) for tx, ty in stand)}" stroke="{colour}" stroke-width="{size}" {ROUND}/>'
        for colour, size, dx, dy in (("#7d8449", 16, 3, 4), ("#5d7a41", 16, 0, 0), ("#7d9a57", 9, -2, -3))
    )


ROUND = 'stroke-linecap="round" fill="none"'


def dots(points: Iterable[Point]) -> str:
    """A path whose round ends are a dot at each point."""
    return "".join(f"M{x:.0f} {y:.0f}h0" for x, y in points)


def inside(p: Point, corners: list[Point], more: float) -> bool:
    """Whether a point is in a convex figure or nearer to it than that."""
    sides = list(itertools.pairwise([*corners, corners[0]]))
    return all(cross(a, b, p) >= 0 for a, b in sides) or any(from_line(p, a, b) < more for a, b in sides)


def from_line(p: Point, a: Point, b: Point) -> float:
    """How far a point is from the line between two others."""
    length = math.dist(a, b) ** 2 or 1
    t = min(1, max(0, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length))
    return math.dist(p, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


def fountains(town: Town, spots: Places, narrow: bool) -> str:
    """Basins of stone with their jets, and a plate with the name below each."""
    here = site(narrow)
    size = 0.86 if narrow else 1.35
    at = [(x, y - here.fountain[1] / 2 + 17 * size) for x, y in spots.fountains]
    spray = "".join(f"M{x:.0f} {y:.0f}{JET}" for x, y in at)
    basins = "".join(
        f'<path d="{dots((x, y + down) for x, y in at)}" stroke="{colour}" stroke-width="{number(width * size)}" '
        f"{ROUND}/>"
        for colour, width, down in STONE
    )
    plates = words = ""
    for fountain, (x, y) in zip(town.fountains, spots.fountains, strict=True):
        lines = [cut(line, here.letters) for line in (fountain.name.rsplit(" ", 1) if narrow else [fountain.name])]
        width = here.fountain[0] if narrow else len(lines[0]) * 7.4 + 16
        height = 15 * len(lines) + 3
        top = y + here.fountain[1] / 2 - height
        plates += f"M{number(x - width / 2)} {number(top)}h{number(width)}v{height}h{number(-width)}z"
        words += "".join(text(x, top + 9 + 15 * n, line) for n, line in enumerate(lines))
    return (
        f'{basins}<path d="{spray}" stroke="#eefafa" fill="none" stroke-width="1.4"/>'
        f'<path d="{plates}" fill="{PAPER}" stroke="{PAPER}" stroke-width="4" stroke-linejoin="round"/>'
        f"<g {SERIF}>{words}</g>"
    )


STONE = (
    ("#75684f", 35, 2),
    ("#d9ceb6", 32, 0),
    ("#75684f", 25, 0),
    ("#5fa6b9", 23.5, 0),
    ("#8cc5d2", 14, 0),
    ("#75684f", 7, 0),
    ("#d9ceb6", 5, 0),
)
JET = "q-7 -12 -11 0m11 0q7 -12 11 0m-11 0q-3 6 -7 7m7 -7q3 6 7 7"


def cut(words: str, letters: int) -> str:
    return words if len(words) <= letters else f"{words[: letters - 1]}…"


def lamplight(s: Position, narrow: bool) -> str:
    """Light on the squares where the visitor may go."""
    if s.marker == EMPTY or int(s.phase) != Phase.VISIT:
        return ""
    return light_on(int(s.town), int(in_reach(s)), narrow)


@remembered
def light_on(town: int, roofs: int, narrow: bool) -> str:
    """Light on the squares of some roofs, which are given as a bit set."""
    lit = sorted({at for roof, at in enumerate(TOWNS[town].fountain_of) if roofs >> roof & 1})
    return "".join(light_of(TOWNS[town], place, narrow) for place in lit)


@remembered
def light_of(town: Town, place: int, narrow: bool) -> str:
    corners = corners_of(block(town, place, places(town, narrow), site(narrow)))
    return (
        f'<polygon points="{corners}" fill="#fff3c4" stroke="#fff3c4" stroke-width="{5 if narrow else 12}" '
        'stroke-linejoin="round" opacity="0.36"/>'
    )


# The picture ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """Where town, table and players are, for one screen and number of players."""

    width: int
    height: int
    town: Point
    header: Point
    table: Box
    prices: float  # the height of the line that says what the bank pays
    panels: tuple[Box, ...]  # the first is for whoever looks
    narrow: bool


@functools.cache
def plan(players: int, narrow: bool) -> Plan:
    panels: tuple[Box, ...]
    if narrow:
        rows = math.ceil(players / 2)
        top = 164 + NARROW_SITE.height + 8
        panels = tuple((2 + 179 * (n % 2), top + 138.0 * (n // 2), 177, 132) for n in range(players))
        return Plan(360, top + 138 * rows, (0, 164), (180, 12), (2, 26, 356, 112), 152, panels, narrow)
    height = min(494 / players, 200)
    panels = tuple((736, 168 + height * n, 304, height - 6) for n in range(players))
    return Plan(1040, 662, (0, 1), (888, 13), (736, 28, 304, 112), 154, panels, narrow)


def draw(s: Position, voice: Voice, narrow: bool = False) -> Picture:
    """The town and the table as the listener knows them."""
    here, acting = plan(int(s.players), narrow), int(actors(s))
    below, above = town_in_place(int(s.town), here)
    ground = (below, lamplight(s, narrow), above, *table_ground(s, here))
    parts = [houses(s, here), marker(s, here), purses(s, here, voice)]
    parts += [player(s, seat, bool(acting >> seat & 1), here, voice) for seat in range(s.players)]
    if s.person != EMPTY:
        parts.append(meeting(s, here, voice))
    return drawing.picture(here.width, here.height, ground, parts, "The Rainbow Chandelier")


@remembered
def town_in_place(town: int, here: Plan) -> tuple[str, str]:
    """The ground of the town of that number, where it lies in the picture: what is below its lamps, and above."""
    below, above = town_ground(TOWNS[town], here.narrow)
    x, y = here.town
    return f'<g transform="translate({number(x)} {number(y)})">{below}', f"{above}</g>"


# Roofs and people -----------------------------------------------------------------------------------------------


def houses(s: Position, here: Plan) -> Part:
    """Each roof, and whoever lives under it if they are still to be visited."""
    return all_houses(int(s.town), tuple(s.roof.tolist()), here)


@remembered
def all_houses(town: int, kinds: tuple[int, ...], here: Plan) -> Part:
    """The houses by the kinds of their tiles; first all roofs, then all people, as they will lie in the picture."""
    drawn = [house(town, roof, kind, here) for roof, kind in enumerate(kinds)]
    return tuple(roof for roof, *_ in drawn) + tuple(person for _, *people in drawn for person in people)


@remembered
def house(town: int, roof: int, kind: int, here: Plan) -> Part:
    """A roof, then whoever lives under it."""
    x, y = places(TOWNS[town], here.narrow).roofs[roof]
    x, y = x + here.town[0], y + here.town[1]
    scale = site(here.narrow).scale
    body = roof_body(kind, int(FOUNTAIN_OF[town, roof]) % len(TILES_OF_A_ROOF))
    told = f"{roof_name(town, roof)}: {tile_told(kind) if kind != EMPTY else 'nobody'}"
    pieces = [Piece(f"roof-{roof}", x, y, body, told, PLACES, 0, scale)]
    if kind != EMPTY:
        aside = -12 * scale if PRICE[kind] else 0
        size = scale if PRICE[kind] else 1.15 * scale
        face = FACES[PERSON[kind]]
        pieces.append(Piece(f"person-{roof}", x + aside, y - 11 * scale, face, tile_name(kind), PEOPLE, 0, size))
    return drawing.part(pieces)


def tile_told(kind: int) -> str:
    """Who it is and what there is to be had."""
    person = PERSON[kind]
    if person == Person.THIEF:
        return "thief, who takes a crystal from an opponent"
    if person == Person.COUNCIL:
        return f"council person, who pays {COUNCIL_PAYS}K or does a favour"
    price = f"for {PRICE[kind]}K" if PRICE[kind] else "for nothing"
    return f"{tile_name(kind)}, {goods(kind)} {price}"


TILES_OF_A_ROOF = (
    ("#a9553a", "#8c4230", "#bd6a4a"),
    ("#9a5f3c", "#7e4a2e", "#b0754c"),
    ("#8d4a43", "#733a36", "#a55e54"),
)
EMPTY_TILES = ("#8b8172", "#766d60", "#9a9081")


@remembered
def roof_body(kind: int, tone: int) -> str:
    """A roof from above, around (0, 0), with a price and what there is to be had; bare if nobody is left."""
    if kind == EMPTY:
        chimney = '<rect x="9" y="-17" width="9" height="9" fill="#5d5549" stroke="#4a4339"/>'
        return f'<g opacity="0.66">{hip(*EMPTY_TILES)}{chimney}</g>'
    person = PERSON[kind]
    tag = ""
    if person == Person.THIEF:
        goods = text(0, 17, "thief", 14, DARK)
    elif person == Person.COUNCIL:
        goods = (
            text(-9.5, 17, f"+{COUNCIL_PAYS}K", 14, DARK)
            + f'<g transform="translate(17 17) scale(0.75)">{SMALL_SCROLL}</g>'
        )
    elif person == Person.PREACHER:
        goods = row_of_gems(goods_of(kind), -17, 17, 14) + text(9, 17, "free", 14, DARK)
    else:
        goods = row_of_gems(goods_of(kind), 0, 17, 17)
        tag = f'<rect x="2" y="-20" width="24" height="18" rx="3" fill="{CREAM}"/>'
        tag += text(14, -11, f"{PRICE[kind]}K", 14, DARK)
    board = f'<rect x="-26" y="7" width="52" height="20" rx="4" fill="{CREAM}" stroke="#5a3a26"/>'
    return hip(*TILES_OF_A_ROOF[tone]) + tag + board + goods


def goods_of(kind: int) -> list[int]:
    """The colours of the crystals that are to be had."""
    return [colour for colour in range(COLOURS) for _ in range(GIVES[kind, colour])]


DARK = "#33261a"


def hip(tiles: str, shade: str, light: str) -> str:
    """Four slopes that meet in a ridge, with rows of tiles."""
    return (
        f'<rect class="face" x="-28" y="-30" width="56" height="60" rx="4" fill="{tiles}" stroke="#4a2c1e"/>'
        f'<path d="M-27 -29H27L10 -4H-10Z" fill="{light}"/><path d="M-27 29H27L10 4H-10Z" fill="{shade}"/>'
        '<path d="M-23 -23H23M-19 -17H19M-27 -29L-10 -4V4L-27 29M27 -29L10 -4V4L27 29M-10 -4H10M-10 4H10" '
        'stroke="#4a2c1e" fill="none" opacity="0.5"/>'
    )


@remembered
def gems(colour: int, at: tuple[Point, ...], size: float) -> str:
    """Cut crystals of one colour in the form of its sign."""
    fill = drawing.COLOURS[COLOUR_NAMES[colour]]
    return (
        f'<path d="{cuts(colour, at, size)}" fill="{fill}" stroke="{GEM_EDGES[colour]}"/>'
        f'<path d="{cuts(colour, at, size * 0.45)}" fill="#fff" opacity="0.45"/>'
    )


GEM_EDGES = ("#6f1813", "#123d73", "#7d5e00", "#13502f")


def cuts(colour: int, at: Iterable[Point], size: float) -> str:
    """The outlines of crystals as one path."""
    form, half = drawing.COLOUR_SIGNS[COLOUR_NAMES[colour]], size / 2
    if form == "circle":
        arc = f"a{number(half)} {number(half)} 0 1 0"
        return "".join(f"M{number(x - half)} {number(y)}{arc}{number(size)} 0{arc}{number(-size)} 0" for x, y in at)
    corners = drawing.CORNERS[form]
    return "".join(f"M{corners_of((x + a * half, y + b * half) for a, b in corners)}Z" for x, y in at)


def row_of_gems(colours: list[int], x: float, y: float, step: float) -> str:
    """Crystals side by side, those of a colour together."""
    spots = [(x + (n - (len(colours) - 1) / 2) * step, y) for n in range(len(colours))]
    return "".join(
        gems(colour, tuple(spot for spot, other in zip(spots, colours, strict=True) if other == colour), 14)
        for colour in sorted(set(colours))
    )


def portrait(*strokes: str) -> str:
    return f'<circle r="13" fill="#f3e6c8" stroke="#4a3322"/>{"".join(strokes)}'


SHOULDERS = "M-9 9.4A13 13 0 0 0 9 9.4C8 5 4 4.6 0 4.6S-8 5 -9 9.4Z"
EYES = '<path d="M-2.4 -0.6h0M2.4 -0.6h0" stroke="#2b2118" stroke-width="1.9" stroke-linecap="round"/>'
SMILE = '<path d="M-2.4 3.4Q0 5 2.4 3.4" stroke="#7a3b2a" fill="none" stroke-width="1"/>'
FACES = (
    portrait(  # the preacher: broad hat, white bands
        f'<path d="{SHOULDERS}" fill="#2d2a33"/><ellipse cy="1" rx="5.6" ry="6.2" fill="#e8b894"/>',
        '<path d="M-5.7 0Q-6.6 4 -5 5.4L-4.6 0ZM5.7 0Q6.6 4 5 5.4L4.6 0Z" fill="#d8d2c6"/>',
        EYES,
        SMILE,
        '<path d="M-2 7H2L3 12H0.4L0 8.6L-0.4 12H-3Z" fill="#fff"/>',
        '<ellipse cy="-4.2" rx="10" ry="2.3" fill="#2d2a33"/>'
        '<path d="M-5 -4.6Q-5 -10.4 0 -10.4T5 -4.6Z" fill="#3f3b47"/>',
    ),
    portrait(  # the merchant: turban and moustache
        f'<path d="{SHOULDERS}" fill="#3e5f73"/><ellipse cy="1.4" rx="5.6" ry="6.2" fill="#c98e63"/>',
        EYES,
        '<path d="M0 2.4C-2 1.4 -4.6 2.4 -5.4 4.4C-3.4 4.8 -1.2 4.4 0 3.4C1.2 4.4 3.4 4.8 5.4 4.4C4.6 2.4 2 1.4 0 '
        '2.4Z" '
        'fill="#3b2414"/>',
        '<path d="M-7 -2.4C-8.6 -9.6 -3 -11.6 0 -11.2C4 -11.6 8.6 -9 7 -2.4C3 -4.6 -3 -4.6 -7 -2.4Z" fill="#f0e3c4" '
        'stroke="#9a7f4d" stroke-width="0.8"/><path d="M-6.6 -5Q-1 -9 5 -10M-3 -3.8Q3 -6 7 -5" stroke="#9a7f4d" '
        'fill="none" stroke-width="0.9"/><circle cy="-6.6" r="1.7" fill="#7a4aa5"/>',
    ),
    portrait(  # the vendor of the flea market: headscarf and earrings
        f'<path d="{SHOULDERS}" fill="#8a6a3c"/><path d="M-7 -1C-8 5 -7 7 -5 8H5C7 7 8 5 7 -1Z" fill="#a4627c"/>',
        '<ellipse cy="1" rx="5.4" ry="6.2" fill="#efc6a2"/>'
        '<path d="M-5 -2Q-3 -5 0 -3.4Q3 -5 5 -2L4.6 -5H-4.6Z" fill="#5a3420"/>',
        EYES,
        SMILE,
        '<path d="M-7 -1C-7.6 -8.6 -3 -10.6 0 -10.6S7.6 -8.6 7 -1C4 -5.4 -4 -5.4 -7 -1Z" fill="#a4627c"/>',
        '<g fill="#f6e3ea"><circle cx="-3" cy="-7" r="0.9"/><circle cx="1" cy="-8.4" r="0.9"/>'
        '<circle cx="4.4" cy="-5.6" '
        'r="0.9"/></g><g fill="#d9b24c"><circle cx="-6" cy="4" r="1.3"/><circle cx="6" cy="4" r="1.3"/></g>',
    ),
    portrait(  # the thief: hood and mask
        '<path d="M-9 9.4A13 13 0 0 0 9 9.4C9 -2 6 -10.6 0 -10.6S-9 -2 -9 9.4Z" fill="#33333d"/>',
        '<ellipse cy="0.8" rx="5.4" ry="6.2" fill="#dcae8a"/>',
        '<path d="M-5.8 -2.6Q0 -1.4 5.8 -2.6V1Q3 2.4 0 0.6Q-3 2.4 -5.8 1Z" fill="#17171d"/>',
        '<ellipse cx="-2.5" cy="-0.6" rx="1.3" ry="1" fill="#fff"/>'
        '<ellipse cx="2.5" cy="-0.6" rx="1.3" ry="1" fill="#fff"/>',
        '<path d="M-1.6 4.2Q1 5 2.8 3" stroke="#7a3b2a" fill="none" stroke-width="1"/>',
        '<path d="M-6 -1C-6 -7 -3 -8 0 -8S6 -7 6 -1C4 -5 -4 -5 -6 -1Z" fill="#4a4a57"/>',
    ),
    portrait(  # the council person: wig, cap and chain
        f'<path d="{SHOULDERS}" fill="#5b2a3c"/>',
        '<g fill="#efeae0" stroke="#b0a898" stroke-width="0.7"><circle cx="-6.4" cy="-2" r="3"/>'
        '<circle cx="6.4" cy="-2" r="3"/>'
        '<circle cx="-6.8" cy="3" r="3"/><circle cx="6.8" cy="3" r="3"/></g>',
        '<ellipse cy="1" rx="5.4" ry="6.2" fill="#edc3a0"/>',
        '<path d="M-5.6 -1.6C-6 -7 -3 -8.6 0 -8.6S6 -7 5.6 -1.6C3 -5 -3 -5 -5.6 -1.6Z" fill="#efeae0" stroke="#b0a898" '
        'stroke-width="0.7"/><path d="M-6.5 -6.5Q0 -9 6.5 -6.5L4 -11Q0 -12.4 -4 -11Z" fill="#2d2a33"/>',
        EYES,
        SMILE,
        '<path d="M-5.4 6.6Q0 12 5.4 6.6" stroke="#e0c26a" fill="none" stroke-width="1.5"/>'
        '<circle cy="9.6" r="1.7" fill="#e0c26a"/>',
    ),
)


def marker(s: Position, here: Plan) -> Part:
    """A walker with a lantern; before the first visit they wait in the corner of the town."""
    return walker(int(s.town), int(s.marker), here)


@remembered
def walker(town: int, fountain: int, here: Plan) -> Part:
    if fountain == EMPTY:
        x, y = (338.0, 15.0) if here.narrow else (1018.0, 14.0)
        return drawing.part([Piece("marker", x, y, WALKER, "the marker, beside the board", MARKER_LAYER, 0, 0.7)])
    scale = 1 if here.narrow else 1.35
    x, y = places(TOWNS[town], here.narrow).fountains[fountain]
    x, y = x + here.town[0], y + here.town[1] - 16 * scale
    label = f"the marker at {fountain_name(town, fountain)}"
    return drawing.part([Piece("marker", x, y, WALKER, label, MARKER_LAYER, 0, scale)])


WALKER = (
    '<ellipse cy="16" rx="11" ry="3.4" fill="#000" opacity="0.3"/>'
    '<path class="face" d="M0 -19C-5 -19 -7 -15 -6 -11C-10 -6 -10 8 -10 16H10C10 8 10 -6 6 -11C7 -15 5 -19 0 -19Z" '
    'fill="#4a2d5e" stroke="#fbf4e2" stroke-width="1.6"/>'
    '<path d="M-2 -7C-5 0 -5 8 -6 15M3 -7C6 0 5 9 6 15" stroke="#6d4a86" fill="none" stroke-width="1.4"/>'
    '<circle cy="-11.5" r="4.6" fill="#eec49e"/>'
    '<path d="M-9 -14Q0 -11.6 9 -14Q4 -15.5 4 -17Q0 -23 -4 -17Q-4 -15.5 -9 -14Z" '
    'fill="#2b2118"/><path d="M7 -3L12 -5V0" stroke="#2b2118" fill="none" stroke-width="1.4"/>'
    '<circle cx="12" cy="4" r="7" fill="#ffe9a8" opacity="0.55"/><rect x="9.4" y="0" width="5.2" height="8" rx="1.4" '
    'fill="#fff3c4" stroke="#2b2118"/>'
)


# The council's table --------------------------------------------------------------------------------------------


def table_ground(s: Position, here: Plan) -> tuple[str, ...]:
    """What round it is, the table with its title, and what the bank pays."""
    phase, when = int(s.phase), f"Round {min(int(s.rounds) + 1, ROUNDS)} of {ROUNDS}"
    if phase < Phase.BANK:
        when += f", turn {s.turns + 1} of {TURNS[s.players]}"
    return council_table(here, when, TABLE_TITLES.get(phase, "Opened purses, in turn order"))


TABLE_TITLES: dict[int, str] = {
    Phase.BRIBE: "Sealed bribes for the council",
    Phase.BANK: "Sealed lots for the bank",
    Phase.OVER: "Final money",
}


@remembered
def council_table(here: Plan, when: str, title: str) -> tuple[str, ...]:
    """The words that change have lines of their own."""
    x, y, width, height = here.table
    return (
        text(*here.header, when, 17, INK, "middle", SERIF),
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="14" fill="{WOOD}"/>'
        f'<rect x="{x + 5}" y="{y + 5}" width="{width - 10}" height="{height - 10}" rx="10" fill="#24503c" '
        'stroke="#8c6a48"/>',
        text(x + width / 2, y + 17, title, 14, "#efe6cc", "middle", SERIF),
        f'<g transform="translate({x} {number(here.prices)})">{bank_prices(width)}</g>',
    )


@remembered
def bank_prices(width: float) -> str:
    """What the bank pays for crystals of one colour, by their number."""
    step = (width - 40) / (len(LOT_PAYS) - 1)
    drawn = text(2, 0, "bank", 14, INK, "start", SERIF)
    for count in range(1, len(LOT_PAYS)):
        x = 40 + step * (count - 1) + 10
        crystal = f'<path d="M-8 -4L-4 -10H4L8 -4L4 10H-4Z" fill="{PAPER}" stroke="{FAINT}"/>{text(0, 0, str(count))}'
        price = text(11, 0, f"{LOT_PAYS[count]}K", 14, INK, "start")
        drawn += f'<g transform="translate({number(x)} 0)">{crystal}{price}</g>'
    return drawn


def purses(s: Position, here: Plan, voice: Voice) -> Part:
    """A purse for everyone: where it will lie, closed, or opened in the order that came of it, with the dice."""
    x, y, width, _ = here.table
    row, phase = line_up(s), int(s.phase)
    step = min((width - 14) / len(row), 72)
    visiting = int(s.place) if Phase.BRIBE < phase < Phase.BANK else EMPTY
    pieces = []
    for place, seat in enumerate(row):
        at = x + width / 2 + (place - (len(row) - 1) / 2) * step
        body, told = purse(s, seat, phase, voice)
        pieces.append(Piece(f"purse-{seat}", at, y + 56, POINTER + body if place == visiting else body, told, THINGS))
    return drawing.part(pieces)


POINTER = '<path d="M-6 -31H6L0 -23Z" fill="#fff3c4"/>'


def line_up(s: Position) -> list[int]:
    """The seats from left to right: in turn order, at the end by money."""
    phase, players = int(s.phase), int(s.players)
    if phase == Phase.OVER:
        return sorted(range(players), key=lambda seat: -worth(s, seat))
    order = s.order.tolist()[:players]
    return order if order[0] != EMPTY and phase != Phase.BANK else list(range(players))


def purse(s: Position, seat: int, phase: int, voice: Voice) -> tuple[str, str]:
    """How the purse of a seat looks, and what it is."""
    colour, whose = voice.colours[seat], upper_first(voice.whose(seat))
    if phase == Phase.OVER:
        best = bool(score(s, np.zeros(len(s.cash), np.int64)) >> seat & 1)
        money = int(worth(s, seat))
        return opened(colour, money, best), f"{whose} money: {money}K"
    if int(s.awaited) >> seat & 1:
        return awaited(colour), f"{whose} place on the table, still empty"
    if phase == Phase.BANK:
        told = f"{banked_so_far(s, seat)}K" if seat == voice.listener else ""
        content = "lots for the bank, sealed" if s.crystals[seat].any() else "empty purse"
        return closed(colour, told), f"{whose} {content}"
    bribe = int(s.bribe[seat])
    if bribe == EMPTY:
        return favoured(colour), f"{whose} favour of the council: first without a bribe"
    if phase == Phase.BRIBE:
        told = "" if bribe == HIDDEN else f"{bribe}K"
        return closed(colour, told), f"{whose} purse, closed" + (f", with {told}" if told else "")
    thrown = [die for die in s.dice[seat, : s.throws].tolist() if die != EMPTY]
    rolled = f"; thrown for the tie: {', '.join(map(str, thrown))}" if thrown else ""
    return opened(colour, bribe) + dice(thrown[-MOST_DICE:]), f"{whose} bribe: {bribe}K{rolled}"


MOST_DICE = 3  # of one seat that are shown; the last ones decide
TOLD_AT = 28
EDGE = "#2b1d12"


def badge(colour: str, y: float) -> str:
    """The sign of a player, on a patch that it shows on."""
    return f'<g transform="translate(0 {number(y)})"><circle r="9" fill="{CREAM}"/>{sign(colour, 11)}</g>'


@remembered
def closed(colour: str, told: str) -> str:
    """A purse that is tied up; whoever filled it knows with what."""
    return (
        f'<path class="face" d="M-5 -9C-18 0 -20 17 0 18C20 17 18 0 5 -9Z" fill="{drawing.COLOURS[colour]}" '
        f'stroke="{EDGE}"/>'
        f'<path d="M-5 -9L-9 -17Q-5 -14 -3 -17Q0 -14 3 -17Q5 -14 9 -17L5 -9Z" fill="{drawing.COLOURS[colour]}" '
        f'stroke="{EDGE}"/><path d="M-6.5 -9.5H6.5M6 -9Q12 -8 11 -1M6 -9Q9 -5 7 -1" stroke="{CREAM}" fill="none" '
        f'stroke-width="2"/>{badge(colour, 5)}' + (text(0, TOLD_AT, told, 15, CREAM) if told else "")
    )


@remembered
def opened(colour: str, money: int, best: bool = False) -> str:
    """An open purse with what was in it."""
    coins = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="5" ry="3.6" fill="#e8c860" stroke="#8a6a1c"/>'
        for x, y in ((-5, -11), (5, -11), (0, -14), (-3, -17), (4, -18))[: min(money, 5)]
    )
    laurel = (
        '<path d="M-15 -8C-22 2 -20 16 -8 21M15 -8C22 2 20 16 8 21" stroke="#a7c46a" fill="none" stroke-width="4" '
        'stroke-dasharray="5 1.5"/>'
        if best
        else ""
    )
    return (
        f'<path class="face" d="M-12 -9C-19 2 -19 18 0 18C19 18 19 2 12 -9Z" fill="{drawing.COLOURS[colour]}" '
        f'stroke="{EDGE}"/>'
        f'<ellipse cy="-9" rx="12" ry="4.4" fill="{EDGE}"/>{coins}<path d="M-12 -9Q0 -1 12 -9" stroke="{EDGE}" '
        f'fill="{drawing.COLOURS[colour]}"/>{badge(colour, 5)}{laurel}'
        + text(0, TOLD_AT, f"{money}K", 15, CREAM, "middle", 'font-weight="700"')
    )


@remembered
def awaited(colour: str) -> str:
    """The place where a purse will lie."""
    return (
        f'<circle class="face" cy="2" r="17" fill="#1c4131" stroke="#cfc29c" stroke-dasharray="4 4"/>{badge(colour, 2)}'
        + text(0, TOLD_AT - 1, "…", 18, CREAM)
    )


@remembered
def favoured(colour: str) -> str:
    """The council's favour instead of a purse."""
    return f"{SCROLL}{badge(colour, 1)}{text(0, TOLD_AT, 'favour', 14, CREAM)}"


SCROLL = (
    f'<rect class="face" x="-14" y="-14" width="28" height="30" rx="2" fill="#f3e3b8" stroke="{EDGE}"/>'
    f'<rect x="-17" y="-17" width="34" height="6" rx="3" fill="#d9c48c" stroke="{EDGE}"/>'
    f'<rect x="-17" y="12" width="34" height="6" rx="3" fill="#d9c48c" stroke="{EDGE}"/>'
)
SMALL_SCROLL = (
    f'<rect x="-8" y="-8" width="16" height="17" fill="#f3e3b8" stroke="{EDGE}"/>'
    '<path d="M-5 -4H5M-5 -1H5" stroke="#8f7648"/>'
    f'<rect x="-10" y="-10" width="20" height="4" rx="2" fill="#d9c48c" stroke="{EDGE}"/>'
    '<circle cy="6" r="4" fill="#8c2f2a"/>'
)


@remembered
def die(eyes: int) -> str:
    """A die of fourteen units."""
    spots = "".join(f'<circle cx="{x * 3.6:g}" cy="{y * 3.6:g}" r="1.5" fill="{DARK}"/>' for x, y in PIPS[eyes])
    return f'<rect x="-7" y="-7" width="14" height="14" rx="3" fill="{CREAM}" stroke="{EDGE}"/>{spots}'


PIPS = (
    (),
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)


def dice(thrown: list[int]) -> str:
    first = -(len(thrown) - 1) * 7.5
    return "".join(
        f'<g transform="translate({number(first + 15 * n)} 43)">{die(eyes)}</g>' for n, eyes in enumerate(thrown)
    )


# Players --------------------------------------------------------------------------------------------------------


def player(s: Position, seat: int, acts: bool, here: Plan, voice: Voice) -> Part:
    """A seat's name and money, and its chandelier with a string for each colour."""
    box = here.panels[(seat - max(voice.listener, 0)) % len(here.panels)]
    cash, favour = int(s.cash[seat]), favour_told(s, seat)
    below = panel(seat, box, here.narrow, voice.who(seat), voice.colours[seat], acts, cash, favour)
    return below + strings(seat, box, here.narrow, voice.whose(seat), tuple(s.crystals[seat].tolist()))


@remembered
def panel(seat: int, box: Box, narrow: bool, who: str, colour: str, acts: bool, cash: int, favour: str) -> Part:
    x, y, width, height = box
    body = panel_body(who, colour, (width, height), narrow, acts, cash, bool(favour))
    told = ", ".join(filter(None, [f"{who}: {cash}K", favour, "to act" if acts else ""]))
    return drawing.part([Piece(f"player-{seat}", x, y, body, told, PLACES)])


@remembered
def strings(seat: int, box: Box, narrow: bool, whose: str, crystals: tuple[int, ...]) -> Part:
    """The crystals of a chandelier, by colour."""
    x, y, width, height = box
    middle, step, top = chandelier_of(width, narrow)
    pieces = []
    for colour, count in enumerate(crystals):
        many = "crystal" if count == 1 else "crystals"
        label = f"{upper_first(whose)} {COLOUR_NAMES[colour]} string: {count} {many}"
        at, body = x + middle + (colour - (COLOURS - 1) / 2) * step, string(colour, count, int(height - top))
        pieces.append(Piece(f"string-{seat}-{colour}", at, y + top, body, label, THINGS))
    return drawing.part(pieces)


def chandelier_of(width: float, narrow: bool) -> tuple[float, float, float]:
    """The middle of a chandelier, the step between its strings, and the height at which they hang."""
    return (width / 2, 40, 48) if narrow else (width - 86, 39, 22)


@remembered
def panel_body(who: str, colour: str, size: Point, narrow: bool, acts: bool, cash: int, favour: bool) -> str:
    """A player's panel, with the chandelier that has nothing on its strings."""
    width, height = size
    frame = f'stroke="{INK}" stroke-width="3"' if acts else f'stroke="{LINE}"'
    body = (
        f'<rect class="face" width="{number(width)}" height="{number(height)}" rx="12" fill="{PANEL}" {frame}/>'
        '<g transform="translate(17 18)">'
        f'<circle r="11" fill="{CREAM}" stroke="{IRON}"/>{sign(colour, 13)}</g>'
    )
    name = cut(upper_first(who), 9 if narrow else 11)
    weight = 'font-weight="700"' if acts else ""
    body += text(34, 19, name, 16, INK, "start", f"{SERIF} {weight}".strip())
    money = text(0, 0, f"{cash}K", 19 if not narrow else 17, INK, "end" if narrow else "start", 'font-weight="700"')
    if narrow:
        body += f'<g transform="translate({number(width - 10)} 19)">{money}</g>'
    else:
        down = number(min(50, height / 2 + 12))
        body += f'<g transform="translate(18 {down})">{COINS}<g transform="translate(19 0)">{money}</g></g>'
    if favour:
        at = (18, 46) if narrow else (110, min(50, height / 2 + 12))
        body += f'<g transform="translate({number(at[0])} {number(at[1])})">{SMALL_SCROLL}</g>'
    return body + chandelier(*chandelier_of(width, narrow))


COINS = (
    '<g fill="#e8c860" stroke="#8a6a1c"><ellipse cy="5" rx="9" ry="4"/><ellipse cy="1" rx="9" ry="4"/>'
    '<ellipse cx="1" cy="-3" rx="9" ry="4"/></g>'
)


@remembered
def chandelier(middle: float, step: float, top: float) -> str:
    """The rod and the four arms, each with a candle above its hook."""
    rod = top - 18
    arms = candles = flames = dishes = ""
    for arm in range(COLOURS):
        x = middle + (arm - (COLOURS - 1) / 2) * step
        arms += f"M{middle:.0f} {rod + 2:.0f}C{middle:.0f} {top + 8:.0f} {x:.0f} {top + 8:.0f} {x:.0f} {top - 4:.0f}"
        candles += f"M{x - 1.6:.1f} {top - 5:.0f}v-6h3.2v6z"
        flames += f"M{x:.1f} {top - 18:.0f}q3 4 0 6.4q-3 -2.4 0 -6.4z"
        dishes += f"M{x - 5:.1f} {top - 5:.0f}h10q-2 4 -5 4t-5 -4z"
    return (
        f'<path d="M{middle:.0f} {rod - 3:.0f}v9{arms}" stroke="{IRON}" stroke-width="2.4" fill="none"/>'
        f'<path d="{candles}" fill="{CREAM}" stroke="{IRON}" stroke-width="0.7"/><path d="{flames}" fill="#f0a63a"/>'
        f'<path d="{dishes}M{middle - 4:.0f} {rod + 5:.0f}a4 4 0 0 0 8 0a4 4 0 0 0 -8 0z" fill="{IRON}"/>'
    )


@remembered
def string(colour: int, count: int, room: int) -> str:
    """Crystals on a string, hung at (0, 0); the more, the closer; below them how many, beside where room is short."""
    short = room < SHORT
    length = room - (14 if short else 28)
    size = min(max(13, length / 6), 19)
    step = min(size * 1.12, (length - size) / max(count - 1, 1))
    end = 5 + size / 2 + step * max(count - 1, 0)
    thread = f'<path d="M0 0V{number(end)}" stroke="{FAINT}"/>'
    if count:
        height = room - 3 if short else end + size / 2 + 22
        left, width = (-11, 37) if short else (-17, 34)
        frame = f'<rect class="face" x="{left}" y="-3" width="{width}" height="{number(height)}" rx="9" fill="none"/>'
        beads = "".join(
            f'<g transform="translate(0 {number(5 + size / 2 + step * n)})">{gems(colour, ((0, 0),), size)}</g>'
            for n in range(count)
        )
    else:
        frame = ""
        outline = shape(drawing.COLOUR_SIGNS[COLOUR_NAMES[colour]], size, "none").replace("/>", f" {EMPTY_HOOK}/>")
        beads = f'<g transform="translate(0 {number(end)})">{outline}</g>'
    beside, below = (16, room / 2) if short else (0, end + size / 2 + 10)
    told = text(beside, below, str(count), 15, INK if count else FAINT) if count or not short else ""
    return frame + thread + beads + told


SHORT = 80
EMPTY_HOOK = f'stroke="{FAINT}" stroke-dasharray="2 2"'


# Meeting someone ------------------------------------------------------------------------------------------------


def meeting(s: Position, here: Plan, voice: Voice) -> Part:
    """Whoever waits for an answer, in the middle of the town, and what may be answered."""
    seat = int(visitor(s))
    meets = "meet" if seat == voice.listener else "meets"
    return bubble(here, int(s.person_roof), int(s.person), int(s.phase), int(s.favours), voice.who(seat), meets)


@remembered
def bubble(here: Plan, roof: int, kind: int, phase: int, favours: int, who: str, meets: str) -> Part:
    """Someone meets the person of a tile who came from a roof."""
    ground = site(here.narrow)
    x, y = here.town[0] + ground.width / 2, here.town[1] + ground.height / 2
    width, height = ground.bubble
    person = PERSON_NAMES[PERSON[kind]]
    body = (
        f'<rect x="{number(-width / 2)}" y="{number(-height / 2)}" width="{number(width)}" height="{number(height)}" '
        'rx="14" '
        f'fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
    )
    if here.narrow:
        face, size = (0.0, -52.0), 1.4
        lines = [(0.0, -23.0, cut(upper_first(person.split()[0]), 12), "middle")]
        spots = [(0.0, 6.0), (0.0, 46.0)]
    else:
        face, size = (-76.0, -26.0), 1.8
        lines = [(-44.0, -37.0, f"{cut(who, 12)} {meets}", "start"), (-44.0, -17.0, f"the {person}", "start")]
        spots = [(-52.0, 31.0), (52.0, 31.0)]
    body += "".join(text(tx, ty, words, 15, INK, anchor, SERIF) for tx, ty, words, anchor in lines)
    if phase == Phase.STEAL:
        words = ("takes which", "crystal,", "and whose?") if here.narrow else ("takes which crystal,", "and from whom?")
        body += "".join(text(0, 14 + 20 * n, line, 15) for n, line in enumerate(words))
    face_at = x + face[0], y + face[1]
    pieces = [
        Piece("bubble", x, y, body, f"{who} {meets} the {tile_name(kind)}", BUBBLE_LAYER),
        Piece(f"person-{roof}", *face_at, FACES[PERSON[kind]], tile_name(kind), PEOPLE, 0, size),
    ]
    for (id_, drawn, label), (ax, ay) in zip(answers(kind, phase, favours), spots, strict=False):
        pieces.append(Piece(id_, x + ax, y + ay, ANSWER + drawn, label, ANSWERS))
    return drawing.part(pieces)


ANSWER = f'<rect class="face" x="-48" y="-17" width="96" height="34" rx="10" fill="{CREAM}" stroke="{IRON}"/>'


def answers(kind: int, phase: int, favours: int) -> list[tuple[str, str, str]]:
    """The answers to the person who waits: id, drawing and label."""
    if phase == Phase.BUY:
        offer = row_of_gems(goods_of(kind), -18, 0, 16) + text(27, 0, f"{PRICE[kind]}K", 16, DARK)
        return [
            ("answer-buy", offer, f"buy {goods(kind)} for {PRICE[kind]}K"),
            ("answer-decline", text(0, 0, "buy nothing", 15, DARK), "buy nothing"),
        ]
    if phase == Phase.COUNCIL:
        pay = f'<g transform="translate(-18 0)">{COINS}</g>' + text(16, 0, f"{COUNCIL_PAYS}K", 16, DARK)
        favour = f'<g transform="translate(-30 0)">{SMALL_SCROLL}</g>' + text(13, 0, "favour", 15, DARK)
        return [
            ("answer-pay", pay, f"take {COUNCIL_PAYS}K"),
            ("answer-favour", favour, f"take the council's favour: {favour_means(favours)}"),
        ]
    return []


# Clicks ---------------------------------------------------------------------------------------------------------


def path(s: Position, seat: int, action: int) -> tuple[str, ...]:
    """A roof to visit, an answer, or a string to steal from; amounts are asked for at once, in the bar."""
    return clicks(action)


@functools.cache
def clicks(action: int) -> tuple[str, ...]:
    """An action is the same clicks whatever the position."""
    if within(action, VISIT):
        return (f"roof-{action - VISIT.first}",)
    if within(action, STEAL):
        victim, colour, _ = decode(STEAL, action)
        return (f"string-{victim}-{colour}",)
    answer = {BUY.first: "buy", DECLINE.first: "decline", BE_PAID.first: "pay", FAVOUR.first: "favour"}.get(action)
    return (f"answer-{answer}",) if answer else ()


def amount(s: Position, seat: int, action: int, voice: Voice) -> tuple[str, int] | None:
    """Bribes in thousands, and crystals to cash in."""
    return counted(action)


@functools.cache
def counted(action: int) -> tuple[str, int] | None:
    """What an action is so many of."""
    if within(action, BRIBE):
        return "bribe, in K", action - BRIBE.first
    if within(action, CASH_IN):
        colour, count, _ = decode(CASH_IN, action)
        return f"{COLOUR_NAMES[colour]} crystals to cash in", count
    return None
