"""What a sensible player of Crystallia does.

It looks at every way to lay every available stone: the crystals of the spaces and of the lines, worth what they are
worth on its own platforms, an extra turn, and the best line that it leaves to the next player. Abilities are used when
they bring more than leaving them.

Crystals can't be declined, and a thirteenth of a colour loses the match. So every crystal on a platform is a danger,
twice as great as the one before, and weighs the more the further the player is ahead. The last stones
leave few places, and are looked through to the end for the way with the least risk.
"""

from parlour.games.crystallia.data import (
    AGAIN,
    BLANK,
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
    fits_somewhere,
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
    players_left,
    points,
    put_down,
    run_of_wilds,
    squares_of,
    swung,
    talisman_has,
)
from parlour.games.crystallia.runs import ACROSS, BIT, BOARD, DOWN, SQUARES, length
from parlour.kit.compiled import compiled
from parlour.kit.luck import roll

# Worths are counted in eighths of a point.
POINT = 8
SUPERCRYSTAL = SUPERCRYSTAL_POINTS * POINT
RUIN = 100_000  # being out of the match: worse than all else together
WORST = 1_000_000  # more than a choice can cost
NOTHING = -1  # no choice at all

# What staying in the match is worth to a player who isn't ahead, and how much more with the square of a safe lead.
STAKE = 40 * POINT
STAKE_OF_LEAD = 4 * POINT
CATCH_UP = 1  # points of a lead that each round of stones puts in doubt
SAFEST_LEAD = 16  # points; a larger one is no safer

FORESIGHT = 4  # stones left in the pyramid when it begins to look at all that may follow
NEARLY_TOO_MANY = 7  # crystals of a colour from which those stones may lead to ruin

UNWANTED = 1  # what comes of each colour with a round of stones, wanted or not: an eighth of a crystal
ABILITY = 6  # a space that lets one move or turn a stone
OWN_NEXT = 2  # for each crystal of the best line in one's own extra turn
NEXT_PLAYER = 3  # for each crystal of the best line left to the next player

FLIPPED_PLATFORMS = 0b0000  # none: with one or two of them it wins fewer matches


@compiled
def heuristic(s, seat):
    """The action of a sensible player who knows what is in `s`."""
    if s.phase == Phase.FLIP:
        return FLIP.first + FLIPPED_PLATFORMS
    stake = stake_of(s, seat)
    if s.phase == Phase.CHOOSE:
        return stone_or_talisman(s, seat, stake)
    if s.phase == Phase.PLACE:
        return LAY.first + best_play(s, seat, stake, s.stone) % SPOTS
    if s.phase == Phase.NAME:
        return NAME.first + best_colour(s, seat, stake)
    if s.phase == Phase.ABILITY:
        return best_ability(s, seat, stake)
    if s.phase == Phase.MOVE:
        return LAY.first + best_move(s, seat, stake, s.lifted) % SPOTS
    return LAY.first + best_turn(s, seat, stake, s.lifted) % SPOTS


# What is at stake: the worth of staying in the match. Who leads so far that the others can't catch up has all to lose.


@compiled
def stake_of(s, seat):
    lead = SAFEST_LEAD + CATCH_UP * STONES
    for other in range(s.players):
        if other != seat and not s.out[other]:
            lead = min(lead, points(s, seat) - points(s, other))
    safe = min(max(lead - CATCH_UP * length(s.pyramid) // s.players, 0), SAFEST_LEAD)
    return STAKE + STAKE_OF_LEAD * safe * safe


@compiled
def stake_after(s, stake, extra):
    """What full platforms put at stake after this turn: nothing if the last stones can be foreseen.

    The last stone of all is the most dangerous one: the fewest places are left. Each one after the player's own last
    one halves the danger.
    """
    if can_foresee(s):
        return 0
    return stake >> (length(s.pyramid) - extra) % players_left(s)


@compiled
def can_foresee(s):
    """Whether few stones are left, and all of them known."""
    if length(s.pyramid) > FORESIGHT:
        return False
    for stone in range(STONES):
        if s.pyramid >> stone & 1 and s.kind[stone] == HIDDEN:
            return False
    return True


# A choice is one number, its worth and its spot: the better one is the larger number.


@compiled
def rated(worth, spot):
    return (worth + WORST) * SPOTS + spot


@compiled
def worth_of(choice):
    return choice // SPOTS - WORST


@compiled
def stone_or_talisman(s, seat, stake):
    """The stone that can be laid to best effect, or a talisman if that is better still."""
    chosen, best = NOTHING, -WORST
    pyramid, used_talisman = s.pyramid, s.used_talisman[seat]
    s.used_talisman[seat] = 0
    for stone in range(STONES):
        if is_available(s, stone):
            s.pyramid = pyramid & ~(1 << stone)
            choice = best_play(s, seat, stake, stone)
            s.pyramid = pyramid
            if choice != NOTHING and worth_of(choice) > best:
                chosen, best = TAKE.first + stone, worth_of(choice)
    s.used_talisman[seat] = used_talisman
    if may_use_talisman(s, seat, chosen != NOTHING):
        s.used_talisman[seat] = 1
        for colour in range(COLOURS):
            if talisman_has(s, colour):
                worth = worth_of_talisman(s, seat, stake, colour)
                if worth > best:
                    chosen, best = TALISMAN.first + colour, worth
        s.used_talisman[seat] = used_talisman
    return chosen


@compiled
def worth_of_talisman(s, seat, stake, colour):
    extra = s.extra != Extra.NONE
    worth = worth_of_crystals(s, seat, stake_after(s, stake, extra), colour, 1)
    return worth + prospects(s, seat, stake, 1 << colour * 8, extra)


@compiled
def best_play(s, seat, stake, stone):
    """The best spot for a stone from the pyramid."""
    best = NOTHING
    for direction in range(DIRECTIONS):
        squares = places(s, s.kind[stone], direction)
        for square in range(SQUARES):
            if squares & BIT[square]:
                spot = square * DIRECTIONS + direction
                best = max(best, rated(worth_of_laying(s, seat, stake, stone, stone, spot), spot))
    return best


@compiled
def best_colour(s, seat, stake):
    """The colour to name."""
    later = stake_after(s, stake, s.extra != Extra.NONE)
    chosen, best = NOTHING, -WORST
    for colour in range(COLOURS):
        if may_name(s, colour):
            worth = worth_of_crystals(s, seat, later, colour, s.naming[line_to_name(s)])
            if worth > best:
                chosen, best = colour, worth
    return chosen


# Abilities


@compiled
def best_ability(s, seat, stake):
    """The stone whose move or turn brings most, or none if it is better to leave them all."""
    chosen, best = STOP.first, worth_of_turn(s, seat, stake, s.stone, BLANK, BLANK, s.extra != Extra.NONE)
    for stone in range(STONES):
        if is_on_board(s, stone):
            if s.moves_due:
                choice = best_move(s, seat, stake, stone)
                if choice != NOTHING and worth_of(choice) > best:
                    chosen, best = MOVE_STONE.first + stone, worth_of(choice)
            if s.turns_due:
                choice = best_turn(s, seat, stake, stone)
                if choice != NOTHING and worth_of(choice) > best:
                    chosen, best = TURN_STONE.first + stone, worth_of(choice)
    return chosen


@compiled
def best_move(s, seat, stake, stone):
    best = NOTHING
    direction = s.spot[stone] % DIRECTIONS
    squares = places_to_move(s, stone)
    for square in range(SQUARES):
        if squares & BIT[square]:
            spot = square * DIRECTIONS + direction
            best = max(best, rated(worth_of_laying(s, seat, stake, stone, s.stone, spot), spot))
    return best


@compiled
def best_turn(s, seat, stake, stone):
    best = NOTHING
    for swing in range(SWINGS):
        spot = swung(s, stone, swing)
        if may_turn(s, stone, spot):
            best = max(best, rated(worth_of_laying(s, seat, stake, stone, s.stone, spot), spot))
    return best


# What laying a stone is worth


@compiled
def worth_of_laying(s, seat, stake, stone, played, spot):
    """What it brings to lay a stone somewhere if nothing else is done before the stone just played pays."""
    before = (s.showing[0], s.showing[1], s.showing[2], s.showing[3])
    left = pick_up(s, stone)
    put_down(s, stone, spot)
    first = newly_covered(s, FIRST_SQUARE[spot], squares_of(left))
    second = newly_covered(s, SECOND_SQUARE[spot], squares_of(left))
    extra = s.extra != Extra.NONE or (not s.second and earns_extra_turn(s, before, first, second))
    worth = worth_of_turn(s, seat, stake, played, first, second, extra)
    pick_up(s, stone)
    if left != EMPTY:
        put_down(s, stone, left)
    return worth + ABILITY * ((first == MOVE or first == TURN) + (second == MOVE or second == TURN))


@compiled
def earns_extra_turn(s, before, first, second):
    """Whether a stone that now covers these two spaces brings one more turn; `before` is what the board showed."""
    if s.turn > 0 and (first == AGAIN or second == AGAIN):
        return True
    for colour in range(COLOURS):
        if makes_four(s, colour, before[colour]):
            return True
    return False


@compiled
def worth_of_turn(s, seat, stake, played, first, second, extra):
    """What two covered spaces and the stone just played bring, and what follows, `extra` if that is one more turn."""
    counts = crystals(s, played, first, second)
    worth = harvest(s, seat, stake_after(s, stake, extra), played, counts)
    return worth + prospects(s, seat, stake, counts, extra)


@compiled
def prospects(s, seat, stake, counts, extra):
    """What the next turn promises, one's own if it is an extra one, and whether ruin looms after taking crystals."""
    worth = what_follows(s, seat, extra)
    if can_foresee(s):
        worth -= stake * risk_with(s, seat, counts, extra) // CERTAIN
    return worth


@compiled
def harvest(s, seat, stake, played, counts):
    """What crystals are worth, with those of a colour to be named for the stone just played."""
    to_name = crystals_to_name(s, played)
    worth = 0
    total = s.collected + to_name
    best_named = -WORST
    for colour in range(COLOURS):
        count = count_of(counts, colour)
        total += count
        fixed = worth_of_crystals(s, seat, stake, colour, count)
        worth += fixed
        if to_name and has_colour(s, played, colour):
            best_named = max(best_named, worth_of_crystals(s, seat, stake, colour, count + to_name) - fixed)
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
def count_of(counts, colour):
    return counts >> colour * 8 & 255


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
def has_colour(s, stone, colour):
    first, second = FIRST_CRYSTAL[s.kind[stone]], SECOND_CRYSTAL[s.kind[stone]]
    return first == WILD or first == colour or second == colour


# What crystals are worth


@compiled
def worth_of_crystals(s, seat, stake, colour, count):
    """What so many more crystals of a colour are worth to a player with so much at stake."""
    held, supply = s.platform[seat, colour], s.supply[colour]
    worth = -platform_worth(s, seat, stake, colour, held, supply)
    for _ in range(count):
        if supply == 0:
            worth -= POINT
            continue
        supply -= 1
        held += 1
        if held == (FLIPPED_RING if is_flipped(s, seat, colour) else RING) and s.supercrystal[colour] == EMPTY:
            worth += SUPERCRYSTAL
        if is_flipped(s, seat, colour):
            if held > FLIPPED_RING:
                worth -= POINT
                supply += held
                held = 0
        elif held == TOO_MANY:
            return -RUIN
    return worth + platform_worth(s, seat, stake, colour, held, supply)


@compiled
def platform_worth(s, seat, stake, colour, held, supply):
    """What so many crystals on a platform are worth, with those in mind that will come whether wanted or not."""
    if is_flipped(s, seat, colour):
        return held * FLIPPED_POINTS * POINT
    expected = held * POINT + UNWANTED * length(s.pyramid) // s.players
    worth = expected - 2 * max(expected - RING * POINT, 0)
    return worth - (stake << held >> TOO_MANY) if held + supply >= TOO_MANY else worth


# The danger of the last stones: crystals can't be declined, and every place that is left may bring too many.

CERTAIN = 1000  # risks are counted in thousandths


@compiled
def risk_with(s, seat, counts, extra):
    """How likely a player who takes these crystals now will be out before the end."""
    risk = 0
    give(s, seat, counts, 1)
    if is_at_risk(s, seat):
        turn = s.seat, s.second
        if not extra:
            s.seat, s.second = player_after(s, seat), 0
            risk = risk_of_ruin(s, seat)
        if extra or may_be_passed_back(s, seat):
            s.seat, s.second = seat, extra
            risk = max(risk, risk_of_ruin(s, seat))
        s.seat, s.second = turn
    give(s, seat, counts, -1)
    return risk


@compiled
def give(s, seat, counts, sign):
    """Give crystals to a player, or take them back. A supply below none are crystals that came in black."""
    for colour in range(COLOURS):
        s.platform[seat, colour] += sign * count_of(counts, colour)
        s.supply[colour] -= sign * count_of(counts, colour)


@compiled
def is_at_risk(s, seat):
    """Whether some colour may become too many with the last stones."""
    for colour in range(COLOURS):
        held = s.platform[seat, colour]
        enough_left = held + s.supply[colour] >= TOO_MANY
        if held >= NEARLY_TOO_MANY and enough_left and not is_flipped(s, seat, colour):
            return True
    return False


@compiled
def may_be_passed_back(s, seat):
    """Whether the next player may use a talisman, and so leave the same stones to the others."""
    return may_use_talisman(s, player_after(s, seat), False)


@compiled
def risk_of_ruin(s, seat):
    """How likely a player will be out who lays the last stones as safely as can be, while others lay them anyhow.

    Abilities and talismans are left aside. Whose turn it is, and whether it is a second one, stands in the record and
    not in arguments: compiled for arguments of several types, a function that calls itself can't be kept on disk.
    """
    mover, second_turn, pyramid = s.seat, s.second, s.pyramid
    before = (s.showing[0], s.showing[1], s.showing[2], s.showing[3])
    least, total, ways = CERTAIN, 0, 0
    for stone in range(STONES):
        s.pyramid = pyramid
        if not is_available(s, stone):
            continue
        s.pyramid = pyramid & ~(1 << stone)
        for direction in range(DIRECTIONS):
            squares = places(s, s.kind[stone], direction)
            for square in range(SQUARES):
                if least == 0 or not squares & BIT[square]:
                    continue
                spot = square * DIRECTIONS + direction
                first, second = s.space[FIRST_SQUARE[spot]], s.space[SECOND_SQUARE[spot]]
                put_down(s, stone, spot)
                counts = crystals(s, stone, first, second)
                give(s, mover, counts, 1)
                if has_too_many(s, seat):
                    risk = CERTAIN
                else:
                    s.second = not second_turn and earns_extra_turn(s, before, first, second)
                    s.seat = mover if s.second else player_after(s, mover)
                    risk = risk_of_ruin(s, seat)
                    s.seat, s.second = mover, second_turn
                give(s, mover, counts, -1)
                pick_up(s, stone)
                if mover == seat:
                    least = min(least, risk)
                total += risk
                ways += 1
    s.pyramid = pyramid
    if ways == 0:
        return 0
    return least if mover == seat else total // ways


@compiled
def has_too_many(s, seat):
    for colour in range(COLOURS):
        held = s.platform[seat, colour] + min(s.supply[colour], 0)
        if held >= TOO_MANY and not is_flipped(s, seat, colour):
            return True
    return False


# What comes next: the longest lines that can be made, counted for all squares at once. Such a count is four sets of
# squares, for ones, twos, fours and eights: a square's number is written in binary through them.


@compiled
def what_follows(s, seat, extra):
    """The best line for one's own second turn if there is one, else the best that is left to the next player."""
    if extra:
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


# In a hurry: for the many matches that a search plays to their ends


PLACES_TRIED = 6
ONE_MORE_TURN = 3 * POINT


@compiled
def hasty(s, seat):
    """What a player does who has no time to think: any stone, on the best of a few places, and no ability."""
    if s.phase == Phase.CHOOSE:
        return any_stone(s, seat)
    if s.phase == Phase.PLACE:
        return LAY.first + good_place(s, seat)
    if s.phase == Phase.ABILITY:
        return STOP.first
    return heuristic(s, seat)


@compiled
def any_stone(s, seat):
    """The first available stone that fits, from anywhere on."""
    start = roll(s, STONES)
    for step in range(STONES):
        stone = (start + step) % STONES
        if is_available(s, stone) and fits_somewhere(s, stone):
            return TAKE.first + stone
    return heuristic(s, seat)


@compiled
def good_place(s, seat):
    """The best of a few spots for the stone in hand, the first free ones from anywhere on."""
    stake = stake_of(s, seat)
    best = NOTHING
    for _ in range(PLACES_TRIED):
        direction, start = roll(s, DIRECTIONS), roll(s, SQUARES)
        squares = places(s, s.kind[s.stone], direction)
        if squares:
            while not squares & BIT[start]:
                start = (start + 1) % SQUARES
            spot = start * DIRECTIONS + direction
            best = max(best, rated(quick_worth(s, seat, stake, spot), spot))
    return (best if best != NOTHING else best_play(s, seat, stake, s.stone)) % SPOTS


@compiled
def quick_worth(s, seat, stake, spot):
    """What the crystals are worth that laying the stone in hand brings, and one more turn if it brings that."""
    before = (s.showing[0], s.showing[1], s.showing[2], s.showing[3])
    put_down(s, s.stone, spot)
    first, second = s.space[FIRST_SQUARE[spot]], s.space[SECOND_SQUARE[spot]]
    extra = earns_extra_turn(s, before, first, second)
    worth = harvest(s, seat, stake, s.stone, crystals(s, s.stone, first, second))
    pick_up(s, s.stone)
    return worth + ONE_MORE_TURN if extra else worth
