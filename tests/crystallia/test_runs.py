"""Runs found by shifting bits, against a slow version that walks over the board."""

from hypothesis import given
from hypothesis import strategies as st

from parlour.games.crystallia import GAME
from parlour.games.crystallia.data import COLOURS, FIRST_CRYSTAL, KINDS, SECOND_CRYSTAL, STONES, WILD
from parlour.games.crystallia.rules import EMPTY, SPOTS, SQUARES, STEP, places, put_down
from parlour.games.crystallia.runs import (
    ACROSS,
    BIT,
    BOARD,
    COLUMNS,
    DOWN,
    ROWS,
    in_fours,
    length,
    makes_five,
    run_through,
)

Square = tuple[int, int]  # row and column

ALL = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
STEPS = {ACROSS: (0, 1), DOWN: (1, 0)}
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # right, below, left, above

some_squares = st.sets(st.sampled_from(ALL))
crowded = some_squares.map(lambda squares: set(ALL) - squares)
sets = some_squares | crowded
steps = st.sampled_from([ACROSS, DOWN])


# The slow version


def beside(square: Square, way: tuple[int, int], steps: int = 1) -> Square:
    return square[0] + steps * way[0], square[1] + steps * way[1]


def slow_run(squares: set[Square], square: Square, way: tuple[int, int]) -> set[Square]:
    run = {square}
    for sign in (1, -1):
        there = beside(square, way, sign)
        while there in squares:
            run.add(there)
            there = beside(there, way, sign)
    return run


def has_five(squares: set[Square]) -> bool:
    return any(len(slow_run(squares, square, way)) >= 5 for square in squares for way in STEPS.values())


def bits(squares: set[Square]) -> int:
    return sum(int(BIT[row * COLUMNS + column]) for row, column in squares)


def squares_of(number: int) -> set[Square]:
    assert number & ~BOARD == 0, "a bit beside the board"
    return {square for square in ALL if number & bits({square})}


# Against it


@given(squares=sets)
def test_length(squares):
    assert length(bits(squares)) == len(squares)


@given(squares=sets.filter(bool), step=steps, data=st.data())
def test_run_through(squares, step, data):
    square = data.draw(st.sampled_from(sorted(squares)))
    run = run_through(bits(squares), bits({square}), step)
    assert squares_of(int(run)) == slow_run(squares, square, STEPS[step])


@given(squares=sets, step=steps)
def test_in_fours(squares, step):
    slow = {square for square in squares if len(slow_run(squares, square, STEPS[step])) >= 4}
    assert squares_of(int(in_fours(bits(squares), step))) == slow


@given(squares=sets, step=steps, laid=st.sampled_from([1, 2]))
def test_makes_five(squares, step, laid):
    five = squares_of(int(makes_five(bits(squares), step, laid)))
    for square in ALL:
        new = {beside(square, STEPS[step], number) for number in range(laid)}
        if new <= set(ALL):
            slow = len(slow_run(squares | new, square, STEPS[step])) >= 5
            assert (square in five) == slow, square


# Where stones fit

few_kinds = st.sampled_from([(0, 1, 10), (0, 4, 10), (7, 8, 9, 10), tuple(range(KINDS))])


@st.composite
def boards(draw) -> dict[Square, int]:
    """Crystals on squares: stones that were laid one by one, with no five in line."""
    kinds = draw(few_kinds)
    wishes = draw(st.lists(st.tuples(st.sampled_from(kinds), st.integers(0, SPOTS - 1)), max_size=50))
    board: dict[Square, int] = {}
    stones = 0
    for kind, spot in wishes:
        laid = with_stone(board, kind, spot)
        if laid and stones < STONES:
            board = laid
            stones += 1
    return board


def with_stone(board: dict[Square, int], kind: int, spot: int) -> dict[Square, int] | None:
    """The board after a stone was laid, or None if it can't be."""
    first = divmod(spot // 4, COLUMNS)
    second = beside(first, WAYS[spot % 4])
    if second not in ALL or first in board or second in board:
        return None
    laid = {**board, first: int(FIRST_CRYSTAL[kind]), second: int(SECOND_CRYSTAL[kind])}
    return None if any(has_five(showing(laid, colour)) for colour in range(COLOURS)) else laid


def showing(board: dict[Square, int], colour: int) -> set[Square]:
    return {square for square, crystal in board.items() if crystal in (colour, WILD)}


@given(board=boards(), kind=st.integers(0, KINDS - 1), direction=st.integers(0, 3))
def test_places(board, kind, direction):
    s = GAME.verbs.begin(GAME.setting(2), (1, 2))
    for colour in range(COLOURS):
        s.showing[colour] = bits(showing(board, colour))
    fast = squares_of(int(places(s, kind, direction)))
    slow = {
        divmod(square, COLUMNS)
        for square in range(SQUARES)
        if with_stone(board, kind, square * 4 + direction) is not None
    }
    if FIRST_CRYSTAL[kind] == SECOND_CRYSTAL[kind] and direction >= 2:
        slow = set()  # a double looks the same either way round: it is laid to the right or downwards only
    assert fast == slow


@given(kind=st.integers(0, KINDS - 1), spot=st.integers(0, SPOTS - 1))
def test_a_stone_shows_its_crystals_where_it_lies(kind, spot):
    board = with_stone({}, kind, spot)
    if board is None:
        return
    s = GAME.verbs.begin(GAME.setting(2), (1, 2))
    s.kind[5] = kind
    put_down(s, 5, spot)
    assert [squares_of(int(s.showing[colour])) for colour in range(COLOURS)] == [
        showing(board, colour) for colour in range(COLOURS)
    ]
    assert s.spot[5] == spot and all(s.spot[stone] == EMPTY for stone in range(STONES) if stone != 5)


def test_the_directions_are_right_below_left_and_above():
    assert list(STEP) == [ACROSS, DOWN, -ACROSS, -DOWN]
