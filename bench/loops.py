"""What the races need inside compiled code beyond `playout`.

A template for `bind`: the global `game` is that which it is for.
"""

from parlour.kit.compiled import compiled
from parlour.kit.game import Game
from parlour.kit.luck import roll, sow
from parlour.kit.seats import first_of

game: Game

rules = game.rules
start, actors, legal, play, hide = rules.start, rules.actors, rules.legal, rules.play, rules.hide


@compiled
def play_observed(states, dice, choices, mask, players, options, seed, first, games):
    """Random games in which every mover gets its view of the position and a mask of the whole action space.

    Returns the number of moves. `states` are two records to work in.
    """
    s = states[0]
    moves = 0
    for number in range(first, first + games):
        sow(s, seed, 2 * number)
        sow(dice, seed, 2 * number + 1)
        start(s, players, *options)
        seats = actors(s)
        while seats:
            seat = first_of(seats)
            states[1] = s
            hide(states[1], seat)
            count = legal(states[1], seat, choices)  # from the view, so that making it can't be optimised away
            allow(mask, choices, count)
            play(s, seat, choices[roll(dice, count)])
            moves += 1
            seats = actors(s)
    return moves


@compiled
def allow(mask, choices, count):
    """Mark the choices, and only them, in a mask."""
    mask[:] = False
    for place in range(count):
        mask[choices[place]] = True


@compiled
def copy_often(states, times):
    """Copy the first record so many times, over all the others in turn."""
    for number in range(times):
        states[1 + number % (len(states) - 1)] = states[0]
    return times
