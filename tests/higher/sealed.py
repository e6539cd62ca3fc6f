"""Higher with one sealed choice: all decide at once, under cover, whether to swap; then all cards are shown."""

from parlour.kit.luck import roll
from tests.higher import GAME, rules
from tests.higher.rules import HIDDEN, SHOW, SWAP


def actors(s):
    return sum(1 << seat for seat in range(s.players) if not s.shown[seat]) if s.turns_left else 0


def legal(s, seat, out):
    if not actors(s) >> seat & 1:
        return 0
    out[0], out[1] = SHOW.first, SWAP.first
    return 2


def play(s, seat, action):
    """What was chosen lies under cover as `shown` until all have chosen."""
    s.shown[seat] = 1 + action
    if actors(s):
        return
    for other in range(s.players):
        if s.shown[other] == 1 + SWAP.first:
            rules.swap(s, other)
        s.shown[other] = 1
    s.turns_left = 0


def hide(s, seat):
    for other in range(s.players):
        if s.turns_left and other != seat:
            s.card[other] = HIDDEN
            s.shown[other] = HIDDEN if s.shown[other] else 0
    s.luck[0], s.luck[1], s.total = 0, 0, HIDDEN
    s.pile[:] = HIDDEN


def guess(s, seat):
    rules.guess(s, seat)
    for other in range(s.players):
        if s.shown[other] == HIDDEN:
            s.shown[other] = 1 + roll(s, 2)


SEALED = GAME.with_rules(actors=actors, legal=legal, play=play, hide=hide, guess=guess)
