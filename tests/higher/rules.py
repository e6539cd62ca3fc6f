"""Higher: on your turn show your card for good, or swap it for one of the pile. Highest card wins."""

from parlour.kit.actions import Actions
from parlour.kit.compiled import compiled
from parlour.kit.luck import roll
from parlour.kit.record import i8, record, u64

SEATS = 3
CARDS = 9
HIDDEN = -1

State = record(
    "Higher",
    luck=(u64, 2),
    players=i8,
    turns_left=i8,
    seat=i8,
    card=(i8, SEATS),
    shown=(i8, SEATS),
    pile=(i8, CARDS),
    total=i8,  # of the players' cards: a secret, too
)

ACTIONS = Actions()
SHOW = ACTIONS.block("show")
SWAP = ACTIONS.block("swap")
MOST_CHOICES = 2


@compiled
def start(s, players, rounds):
    s.players, s.turns_left, s.seat, s.total = players, rounds * players, 0, 0
    for card in range(CARDS):
        s.pile[card] = card
    for seat in range(SEATS):
        s.card[seat], s.shown[seat] = HIDDEN, 0
    for seat in range(players):
        swap(s, seat)


@compiled
def swap(s, seat):
    place = roll(s, CARDS)
    while s.pile[place] == HIDDEN:
        place = roll(s, CARDS)
    new, old = s.pile[place], s.card[seat]
    s.pile[place] = HIDDEN
    if old != HIDDEN:
        s.pile[old] = old
        s.total -= old
    s.card[seat] = new
    s.total += new


@compiled
def actors(s):
    return 1 << s.seat if s.turns_left > 0 else 0


@compiled
def legal(s, seat, out):
    if s.turns_left == 0 or seat != s.seat:
        return 0
    out[0] = SHOW.first
    out[1] = SWAP.first
    return 1 if s.shown[seat] else 2


@compiled
def play(s, seat, action):
    if action == SWAP.first:
        swap(s, seat)
    else:
        s.shown[seat] = 1
    s.turns_left -= 1
    s.seat = (s.seat + 1) % s.players
    if s.turns_left == 0:
        for other in range(s.players):
            s.shown[other] = 1


@compiled
def score(s, out):
    leader = 0
    for seat in range(s.players):
        out[seat] = s.card[seat]
        if s.card[seat] > s.card[leader]:
            leader = seat
    return 1 << leader


@compiled
def hide(s, seat):
    s.luck[0], s.luck[1] = 0, 0
    s.total = HIDDEN
    for place in range(CARDS):
        s.pile[place] = HIDDEN
    for other in range(s.players):
        if other != seat and not s.shown[other]:
            s.card[other] = HIDDEN


@compiled
def guess(s, seat):
    for card in range(CARDS):
        s.pile[card] = card
    s.total = 0
    for other in range(s.players):
        if s.card[other] != HIDDEN:
            s.pile[s.card[other]] = HIDDEN
            s.total += s.card[other]
    for other in range(s.players):
        if s.card[other] == HIDDEN:
            swap(s, other)


@compiled
def sound(s):
    total, cards = 0, 0
    for card in range(CARDS):
        copies = s.pile[card] == card
        for seat in range(s.players):
            copies += s.card[seat] == card
        cards += copies == 1
    for seat in range(s.players):
        total += s.card[seat]
    return cards == CARDS and total == s.total
