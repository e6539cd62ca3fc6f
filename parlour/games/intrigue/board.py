"""Intrigue as a picture: a palace for each player, the island between them, and the hearing that is being held.

The scholars are the same pieces wherever they are: they walk from home to a gate, step forward when they are called,
and go on into a window or to the island. Promises are talk, which no record holds, so they aren't drawn here.
"""

import functools
import itertools
from dataclasses import dataclass
from typing import Any, NamedTuple

from parlour.games.intrigue.events import line
from parlour.games.intrigue.rules import (
    AREAS,
    BANISHED,
    BRIBE,
    COPIES,
    EMPLOYED,
    HIDDEN,
    HOME,
    KEEP,
    LEAST_BRIBE,
    NONE,
    NOT_GIVEN,
    OCCUPATIONS,
    ROUNDS,
    SEND,
    WAITING,
    Phase,
    Stage,
    State,
)
from parlour.games.intrigue.words import (
    OCCUPATION_NAMES,
    SALARIES,
    area_name,
    bribed_for,
    colours_of,
    ducats,
    meaning,
    owing,
    scholar,
)
from parlour.kit import drawing
from parlour.kit.drawing import COLOUR_SIGNS, FAINT, INK, PAPER, Part, Picture, Piece, number, shape, text
from parlour.kit.record import Position, plain
from parlour.kit.remembering import remembered
from parlour.kit.voice import Voice, upper_first

Who = tuple[int, int, int]  # a scholar: seat, occupation and copy

PALACES, WINDOWS, COINS, SCHOLARS, NAMES = range(5)  # layers
SERIF = 'font-family="var(--serif, Georgia, serif)"'
BOLD = 'font-weight="700"'
LINE = "var(--line, #cdbb97)"
DARK = "#2b2118"
CREAM = "#fbf4e2"
STONE, EDGE, SHADE = "#ecdcb8", "#8f7a55", "#cbb688"
LETTER = 0.62  # the width of a letter, by its height, in a wide font; bold ones need a little more
BATCH_PLACES = 8
DOCTOR = 1  # who carries a bag low
SMALL = 0.7  # smaller scholars are drawn with less detail


# Where things are -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Home:
    """Where a player's palace, name and scholars at home are; (x, y) is the middle of the top of the palace's wall."""

    x: float
    y: float
    width: float
    roof: float  # heights
    window: float
    ground: float
    in_window: float  # sizes of scholars
    in_queue: float
    at_home: float
    yard: tuple[tuple[float, float], ...]  # of the scholars at home, by occupation
    name: tuple[float, float]
    purse: tuple[float, float]
    purse_size: float
    large: bool
    line: float = 0  # the height of a line of its own for what they do and earn, between name and roof

    @property
    def floor(self) -> float:
        """Between the windows with their plates and the ground floor."""
        return 10 + self.window + 26

    @property
    def feet(self) -> float:
        return self.floor + self.ground

    @functools.cached_property
    def areas(self) -> list[tuple[float, float]]:
        """The middle and the width of each area; the best has the largest window."""
        edge = 14 if self.large else 6
        left, room = edge - self.width / 2, self.width - 2 * edge
        found = []
        for share in (0.236, 0.236, 0.292, 0.236):
            found.append((left + room * share / 2, room * share))
            left += room * share
        return found


@dataclass(frozen=True, eq=False)  # `plan` makes one of each, so that they are told apart at once
class Plan:
    """The layout for one screen and number of players."""

    width: int
    height: float
    homes: tuple[Home, ...]  # the first is for whoever looks
    docket: tuple[float, float, float, float]  # left, top, width, height
    hearing: tuple[float, float, float, float]
    columns: int  # of the hearing
    island: tuple[float, float]


@functools.cache
def plan(players: int, narrow: bool) -> Plan:
    return narrow_plan(players) if narrow else wide_plan(players)


def wide_plan(players: int) -> Plan:
    """The others above from left to right, the table with the island below them, and then you."""
    panel = 960 / (players - 1)
    width = min(panel - 24, 330)
    others = [other_home(panel * (other + 0.5), 0, width) for other in range(players - 1)]
    yard = tuple((770 + 124 * (o % 2), 502 + 108 * (o // 2)) for o in range(OCCUPATIONS))
    mine = Home(480, 466, 410, 38, 80, 62, 1.4, 1.16, 1.3, yard, (24, 450), (52, 512), 1.9, True)
    docket, hearing = (6, 246, 326, 172), (646, 246, 308, 172)
    return Plan(960, 666, (mine, *others), docket, hearing, 4, (489, 332))


def narrow_plan(players: int) -> Plan:
    """What is being settled, then you, the others two in a row, and the island."""
    yard = tuple((48 + 88 * o, 469) for o in range(OCCUPATIONS))
    mine = Home(180, 294, 344, 30, 64, 50, 1.2, 1, 1.1, yard, (16, 248), (338, 248), 1, True)
    others, top = [], 516
    for other in range(players - 1):
        alone = other == players - 2 and players % 2 == 0
        others.append(other_home(180 if alone else 91 + 178 * (other % 2), top + 268 * (other // 2), 158, 22))
    below = top + 268 * (players // 2)
    return Plan(360, below + 176, (mine, *others), (4, 2, 352, 140), (4, 146, 352, 84), 8, (180, below + 86))


def other_home(x: float, top: float, width: float, line: float = 0) -> Home:
    """A palace of the others; on a phone it has one more line."""
    yard = tuple((x + (width / 4 - 1) * (o - 1.5), top + line + 219) for o in range(OCCUPATIONS))
    name, purse = (x - width / 2 + 8, top + 14), (x + width / 2 - 10, top + 14)
    return Home(x, top + line + 56, width, 28, 56, 48, 1.04, 0.88, 0.68, yard, name, purse, 0.8, False, line)


def home_of(seat: int, here: Plan, voice: Voice) -> Home:
    return here.homes[(seat - max(voice.listener, 0)) % len(here.homes)]


# What is seen ---------------------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """Where a scholar is."""

    kind: str  # home, gate, hearing, post or island
    palace: int = NONE
    place: float = 0  # the steps from the gate, the place in the hearing, or the area
    total: float = 0  # how many of his kind are at home, or stand in the hearing; or the last one's steps


class Side(NamedTuple):
    """A player's side of the table."""

    turn: bool
    windows: tuple[tuple[int, bool], ...]  # of each area the occupation, or NONE, and whether it has been called away
    deed: str  # what the player is at, in a word
    cash: int
    earned: int
    posts: tuple[tuple[int, int, int], ...]  # palace, occupation and area
    at_home: tuple[int, ...]  # scholars, by occupation
    spots: tuple[Spot, ...]  # of all the scholars


class Hearing(NamedTuple):
    """What is being settled; cash only at the end."""

    phase: int
    stage: int
    owner: int
    occupation: int
    lone: int  # whose scholar has no rival, or NONE
    line: tuple[tuple[int, int, int], ...]  # seat, occupation and bribe
    current: tuple[int, ...]  # places in the line of whom something is asked, or about whom the owner decides
    sealed: bool
    sent_to: int
    cash: tuple[int, ...]


class Batch(NamedTuple):
    """Applications that are settled together: of each occupation, whose scholars are concerned."""

    stage: int
    pay: int  # of the post that an internal conflict is about
    rivals: tuple[tuple[int, tuple[int, ...]], ...]


class Docket(NamedTuple):
    """What is to come; cash only at the end."""

    round_number: int
    owner: int
    after: int  # whose turn comes next
    batches: tuple[Batch, ...]
    sending: bool
    one_more: bool
    last: bool  # nobody's turn comes after this one
    cash: tuple[int, ...]


class Scene(NamedTuple):
    """All that a position shows, in plain numbers."""

    sides: tuple[Side, ...]
    hearing: Hearing
    docket: Docket
    crowd: int  # on the island
    open_money: bool


@functools.lru_cache(100)  # for all who look at a position, one after the other
def scene(record: bytes) -> Scene:
    s = plain(State.from_bytes(record))
    in_hearing = called(s)
    spots = spots_of(s, in_hearing)
    return Scene(
        sides=tuple(side(s, seat, spots) for seat in range(s.players)),
        hearing=being_settled(s, in_hearing),
        docket=to_come(s),
        crowd=sum(spot.kind == "island" for spot in spots.values()),
        open_money=bool(s.open_money or s.phase == Phase.OVER),
    )


def being_settled(s: Any, in_hearing: dict[int, Who]) -> Hearing:
    alone = s.phase == Phase.HIRE and s.stage == Stage.UNCONTESTED
    return Hearing(
        phase=s.phase,
        stage=s.stage,
        owner=s.seat,
        occupation=s.occupation,
        lone=rivals_for(s, s.stage, s.occupation)[0] if alone else NONE,
        line=tuple(zip(s.briber, s.trade, s.bribe, strict=True))[: s.bribes],
        current=now_bribing(s, in_hearing),
        sealed=bool(s.sealed),
        sent_to=s.sent_to,
        cash=final_cash(s),
    )


def to_come(s: Any) -> Docket:
    after = (s.seat + 1) % s.players
    sending = s.phase == Phase.SEND
    return Docket(
        round_number=s.round_number,
        owner=s.seat,
        after=after,
        batches=() if sending else batches(s),
        sending=sending,
        one_more=s.to_send == 1,
        last=s.round_number == ROUNDS and after == s.first,
        cash=final_cash(s),
    )


def final_cash(s: Any) -> tuple[int, ...]:
    return tuple(s.cash[: s.players]) if s.phase == Phase.OVER else ()


def side(s: Any, seat: int, spots: dict[Who, Spot]) -> Side:
    turn = seat == s.seat and s.phase != Phase.OVER
    away = s.occupation if turn and s.stage == Stage.INTERNAL and s.phase != Phase.SEND else NONE
    taken = {area: occupation for occupation, area in enumerate(s.area[seat]) if area != NONE}
    occupations = [taken.get(area, NONE) for area in range(AREAS)]
    windows = tuple((occupation, occupation != NONE and occupation == away) for occupation in occupations)
    posts = tuple(
        (palace, occupation, s.area[palace][occupation])
        for palace in range(s.players)
        for occupation in range(OCCUPATIONS)
        if s.resident[palace][occupation] == seat
    )
    earned = sum(SALARIES[area] for _, _, area in posts)
    at_home = tuple(copies.count(HOME) for copies in s.where[seat])
    own = tuple(spots[seat, occupation, copy] for occupation in range(OCCUPATIONS) for copy in range(COPIES))
    return Side(turn, windows, doing(s, seat), s.cash[seat], earned, posts, at_home, own)


def doing(s: Any, seat: int) -> str:
    """What a player is at, in a word or two."""
    if s.phase == Phase.BRIBES and (seat in dict(owing(s)) if s.sealed else seat == s.briber[s.given]):
        return "bribes"
    if seat != s.seat or s.phase == Phase.OVER:
        return ""
    return {Phase.BRIBES: "turn", Phase.SEND: "sends"}.get(s.phase, "decides")


def spots_of(s: Any, in_hearing: dict[int, Who]) -> dict[Who, Spot]:
    """Where every scholar is."""
    spots = {who: Spot("hearing", s.seat, place, s.bribes) for place, who in in_hearing.items()}
    waiting: dict[int, list[Who]] = {}
    for seat, occupation, copy in itertools.product(range(s.players), range(OCCUPATIONS), range(COPIES)):
        who, copies = (seat, occupation, copy), s.where[seat][occupation]
        place = copies[copy]
        if who in spots:
            continue
        if place == HOME:
            spots[who] = Spot("home", seat, 0, copies.count(HOME))
        elif place >= BANISHED:
            spots[who] = Spot("island")
        elif place >= EMPLOYED:
            palace = place - EMPLOYED
            spots[who] = Spot("post", palace, s.area[palace][occupation])
        else:
            waiting.setdefault(place - WAITING, []).append(who)
    for palace, applicants in waiting.items():
        spots |= queue(s, palace, applicants)
    return spots


def queue(s: Any, palace: int, applicants: list[Who]) -> dict[Who, Spot]:
    """The applicants before a palace, from the gate on as they will be called; gaps between the occupations."""
    applicants.sort(key=lambda who: (*rank(s, palace, who[1]), who[1], (who[0] - palace) % s.players, who[2]))
    steps = [0.0]
    for before, after in itertools.pairwise(applicants):
        steps.append(steps[-1] + (1 if before[1] == after[1] else 1.3))
    return {who: Spot("gate", palace, step, steps[-1]) for who, step in zip(applicants, steps, strict=True)}


def rank(s: Any, palace: int, occupation: int) -> tuple[int, int]:
    """The order in which an occupation's applicants are called as things stand."""
    area = s.area[palace][occupation]
    if area != NONE:
        return int(Stage.INTERNAL), SALARIES[area]
    return int(Stage.UNCONTESTED if s.waiting[palace][occupation] == 1 else Stage.EXTERNAL), 0


def called(s: Any) -> dict[int, Who]:
    """The scholars of the batch who still wait for an answer, by their place in the order of bribing."""
    found: dict[int, Who] = {}
    left = {}
    for place, (seat, occupation) in enumerate(line(s)):
        if (seat, occupation) not in left:
            posts = s.where[seat][occupation]
            wanted = [EMPLOYED + s.seat, WAITING + s.seat] if s.stage == Stage.INTERNAL else [WAITING + s.seat]
            left[seat, occupation] = [copy for post in wanted for copy in range(COPIES) if posts[copy] == post]
        if left[seat, occupation]:
            found[place] = (seat, occupation, left[seat, occupation].pop(0))
    return found


def now_bribing(s: Any, in_hearing: dict[int, Who]) -> tuple[int, ...]:
    """The places in the line of whom something is asked, or about whom the owner decides."""
    if s.phase == Phase.BRIBES:
        if not s.sealed:
            return (s.given,)
        return tuple(place for place in range(s.bribes) if s.bribe[place] == NOT_GIVEN)
    if s.phase == Phase.KEEP:
        return tuple(range(s.bribes))
    return tuple(place for place, (_, occupation, _) in in_hearing.items() if occupation == s.occupation)


def batches(s: Any) -> tuple[Batch, ...]:
    """The batch at hand and those after it."""
    applying = [occupation for occupation in range(OCCUPATIONS) if s.waiting[s.seat][occupation]]
    ranked = sorted((rank(s, s.seat, occupation), occupation) for occupation in applying)
    return tuple(
        Batch(stage, pay, tuple((occupation, rivals_for(s, stage, occupation)) for _, occupation in together))
        for (stage, pay), together in itertools.groupby(ranked, key=lambda one: one[0])
        if stage >= s.stage
    )


def rivals_for(s: Any, stage: int, occupation: int) -> tuple[int, ...]:
    """Whose scholars are concerned, once for each."""
    around = [(s.seat + step) % s.players for step in range(s.players)]
    waiting = [seat for seat in around for place in s.where[seat][occupation] if place == WAITING + s.seat]
    return (s.resident[s.seat][occupation], *waiting) if stage == Stage.INTERNAL else tuple(waiting)


# The picture ----------------------------------------------------------------------------------------------------


def draw(s: Position, voice: Voice, narrow: bool = False) -> Picture:
    """The table as the listener knows it."""
    seen, here = scene(s.tobytes()), plan(int(s.players), narrow)
    voice = Voice(voice.names, voice.listener, colours_of(voice))
    parts = [docket(seen.docket, here, voice), hearing(seen.hearing, here, voice, narrow), island(seen.crowd, here)]
    for seat, theirs in enumerate(seen.sides):
        home = home_of(seat, here, voice)
        cash = theirs.cash if seen.open_money or seat == voice.listener else NONE
        posts = theirs.posts if home.large and not narrow else ()
        parts += [
            palace(seat, theirs.turn, theirs.windows, home, voice),
            yard(seat, theirs.at_home, home, voice),
            scholars(seat, theirs.spots, here, voice),
            name_plate(seat, theirs.deed, cash, theirs.earned, posts, home, voice, narrow),
        ]
    return drawing.picture(here.width, round(here.height), (GROUND,), parts, "Intrigue")


def fitted(
    x: float, y: float, words: str, size: float, room: float, fill: str = INK, anchor: str = "middle", more: str = ""
) -> str:
    """A line of words that is squeezed where a wide font would make it too long."""
    if len(words) * size * LETTER > room * 1.06:
        more += f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"'
    return text(x, y, words, size, fill, anchor, more.strip())


def cut(words: str, size: float, room: float) -> str:
    """A name, cut to its room."""
    letters = max(3, int(room / (size * LETTER)))
    return words if len(words) <= letters else f"{words[: letters - 1]}…"


def at(x: float, y: float, body: str, scale: float = 1) -> str:
    grown = f" scale({scale:.3g})" if scale != 1 else ""
    return f'<g transform="translate({number(x)} {number(y)}){grown}">{body}</g>'


@remembered
def badge(colour: str, size: float) -> str:
    """A player's sign in his colour, with an outline that shows on any ground."""
    outlined = drawing.sign(colour, size)
    return f'<g stroke="{INK}" stroke-width="1" stroke-linejoin="round">{outlined}</g>'


# Palaces --------------------------------------------------------------------------------------------------------


@remembered
def palace(seat: int, turn: bool, windows: tuple[tuple[int, bool], ...], home: Home, voice: Voice) -> Part:
    """A facade and its four windows."""
    colour, whose = voice.colours[seat], voice.whose(seat)
    body = facade(seat, colour, home.width, home.roof, home.floor, home.feet, turn)
    pieces = [Piece(f"palace-{seat}", home.x, home.y, body, upper_first(f"{whose} palace"), PALACES)]
    shutters = colour if home.areas[0][1] > home.window * 0.76 + 28 else ""
    for area, ((occupation, away), (x, width)) in enumerate(zip(windows, home.areas, strict=True)):
        body = window(area, width, home.window, occupation, away, shutters)
        state = "free" if occupation == NONE else f"for the {OCCUPATION_NAMES[occupation]}"
        label = f"{area_name(area)} of {whose} palace, {state}"
        pieces.append(Piece(f"window-{seat}-{area}", home.x + x, home.y + 10 + home.window / 2, body, label, WINDOWS))
    return drawing.part(pieces)


@remembered
def facade(seat: int, colour: str, width: float, roof: float, floor: float, feet: float, turn: bool) -> str:
    """A palace around the middle of the top of its wall; each seat's has a roof of its own."""
    half = width / 2
    light = (
        f'<ellipse cy="{number(feet / 2)}" rx="{number(half * 1.12)}" ry="{number(feet * 0.8)}" '
        'fill="url(#paint-lamp)"/>'
    )
    frame = (  # only seen when it is lit
        f'<rect class="face" x="{number(-half - 7)}" y="-7" width="{number(width + 14)}" height="{number(feet + 17)}" '
        'rx="6" fill="none"/>'
    )
    wall = (
        f'<path d="M{number(-half)} 0H{number(half)}V{number(feet)}H{number(-half)}Z" '
        f'fill="url(#paint-stone)" stroke="{EDGE}" stroke-width="1.5"/>'
    )
    cornice = (
        f'<path d="M{number(-half - 4)} -3H{number(half + 4)}V2L{number(half)} 6H{number(-half)}'
        f'L{number(-half - 4)} 2Z" fill="{STONE}" stroke="{EDGE}"/>'
        f'<path d="M{number(-half)} {number(floor - 2)}H{number(half)}" stroke="{EDGE}" stroke-width="3"/>'
    )
    rows = "".join(f"M{number(-half)} {number(floor + (feet - floor) * n / 4)}H{number(half)}" for n in range(1, 4))
    bricks = f'<path d="{rows}" stroke="{SHADE}" fill="none"/>'
    steps = (
        f'<path d="M{number(-half - 3)} {number(feet)}H{number(half + 3)}v3h3v3H{number(-half - 6)}v-3h3Z" '
        f'fill="{SHADE}" stroke="{EDGE}"/>'
    )
    tall = feet - floor
    gate = at(
        -half + 8,
        feet,
        f'<path d="M0 0V{number(-tall * 0.5)}a13 13 0 0 1 26 0V0Z" fill="#5a3d22" stroke="{EDGE}" stroke-width="3"/>'
        f'<path d="M13 0V{number(-tall * 0.5 - 12)}M6.5 0V{number(-tall * 0.5 - 10)}M19.5 0'
        f'V{number(-tall * 0.5 - 10)}" stroke="#3a2614"/>'
        f'<circle cx="16" cy="{number(-tall * 0.32)}" r="1.6" fill="#e0b458"/>',
    )
    top = at(0, -3, roof_body(seat, colour), roof / 28 * (0.85 if 200 < width < 250 else 1))
    banners = "".join(at(side * (half - 1), 2, banner(colour), roof / 28) for side in (-1, 1)) if turn else ""
    return (light if turn else "") + frame + top + wall + cornice + bricks + steps + gate + banners


def roof_body(seat: int, colour: str) -> str:
    """The roof with the owner's sign, 28 high, its foot at 0."""
    fill = f'fill="{drawing.COLOURS[colour]}" stroke="{DARK}" stroke-opacity="0.55"'
    outline = (
        "M-58 0L0 -27L58 0Z",  # a pediment
        "M-50 0V-5C-48 -19 -22 -25 -4 -25V-29H4V-25C22 -25 48 -19 50 -5V0Z",  # a dome with its lantern
        "M-52 0V-9H-38V-17H-22V-25H22V-17H38V-9H52V0Z",  # steps
        "M-56 0C-56 -10 -40 -8 -36 -13C-30 -20 -22 -25 0 -26C22 -25 30 -20 36 -13C40 -8 56 -10 56 0Z",  # a scroll
        "M-54 0L-40 -21H-14L0 -29L14 -21H40L54 0Z",  # a mansard with a peak
    )[seat]
    return (
        f'<path d="{outline}" {fill}/><circle cy="-12" r="10.5" fill="{CREAM}" stroke="{DARK}" stroke-opacity="0.55"/>'
        + at(0, -12, f'<g stroke="{DARK}" stroke-width="0.8">{drawing.sign(colour, 12)}</g>')
    )


def banner(colour: str) -> str:
    """Whose turn it is has banners out."""
    return (
        f'<path d="M-6 0H6V44L0 37L-6 44Z" fill="{drawing.COLOURS[colour]}" stroke="{DARK}" stroke-opacity="0.6"/>'
        + at(0, 16, shape(COLOUR_SIGNS[colour], 8, CREAM))
        + '<path d="M-8 0H8" stroke="#e0b458" stroke-width="2.5"/>'
    )


@remembered
def window(area: int, width: float, height: float, occupation: int, called: bool, shutters: str) -> str:
    """An arched window, lit if someone works there, with the salary below; the colour of its shutters, if any."""
    half, tall = round(min((width - 5) / 2, height * 0.38)), round(height / 2)
    spring = round(half * 0.7) - tall
    arch = f"M{-half} {tall}V{spring}A{half} {half * 0.7:.0f} 0 0 1 {half} {spring}V{tall}Z"
    inside = "url(#paint-room)" if occupation != NONE else "url(#paint-night)"
    body = (
        f'<rect class="face" x="{number(1.5 - width / 2)}" y="{-tall - 5}" width="{number(width - 3)}" '
        f'height="{2 * tall + 29}" rx="6" fill="none"/>'
        f'<path d="{arch}" fill="{inside}" stroke="{EDGE}" stroke-width="2.5"/>'
    )
    if occupation == NONE:  # the curtains are drawn
        a, b, low = half - 1, half // 2, tall - 1
        body += (
            f'<path d="M-{a} {low}V{spring}Q-{b // 2} {-tall // 2} -{b} {low}ZM{a} {low}V{spring}'
            f'Q{b // 2} {-tall // 2} {b} {low}Z" fill="#77536a" opacity="0.75"/>'
        )
    elif called:  # who works there has been called to the hearing
        body += f'<g opacity="0.55">{at(0, 2, TOOLS[occupation], height / 34)}</g>'
    if shutters:
        for x in (-half - 14, half + 3):
            slats = "".join(f"M{x + 2} {y}h7" for y in range(spring + 8, tall - 4, 7))
            body += (
                f'<rect x="{x}" y="{spring}" width="11" height="{tall - spring}" fill="{drawing.COLOURS[shutters]}" '
                f'stroke="{DARK}" stroke-opacity="0.6"/><path d="{slats}" stroke="{DARK}" stroke-opacity="0.4"/>'
            )
    body += f'<path d="M{-half - 3} {tall}h{2 * half + 6}v4H{-half - 3}Z" fill="{SHADE}" stroke="{EDGE}"/>'
    return body + fitted(0, tall + 14.5, ducats(SALARIES[area]), 15 if width > 60 else 14, width - 2, DARK, more=BOLD)


@remembered
def name_plate(
    seat: int,
    deed: str,
    cash: int,
    earned: int,
    posts: tuple[tuple[int, int, int], ...],
    home: Home,
    voice: Voice,
    narrow: bool,
) -> Part:
    """Who it is, what they are doing now, their income, and their money if it may be seen, else NONE."""
    name = upper_first(voice.who(seat))
    money_told = f"{ducats(cash)} ducats" if cash != NONE else "money unseen"
    income_told = f"income {ducats(earned)}" if earned else "no income"
    x, y = home.name
    body = at(0, 0, badge(voice.colours[seat], 15))
    if home.large and not narrow:
        body += own_plate(name, deed, cash, earned, posts, voice)
    else:
        body += plate(name, deed, cash, earned, home)
    purse_label = upper_first(f"{voice.whose(seat)} purse")
    return drawing.part(
        [
            Piece(f"name-{seat}", x, y, body, f"{name}: {deed or 'waits'}, {money_told}, {income_told}", NAMES),
            Piece(f"purse-{seat}", *home.purse, PURSE, purse_label, NAMES, 0, home.purse_size),
        ]
    )


def plate(name: str, deed: str, money: int, earned: int, home: Home) -> str:
    """The lines above a palace: the name and the purse, then what they do and earn."""
    cash = ducats(money) if money != NONE else ""
    end, low = home.purse[0] - home.name[0], home.line + home.roof - 6
    beside = home.large or home.line > 0 or not deed  # money has its place beside the purse, else the chip has
    used = len(cash) * 15 * LETTER if beside else chip_width(deed)
    body = text(13, 0, cut(name, 16, end - 30 - used), 16, INK, "start", f"{BOLD} {SERIF}")
    below = home.x + home.width / 2 - home.name[0]
    row = 22 if home.line else low
    if cash:
        if beside:
            body += text(end - 14, 0, cash, 15, INK, "end", BOLD)
        else:
            body += fitted(-8, row, cash, 14, 56, INK, "start", BOLD)
    if deed:
        body += at(-6, row - 2, chip(deed)) if beside else at(end - 14 - chip_width(deed), 0, chip(deed))
    if earned:
        body += text(below, row, f"+{ducats(earned)}", 14, INK, "end")
    return body


def own_plate(
    name: str, deed: str, cash: int, earned: int, posts: tuple[tuple[int, int, int], ...], voice: Voice
) -> str:
    """The name, the money and the posts of the one who looks, at the left of the palace."""
    body = text(16, 0, cut(name, 22, 210 - chip_width(deed)), 22, INK, "start", f"{BOLD} {SERIF}")
    if deed:
        body += at(234 - chip_width(deed), 0, chip(deed))
    if cash != NONE:
        body += text(66, 52, ducats(cash), 32, INK, "start", f"{BOLD} {SERIF}")
        body += text(66, 78, "ducats", 15, FAINT, "start")
    body += text(-8, 116, f"Income {ducats(earned)} a turn" if earned else "No income yet", 15, INK, "start")
    for n, (palace, o, area) in enumerate(posts):
        x, y = 2 + 122 * (n % 2), 142 + 22 * (n // 2)
        body += at(x, y, medallion(o), 0.86) + at(x + 21, y, badge(voice.colours[palace], 12))
        body += text(x + 33, y, ducats(SALARIES[area]), 15, INK, "start")
    return body


def chip_width(words: str) -> float:
    return len(words) * 14 * LETTER + 14 if words else 0


@remembered
def chip(words: str) -> str:
    width = chip_width(words)
    return f'<rect y="-10" width="{number(width)}" height="20" rx="10" fill="{INK}"/>' + fitted(
        width / 2, 0.5, words, 14, width - 10, PAPER, more=BOLD
    )


@remembered
def yard(seat: int, at_home: tuple[int, ...], home: Home, voice: Voice) -> Part:
    """Where a player's scholars are until they are sent."""
    label = upper_first(f"{voice.whose(seat)} home, {sum(at_home)} of {OCCUPATIONS * COPIES} scholars there")
    (x0, y0), (x1, y1) = home.yard[0], home.yard[-1]
    if not home.large:
        return drawing.part([Piece(f"yard-{seat}", home.x, y0, yard_strip(home.width), label, PALACES)])
    body = yard_terrace(y0 != y1, tuple(not count for count in at_home))
    return drawing.part([Piece(f"yard-{seat}", (x0 + x1) / 2, (y0 + y1) / 2, body, label, PALACES)])


@remembered
def yard_strip(width: float) -> str:
    half = width / 2 + 4
    return (
        f'<path d="M{number(-half)} 9H{number(half)}V17.5H{number(-half)}Z" fill="#6f8f5e" opacity="0.55"/>'
        f'<path d="M{number(-half)} 17.5H{number(half)}" stroke="#4c6a3f" stroke-width="1.5"/>'
    )


@remembered
def yard_terrace(wide: bool, empty: tuple[bool, ...]) -> str:
    """A piece of the garden for each kind of scholar, with its name; its tool is left behind when all are gone."""
    parts = []
    for o in range(OCCUPATIONS):
        x, y = (-62 + 124 * (o % 2), -54 + 108 * (o // 2)) if wide else (-132 + 88 * o, 0)
        width, feet = (112, 31) if wide else (82, 26)
        parts.append(
            f'<path d="M{x - width / 2:.0f} {y + feet - 8:.0f}h{width}v9h-{width}Z" fill="#6f8f5e" opacity="0.55"/>'
            f'<path d="M{x - width / 2:.0f} {y + feet + 1:.0f}h{width}" stroke="#4c6a3f" stroke-width="1.5"/>'
            + (at(x, y + feet - 18, f'<g opacity="0.4">{TOOLS[o]}</g>', 1.2) if empty[o] else "")
            + fitted(x, y + feet + 13, OCCUPATION_NAMES[o], 15 if wide else 14, width)
        )
    return "".join(parts)


# Scholars -------------------------------------------------------------------------------------------------------


@remembered
def scholars(seat: int, spots: tuple[Spot, ...], here: Plan, voice: Voice) -> Part:
    """Every scholar of a player, where he is."""
    pieces = []
    for number_, spot in enumerate(spots):
        occupation, copy = divmod(number_, COPIES)
        x, y, scale, told = standing(seat, occupation, copy, spot, here, voice)
        label = upper_first(f"{scholar(seat, occupation, voice)}, {told}")
        body = figure(occupation, voice.colours[seat], scale < SMALL)
        pieces.append(Piece(f"scholar-{seat}-{occupation}-{copy}", x, y, body, label, SCHOLARS, 0, scale))
    return drawing.part(pieces)


def standing(
    seat: int, occupation: int, copy: int, spot: Spot, here: Plan, voice: Voice
) -> tuple[float, float, float, str]:
    """Where in the picture a scholar is, how large, and in words."""
    if spot.kind == "island":
        x, y = here.island
        spread = 60 / (len(here.homes) - 1)
        dx = (occupation * COPIES + copy - 3.5) * 25 + (6 if seat % 2 else -6)
        return x + dx, y - 22 + spread * seat, 0.6, "banished to the island"
    home = home_of(spot.palace, here, voice)
    if spot.kind == "home":
        x, y = home.yard[occupation]
        if spot.total == COPIES:
            x += (copy - 0.5) * (32 if home.large else 29) * home.at_home
        return x, y, home.at_home, "at home"
    whose = voice.whose(spot.palace)
    if spot.kind == "hearing":
        return *stand(here, int(spot.place), int(spot.total)), f"called to {whose} palace"
    if spot.kind == "post":
        x, _ = home.areas[int(spot.place)]
        feet = 10 + home.window - 23 * home.in_window
        return home.x + x, home.y + feet, home.in_window, f"in the {area_name(int(spot.place))} of {whose} palace"
    left, right = home.x - home.width / 2 + 38 + 15 * home.in_queue, home.x + home.width / 2 - 13 * home.in_queue
    pitch = min(28 * home.in_queue, (right - left) / max(spot.total, 1))
    y = home.y + home.feet - 21 * home.in_queue
    return left + pitch * spot.place, y, home.in_queue, f"waiting before {whose} palace"


CROOK = "M0 13V-6c0-7 9-7 8 0c-1 3-5 3-4 0"
SKIN = ("#e3b48c", "#94613f", "#f0c9a4", "#bd8458")
HEAD = (  # what goes around the head in the outline
    "L-8 -9L-10.5 -14L0 -30L10.5 -14L8 -9L7 -5",
    "C-10 -9 -11 -21 0 -21.5C11 -21 10 -9 7 -5",
    "L-8 -11L-8.5 -21L0 -30L8.5 -21L8 -11L7 -5",
    "L-8 -10L-12 -15C-12 -23 9 -25 13 -17L8.5 -11L7 -5",
)
HAT = (  # the hat, and its trimmings
    (
        '<path d="M-8.5 -14.5L0 -27L8.5 -14.5Q0 -11.5 -8.5 -14.5Z" fill="#39456e"/>',
        '<path d="M0 -23l1.5 5-4-3h5l-4 3z" fill="#f3d68a"/>',
    ),
    (
        '<path d="M-6.8 -12C-7.5 -22 7.5 -22 6.8 -12Q0 -15 -6.8 -12Z" fill="#f4f1ea"/>',
        '<path d="M-6.8 -12Q0 -15 6.8 -12" fill="none" stroke="#a99f8f"/>',
    ),
    (
        '<path d="M-6.5 -12.5L-7 -20L0 -27.5L7 -20L6.5 -12.5Q0 -15 -6.5 -12.5Z" fill="#fbf1d4"/>',
        '<path d="M0 -26V-14M-6.5 -16.5Q0 -19 6.5 -16.5" fill="none" stroke="#c08a1e" stroke-width="1.6"/>',
    ),
    (
        '<path d="M-10 -15.5C-9.5 -21 8 -22.5 11 -16.5C8 -13 -6 -12.5 -10 -15.5Z" fill="#59463a"/>',
        '<path d="M6 -18Q12 -25 9 -27Q4 -25 4 -18Z" fill="#d8d2c2"/>',
    ),
)
BEARD = (
    '<path d="M-5.5 -9Q-5 1 0 3Q5 1 5.5 -9Q0 -4 -5.5 -9Z" fill="#f1ede4"/>',
    "",
    "",
    '<path d="M-3.5 -6.5Q0 -8.5 3.5 -6.5Q0 -4.8 -3.5 -6.5Z" fill="#3c2a1e"/>',
)


@remembered
def figure(occupation: int, colour: str, small: bool) -> str:
    """A scholar about 30 by 52 units, feet at 22: hat and tool for the occupation, robe and sign for the owner."""
    skin = SKIN[occupation]
    hat, trim = HAT[occupation]
    fine = (
        f'<path d="M-3 -9.5h1.5M1.5 -9.5H3" stroke="{DARK}" stroke-width="1.6"/>{trim}'
        f'<circle cx="11" cy="5" r="2.6" fill="{skin}"/>'
    )
    return (
        f'<path class="face" d="M-14.5 23.5C-13.5 6 -13 -3 -7 -5{HEAD[occupation]}C13 -3 13.5 6 14.5 23.5Z" '
        f'fill="{DARK}"/>'
        f'<path d="M-5 -4.5C-12 -3 -12 6 -13 22H13C12 6 12 -3 5 -4.5Z" fill="{drawing.COLOURS[colour]}"/>'
        f'<circle cy="-10" r="6.3" fill="{skin}"/>{BEARD[occupation]}{hat}{"" if small else fine}'
        f'<g transform="translate(-2 12)" stroke="{DARK}">{shape(COLOUR_SIGNS[colour], 13, CREAM)}</g>'
        + at(12, 9 if occupation == DOCTOR else 4, TOOLS[occupation], 0.78)
    )


TOOLS = (  # what an occupation is known by, about 20 units high
    f'<path d="M-2.5 -10h5v6l6 11q1 2-1 2h-15q-2 0-1-2l6-11Z" fill="#e4f1ef" stroke="{DARK}"/>'  # a flask
    '<path d="M-4 1h8l3 6q0 1-1 1h-12q-1 0-1-1Z" fill="#2f9e8f"/>',
    f'<path d="M-4 -4q0-4 4-4t4 4" fill="none" stroke="{DARK}" stroke-width="2"/>'  # a bag with a cross
    f'<rect x="-9" y="-5" width="18" height="13" rx="2" fill="#f4ead2" stroke="{DARK}"/>'
    '<path d="M0 -3v9M-4 1.5h8" stroke="#a3261f" stroke-width="3"/>',
    f'<path d="{CROOK}" fill="none" stroke="{DARK}" stroke-width="4.4"/>'  # a crook
    f'<path d="{CROOK}" fill="none" stroke="#e2b43c" stroke-width="2.4"/>',
    f'<path d="M-5 10L-2 3C-4 -4 2 -11 9 -12C10 -4 6 2 0 4ZL5 -7" fill="#fdfbf3" stroke="{DARK}"/>',  # a quill
)


@remembered
def medallion(occupation: int) -> str:
    """An occupation's tool on a round ground."""
    return f'<circle r="11" fill="{CREAM}" stroke="{EDGE}"/>' + at(0, 0.5, TOOLS[occupation], 0.7)


# The hearing ----------------------------------------------------------------------------------------------------


def stand(here: Plan, place: int, count: int) -> tuple[float, float, float]:
    """Where a scholar of the batch stands, and how large."""
    x, y, width, height = cell(here, place, count)
    if here.columns == BATCH_PLACES:
        return x, y - height / 2 + 30, 0.86
    if count > here.columns:
        return x - 15, y - height / 2 + 27, 0.84
    return x - width * 0.18, y - 6, min(1.45, width / 58)


@functools.cache
def cell(here: Plan, place: int, count: int) -> tuple[float, float, float, float]:
    """The middle and the size of a place in the hearing."""
    left, top, width, height = here.hearing
    head, side = (0, 2) if here.columns == BATCH_PLACES else (28, 7)
    rows = 1 if count <= here.columns else 2
    columns = here.columns if rows == 2 or head == 0 else max(count, 3)
    tall, wide = (height - head - 6) / rows, (width - 2 * side) / columns
    x = left + side + wide * (place % columns + 0.5)
    if rows == 1:
        x += wide * (columns - count) / 2
    return x, top + head + tall * (place // columns + 0.5), wide, tall


@remembered
def hearing(now: Hearing, here: Plan, voice: Voice, narrow: bool) -> Part:
    """The places of those who bribe, in their order; the one whose turn it is stands out. And the coins."""
    left, top, width, height = here.hearing
    x, y = left + width / 2, top + height / 2
    body = cloth(width, height)
    said, label = title(now, voice)
    if not narrow:
        body += fitted(0, -height / 2 + 17, said, 15, width - 24, CREAM, more=f"{BOLD} {SERIF}")
    elif not now.line:
        body += fitted(0, -height / 2 + 20, said, 15, width - 24, CREAM, more=f"{BOLD} {SERIF}")
    for place in range(len(now.line)):
        body += tray(here, place, len(now.line), place in now.current, narrow)
    if now.phase == Phase.SEND:
        body += at(0, 14 if narrow else 12, sending(now.sent_to, voice, narrow))
    elif now.phase == Phase.OVER:
        body += at(0, 16, LAUREL, 0.6 if narrow else 1.3)
    return drawing.part([Piece("hearing", x, y, body, label, PALACES), *bribes(now, here, voice, narrow)])


@remembered
def cloth(width: float, height: float) -> str:
    """Green felt with a golden border."""
    w, h = width / 2, height / 2
    return (
        f'<rect x="{number(-w)}" y="{number(-h)}" width="{number(width)}" height="{number(height)}" rx="12" '
        f'fill="url(#paint-felt)" stroke="#14352a"/>'
        f'<rect x="{number(3 - w)}" y="{number(3 - h)}" width="{number(width - 6)}" height="{number(height - 6)}" '
        f'rx="10" fill="none" stroke="#c9a44c" stroke-opacity="0.55"/>'
    )


def title(now: Hearing, voice: Voice) -> tuple[str, str]:
    """What goes on at the table, shortly, and for those who don't see it."""
    owner = now.owner
    if now.phase == Phase.OVER:
        best = max(now.cash)
        rich = [seat for seat, cash in enumerate(now.cash) if cash == best]
        who = f"{voice.list_of(map(voice.who, rich))} share" if len(rich) > 1 else voice.does(rich[0], "wins")
        return f"{who}{' the win' if len(rich) > 1 else ''} with {ducats(best)}", f"{who} with {ducats(best)}"
    if now.phase == Phase.SEND:
        told = f"{voice.does(owner, 'sends')} two scholars"
        return told, told
    if now.phase == Phase.BRIBES:
        told = (
            f"{'Sealed bribes' if now.sealed else 'Bribes'} to {voice.whom(owner)}"
            f"{'' if now.sealed else ', in this order'}"
        )
    elif now.phase == Phase.HIRE and now.stage == Stage.UNCONTESTED:
        told = f"{voice.does(owner, 'places')} {scholar(now.lone, now.occupation, voice)}"
    elif now.phase == Phase.HIRE:
        told = f"{voice.does(owner, 'chooses')} a {OCCUPATION_NAMES[now.occupation]}"
    else:
        told = f"{voice.does(owner, 'keeps')} one {OCCUPATION_NAMES[now.occupation]}"
    entries = (
        f"{place + 1}. {scholar(seat, occupation, voice)}, {bribe_told(bribe)}"
        for place, (seat, occupation, bribe) in enumerate(now.line)
    )
    return told, f"{told}: {'; '.join(entries)}"


def bribe_told(amount: int) -> str:
    return "to come" if amount == NOT_GIVEN else "sealed" if amount == HIDDEN else ducats(amount)


@remembered
def tray(here: Plan, place: int, count: int, current: bool, narrow: bool) -> str:
    """One place of the hearing, around the middle of all: its number, and light on it when it is its turn."""
    left, top, whole_width, whole_height = here.hearing
    x, y, width, height = cell(here, place, count)
    half, tall = width / 2 - 2, height / 2 - 2
    look = 'fill="#f0dfae" stroke="#fbf4e2" stroke-width="2"' if current else 'fill="#163a2e" stroke="#3f6a57"'
    body = (
        f'<rect x="{number(-half)}" y="{number(-tall)}" width="{number(2 * half)}" height="{number(2 * tall)}" rx="7" '
        f"{look}/>"
    )
    if not narrow:
        body += text(half - 9, -tall + 12, str(place + 1), 14, DARK if current else CREAM, more=BOLD)
    return at(x - (left + whole_width / 2), y - (top + whole_height / 2), body)


def sending(sent_to: int, voice: Voice, narrow: bool) -> str:
    """Two travelling bags: the first may be gone already."""
    first = sent_to != NONE
    parts = []
    for bag in range(2):
        x = (-70 if bag == 0 else 70) if not narrow else (-86 if bag == 0 else 86)
        gone = first and bag == 0
        told = f"to {voice.whom(sent_to)}" if gone else "still to go"
        now = (bag == 1) == first
        parts.append(
            at(
                x,
                -14 if not narrow else -12,
                f'<g opacity="{0.4 if gone else 1}">{BAG}</g>',
                1.5 if not narrow else 0.8,
            )
        )
        parts.append(text(x, 36 if not narrow else 12, cut(told, 14, 120), 14, CREAM, more=BOLD if now else ""))
    return "".join(parts)


def bribes(now: Hearing, here: Plan, voice: Voice, narrow: bool) -> list[Piece]:
    """The coins: with their giver until they slide over the table."""
    pieces, count = [], len(now.line)
    for place, (seat, occupation, amount) in enumerate(now.line):
        label = upper_first(f"bribe for {scholar(seat, occupation, voice)}: {bribe_told(amount)}")
        if amount == NOT_GIVEN:
            x, y = home_of(seat, here, voice).purse
            pieces.append(Piece(f"bribe-{place}", x, y, COIN, label, COINS, 0, 0.6))
            continue
        x, y, wide, tall = cell(here, place, count)
        large = not narrow and count <= here.columns
        down = tall / 2 - (14 if narrow else 20 if large else 11)
        body = money(amount, now.sealed, place in now.current, wide - 4, narrow, large)
        pieces.append(Piece(f"bribe-{place}", x, y + down, body, label, COINS))
    return pieces


@remembered
def money(amount: int, sealed: bool, current: bool, room: float, narrow: bool, large: bool) -> str:
    """A bribe: a pile of coins with its amount, or a sealed packet."""
    told = "sealed" if amount == HIDDEN else ducats(amount)
    if narrow:
        if amount == HIDDEN:
            return PACKET
        plate = f'<rect x="{number(-room / 2)}" y="-9" width="{number(room)}" height="18" rx="6" '
        fill, edge = ("#f3e6c4", DARK) if sealed else ("#eec650", "#5d430d")
        return f'{plate}fill="{fill}" stroke="{edge}"/>' + fitted(0, 0.5, told, 14, room - 4, DARK, more=BOLD)
    body = fitted(0, 0, told, 18 if large else 14, room, DARK if current else CREAM, more=BOLD)
    pile = min(9 if large else 4, 1 + amount // 2)
    goods = PACKET if sealed else coins(pile)
    return body + (at(room * 0.27, -30, goods, 1.2) if large else at(21, -19, goods))


# The docket -----------------------------------------------------------------------------------------------------


@remembered
def docket(now: Docket, here: Plan, voice: Voice) -> Part:
    """What is settled now and in which order it goes on; at the end, the fortunes."""
    left, top, width, height = here.docket
    over = bool(now.cash)
    head = "The match is over" if over else f"Round {now.round_number} of {ROUNDS}"
    body = sheet(now.round_number, width, height) + text(12, 17, head, 17, INK, "start", f"{BOLD} {SERIF}")
    rows = fortunes(now.cash, voice, width) if over else agenda(now, voice, width)
    shown = rows[: int((height - 36) / 20)]
    step = min(29, (height - 36) / len(shown))
    if not over:
        first, last = number(36 + step / 2), number(36 + step * (len(shown) - 0.5))
        body += f'<path d="M20 {first}V{last}" stroke="{FAINT}" stroke-width="1.5"/>'
    body += "".join(at(0, 36 + step * (n + 0.5), drawn) for n, (_, drawn) in enumerate(shown))
    told = (words for words, _ in rows)
    return drawing.part([Piece("docket", left, top, body, f"{head}: {'; '.join(told)}", PALACES)])


@remembered
def sheet(round_number: int, width: float, height: float) -> str:
    """The paper, with a dot for each round."""
    pips = "".join(
        f'<circle cx="{number(width - 18 - 16 * (ROUNDS - n))}" cy="17" r="5" stroke="{INK}" stroke-width="1.4" '
        f'fill="{INK if n <= round_number else "none"}"/>'
        for n in range(1, ROUNDS + 1)
    )
    return (
        f'<rect width="{number(width)}" height="{number(height)}" rx="6" fill="{PAPER}" stroke="{LINE}"/>'
        f'<path d="M12 32H{number(width - 12)}" stroke="{LINE}"/>{pips}'
    )


def agenda(now: Docket, voice: Voice, width: float) -> list[tuple[str, str]]:
    """The batches from now on, then sending, then whose turn comes."""
    rows: list[tuple[str, str]] = []
    for batch in now.batches:
        told, names = batch_names(batch)
        rows.append((told, row(not rows, names, batch.rivals, voice, width)))
    if now.round_number < ROUNDS:
        deed = f"{voice.does(now.owner, 'sends')} {'one more' if now.one_more else 'two scholars'}"
        rows.append((deed, row(now.sending, (deed, deed), (), voice, width)))
    then = "The last salaries, and the end" if now.last else f"{upper_first(voice.whose(now.after))} turn"
    rows.append((then, row(False, (then, then), (), voice, width)))
    return rows


def batch_names(batch: Batch) -> tuple[str, tuple[str, ...]]:
    """A batch in full, and in shorter and shorter words."""
    who = Voice.list_of(OCCUPATION_NAMES[occupation] for occupation, _ in batch.rivals)
    if batch.stage == Stage.INTERNAL:
        pay = ducats(batch.pay)
        return f"internal conflict, {pay}, {who}", (f"Internal conflict, {pay}", f"Conflict for {pay}")
    if batch.stage == Stage.UNCONTESTED:
        return f"uncontested, {who}", ("Uncontested",)
    plural = "s" if len(batch.rivals) > 1 else ""
    return f"external conflict{plural}, {who}", (f"External conflict{plural}", f"Conflict{plural}")


def row(
    now: bool, names: tuple[str, ...], rivals: tuple[tuple[int, tuple[int, ...]], ...], voice: Voice, width: float
) -> str:
    """A line of the docket: a mark, the words, then each occupation with the signs of those concerned."""
    icons, x = [], 0.0
    for occupation, seats in rivals:
        icons.append(at(x + 10, 0, medallion(occupation), 0.9))
        x += 23
        for seat in seats:
            icons.append(at(x + 5.5, 0, badge(voice.colours[seat], 11)))
            x += 12.5
        x += 5
    room = width - 38 - x
    letter = 14 * (LETTER + 0.03 if now else LETTER - 0.05)
    words = next((name for name in names if len(name) * letter <= room), names[-1])
    mark = f'<circle cx="20" r="4.5" fill="{PAPER}" stroke="{FAINT}" stroke-width="1.5"/>'
    if now:
        mark = f'<path d="M14 -8L28 0L14 8Z" fill="{INK}"/>'
    return (
        mark
        + text(35, 0, cut(words, 14, room + 20), 14, INK, "start", BOLD if now else "")
        + at(width - 4 - x, 0, "".join(icons))
    )


def fortunes(cash: tuple[int, ...], voice: Voice, width: float) -> list[tuple[str, str]]:
    """Who has how much, the best first."""
    rows = []
    for seat in sorted(range(len(cash)), key=lambda seat: -cash[seat]):
        name, fortune = upper_first(voice.who(seat)), ducats(cash[seat])
        weight = BOLD if cash[seat] == max(cash) else ""
        drawn = (
            at(20, 0, badge(voice.colours[seat], 14))
            + text(36, 0, cut(name, 15, width - 140), 15, INK, "start", weight)
            + text(width - 14, 0, fortune, 15, INK, "end", weight)
        )
        rows.append((f"{name} {fortune}", drawn))
    return rows


# The island -----------------------------------------------------------------------------------------------------


@remembered
def island(crowd: int, here: Plan) -> Part:
    told = f"{crowd} banished" if crowd else "The island"
    body = ISLAND + text(0, 75, told, 14, CREAM, more=BOLD)
    return drawing.part([Piece("island", *here.island, body, f"Island, {told}", PALACES)])


ISLAND = (
    '<ellipse rx="152" ry="86" fill="url(#paint-sea)"/>'
    '<path d="M-128 -22q9 -6 18 0t18 0M92 -38q9 -6 18 0t18 0M-124 34q9 -6 18 0t18 0M98 40q8 -6 16 0t16 0'
    'M-40 -74q8 -6 16 0t16 0" fill="none" stroke="#bfe0dd" stroke-opacity="0.6" stroke-width="1.8"/>'
    '<path d="M-118 14C-122 -22 -84 -44 -44 -46C-8 -58 62 -54 94 -34C126 -16 128 30 96 48C54 66 -52 68 -92 52'
    'C-110 44 -116 30 -118 14Z" fill="#d9c48d" stroke="#f4ecd0" stroke-width="4"/>'
    '<path d="M-96 12C-98 -14 -66 -32 -36 -34C0 -44 56 -40 80 -26C104 -10 104 22 82 34C44 48 -44 50 -74 40'
    'C-90 34 -95 24 -96 12Z" fill="#e8d7a6"/>'
    '<path d="M-82 -26C-80 -44 -78 -56 -70 -68" fill="none" stroke="#6d4b2a" stroke-width="5"/>'  # a palm
    '<path d="M-70 -68C-86 -80 -100 -74 -104 -62C-92 -66 -82 -66 -70 -68C-60 -84 -44 -80 -38 -70C-50 -72 -60 -70 '
    '-70 -68C-84 -62 -90 -52 -88 -42C-82 -52 -78 -60 -70 -68C-58 -64 -52 -56 -52 -44C-60 -54 -64 -60 -70 -68Z" '
    'fill="#3f7a4a" stroke="#274f30"/><circle cx="-72" cy="-65" r="3" fill="#6d4b2a"/>'
    '<circle cx="-67" cy="-64" r="3" fill="#6d4b2a"/>'
    '<path d="M112 58h30l-6 9h-19Z" fill="#7a5230" stroke="#4c321c"/>'  # the boat that doesn't come back
    '<path d="M126 58V36M128 38l10 16h-10Z" fill="#f4ecd0" stroke="#4c321c"/>'
)


# Small things ---------------------------------------------------------------------------------------------------

PURSE = (
    f'<path d="M-4 -7C-14 0 -14 12 0 12S14 0 4 -7L7 -12Q0 -9 -7 -12Z" fill="#8a5a34" stroke="{DARK}"/>'
    '<path d="M-5 -6.5Q0 -4.5 5 -6.5" fill="none" stroke="#e0b458" stroke-width="2.2"/>'
    '<circle cy="4" r="4" fill="#e0b458" stroke="#6e4a12"/>'
)


def coins(count: int) -> str:
    """A pile of gold coins, its lowest around (0, 0)."""
    top = -4 * (count - 1)
    edges = "".join(f"M-9 {top + 4 * n}a9 4 0 0 0 18 0" for n in range(1, count))
    return (
        f'<g stroke="#5d430d" stroke-width="0.8"><path d="M-9 {top}V4a9 4 0 0 0 18 0V{top}Z{edges}" fill="#b98a1f"/>'
        f'<ellipse cy="{top}" rx="9" ry="4" fill="#eec650"/></g>'
    )


COIN = '<circle r="9" fill="#eec650" stroke="#5d430d"/>'
PACKET = (
    f'<rect x="-12" y="-10" width="24" height="17" rx="1.5" fill="#f3e6c4" stroke="{DARK}"/>'
    f'<path d="M-12 -9L0 1L12 -9" fill="none" stroke="{DARK}"/><circle cy="0" r="4.5" fill="#a3261f" stroke="#5c120e"/>'
)
BAG = (
    '<path d="M-7 -10v-4q0-3 3-3h8q3 0 3 3v4" fill="none" stroke="#d9b26a" stroke-width="2.6"/>'
    '<rect x="-18" y="-10" width="36" height="25" rx="4" fill="#8a5a34" stroke="#e7cf9b" stroke-width="1.2"/>'
    '<path d="M-18 -1h36M-9 -10v25M9 -10v25" stroke="#5e3b1e" stroke-width="2"/>'
    '<rect x="-4" y="-4" width="8" height="6" rx="1" fill="#e0b458"/>'
)
LEAVES = ((16, 32, 20), (29, 22, -25), (36, 8, -60), (38, -8, -85), (34, -24, -110), (22, 18, -80), (27, 0, -130))
LAUREL = (
    '<path d="M-6 34C-40 26 -44 -12 -28 -32M6 34C40 26 44 -12 28 -32" fill="none" stroke="#c9a44c" stroke-width="2.5"/>'
    + "".join(
        f'<ellipse rx="10" ry="4" fill="#d9b85e" transform="translate({side * x} {y}) rotate({side * turn})"/>'
        for side in (-1, 1)
        for x, y, turn in LEAVES
    )
    + at(0, 0, coins(4), 1.5)
)


def blend(id_: str, *stops: tuple[float, str, float], round_: bool = False) -> str:
    """A gradient from top to bottom, or from the middle outwards: where, which colour, how dense."""
    kind, way = ("radial", "") if round_ else ("linear", ' x2="0" y2="1"')
    inner = "".join(
        f'<stop offset="{where:.2g}" stop-color="{colour}" stop-opacity="{dense:.2g}"/>'
        for where, colour, dense in stops
    )
    return f'<{kind}Gradient id="paint-{id_}"{way}>{inner}</{kind}Gradient>'


GROUND = (
    "<defs>"
    + blend("stone", (0, "#f2e4c4", 1), (1, "#d9c598", 1))
    + blend("night", (0, "#2a2740", 1), (1, "#4a3f55", 1))
    + blend("room", (0, "#c98f3c", 1), (1, "#fbe3a0", 1))
    + blend("felt", (0, "#1f4d3c", 1), (1, "#17392d", 1))
    + blend("sea", (0.5, "#3f8a94", 1), (1, "#235a6b", 1), round_=True)
    + blend("lamp", (0.5, "#ffce63", 0.75), (1, "#ffce63", 0), round_=True)
    + "</defs>"
)


# Clicks ---------------------------------------------------------------------------------------------------------


def path(s: Position, seat: int, action: int) -> tuple[str, ...]:
    """A scholar, then the palace he goes to; a scholar who is hired, then the window; or the scholar who is kept."""
    block, occupation, chosen, area = meaning(action)
    if block is BRIBE:
        return ()
    where = plain(s).where
    if block is SEND:
        return alike(seat, occupation, where[seat][occupation], HOME), f"palace-{chosen}"
    theirs = where[chosen][occupation]
    if block is KEEP:
        return (alike(chosen, occupation, theirs, WAITING + seat, EMPLOYED + seat),)
    rivals = [other for other, copies in enumerate(where) if WAITING + seat in copies[occupation]]
    place = f"window-{seat}-{area}"
    return (place,) if len(rivals) == 1 else (alike(chosen, occupation, theirs, WAITING + seat), place)


def alike(seat: int, occupation: int, copies: list[int], *places: int) -> str:
    """A player's scholars of an occupation at some places: clicking any of them means the same."""
    there = [copy for copy, place in enumerate(copies) if place in places]
    return "|".join([f"scholar-{seat}-{occupation}-{copy}" for copy in there])


def amount(s: Position, seat: int, action: int, voice: Voice) -> tuple[str, int] | None:
    """How many ducats a bribe is, and for whom."""
    block, bribe, *_ = meaning(action)
    if block is not BRIBE:
        return None
    occupation = OCCUPATION_NAMES[bribed_for(plain(s), seat)]
    return f"bribe for your {occupation}", 1000 * (bribe + LEAST_BRIBE)
