"""Actions go by their names, and of a match's options only those stand there that aren't at their default.

Until then an action was its number. What the numbers meant, and what the defaults were, is written down here as it was
in version 1 of the rules: what the games are like today has nothing to do with it.
"""

import itertools
import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

LAYOUTS: dict[str, dict[str, tuple[int, ...]]] = {  # the blocks of actions in order, and how many choices each has
    "chandelier": {
        "bribe": (149,),
        "visit": (20,),
        "buy": (),
        "decline": (),
        "steal": (6, 4),
        "be_paid": (),
        "favour": (),
        "cash_in": (4, 15),
    },
    "crystallia": {
        "flip": (16,),
        "take": (24,),
        "talisman": (4,),
        "lay": (54, 4),
        "move": (24,),
        "turn": (24,),
        "stop": (),
        "name": (4,),
    },
    "intrigue": {"bribe": (100,), "hire": (4, 5, 4), "keep": (4, 5), "send": (4, 5)},
    "rush": {"draw": (), "take": (), "play": (37,), "discard": (37,), "leave": (37,), "attack": (12, 8, 37)},
}
DEFAULTS: dict[str, dict[str, str | int]] = {
    "chandelier": {"tiles": "pure", "bribes": "all", "town": "harbour"},
    "crystallia": {"advanced": "no"},
    "intrigue": {"open_money": "no", "two_palaces": "no", "secret_bribes": "no"},
    "rush": {"lock": "two turns", "turn_limit": 300},
}

matches = sa.table("matches", sa.column("id"), sa.column("game"), sa.column("options"))
entries = sa.table("entries", sa.column("match"), sa.column("number"), sa.column("kind"), sa.column("body"))


def names(layout: dict[str, tuple[int, ...]]) -> list[str]:
    """The names of all actions, by their numbers."""
    return [
        f"{block}[{', '.join(map(str, chosen))}]" if chosen else block
        for block, sizes in layout.items()
        for chosen in itertools.product(*map(range, sizes))
    ]


def upgrade() -> None:
    connection = op.get_bind()
    for game, layout in LAYOUTS.items():
        named = names(layout)
        for match, options in connection.execute(sa.select(matches.c.id, matches.c.options).filter_by(game=game)).all():
            usual = DEFAULTS[game].items()
            differing = {name: value for name, value in json.loads(options).items() if (name, value) not in usual}
            here = matches.update().where(matches.c.id == match)
            connection.execute(here.values(options=json.dumps(differing)))
            rename(connection, match, named.__getitem__)


def downgrade() -> None:
    connection = op.get_bind()
    for game, layout in LAYOUTS.items():
        numbers = {name: number for number, name in enumerate(names(layout))}
        for (match,) in connection.execute(sa.select(matches.c.id).filter_by(game=game)).all():
            rename(connection, match, numbers.__getitem__)


def rename(connection: Any, match: str, other: Callable[[Any], Any]) -> None:
    """Exchange the actions in a match's log."""
    played = sa.select(entries.c.number, entries.c.body).filter_by(match=match, kind="played")
    rows = []
    for number, text in connection.execute(played).all():
        body = json.loads(text)
        rows.append({"at": number, "new": json.dumps(body | {"action": other(body["action"])})})
    if rows:
        here = (entries.c.match == match) & (entries.c.number == sa.bindparam("at"))
        connection.execute(entries.update().where(here).values(body=sa.bindparam("new")), rows)
