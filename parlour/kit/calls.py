"""The verbs as Python calls them fast: on an array of one record, whose type Numba recognises at once.

A template for `bind`: the global `rules` is that of a game.
"""

from typing import Any

from parlour.kit.compiled import compiled

rules: Any
_start, _actors, _legal, _play = rules.start, rules.actors, rules.legal, rules.play
_score, _hide, _guess = rules.score, rules.hide, rules.guess


@compiled
def start(row, players, *options):
    _start(row[0], players, *options)


@compiled
def actors(row):
    return _actors(row[0])


@compiled
def legal(row, seat, out):
    return _legal(row[0], seat, out)


@compiled
def play(row, seat, action):
    _play(row[0], seat, action)


@compiled
def score(row, out):
    return _score(row[0], out)


@compiled
def hide(row, seat):
    _hide(row[0], seat)


@compiled
def guess(row, seat):
    _guess(row[0], seat)
