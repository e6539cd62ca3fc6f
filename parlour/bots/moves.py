"""Bots playing a match, move by move: the one loop of all who let bots play outside compiled code."""

import time
import traceback
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parlour.bots.roster import Bot
from parlour.kit.game import Game
from parlour.kit.luck import Luck, drawn
from parlour.kit.mistake import Mistake
from parlour.kit.record import Position


class Move(NamedTuple):
    """What a bot has chosen to do."""

    seat: int
    view: Position  # what the seat knows
    action: int
    seconds: float  # that it took to choose


def moves(game: Game, s: Position, bots: Sequence[Bot], dice: Position) -> Iterator[Move]:
    """Let bots play a position to its end. Gives each move when it is chosen, before it is played.

    Each bot gets what its seat knows, and luck of its own from the dice.
    """
    verbs = game.verbs
    while acting := verbs.to_act(s):
        seat = acting[0]
        view, luck = verbs.view(s, seat), drawn(dice)
        began = time.perf_counter()
        action = ask(bots[seat], game, view, seat, luck)
        yield Move(seat, view, action, time.perf_counter() - began)
        verbs.play(s, seat, action)


def ask(bot: Bot, game: Game, view: Position, seat: int, luck: Luck) -> int:
    """A bot's action; if it breaks, a sentence says where."""
    try:
        return bot.choose(game, view, seat, luck)
    except Mistake:
        raise
    except Exception as error:
        line = traceback.extract_tb(error.__traceback__)[-1]
        raise Mistake(
            f"{bot.name} failed in line {line.lineno} of {line.filename}: {type(error).__name__}: {error}."
        ) from error
