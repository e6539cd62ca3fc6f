"""Random play on a GPU: each thread plays games of its own, by the rules as they are.

A template for `bind`: the global `game` is that which it is for, `players` and `options` are what its matches are set
up with. `parlour.research.gpu` binds and calls it.
"""

import numba
from numba import cuda

from parlour.kit.compiled import compiled
from parlour.kit.game import Game
from parlour.kit.luck import Dice, roll, sow
from parlour.kit.seats import first_of

game: Game
players: int
options: tuple[int, ...]

rules = game.rules
start, actors, legal, play = rules.start, rules.actors, rules.legal, rules.play
MOST_CHOICES = rules.MOST_CHOICES
STATE, DICE = numba.from_dtype(rules.State.layout), numba.from_dtype(Dice.layout)


@compiled
def begin(s, dice, seed, number):
    """Set up the game of that number: the same that `playout.play_games` plays under it."""
    sow(s, seed, 2 * number)
    sow(dice, seed, 2 * number + 1)
    start(s, players, *options)


@compiled
def play_lane(s, dice, choices, seed, lane, lanes, moves):
    """Make so many random moves, in the games number `lane`, `lane + lanes` and on. Returns how many ended.

    The one function that both processors run: the kernel calls it on the GPU, and the check that both play the
    same games calls it on the CPU.
    """
    number = lane
    begin(s, dice, seed, number)
    for _ in range(moves):
        seats = actors(s)
        if not seats:
            number += lanes
            begin(s, dice, seed, number)
            seats = actors(s)
        seat = first_of(seats)
        play(s, seat, choices[roll(dice, legal(s, seat, choices))])
    return (number - lane) // lanes + (actors(s) == 0)


@cuda.jit
def play_lanes(seed, moves, ended, finals):
    """One lane a thread. Its record is the thread's own memory, which a GPU lays out so that neighbours share a read.

    The first lanes leave their last position in `finals`, as far as that has places.
    """
    lane = cuda.grid(1)  # type: ignore[call-arg, var-annotated]
    if lane < len(ended):
        states = cuda.local.array(1, STATE)
        dice = cuda.local.array(1, DICE)
        choices = cuda.local.array(MOST_CHOICES, numba.int16)
        ended[lane] = play_lane(states[0], dice[0], choices, seed, lane, len(ended), moves)
        if lane < len(finals):
            finals[lane] = states[0]
