"""Crystallia positions built by hand: say which stones lie where, and all else is as after the set-up.

A stone on the board is told by its crystals and their squares: "RB c3 d3" is a red-blue stone with red on c3 and blue
on d3, "WW a1 a2" a double wild. Columns are a to i, rows 1 to 6 from the top.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from parlour.games.crystallia import GAME
from parlour.games.crystallia.data import BLANK, BOX, COLOURS, LETTERS, PAIRS, SIGNS, STONES, SUPPLY
from parlour.games.crystallia.names import COLOUR_NAMES
from parlour.games.crystallia.rules import (
    DIRECTIONS,
    EMPTY,
    LAY,
    MOVE_STONE,
    NAME,
    SECOND_SQUARE,
    STOP,
    TAKE,
    TALISMAN,
    TURN_STONE,
    Phase,
    is_available,
    put_down,
    sound,
)
from parlour.games.crystallia.runs import COLUMNS
from parlour.kit.match import Match, Seat
from parlour.kit.record import Position

NAMES = ("Anna", "Bruno", "Cleo", "Dario")
ANNA, BRUNO, CLEO, DARIO = range(4)
CRYSTALS = LETTERS + "W"
FILES = "abcdefghi"

Counts = Sequence[int]  # a number for each colour: red, blue, green, purple


def square(name: str) -> int:
    return (int(name[1]) - 1) * COLUMNS + FILES.index(name[0])


def kind_of(letters: str) -> int:
    one, two = sorted(CRYSTALS.index(letter) for letter in letters)
    return PAIRS.index((one, two))


def spot_of(text: str) -> int:
    """Where a stone lies, as the rules number it: from the crystal that comes first in order of colours."""
    letters, *names = text.split()
    first, second = (square(name) for name in names)
    if CRYSTALS.index(letters[0]) > CRYSTALS.index(letters[1]) or (letters[0] == letters[1] and first > second):
        first, second = second, first
    return next(spot for spot in range(first * DIRECTIONS, (first + 1) * DIRECTIONS) if SECOND_SQUARE[spot] == second)


def across(*rows: str) -> list[str]:
    """Stones that all lie across, drawn row by row: two letters a stone, dots for empty squares."""
    board = []
    for number, row in enumerate(rows, 1):
        column = 0
        while column < len(row):
            if row[column] == ".":
                column += 1
            else:
                board.append(f"{row[column : column + 2]} {FILES[column]}{number} {FILES[column + 1]}{number}")
                column += 2
    return board


def table(
    board: Sequence[str] = (),
    pyramid: Sequence[str] = (),
    spaces: Mapping[str, str] | None = None,
    players: int = 2,
    platforms: Mapping[int, Counts] | None = None,
    black: Mapping[int, Counts] | None = None,
    flipped: Mapping[int, str] | None = None,
    supply: Mapping[str, int] | None = None,
    supercrystals: Mapping[str, int] | None = None,
    talismans: Mapping[str, int] | None = None,
    used_talisman: Iterable[int] = (),
    out: Iterable[int] = (),
    left: int | None = None,
    seat: int = ANNA,
    turn: int = 10,
    second: bool = False,
) -> Match:
    """A match in which `seat` begins a turn.

    `pyramid` are the next stones of it, from the bottom on; the rest of the box lies behind and under them. With
    `left`, only so many stones are in it, and the others are out of the match. The board has no spaces but those
    named: a letter for a colour, + to move, @ to turn, ! for another turn. The supply is what nobody has.
    """
    match = Match(GAME, GAME.setting(players), [Seat(name) for name in NAMES[:players]], luck=(1, 2))
    s = match.position
    s.kind[:] = kinds_from_the_bottom([text.split()[0] for text in board] + list(pyramid))
    for number, text in enumerate(board):
        put_down(s, STONES - 1 - number, spot_of(text))
    s.pyramid = (1 << STONES - len(board)) - 1
    for place, counts in (platforms or {}).items():
        s.platform[place] = counts
    s.supply[:] = SUPPLY[players] - s.platform.sum(axis=0)
    for place, counts in (black or {}).items():
        s.black[place] = counts
    for place, letters in (flipped or {}).items():
        s.flipped[place] = sum(1 << LETTERS.index(letter) for letter in letters)
    for letter, place in (supercrystals or {}).items():
        s.supercrystal[LETTERS.index(letter)] = place
    for letter, place in (talismans or {}).items():
        s.talisman[LETTERS.index(letter)] = place
    for place in used_talisman:
        s.used_talisman[place] = 1
    for place in out:
        s.out[place] = 1
    s.seat, s.turn, s.second, s.phase = seat, turn, second, Phase.CHOOSE
    assert sound(s), "That can't lie on a table: too many of a stone or a crystal, or five in line."
    for letter, count in (supply or {}).items():
        s.supply[LETTERS.index(letter)] = count
    if left is not None:
        s.pyramid = (1 << STONES - len(board)) - (1 << STONES - len(board) - left)
    s.space[:] = BLANK
    for name, sign in (spaces or {}).items():
        s.space[square(name)] = SIGNS[sign]
    return match


def kinds_from_the_bottom(stones: Sequence[str]) -> np.ndarray:
    """What is on each stone if these are the last ones of the pyramid, the very last one first."""
    named = [kind_of(letters) for letters in stones]
    rest = [int(kind) for kind in BOX]
    for kind in named:
        rest.remove(kind)
    return np.array(rest + named[::-1])


# Playing


def lay(match: Match, text: str) -> None:
    """Take a stone of that kind from the pyramid, and lay it there."""
    take(match, text.split()[0])
    put(match, text)


def take(match: Match, letters: str) -> None:
    s = match.position
    stones = [stone for stone in range(STONES) if is_available(s, stone) and s.kind[stone] == kind_of(letters)]
    assert stones, f"No {letters} stone can be taken."
    act(match, TAKE.first + stones[-1])


def put(match: Match, text: str) -> None:
    act(match, LAY.first + spot_of(text))


def move(match: Match, text: str, there: str) -> None:
    act(match, MOVE_STONE.first + stone_at(match.position, text))
    put(match, there)


def turn(match: Match, text: str, there: str) -> None:
    act(match, TURN_STONE.first + stone_at(match.position, text))
    put(match, there)


def stop(match: Match) -> None:
    act(match, STOP.first)


def name(match: Match, colour: str) -> None:
    act(match, NAME.first + COLOUR_NAMES.index(colour))


def talisman(match: Match, colour: str) -> None:
    act(match, TALISMAN.first + COLOUR_NAMES.index(colour))


def act(match: Match, action: int) -> None:
    match.act(match.to_act[0], action)


def stone_at(s: Position, text: str) -> int:
    kind, spot = kind_of(text.split()[0]), spot_of(text)
    stones = [stone for stone in range(STONES) if s.spot[stone] == spot and s.kind[stone] == kind]
    assert len(stones) == 1, f"There is no {text}."
    return stones[0]


# Looking


def can(match: Match) -> set[str]:
    """What the player to act can do, in words, but for the number of a stone in the pyramid."""
    seat = match.to_act[0]
    return {match.in_words(seat, action).split(" (stone")[0] for action in match.choices(seat)}


def can_put(match: Match, text: str) -> bool:
    """Whether the stone that is being laid can be laid there."""
    assert match.position.phase in (Phase.PLACE, Phase.MOVE, Phase.TURN)
    return LAY.first + spot_of(text) in match.choices(match.to_act[0])


def crystals(match: Match, seat: int = ANNA) -> list[int]:
    """What a player has, colour by colour."""
    return [int(count) for count in match.position.platform[seat]]


def black_of(match: Match, seat: int = ANNA) -> int:
    return int(match.position.black[seat].sum())


def supply_of(match: Match) -> list[int]:
    return [int(match.position.supply[colour]) for colour in range(COLOURS)]


def has_supercrystal(match: Match, letter: str) -> int | None:
    seat = int(match.position.supercrystal[LETTERS.index(letter)])
    return None if seat == EMPTY else seat


def standing(match: Match) -> tuple[list[int], list[int]]:
    """All points and who leads."""
    points, leaders = match.game.verbs.standing(match.position)
    return [int(number) for number in points], [int(seat) for seat in leaders]
