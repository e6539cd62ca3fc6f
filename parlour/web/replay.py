"""A match step by step: the position after any entry, as one seat knows it, with what was told up to there."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from parlour.kit.game import SPECTATOR
from parlour.kit.match import Match
from parlour.kit.mistake import Mistake
from parlour.web.door import shortened
from parlour.web.frame import line_html
from parlour.web.table import Table


def step(table: Table, wanted: Mapping[str, str], own: int, narrow: bool) -> dict[str, Any]:
    """What the replay page shows: `step` and `seat` come from its address."""
    whole = table.played
    last = len(whole.entries)
    number = read(wanted.get("step", str(last)), range(last + 1), "step")
    usual = SPECTATOR if table.over else own
    seat = read(wanted.get("seat", str(usual)), range(SPECTATOR, table.setting.players), "seat")
    if not table.over and seat not in (own, SPECTATOR):
        raise Mistake("What the others know can be seen once the match is over.")
    narrow = wanted.get("narrow", "1" if narrow else "0") == "1"
    match = whole.until(number)
    return shown(table, match, number, last, seat) | drawing(table, match, seat, narrow)


def read(text: str, allowed: range, what: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = allowed.start - 1
    if value not in allowed:
        raise Mistake(f"The {what} goes from {allowed.start} to {allowed[-1]}, not {shortened(text)}.")
    return value


def drawing(table: Table, match: Match, seat: int, narrow: bool) -> dict[str, Any]:
    game, view, voice = table.game, match.view(seat), table.voice(seat)
    if game.board:
        return {"board": Markup("\n".join(game.board.draw(view, voice, narrow))), "rows": ()}
    return {"board": None, "rows": game.words.look(view, table.voice(seat, marks=True))}


def shown(table: Table, match: Match, number: int, last: int, seat: int) -> dict[str, Any]:
    """The words of a step."""
    game, view, voice = table.game, match.view(seat), table.voice(seat, marks=True)
    said = voice.winners(game.verbs.standing(view)[1]) if match.over else game.words.ask(view, voice)
    return {
        "step": number,
        "last": last,
        "seat": seat,
        "ask": said,
        "acting": match.to_act,
        "log": Markup("\n".join(map(line_html, table.lines(seat)))),
        "any_seat": table.over,
    }
