"""What a sensible player of Crystallia does.

It looks at every way to lay every available stone: the crystals of the spaces and of the lines, worth what they are
worth on its own platforms (a tenth crystal costs, a thirteenth loses the match), an extra turn, and the best line
that it leaves to the next player. Abilities are used when they bring more than leaving them.
"""

from parlour.games.crystallia.data import (
    AGAIN,
    COLOURS,
    FIRST_CRYSTAL,
    MOVE,
    SECOND_CRYSTAL,
    STONES,
    TURN,
    TWO_WILDS,
    WILD,
)
from parlour.games.crystallia.rules import (
    DIRECTIONS,
    EMPTY,
    FIRST_SQUARE,
    FLIP,
    FLIPPED_POINTS,
    FLIPPED_RING,
    HIDDEN,
    LAY,
    LINES,
    MOVE_STONE,
    NAME,
    RICH_TURN,
    RING,
    SECOND_SQUARE,
    SPOTS,
    STOP,
    SUPERCRYSTAL_POINTS,
    SWINGS,
    TAKE,
    TALISMAN,
    TOO_MANY,
    TURN_STONE,
    Extra,
    Phase,
    ahead,
    is_available,
    is_flipped,
    is_isolated,
    is_on_board,
    line_to_name,
    makes_four,
    matching_run,
    may_name,
    may_turn,
    may_use_talisman,
    newly_covered,
    occupied,
    pay,
    pick_up,
    places,
    places_to_move,
    player_after,
    points,
    put_down,
    run_of_wilds,
    squares_of,
    swung,
    talisman_has,
)
from parlour.games.crystallia.runs import ACROSS, BIT, BOARD, DOWN, SQUARES, length
from parlour.kit.compiled import compiled

# Worths are counted in eighths of a point.
POINT = 8
RUIN = 4000  # being out of the match
UNWANTED = 1  # eighths of a crystal of each colour that come in a turn even to who doesn't want them
OVERFLOW = 2
SUDDEN = 0
LEAD = 8
CATCH_UP = 3
LEAD_MOST = 12
ENDGAME = 8
MEAN = 4
LATER_RUIN = 800
EARLY_WILD = 0
ABILITY = 6  # a space that lets one move or turn a stone
TALISMAN_KEPT = 6  # what a talisman is worth while it isn't used
OWN_NEXT = 6  # for each crystal of the best line in one's own extra turn
NEXT_PLAYER = 3  # for each crystal of the best line left to the next player
WORST = 100_000  # more than a choice can cost
NOTHING = -1  # no choice at all

FLIPPED_PLATFORMS = 0b0011  # red and blue


@compiled
def heuristic(s, seat):
    """The action of a sensible player who knows what is in `s`."""
    caution = caution_of(s, seat)
    if s.phase == Phase.FLIP:
        return FLIP.first + FLIPPED_PLATFORMS
    if s.phase == Phase.CHOOSE:
        return stone_or_talisman(s, seat, caution)
    if s.phase == Phase.PLACE:
        return LAY.first + best_play(s, seat, caution, s.stone) % SPOTS
    if s.phase == Phase.NAME:
        return NAME.first + best_colour(s, seat, caution)
    if s.phase == Phase.ABILITY:
        return best_ability(s, seat, caution)
    if s.phase == Phase.MOVE:
        return LAY.first + best_move(s, seat, caution, s.lifted) % SPOTS
    return LAY.first + best_turn(s, seat, caution, s.lifted) % SPOTS


@compiled
def caution_of(s, seat):
    """How many eighths of a crystal of each colour to leave room for: they come even to those who don't want them.

    With few stones left a turn can't be dodged and brings many; and whoever leads has no need to risk it.
    """
    stones = length(s.pyramid)
    if stones == 0:
        return 0
    lead = 99
    for other in range(s.players):
        if other != seat and not s.out[other]:
            lead = min(lead, points(s, seat) - points(s, other))
    safe = lead - CATCH_UP * stones // s.players
    return SUDDEN + UNWANTED * min(stones, 10) // s.players + min(max(safe, 0), LEAD_MOST) * LEAD // 4


# A choice is one number, its worth and its spot: the better one is the larger number.


@compiled
def rated(worth, spot):
    return (worth + WORST) * SPOTS + spot


@compiled
def worth_of(choice):
    return choice // SPOTS - WORST


@compiled
def stone_or_talisman(s, seat, caution):
    """The stone that can be laid to best effect, or a talisman if that is better still."""
    chosen, best = NOTHING, -WORST
    pyramid = s.pyramid
    for stone in range(STONES):
        if is_available(s, stone):
            s.pyramid = pyramid & ~(1 << stone)
            choice = best_play(s, seat, caution, stone)
            s.pyramid = pyramid
            worth = worth_of(choice) + (EARLY_WILD if s.kind[stone] == TWO_WILDS else 0)
            if choice != NOTHING and worth > best:
                chosen, best = TAKE.first + stone, worth
    if may_use_talisman(s, seat, chosen != NOTHING):
        left = what_follows(s, seat, False) - TALISMAN_KEPT
        for colour in range(COLOURS):
            if talisman_has(s, colour):
                worth = worth_of_crystals(s, seat, caution, colour, 1) + left
                if worth > best:
                    chosen, best = TALISMAN.first + colour, worth
    return chosen


@compiled
def best_play(s, seat, caution, stone):
    """The best spot for a stone from the pyramid."""
    best = NOTHING
    for direction in range(DIRECTIONS):
        squares = places(s, s.kind[stone], direction)
        for square in range(SQUARES):
            if squares & BIT[square]:
                spot = square * DIRECTIONS + direction
                best = max(best, rated(worth_of_laying(s, seat, caution, stone, stone, spot), spot))
    return best


# Abilities


@compiled
def best_ability(s, seat, caution):
    """The stone whose move or turn brings most, or none if it is better to leave them all."""
    chosen = STOP.first
    best = harvest(s, seat, caution, s.stone, EMPTY, EMPTY) + what_follows(s, seat, False)
    for stone in range(STONES):
        if is_on_board(s, stone):
            if s.moves_due:
                choice = best_move(s, seat, caution, stone)
                if choice != NOTHING and worth_of(choice) > best:
                    chosen, best = MOVE_STONE.first + stone, worth_of(choice)
            if s.turns_due:
                choice = best_turn(s, seat, caution, stone)
                if choice != NOTHING and worth_of(choice) > best:
                    chosen, best = TURN_STONE.first + stone, worth_of(choice)
    return chosen


@compiled
def best_move(s, seat, caution, stone):
    best = NOTHING
    direction = s.spot[stone] % DIRECTIONS
    squares = places_to_move(s, stone)
    for square in range(SQUARES):
        if squares & BIT[square]:
            spot = square * DIRECTIONS + direction
            best = max(best, rated(worth_of_laying(s, seat, caution, stone, s.stone, spot), spot))
    return best


@compiled
def best_turn(s, seat, caution, stone):
    best = NOTHING
    for swing in range(SWINGS):
        spot = swung(s, stone, swing)
        if may_turn(s, stone, spot):
            best = max(best, rated(worth_of_laying(s, seat, caution, stone, s.stone, spot), spot))
    return best


# What laying a stone is worth


@compiled
def worth_of_laying(s, seat, caution, stone, played, spot):
    """What it brings to lay a stone somewhere if nothing else is done before the stone just played pays."""
    before = (s.showing[0], s.showing[1], s.showing[2], s.showing[3])
    left = pick_up(s, stone)
    put_down(s, stone, spot)
    first = newly_covered(s, FIRST_SQUARE[spot], squares_of(left))
    second = newly_covered(s, SECOND_SQUARE[spot], squares_of(left))
    extra = s.turn > 0 and (first == AGAIN or second == AGAIN)
    for colour in range(COLOURS):
        extra = extra or makes_four(s, colour, before[colour])
    worth = harvest(s, seat, caution, played, first, second) + what_follows(s, seat, extra)
    worth += ABILITY * ((first == MOVE or first == TURN) + (second == MOVE or second == TURN))
    if is_endgame(s, seat):
        worth += last_turn(
            s, seat, caution, crystals(s, played, first, second), not s.second and (extra or s.extra != Extra.NONE)
        )
    pick_up(s, stone)
    if left != EMPTY:
        put_down(s, stone, left)
    return worth


@compiled
def harvest(s, seat, caution, played, first, second):
    """What the crystals of two covered spaces and of the stone just played are worth."""
    counts = crystals(s, played, first, second)
    to_name = crystals_to_name(s, played)
    worth = 0
    total = s.collected + to_name
    best_named = -WORST
    for colour in range(COLOURS):
        count = counts >> colour * 8 & 255
        total += count
        fixed = worth_of_crystals(s, seat, caution, colour, count)
        worth += fixed
        if to_name and has_colour(s, played, colour):
            best_named = max(best_named, worth_of_crystals(s, seat, caution, colour, count + to_name) - fixed)
    if to_name:
        worth += best_named
    return worth - POINT if total >= RICH_TURN else worth


@compiled
def crystals(s, played, first, second):
    """The crystals of two covered spaces and of the stone just played: one number with eight bits for each colour."""
    counts = 0
    isolated = is_isolated(s, played)
    for colour in range(COLOURS):
        count = (first == colour) + (second == colour)
        if not isolated:
            for line in range(LINES):
                count += pay(matching_run(s, played, colour, line))
        elif has_colour(s, played, colour) and crystals_to_name(s, played) == 0:
            count += 1
        counts |= count << colour * 8
    return counts


@compiled
def crystals_to_name(s, played):
    """How many crystals the stone just played brings in a colour that its player names."""
    kind = s.kind[played]
    if is_isolated(s, played):
        return 1 if FIRST_CRYSTAL[kind] != SECOND_CRYSTAL[kind] or kind == TWO_WILDS else 0
    count = 0
    if kind == TWO_WILDS:
        for line in range(LINES):
            count += pay(run_of_wilds(s, played, line))
    return count


@compiled
def is_endgame(s, seat):
    """Few stones are left, but there will be a turn for one of them, and a platform is nearly full."""
    stones = length(s.pyramid)
    if stones > ENDGAME or stones == 0:
        return False
    for colour in range(COLOURS):
        if s.platform[seat, colour] >= RING - 1 and not is_flipped(s, seat, colour):
            return True
    return False


@compiled
def last_turn(s, seat, caution, counts, extra):
    """What the stones still to come will bring, the best and the worst of them, after these crystals."""
    for colour in range(COLOURS):
        if not is_flipped(s, seat, colour):
            s.platform[seat, colour] += counts >> colour * 8 & 255
    worth, stones, best = 0, 1, -LATER_RUIN
    for stone in range(STONES):
        if s.pyramid >> stone & 1 and s.kind[stone] != HIDDEN:
            cost = best_harvest(s, seat, caution, stone)
            worth += cost
            stones += 1
            if is_available(s, stone):
                best = max(best, cost)
    for colour in range(COLOURS):
        if not is_flipped(s, seat, colour):
            s.platform[seat, colour] -= counts >> colour * 8 & 255
    return best if extra else worth // stones


@compiled
def best_harvest(s, seat, caution, stone):
    """What a stone must cost at least and on average, over all the places where it fits."""
    least, total, count = -LATER_RUIN, 0, 0
    for direction in range(DIRECTIONS):
        squares = places(s, s.kind[stone], direction)
        for square in range(SQUARES):
            if squares & BIT[square]:
                spot = square * DIRECTIONS + direction
                put_down(s, stone, spot)
                cost = harvest(s, seat, caution, stone, s.space[FIRST_SQUARE[spot]], s.space[SECOND_SQUARE[spot]])
                pick_up(s, stone)
                cost = min(max(cost, -LATER_RUIN), 0)
                least = max(least, cost)
                total += cost
                count += 1
    return (MEAN * total // count + (8 - MEAN) * least) // 8 if count else 0


@compiled
def has_colour(s, stone, colour):
    first, second = FIRST_CRYSTAL[s.kind[stone]], SECOND_CRYSTAL[s.kind[stone]]
    return first == WILD or first == colour or second == colour


@compiled
def worth_of_crystals(s, seat, caution, colour, count):
    """What so many more crystals of a colour are worth to a player."""
    held = s.platform[seat, colour]
    supply = s.supply[colour]
    worth = -platform_worth(s, seat, caution, colour, held)
    for _ in range(count):
        if supply == 0:
            worth -= POINT
            continue
        supply -= 1
        held += 1
        if is_flipped(s, seat, colour):
            if held == FLIPPED_RING and s.supercrystal[colour] == EMPTY:
                worth += SUPERCRYSTAL_POINTS * POINT
            if held > FLIPPED_RING:
                worth -= POINT
                held = 0
        elif held == RING and s.supercrystal[colour] == EMPTY:
            worth += SUPERCRYSTAL_POINTS * POINT
        elif held == TOO_MANY:
            return -RUIN
    return worth + platform_worth(s, seat, caution, colour, held)


@compiled
def platform_worth(s, seat, caution, colour, held):
    """What so many crystals on a platform are worth, with those in mind that will come whether wanted or not."""
    if is_flipped(s, seat, colour):
        return held * FLIPPED_POINTS * POINT
    expected = held * 8 + caution
    over = max(expected - RING * 8, 0)
    return expected - 2 * over - over * over // OVERFLOW


@compiled
def best_colour(s, seat, caution):
    """The colour to name."""
    chosen, best = 0, -WORST
    for colour in range(COLOURS):
        if may_name(s, colour):
            worth = worth_of_crystals(s, seat, caution, colour, s.naming[line_to_name(s)])
            if worth > best:
                chosen, best = colour, worth
    return chosen


# What comes next: the longest lines that can be made, counted for all squares at once. Such a count is four sets of
# squares, for ones, twos, fours and eights: a square's number is written in binary through them.


@compiled
def what_follows(s, seat, extra):
    """The best line for one's own second turn if there is one, else the best that is left to the next player."""
    if not s.second and (extra or s.extra != Extra.NONE):
        return OWN_NEXT * best_line(s, seat)
    return -NEXT_PLAYER * best_line(s, player_after(s, seat))


@compiled
def best_line(s, seat):
    """The most crystals that a player can take for lines with a stone that is available and not unknown."""
    empty = BOARD & ~occupied(s)
    red, blue = line_counts(s, seat, 0), line_counts(s, seat, 1)
    green, purple = line_counts(s, seat, 2), line_counts(s, seat, 3)
    wild = plus(plus(red, blue), plus(green, purple))
    counts = (red, blue, green, purple, wild)
    best = 0
    met = 0
    for stone in range(STONES):
        kind = s.kind[stone]
        if is_available(s, stone) and kind != HIDDEN and not met >> kind & 1:
            met |= 1 << kind
            first, second = counts[FIRST_CRYSTAL[kind]], counts[SECOND_CRYSTAL[kind]]
            for direction in range(DIRECTIONS):
                squares = empty & ahead(empty, direction)
                best = max(best, largest(plus(first, moved(second, direction)), squares))
    return best


@compiled
def line_counts(s, seat, colour):
    """How many crystals of a colour lie in line beside each square; none if the player's platform is full."""
    squares = s.showing[colour]
    if s.platform[seat, colour] >= (FLIPPED_RING if is_flipped(s, seat, colour) else RING):
        squares = 0
    counts = (0, 0, 0, 0)
    for step in (ACROSS, DOWN):
        before, after = squares << step & BOARD, squares >> step
        for _ in range(LONGEST_BESIDE):
            counts = plus(counts, (before, 0, 0, 0))
            counts = plus(counts, (after, 0, 0, 0))
            before &= before << step
            after &= after >> step
    return counts


LONGEST_BESIDE = 3


@compiled
def plus(one, two):
    """Add the counts of two sets of squares, as one adds by hand; sixteen and more fall away."""
    ones = one[0] ^ two[0]
    carry = one[0] & two[0]
    twos = one[1] ^ two[1] ^ carry
    carry = one[1] & two[1] | carry & (one[1] ^ two[1])
    fours = one[2] ^ two[2] ^ carry
    carry = one[2] & two[2] | carry & (one[2] ^ two[2])
    return ones, twos, fours, one[3] ^ two[3] ^ carry


@compiled
def moved(counts, direction):
    return (
        ahead(counts[0], direction),
        ahead(counts[1], direction),
        ahead(counts[2], direction),
        ahead(counts[3], direction),
    )


@compiled
def largest(counts, squares):
    """The largest count on any of the squares."""
    count = 0
    for digit in range(3, -1, -1):
        if squares & counts[digit]:
            squares &= counts[digit]
            count += 1 << digit
    return count
