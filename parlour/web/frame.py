"""What one pair of eyes is shown of a table: HTML made from the hidden record of that seat and nothing else.

A frame is always the whole view. The same one serves the first page, the stream, and every tab that looks from there.
Most of it is as it was a move ago: a section is drawn anew only when what it shows has changed.
"""

import functools
import html
import re
import secrets
from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup

from parlour import __version__
from parlour.kit import talk
from parlour.kit.drawing import COLOURS, sign
from parlour.kit.game import SPECTATOR, Game
from parlour.kit.remembering import remembered
from parlour.kit.sentences import SHAPES, Mention, parts, unmarked
from parlour.kit.talk import Form, Mark
from parlour.kit.voice import SEAT_COLOURS, SIGNS, Voice, upper_first
from parlour.web.house import House
from parlour.web.kinds import SAID
from parlour.web.live import Live
from parlour.web.scene import PromiseCard, Scene, Talked, Unanswered, scene_of
from parlour.web.table import CLOSED, Line, Table

LINES_SHOWN = 40  # of the log; the replay has all of it
TALK_SHOWN = 20  # of what was said before those
FEW_CHOICES, FEW_ON_A_PHONE = 8, 4  # that many are shown at once, more are folded by kind
READY = "<ready "  # how a line of the template begins that stands for lines which are made already; nobody can say it


class Templates(jinja2.Environment):
    """Jinja's, but what is known to all templates is one dictionary: looking through two for each section is slow."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


HERE = Path(__file__).parent
templates = Templates(
    loader=jinja2.FileSystemLoader(HERE / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
    auto_reload=False,
)


@dataclass(frozen=True)
class ActionButton:
    """An action as a button: its words, and the pieces that mean the same."""

    action: int
    words: str
    path: str


@dataclass(frozen=True)
class Stepper:
    """Actions that differ by an amount alone."""

    label: str
    path: str
    amounts: tuple[tuple[int, ActionButton], ...]


def written(sentence: str) -> str:
    """A sentence as HTML: what it mentions in its colour, with its sign, and which pieces of the board that is."""
    return "".join(html.escape(part) if isinstance(part, str) else mentioned(part) for part in parts(sentence))


@remembered
def shown(sentence: str) -> Markup:
    """The same for templates, and for sentences that stand there again and again."""
    return Markup(written(sentence))


@remembered
def mentioned(mention: Mention) -> str:
    signed = mention.sign in SHAPES
    kinds = [f"of-{mention.kind}", mention.colour, *(["signed", mention.sign] if signed else [])]
    unseen = signed and mention.colour not in mention.text  # nobody would hear which colour it is
    hint = f'<span class="unseen">{mention.colour} </span>' if unseen else ""
    piece = f' data-piece="{mention.piece}"' if mention.piece else ""
    return f'<span class="{" ".join(filter(None, kinds))}"{piece}>{hint}{html.escape(mention.name)}</span>'


COLOUR_OF = {sign: colour for colour, sign in SIGNS.items()}
SIGN = f"[{''.join(COLOUR_OF)}]"
ALONE = rf"({SIGN})( [^\s<]+)?"  # with what it is the sign of, so that no line breaks between them
SIGNED = re.compile(rf"{SIGN} ({'|'.join(COLOURS)})\b|{ALONE}")


def hue(found: re.Match[str]) -> str:
    """A colour's name after its sign; a sign that stands alone says its colour to those who don't see it."""
    name, alone, of = found.groups()
    if name:
        return f'<span class="hue {name}">{name}</span>'
    return f'<span class="hue {COLOUR_OF[alone]}"><span class="unseen">{COLOUR_OF[alone]}</span>{of or ""}</span>'


def with_signs(html: str) -> str:
    """A rulebook, which is HTML already, with its signs in their colours."""
    return SIGNED.sub(hue, html)


@functools.cache
def seat_sign(colour: str) -> Markup:
    """A player's colour as the sign that stands for it."""
    return Markup(f'<svg class="sign" viewBox="-8 -8 16 16" aria-hidden="true">{sign(colour or "red", 12)}</svg>')


templates.filters.update(shown=shown, unmarked=unmarked, upper_first=upper_first)
# Frames are shared between pages; where one has a form, the guest's own token is put in when it is sent as a page. The
# hole is random, so that nobody can say it.
TOKEN_HOLE = secrets.token_hex(16)

templates.globals.update(token_hole=TOKEN_HOLE, seat_sign=seat_sign, house_version=__version__, colours=SEAT_COLOURS)


class Eyes(NamedTuple):
    """Who looks: from which seat, with a host's powers or not, on what kind of screen, with which token."""

    seat: int
    host: bool
    narrow: bool
    token: str = ""


def frame(house: House, live: Live, eyes: Eyes) -> str:
    """The table as HTML."""
    return "\n".join(frame_lines(house, live, eyes)).replace(TOKEN_HOLE, eyes.token)


def frame_lines(house: House, live: Live, eyes: Eyes) -> list[str]:
    """The lines of a frame, with holes for tokens; made once for each version of the table and kind of eyes."""
    frames = scene_at(live).frames
    key = (eyes.seat, eyes.host, eyes.narrow, live.table.game.name in house.readiness.compiled)
    if key not in frames:
        frames[key] = made_of(*context(house, live, eyes))
    return frames[key]


def made_of(shown: dict[str, Any], ready: dict[str, Iterable[str]]) -> list[str]:
    """The lines of a frame. What is ready as lines isn't copied: it stands where the template names it."""
    lines: list[str] = []
    for line in FRAME.render(shown).split("\n"):
        if line.startswith(READY):
            lines += ready[line[len(READY) : -1]]
        else:
            lines.append(line)
    return lines


def scene_at(live: Live) -> Scene:
    """What a table shows now."""
    live.scene = scene_of(live.table, live.scene)
    return live.scene


def refused(house: House, live: Live, eyes: Eyes, refusal: str, typed: dict[str, str]) -> str:
    """The table with why something wasn't said, and all that was typed still in its place."""
    lines = made_of(*context(house, live, eyes, refusal, typed))
    return "\n".join(lines).replace(TOKEN_HOLE, eyes.token)


def frame_id(house: House, live: Live) -> str:
    """Tells frames apart, also over a restart."""
    return f"{house.boot}-{live.table.version}"


def context(
    house: House, live: Live, eyes: Eyes, refusal: str = "", typed: dict[str, str] | None = None
) -> tuple[dict[str, Any], dict[str, Iterable[str]]]:
    """All that a frame shows, and the parts of it that are ready as lines."""
    table, seat, scene = live.table, eyes.seat, scene_at(live)
    begun, seated = table.match is not None, seat != SPECTATOR
    at = f"{house.settings.path}/t/{table.id}"
    facts = {
        "at": at,
        "seat": seat,
        "seated": seated,
        "host": eyes.host,
        "begun": begun,
        "over": begun and not scene.acting,
    }
    shown: dict[str, Any] = facts | {
        "table": table,
        "narrow": int(eyes.narrow),
        "frame_id": frame_id(house, live),
        "acting": scene.acting,
        "more_lines": len(table.lines(seat)) > LINES_SHOWN,
        "since": int(live.since),
        "rows": (),
        "offered": False,
    }
    stand_in = seated and bool(table.places[seat].stand_in)
    ready: dict[str, Iterable[str]] = {
        "seats": seats(scene, facts),
        "tools": tools_section(
            **facts,
            rules=f"{house.settings.path}/rules/{table.game.name}",
            paused=table.paused,
            closed=table.closed,
            stand_in=stand_in,
        ),
        "log": log_lines(live, seat),
    }
    ask = undo = ""
    if begun:
        view, voice = table.played.view(seat), table.voice(seat, marks=True)
        ask = table.game.words.ask(view, voice)
        if table.game.board:
            ready["board"] = table.game.board.draw(view, table.voice(seat), eyes.narrow)
        else:
            shown["rows"] = table.game.words.look(view, voice)
        ready["talk"] = talk_refused(table, at, seat, refusal, typed or {}) if refusal else talk_lines(live, at, seat)
        if not scene.acting:
            shown |= ended(table, view, voice)
        elif seated:
            undo = table.why_no_undo(seat) or ""
            shown |= choosing(table, view, seat, eyes.narrow)
    ready["ask"] = ask_section(
        closed=CLOSED if table.closed else "",
        begun=begun,
        free=sum(place.free for place in scene.places),
        paused=table.paused,
        ask=ask,
        waiting=bool(scene.acting) and seat not in scene.acting and not table.halted,
        take_back=at if stand_in and scene.acting and not table.closed else "",
    )
    ready["undo"] = undo_section(
        at=at,
        offered=seated and bool(scene.acting) and not table.closed,
        undo=undo,
        preparing=table.game.name not in house.readiness.compiled,
    )
    return shown, ready


def seats(scene: Scene, facts: dict[str, Any]) -> list[str]:
    """All seats with who has them and what may be done about that."""
    host, mine, over = facts["host"], facts["seat"], facts["over"]
    lines: list[str] = []
    for number, place in enumerate(scene.places):
        missed = facts["seated"] and place.away and not place.player
        powers = number != mine and ((host and not place.free and not over) or missed)
        lines += seat_section(
            number=number,
            place=place,
            turn=number in scene.acting,
            you=number == mine,
            powers=(facts["at"], host, facts["begun"]) if powers else None,
        )
    return lines


def ended(table: Table, view: Any, voice: Voice) -> dict[str, Any]:
    """How the match ended."""
    leaders = table.game.verbs.standing(view)[1]
    result = table.game.words.result(view, voice)
    return {"result": result, "leaders": leaders, "winner": voice.winners(leaders)}


def choosing(table: Table, view: Any, seat: int, narrow: bool) -> dict[str, Any]:
    """What a seat may do, if it is asked for something."""
    choices = table.choices(seat) if not table.halted and not table.places[seat].player else []
    if not choices:
        return {}
    groups, steppers = offered(table, view, seat, choices)
    loose, folded = by_pieces(groups) if narrow else (groups, [])
    foresees = getattr(table.game.board, "foresees", None)
    return {
        "offered": True,
        "groups": loose,
        "folded": folded,
        "steppers": steppers,
        "few": len(choices) <= (FEW_ON_A_PHONE if narrow else FEW_CHOICES),
        "ghosts": bool(foresees and foresees(choices[0])),  # choices that are there together are of one kind in that
    }


Groups = list[tuple[str, list[ActionButton]]]


def by_pieces(groups: Groups) -> tuple[Groups, Groups]:
    """The choices that no piece stands for, and those that a piece does: on a phone they don't cover the board."""
    loose = [(kind, [choice for choice in choices if not choice.path]) for kind, choices in groups]
    lit = [(kind, [choice for choice in choices if choice.path]) for kind, choices in groups]
    return [group for group in loose if group[1]], [group for group in lit if group[1]]


def talk_lines(live: Live, at: str, seat: int) -> list[str]:
    """All that is about talk but the log; drawn anew when someone has said something that counts."""
    talks, facts = scene_at(live).talks, talked(live.table, at, seat)
    if seat not in talks or talks[seat][0] != facts:
        talks[seat] = facts, draw_talk(**facts._asdict(), refusal="", typed={})
    return talks[seat][1]


def talk_refused(table: Table, at: str, seat: int, refusal: str, typed: dict[str, str]) -> list[str]:
    """The same with why something wasn't said; it is for one page, so nobody keeps what was typed."""
    return draw_talk(**talked(table, at, seat)._asdict(), refusal=refusal, typed=typed)


def talked(table: Table, at: str, seat: int) -> Talked:
    """The promises on their cards, what waits for an answer of a seat, and the statements it can make."""
    shown = Talked(at, seat != SPECTATOR)
    write = getattr(table.game.talk, "write", None)
    if write is None or table.match is None:
        return shown
    match, voice = table.match, table.voice(seat)
    colour_of = [place.colour for place in table.places]
    cards = tuple(
        PromiseCard(
            one.number,
            colour_of[one.statement.seat],
            voice.who(one.statement.seat),
            voice.whom(one.statement.to),
            write(one.statement, match.names),
            one.mark.value,
        )
        for one in sorted(table.promises(), key=lambda one: (one.mark is not Mark.OPEN, -one.number))
    )
    if seat == SPECTATOR or match.over:
        return shown._replace(cards=cards)
    waiting = tuple(
        Unanswered(
            statement.seat,
            colour_of[statement.seat],
            match.names[statement.seat],
            write(statement, match.names),
            tuple(write(answer, match.names) for answer in answers),
        )
        for statement, answers in talk.unanswered(match, seat)
    )
    return shown._replace(cards=cards, waiting=waiting, forms=forms(table.game, seat, tuple(match.names)))


@functools.lru_cache(1000)
def forms(game: Game, seat: int, names: tuple[str, ...]) -> tuple[Form, ...]:
    """The statements that a seat can make."""
    return tuple(game.talk.forms(seat, list(names))) if game.talk else ()


def offered(table: Table, view: Any, seat: int, actions: list[int]) -> tuple[Groups, list[Stepper]]:
    """The legal actions as buttons by kind, and as steppers where they are amounts."""
    game, voice = table.game, table.voice(seat, marks=True)
    amount = getattr(game.board, "amount", None)
    groups: dict[str, list[ActionButton]] = {}
    amounts: dict[tuple[str, str], list[tuple[int, ActionButton]]] = {}
    for action in actions:
        path = " ".join(game.board.path(view, seat, action)) if game.board else ""
        choice = ActionButton(action, game.words.action(view, seat, action, voice), path)
        found = amount(view, seat, action, voice) if amount else None
        if found:
            amounts.setdefault((found[0], path), []).append((found[1], choice))
        else:
            groups.setdefault(game.rules.ACTIONS.kind(action).replace("_", " "), []).append(choice)
    steppers = [
        Stepper(label, path, tuple(sorted(of, key=lambda one: one[0]))) for (label, path), of in amounts.items()
    ]
    return list(groups.items()), steppers


def log_lines(live: Live, seat: int) -> list[str]:
    """The last lines of the log and what was said last, the newest first; each line is made once."""
    made, lines = live.logs.setdefault(seat, []), live.table.lines(seat)
    made += map(line_html, lines[len(made) :])
    before = [at for at, line in enumerate(lines[:-LINES_SHOWN]) if line.kind == SAID]
    shown = [made[at] for at in before[-TALK_SHOWN:]] + made[-LINES_SHOWN:]
    return shown[::-1]


def line_html(line: Line) -> str:
    """A line of the log."""
    told = written(" ".join(line.sentences))
    return f'<li id="the-line-{line.number}" class="{line.kind}" value="{line.number}" tabindex="-1">{told}</li>'


def section(name: str) -> Callable[..., list[str]]:
    """The lines of a section of the frame."""
    template = templates.get_template(f"frame/{name}.html")

    def draw(**facts: Any) -> list[str]:
        return template.render(facts).split("\n")

    return draw


FRAME = templates.get_template("frame.html")
# made once for all tables and times at which they show the same
seat_section, tools_section = remembered(section("seat")), remembered(section("tools"))
ask_section, undo_section = remembered(section("ask")), remembered(section("undo"))
draw_talk = section("talk")
