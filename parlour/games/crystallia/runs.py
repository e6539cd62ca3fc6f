"""Lines on the board of Crystallia: a set of squares is one number, and runs are found by shifting it.

A row takes ten bits, nine squares and a spare one that is never set, so that no run goes on from the end of a row
into the next:

     0  1  2  3  4  5  6  7  8
    10 11 12 13 14 15 16 17 18
    …
    50 51 52 53 54 55 56 57 58

What matches, what would be a fifth in line and what is a fourth all rest on the four functions here.
"""

import numpy as np

from parlour.kit.compiled import compiled

ROWS, COLUMNS = 6, 9
SQUARES = ROWS * COLUMNS
ROW_BITS = COLUMNS + 1

ACROSS, DOWN = 1, ROW_BITS  # from a square to the next one in a row, in a column
LONGEST = 4  # a fifth in line is forbidden

BIT = np.array([1 << square + square // COLUMNS for square in range(SQUARES)], np.int64)
BOARD = int(sum(1 << square + square // COLUMNS for square in range(SQUARES)))


@compiled
def run_through(squares, square, step):
    """The unbroken run of a set along a line through one of its squares; both are bit sets."""
    run = square
    grown = run | (run << step | run >> step) & squares
    while grown != run:
        run = grown
        grown = run | (run << step | run >> step) & squares
    return run


@compiled
def length(run):
    """The number of squares in a set."""
    count = 0
    while run:
        run &= run - 1
        count += 1
    return count


@compiled
def in_fours(squares, step):
    """The squares of a set that lie in runs of four; on a board with no fifth in line these are exactly four."""
    pairs = squares & squares >> step
    first = pairs & pairs >> 2 * step
    two = first | first << step
    return (two | two << 2 * step) & BOARD


@compiled
def makes_five(squares, step, laid):
    """Where laying one more square, or that one and the next along the line (`laid` is 1 or 2), makes five or more.

    All squares at once: what lies in front of them and, behind the laid ones, after them adds up to the rest of five.
    """
    pairs = squares & squares >> step
    one_before, two_before = squares << step, pairs << 2 * step
    three_before = two_before & squares << 3 * step
    one_after, two_after = squares >> laid * step, pairs >> laid * step
    three_after = two_after & squares >> (laid + 2) * step
    if laid == 2:
        five = three_before | two_before & one_after | one_before & two_after | three_after
    else:
        five = three_before & one_after | two_before & two_after | one_before & three_after
        five |= two_before & pairs << 4 * step | two_after & pairs >> 3 * step
    return five & BOARD


SQUARE_BITS = BIT.tolist()


def squares_in(squares: int) -> list[int]:
    """The squares of a bit set, as a list."""
    return [square for square, bit in enumerate(SQUARE_BITS) if squares & bit]
