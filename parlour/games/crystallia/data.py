"""What is in the box of Crystallia: stones, pyramid, board tiles and how much of everything there is.

The layouts are this project's own. Whoever owns the game can put the real ones in here: nothing else knows them.
"""

import numpy as np

# Colours. Yellow is no colour of its own: a yellow crystal on a stone is wild.

COLOURS = 4
RED, BLUE, GREEN, PURPLE = range(COLOURS)
WILD = COLOURS
LETTERS = "RBGP"

# Stones. Each pair of colours, doubles included, twice; four stones with two wilds.

PAIRS = [(one, two) for one in range(COLOURS) for two in range(one, COLOURS)] + [(WILD, WILD)]
KINDS = len(PAIRS)
TWO_WILDS = KINDS - 1
COPIES = np.array([4 if kind == TWO_WILDS else 2 for kind in range(KINDS)], np.int64)
FIRST_CRYSTAL = np.array([one for one, _ in PAIRS], np.int64)
SECOND_CRYSTAL = np.array([two for _, two in PAIRS], np.int64)
BOX = np.repeat(np.arange(KINDS), COPIES)
STONES = len(BOX)

# The pyramid, from top to bottom. A stone's number is its place here, also after it has left the pyramid. Below the
# top row, stone i lies under stones i and i + 1 of the next row; nothing lies on the stones of the last row.

PYRAMID_ROWS = (2, 4, 5, 6, 7)
FACE_DOWN_ROWS = (1, 3)
TOP_COVERS = ((0, 1), (2, 3))  # the two top stones, by the places in the row of four


def row_starts() -> list[int]:
    return [sum(PYRAMID_ROWS[:row]) for row in range(len(PYRAMID_ROWS))]


def covers(row: int, place: int) -> tuple[int, ...]:
    """The numbers of the stones that cover one: none in the lowest row."""
    if row + 1 == len(PYRAMID_ROWS):
        return ()
    below = row_starts()[row + 1]
    return tuple(below + other for other in (TOP_COVERS[place] if row == 0 else (place, place + 1)))


PYRAMID = [(row, place) for row, count in enumerate(PYRAMID_ROWS) for place in range(count)]
COVERED_BY = np.array([sum(1 << stone for stone in covers(*spot)) for spot in PYRAMID], np.int64)  # bit sets
FACE_DOWN = np.array([row in FACE_DOWN_ROWS for row, _ in PYRAMID], np.int64)

# Board tiles: a letter for a crystal space of that colour, + to move a stone, @ to turn one, ! for another turn.

BLANK = -1
MOVE, TURN, AGAIN = range(COLOURS, COLOURS + 3)  # ability spaces; a crystal space is the number of its colour
SIGNS = {".": BLANK, **{letter: colour for colour, letter in enumerate(LETTERS)}, "+": MOVE, "@": TURN, "!": AGAIN}

REGULAR_TILES = (
    ("R.B", ".+.", "..G"),
    (".G.", "B.R", ".@."),
    ("P..", ".B@", "R.."),
    ("..!", "R..", ".PB"),
    ("G.R", "...", "+.P"),
    (".R.", "P.G", "..!"),
    ("B..", "+.P", ".G."),
    (".P.", ".@B", "G.."),
)
CHAOS_TILES = (
    ("R+B", "...", "G@P"),
    ("+.R", "B.P", ".G@"),
    (".B+", "P@.", "G.R"),
    ("G.P", ".+.", "R@B"),
    ("PR.", "!.+", ".GB"),
    ("!.G", "B+P", "R.."),
    (".P.", "@G!", "B.R"),
    ("R.@", "GB.", "!.P"),
)
REGULAR, CHAOS = len(REGULAR_TILES), len(CHAOS_TILES)

TILE_SIDE = 3
TILES_DOWN, TILES_ACROSS = 2, 3
TILES = TILES_DOWN * TILES_ACROSS
QUARTERS = 4  # a tile may be turned by so many quarters


def turned(tile: tuple[str, ...], quarters: int) -> list[int]:
    """The nine spaces of a tile, row by row, after so many quarters clockwise."""
    spaces = np.array([[SIGNS[sign] for sign in row] for row in tile])
    return np.rot90(spaces, -quarters).ravel().tolist()


TILE_SPACES = np.array(
    [[turned(tile, quarters) for quarters in range(QUARTERS)] for tile in REGULAR_TILES + CHAOS_TILES], np.int64
)

# Numbers of players: how many regular tiles the board has, and how many crystals of each colour there are.

REGULAR_ON_BOARD = np.array([0, 0, 3, 3, 0], np.int64)
SUPPLY = np.array([0, 0, 20, 26, 28], np.int64)
TALISMANS = 3
