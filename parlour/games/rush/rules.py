"""Rainbow Rush, 2 to 8 players: be the first with five cards of one shape in all five colours.

A turn is two actions, or three: draw a card (from the pile or the top of the discards), then do one thing with a
card in hand: play it to your own rainbow, discard it, or, if it is wild, put it on a card of an opponent's
rainbow. Whoever has six cards in the rainbow then chooses which one leaves.

| option | values | means |
|---|---|---|
| lock | two turns, victim's turn | how long a card that a wild replaced can't be taken from the discards |
| turn_limit | 0 to 100,000 (300) | turns in all, then the best unfinished rainbows share the win; 0: no limit |
| taken_may_leave | no, yes | matches of version 1: whether a card just taken may be the one of six that leaves |

What a seat knows: all rainbows and discards, its own hand, and every card that was taken from the discards for
as long as it stays in that hand. The draw pile has no order before a card is drawn from it. Once the discards are
shuffled into a new pile, nobody is held to remember which cards lay there.
"""

from enum import IntEnum

import numpy as np

from parlour.games.rush import Lock
from parlour.kit.actions import Actions, decode, encode, within
from parlour.kit.compiled import compiled
from parlour.kit.luck import roll
from parlour.kit.record import i8, i32, record, u64

# Components ---------------------------------------------------------------------------------------------------

SEATS = 8
COLOURS = 5  # blue, green, orange, red, yellow
SHAPES = 5  # circle, cross, pentagon, square, star

# A card is a number: the 25 base cards by colour, then shape; the colour wilds; the shape wilds; the two that
# stand for anything. The base cards come three times, the wilds once.
FIRST_WILD = COLOURS * SHAPES
FIRST_SHAPE_WILD = FIRST_WILD + COLOURS
ALL_COLOURS = FIRST_SHAPE_WILD + SHAPES
ALL_SHAPES = ALL_COLOURS + 1
CARDS = ALL_SHAPES + 1
WILDS = CARDS - FIRST_WILD
BASE_SETS = 3

COLOUR = np.array([card // SHAPES if card < FIRST_WILD else -1 for card in range(CARDS)], np.int64)
COLOUR[FIRST_WILD:FIRST_SHAPE_WILD] = range(COLOURS)
SHAPE = np.array([card % SHAPES if card < FIRST_WILD else -1 for card in range(CARDS)], np.int64)
SHAPE[FIRST_SHAPE_WILD:ALL_COLOURS] = range(SHAPES)

COPIES = np.array([BASE_SETS if card < FIRST_WILD else 1 for card in range(CARDS)], np.int8)
BOX = np.repeat(np.arange(CARDS, dtype=np.int8), COPIES)
BOX_SIZE = len(BOX)

HAND = 3  # cards in hand between turns
RAINBOW = 5  # cards that make a rainbow
LONGEST_LOCK = SEATS + 1  # turns, the one of the replacement included

EMPTY = -1  # a place with no card
HIDDEN = -2  # a place with a card that this seat doesn't know


class Phase(IntEnum):
    """What the player whose turn it is must do."""

    DRAW = 0  # take a card from the pile or from the discards
    USE = 1  # play, discard, or attack with a card
    LEAVE = 2  # choose which of six cards leaves the rainbow
    OVER = 3


State = record(
    "Rush",
    luck=(u64, 2),
    players=i8,
    lock=i8,  # Lock
    turn_limit=i32,
    taken_may_leave=i8,
    turn=i32,  # turns that are over
    seat=i8,  # whose turn it is
    phase=i8,  # Phase
    taken=i8,  # the card taken from the discards in this turn, or EMPTY
    newest=i8,  # the card just played to a rainbow that now has six, or EMPTY
    hand=(i8, (SEATS, HAND + 1)),  # first the cards that all have seen, then the secret ones
    hand_size=(i8, SEATS),
    shown=(i8, SEATS),  # how many of the hand all have seen
    rainbow=(i8, (SEATS, RAINBOW + 1)),
    rainbow_size=(i8, SEATS),
    pile=(i8, BOX_SIZE),  # in no order: a card is drawn from a random place
    pile_size=i8,
    discard=(i8, BOX_SIZE),  # the last one is on top
    discard_size=i8,
    locked=(i8, BOX_SIZE),  # for each discard: how many turns must still end before it may be taken
)

ACTIONS = Actions()
DRAW = ACTIONS.block("draw")
TAKE = ACTIONS.block("take")
PLAY = ACTIONS.block("play", card=CARDS)
DISCARD = ACTIONS.block("discard", card=CARDS)
LEAVE = ACTIONS.block("leave", card=CARDS)
ATTACK = ACTIONS.block("attack", wild=WILDS, seat=SEATS, target=CARDS)

MOST_CHOICES = (HAND + 1) * (2 + (SEATS - 1) * RAINBOW)


@compiled
def is_wild(card):
    return card >= FIRST_WILD


# Set-up -------------------------------------------------------------------------------------------------------


@compiled
def start(s, players, lock, turn_limit, taken_may_leave):
    """Deal three cards to each; the rest is the draw pile; the discards and all rainbows start empty."""
    s.players = players
    s.lock = lock
    s.turn_limit = turn_limit
    s.taken_may_leave = taken_may_leave
    s.turn = 0
    s.taken = EMPTY
    s.newest = EMPTY
    for place in range(BOX_SIZE):
        s.pile[place] = BOX[place]
        s.discard[place] = EMPTY
        s.locked[place] = 0
    s.pile_size = BOX_SIZE
    s.discard_size = 0
    for seat in range(SEATS):
        s.hand_size[seat] = 0
        s.shown[seat] = 0
        s.rainbow_size[seat] = 0
        for place in range(HAND + 1):
            s.hand[seat, place] = EMPTY
        for place in range(RAINBOW + 1):
            s.rainbow[seat, place] = EMPTY
    for seat in range(players):
        for _ in range(HAND):
            draw(s, seat)
    s.seat = roll(s, players)
    s.phase = Phase.DRAW


# Whose turn, and what may be done -----------------------------------------------------------------------------


@compiled
def actors(s):
    """Only the player whose turn it is, until the match is over."""
    if s.phase == Phase.OVER:
        return 0
    return 1 << s.seat


@compiled
def legal(s, seat, out):
    """Write the legal actions of a seat and return how many there are."""
    if seat != s.seat or s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.DRAW:
        return ways_to_draw(s, out)
    if s.phase == Phase.LEAVE:
        return ways_to_leave(s, seat, out)
    return ways_to_use(s, seat, out)


@compiled
def ways_to_draw(s, out):
    count = 0
    if can_draw(s):
        out[count] = DRAW.first
        count += 1
    if can_take(s):
        out[count] = TAKE.first
        count += 1
    return count


@compiled
def ways_to_leave(s, seat, out):
    count = 0
    met = 0  # cards already listed, as a bit set: two alike are one choice
    for place in range(s.rainbow_size[seat]):
        card = s.rainbow[seat, place]
        if not met >> card & 1:
            met |= 1 << card
            if can_leave(s, seat, card):
                out[count] = encode(LEAVE, card)
                count += 1
    return count


@compiled
def ways_to_use(s, seat, out):
    count = 0
    met = 0
    for place in range(s.hand_size[seat]):
        card = s.hand[seat, place]
        if not met >> card & 1:
            met |= 1 << card
            out[count] = encode(PLAY, card)
            count += 1
            if can_discard(s, seat, card):
                out[count] = encode(DISCARD, card)
                count += 1
            if is_wild(card):
                count = ways_to_attack(s, seat, card, out, count)
    return count


@compiled
def ways_to_attack(s, seat, wild, out, count):
    for opponent in range(s.players):
        if opponent != seat:
            met = 0
            for place in range(s.rainbow_size[opponent]):
                target = s.rainbow[opponent, place]
                if not met >> target & 1:
                    met |= 1 << target
                    out[count] = encode(ATTACK, wild - FIRST_WILD, opponent, target)
                    count += 1
    return count


@compiled
def play(s, seat, action):
    """Carry out an action of the player whose turn it is."""
    if action == DRAW.first:
        draw(s, seat)
        s.phase = Phase.USE
    elif action == TAKE.first:
        take(s, seat)
        s.phase = Phase.USE
    elif within(action, PLAY):
        play_card(s, seat, action - PLAY.first)
    elif within(action, DISCARD):
        discard(s, seat, action - DISCARD.first)
    elif within(action, LEAVE):
        leave(s, seat, action - LEAVE.first)
    else:
        wild, victim, target = decode(ATTACK, action)
        attack(s, seat, wild + FIRST_WILD, victim, target)


# Drawing ------------------------------------------------------------------------------------------------------


@compiled
def can_draw(s):
    """From the pile, or from the new pile that the discards under the top one would make."""
    return s.pile_size > 0 or s.discard_size > 1


@compiled
def can_take(s):
    """The top discard, unless it is wild or still locked."""
    top = s.discard_size - 1
    return top >= 0 and not is_wild(s.discard[top]) and s.locked[top] == 0


@compiled
def draw(s, seat):
    """Draw from the pile; nobody else sees the card."""
    if s.pile_size == 0:
        reshuffle(s)
    place = roll(s, s.pile_size)
    s.pile_size -= 1
    s.hand[seat, s.hand_size[seat]] = s.pile[place]
    s.hand_size[seat] += 1
    s.pile[place] = s.pile[s.pile_size]
    s.pile[s.pile_size] = EMPTY


@compiled
def reshuffle(s):
    """The discards except the top one become the new pile."""
    top = s.discard_size - 1
    for place in range(top):
        s.pile[place] = s.discard[place]
    s.pile_size = top
    s.discard[0], s.locked[0] = s.discard[top], s.locked[top]
    for place in range(1, s.discard_size):
        s.discard[place], s.locked[place] = EMPTY, 0
    s.discard_size = 1


@compiled
def take(s, seat):
    """Take the top discard into the hand; everyone knows it from now on."""
    s.discard_size -= 1
    card = s.discard[s.discard_size]
    s.discard[s.discard_size] = EMPTY
    place = s.hand_size[seat]
    while place > s.shown[seat]:
        s.hand[seat, place] = s.hand[seat, place - 1]
        place -= 1
    s.hand[seat, place] = card
    s.shown[seat] += 1
    s.hand_size[seat] += 1
    s.taken = card


# Using a card -------------------------------------------------------------------------------------------------


@compiled
def part_with(s, seat, card, spare_taken):
    """Take a card out of the hand: of two alike the one that all have seen, unless it is the one just taken."""
    place = 0
    while place < HAND and s.hand[seat, place] != card:
        place += 1
    if spare_taken and card == s.taken:
        place = s.hand_size[seat] - 1
        while place > 0 and s.hand[seat, place] != card:
            place -= 1
    if place < s.shown[seat]:
        s.shown[seat] -= 1
    s.hand_size[seat] -= 1
    while place < s.hand_size[seat]:
        s.hand[seat, place] = s.hand[seat, place + 1]
        place += 1
    s.hand[seat, place] = EMPTY


@compiled
def put_on_discards(s, card, turns_locked):
    s.discard[s.discard_size] = card
    s.locked[s.discard_size] = turns_locked
    s.discard_size += 1


@compiled
def can_discard(s, seat, card):
    """Any card of the hand but the very one just taken from the discards; another like it is fine."""
    if card != s.taken:
        return True
    copies = 0
    for place in range(s.hand_size[seat]):
        if s.hand[seat, place] == card:
            copies += 1
    return copies > 1


@compiled
def discard(s, seat, card):
    part_with(s, seat, card, True)
    put_on_discards(s, card, 0)
    end_turn(s)


@compiled
def play_card(s, seat, card):
    """Add a card to your own rainbow; with six there, one must leave."""
    part_with(s, seat, card, False)
    s.rainbow[seat, s.rainbow_size[seat]] = card
    s.rainbow_size[seat] += 1
    if s.rainbow_size[seat] > RAINBOW:
        s.newest = card
        s.phase = Phase.LEAVE
    else:
        check_rainbow(s, seat)


@compiled
def can_leave(s, seat, card):
    """Any of the six but the very one just taken from the discards; another like it is fine."""
    if card != s.taken or card != s.newest or s.taken_may_leave:
        return True
    copies = 0
    for place in range(s.rainbow_size[seat]):
        if s.rainbow[seat, place] == card:
            copies += 1
    return copies > 1


@compiled
def leave(s, seat, card):
    """One of six cards goes to the discards. If the new card is wild and another leaves, a wild replaced it."""
    place = place_in_rainbow(s, seat, card)
    while place < RAINBOW:
        s.rainbow[seat, place] = s.rainbow[seat, place + 1]
        place += 1
    s.rainbow[seat, RAINBOW] = EMPTY
    s.rainbow_size[seat] = RAINBOW
    replaced_by_wild = is_wild(s.newest) and card != s.newest
    put_on_discards(s, card, lock_length(s, seat, seat) if replaced_by_wild else 0)
    s.newest = EMPTY
    check_rainbow(s, seat)


@compiled
def attack(s, seat, wild, victim, target):
    """A wild takes the place of a card in an opponent's rainbow."""
    part_with(s, seat, wild, False)
    s.rainbow[victim, place_in_rainbow(s, victim, target)] = wild
    put_on_discards(s, target, lock_length(s, seat, victim))
    check_rainbow(s, victim)


@compiled
def place_in_rainbow(s, seat, card):
    place = 0
    while place < RAINBOW and s.rainbow[seat, place] != card:
        place += 1
    return place


@compiled
def lock_length(s, seat, victim):
    """How many turns must end, this one included, before a card that a wild replaced may be taken."""
    if s.lock == Lock.TWO_TURNS:
        return 2
    turns_until_victims = (victim - seat) % s.players
    if turns_until_victims == 0:  # it was the player's own card: the lock holds until the end of the next turn
        turns_until_victims = s.players
    return turns_until_victims + 1


# The end ------------------------------------------------------------------------------------------------------


@compiled
def check_rainbow(s, seat):
    """A complete rainbow wins at once, whoever completed it. Only one rainbow changes at a time."""
    if is_complete(s, seat):
        s.phase = Phase.OVER
        s.taken = EMPTY
    else:
        end_turn(s)


@compiled
def is_complete(s, seat):
    """Five cards that some shape and some five colours fit: no colour twice, no two shapes."""
    if s.rainbow_size[seat] != RAINBOW:
        return False
    colours = 0
    shape = -1
    for place in range(RAINBOW):
        card = s.rainbow[seat, place]
        if COLOUR[card] >= 0:
            if colours >> COLOUR[card] & 1:
                return False
            colours |= 1 << COLOUR[card]
        if SHAPE[card] >= 0:
            if shape >= 0 and shape != SHAPE[card]:
                return False
            shape = SHAPE[card]
    return True


@compiled
def end_turn(s):
    for place in range(max(0, s.discard_size - LONGEST_LOCK), s.discard_size):  # deeper ones are free by now
        if s.locked[place] > 0:
            s.locked[place] -= 1
    s.taken = EMPTY
    s.turn += 1
    if s.turn == s.turn_limit:
        s.phase = Phase.OVER
        return
    s.seat = (s.seat + 1) % s.players
    s.phase = Phase.DRAW
    if not can_draw(s) and not can_take(s):
        s.phase = Phase.USE


@compiled
def fitting(s, seat, shape):
    """How many cards of a rainbow fit into one complete rainbow of a shape."""
    colours = 0
    count = 0
    for place in range(s.rainbow_size[seat]):
        card = s.rainbow[seat, place]
        if SHAPE[card] < 0 or SHAPE[card] == shape:
            if COLOUR[card] < 0:
                count += 1
            elif not colours >> COLOUR[card] & 1:
                colours |= 1 << COLOUR[card]
                count += 1
    return min(count, RAINBOW)


@compiled
def best_partial(s, seat):
    """The largest number of a rainbow's cards that fit into one complete rainbow."""
    best = 0
    for shape in range(SHAPES):
        best = max(best, fitting(s, seat, shape))
    return best


@compiled
def score(s, out):
    """Cards of the best partial rainbow: five is a win, and at the turn limit the most share it."""
    most = 0
    leaders = 0
    for seat in range(s.players):
        out[seat] = best_partial(s, seat)
        if out[seat] > most:
            most = out[seat]
            leaders = 0
        if out[seat] == most:
            leaders |= 1 << seat
    return leaders


# Knowledge ----------------------------------------------------------------------------------------------------


@compiled
def hide(s, seat):
    """Blank the luck, the pile and what the others hold secretly."""
    s.luck[0], s.luck[1] = 0, 0
    for place in range(s.pile_size):
        s.pile[place] = HIDDEN
    for other in range(s.players):
        if other != seat:
            for place in range(s.shown[other], s.hand_size[other]):
                s.hand[other, place] = HIDDEN


@compiled
def guess(s, seat):
    """Deal the cards that nobody has seen, at random, to the secret hands and the pile."""
    pool = gather_unseen(s)
    for other in range(s.players):
        for place in range(s.hand_size[other]):
            if s.hand[other, place] == HIDDEN:
                chosen = pool + roll(s, BOX_SIZE - pool)
                s.hand[other, place] = s.pile[chosen]
                s.pile[chosen] = s.pile[pool]
                pool += 1
    for place in range(BOX_SIZE):
        s.pile[place] = s.pile[pool + place] if place < s.pile_size else EMPTY


@compiled
def gather_unseen(s):
    """Lay all cards that can't be seen at the end of the pile's places; return the place of the first.

    The front of the same places first counts how many of each card are unseen: going from the last card to the
    first, the counts still to be read are always in front of where the cards are laid.
    """
    for card in range(CARDS):
        s.pile[card] = COPIES[card]
    for seat in range(s.players):
        for place in range(s.hand_size[seat]):
            if s.hand[seat, place] != HIDDEN:
                s.pile[s.hand[seat, place]] -= 1
        for place in range(s.rainbow_size[seat]):
            s.pile[s.rainbow[seat, place]] -= 1
    for place in range(s.discard_size):
        s.pile[s.discard[place]] -= 1
    first = BOX_SIZE
    for card in range(CARDS - 1, -1, -1):
        for _ in range(s.pile[card]):
            first -= 1
            s.pile[first] = card
    return first


@compiled
def sound(s):
    """Whether a whole position can be real: every card of the box is in exactly one place."""
    for card in range(CARDS):
        count = 0
        for place in range(BOX_SIZE):
            count += (s.pile[place] == card) + (s.discard[place] == card)
        for seat in range(SEATS):
            for place in range(HAND + 1):
                count += s.hand[seat, place] == card
            for place in range(RAINBOW + 1):
                count += s.rainbow[seat, place] == card
        if count != COPIES[card]:
            return False
    for seat in range(SEATS):
        if not 0 <= s.shown[seat] <= s.hand_size[seat]:
            return False
    return True
