"""Crystallia, 2 to 4 players: collect many crystals of each colour, but not too many.

A turn is a few small actions: take a stone from the pyramid, lay it on two squares, then use the abilities it
covers (choose a stone to move or turn, then lay that one), or stop using them, and name a colour where the rules
leave it open. Using a talisman instead is one action. Taking and laying are always the player's own doing; any
other question that has only one answer is not asked, and a player who can do nothing passes without an action.

| option | values | means |
|---|---|---|
| advanced | no, yes | before the first turn all choose secretly which of their platforms to flip |

What a seat knows: everything but the stones that lie face down in the pyramid and, until all have chosen, which
platforms the others flip.

Runs and the limit of five are in `runs`, stones, tiles and pyramid in `data`.
"""

from enum import IntEnum

import numpy as np

from parlour.games.crystallia.data import (
    AGAIN,
    BLANK,
    BOX,
    CHAOS,
    COLOURS,
    COPIES,
    COVERED_BY,
    FACE_DOWN,
    FIRST_CRYSTAL,
    KINDS,
    MOVE,
    QUARTERS,
    REGULAR,
    REGULAR_ON_BOARD,
    SECOND_CRYSTAL,
    STONES,
    SUPPLY,
    TALISMANS,
    TILE_SIDE,
    TILE_SPACES,
    TILES,
    TILES_ACROSS,
    TURN,
    TWO_WILDS,
    WILD,
)
from parlour.games.crystallia.runs import (
    ACROSS,
    BIT,
    BOARD,
    COLUMNS,
    DOWN,
    ROW_BITS,
    ROWS,
    SQUARES,
    in_fours,
    length,
    makes_five,
    run_through,
)
from parlour.kit.actions import Actions
from parlour.kit.compiled import compiled
from parlour.kit.luck import roll, shuffle
from parlour.kit.record import i8, i16, i32, i64, record, u64

# Components ---------------------------------------------------------------------------------------------------

SEATS = 4

# Platforms: a ring of nine places and four in the centre; on the flipped side five places.
RING = 9
TOO_MANY = 13  # crystals on a platform: out
FLIPPED_RING = 5

# Points
FLIPPED_POINTS = 2  # a crystal on a flipped platform
SUPERCRYSTAL_POINTS = 2

RICH_TURN = 6  # coloured crystals in one turn that bring a black one

# A spot is where a stone can lie: the square of its first crystal and the direction in which the second one follows.
RIGHT, BELOW, LEFT, ABOVE = range(4)
DIRECTIONS = 4
SPOTS = SQUARES * DIRECTIONS
STEP = np.array([ACROSS, DOWN, -ACROSS, -DOWN], np.int64)  # in bits of a set of squares


def square_beside(square: int, direction: int) -> int:
    """The next square in a direction, or EMPTY at the edge of the board."""
    row, column = divmod(square, COLUMNS)
    row += (direction == BELOW) - (direction == ABOVE)
    column += (direction == RIGHT) - (direction == LEFT)
    return row * COLUMNS + column if row in range(ROWS) and column in range(COLUMNS) else EMPTY


EMPTY = -1  # no stone, no spot, nobody, no choice yet
HIDDEN = -2  # something that this seat doesn't know

FIRST_SQUARE = np.array([spot // DIRECTIONS for spot in range(SPOTS)], np.int64)
SECOND_SQUARE = np.array([square_beside(*divmod(spot, DIRECTIONS)) for spot in range(SPOTS)], np.int64)
FIRST_BIT = BIT[FIRST_SQUARE]
SECOND_BIT = np.where(SECOND_SQUARE == EMPTY, 0, BIT[SECOND_SQUARE])

LINES = 3  # through a stone: the one it lies along, and one across it at each of its crystals
LINE_ALONG, LINE_AT_FIRST, LINE_AT_SECOND = range(LINES)


class Phase(IntEnum):
    """What must be done next. The last three are never asked: `play` goes through them by itself."""

    FLIP = 0  # all choose which platforms to flip
    CHOOSE = 1  # take a stone or use a talisman
    PLACE = 2  # lay the stone just taken
    ABILITY = 3  # choose a stone to move or turn, or stop
    MOVE = 4  # lay the stone that moves
    TURN = 5  # lay the stone that turns
    NAME = 6  # name a colour
    OVER = 7
    ACTIVATE = 8  # the stone just played pays
    SETTLE = 9  # what it paid is counted
    END_TURN = 10


class Extra(IntEnum):
    """Why one more turn follows."""

    NONE = 0
    SPACE = 1  # an `again` space was covered
    FOUR = 2  # four in line were made


# Seats and stones that are handed from function to function are as wide as the numbers of compiled code: a narrower
# one would have each of these functions compiled a second time.
State = record(
    "Crystallia",
    luck=(u64, 2),
    players=i8,
    advanced=i8,
    # the table
    tile=(i8, TILES),  # Regular tiles first, then Chaos tiles
    tile_turn=(i8, TILES),  # quarters
    space=(i8, SQUARES),  # a colour, an ability or BLANK
    showing=(i64, COLOURS),  # the squares where a crystal of that colour or a wild one lies
    kind=(i8, STONES),  # what is on each stone
    spot=(i16, STONES),  # where it lies on the board, or EMPTY
    pyramid=i32,  # bit set of the stones that still lie there
    supply=(i8, COLOURS),
    supercrystal=(i8, COLOURS),  # the seat that has it, or EMPTY
    talisman=(i8, COLOURS),  # the seat that used one for the colour, or EMPTY
    # the players
    flipped=(i8, SEATS),  # bit set of colours; EMPTY: not chosen yet
    platform=(i8, (SEATS, COLOURS)),
    black=(i8, (SEATS, COLOURS)),
    out=(i8, SEATS),
    used_talisman=(i8, SEATS),  # 1 if that was the player's last turn
    # the turn
    phase=i8,  # Phase
    seat=i64,  # whose turn it is
    turn=i16,  # turns that are over
    passes=i8,  # turns in a row in which nothing could be done
    second=i8,  # 1 in a second turn in a row
    extra=i8,  # Extra: one more turn will follow
    stone=i64,  # the one taken in this turn, or EMPTY
    lifted=i64,  # the one being moved or turned, or EMPTY
    moves_due=i8,  # abilities covered in this turn and not used yet
    turns_due=i8,
    worked=i64,  # the ability spaces that were covered in this turn
    collected=i8,  # coloured crystals in this turn
    naming=(i8, LINES),  # crystals of a colour still to be named, for each line of the stone
)

ACTIONS = Actions()
FLIP = ACTIONS.block("flip", platforms=1 << COLOURS)
TAKE = ACTIONS.block("take", stone=STONES)
TALISMAN = ACTIONS.block("talisman", colour=COLOURS)
LAY = ACTIONS.block("lay", square=SQUARES, direction=DIRECTIONS)
MOVE_STONE = ACTIONS.block("move", stone=STONES)
TURN_STONE = ACTIONS.block("turn", stone=STONES)
STOP = ACTIONS.block("stop")
NAME = ACTIONS.block("name", colour=COLOURS)

MOST_CHOICES = SPOTS


# Set-up -------------------------------------------------------------------------------------------------------


@compiled
def start(s, players, advanced):
    """Build board and pyramid, lay out the crystals; with flipped platforms, let all choose them."""
    s.players = players
    s.advanced = advanced
    build_board(s)
    build_pyramid(s)
    for colour in range(COLOURS):
        s.supply[colour] = SUPPLY[players]
        s.supercrystal[colour] = EMPTY
        s.talisman[colour] = EMPTY
    for seat in range(SEATS):
        s.flipped[seat] = EMPTY if advanced and seat < players else 0
        s.out[seat] = 0
        s.used_talisman[seat] = 0
        for colour in range(COLOURS):
            s.platform[seat, colour] = 0
            s.black[seat, colour] = 0
    s.seat = roll(s, players)
    s.turn = 0
    s.passes = 0
    s.second = 0
    clear_turn(s)
    s.phase = Phase.FLIP if advanced else Phase.CHOOSE


@compiled
def build_board(s):
    """Six tiles in random places, each turned at random: Regular ones and Chaos ones by the number of players."""
    regular = REGULAR_ON_BOARD[s.players]
    chosen = 0
    for place in range(TILES):
        first, count = (0, REGULAR) if place < regular else (REGULAR, CHAOS)
        tile = first + roll(s, count)
        while chosen >> tile & 1:
            tile = first + roll(s, count)
        chosen |= 1 << tile
        s.tile[place] = tile
    shuffle(s, s.tile, TILES)
    for place in range(TILES):
        s.tile_turn[place] = roll(s, QUARTERS)
    for square in range(SQUARES):
        s.space[square] = printed_space(s, square)
    for colour in range(COLOURS):
        s.showing[colour] = 0


@compiled
def printed_space(s, square):
    """What the tiles show on a square."""
    row, column = square // COLUMNS, square % COLUMNS
    place = row // TILE_SIDE * TILES_ACROSS + column // TILE_SIDE
    spot_on_tile = row % TILE_SIDE * TILE_SIDE + column % TILE_SIDE
    return TILE_SPACES[s.tile[place], s.tile_turn[place], spot_on_tile]


@compiled
def build_pyramid(s):
    for stone in range(STONES):
        s.kind[stone] = BOX[stone]
        s.spot[stone] = EMPTY
    shuffle(s, s.kind, STONES)
    s.pyramid = (1 << STONES) - 1


# Whose turn, and what may be done -----------------------------------------------------------------------------


@compiled
def actors(s):
    """The player whose turn it is; before the first turn all who still have to choose their platforms."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase != Phase.FLIP:
        return 1 << s.seat
    seats = 0
    for seat in range(s.players):
        if s.flipped[seat] == EMPTY:
            seats |= 1 << seat
    return seats


@compiled
def legal(s, seat, out):
    """Write the legal actions of a seat and return how many there are."""
    if not actors(s) >> seat & 1:
        return 0
    if s.phase == Phase.CHOOSE:
        return ways_to_choose(s, seat, out)
    if s.phase == Phase.PLACE:
        return ways_to_place(s, s.stone, out)
    if s.phase == Phase.MOVE:
        return ways_to_move(s, s.lifted, out)
    if s.phase == Phase.TURN:
        return ways_to_turn(s, s.lifted, out)
    if s.phase == Phase.ABILITY:
        return ways_to_use_abilities(s, out)
    if s.phase == Phase.NAME:
        return ways_to_name(s, out)
    return ways_to_flip(out)


@compiled
def ways_to_flip(out):
    for platforms in range(FLIP.size):
        out[platforms] = FLIP.first + platforms
    return FLIP.size


@compiled
def ways_to_choose(s, seat, out):
    """Any stone that is available and fits somewhere; or a talisman, where one is allowed."""
    count = 0
    for stone in range(STONES):
        if is_available(s, stone) and fits_somewhere(s, stone):
            out[count] = TAKE.first + stone
            count += 1
    if may_use_talisman(s, seat, count > 0):
        for colour in range(COLOURS):
            if talisman_has(s, colour):
                out[count] = TALISMAN.first + colour
                count += 1
    return count


@compiled
def ways_to_place(s, stone, out):
    count = 0
    for direction in range(DIRECTIONS):
        count = list_spots(places(s, s.kind[stone], direction), direction, out, count)
    return count


@compiled
def list_spots(squares, direction, out, count):
    """Write the actions that lay a stone with its first crystal on any of these squares."""
    action = LAY.first + direction
    for row in range(ROWS):
        line = squares >> row * ROW_BITS
        for column in range(COLUMNS):
            out[count] = action  # the next one overwrites it if the square isn't among them: cheaper than a branch
            count += line >> column & 1
            action += DIRECTIONS
    return count


@compiled
def ways_to_move(s, stone, out):
    direction = s.spot[stone] % DIRECTIONS
    return list_spots(places_to_move(s, stone), direction, out, 0)


@compiled
def ways_to_turn(s, stone, out):
    count = 0
    for swing in range(SWINGS):
        spot = swung(s, stone, swing)
        if may_turn(s, stone, spot):
            out[count] = LAY.first + spot
            count += 1
    return count


@compiled
def ways_to_use_abilities(s, out):
    """Each stone that may be moved or turned, or no more of it."""
    count = 0
    for stone in range(STONES):
        if s.moves_due and can_move(s, stone):
            out[count] = MOVE_STONE.first + stone
            count += 1
        if s.turns_due and can_turn(s, stone):
            out[count] = TURN_STONE.first + stone
            count += 1
    out[count] = STOP.first
    return count + 1


@compiled
def ways_to_name(s, out):
    count = 0
    for colour in range(COLOURS):
        if may_name(s, colour):
            out[count] = NAME.first + colour
            count += 1
    return count


@compiled
def play(s, seat, action):
    """Carry out an action, and all that follows from it without a choice."""
    if action < TAKE.first:
        flip(s, seat, action - FLIP.first)
    elif action < TALISMAN.first:
        take_stone(s, seat, action - TAKE.first)
    elif action < LAY.first:
        use_talisman(s, seat, action - TALISMAN.first)
    elif action < MOVE_STONE.first:
        lay_on_board(s, seat, action - LAY.first)
    elif action < TURN_STONE.first:
        lift_to(s, Phase.MOVE, action - MOVE_STONE.first)
    elif action < STOP.first:
        lift_to(s, Phase.TURN, action - TURN_STONE.first)
    elif action < NAME.first:
        s.phase = Phase.ACTIVATE
    else:
        name_colour(s, seat, action - NAME.first)
    if s.phase == Phase.ACTIVATE:
        activate(s, seat)
    if s.phase == Phase.SETTLE:
        settle(s, seat)
    if s.phase == Phase.END_TURN:
        end_turn(s)


@compiled
def flip(s, seat, platforms):
    """Choose the platforms to play on their flipped side, a bit set; the first turn begins when all have."""
    s.flipped[seat] = platforms
    if actors(s) == 0:
        s.phase = Phase.CHOOSE


# The pyramid --------------------------------------------------------------------------------------------------


@compiled
def is_available(s, stone):
    """In the pyramid, with no stone on it."""
    return s.pyramid >> stone & 1 and s.pyramid & COVERED_BY[stone] == 0


@compiled
def is_face_down(s, stone):
    """In a row that lies face down, and still covered: once nothing lies on it, it is turned over."""
    return FACE_DOWN[stone] and s.pyramid & COVERED_BY[stone] != 0


@compiled
def take_stone(s, seat, stone):
    s.pyramid &= ~(1 << stone)
    s.stone = stone
    s.used_talisman[seat] = 0
    s.passes = 0
    s.phase = Phase.PLACE


# Where a stone fits -------------------------------------------------------------------------------------------


@compiled
def occupied(s):
    """All squares that have a stone, as a bit set."""
    return s.showing[0] | s.showing[1] | s.showing[2] | s.showing[3]


@compiled
def wilds(s):
    """All squares with a wild crystal: they are in the set of every colour."""
    return s.showing[0] & s.showing[1] & s.showing[2] & s.showing[3]


@compiled
def ahead(squares, direction):
    """The squares from which one step in a direction leads into a set."""
    if direction < LEFT:
        return squares >> STEP[direction]
    return squares << -STEP[direction]


@compiled
def places(s, kind, direction):
    """The squares for a stone's first crystal, its second one following in a direction, with no fifth in line.

    A double looks the same either way round: it is laid to the right or downwards only.
    """
    first, second = FIRST_CRYSTAL[kind], SECOND_CRYSTAL[kind]
    if first != second:
        return room_for_one(s, first) & ahead(room_for_one(s, second), direction)
    if direction >= LEFT:
        return 0
    return room_for_two(s, first, direction)


@compiled
def room_for_one(s, colour):
    """Empty squares where one crystal of a colour makes no five."""
    squares = s.showing[colour]
    return BOARD & ~(occupied(s) | makes_five(squares, ACROSS, 1) | makes_five(squares, DOWN, 1))


@compiled
def room_for_two(s, crystal, direction):
    """Empty squares for the first half of a double, with the other half to the right or below."""
    along, across = (ACROSS, DOWN) if direction == RIGHT else (DOWN, ACROSS)
    free = BOARD & ~occupied(s)
    free &= free >> along
    for colour in range(COLOURS):
        if crystal == colour or crystal == WILD:
            squares = s.showing[colour]
            beside = makes_five(squares, across, 1)
            free &= ~(makes_five(squares, along, 2) | beside | beside >> along)
    return free


@compiled
def fits_somewhere(s, stone):
    kind = s.kind[stone]
    for direction in range(DIRECTIONS):
        if places(s, kind, direction):
            return True
    return False


@compiled
def some_stone_fits(s):
    """Whether any of the available stones can be laid."""
    for stone in range(STONES):
        if is_available(s, stone) and fits_somewhere(s, stone):
            return True
    return False


# Laying a stone -----------------------------------------------------------------------------------------------


@compiled
def put_down(s, stone, spot):
    """A stone comes to lie on the board."""
    s.spot[stone] = spot
    first, second = FIRST_CRYSTAL[s.kind[stone]], SECOND_CRYSTAL[s.kind[stone]]
    for colour in range(COLOURS):
        if first == colour or first == WILD:
            s.showing[colour] |= FIRST_BIT[spot]
        if second == colour or second == WILD:
            s.showing[colour] |= SECOND_BIT[spot]


@compiled
def pick_up(s, stone):
    """A stone leaves the board; returns where it lay, or EMPTY if it comes from the pyramid."""
    spot = s.spot[stone]
    if spot != EMPTY:
        for colour in range(COLOURS):
            s.showing[colour] &= ~squares_of(spot)
        s.spot[stone] = EMPTY
    return spot


@compiled
def squares_of(spot):
    """The two squares of a spot as a bit set; none of EMPTY."""
    if spot == EMPTY:
        return 0
    return FIRST_BIT[spot] | SECOND_BIT[spot]


@compiled
def lay_on_board(s, seat, spot):
    """Lay the stone just taken, or the one that moves or turns, and take what the spaces under it give."""
    stone = s.stone if s.phase == Phase.PLACE else s.lifted
    before = (s.showing[0], s.showing[1], s.showing[2], s.showing[3])
    left = pick_up(s, stone)
    put_down(s, stone, spot)
    s.lifted = EMPTY
    for colour in range(COLOURS):
        if makes_four(s, colour, before[colour]):
            earn_extra_turn(s, Extra.FOUR)
    cover_spaces(s, seat, spot, squares_of(left))
    if s.out[seat]:
        s.phase = Phase.END_TURN
    else:
        s.phase = Phase.ABILITY if some_ability_works(s) else Phase.ACTIVATE


@compiled
def makes_four(s, colour, before):
    """Whether a run of four of a colour holds a square that didn't show that colour before."""
    squares = s.showing[colour]
    new = squares & ~before
    return new != 0 and new & (in_fours(squares, ACROSS) | in_fours(squares, DOWN)) != 0


@compiled
def earn_extra_turn(s, reason):
    """One more turn, but never a third in a row; and the very first turn of a match can't `again`."""
    if s.second or s.extra != Extra.NONE or (reason == Extra.SPACE and s.turn == 0):
        return
    s.extra = reason


@compiled
def cover_spaces(s, seat, spot, stood_on):
    """Take the crystals of the spaces that a stone newly covers, and note the abilities."""
    first = newly_covered(s, FIRST_SQUARE[spot], stood_on)
    second = newly_covered(s, SECOND_SQUARE[spot], stood_on)
    for colour in range(COLOURS):
        collect(s, seat, colour, (first == colour) + (second == colour))
    gain_ability(s, first, FIRST_BIT[spot])
    gain_ability(s, second, SECOND_BIT[spot])


@compiled
def newly_covered(s, square, stood_on):
    """The space on a square; squares where the same stone stood before aren't covered anew."""
    return BLANK if BIT[square] & stood_on else s.space[square]


@compiled
def gain_ability(s, space, square):
    """Each ability space works once a turn. `again` can't be declined."""
    if space < MOVE or s.worked & square:
        return
    s.worked |= square
    if space == MOVE:
        s.moves_due += 1
    elif space == TURN:
        s.turns_due += 1
    elif space == AGAIN:
        earn_extra_turn(s, Extra.SPACE)


# Abilities ----------------------------------------------------------------------------------------------------


@compiled
def some_ability_works(s):
    """Whether there is still something to choose; abilities with nothing to move or turn are lost."""
    for stone in range(STONES):
        if (s.moves_due and can_move(s, stone)) or (s.turns_due and can_turn(s, stone)):
            return True
    return False


@compiled
def lift_to(s, phase, stone):
    """Choose the stone that moves or turns."""
    if phase == Phase.MOVE:
        s.moves_due -= 1
    else:
        s.turns_due -= 1
    s.lifted = stone
    s.phase = phase


@compiled
def is_on_board(s, stone):
    """On the board, and not the one just played."""
    return s.spot[stone] != EMPTY and stone != s.stone


@compiled
def can_move(s, stone):
    return is_on_board(s, stone) and places_to_move(s, stone) != 0


@compiled
def places_to_move(s, stone):
    """Where a stone can go in the same orientation; it may overlap the squares it leaves."""
    spot = pick_up(s, stone)
    squares = places(s, s.kind[stone], spot % DIRECTIONS) & ~FIRST_BIT[spot]
    put_down(s, stone, spot)
    return squares


SWINGS = 2 * (DIRECTIONS - 1)  # either crystal stays, and the other goes to one of three directions from there


@compiled
def can_turn(s, stone):
    if not is_on_board(s, stone):
        return False
    for swing in range(SWINGS):
        if may_turn(s, stone, swung(s, stone, swing)):
            return True
    return False


@compiled
def swung(s, stone, swing):
    """The spot of a stone after one of its six swings, or EMPTY if that leads off the board."""
    spot = s.spot[stone]
    direction = (spot + 1 + swing // 2) % DIRECTIONS  # from first to second crystal, afterwards
    if swing % 2 == 0:
        square = FIRST_SQUARE[spot]
    else:
        square = beside(SECOND_SQUARE[spot], opposite(direction))
    if square == EMPTY or beside(square, direction) == EMPTY:
        return EMPTY
    if direction >= LEFT and is_double(s, stone):
        return beside(square, direction) * DIRECTIONS + opposite(direction)
    return square * DIRECTIONS + direction


@compiled
def beside(square, direction):
    return SECOND_SQUARE[square * DIRECTIONS + direction]


@compiled
def opposite(direction):
    return (direction + 2) % DIRECTIONS


@compiled
def is_double(s, stone):
    return FIRST_CRYSTAL[s.kind[stone]] == SECOND_CRYSTAL[s.kind[stone]]


@compiled
def may_turn(s, stone, spot):
    """Whether a stone may come to lie on a spot that shares one square with where it is."""
    if spot == EMPTY:
        return False
    old = pick_up(s, stone)
    fits = places(s, s.kind[stone], spot % DIRECTIONS) & FIRST_BIT[spot] != 0
    put_down(s, stone, old)
    return fits


# Activating the stone -----------------------------------------------------------------------------------------


@compiled
def activate(s, seat):
    """The stone just played pays: when isolated one crystal of its own, else for all runs through it."""
    s.moves_due = 0
    s.turns_due = 0
    alone = is_isolated(s, s.stone)
    for colour in range(COLOURS):
        for line in range(LINES):
            collect(s, seat, colour, payment(s, colour, line, alone))
    note_naming(s, alone)
    s.phase = Phase.SETTLE


@compiled
def payment(s, colour, line, alone):
    """How many crystals of a colour the stone just played pays for one of its lines; one by itself pays for one."""
    if alone:
        return int(line == LINE_ALONG and colour == FIRST_CRYSTAL[s.kind[s.stone]] and is_double(s, s.stone))
    return pay(matching_run(s, s.stone, colour, line))


@compiled
def note_naming(s, alone):
    """Note what pays in a colour that is still to be named: wilds in line, or two different crystals by themselves."""
    if alone:
        s.naming[0] = int(not is_double(s, s.stone) or s.kind[s.stone] == TWO_WILDS)
    else:
        for line in range(LINES):
            s.naming[line] = pay(run_of_wilds(s, s.stone, line))


@compiled
def is_isolated(s, stone):
    """It touches no other stone, not even diagonally."""
    own = squares_of(s.spot[stone])
    wide = own | own << ACROSS | own >> ACROSS
    around = wide | wide << DOWN | wide >> DOWN
    return around & occupied(s) & ~own == 0


@compiled
def pay(run):
    """A run pays its length minus one."""
    return max(length(run) - 1, 0)


@compiled
def matching_run(s, stone, colour, line):
    """The run of a colour along a line of a stone if it pays, as a bit set, else 0.

    It needs a crystal of that colour, wilds alone don't do, and a crystal of another stone.
    """
    squares = s.showing[colour]
    square = square_on_line(s, stone, line, squares)
    if square == 0:
        return 0
    run = run_through(squares, square, step_of_line(s, stone, line))
    if run & ~squares_of(s.spot[stone]) == 0 or run & ~wilds(s) == 0:
        return 0
    return run


@compiled
def run_of_wilds(s, stone, line):
    """The run of wilds alone, of two stones or more, along a line of a stone, as a bit set, else 0."""
    squares = wilds(s)
    square = square_on_line(s, stone, line, squares)
    if square == 0:
        return 0
    step = step_of_line(s, stone, line)
    run = run_through(squares, square, step)
    if run & ~squares_of(s.spot[stone]) == 0 or run != run_through(occupied(s), square, step):
        return 0
    return run


@compiled
def square_on_line(s, stone, line, squares):
    """A crystal of the stone that is on its line and in a set, or 0. The line along the stone has both."""
    spot = s.spot[stone]
    square = SECOND_BIT[spot] if line == LINE_AT_SECOND else FIRST_BIT[spot]
    if line == LINE_ALONG and not square & squares:
        square = SECOND_BIT[spot]
    return square & squares


@compiled
def step_of_line(s, stone, line):
    lies_across = s.spot[stone] % 2 == 0  # its direction is right or left
    return ACROSS if lies_across == (line == LINE_ALONG) else DOWN


@compiled
def may_name(s, colour):
    """A colour of the stone just played; any, if it is wild."""
    kind = s.kind[s.stone]
    return kind == TWO_WILDS or colour == FIRST_CRYSTAL[kind] or colour == SECOND_CRYSTAL[kind]


@compiled
def name_colour(s, seat, colour):
    line = line_to_name(s)
    count = s.naming[line]
    s.naming[line] = 0
    collect(s, seat, colour, count)
    s.phase = Phase.SETTLE


@compiled
def line_to_name(s):
    """The first line of the stone for which a colour must be named; LINES if there is none."""
    line = 0
    while line < LINES and s.naming[line] == 0:
        line += 1
    return line


@compiled
def settle(s, seat):
    """Ask for a colour as long as one must be named; then a rich turn brings a black crystal, and it is over."""
    s.phase = Phase.END_TURN
    if s.out[seat]:
        return
    if line_to_name(s) < LINES:
        if naming_matters(s):
            s.phase = Phase.NAME
            return
        for line in range(LINES):
            for _ in range(s.naming[line]):
                take_black(s, seat)
    if s.collected >= RICH_TURN:
        take_black(s, seat)


@compiled
def naming_matters(s):
    """Not when the supply has none of the colours: whichever is named, black crystals come."""
    for colour in range(COLOURS):
        if may_name(s, colour) and s.supply[colour] > 0:
            return True
    return False


# Crystals -----------------------------------------------------------------------------------------------------


@compiled
def collect(s, seat, colour, count):
    """Crystals come one at a time; whoever is out gets no more."""
    for _ in range(count):
        if not s.out[seat]:
            take_crystal(s, seat, colour)


@compiled
def take_crystal(s, seat, colour):
    """One crystal, or a black one if the supply has none."""
    if s.supply[colour] == 0:
        take_black(s, seat)
        return
    s.supply[colour] -= 1
    s.platform[seat, colour] += 1
    s.collected += 1
    count = s.platform[seat, colour]
    ring = FLIPPED_RING if is_flipped(s, seat, colour) else RING
    if count == ring and s.supercrystal[colour] == EMPTY:
        s.supercrystal[colour] = seat
    if is_flipped(s, seat, colour):
        if count > FLIPPED_RING:
            empty_platform(s, seat, colour)
    elif count == TOO_MANY:
        s.out[seat] = 1


@compiled
def is_flipped(s, seat, colour):
    return s.flipped[seat] >> colour & 1


@compiled
def empty_platform(s, seat, colour):
    """The sixth crystal of a flipped platform goes back with the five, and a black one comes."""
    s.supply[colour] += s.platform[seat, colour]
    s.platform[seat, colour] = 0
    take_black(s, seat)


@compiled
def take_black(s, seat):
    """It lies on the fullest platform, the first of them on a tie, and takes no place."""
    fullest = 0
    for colour in range(COLOURS):
        if s.platform[seat, colour] > s.platform[seat, fullest]:
            fullest = colour
    s.black[seat, fullest] += 1


# Talismans ----------------------------------------------------------------------------------------------------


@compiled
def may_use_talisman(s, seat, can_lay):
    """Not right after the player before, nor two turns running, nor in a second turn while a stone can be laid."""
    if s.second and can_lay:
        return False
    if s.used_talisman[seat] or s.used_talisman[player_before(s, seat)]:
        return False
    used = 0
    some_colour = False
    for colour in range(COLOURS):
        if s.talisman[colour] != EMPTY:
            used += 1
        elif s.supply[colour] > 0:
            some_colour = True
    return used < TALISMANS and some_colour


@compiled
def talisman_has(s, colour):
    """A talisman can bring a colour once, and only while the supply has it."""
    return s.talisman[colour] == EMPTY and s.supply[colour] > 0


@compiled
def use_talisman(s, seat, colour):
    s.talisman[colour] = seat
    s.used_talisman[seat] = 1
    s.passes = 0
    collect(s, seat, colour, 1)
    s.phase = Phase.END_TURN


# The next turn and the end ------------------------------------------------------------------------------------


@compiled
def clear_turn(s):
    """Forget what belongs to one turn only."""
    s.extra = Extra.NONE
    s.stone = EMPTY
    s.lifted = EMPTY
    s.moves_due = 0
    s.turns_due = 0
    s.worked = 0
    s.collected = 0
    for line in range(LINES):
        s.naming[line] = 0


@compiled
def end_turn(s):
    """A second turn if one was earned, else the next player's; over with the last stone or the last player."""
    one_more = s.extra != Extra.NONE and not s.out[s.seat]
    clear_turn(s)
    s.turn += 1
    s.second = 1 if one_more else 0
    if s.pyramid == 0 or players_left(s) == 1:
        end_match(s)
        return
    if not one_more:
        s.seat = player_after(s, s.seat)
    begin_turn(s)


@compiled
def begin_turn(s):
    """Whoever can neither lay a stone nor use a talisman passes. When all have passed in a row, it is over."""
    s.phase = Phase.CHOOSE
    if some_stone_fits(s):
        return
    while not may_use_talisman(s, s.seat, False):
        s.used_talisman[s.seat] = 0
        s.passes += 1
        s.turn += 1
        s.second = 0
        if s.passes == players_left(s):
            end_match(s)
            return
        s.seat = player_after(s, s.seat)


@compiled
def end_match(s):
    s.second = 0
    s.phase = Phase.OVER


@compiled
def players_left(s):
    count = 0
    for seat in range(s.players):
        count += 1 - s.out[seat]
    return count


@compiled
def player_after(s, seat):
    """The next player clockwise who is still in."""
    seat = (seat + 1) % s.players
    while s.out[seat]:
        seat = (seat + 1) % s.players
    return seat


@compiled
def player_before(s, seat):
    seat = (seat - 1) % s.players
    while s.out[seat]:
        seat = (seat - 1) % s.players
    return seat


@compiled
def score(s, out):
    """Points; of those still in, fewer black crystals, then more supercrystals decide a tie. Who is out has none."""
    leaders = 0
    best = 0
    for seat in range(s.players):
        out[seat] = 0 if s.out[seat] else points(s, seat)
        if s.out[seat]:
            continue
        standing = (points(s, seat) * STANDING_STEP - blacks(s, seat)) * STANDING_STEP + supercrystals(s, seat)
        if leaders == 0 or standing > best:
            best = standing
            leaders = 0
        if standing == best:
            leaders |= 1 << seat
    return leaders


STANDING_STEP = 1000  # more than a player can have black crystals or supercrystals


@compiled
def points(s, seat):
    total = SUPERCRYSTAL_POINTS * supercrystals(s, seat) - blacks(s, seat)
    for colour in range(COLOURS):
        total += platform_points(s, seat, colour)
    return total


@compiled
def platform_points(s, seat, colour):
    """A point a crystal on the ring, minus one for each in the centre; two a crystal on a flipped platform."""
    count = s.platform[seat, colour]
    if is_flipped(s, seat, colour):
        return FLIPPED_POINTS * count
    return min(count, RING) - max(count - RING, 0)


@compiled
def blacks(s, seat):
    count = 0
    for colour in range(COLOURS):
        count += s.black[seat, colour]
    return count


@compiled
def supercrystals(s, seat):
    count = 0
    for colour in range(COLOURS):
        count += s.supercrystal[colour] == seat
    return count


# Knowledge ----------------------------------------------------------------------------------------------------


@compiled
def hide(s, seat):
    """Blank the luck, the stones that lie face down, and the others' choice of platforms until all have chosen."""
    s.luck[0], s.luck[1] = 0, 0
    for stone in range(STONES):
        if is_face_down(s, stone):
            s.kind[stone] = HIDDEN
    if s.phase == Phase.FLIP:
        for other in range(s.players):
            if other != seat and s.flipped[other] != EMPTY:
                s.flipped[other] = HIDDEN


@compiled
def guess(s, seat):
    """Deal the stones that nobody has seen to the places that lie face down; choose platforms at random."""
    place = 0
    for kind in range(KINDS):
        unseen = COPIES[kind]
        for stone in range(STONES):
            unseen -= s.kind[stone] == kind
        for _ in range(unseen):
            while not is_face_down(s, place):
                place += 1
            s.kind[place] = kind
            place += 1
    shuffle_face_down(s)
    for other in range(s.players):
        if s.flipped[other] == HIDDEN:
            s.flipped[other] = roll(s, FLIP.size)


@compiled
def shuffle_face_down(s):
    """Each face-down stone changes place with one of the face-down stones up to itself."""
    count = 0
    for stone in range(STONES):
        if is_face_down(s, stone):
            count += 1
            other = nth_face_down(s, roll(s, count))
            s.kind[stone], s.kind[other] = s.kind[other], s.kind[stone]


@compiled
def nth_face_down(s, number):
    stone = 0
    while number or not is_face_down(s, stone):
        number -= is_face_down(s, stone)
        stone += 1
    return stone


# What can be real ---------------------------------------------------------------------------------------------


@compiled
def sound(s):
    """Whether a whole position can be real: nothing is missing, nothing lies on another, no five are in line."""
    return stones_are_sound(s) and board_is_sound(s) and crystals_are_sound(s)


@compiled
def stones_are_sound(s):
    for kind in range(KINDS):
        count = 0
        for stone in range(STONES):
            count += s.kind[stone] == kind
        if count != COPIES[kind]:
            return False
    for stone in range(STONES):
        on_board = s.spot[stone] != EMPTY
        in_pyramid = s.pyramid >> stone & 1
        in_hand = s.phase == Phase.PLACE and s.stone == stone
        if on_board + in_pyramid + in_hand != 1:
            return False
        if not in_pyramid and s.pyramid & COVERED_BY[stone]:
            return False
    return True


@compiled
def board_is_sound(s):
    """The stones lie side by side, not on each other, and the sets of squares say the same as the stones."""
    covered = 0
    for square in range(SQUARES):
        if s.space[square] != printed_space(s, square):
            return False
    for stone in range(STONES):
        spot = s.spot[stone]
        if spot != EMPTY:
            if covered & squares_of(spot) or SECOND_SQUARE[spot] == EMPTY:
                return False
            covered |= squares_of(spot)
            for colour in range(COLOURS):
                if not shows(s, colour, FIRST_BIT[spot], FIRST_CRYSTAL[s.kind[stone]]):
                    return False
                if not shows(s, colour, SECOND_BIT[spot], SECOND_CRYSTAL[s.kind[stone]]):
                    return False
    for colour in range(COLOURS):
        for step in (ACROSS, DOWN):
            if makes_five(s.showing[colour], step, 1) & s.showing[colour]:
                return False
    return covered == occupied(s)


@compiled
def shows(s, colour, square, crystal):
    """Whether the set of a colour holds a square exactly if the crystal there counts for the colour."""
    return (s.showing[colour] & square != 0) == (crystal == colour or crystal == WILD)


@compiled
def crystals_are_sound(s):
    for colour in range(COLOURS):
        total = s.supply[colour]
        for seat in range(s.players):
            count = s.platform[seat, colour]
            most = FLIPPED_RING if is_flipped(s, seat, colour) else TOO_MANY - 1 + s.out[seat]
            if s.phase != Phase.FLIP and not 0 <= count <= most:
                return False
            total += count
        if s.supply[colour] < 0 or total != SUPPLY[s.players]:
            return False
    used = 0
    for colour in range(COLOURS):
        used += s.talisman[colour] != EMPTY
    return used <= TALISMANS
