"""What one pair of eyes is shown of a table: HTML made from the hidden record of that seat and nothing else.

A frame is always the whole view. The same one serves the first page, the stream, and every tab that looks from there.
"""

import functools
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup, escape

from parlour import __version__
from parlour.kit.drawing import COLOURS, sign
from parlour.kit.game import SPECTATOR
from parlour.kit.voice import SEAT_COLOURS, upper_first
from parlour.table.live import Line, Table
from parlour.table.screen import winners
from parlour.web.house import House, Live

LINES_SHOWN = 40  # of the log; the replay has all of it
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
class Stepper:
    """Actions that differ by an amount alone."""

    label: str
    path: str
    amounts: tuple[tuple[int, Choice], ...]


@functools.lru_cache(20_000)
def painted(text: str) -> Markup:
    """Text with the names of colours in their colour, each with its sign."""
    return Markup(HUES.sub(lambda hue: f'<span class="hue {hue[0]}">{hue[0]}</span>', str(escape(text))))


HUES = re.compile(rf"\b({'|'.join(COLOURS)})\b")


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
        "steppers": (),
        "undo": "",
        "over": False,
        "few": True,
    }
    if table.match is not None:
        shown |= position(table, seat, eyes.narrow)
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
        shown |= {"result": game.words.result(view, voice), "points": game.verbs.standing(view)[0]}
        leaders = game.verbs.standing(view)[1]
        shown |= {"leaders": leaders, "winner": winners(leaders, voice)}
    elif seat != SPECTATOR:
        choices = table.choices(seat) if not table.paused and not table.places[seat].player else []
        shown["groups"], shown["steppers"] = offered(table, view, seat, choices)
        shown["few"] = len(choices) <= (FEW_ON_A_PHONE if narrow else FEW_CHOICES)
        shown["undo"] = table.why_no_undo(seat)
    return shown


def offered(
    table: Table, view: Any, seat: int, actions: list[int]
) -> tuple[list[tuple[str, list[Choice]]], list[Stepper]]:
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
    """The last lines of the log, the newest first; each is made once."""
    made = live.logs.setdefault(seat, [])
    made += map(line_html, live.table.lines(seat)[len(made) :])
    return Markup("\n".join(reversed(made[-LINES_SHOWN:])))


def line_html(line: Line) -> Markup:
    """A line of the log."""
    told = painted(" ".join(line.sentences))
    return Markup(f'<li id="the-line-{line.number}" class="{line.kind}" value="{line.number}">{told}</li>')


FRAME = templates.get_template("frame.html")
