"""What a sensible player of Rainbow Rush does.

It settles on the shape that its rainbow and hand are closest to, takes discards and plays cards that fill a
missing colour of it, keeps wilds for the last gaps, spoils the rainbow of an opponent who needs one more card,
and throws away what helps neither itself nor the next player.
"""

import math

from parlour.games.rush.rules import (
    ATTACK,
    BASE_SETS,
    CARDS,
    COLOUR,
    COLOURS,
    DISCARD,
    DRAW,
    FIRST_WILD,
    LEAVE,
    PLAY,
    RAINBOW,
    SHAPE,
    SHAPES,
    TAKE,
    Phase,
    best_partial,
    can_discard,
    can_draw,
    can_leave,
    can_take,
    fitting,
    is_wild,
)
from parlour.kit.actions import encode
from parlour.kit.compiled import compiled

NONE = -1


@compiled
def heuristic(s, seat):
    """The action of a sensible player who knows what is in `s`."""
    shape = wanted_shape(s, seat)
    action = clear_action(s, seat, shape)
    if action != NONE:
        return action
    action = spoil(s, seat)
    if action != NONE:
        return action
    card = card_to_play(s, seat, shape)
    if card != NONE:
        return encode(PLAY, card)
    return throw_away(s, seat, shape)


@compiled
def clear_action(s, seat, shape):
    """What is clear once the shape is: how to draw, what leaves, and the card that wins; else NONE."""
    if s.phase == Phase.DRAW:
        return draw_or_take(s, seat, shape)
    if s.phase == Phase.LEAVE:
        return encode(LEAVE, least_needed(s, seat, shape))
    card = winning_card(s, seat)
    return encode(PLAY, card) if card != NONE else NONE


@compiled
def wanted_shape(s, seat):
    """The shape with most cards in the rainbow; the hand decides between equals."""
    best, most = 0, -1
    for shape in range(SHAPES):
        worth = 8 * fitting(s, seat, shape)
        for place in range(s.hand_size[seat]):
            if gain(s, seat, shape, s.hand[seat, place]) > 0:
                worth += 3
        if worth > most:
            best, most = shape, worth
    return best


@compiled
def gain(s, seat, shape, card):
    """1 if a card would bring a rainbow of that shape one card closer, else 0."""
    if SHAPE[card] >= 0 and SHAPE[card] != shape:
        return 0
    if COLOUR[card] >= 0:
        for place in range(s.rainbow_size[seat]):
            other = s.rainbow[seat, place]
            if COLOUR[other] == COLOUR[card] and (SHAPE[other] < 0 or SHAPE[other] == shape):
                return 0
    return 1 if fitting(s, seat, shape) < RAINBOW else 0


@compiled
def draw_or_take(s, seat, shape):
    if can_take(s):
        top = s.discard[s.discard_size - 1]
        if gain(s, seat, shape, top) > 0 and not in_hand_as_good(s, seat, top):
            return TAKE.first
    return DRAW.first if can_draw(s) else TAKE.first


@compiled
def in_hand_as_good(s, seat, card):
    """The same card is already in hand: a second one would bring nothing."""
    for place in range(s.hand_size[seat]):
        if s.hand[seat, place] == card:
            return True
    return False


@compiled
def winning_card(s, seat):
    """A card in hand that completes the rainbow, whatever its shape."""
    if s.rainbow_size[seat] < RAINBOW - 1:
        return NONE
    for shape in range(SHAPES):
        if fitting(s, seat, shape) == RAINBOW - 1:
            for place in range(s.hand_size[seat]):
                if gain(s, seat, shape, s.hand[seat, place]) > 0:
                    return s.hand[seat, place]
    return NONE


@compiled
def card_to_play(s, seat, shape):
    """A card that fills a missing colour: ordinary ones first, then the least versatile wild."""
    chosen = NONE
    for place in range(s.hand_size[seat]):
        card = s.hand[seat, place]
        if gain(s, seat, shape, card) > 0 and (chosen == NONE or card < chosen):
            chosen = card
    return chosen


@compiled
def least_needed(s, seat, shape):
    """Of six cards, one that the wanted rainbow can do without, best one that the next player can't use."""
    following = (seat + 1) % s.players
    their_shape = wanted_shape_in_sight(s, following)
    chosen, best = NONE, -1
    for place in range(s.rainbow_size[seat]):
        card = s.rainbow[seat, place]
        worth = 0 if needed(s, seat, shape, place) else 4
        if is_wild(card) or gain(s, following, their_shape, card) == 0:
            worth += 1
        if worth > best and can_leave(s, seat, card):
            chosen, best = card, worth
    return chosen


@compiled
def needed(s, seat, shape, place):
    """Whether the card at a place of a rainbow counts for a shape; of two of one colour, the first counts."""
    card = s.rainbow[seat, place]
    if SHAPE[card] >= 0 and SHAPE[card] != shape:
        return False
    if COLOUR[card] >= 0:
        for earlier in range(place):
            other = s.rainbow[seat, earlier]
            if COLOUR[other] == COLOUR[card] and (SHAPE[other] < 0 or SHAPE[other] == shape):
                return False
    return True


@compiled
def wanted_shape_in_sight(s, seat):
    """What an opponent collects, as far as the rainbow shows it."""
    best, most = 0, -1
    for shape in range(SHAPES):
        if fitting(s, seat, shape) > most:
            best, most = shape, fitting(s, seat, shape)
    return best


@compiled
def spoil(s, seat):
    """With a wild, hit the next player in turn order who needs just one more card, where it hurts most."""
    for step in range(1, s.players):
        victim = (seat + step) % s.players
        if needs_one_more(s, victim):
            action = hardest_hit(s, seat, victim)
            if action != NONE:
                return action
    return NONE


@compiled
def needs_one_more(s, seat):
    return s.rainbow_size[seat] >= RAINBOW - 1 and best_partial(s, seat) >= RAINBOW - 1


@compiled
def partial_after_hit(s, victim, spot, wild):
    """How many cards of a victim's rainbow fit once a wild has taken the place of one of them."""
    target = s.rainbow[victim, spot]
    s.rainbow[victim, spot] = wild
    left = best_partial(s, victim)
    s.rainbow[victim, spot] = target
    return left


@compiled
def hardest_hit(s, seat, victim):
    """The attack that leaves a victim with the fewest fitting cards, if any brings them below four."""
    chosen, least = NONE, RAINBOW - 1
    for place in range(s.hand_size[seat]):
        wild = s.hand[seat, place]
        if is_wild(wild):
            for spot in range(s.rainbow_size[victim]):
                left = partial_after_hit(s, victim, spot, wild)
                if left < least:
                    chosen, least = encode(ATTACK, wild - FIRST_WILD, victim, s.rainbow[victim, spot]), left
    return chosen


@compiled
def throw_away(s, seat, shape):
    """Discard the card that is worth least: no wild, nothing still wanted, nothing the next player needs."""
    following = (seat + 1) % s.players
    their_shape = wanted_shape_in_sight(s, following)
    chosen, best = NONE, -1
    for place in range(s.hand_size[seat]):
        card = s.hand[seat, place]
        if can_discard(s, seat, card):
            worth = 0
            if not is_wild(card):
                worth += 8
                if gain(s, seat, shape, card) == 0:
                    worth += 4
                if gain(s, following, their_shape, card) == 0:
                    worth += 2
            if worth > best:
                chosen, best = card, worth
    if chosen == NONE:
        return encode(PLAY, s.hand[seat, 0])
    return encode(DISCARD, chosen)


# A shrewder player: what a wary search starts from, and who plays its matches to their ends


FITTING, IN_HAND = 8, 5  # what a card of a shape is worth in the rainbow and in the hand
ENOUGH_LEFT = 2  # copies of a card still to come; more make no difference
WILD_FROM = 3  # fitting cards from which a wild is worth playing


@compiled
def shrewd(s, seat):
    """Like the heuristic, but it counts cards, keeps its wilds longer, hits harder and hides what it can't use."""
    if s.phase == Phase.DRAW and not can_take(s):
        return DRAW.first
    seen = seen_by_all(s)
    shape = promising_shape(s, seat, seen)
    action = clear_action(s, seat, shape)
    if action != NONE:
        return action
    action = strike(s, seat, seen)
    if action != NONE:
        return action
    card = card_to_play(s, seat, shape)
    if card != NONE and (not is_wild(card) or fitting(s, seat, shape) >= WILD_FROM):
        return encode(PLAY, card)
    return put_aside(s, seat, shape)


@compiled
def seen_by_all(s):
    """How many of each ordinary card lie in the rainbows and discards: a number with two bits for each."""
    seen = 0
    for place in range(s.discard_size):
        if not is_wild(s.discard[place]):
            seen += 1 << 2 * s.discard[place]
    for seat in range(s.players):
        for place in range(s.rainbow_size[seat]):
            if not is_wild(s.rainbow[seat, place]):
                seen += 1 << 2 * s.rainbow[seat, place]
    return seen


@compiled
def copies_left(seen, card):
    """How many of an ordinary card haven't been laid down yet."""
    return BASE_SETS - (seen >> 2 * card & 3)


@compiled
def promising_shape(s, seat, seen):
    """The shape with most cards in the rainbow, in the hand, and left to draw."""
    best, most = 0, -1
    for shape in range(SHAPES):
        worth = promise(s, seat, seen, shape)
        if worth > most:
            best, most = shape, worth
    return best


@compiled
def promise(s, seat, seen, shape):
    """What a shape is worth by the cards that cover its colours, those that would, and those that may come."""
    fit, covered = cover(s.rainbow[seat], s.rainbow_size[seat], shape, 0, RAINBOW + 1)
    worth = FITTING * fit
    for place in range(s.hand_size[seat]):
        if fills(s.hand[seat, place], shape, covered):
            worth += IN_HAND
    for colour in range(COLOURS):
        if not covered >> colour & 1:
            worth += min(copies_left(seen, colour * SHAPES + shape), ENOUGH_LEFT)
    return worth


@compiled
def cover(cards, count, shape, covered, most):
    """How many of the cards fit a shape beside the colours that are covered, and what is covered with them."""
    fit = 0
    for place in range(count):
        if fit < most and fills(cards[place], shape, covered):
            covered |= 1 << COLOUR[cards[place]] if COLOUR[cards[place]] >= 0 else 0
            fit += 1
    return fit, covered


@compiled
def fills(card, shape, covered):
    """Whether a card fits a shape and has none of the colours that are covered."""
    if SHAPE[card] >= 0 and SHAPE[card] != shape:
        return False
    return COLOUR[card] < 0 or not covered >> COLOUR[card] & 1


@compiled
def strike(s, seat, seen):
    """With a wild, hit the next player in turn order who needs just one more card, where it is hardest to replace."""
    for step in range(1, s.players):
        victim = (seat + step) % s.players
        if needs_one_more(s, victim):
            action = lasting_hit(s, seat, victim, seen)
            if action != NONE:
                return action
    return NONE


@compiled
def lasting_hit(s, seat, victim, seen):
    """The attack on the card with the fewest copies to come, by the least versatile wild, if any brings them back."""
    chosen, best = NONE, CARDS * CARDS
    for place in range(s.hand_size[seat]):
        wild = s.hand[seat, place]
        if is_wild(wild):
            for spot in range(s.rainbow_size[victim]):
                target = s.rainbow[victim, spot]
                to_come = 0 if is_wild(target) else copies_left(seen, target) + 1  # with the one that is hit
                if CARDS * to_come + wild < best and partial_after_hit(s, victim, spot, wild) < RAINBOW - 1:
                    chosen, best = encode(ATTACK, wild - FIRST_WILD, victim, target), CARDS * to_come + wild
    return chosen


@compiled
def put_aside(s, seat, shape):
    """Get rid of an ordinary card, best in the own rainbow, where nobody can take it, or else as a discard."""
    following = (seat + 1) % s.players
    their_shape = wanted_shape_in_sight(s, following)
    chosen, least = NONE, CARDS
    for place in range(s.hand_size[seat]):
        card = s.hand[seat, place]
        if not is_wild(card):
            if s.rainbow_size[seat] < RAINBOW:
                return encode(PLAY, card)
            harm = fitting(s, seat, SHAPE[card]) + RAINBOW * gain(s, following, their_shape, card)
            if harm < least and can_discard(s, seat, card):
                chosen, least = card, harm
    if chosen == NONE:
        return encode(PLAY, s.hand[seat, 0])
    return encode(DISCARD, chosen) if least < RAINBOW else encode(PLAY, chosen)


# Everyone's chance to win, by numbers that fit how matches between shrewd players ended, for two to eight of them

FAR = 20  # moves that a trial of a wary search plays before it asks for the chances
LAID = (0.0, 0.04, 0.08, 0.07, 0.42)  # for the fitting cards in the rainbow
WITHIN_REACH = (-0.8, -0.8, -0.6, -0.37, 0.13, 1.08)  # for those together with what fits in the hand
COPY_TO_COME = 0.065  # for each copy of a card that would still be missing
WILD_IN_HAND = 0.83  # divided by the players: it hits one of the others only
WILD_LAID = 0.245  # for being of use to other shapes too
ON_TURN = 0.08


@compiled
def foresee(s, chances):
    """Write everyone's chance to win, by all cards in hands and rainbows; tell if that could be done.

    It can't be done amid a turn, and not where the player to draw wins at once.
    """
    if s.phase != Phase.DRAW or wins_at_once(s):
        return False
    seen = seen_by_all(s)
    total = 0.0
    for seat in range(s.players):
        chances[seat] = math.exp(outlook(s, seat, seen))
        total += chances[seat]
    for seat in range(s.players):
        chances[seat] /= total
    return True


@compiled
def wins_at_once(s):
    """Whether the player to draw can complete the rainbow with a card in hand or the top discard."""
    if winning_card(s, s.seat) != NONE:
        return True
    if not can_take(s):
        return False
    top = s.discard[s.discard_size - 1]
    return fitting(s, s.seat, SHAPE[top]) == RAINBOW - 1 and gain(s, s.seat, SHAPE[top], top) > 0


@compiled
def outlook(s, seat, seen):
    """How a seat stands: the logarithm of its share of the chances."""
    most, laid, reach, to_come = -1, 0, 0, 0
    for shape in range(SHAPES):
        fit, covered = cover(s.rainbow[seat], s.rainbow_size[seat], shape, 0, RAINBOW - 1)
        held, covered = cover(s.hand[seat], s.hand_size[seat], shape, covered, RAINBOW - fit)
        worth = FITTING * fit + IN_HAND * held
        if worth > most:
            most, laid, reach = worth, fit, fit + held
            to_come = missing_copies(seen, shape, covered) if reach < RAINBOW else 0
    total = LAID[laid] + WITHIN_REACH[reach] + COPY_TO_COME * to_come
    total += WILD_IN_HAND / s.players * wilds_among(s.hand[seat], s.hand_size[seat])
    total += WILD_LAID * wilds_among(s.rainbow[seat], s.rainbow_size[seat])
    return total + ON_TURN if seat == s.seat else total


@compiled
def missing_copies(seen, shape, covered):
    """How many cards of a shape are to come in the colours that aren't covered."""
    copies = 0
    for colour in range(COLOURS):
        if not covered >> colour & 1:
            copies += copies_left(seen, colour * SHAPES + shape)
    return copies


@compiled
def wilds_among(cards, count):
    wilds = 0
    for place in range(count):
        if is_wild(cards[place]):
            wilds += 1
    return wilds
