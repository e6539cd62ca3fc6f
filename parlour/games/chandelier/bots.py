"""What a sensible player of The Rainbow Chandelier does, and a shrewd one.

It weighs cash and crystals in tenths of 1K: what crystals would bring in the end, with majorities it may yet lose
counted in part and sets it may yet complete begun, and cash that it will need to buy with counted as more than
money. It visits whoever brings most, bribes according to how much worse the tiles are that others would leave to
it, and banks only the cash that it needs or crystals that no longer help a majority or a set. The shrewd one does
the same to another taste.
"""

from parlour.games.chandelier.rules import (
    BE_PAID,
    BRIBE,
    BUY,
    CASH_IN,
    COLOURS,
    COUNCIL_PAYS,
    DECLINE,
    EMPTY,
    FAVOUR,
    FOUNTAIN_OF,
    GIVES,
    IN_REACH,
    PERSON,
    PRICE,
    ROOFS,
    SET_PAYS,
    STEAL,
    TILES_PER_VISIT,
    TURNS,
    VISIT,
    Person,
    Phase,
    complete_sets,
    in_reach,
    is_last_turn,
    lot_pays,
    majority_pays,
    next_colour,
)
from parlour.kit.actions import encode
from parlour.kit.compiled import compiled
from parlour.kit.luck import roll

K = 10  # tenths

# What tells the tastes apart. Found by many games of such a player against itself with another number. The shrewd one
# sells nearly all after the first round, out of reach of thieves and to buy with, doesn't count on its sets and bribes
# for less.
PLAIN, SHREWD = range(2)
CASH_PER_TILE = ((3, 3, 3), (3, 3, 0))  # that one wants to have for each tile still to be taken, by round
CASH_TO_BANK = ((3, 3), (4, 2))  # and at the banking after a round, for each tile of the next
SETS = (10, 4)  # tenths of what complete sets pay that count before the last turn
SPITE = (10, 15)  # tenths of what a theft costs the victim that count as a gain, shared out among the opponents
MARGIN = (25, 0)  # by how much the best tile must beat the one that would be left over, to be worth a bribe

# What they have in common
STEP = 20  # by how much more than the margin, for each 1K of a bribe
NEEDED = 5  # what 1K is worth above its amount as long as one has less than one wants
MAJORITY = (0, 1, 10)  # tenths of what a place in a colour pays that count, by round: early ones hardly last
BEGUN_SET = 4  # what each colour beyond the complete sets is worth


@compiled
def heuristic(s, seat):
    """The action of a sensible player who knows what is in `s`."""
    return action_of(s, PLAIN, seat)


@compiled
def shrewd(s, seat):
    """The action of a player who expects to be robbed and outbid; it wins seven of ten games against the heuristic."""
    return action_of(s, SHREWD, seat)


@compiled
def action_of(s, taste, seat):
    if s.phase == Phase.BRIBE:
        return encode(BRIBE, bribe_to_offer(s, taste, seat))
    if s.phase == Phase.VISIT:
        return encode(VISIT, roof_to_visit(s, taste, seat))
    if s.phase == Phase.BUY:
        return BUY.first if purchase_brings(s, taste, seat, s.person) > 0 else DECLINE.first
    if s.phase == Phase.STEAL:
        return theft(s, taste, seat)[0]
    if s.phase == Phase.COUNCIL:
        return FAVOUR.first if first_place_brings(s, taste, seat) > pay_brings(s, taste, seat) else BE_PAID.first
    return banking(s, taste, seat)


# What things are worth ----------------------------------------------------------------------------------------


@compiled
def cash_worth(s, taste, cash):
    return K * cash + NEEDED * min(cash, cash_needed(s, taste))


@compiled
def cash_needed(s, taste):
    """For the tiles still to be taken before the next banking; at a banking, for those of the next round."""
    tiles = TURNS[s.players] * TILES_PER_VISIT[s.players]
    if s.phase == Phase.BANK:
        return CASH_TO_BANK[taste][s.rounds] * tiles
    return CASH_PER_TILE[taste][s.rounds] * (tiles - (s.turns + 1) * TILES_PER_VISIT[s.players])


@compiled
def crystals_worth(s, taste, seat):
    total = sets_worth(s, taste, seat)
    for colour in range(COLOURS):
        total += colour_worth(s, seat, colour, s.crystals[seat, colour])
    return total


@compiled
def sets_worth(s, taste, seat):
    """The complete sets, and what there is of a next one."""
    sets = complete_sets(s, seat)
    if is_last_turn(s):
        return K * SET_PAYS * sets
    total = SETS[taste] * SET_PAYS * sets
    for colour in range(COLOURS):
        total += BEGUN_SET * (s.crystals[seat, colour] > sets)
    return total


@compiled
def colour_worth(s, seat, colour, held):
    """The lot, and the place in the majority as far as it is safe: on the average of one crystal less or more."""
    lot = K * lot_pays(held)
    if is_last_turn(s):
        return lot + K * majority_pays(s, seat, colour, held)
    if MAJORITY[s.rounds] == 0:
        return lot
    places = 0
    for change in range(-1, 2):
        places += (2 - abs(change)) * majority_pays(s, seat, colour, held + change)
    return lot + MAJORITY[s.rounds] * places // 4


@compiled
def change_brings(s, seat, colour, count):
    """How much more the crystals of a colour are worth, sets aside, with so many more of them."""
    held = s.crystals[seat, colour]
    return colour_worth(s, seat, colour, held + count) - colour_worth(s, seat, colour, held)


# Visits -------------------------------------------------------------------------------------------------------


@compiled
def roof_to_visit(s, taste, seat):
    """The tile that brings most, together with the second one where a visit is two tiles."""
    reachable, loot = in_reach(s), theft(s, taste, seat)[1]
    chosen, most = EMPTY, -1
    for roof in range(ROOFS):
        if reachable >> roof & 1:
            brings = tile_brings(s, taste, seat, s.roof[roof], loot)
            if s.to_take > 1:
                brings += best_tile(s, taste, seat, reach_after(s, roof), loot)[1]
            if brings > most:
                chosen, most = roof, brings
    return chosen


@compiled
def reach_after(s, roof):
    """The roofs in reach of whoever comes after a tile was taken from a roof."""
    return s.covered & IN_REACH[s.town, FOUNTAIN_OF[s.town, roof]] & ~(1 << roof)


@compiled
def best_tile(s, taste, seat, roofs, loot):
    """Of a bit set of roofs the one with the best tile, and what that brings."""
    chosen, most = EMPTY, 0
    for roof in range(ROOFS):
        if roofs >> roof & 1:
            brings = tile_brings(s, taste, seat, s.roof[roof], loot)
            if chosen == EMPTY or brings > most:
                chosen, most = roof, brings
    return chosen, most


@compiled
def tile_brings(s, taste, seat, kind, loot):
    """How much richer a seat is after meeting the person of a tile; `loot` is what a thief would bring."""
    person = PERSON[kind]
    if person == Person.THIEF:
        return loot
    if person == Person.COUNCIL:
        return pay_brings(s, taste, seat)
    if s.cash[seat] < PRICE[kind]:
        return 0
    return max(0, purchase_brings(s, taste, seat, kind))


@compiled
def purchase_brings(s, taste, seat, kind):
    cash = s.cash[seat]
    brings = cash_worth(s, taste, cash - PRICE[kind]) - cash_worth(s, taste, cash) - sets_worth(s, taste, seat)
    for colour in range(COLOURS):
        if GIVES[kind, colour]:
            brings += change_brings(s, seat, colour, GIVES[kind, colour])
            s.crystals[seat, colour] += GIVES[kind, colour]
    brings += sets_worth(s, taste, seat)
    for colour in range(COLOURS):
        s.crystals[seat, colour] -= GIVES[kind, colour]
    return brings


@compiled
def pay_brings(s, taste, seat):
    return cash_worth(s, taste, s.cash[seat] + COUNCIL_PAYS) - cash_worth(s, taste, s.cash[seat])


@compiled
def theft(s, taste, seat):
    """The action that steals the crystal that matters most, from the richest if several matter as much; its worth."""
    action, most, richest = EMPTY, 0, 0
    for step in range(1, s.players):
        victim = (seat + step) % s.players
        riches = K * s.cash[victim] + crystals_worth(s, taste, victim)
        for colour in range(COLOURS):
            if s.crystals[victim, colour] > 0:
                brings = theft_brings(s, taste, seat, victim, colour)
                if action == EMPTY or brings > most or (brings == most and riches > richest):
                    action, most, richest = encode(STEAL, victim, colour), brings, riches
    return action, most


@compiled
def theft_brings(s, taste, seat, victim, colour):
    """What a stolen crystal adds here, and a part of what it costs there."""
    mine, theirs = sets_worth(s, taste, seat), sets_worth(s, taste, victim)
    loss = -change_brings(s, victim, colour, -1)
    s.crystals[victim, colour] -= 1
    gain = change_brings(s, seat, colour, 1)
    s.crystals[seat, colour] += 1
    gain += sets_worth(s, taste, seat) - mine
    loss += theirs - sets_worth(s, taste, victim)
    s.crystals[victim, colour] += 1
    s.crystals[seat, colour] -= 1
    return gain + SPITE[taste] * loss // (K * (s.players - 1))


# Bribes -------------------------------------------------------------------------------------------------------


@compiled
def bribe_to_offer(s, taste, seat):
    """A part of what being first brings, never the money for the tile that one wants to be first for."""
    roof = best_tile(s, taste, seat, s.covered, theft(s, taste, seat)[1])[0]
    to_spare = s.cash[seat] - PRICE[s.roof[roof]]
    return max(0, min((first_place_brings(s, taste, seat) + roll(s, K)) // STEP, to_spare))


@compiled
def first_place_brings(s, taste, seat):
    """How much better the best tile is than the best that is left if someone else takes that one, less the margin."""
    loot = theft(s, taste, seat)[1]
    roof, best = best_tile(s, taste, seat, s.covered, loot)
    second = best_tile(s, taste, seat, reach_after(s, roof), loot)[1]
    return best - second - MARGIN[taste]


# Banking ------------------------------------------------------------------------------------------------------


@compiled
def banking(s, taste, seat):
    """How many crystals to cash in of the colour that is asked now, in the best plan for all that are still open."""
    asked = next_colour(s, seat)
    still_open = 0
    for colour in range(COLOURS):
        if s.crystals[seat, colour] > 0 and s.cashing[seat, colour] == EMPTY:
            still_open |= 1 << colour
            s.cashing[seat, colour] = 0
    for _ in range(2):  # the second time, each colour knows what the others bring
        for colour in range(COLOURS):
            if still_open >> colour & 1:
                s.cashing[seat, colour] = best_lot(s, taste, seat, colour)
    chosen = s.cashing[seat, asked]
    for colour in range(COLOURS):
        if still_open >> colour & 1:
            s.cashing[seat, colour] = EMPTY
    return encode(CASH_IN, asked, chosen)


@compiled
def best_lot(s, taste, seat, colour):
    """How many crystals of a colour to cash in, all else as planned."""
    planned = s.cashing[seat, colour]
    best, most = 0, -1
    for count in range(s.crystals[seat, colour] + 1):
        s.cashing[seat, colour] = count
        brings = wealth_after_banking(s, taste, seat)
        if brings > most:
            best, most = count, brings
    s.cashing[seat, colour] = planned
    return best


@compiled
def wealth_after_banking(s, taste, seat):
    cash = s.cash[seat]
    for colour in range(COLOURS):
        if s.cashing[seat, colour] > 0:
            cash += lot_pays(s.cashing[seat, colour])
            s.crystals[seat, colour] -= s.cashing[seat, colour]
    brings = cash_worth(s, taste, cash) + crystals_worth(s, taste, seat)
    for colour in range(COLOURS):
        if s.cashing[seat, colour] > 0:
            s.crystals[seat, colour] += s.cashing[seat, colour]
    return brings
