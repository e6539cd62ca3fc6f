"""What is in the box of Crystallia, against the numbers of the rules."""

from collections import Counter

import pytest

from parlour.games.crystallia.data import (
    BOX,
    CHAOS_TILES,
    COVERED_BY,
    FACE_DOWN,
    FIRST_CRYSTAL,
    LETTERS,
    PYRAMID,
    REGULAR_TILES,
    SECOND_CRYSTAL,
    SIGNS,
    STONES,
    SUPPLY,
    TALISMANS,
    TILE_SPACES,
    turned,
)

MOVE, TURN, AGAIN = "+", "@", "!"


def signs(tiles) -> Counter:
    return Counter("".join("".join(tile) for tile in tiles))


# Stones


def test_each_pair_of_colours_is_there_twice_and_two_wilds_four_times():
    crystals = LETTERS + "W"
    stones = Counter(crystals[FIRST_CRYSTAL[kind]] + crystals[SECOND_CRYSTAL[kind]] for kind in BOX)
    assert stones == {
        **dict.fromkeys(("RR", "RB", "RG", "RP", "BB", "BG", "BP", "GG", "GP", "PP"), 2),
        "WW": 4,
    }
    assert STONES == 24


def test_every_colour_is_on_the_stones_ten_times():
    crystals = Counter([int(FIRST_CRYSTAL[kind]) for kind in BOX] + [int(SECOND_CRYSTAL[kind]) for kind in BOX])
    assert crystals == {0: 10, 1: 10, 2: 10, 3: 10, 4: 8}


# The pyramid


def test_the_rows_of_the_pyramid():
    assert Counter(row for row, _ in PYRAMID) == {0: 2, 1: 4, 2: 5, 3: 6, 4: 7}


def test_the_rows_of_four_and_six_lie_face_down():
    assert [stone for stone in range(STONES) if FACE_DOWN[stone]] == [2, 3, 4, 5, 11, 12, 13, 14, 15, 16]


def test_every_stone_but_the_lowest_is_covered_by_two():
    covered_by = {
        stone: {other for other in range(STONES) if COVERED_BY[stone] >> other & 1} for stone in range(STONES)
    }
    assert covered_by == {
        0: {2, 3},
        1: {4, 5},
        2: {6, 7},
        3: {7, 8},
        4: {8, 9},
        5: {9, 10},
        6: {11, 12},
        7: {12, 13},
        8: {13, 14},
        9: {14, 15},
        10: {15, 16},
        11: {17, 18},
        12: {18, 19},
        13: {19, 20},
        14: {20, 21},
        15: {21, 22},
        16: {22, 23},
        **{stone: set() for stone in range(17, 24)},
    }


# The tiles


@pytest.mark.parametrize("tile", REGULAR_TILES)
def test_a_regular_tile_has_three_colours_and_one_ability(tile):
    count = signs([tile])
    assert [len(row) for row in tile] == [3, 3, 3]
    assert sorted(count[colour] for colour in LETTERS) == [0, 1, 1, 1]
    assert count[MOVE] + count[TURN] + count[AGAIN] == 1 and count["."] == 5


@pytest.mark.parametrize("tile", CHAOS_TILES)
def test_a_chaos_tile_has_all_four_colours_and_two_abilities(tile):
    count = signs([tile])
    assert [len(row) for row in tile] == [3, 3, 3]
    assert [count[colour] for colour in LETTERS] == [1, 1, 1, 1]
    assert count[MOVE] + count[TURN] + count[AGAIN] == 2 and count["."] == 3


def test_the_eight_regular_tiles_together():
    count = signs(REGULAR_TILES)
    assert len(REGULAR_TILES) == 8
    assert [count[colour] for colour in LETTERS] == [6, 6, 6, 6]
    assert (count[MOVE], count[TURN], count[AGAIN]) == (3, 3, 2)


def test_the_eight_chaos_tiles_together():
    count = signs(CHAOS_TILES)
    assert len(CHAOS_TILES) == 8
    assert (count[MOVE], count[TURN], count[AGAIN]) == (6, 6, 4)


def test_no_tile_looks_like_another_however_it_is_turned():
    looks = [tuple(turned(tile, quarters)) for tile in REGULAR_TILES + CHAOS_TILES for quarters in range(4)]
    assert len(set(looks)) == len(looks) == 16 * 4


def test_a_quarter_turns_a_tile_clockwise():
    assert turned(("RB.", "..G", "+@!"), 1) == [SIGNS[sign] for sign in "+.R@.B!G."]
    assert TILE_SPACES.shape == (16, 4, 9)


# The rest


def test_the_supply_and_the_talismans():
    assert {players: int(SUPPLY[players]) for players in (2, 3, 4)} == {2: 20, 3: 26, 4: 28}
    assert TALISMANS == 3
