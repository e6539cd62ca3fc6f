"""The Rainbow Chandelier, 2 to 6 players: bribe for turn order, visit townspeople for crystals, make most money.

Three rounds of several turns. A turn is a bribery and then the visits:

- Bribery: all choose a bribe at once, sealed; one action each, in any order of arrival.
- Visits, in turn order: take a tile, which tells where the marker goes; then, where the person leaves a choice,
  one more action: buy or decline, whom to rob of what, money or the council's favour.

After the first two rounds all choose at once, sealed, what to cash in: one action for each colour that they hold,
in the order red, blue, yellow, green. Whatever has one outcome only isn't asked: the bribe of a player without cash,
the only tile in reach, a purchase that can't be paid, the only possible theft, colours of which one holds none.

| option | values | means |
|---|---|---|
| tiles | pure, mixed | whether a merchant or vendor sells crystals of one colour or each of another colour |
| bribes | all, first | who pays the bribe: all bidders, or only the player who ends up first |
| marker_stays | no, yes | matches of version 1: whether the marker stays on the board after the last visit |
| town | one for each file in `towns/` | the map; offered when there is more than one |

What a seat knows: everything but the bribes and bankings of others that are chosen and not yet revealed. That a
choice has been made is public, what it is isn't. Luck comes in when a town is set and when bribes tie.
"""

from enum import IntEnum
from itertools import combinations

import numpy as np

from parlour.games.chandelier import Payers
from parlour.games.chandelier import town as towns
from parlour.kit.actions import Actions, decode, encode, within
from parlour.kit.compiled import compiled
from parlour.kit.luck import roll, shuffle
from parlour.kit.record import i8, i16, i32, record, u64

# Components ---------------------------------------------------------------------------------------------------

SEATS = 6
COLOURS = 4  # red, blue, yellow, green
START_CASH = 12  # all money is in thousands (K)


class Person(IntEnum):
    """Whom one meets under a roof."""

    PREACHER = 0  # gives a crystal
    MERCHANT = 1  # sells two
    VENDOR = 2  # of the flea market; sells three
    THIEF = 3  # takes a crystal from an opponent
    COUNCIL = 4  # pays, or does a favour


# The kinds of tiles: who is on it, and the colours of the crystals that are to be had.
EACH_COLOUR = range(COLOURS)
KINDS = [
    *((Person.PREACHER, (colour,)) for colour in EACH_COLOUR),
    *((Person.MERCHANT, (colour,) * 2) for colour in EACH_COLOUR),
    *((Person.VENDOR, (colour,) * 3) for colour in EACH_COLOUR),
    (Person.THIEF, ()),
    (Person.COUNCIL, ()),
    *((Person.MERCHANT, pair) for pair in combinations(EACH_COLOUR, 2)),
    *((Person.VENDOR, triple) for triple in combinations(EACH_COLOUR, 3)),
]
PERSON = np.array([person for person, _ in KINDS], np.int64)
GIVES = np.array([[colours.count(colour) for colour in EACH_COLOUR] for _, colours in KINDS], np.int64)
PRICE = np.array([{Person.MERCHANT: 2, Person.VENDOR: 4}.get(person, 0) for person, _ in KINDS], np.int64)


def box(thieves: int, councils: int, mixed: bool) -> list[int]:
    """The tiles of a set: the preachers, thieves and council persons, and its kind of merchants and vendors."""
    copies = {Person.PREACHER: 1, Person.THIEF: thieves, Person.COUNCIL: councils}
    return [
        number
        for number, (person, colours) in enumerate(KINDS)
        for _ in range(copies.get(person, int(mixed == (len(set(colours)) > 1))))
    ]


BOX = np.array([box(4, 4, mixed=False), box(3, 3, mixed=True)], np.int8)  # by TileSet
ROOFS = BOX.shape[1]

# The towns, by the value of the option. Roofs stand in bit sets: roof 0 is the lowest bit.
TOWNS = [towns.load(name) for name in towns.names()]
FOUNTAINS = towns.MOST_FOUNTAINS
ALL_ROOFS = (1 << ROOFS) - 1
FOUNTAIN_OF = np.array([town.fountain_of for town in TOWNS], np.int64)
IN_REACH = np.zeros((len(TOWNS), FOUNTAINS), np.int64)  # the roofs at a fountain and at those one step from it
for number, town in enumerate(TOWNS):
    for place in range(len(town.fountains)):
        near = [place, *town.steps(place)]
        IN_REACH[number, place] = sum(1 << roof for roof, at in enumerate(town.fountain_of) if at in near)

# Rounds and turns
ROUNDS = 3
TURNS = np.array([0, 0, 4, 5, 4, 4, 3], np.int64)  # of a round, by the number of players
TILES_PER_VISIT = np.array([0, 0, 2, 1, 1, 1, 1], np.int64)  # by the number of players

COUNCIL_PAYS = 2
LOT_PAYS = np.array([0, 2, 5, 8, 11, 14], np.int64)  # for one lot of crystals of a colour, by their number
BEST_LOT = len(LOT_PAYS) - 1  # more crystals in a lot bring no more
PLACE_PAYS = np.zeros((SEATS + 1, SEATS + 1), np.int64)  # the colour majorities, by number of players and place
PLACE_PAYS[2:, 0] = 5
PLACE_PAYS[3:, 1] = 3
PLACE_PAYS[4:, 2] = 1
SET_PAYS = 4

DIE = 6
THROWS = 10  # that are kept of one bribery; one in sixty million ties takes more, and then the last is kept

# More money or crystals than these nobody can ever have: all council persons of all rounds paid to one player, and
# every lot of two bankings a best one; all the crystals of a colour that two rounds can bring.
MOST_CASH = START_CASH + int(
    ROUNDS * COUNCIL_PAYS * (PERSON[BOX] == Person.COUNCIL).sum(axis=1).max()
    + (ROUNDS - 1) * COLOURS * LOT_PAYS[BEST_LOT]
)
SUPPLY = GIVES[BOX].sum(axis=1).max(axis=1)  # crystals of a colour that one round can bring, by TileSet
MOST_BANKED = (ROUNDS - 1) * int(SUPPLY.max())

EMPTY = -1  # nothing there, or not chosen yet
HIDDEN = -2  # chosen, but not revealed to this seat


class Phase(IntEnum):
    """What is to be chosen."""

    BRIBE = 0  # all at once, by those who are awaited
    VISIT = 1  # a tile, by the player whose place in the turn order it is; so are the next three
    BUY = 2  # or decline
    STEAL = 3  # from whom, and which colour
    COUNCIL = 4  # money or the favour
    BANK = 5  # all at once, by those who are awaited
    OVER = 6


State = record(
    "Chandelier",
    luck=(u64, 2),
    players=i8,
    tiles=i8,  # TileSet
    bribes=i8,  # Payers
    marker_stays=i8,
    town=i8,
    rounds=i8,  # that are over
    turns=i8,  # of this round that are over
    phase=i8,  # Phase
    awaited=i8,  # seats whose sealed choice isn't complete, as a bit set
    cash=(i16, SEATS),
    crystals=(i8, (SEATS, COLOURS)),
    roof=(i8, ROOFS),  # the kind of tile on it, or EMPTY
    covered=i32,  # roofs that have a tile, as a bit set
    marker=i8,  # the fountain where it stands, or EMPTY
    bribe=(i16, SEATS),  # of this turn; EMPTY for a holder of the favour
    dice=(i8, (SEATS, THROWS)),  # thrown for ties of this turn; EMPTY where a seat didn't
    throws=i8,
    order=(i8, SEATS),  # seats in turn order, or EMPTY before the bribes are revealed
    place=i8,  # in the turn order: whose visit it is
    to_take=i8,  # tiles that this visitor still takes
    person=i8,  # the kind of tile whose person waits for an answer, or EMPTY
    person_roof=i8,  # and the roof where that is
    favour=(i8, SEATS),  # seats that hold the council's favour, in the order in which they took it
    favours=i8,
    cashing=(i8, (SEATS, COLOURS)),  # crystals chosen to be cashed in
)

ACTIONS = Actions()
BRIBE = ACTIONS.block("bribe", amount=MOST_CASH + 1)
VISIT = ACTIONS.block("visit", roof=ROOFS)
BUY = ACTIONS.block("buy")
DECLINE = ACTIONS.block("decline")
STEAL = ACTIONS.block("steal", victim=SEATS, colour=COLOURS)
BE_PAID = ACTIONS.block("be_paid")
FAVOUR = ACTIONS.block("favour")
CASH_IN = ACTIONS.block("cash_in", colour=COLOURS, crystals=MOST_BANKED + 1)

MOST_CHOICES = MOST_CASH + 1


# Set-up -------------------------------------------------------------------------------------------------------


@compiled
def start(s, players, tiles, bribes, marker_stays, town=0):
    """Give everyone 12K, and set the town for the first round."""
    s.players = players
    s.tiles = tiles
    s.bribes = bribes
    s.marker_stays = marker_stays
    s.town = town
    s.rounds = 0
    for seat in range(SEATS):
        s.cash[seat] = START_CASH if seat < players else 0
        s.favour[seat] = EMPTY
        for colour in range(COLOURS):
            s.crystals[seat, colour] = 0
            s.cashing[seat, colour] = EMPTY
        for throw in range(THROWS):
            s.dice[seat, throw] = EMPTY
    s.favours = 0
    s.throws = 0
    s.marker = EMPTY
    s.person = EMPTY
    s.person_roof = EMPTY
    begin_round(s)


@compiled
def begin_round(s):
    """Shuffle all tiles onto the roofs, face up."""
    s.turns = 0
    for roof in range(ROOFS):
        s.roof[roof] = BOX[s.tiles, roof]
    shuffle(s, s.roof, ROOFS)
    s.covered = ALL_ROOFS
    begin_bribery(s)


# Whose turn, and what may be done -----------------------------------------------------------------------------


@compiled
def actors(s):
    """Everyone whose sealed choice is awaited, or the one whose visit it is, until the match is over."""
    if s.awaited:
        return s.awaited
    if s.phase == Phase.OVER:
        return 0
    return 1 << visitor(s)


@compiled
def legal(s, seat, out):
    """Write the legal actions of a seat and return how many there are."""
    if not actors(s) >> seat & 1:
        return 0
    if s.phase == Phase.BRIBE:
        return ways_to_bribe(s, seat, out)
    if s.phase == Phase.VISIT:
        return ways_to_visit(s, out)
    if s.phase == Phase.STEAL:
        return ways_to_steal(s, seat, out)
    if s.phase == Phase.BANK:
        return ways_to_cash_in(s, seat, out)
    if s.phase == Phase.BUY:
        out[0], out[1] = BUY.first, DECLINE.first
    else:
        out[0], out[1] = BE_PAID.first, FAVOUR.first
    return 2


@compiled
def ways_to_bribe(s, seat, out):
    for amount in range(s.cash[seat] + 1):
        out[amount] = encode(BRIBE, amount)
    return s.cash[seat] + 1


@compiled
def ways_to_visit(s, out):
    reachable = in_reach(s)
    count = 0
    for roof in range(ROOFS):
        out[count] = encode(VISIT, roof)  # one that isn't reachable is overwritten by the next
        count += reachable >> roof & 1
    return count


@compiled
def ways_to_steal(s, seat, out):
    count = 0
    for victim in range(s.players):
        if victim != seat:
            for colour in range(COLOURS):
                if s.crystals[victim, colour] > 0:
                    out[count] = encode(STEAL, victim, colour)
                    count += 1
    return count


@compiled
def ways_to_cash_in(s, seat, out):
    colour = next_colour(s, seat)
    for crystals in range(s.crystals[seat, colour] + 1):
        out[crystals] = encode(CASH_IN, colour, crystals)
    return s.crystals[seat, colour] + 1


@compiled
def play(s, seat, action):
    """Carry out an action, and all that follows without a choice."""
    decide(s, seat, action)
    while step(s):
        pass


@compiled
def decide(s, seat, action):
    """Carry out an action alone."""
    if within(action, VISIT):
        take(s, seat, action - VISIT.first)
    elif within(action, BRIBE):
        bribe(s, seat, action - BRIBE.first)
    elif action == BUY.first:
        buy(s, seat)
    elif action == DECLINE.first:
        end_of_tile(s)
    elif within(action, STEAL):
        victim, colour, _ = decode(STEAL, action)
        steal(s, seat, victim, colour)
    elif action == BE_PAID.first:
        be_paid(s, seat)
    elif action == FAVOUR.first:
        win_favour(s, seat)
    else:
        colour, crystals, _ = decode(CASH_IN, action)
        cash_in(s, seat, colour, crystals)


@compiled
def step(s):
    """Go on by one step that needs no choice. False if someone has a choice, or the match is over."""
    if s.awaited:
        return False
    if s.phase == Phase.VISIT:
        return goes_on_with_visits(s)
    if s.phase == Phase.BRIBE:
        end_bribery(s)
        return True
    if s.phase == Phase.BANK:
        end_banking(s)
        return True
    return False


# Bribery ------------------------------------------------------------------------------------------------------


@compiled
def begin_bribery(s):
    """Everyone bids, sealed, but for the holders of the favour; who has no cash can only bid nothing."""
    s.phase = Phase.BRIBE
    s.place = 0
    s.to_take = 0
    for seat in range(SEATS):
        s.order[seat] = EMPTY
        s.bribe[seat] = EMPTY
        for throw in range(s.throws):
            s.dice[seat, throw] = EMPTY
    s.throws = 0
    s.awaited = 0
    for seat in range(s.players):
        if not holds_favour(s, seat):
            if s.cash[seat] > 0:
                s.awaited |= 1 << seat
            else:
                s.bribe[seat] = 0


@compiled
def holds_favour(s, seat):
    for place in range(s.favours):
        if s.favour[place] == seat:
            return True
    return False


@compiled
def bribe(s, seat, amount):
    s.bribe[seat] = amount
    s.awaited &= ~(1 << seat)


@compiled
def end_bribery(s):
    """All bribes are revealed, turn order is settled, and the bribes are paid."""
    bidders = use_favours(s)
    rank_bidders(s, bidders)
    tied = 0  # the places that share a bribe with the place before, as a bit set
    for place in range(bidders + 1, s.players):
        if s.bribe[s.order[place]] == s.bribe[s.order[place - 1]]:
            tied |= 1 << place
    while tied:
        tied = throw_dice(s, tied)
    pay_bribes(s)
    s.phase = Phase.VISIT
    s.to_take = TILES_PER_VISIT[s.players]


@compiled
def use_favours(s):
    """Holders of the favour come first, in the order in which they took it. Returns the place of the first bidder."""
    holders = s.favours
    for place in range(holders):
        s.order[place] = s.favour[place]
        s.favour[place] = EMPTY
    s.favours = 0
    return holders


@compiled
def rank_bidders(s, first):
    """Put the bidders into the turn order from a place on: the higher the bribe, the earlier."""
    last = first
    for seat in range(s.players):
        if s.bribe[seat] != EMPTY:
            place = last
            while place > first and s.bribe[s.order[place - 1]] < s.bribe[seat]:
                s.order[place] = s.order[place - 1]
                place -= 1
            s.order[place] = seat
            last += 1


@compiled
def throw_dice(s, tied):
    """Everyone who is tied throws the die, and the higher goes earlier. Returns the places that are still tied."""
    throw = min(s.throws, THROWS - 1)
    s.throws = throw + 1
    for place in range(s.players):
        if (tied | tied >> 1) >> place & 1:
            s.dice[s.order[place], throw] = 1 + roll(s, DIE)
    for place in range(1, s.players):
        at = place
        while tied >> at & 1 and s.dice[s.order[at], throw] > s.dice[s.order[at - 1], throw]:
            s.order[at], s.order[at - 1] = s.order[at - 1], s.order[at]
            at -= 1
    still_tied = 0
    for place in range(1, s.players):
        if tied >> place & 1 and s.dice[s.order[place], throw] == s.dice[s.order[place - 1], throw]:
            still_tied |= 1 << place
    return still_tied


@compiled
def pay_bribes(s):
    """All bidders pay, win or lose; or only the first in turn order, who pays nothing if the favour put them there."""
    for place in range(s.players if s.bribes == Payers.ALL else 1):
        seat = s.order[place]
        if s.bribe[seat] > 0:
            s.cash[seat] -= s.bribe[seat]


# Visits -------------------------------------------------------------------------------------------------------


@compiled
def visitor(s):
    """Whose visit it is."""
    return s.order[s.place]


@compiled
def in_reach(s):
    """The roofs whose tile the visitor may take, as a bit set: anywhere for the first, else one step at most."""
    if s.marker == EMPTY:
        return s.covered
    return s.covered & IN_REACH[s.town, s.marker]


@compiled
def goes_on_with_visits(s):
    """End the turn, or let the visitor pass or take the only tile in reach. False if there are tiles to choose from."""
    if s.place == s.players:
        end_turn(s)
        return True
    reachable = in_reach(s)
    if reachable & (reachable - 1):  # more than one
        return False
    if reachable == 0:
        end_visit(s)
    else:
        take(s, visitor(s), only_roof(reachable))
    return True


@compiled
def only_roof(roofs):
    roof = 0
    while roofs >> roof != 1:
        roof += 1
    return roof


@compiled
def take(s, seat, roof):
    """Move the marker to the roof's fountain, take the tile away, and let its person act."""
    kind = s.roof[roof]
    s.roof[roof] = EMPTY
    s.covered &= ~(1 << roof)
    s.marker = FOUNTAIN_OF[s.town, roof]
    person = PERSON[kind]
    if person == Person.PREACHER:
        receive(s, seat, kind)
        end_of_tile(s)
    elif person == Person.THIEF:
        meet_thief(s, seat, roof, kind)
    elif person == Person.COUNCIL:
        meet_council(s, seat, roof, kind)
    else:
        meet_seller(s, seat, roof, kind)


@compiled
def await_answer(s, phase, roof, kind):
    """The person of the tile waits for an answer."""
    s.phase = phase
    s.person = kind
    s.person_roof = roof


@compiled
def end_of_tile(s):
    """A tile is dealt with: the visitor takes another one, or the visit is over."""
    s.phase = Phase.VISIT
    s.person = EMPTY
    s.person_roof = EMPTY
    s.to_take -= 1
    if s.to_take == 0:
        end_visit(s)


@compiled
def end_visit(s):
    s.place += 1
    s.to_take = TILES_PER_VISIT[s.players]


# Whom you meet


@compiled
def receive(s, seat, kind):
    for colour in range(COLOURS):
        s.crystals[seat, colour] += GIVES[kind, colour]


@compiled
def meet_seller(s, seat, roof, kind):
    """A merchant or vendor sells all they have or nothing; without the money there is nothing to ask."""
    if s.cash[seat] >= PRICE[kind]:
        await_answer(s, Phase.BUY, roof, kind)
    else:
        end_of_tile(s)


@compiled
def buy(s, seat):
    s.cash[seat] -= PRICE[s.person]
    receive(s, seat, s.person)
    end_of_tile(s)


@compiled
def meet_thief(s, seat, roof, kind):
    """One crystal must be stolen if any opponent has one."""
    ways, victim, colour = 0, EMPTY, EMPTY
    for other in range(s.players):
        if other != seat:
            for held in range(COLOURS):
                if s.crystals[other, held] > 0:
                    ways, victim, colour = ways + 1, other, held
    if ways > 1:
        await_answer(s, Phase.STEAL, roof, kind)
    elif ways == 1:
        steal(s, seat, victim, colour)
    else:
        end_of_tile(s)


@compiled
def steal(s, seat, victim, colour):
    s.crystals[victim, colour] -= 1
    s.crystals[seat, colour] += 1
    end_of_tile(s)


@compiled
def meet_council(s, seat, roof, kind):
    """2K or the favour; only the money where a favour would be worth nothing."""
    if is_last_turn(s) or holds_favour(s, seat):
        be_paid(s, seat)
    else:
        await_answer(s, Phase.COUNCIL, roof, kind)


@compiled
def is_last_turn(s):
    """No bribery follows in which a favour could be used."""
    return s.rounds == ROUNDS - 1 and s.turns == TURNS[s.players] - 1


@compiled
def be_paid(s, seat):
    s.cash[seat] += COUNCIL_PAYS
    end_of_tile(s)


@compiled
def win_favour(s, seat):
    s.favour[s.favours] = seat
    s.favours += 1
    end_of_tile(s)


@compiled
def end_turn(s):
    """The marker leaves the board; then the next bribery, after a round's last turn the banking, or the end."""
    if not (is_last_turn(s) and s.marker_stays):
        s.marker = EMPTY
    s.turns += 1
    if s.turns < TURNS[s.players]:
        begin_bribery(s)
    elif s.rounds < ROUNDS - 1:
        begin_banking(s)
    else:
        s.rounds += 1
        s.phase = Phase.OVER


# Banking ------------------------------------------------------------------------------------------------------


@compiled
def begin_banking(s):
    """Everyone with crystals chooses, sealed, how many of each colour to cash in."""
    s.phase = Phase.BANK
    for seat in range(s.players):
        if next_colour(s, seat) != EMPTY:
            s.awaited |= 1 << seat


@compiled
def next_colour(s, seat):
    """The first colour that a seat holds and hasn't decided on, or EMPTY."""
    for colour in range(COLOURS):
        if s.crystals[seat, colour] > 0 and s.cashing[seat, colour] == EMPTY:
            return colour
    return EMPTY


@compiled
def cash_in(s, seat, colour, crystals):
    s.cashing[seat, colour] = crystals
    if next_colour(s, seat) == EMPTY:
        s.awaited &= ~(1 << seat)


@compiled
def lot_pays(crystals):
    """What the bank pays for crystals of one colour, which are always one lot."""
    return LOT_PAYS[min(crystals, BEST_LOT)]


@compiled
def end_banking(s):
    """All bankings are revealed and paid; then the next round begins."""
    for seat in range(s.players):
        for colour in range(COLOURS):
            if s.cashing[seat, colour] > 0:
                s.cash[seat] += lot_pays(s.cashing[seat, colour])
                s.crystals[seat, colour] -= s.cashing[seat, colour]
            s.cashing[seat, colour] = EMPTY
    s.rounds += 1
    begin_round(s)


# The end ------------------------------------------------------------------------------------------------------


@compiled
def majority_pays(s, seat, colour, held):
    """What a seat's place in a colour pays with so many crystals: tied players get the next lower amount each."""
    if held <= 0:
        return 0
    ahead, tied = 0, 0
    for other in range(s.players):
        if other != seat:
            ahead += s.crystals[other, colour] > held
            tied |= s.crystals[other, colour] == held
    return PLACE_PAYS[s.players, ahead + tied]


@compiled
def complete_sets(s, seat):
    """Sets of one crystal of each colour."""
    least = s.crystals[seat, 0]
    for colour in range(1, COLOURS):
        least = min(least, s.crystals[seat, colour])
    return least


@compiled
def crystals_held(s, seat):
    count = 0
    for colour in range(COLOURS):
        count += s.crystals[seat, colour]
    return count


@compiled
def worth(s, seat):
    """A seat's money if the match were scored now: majorities, sets, and then all crystals cashed in."""
    money = s.cash[seat] + SET_PAYS * complete_sets(s, seat)
    for colour in range(COLOURS):
        held = s.crystals[seat, colour]
        money += majority_pays(s, seat, colour, held) + lot_pays(held)
    return money


@compiled
def score(s, out):
    """Most money is first; among equals most crystals, counted before they are cashed in; then it is shared."""
    most, most_crystals, leaders = -1, 0, 0
    for seat in range(s.players):
        out[seat] = worth(s, seat)
        crystals = crystals_held(s, seat)
        if out[seat] > most or (out[seat] == most and crystals > most_crystals):
            most, most_crystals, leaders = out[seat], crystals, 0
        if out[seat] == most and crystals == most_crystals:
            leaders |= 1 << seat
    return leaders


# Knowledge ----------------------------------------------------------------------------------------------------


@compiled
def hide(s, seat):
    """Blank the luck, and what others have chosen while it is sealed. Where there was no choice, nothing is blanked."""
    s.luck[0], s.luck[1] = 0, 0
    for other in range(s.players):
        if other != seat:
            if s.phase == Phase.BRIBE and s.bribe[other] != EMPTY and s.cash[other] > 0:
                s.bribe[other] = HIDDEN
            for colour in range(COLOURS):
                if s.cashing[other, colour] != EMPTY:
                    s.cashing[other, colour] = HIDDEN


@compiled
def guess(s, seat):
    """Let the others have chosen anything that they could."""
    for other in range(s.players):
        if s.bribe[other] == HIDDEN:
            s.bribe[other] = roll(s, s.cash[other] + 1)
        for colour in range(COLOURS):
            if s.cashing[other, colour] == HIDDEN:
                s.cashing[other, colour] = roll(s, s.crystals[other, colour] + 1)


@compiled
def sound(s):
    """Whether a whole position can be real."""
    return tiles_are_sound(s) and money_is_sound(s) and turn_is_sound(s) and favours_are_sound(s)


@compiled
def tiles_are_sound(s):
    """No tile twice, each covered roof with one, and no more crystals than the tiles of the rounds so far brought."""
    for kind in range(len(PERSON)):
        count = 0
        for roof in range(ROOFS):
            count += (BOX[s.tiles, roof] == kind) - (s.roof[roof] == kind)
        if count < 0:
            return False
    for roof in range(ROOFS):
        if (s.covered >> roof & 1) == (s.roof[roof] == EMPTY):
            return False
    for colour in range(COLOURS):
        count = 0
        for seat in range(SEATS):
            if s.crystals[seat, colour] < 0:
                return False
            count += s.crystals[seat, colour]
        if count > SUPPLY[s.tiles] * min(s.rounds + 1, ROUNDS):
            return False
    return True


@compiled
def money_is_sound(s):
    """Cash between nothing and the most that can be; sealed choices that can be carried out."""
    for seat in range(SEATS):
        if not 0 <= s.cash[seat] <= MOST_CASH or s.bribe[seat] == HIDDEN:
            return False
        if s.phase == Phase.BRIBE and s.bribe[seat] > s.cash[seat]:
            return False
        for colour in range(COLOURS):
            if not EMPTY <= s.cashing[seat, colour] <= s.crystals[seat, colour]:
                return False
            if s.cashing[seat, colour] != EMPTY and s.phase != Phase.BANK:
                return False
    return True


@compiled
def turn_is_sound(s):
    """Sealed choices are awaited only where they are made; else every player has a place in the turn order."""
    if (s.awaited != 0) != (s.phase == Phase.BRIBE or s.phase == Phase.BANK):
        return False
    if (s.person != EMPTY) != (Phase.BUY <= s.phase <= Phase.COUNCIL) or s.awaited >> s.players:
        return False
    if (s.person != EMPTY) != (s.person_roof != EMPTY):
        return False
    placed = 0
    for place in range(SEATS):
        if s.order[place] != EMPTY:
            placed |= 1 << s.order[place]
    if s.phase == Phase.BRIBE:
        return placed == 0 and s.marker == EMPTY
    return placed == (1 << s.players) - 1


@compiled
def favours_are_sound(s):
    """A seat holds one favour at most."""
    for place in range(SEATS):
        if (s.favour[place] == EMPTY) != (place >= s.favours):
            return False
        for earlier in range(min(place, s.favours)):
            if s.favour[place] == s.favour[earlier]:
                return False
    return True
