"""Connect four, 2 players: be the first with four stones in a row, across, upright or diagonal.

In turn each player drops a stone into one of seven columns that isn't full; it falls onto those already there.
A full board without a row is a draw. There are no options, nothing is secret and nothing is left to chance.

The stones of a player are the bits of one number. A column takes seven bits, six cells and a spare one that stays
empty, so that a row never runs on from the top of one column into the foot of the next:

     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from parlour.kit.actions import Actions
from parlour.kit.compiled import compiled
from parlour.kit.record import i8, i64, record, u64
from parlour.kit.seats import count_of

# Components ---------------------------------------------------------------------------------------------------

SEATS = 2
COLUMNS = 7
ROWS = 6
CELLS = COLUMNS * ROWS

COLUMN_BITS = ROWS + 1
TOP_CELL = ROWS - 1  # of the first column
UP, ACROSS, RISING, FALLING = 1, COLUMN_BITS, COLUMN_BITS + 1, COLUMN_BITS - 1  # from a cell to the next in a row

NOBODY = -1

State = record(
    "ConnectFour",
    luck=(u64, 2),
    stones=(i64, SEATS),  # a bit set of cells for each seat
    players=i8,
    turn=i8,  # stones dropped so far
    winner=i8,  # a seat, or NOBODY
)

ACTIONS = Actions()
DROP = ACTIONS.block("drop", column=COLUMNS)

MOST_CHOICES = COLUMNS


# Set-up -------------------------------------------------------------------------------------------------------


@compiled
def start(s, players):
    """The board is empty; the first seat begins."""
    s.stones[0] = 0
    s.stones[1] = 0
    s.players = players
    s.turn = 0
    s.winner = NOBODY


# The turn -----------------------------------------------------------------------------------------------------


@compiled
def actors(s):
    """The seats in turn, until one has won or the board is full."""
    if s.winner != NOBODY or s.turn == CELLS:
        return 0
    return 1 + (s.turn & 1)


@compiled
def legal(s, seat, out):
    """Every column whose top cell is free."""
    if actors(s) != 1 << seat:
        return 0
    taken = (s.stones[0] | s.stones[1]) >> TOP_CELL
    count = 0
    for column in range(COLUMNS):
        out[count] = column  # the next one overwrites it if the column is full: cheaper than a branch
        count += 1 - (taken & 1)
        taken >>= COLUMN_BITS
    return count


@compiled
def play(s, seat, column):
    """Drop a stone."""
    stones = s.stones[seat] | landing(s, column)
    s.stones[seat] = stones
    s.turn += 1
    if has_four(stones):
        s.winner = seat


@compiled
def landing(s, column):
    """The cell where a stone dropped into a column comes to rest, as a bit set."""
    taken = s.stones[0] | s.stones[1]
    foot = 1 << column * COLUMN_BITS
    stones_in_column = taken & foot * ((1 << ROWS) - 1)
    return stones_in_column + foot  # the sum carries through the stones to the first free bit


# The end ------------------------------------------------------------------------------------------------------


@compiled
def has_four(stones):
    """Whether four of the stones lie in a row."""
    upright, level = runs_of_four(stones, UP), runs_of_four(stones, ACROSS)
    return upright | level | runs_of_four(stones, RISING) | runs_of_four(stones, FALLING) != 0


@compiled
def runs_of_four(stones, step):
    """The cells that begin four in a row: pairs first, then pairs of pairs."""
    pairs = stones & stones >> step
    return pairs & pairs >> 2 * step


@compiled
def score(s, out):
    """One point for the winner; whoever wins leads, a draw is shared."""
    out[0] = 0
    out[1] = 0
    if s.winner == NOBODY:
        return 0b11
    out[s.winner] = 1
    return 1 << s.winner


# Knowledge ----------------------------------------------------------------------------------------------------


@compiled
def hide(s, seat):
    """All is open but the luck, which bots may use for their own dice."""
    s.luck[0], s.luck[1] = 0, 0


@compiled
def guess(s, seat):
    """There is nothing to guess."""


@compiled
def sound(s):
    """Whether no cell has two stones, and the players have dropped them in turn."""
    first, second = count_of(s.stones[0]), count_of(s.stones[1])
    return s.stones[0] & s.stones[1] == 0 and first + second == s.turn and 0 <= first - second <= 1
