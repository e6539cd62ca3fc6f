"""Whole matches with players that are functions of a game's `bots.py`."""

from collections.abc import Callable

from parlour.kit.game import Game
from parlour.kit.luck import Luck, give, seeded
from parlour.kit.record import Position

Player = Callable[[Position, int], int]


def ask(player: Player, view: Position, seat: int, luck: Luck) -> int:
    """The action of a player who knows a view, with luck to roll; the view stays as it is."""
    known = view.copy()
    give(known, luck)
    return int(player(known, seat))


def act_legally_on_what_they_know(game: Game, player: Player, players: int, games: int = 20) -> None:
    """Matches where every seat is that player, who may not do otherwise in a world that only the others know of."""
    verbs, dice = game.verbs, seeded(players)
    for _ in range(games):
        s = verbs.begin(game.setting(players), dice())
        while acting := verbs.to_act(s):
            seat, luck = acting[0], dice()
            view = verbs.view(s, seat)
            action = ask(player, view, seat, luck)
            assert action == ask(player, verbs.world(view, seat, dice()), seat, luck)
            assert action in verbs.choices(view, seat)
            verbs.play(s, seat, action)


def wins(game: Game, one: Player, other: Player, games: int) -> float:
    """The share of games that one player wins against another, in each seat equally often."""
    verbs, dice = game.verbs, seeded(1)
    won = 0.0
    for number in range(games):
        mine = number % 2
        s = verbs.begin(game.setting(2), dice())
        while acting := verbs.to_act(s):
            seat = acting[0]
            verbs.play(s, seat, ask(one if seat == mine else other, verbs.view(s, seat), seat, dice()))
        leaders = verbs.standing(s)[1]
        won += (mine in leaders) / len(leaders)
    return won / games
