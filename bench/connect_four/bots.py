"""What a sensible player of connect four does: win, else block, else stay in the middle."""

from bench.connect_four.rules import COLUMNS, ROWS, UP, has_four, landing
from parlour.kit.compiled import compiled

NONE = -1
MIDDLE = COLUMNS // 2


@compiled
def heuristic(s, seat):
    """The action of a sensible player."""
    column = winning_column(s, s.stones[seat])
    if column == NONE:
        column = winning_column(s, s.stones[1 - seat])
    if column == NONE:
        column = most_central(s)
    return column


@compiled
def winning_column(s, stones):
    """A column that makes four in a row of these stones."""
    for column in range(COLUMNS):
        if has_room(s, column) and has_four(stones | landing(s, column)):
            return column
    return NONE


@compiled
def most_central(s):
    """The column nearest to the middle that isn't full."""
    for distance in range(MIDDLE + 1):
        for column in (MIDDLE - distance, MIDDLE + distance):
            if has_room(s, column):
                return column
    return NONE


@compiled
def has_room(s, column):
    top_cell = UP << column * (ROWS + 1) + ROWS - 1
    return (s.stones[0] | s.stones[1]) & top_cell == 0
