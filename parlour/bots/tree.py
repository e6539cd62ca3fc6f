"""What a search works on: the tree, the candidates at its root, and scratch space.

The same classes for all games: were they made anew for each one, as all of `search.py` is, compiled functions would
recognise those of the first game at once and look at those of the others for most of a millisecond at every call.
"""

from typing import Any, NamedTuple


class Tree(NamedTuple):
    """The search tree as flat arrays: one open hash table of edges, found by their node and action."""

    key: Any  # of the edge at this place, or FREE
    visits: Any
    value: Any  # sum of what its actor got
    advice: Any  # only at a node's ADVICE
    counts: Any  # edges in the table; moves played in rollouts; trials


class Root(NamedTuple):
    """The candidates: the adviser's own first, then those still in the race, then those that dropped out."""

    action: Any
    figures: Any  # of each: the rounds it was in, the sum of what it got, of what it got more than the first, squared
    reward: Any  # of each in the last round
    counts: Any  # candidates still in the race; rounds; those tried in the round that goes on


class Scratch(NamedTuple):
    """Scratch space, so that nothing is allocated while searching."""

    states: Any  # records: the one that is played on, the world of this round, and what the seat to act knows
    words: Any  # the same memory as numbers
    choices: Any
    places: Any  # of the edges of the legal actions
    walked: Any  # places of the edges on the way down
    walkers: Any  # and who took them
    points: Any
    reward: Any
    spread: Any  # mean distance between a seat's points and the best other's, to put points in proportion
