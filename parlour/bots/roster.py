"""Bots by name. Those named here are compiled, so that whole games by them never leave compiled code."""

from typing import Any

from parlour.kit.compiled import bind
from parlour.kit.game import Game
from parlour.kit.luck import Dice, Luck, give
from parlour.kit.mistake import Mistake
from parlour.kit.record import Position

BOTS = {
    "random": "plays any legal action, each equally likely",
    "heuristic": "plays what a sensible player of the game would",
}


def playout(game: Game) -> Any:
    """The module `parlour.bots.playout` bound to a game."""
    return bind("parlour.bots.playout", game.name, rules=game.rules, bots=game.bots)


def named(name: str) -> str:
    """The bot that someone means by `name`."""
    known = name.strip().lower()
    if known not in BOTS:
        raise Mistake(f"There is no bot {name!r}; there is {' and '.join(BOTS)}.")
    return known


def one_a_seat(names: str, seats: int) -> list[str]:
    """The bots of so many seats from a list with commas; a single name stands for all of them."""
    bots = [named(name) for name in names.split(",")]
    if len(bots) == 1:
        bots *= seats
    if len(bots) != seats:
        raise Mistake(f"{seats} seats need one bot each, or one name for all; {len(bots)} were named: {names}.")
    return bots


def number_of(bot: str) -> int:
    """The number by which compiled code knows a bot."""
    return list(BOTS).index(bot)


def think(game: Game, bot: str, view: Position, seat: int, luck: Luck) -> int:
    """A bot's action at a table: from what its seat knows, with luck of its own."""
    room = playout(game)
    dice = Dice()
    give(dice, luck)
    states = game.verbs.State.many(1)
    return int(room.choose(number_of(bot), view, seat, states, dice, game.verbs.choice_space()))


def warm_up(game: Game) -> None:
    """Compile all that a table needs, or load it from the cache."""
    verbs = game.verbs
    s = verbs.begin(game.setting(), (1, 1))
    seat = verbs.to_act(s)[0]
    view = verbs.view(s, seat)
    world = verbs.world(view, seat, (1, 1))
    verbs.standing(world)
    verbs.play(world, seat, think(game, "heuristic", view, seat, (1, 1)))
