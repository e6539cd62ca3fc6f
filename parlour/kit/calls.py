"""The verbs as Python calls them fast: on an array of one record, whose type Numba recognises at once.

Three more go through many records at once: how an action looks in many worlds, how many actions look in one, and
whether all that a seat could do looks the same.

A template for `bind`: the global `game` is that which it is for.
"""

from parlour.kit.compiled import compiled
from parlour.kit.game import Game

game: Game
rules = game.rules
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


@compiled
def reveals_in(worlds, words, seat, action):
    """Whether an action looks different to its seat in some worlds; `words` is the same memory as numbers."""
    for place in range(len(worlds)):
        _guess(worlds[place], seat)
        _play(worlds[place], seat, action)
        _hide(worlds[place], seat)
        for word in range(words.shape[1]):
            if words[place, word] != words[0, word]:
                return True
    return False


@compiled
def views_after(copies, seat, actions, listener):
    """Make each of many copies of a position what a listener would know after another action of a seat."""
    for place in range(len(copies)):
        _play(copies[place], seat, actions[place])
        _hide(copies[place], listener)


@compiled
def alike_in(worlds, words, seat, listener, tried, out):
    """Whether all that a seat could do looks the same to a listener, tried in some worlds; `tried` gets the actions."""
    for place in range(len(worlds)):
        _guess(worlds[place], listener)
        count = _legal(worlds[place], seat, out)
        tried[place] = out[place % count]
        _play(worlds[place], seat, tried[place])
        _hide(worlds[place], listener)
        for word in range(words.shape[1]):
            if words[place, word] != words[0, word]:
                return False
    return True
