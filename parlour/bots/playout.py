"""Whole games inside compiled code, by compiled bots. `playout(game)` gives this module bound to one game.

A template for `bind`: the global `game` is that which it is for.
"""

import numpy as np

from parlour.bots.quick import Quick
from parlour.kit.compiled import compiled
from parlour.kit.game import Game
from parlour.kit.luck import roll, sow
from parlour.kit.seats import count_of, first_of

game: Game
rules, bots = game.rules, game.bots
start, actors, legal, play, score, hide = (
    rules.start,
    rules.actors,
    rules.legal,
    rules.play,
    rules.score,
    rules.hide,
)
heuristic = bots.heuristic
State, SEATS, MOST_CHOICES = rules.State, rules.SEATS, rules.MOST_CHOICES


SLIPS = 3  # the easy bot plays anything once in so many moves


@compiled
def choose(bot, s, seat, views, dice, choices):
    """A bot's action. The heuristic gets what its seat knows, with its own dice for luck."""
    if bot == Quick.RANDOM or (bot == Quick.EASY and roll(dice, SLIPS) == 0):
        return choices[roll(dice, legal(s, seat, choices))]
    views[0] = s
    view = views[0]
    hide(view, seat)
    view.luck[0], view.luck[1] = dice.luck[0], dice.luck[1]
    action = heuristic(view, seat)
    dice.luck[0], dice.luck[1] = view.luck[0], view.luck[1]
    return np.int32(action)


@compiled
def play_on(s, who, views, dice, choices):
    """Play a match to its end; `who` holds the bot of each seat. Returns the number of moves."""
    moves = 0
    seats = actors(s)
    while seats:
        seat = first_of(seats)
        play(s, seat, choose(who[seat], s, seat, views, dice, choices))
        moves += 1
        seats = actors(s)
    return moves


@compiled
def play_games(states, dice, who, players, options, seed, first, points, wins, moves):
    """Play the games number `first` and on of a seed, as many as `moves` has places for.

    `states` are two records to work in. What a game brings depends on its seed and number alone.
    """
    s, views = states[0], states[1:]
    choices = np.empty(MOST_CHOICES, np.int32)
    for place in range(len(moves)):
        sow(s, seed, 2 * (first + place))
        sow(dice, seed, 2 * (first + place) + 1)
        start(s, players, *options)
        moves[place] = play_on(s, who, views, dice, choices)
        leaders = score(s, points[place])
        winners = count_of(leaders)
        for seat in range(players):
            wins[place, seat] = (leaders >> seat & 1) / winners
