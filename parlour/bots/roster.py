"""Bots by name: the compiled ones, which never leave compiled code."""

from typing import Any

from parlour.kit.compiled import bind
from parlour.kit.game import Game
from parlour.kit.mistake import Mistake

COMPILED = {"random": 0, "heuristic": 1}


def playout(game: Game) -> Any:
    """The module `parlour.bots.playout` bound to a game."""
    return bind("parlour.bots.playout", game.name, rules=game.rules, bots=game.bots)


def named(name: str) -> int:
    """The number by which compiled code knows a bot."""
    try:
        return COMPILED[name.strip().lower()]
    except KeyError:
        raise Mistake(f"There is no bot {name!r}; there is {' and '.join(COMPILED)}.") from None
