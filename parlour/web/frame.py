"""What one pair of eyes is shown of a table: HTML made from the hidden record of that seat and nothing else.

A frame is always the whole view. The same one serves the first page, the stream, and every tab that looks from there.
"""

import functools
import re
import secrets
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup, escape

from parlour import __version__
from parlour.kit import talk
from parlour.kit.drawing import COLOURS, sign
from parlour.kit.game import SPECTATOR
from parlour.kit.talk import Mark
from parlour.kit.voice import SEAT_COLOURS, SIGNS, upper_first
from parlour.table.live import Line, Table
from parlour.table.screen import winners
from parlour.web.house import House, Live

LINES_SHOWN = 40  # of the log; the replay has all of it
TALK_SHOWN = 20  # of what was said before those
FEW_CHOICES, FEW_ON_A_PHONE = 8, 4  # that many are shown at once, more are folded by kind

HERE = Path(__file__).parent
templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader(HERE / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


@dataclass(frozen=True)
class Choice:
    """An action as a button: its words, and the pieces that mean the same."""

    action: int
    words: str
    path: str


@dataclass(frozen=True)
class Card:
    """A promise as it lies on the table: who gave it to whom, its words, and what became of it."""

    number: int  # of the entry that made it
    giver: int
    receiver: int
    words: str
    mark: str


@dataclass(frozen=True)
class Stepper:
    """Actions that differ by an amount alone."""

    label: str
    path: str
    amounts: tuple[tuple[int, Choice], ...]


@functools.lru_cache(20_000)
def painted(text: str) -> Markup:
    """Text with the names of colours in their colour, each with its sign, and signs in theirs."""
    return Markup(HUES.sub(hue, str(escape(text))))


COLOUR_OF = {sign: colour for colour, sign in SIGNS.items()}
SIGN = f"[{''.join(COLOUR_OF)}]"
ALONE = rf"({SIGN})( [^\s<]+)?"  # with what it is the sign of, so that no line breaks between them
HUES = re.compile(rf"(?:{SIGN} )?\b({'|'.join(COLOURS)})\b|{ALONE}")
SIGNED = re.compile(rf"{SIGN} ({'|'.join(COLOURS)})\b|{ALONE}")


def hue(found: re.Match) -> str:
    """A colour's name after its sign; a sign that stands alone says its colour to those who don't see it."""
    name, alone, of = found.groups()
    if name:
        return f'<span class="hue {name}">{name}</span>'
    return f'<span class="hue {COLOUR_OF[alone]}"><span class="unseen">{COLOUR_OF[alone]}</span>{of or ""}</span>'


def with_signs(html: str) -> str:
    """A text that is HTML already with its signs in their colours."""
    return SIGNED.sub(hue, html)


@functools.cache
def seat_sign(colour: str) -> Markup:
    """A player's colour as the sign that stands for it."""
    return Markup(f'<svg class="sign" viewBox="-8 -8 16 16" aria-hidden="true">{sign(colour or "red", 12)}</svg>')


templates.filters.update(painted=painted, upper_first=upper_first)
# Frames are shared between pages; where one has a form, the guest's own token is put in when it is sent. The hole is
# random, so that nobody can say it.
TOKEN_HOLE = secrets.token_hex(16)

templates.globals.update(token_hole=TOKEN_HOLE, seat_sign=seat_sign, house_version=__version__, colours=SEAT_COLOURS)


class Eyes(NamedTuple):
    """Who looks: from which seat, with a host's powers or not, on what kind of screen, with which token."""

    seat: int
    host: bool
    narrow: bool
    token: str


def frame(house: House, live: Live, eyes: Eyes) -> str:
    """The table as HTML; made once for each version of the table and kind of eyes."""
    if live.frames_version != live.table.version:
        live.frames, live.frames_version = {}, live.table.version
    key = (*eyes[:3], live.table.game.name in house.ready)
    if key not in live.frames:
        live.frames[key] = FRAME.render(context(house, live, eyes))
    return live.frames[key].replace(TOKEN_HOLE, eyes.token)


def refused(house: House, live: Live, eyes: Eyes, refusal: str, typed: dict[str, str]) -> str:
    """The table with why something wasn't said, and all that was typed still in its place."""
    shown = context(house, live, eyes) | {"refusal": refusal, "typed": typed}
    return FRAME.render(shown).replace(TOKEN_HOLE, eyes.token)


def frame_id(house: House, live: Live) -> str:
    """Tells frames apart, also over a restart."""
    return f"{house.boot}-{live.table.version}"


def context(house: House, live: Live, eyes: Eyes) -> dict[str, Any]:
    table, seat = live.table, eyes.seat
    shown: dict[str, Any] = {
        "table": table,
        "game": table.game,
        "seat": seat,
        "seated": seat != SPECTATOR,
        "host": eyes.host,
        "narrow": int(eyes.narrow),
        "frame_id": frame_id(house, live),
        "begun": table.match is not None,
        "log": log_html(live, seat),
        "more_lines": len(table.lines(seat)) > LINES_SHOWN,
        "since": int(live.since),
        "preparing": table.game.name not in house.ready,
        "board": None,
        "rows": (),
        "acting": (),
        "ask": "",
        "groups": (),
        "folded": (),
        "steppers": (),
        "undo": "",
        "over": False,
        "few": True,
        "ghosts": False,
        "cards": (),
        "promised": {},
        "waiting": (),
        "forms": (),
        "refusal": "",
        "typed": {},
    }
    if table.match is not None:
        shown |= position(table, seat, eyes.narrow) | talked(table, seat)
    return shown


def position(table: Table, seat: int, narrow: bool) -> dict[str, Any]:
    """The position, what is asked and what may be done, as a seat knows it."""
    match, game = table.played, table.game
    view, voice = match.view(seat), table.voice(seat)
    shown: dict[str, Any] = {"acting": match.to_act, "ask": game.words.ask(view, voice), "over": match.over}
    if game.board:
        shown["board"] = Markup(game.board.draw(view, voice, narrow))
    else:
        shown["rows"] = game.words.look(view, voice)
    if match.over:
        leaders = game.verbs.standing(view)[1]
        shown |= {"result": game.words.result(view, voice), "leaders": leaders, "winner": winners(leaders, voice)}
    elif seat != SPECTATOR:
        choices = table.choices(seat) if not table.paused and not table.places[seat].player else []
        shown["groups"], shown["steppers"] = offered(table, view, seat, choices)
        shown["few"] = len(choices) <= (FEW_ON_A_PHONE if narrow else FEW_CHOICES)
        if narrow:
            shown["groups"], shown["folded"] = by_pieces(shown["groups"])
        shown["undo"] = table.why_no_undo(seat)
        shown["ghosts"] = foreseeable(table, view, seat, choices)
    return shown


def foreseeable(table: Table, view: Any, seat: int, choices: list[int]) -> bool:
    """Whether the board can show what an action would do; choices that are there together are of one kind in that."""
    ghost = getattr(table.game.board, "ghost", None)
    return bool(ghost and choices and ghost(view, seat, choices[0], table.voice(seat), False))


Groups = list[tuple[str, list[Choice]]]


def by_pieces(groups: Groups) -> tuple[Groups, Groups]:
    """The choices that no piece stands for, and those that a piece does: on a phone they don't cover the board."""
    loose = [(kind, [choice for choice in choices if not choice.path]) for kind, choices in groups]
    lit = [(kind, [choice for choice in choices if choice.path]) for kind, choices in groups]
    return [group for group in loose if group[1]], [group for group in lit if group[1]]


def talked(table: Table, seat: int) -> dict[str, Any]:
    """The promises on their cards, what waits for an answer of a seat, and the statements it can make."""
    match, voice, write = table.played, table.voice(seat), getattr(table.game.talk, "write", None)
    if write is None:
        return {}
    cards = [
        Card(one.number, one.statement.seat, one.statement.to, write(one.statement, match.names), one.mark.value)
        for one in sorted(table.promises(), key=lambda one: (one.mark is not Mark.OPEN, -one.number))
    ]
    promised = Counter((card.giver, card.mark) for card in cards)
    shown: dict[str, Any] = {"cards": cards, "promised": promised, "voice": voice}
    if seat == SPECTATOR or match.over:
        return shown
    waiting = [
        (statement.seat, write(statement, match.names), [write(answer, match.names) for answer in answers])
        for statement, answers in talk.unanswered(match, seat)
    ]
    return shown | {"waiting": waiting, "forms": talk.forms(match, seat)}


def offered(table: Table, view: Any, seat: int, actions: list[int]) -> tuple[Groups, list[Stepper]]:
    """The legal actions as buttons by kind, and as steppers where they are amounts."""
    game, voice = table.game, table.voice(seat)
    amount = getattr(game.board, "amount", None)
    groups: dict[str, list[Choice]] = {}
    amounts: dict[tuple[str, str], list[tuple[int, Choice]]] = {}
    for action in actions:
        path = " ".join(game.board.path(view, seat, action)) if game.board else ""
        choice = Choice(action, game.words.action(view, seat, action, voice), path)
        found = amount(view, seat, action, voice) if amount else None
        if found:
            amounts.setdefault((found[0], path), []).append((found[1], choice))
        else:
            groups.setdefault(game.rules.ACTIONS.name(action).partition("[")[0].replace("_", " "), []).append(choice)
    steppers = [
        Stepper(label, path, tuple(sorted(of, key=lambda one: one[0]))) for (label, path), of in amounts.items()
    ]
    return list(groups.items()), steppers


def log_html(live: Live, seat: int) -> Markup:
    """The last lines of the log and what was said last, the newest first; each line is made once."""
    made, lines = live.logs.setdefault(seat, []), live.table.lines(seat)
    made += map(line_html, lines[len(made) :])
    before = [at for at, line in enumerate(lines[:-LINES_SHOWN]) if line.kind == "said"]
    shown = [made[at] for at in before[-TALK_SHOWN:]] + made[-LINES_SHOWN:]
    return Markup("\n".join(reversed(shown)))


def line_html(line: Line) -> Markup:
    """A line of the log."""
    told = painted(" ".join(line.sentences))
    return Markup(
        f'<li id="the-line-{line.number}" class="{line.kind}" value="{line.number}" tabindex="-1">{told}</li>'
    )


FRAME = templates.get_template("frame.html")
