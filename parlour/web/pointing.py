"""Which pieces an entry of the log speaks of: those that came or went somewhere by it, as one seat saw it."""

import re
from typing import NamedTuple

from parlour.kit.match import Match, Said
from parlour.table.live import Table
from parlour.web.replay import after

PIECE = re.compile(r'<g id="([^"]+)" class="piece" transform="translate\((\S+) (\S+?)\)([^"]*)"')
SHIFT = 45  # units of a wide board: who moves up for another isn't spoken of


class Drawn(NamedTuple):
    """A piece of a board as it was drawn."""

    x: float
    y: float
    turned: str
    svg: str


def points(table: Table, number: int, seat: int) -> list[str]:
    """The ids of the pieces that an entry speaks of to a seat."""
    entry = table.played.entries[number - 1]
    if isinstance(entry, Said) or table.game.board is None:
        return []
    match = after(table.played, number - 1)
    before = drawn(table, match, seat)
    match.apply(entry)
    now = drawn(table, match, seat)
    went = [id_ for id_, piece in now.items() if id_ not in before or has_gone(before[id_], piece)]
    return went or [id_ for id_, piece in now.items() if before[id_] != piece]


def drawn(table: Table, match: Match, seat: int) -> dict[str, Drawn]:
    lines = table.game.board.draw(match.view(seat), table.voice(seat), False)
    found = ((PIECE.match(line), line) for line in lines)
    return {piece[1]: Drawn(float(piece[2]), float(piece[3]), piece[4], line) for piece, line in found if piece}


def has_gone(before: Drawn, now: Drawn) -> bool:
    return now.turned != before.turned or abs(now.x - before.x) + abs(now.y - before.y) > SHIFT
