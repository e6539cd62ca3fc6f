"""Rainbow Rush as a picture: a rainbow of cards before each player, the two piles, and your hand."""

import functools
import itertools
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from parlour.games.rush.rules import (
    ATTACK,
    COLOUR,
    COLOURS,
    DISCARD,
    DRAW,
    EMPTY,
    FIRST_WILD,
    HIDDEN,
    LEAVE,
    PLAY,
    RAINBOW,
    SHAPE,
    TAKE,
    Phase,
    is_wild,
)
from parlour.games.rush.words import (
    COLOUR_NAMES,
    SHAPE_NAMES,
    best_fit,
    card_name,
    top_discard,
    turns,
)
from parlour.kit import drawing
from parlour.kit.actions import decode, within
from parlour.kit.drawing import FAINT, INK, Part, Picture, Piece, number, shape, sign, text
from parlour.kit.record import Position
from parlour.kit.remembering import remembered
from parlour.kit.voice import Voice

WIDTH, HEIGHT = 60, 84  # of a card, before it is scaled
CARD = "#fbf4e2"
EDGE = "#a8946f"
BACK = "#22503b"
PLACES, CARDS_LAYER, LOCK_LAYER = 0, 1, 2
BEND = 1.35  # the radius of a rainbow, by its width
LETTERS = 8  # a name is cut to fit its panel at about this width


# Where things are -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spot:
    """Where a player's rainbow, name and hand are; the arc is around (x, y)."""

    x: float
    y: float
    scale: float  # of its cards
    width: float
    name: tuple[float, float]
    hand: tuple[float, float]
    hand_scale: float


@dataclass(frozen=True)
class Plan:
    """The layout for one screen and number of players."""

    width: int
    height: int
    spots: tuple[Spot, ...]  # the first is for whoever looks
    pile: tuple[float, float]
    discards: tuple[float, float]
    pile_scale: float
    narrow: bool


@functools.cache
def plan(players: int, narrow: bool) -> Plan:
    return narrow_plan(players) if narrow else wide_plan(players)


def wide_plan(players: int) -> Plan:
    """Opponents above, in one row or two; the piles at the left of your rainbow, your hand below."""
    others = players - 1
    columns = others if others <= 4 else math.ceil(others / 2)
    panel = 960 / columns
    spots = []
    for other in range(others):
        x, y = panel * (other % columns + 0.5), 78 + 136 * (other // columns)
        spots.append(Spot(x, y, 0.72, 220, (x - 102, y - 56), (x + 78, y - 56), 0.36))
    top = 136 * math.ceil(others / columns)
    mine = Spot(545, top + 96, 1.12, 440, (334, top + 24), (545, top + 244), 1.25)
    return Plan(960, top + 302, (mine, *spots), (90, top + 150), (210, top + 150), 1.3, narrow=False)


def narrow_plan(players: int) -> Plan:
    """Opponents above, two in a row; the piles between them and you; your rainbow, then your hand."""
    others = players - 1
    spots = []
    for other in range(others):
        alone = other == others - 1 and others % 2
        x, y = 180 if alone else 90 + 180 * (other % 2), 58 + 102 * (other // 2)
        spots.append(Spot(x, y, 0.54, 160, (x - 76, y - 42), (x + 54, y - 42), 0.27))
    top = 102 * math.ceil(others / 2)
    mine = Spot(180, top + 178, 0.9, 330, (20, top + 121), (180, top + 296), 1.12)
    return Plan(360, top + 346, (mine, *spots), (120, top + 48), (240, top + 48), 0.82, narrow=True)


# The picture ----------------------------------------------------------------------------------------------------


def draw(s: Position, voice: Voice, narrow: bool = False) -> Picture:
    """The table as the listener knows it."""
    here, seen = plan(int(s.players), narrow), in_sight(s)
    turn = int(s.seat) if int(s.phase) != Phase.OVER else EMPTY
    parts = [piles(s, here, seen)]
    parts += [player(seat, seat == turn, here, seen, voice) for seat in range(s.players)]
    return drawing.picture(here.width, here.height, (GROUND,), parts, "Rainbow Rush")


Card = tuple[str, int]  # as it lies somewhere: its id and what it is


class Sight(NamedTuple):
    """All cards but those of the piles, by seat and place, and the top discard."""

    rainbows: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    top: Card | None


def in_sight(s: Position) -> Sight:
    """The cards that the listener sees, if only from behind."""
    rainbows, hands = (tuple(map(tuple, rows[: s.players].tolist())) for rows in (s.rainbow, s.hand))
    return sight(rainbows, hands, top_discard(s))


Cards = tuple[tuple[int, ...], ...]  # by seat and place


@functools.lru_cache(500)  # asked again for each action of the same view
def sight(rainbows: Cards, hands: Cards, top: int) -> Sight:
    """Give an id to each card: to one that lies open the card and a number, for there are three of most."""
    copies: defaultdict[int, Iterator[int]] = defaultdict(itertools.count)

    def met(card: int, seat: int, place: int) -> Card:
        return f"back-{seat}-{place}" if card == HIDDEN else f"card-{card}-{next(copies[card])}", card

    def lying(rows: Cards) -> tuple[tuple[Card, ...], ...]:
        return tuple(
            tuple([met(card, seat, place) for place, card in enumerate(row) if card != EMPTY])
            for seat, row in enumerate(rows)
        )

    return Sight(lying(rainbows), lying(hands), met(top, 0, 0) if top != EMPTY else None)


def piles(s: Position, here: Plan, seen: Sight) -> Part:
    """The draw pile with its count, and the top discard with its lock."""
    size = int(s.discard_size)
    return piled(here, int(s.pile_size), size, seen.top, int(s.locked[size - 1]) if size else 0)


@remembered
def piled(here: Plan, left: int, discarded: int, top: Card | None, locked: int) -> Part:
    """Both piles: how many cards are left and discarded, what lies on top, and for how many turns it is locked."""
    (x, y), scale = here.pile, here.pile_scale
    pieces = [
        Piece("pile", x, y, pile_body(left), f"draw pile, {left} cards", PLACES, 0, scale),
        Piece("pile-count", x, y + 48 * scale + 12, text(0, 0, f"{left} left"), "count", PLACES),
    ]
    x, y = here.discards
    pieces.append(Piece("discards", x, y, DISCARD_PLACE, "discard pile", PLACES, 0, scale))
    told = "discards"
    if top:
        id_, card = top
        pieces.append(Piece(id_, x, y, face(card), f"{card_name(card)} on the discard pile", CARDS_LAYER, 0, scale))
        told = f"{discarded} discarded"
        if is_wild(card) or locked:
            why = "a wild can't be taken" if is_wild(card) else f"locked for {turns(locked)}"
            pieces.append(Piece("lock", x + 24 * scale, y - 36 * scale, LOCK, why, LOCK_LAYER))
            told = "wild: stays" if is_wild(card) else f"locked: {turns(locked)}"
    pieces.append(Piece("discard-count", x, y + 48 * scale + 12, text(0, 0, told), "count", PLACES))
    return drawing.part(pieces)


def player(seat: int, turn: bool, here: Plan, seen: Sight, voice: Voice) -> Part:
    """A seat's name, rainbow and hand."""
    spot, mine = here.spots[(seat - max(voice.listener, 0)) % len(here.spots)], seat == voice.listener
    who, whose, cards = voice.who(seat), voice.whose(seat), seen.rainbows[seat]
    below = place(seat, spot, here.narrow, who, whose, voice.colours[seat], mine, turn, cards)
    return below + rainbow(spot, whose, cards) + hand(spot, whose, seen.hands[seat])


@remembered
def place(
    seat: int,
    spot: Spot,
    narrow: bool,
    who: str,
    whose: str,
    colour: str,
    mine: bool,
    turn: bool,
    cards: tuple[Card, ...],
) -> Part:
    """Where a rainbow lies, and above it whose it is and how far."""
    fit, shapes = best_fit(tuple(card for _, card in cards))
    if mine:
        name = f"Your rainbow, {fit} of 5 fit" + (f": {shapes}" if cards else "")
    else:
        room = LETTERS if narrow else 2 * LETTERS
        name = f"{who if len(who) <= room else f'{who[: room - 1]}…'} {fit}/5"
    arc, title = arc_body(round(spot.width), spot.scale), f"{whose} rainbow, {fit} of 5 fit"
    pieces = [
        Piece(f"name-{seat}", *spot.name, named(name, colour, turn), who, PLACES),
        Piece(f"rainbow-{seat}", spot.x, spot.y, arc, title, PLACES),
    ]
    return drawing.part(pieces)


@remembered
def rainbow(spot: Spot, whose: str, cards: tuple[Card, ...]) -> Part:
    pieces = []
    for order, (id_, card) in enumerate(cards):
        x, y, turn = arc_place(order, max(len(cards), RAINBOW), spot)
        label = f"{card_name(card)} in {whose} rainbow"
        pieces.append(Piece(id_, x, y, face(card), label, CARDS_LAYER, turn, spot.scale))
    return drawing.part(pieces)


@remembered
def hand(spot: Spot, whose: str, cards: tuple[Card, ...]) -> Part:
    """Sorted, those that aren't known last."""
    (middle, y), scale = spot.hand, spot.hand_scale
    pieces = []
    for order, (id_, card) in enumerate(sorted(cards, key=lambda one: (one[1] == HIDDEN, one[1]))):
        x = middle + (order - (len(cards) - 1) / 2) * (WIDTH + 6) * scale
        pieces.append(Piece(id_, x, y, face(card), f"{card_name(card)} in {whose} hand", CARDS_LAYER, 0, scale))
    return drawing.part(pieces)


@functools.cache
def arc_place(place: int, count: int, spot: Spot) -> tuple[float, float, float]:
    """The middle and the turn of one of `count` cards along a rainbow."""
    radius = spot.width * BEND
    step = (spot.width - WIDTH * spot.scale) / (count - 1)
    angle = math.asin((place - (count - 1) / 2) * step / radius)
    return (
        spot.x + radius * math.sin(angle),
        spot.y + radius * (1 - math.cos(angle)),
        math.degrees(angle) * 0.8,
    )


@remembered
def named(words: str, colour: str, turn: bool) -> str:
    return sign(colour, 12) + text(12, 0, words, 15, INK, "start", 'font-weight="700"' if turn else "")


# Cards ----------------------------------------------------------------------------------------------------------


@remembered
def face(card: int) -> str:
    """A card around (0, 0)."""
    if card == HIDDEN:
        return back_body()
    sheet = outline(CARD)
    corner = corners(sign(COLOUR_NAMES[COLOUR[card]], 12)) if COLOUR[card] >= 0 else corners(shape("circle", 11, ALL))
    if not is_wild(card):
        return sheet + shape(SHAPE_NAMES[SHAPE[card]], 36, drawing.COLOURS[COLOUR_NAMES[COLOUR[card]]]) + corner
    sheen = f'<rect x="-25" y="-37" width="50" height="74" rx="4" class="shimmer" fill="{SHEEN}"/>'
    if SHAPE[card] >= 0:
        middle = shape(SHAPE_NAMES[SHAPE[card]], 40, ALL)
    else:
        middle = any_shape(drawing.COLOURS[COLOUR_NAMES[COLOUR[card]]] if COLOUR[card] >= 0 else ALL)
    return sheet + sheen + middle + corner


def outline(fill: str) -> str:
    return (
        f'<rect class="face" x="{-WIDTH / 2:.0f}" y="{-HEIGHT / 2:.0f}" width="{WIDTH}" height="{HEIGHT}" rx="7" '
        f'fill="{fill}" stroke="{EDGE}"/>'
    )


def corners(mark: str) -> str:
    return f'<g transform="translate(-20 -32)">{mark}</g><g transform="translate(20 32)">{mark}</g>'


def any_shape(fill: str) -> str:
    """All five shapes in a ring: whatever you need."""
    ring = drawing.around(5, 15)
    marks = zip(SHAPE_NAMES, ring, strict=True)
    return "".join(
        f'<g transform="translate({number(x)} {number(y)})">{shape(name, 13, fill)}</g>' for name, (x, y) in marks
    )


@remembered
def back_body() -> str:
    lattice = "".join(f'<path d="M{x} -34L{x + 20} 34M{x + 20} -34L{x} 34" stroke="#3f7a5c"/>' for x in (-24, -10, 4))
    return f'{outline(BACK)}<rect x="-24" y="-36" width="48" height="72" rx="4" fill="none" stroke="#8fb59c"/>{lattice}'


@remembered
def pile_body(count: int) -> str:
    """A stack that gets lower."""
    if not count:
        return outline("none").replace("/>", ' stroke-dasharray="5 4"/>')
    height = min(4, 1 + count // 20)
    under = "".join(f'<g transform="translate({2 * n} {2 * n})">{outline(BACK)}</g>' for n in range(height, 0, -1))
    return under.replace(' class="face"', "") + back_body()


@remembered
def arc_body(width: int, scale: float) -> str:
    """The place of a rainbow: five faint bands, and a frame to click."""
    radius = width * BEND
    half = HEIGHT * scale / 2
    reach = width / 2 + 6
    height = 2 * half + width * 0.09 + 12
    frame = (
        f'<rect class="face" x="{-reach:.0f}" y="{-half - 6:.0f}" width="{2 * reach:.0f}" height="{height:.0f}" '
        f'rx="14" fill="{PANEL}"/>'
    )
    bands = []
    for band in range(COLOURS):
        r = radius + half * (0.8 - band * 0.4)
        angle = math.asin(min(0.49 * width / r, 1))
        x, y = r * math.sin(angle), radius - r * math.cos(angle)
        bands.append(
            f'<path d="M{-x:.1f} {y:.1f}A{r:.0f} {r:.0f} 0 0 1 {x:.1f} {y:.1f}" fill="none" opacity="0.28" '
            f'stroke="{drawing.COLOURS[BAND_COLOURS[band]]}" stroke-width="{half * 0.36:.1f}"/>'
        )
    return frame + "".join(bands)


BAND_COLOURS = ("red", "orange", "yellow", "green", "blue")
PANEL = "var(--panel, #ece0c6)"
ALL = "url(#paint-all)"
SHEEN = "url(#paint-sheen)"
STOPS = "".join(
    f'<stop offset="{band / 5:.1f}" stop-color="{drawing.COLOURS[colour]}"/>'
    f'<stop offset="{(band + 1) / 5:.1f}" stop-color="{drawing.COLOURS[colour]}"/>'
    for band, colour in enumerate(BAND_COLOURS)
)
GROUND = (
    f'<defs><linearGradient id="paint-all" x2="0.3" y2="1">{STOPS}</linearGradient>'
    '<linearGradient id="paint-sheen" x2="1" y2="1"><stop offset="0" stop-color="#f3d9e3"/>'
    '<stop offset="0.5" stop-color="#fdf8d8"/><stop offset="1" stop-color="#d3e8f2"/></linearGradient></defs>'
)
DISCARD_PLACE = (
    f'<rect class="face" x="-34" y="-46" width="68" height="92" rx="10" fill="{PANEL}" stroke="{FAINT}" '
    'stroke-dasharray="5 4"/>'
)
LOCK = (
    '<circle r="13" fill="#3a2d20"/><path d="M-4 -1v-3a4 4 0 0 1 8 0v3" fill="none" stroke="#f6edda" stroke-width="2"/>'
    '<rect x="-6" y="-1" width="12" height="8" rx="2" fill="#f6edda"/>'
)


# Clicks ---------------------------------------------------------------------------------------------------------


def path(s: Position, seat: int, action: int) -> tuple[str, ...]:
    """A card, then where it goes; or just the pile, or the card that leaves."""
    if action == DRAW.first:
        return ("pile",)
    if action == TAKE.first:
        return ("discards",)
    seen = in_sight(s)
    if within(action, PLAY):
        return alike(seen.hands[seat], action - PLAY.first), f"rainbow-{seat}"
    if within(action, DISCARD):
        return alike(seen.hands[seat], action - DISCARD.first), "discards"
    if within(action, LEAVE):
        return (alike(seen.rainbows[seat], action - LEAVE.first),)
    wild, victim, target = decode(ATTACK, action)
    return alike(seen.hands[seat], wild + FIRST_WILD), alike(seen.rainbows[victim], target)


def alike(cards: tuple[Card, ...], card: int) -> str:
    """The ids of all cards of one kind in a hand or rainbow: clicking any of them means the same."""
    return "|".join(id_ for id_, other in cards if other == card)
