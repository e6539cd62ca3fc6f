"""Crystallia, ruling by ruling: each test is a worked example at the table."""

import pytest

from parlour.games.crystallia import GAME
from parlour.games.crystallia.data import AGAIN, CHAOS, REGULAR, STONES
from parlour.games.crystallia.rules import HIDDEN, LAY, MOVE_STONE, TALISMAN, TURN_STONE, Phase
from parlour.kit.match import Match, Seat
from parlour.kit.mistake import Mistake
from tests.crystallia.table import (
    ANNA,
    BRUNO,
    CLEO,
    NAMES,
    across,
    act,
    black_of,
    can,
    can_put,
    crystals,
    has_supercrystal,
    lay,
    move,
    name,
    put,
    standing,
    stone_at,
    stop,
    supply_of,
    table,
    take,
    talisman,
    turn,
)

NOTHING = [0, 0, 0, 0]
ALL_NAMES = {"name red", "name blue", "name green", "name purple"}


def talisman_words(*colours: str) -> set[str]:
    return {f"use a talisman for {colour}" for colour in colours}


def talismans_in(words: set[str]) -> set[str]:
    return {text for text in words if text.startswith("use a talisman")}


# Set-up


@pytest.mark.parametrize(("players", "supply", "regular"), [(2, 20, 3), (3, 26, 3), (4, 28, 0)])
def test_supply_and_tiles_go_by_the_number_of_players(players, supply, regular):
    for seed in range(1, 20):
        s = GAME.verbs.begin(GAME.setting(players), (seed, 5))
        assert list(s.supply) == [supply] * 4
        tiles = [int(tile) for tile in s.tile]
        assert len(set(tiles)) == 6 and all(tile < REGULAR + CHAOS for tile in tiles)
        assert sum(tile < REGULAR for tile in tiles) == regular
        assert not s.platform.any() and not s.black.any()


def test_places_and_turns_of_the_tiles_and_the_starting_seat_are_random():
    begun = [GAME.verbs.begin(GAME.setting(3), (seed, 5)) for seed in range(1, 60)]
    assert {int(s.seat) for s in begun} == {0, 1, 2}
    assert {int(quarters) for s in begun for quarters in s.tile_turn} == {0, 1, 2, 3}
    assert {int(s.tile[0]) < REGULAR for s in begun} == {True, False}


def test_at_first_the_lowest_row_is_available_and_two_rows_lie_face_down():
    match = Match(GAME, GAME.setting(2), [Seat("Anna"), Seat("Bruno")], luck=(1, 2))
    seat = match.to_act[0]
    stones = {
        match.in_words(seat, action).split("(stone ")[1] for action in match.choices(seat) if action < TALISMAN.first
    }
    assert stones == {f"{number})" for number in range(18, 25)}
    hidden = [stone for stone in range(STONES) if match.view(seat).kind[stone] == HIDDEN]
    assert hidden == [2, 3, 4, 5, 11, 12, 13, 14, 15, 16]


def test_a_stone_that_gets_uncovered_is_turned_over_before_the_one_just_taken_is_laid():
    match = table(pyramid=["RB", "GP"])
    lay(match, "RB a1 b1")
    name(match, "red")
    assert match.view(BRUNO).kind[16] == HIDDEN  # one of the two stones on it is still there
    take(match, "GP")
    assert match.position.phase == Phase.PLACE
    assert match.view(BRUNO).kind[16] == match.view(ANNA).kind[16] == match.position.kind[16]


# Placing


def test_a_stone_goes_on_two_empty_squares_side_by_side_either_way_round():
    match = table(["GP c3 d3"], ["RB"])
    take(match, "RB")
    for there in ("RB a1 b1", "BR a1 b1", "RB a1 a2", "BR a1 a2", "RB h6 i6", "RB e3 e4"):
        assert can_put(match, there), there
    for there in ("RB b3 c3", "BR d3 e3", "RB c2 c3", "RB c3 d3"):
        assert not can_put(match, there), there
    with pytest.raises(Mistake, match="stick out over the edge"):
        act(match, LAY.first + 8 * 4)  # from i1 to the right


def test_on_an_empty_board_a_stone_has_186_places_and_a_double_half_as_many():
    match = table(pyramid=["RB", "RR"])  # 6 x 8 across and 5 x 9 down, each two ways round
    take(match, "RB")
    assert len(match.choices(ANNA)) == 2 * (48 + 45)
    match = table(pyramid=["RB", "RR"])
    take(match, "RR")
    assert len(match.choices(ANNA)) == 48 + 45


def test_the_fifth_in_line_is_refused_on_placing():
    match = table(["RR a1 b1", "RR c1 d1"], ["RB"])
    take(match, "RB")
    assert not can_put(match, "RB e1 f1") and not can_put(match, "RB e1 e2")
    assert can_put(match, "BR e1 f1") and can_put(match, "RB f1 g1")
    with pytest.raises(Mistake, match="a1 to e1 would be five red in line; four are the most"):
        put(match, "RB e1 f1")


def test_the_fifth_in_line_is_refused_down_a_column_and_between_two_runs():
    match = table(["RR a1 a2", "RR a4 a5"], ["RB"])
    take(match, "RB")
    assert not can_put(match, "RB a3 b3") and can_put(match, "BR a3 b3")
    match = table(["RR a1 a2", "RG a3 b3"], ["RR"])
    take(match, "RR")
    assert not can_put(match, "RR a4 a5")  # both halves of a double count
    assert can_put(match, "RR a4 b4")  # only four down the column


def test_a_run_of_one_colour_does_not_go_on_in_the_next_row():
    match = table(["RR f1 g1", "RR h1 i1"], ["RB"])
    take(match, "RB")
    assert can_put(match, "RB a2 b2")


def test_wilds_count_in_the_fifth_in_line_for_every_colour():
    match = table(["RR a1 b1", "WW c1 d1"], ["RB"])
    take(match, "RB")
    assert not can_put(match, "RB e1 f1") and can_put(match, "BR e1 f1")
    match = table(["RR a1 b1", "BR d1 c1"], ["WW"])
    take(match, "WW")
    assert can_put(match, "WW e1 f1")  # blue from d1 to f1 is three; the red ended at c1
    match = table(["RR a1 b1", "RG e1 f1"], ["WW"])
    take(match, "WW")
    assert not can_put(match, "WW c1 d1")


def test_five_wilds_in_line_are_refused_too():
    match = table(["WW a1 b1", "WW c1 d1"], ["WW"])
    take(match, "WW")
    assert not can_put(match, "WW e1 f1") and not can_put(match, "WW e1 e2")
    assert can_put(match, "WW f1 g1")


def test_the_fifth_in_line_is_refused_on_moving():
    match = table(["RR a1 b1", "RR c1 d1", "RB e4 f4"], ["PP"], {"i6": "+"})
    lay(match, "PP h6 i6")
    act(match, MOVE_STONE.first + stone_at(match.position, "RB e4 f4"))
    assert not can_put(match, "RB e1 f1")
    assert can_put(match, "RB f1 g1") and can_put(match, "RB e2 f2")
    match = table(["RR a1 b1", "RR d1 e1", "RB c4 d4"], ["PP"], {"i6": "+"})
    lay(match, "PP h6 i6")
    act(match, MOVE_STONE.first + stone_at(match.position, "RR a1 b1"))
    assert can_put(match, "RR b1 c1")  # it leaves a1: four in line
    assert not can_put(match, "RR c1 d1")


def test_the_fifth_in_line_is_refused_on_turning():
    match = table(["RR a1 b1", "RR c1 d1", "BR f1 f2"], ["PP"], {"i6": "@"})
    lay(match, "PP h6 i6")
    act(match, TURN_STONE.first + stone_at(match.position, "BR f1 f2"))
    assert can(match) == {
        "lay red on g1, blue on f1",  # red to e1 would be the fifth
        "lay red on f2, blue on e2",
        "lay red on f2, blue on g2",
        "lay red on f2, blue on f3",
    }


# Spaces


def test_covered_crystal_spaces_must_be_taken():
    match = table(pyramid=["RR"], spaces={"c3": "G", "d3": "P"})
    lay(match, "RR c3 d3")
    assert crystals(match) == [1, 0, 1, 1]  # and one red, as it is isolated
    assert supply_of(match) == [19, 20, 19, 19]
    assert match.to_act == [BRUNO]


def test_spaces_of_the_board_are_no_part_of_a_run():
    match = table(["BG a3 b3"], ["RP"], {"d3": "R", "c2": "R"})
    lay(match, "RP c3 c4")
    assert crystals(match) == NOTHING


def test_abilities_may_be_declined():
    match = table(["RG a1 b1"], ["PP"], {"h6": "+", "i6": "@"})
    lay(match, "PP h6 i6")
    assert can(match) == {"move red-green on a1-b1", "turn red-green on a1-b1", "use no more abilities"}
    stop(match)
    assert crystals(match) == [0, 0, 0, 1] and match.to_act == [BRUNO]


def test_abilities_come_in_the_order_of_the_players_choice():
    match = table(["RG a1 b1"], ["PP"], {"h6": "+", "i6": "@"})
    lay(match, "PP h6 i6")
    turn(match, "RG a1 b1", "RG a1 a2")
    assert can(match) == {"move red-green on a1-a2", "use no more abilities"}
    match = table(["RG a1 b1"], ["PP"], {"h6": "+", "i6": "@"})
    lay(match, "PP h6 i6")
    move(match, "RG a1 b1", "RG c1 d1")
    assert can(match) == {"turn red-green on c1-d1", "use no more abilities"}


def test_with_nothing_to_move_or_turn_the_ability_is_lost():
    match = table(pyramid=["PP"], spaces={"h6": "+", "i6": "@"})
    lay(match, "PP h6 i6")
    assert match.to_act == [BRUNO] and crystals(match) == [0, 0, 0, 1]


def test_a_moved_stone_keeps_its_orientation_and_may_overlap_its_old_squares():
    match = table(["RG a1 b1"], ["PP"], {"h6": "+"})
    lay(match, "PP h6 i6")
    act(match, MOVE_STONE.first + stone_at(match.position, "RG a1 b1"))
    assert can_put(match, "RG c1 d1") and can_put(match, "RG b1 c1")
    assert not can_put(match, "GR c1 d1") and not can_put(match, "RG a2 a3")
    assert not can_put(match, "RG a1 b1")  # another place
    assert not can_put(match, "RG g6 h6")


def test_squares_on_which_a_moved_stone_stood_are_not_newly_covered():
    match = table(["RG a1 b1"], ["PP"], {"h6": "+", "a1": "R", "b1": "G", "c1": "B"})
    lay(match, "PP h6 i6")
    move(match, "RG a1 b1", "RG b1 c1")
    assert crystals(match) == [0, 1, 0, 1]


def test_one_half_stays_and_the_other_swings_by_90_or_180_degrees():
    match = table(["RG c3 d3"], ["PP"], {"h6": "@"})
    lay(match, "PP h6 i6")
    act(match, TURN_STONE.first + stone_at(match.position, "RG c3 d3"))
    assert can(match) == {
        "lay red on c3, green on c2",
        "lay red on c3, green on b3",
        "lay red on c3, green on c4",
        "lay red on d2, green on d3",
        "lay red on e3, green on d3",
        "lay red on d4, green on d3",
    }


def test_a_stone_swings_to_empty_squares_of_the_board_only():
    match = table(["RR a1 b1", "BG b2 c2"], ["PP"], {"h6": "@"})
    lay(match, "PP h6 i6")
    act(match, TURN_STONE.first + stone_at(match.position, "RR a1 b1"))
    assert can(match) == {"lay double red on a1 and a2", "lay double red on b1 and c1"}


def test_a_turned_stone_newly_covers_only_where_it_swings_to():
    match = table(["RG c3 d3"], ["PP"], {"h6": "@", "c3": "R", "d3": "G", "c2": "B"})
    lay(match, "PP h6 i6")
    turn(match, "RG c3 d3", "RG c3 c2")
    assert crystals(match) == [0, 1, 0, 1]


def test_the_spaces_under_a_moved_stone_give_abilities_in_a_chain():
    match = table(["RG a1 b1", "BB e1 f1"], ["PP"], {"h6": "+", "c5": "@"})
    lay(match, "PP h6 i6")
    move(match, "RG a1 b1", "RG c5 d5")
    assert can(match) == {"turn red-green on c5-d5", "turn double blue on e1-f1", "use no more abilities"}
    turn(match, "BB e1 f1", "BB e1 e2")
    assert match.to_act == [BRUNO] and crystals(match) == [0, 0, 0, 1]


def test_an_ability_space_works_once_a_turn_even_when_it_is_covered_again():
    match = table(["RG a1 b1", "BB e1 f1"], ["PP"], {"h6": "+", "i6": "+", "c5": "+"})
    lay(match, "PP h6 i6")  # two moves
    move(match, "RG a1 b1", "RG c5 d5")  # one used, one more from c5
    move(match, "RG c5 d5", "RG a1 b1")  # one left
    move(match, "BB e1 f1", "BB c5 d5")  # c5 has worked already
    assert match.to_act == [BRUNO]


def test_an_ability_space_that_lay_covered_before_works_when_it_is_uncovered_and_covered_again():
    match = table(["RG c5 d5", "BB e1 f1"], ["PP", "RR"], {"h6": "+", "i6": "+", "c5": "+"})
    lay(match, "PP h6 i6")
    move(match, "RG c5 d5", "RG a1 b1")
    move(match, "BB e1 f1", "BB c5 d5")
    assert match.to_act == [ANNA]
    move(match, "BB c5 d5", "BB e1 f1")
    assert match.to_act == [BRUNO]
    lay(match, "RR c5 d5")  # a new turn
    assert "move double blue on e1-f1" in can(match)


def test_crystal_spaces_pay_every_time_they_are_covered():
    match = table(["RG a1 b1", "BB e1 f1"], ["PP"], {"h6": "+", "i6": "+", "c5": "B", "d5": "+"})
    lay(match, "PP h6 i6")
    move(match, "RG a1 b1", "RG c5 d5")  # a blue crystal and one more move
    move(match, "RG c5 d5", "RG a1 b1")
    move(match, "BB e1 f1", "BB c5 d5")  # another blue crystal
    assert crystals(match) == [0, 2, 0, 1]


# Again


def test_again_brings_one_more_turn_and_is_not_asked_about():
    match = table(pyramid=["RR", "BB"], spaces={"c3": "!", "f6": "!"})
    lay(match, "RR c3 d3")
    assert match.to_act == [ANNA] and match.position.second
    lay(match, "BB f6 g6")  # never a third turn
    assert match.to_act == [BRUNO] and not match.position.second


def test_again_under_a_moved_stone_counts():
    match = table(["RG a1 b1"], ["PP"], {"h6": "+", "c5": "!"})
    lay(match, "PP h6 i6")
    move(match, "RG a1 b1", "RG c5 d5")
    assert match.to_act == [ANNA] and match.position.second


def test_again_has_no_effect_on_the_very_first_turn_of_the_match():
    match = table(pyramid=["RR", "BB"], spaces={"c3": "!", "f6": "!"}, turn=0)
    lay(match, "RR c3 d3")
    assert match.to_act == [BRUNO]
    lay(match, "BB f6 g6")
    assert match.to_act == [BRUNO] and match.position.second


def test_the_first_turn_is_still_the_first_after_flipping():
    match = Match(GAME, GAME.setting(2, {"advanced": "yes"}), [Seat("Anna"), Seat("Bruno")], luck=(1, 2))
    act(match, match.choices(0)[3])
    act(match, match.choices(1)[0])
    s = match.position
    first = match.to_act[0]
    s.space[:] = AGAIN
    act(match, match.choices(first)[0])
    act(match, match.choices(first)[0])
    while match.position.phase == Phase.NAME:
        act(match, match.choices(first)[0])
    assert match.to_act == [1 - first]


# Four in line


def test_four_in_line_bring_one_more_turn():
    match = table(["RR a1 b1"], ["RR"])
    lay(match, "RR c1 d1")
    assert crystals(match) == [3, 0, 0, 0]
    assert match.to_act == [ANNA] and match.position.second


def test_three_in_line_bring_no_further_turn_nor_do_four_that_were_there_before():
    match = table(["RR a1 b1"], ["RB"])
    lay(match, "RB c1 c2")
    assert match.to_act == [BRUNO]
    match = table(["RR a1 b1", "RR c1 d1"], ["BB"])
    lay(match, "BB e1 f1")
    assert match.to_act == [BRUNO] and crystals(match) == NOTHING


def test_wilds_count_in_four_in_line():
    match = table(["RR a1 b1", "RG c1 c2"], ["WW"])
    lay(match, "WW d1 d2")
    assert match.to_act == [ANNA] and match.position.second
    assert crystals(match) == [3, 0, 1, 0]  # green from c2 to d2


def test_four_in_line_made_by_moving():
    match = table(["RR a1 b1", "RG c1 c2", "RB e4 f4"], ["PP"], {"i6": "+"})
    lay(match, "PP h6 i6")
    move(match, "RB e4 f4", "RB d1 e1")
    assert match.to_act == [ANNA] and match.position.second
    assert crystals(match) == [0, 0, 0, 1]  # only the stone just played pays


def test_four_in_line_made_by_turning():
    match = table(["RR a1 b1", "RG c1 c2", "BR e1 e2"], ["PP"], {"i6": "@"})
    lay(match, "PP h6 i6")
    turn(match, "BR e1 e2", "RB d1 e1")
    assert match.to_act == [ANNA] and match.position.second


def test_four_in_line_that_a_later_move_breaks_were_made_all_the_same():
    match = table(["RR a1 b1"], ["RR"], {"c1": "+"})
    lay(match, "RR c1 d1")
    move(match, "RR a1 b1", "RR a5 b5")
    assert crystals(match) == [1, 0, 0, 0]  # now it touches nothing
    assert match.to_act == [ANNA] and match.position.second


def test_four_in_line_on_a_second_turn_bring_no_third():
    match = table(["RR a1 b1"], ["RR"], second=True)
    lay(match, "RR c1 d1")
    assert crystals(match) == [3, 0, 0, 0] and match.to_act == [BRUNO]


def test_again_and_four_in_line_do_not_add_up():
    match = table(["RR a1 b1"], ["RR", "BB"], {"c1": "!"})
    lay(match, "RR c1 d1")
    assert match.to_act == [ANNA]
    lay(match, "BB f6 g6")
    assert match.to_act == [BRUNO]


# Isolated stones


def test_an_isolated_stone_brings_a_crystal_of_one_of_its_colours():
    match = table(["GP a1 b1"], ["RB"])
    lay(match, "RB d3 e3")
    assert can(match) == {"name red", "name blue"}
    name(match, "blue")
    assert crystals(match) == [0, 1, 0, 0] and match.to_act == [BRUNO]


def test_an_isolated_double_leaves_nothing_to_name():
    match = table(pyramid=["GG"])
    lay(match, "GG d3 e3")
    assert crystals(match) == [0, 0, 1, 0] and match.to_act == [BRUNO]


def test_an_isolated_double_wild_brings_one_crystal_of_any_colour():
    match = table(pyramid=["WW"])
    lay(match, "WW d3 e3")
    assert can(match) == ALL_NAMES
    name(match, "purple")
    assert crystals(match) == [0, 0, 0, 1] and match.to_act == [BRUNO]


def test_a_stone_that_touches_another_only_at_a_corner_brings_nothing():
    match = table(["RR b2 c2"], ["RR"])
    lay(match, "RR d3 e3")
    assert crystals(match) == NOTHING and match.to_act == [BRUNO]


def test_a_stone_that_touches_others_without_a_match_brings_nothing():
    match = table(["RR b2 c2"], ["BB"])
    lay(match, "BB d2 e2")
    assert crystals(match) == NOTHING and match.to_act == [BRUNO]


def test_the_ends_of_neighbouring_rows_do_not_touch():
    match = table(["RR h1 i1"], ["BB"])
    lay(match, "BB a2 b2")
    assert crystals(match) == [0, 1, 0, 0]


# Matching


def test_a_run_pays_its_length_minus_one():
    match = table(["RG b3 a3"], ["RB"])
    lay(match, "RB c3 d3")
    assert crystals(match) == [1, 0, 0, 0]
    match = table(["RR a3 b3"], ["RB"])
    lay(match, "RB c3 d3")
    assert crystals(match) == [2, 0, 0, 0]


def test_both_crystals_pay_along_their_rows_and_columns():
    match = table(["RG b3 a3", "RG c2 c1", "BG e3 f3"], ["RB"])
    lay(match, "RB c3 d3")
    assert crystals(match) == [2, 1, 0, 0]  # red with b3 and with c2, blue with e3


def test_a_run_ends_where_another_colour_or_a_gap_is():
    match = table(["RG a3 b3"], ["RB"])
    lay(match, "RB c3 d3")
    assert crystals(match) == NOTHING
    match = table(["RG a3 a2", "GP c2 d2"], ["RB"])
    lay(match, "RB c3 d3")
    assert crystals(match) == NOTHING


def test_a_run_that_holds_both_halves_pays_once():
    match = table(["RG b3 a3"], ["RR"])
    lay(match, "RR c3 d3")
    assert crystals(match) == [2, 0, 0, 0]


def test_a_double_between_two_runs_joins_them():
    match = table(["GR a3 b3", "RP e3 f3"], ["RR"])
    lay(match, "RR c3 d3")
    assert crystals(match) == [3, 0, 0, 0]  # b3 to e3


def test_a_double_across_two_runs_pays_for_each():
    match = table(["GR a3 b3", "RR a4 b4"], ["RR"])
    lay(match, "RR c3 c4")
    assert crystals(match) == [3, 0, 0, 0]  # b3 to c3: one; a4 to c4: two; its own column: nothing


def test_a_double_alone_in_its_own_line_pays_nothing_there():
    match = table(["BG c3 c4"], ["RR"])
    lay(match, "RR d3 e3")
    assert crystals(match) == NOTHING


def test_a_wild_between_two_colours_pays_for_both():
    match = table(["RG b3 a3", "BG e3 f3"], ["WW"])
    lay(match, "WW c3 d3")
    assert crystals(match) == [2, 2, 0, 0]  # b3 to d3 and c3 to e3
    match = table(["RG b3 a3", "BG d3 e3"], ["WW"])
    lay(match, "WW c3 c4")
    assert crystals(match) == [1, 1, 0, 0]  # its own column pays nothing


def test_a_wild_between_two_of_one_colour_pays_for_one_run():
    match = table(["RG b3 a3", "RB e3 f3"], ["WW"])
    lay(match, "WW c3 d3")
    assert crystals(match) == [3, 0, 0, 0]


def test_a_stone_beside_wilds_takes_them_into_its_run():
    match = table(["WW a1 b1"], ["RB"])
    lay(match, "RB c1 d1")
    assert crystals(match) == [2, 0, 0, 0]


def test_wilds_between_the_stone_and_another_colour_pay_only_for_runs_through_the_stone():
    match = table(["GP a1 b1", "WW c1 d1"], ["RB"])
    lay(match, "RB e1 f1")
    assert crystals(match) == [2, 0, 0, 0]  # c1 to e1; the purple run from b1 to d1 has no crystal of this stone


def test_a_run_of_wilds_alone_pays_in_one_colour_that_the_player_names():
    match = table(["WW a1 b1"], ["WW"])
    lay(match, "WW c1 c2")
    assert can(match) == ALL_NAMES
    name(match, "purple")
    assert crystals(match) == [0, 0, 0, 2] and match.to_act == [BRUNO]


def test_four_wilds_in_line_pay_three_and_are_four_in_line():
    match = table(["WW a1 b1"], ["WW"])
    lay(match, "WW c1 d1")
    name(match, "green")
    assert crystals(match) == [0, 0, 3, 0]
    assert match.to_act == [ANNA] and match.position.second


def test_each_run_of_wilds_is_named_on_its_own():
    match = table(["WW a3 b3", "WW d4 e4"], ["WW"])
    lay(match, "WW c3 c4")
    name(match, "red")
    assert crystals(match) == [2, 0, 0, 0] and can(match) == ALL_NAMES
    name(match, "blue")
    assert crystals(match) == [2, 2, 0, 0] and match.to_act == [BRUNO]


def test_a_coloured_crystal_at_its_end_gives_a_run_of_wilds_its_colour():
    match = table(["RG b1 a1", "WW c1 d1"], ["WW"])
    lay(match, "WW e1 e2")
    assert crystals(match) == [3, 0, 0, 0]  # b1 to e1
    assert match.position.phase == Phase.CHOOSE and match.position.second  # nothing to name


def test_only_the_stone_just_played_is_activated():
    match = table(["RB a1 b1", "RG d3 d2"], ["PP"], {"i6": "+"})
    lay(match, "PP h6 i6")
    move(match, "RB a1 b1", "RB e3 f3")  # red beside red
    assert crystals(match) == [0, 0, 0, 1]


def test_the_stone_is_activated_after_the_abilities_were_used():
    match = table(["GP a1 b1"], ["PP"], {"i6": "+"})
    lay(match, "PP h6 i6")
    move(match, "GP a1 b1", "GP f6 g6")
    assert crystals(match) == [0, 0, 0, 2]  # no longer isolated: g6 to i6


# Rich turns


def test_six_coloured_crystals_in_a_turn_bring_a_black_one():
    match = table(["RG b3 a3", "BG e3 f3"], ["WW"], {"c3": "G", "d3": "P"})
    lay(match, "WW c3 d3")
    assert crystals(match) == [2, 2, 1, 1] and black_of(match) == 1


def test_five_coloured_crystals_in_a_turn_bring_no_black_one():
    match = table(["RG b3 a3", "BG e3 f3"], ["WW"], {"c3": "G"})
    lay(match, "WW c3 d3")
    assert crystals(match) == [2, 2, 1, 0] and black_of(match) == 0


def test_black_crystals_do_not_count_among_the_six():
    match = table(["RG b3 a3", "BG e3 f3"], ["WW"], {"c3": "G", "d3": "P"}, supply={"G": 0})
    lay(match, "WW c3 d3")
    assert crystals(match) == [2, 2, 0, 1] and black_of(match) == 1  # the one instead of green


def test_two_turns_in_a_row_are_counted_apart():
    match = table(["RR a1 b1"], ["RR", "RB"], {"c1": "B", "d1": "G", "h6": "P"})
    lay(match, "RR c1 d1")
    assert crystals(match) == [3, 1, 1, 0] and match.position.second  # five
    lay(match, "RB h6 i6")
    name(match, "red")
    assert crystals(match) == [4, 1, 1, 1] and black_of(match) == 0


# Talismans


def test_a_talisman_is_used_instead_of_a_stone():
    match = table(["GP a1 b1"])
    talisman(match, "red")
    assert crystals(match) == [1, 0, 0, 0] and supply_of(match) == [19, 20, 20, 20]
    assert match.to_act == [BRUNO]


def test_no_talisman_right_after_the_player_before_nor_in_two_turns_running():
    match = table(pyramid=["RR", "BB", "GG", "PP"])
    talisman(match, "red")
    assert not talismans_in(can(match))  # Anna used one on her last turn
    with pytest.raises(Mistake, match="Anna has used one in the turn before"):
        talisman(match, "blue")
    lay(match, "RR a1 b1")
    assert not talismans_in(can(match))  # her own last turn
    with pytest.raises(Mistake, match="can't be used in two turns running"):
        talisman(match, "blue")
    lay(match, "BB a3 b3")
    assert talismans_in(can(match)) == talisman_words("blue", "green", "purple")


def test_with_three_players_the_next_but_one_may_use_a_talisman():
    match = table(pyramid=["RR", "BB"], players=3)
    talisman(match, "red")
    lay(match, "RR a1 b1")
    assert match.to_act == [CLEO] and talismans_in(can(match))


def test_the_player_before_is_the_last_one_who_is_still_in():
    match = table(pyramid=["RR"], players=3, out=[BRUNO])
    talisman(match, "red")
    assert match.to_act == [CLEO] and not talismans_in(can(match))


def test_a_talisman_brings_each_colour_once_and_only_what_the_supply_has():
    match = table(talismans={"R": BRUNO}, supply={"G": 0})
    assert talismans_in(can(match)) == talisman_words("blue", "purple")
    with pytest.raises(Mistake, match="used for red already"):
        talisman(match, "red")
    with pytest.raises(Mistake, match="the supply has no green"):
        talisman(match, "green")


def test_there_are_three_talismans_in_all():
    match = table(talismans={"R": BRUNO, "B": ANNA, "P": ANNA})
    assert not talismans_in(can(match))
    with pytest.raises(Mistake, match="all three talismans are used up"):
        talisman(match, "green")


def test_in_a_second_turn_a_stone_must_be_laid_as_long_as_one_can_be():
    match = table(pyramid=["RR"], second=True)
    assert not talismans_in(can(match))
    with pytest.raises(Mistake, match="in a second turn a stone must be laid"):
        talisman(match, "red")


def test_the_thirteenth_crystal_can_come_from_a_talisman():
    match = table(platforms={ANNA: (12, 0, 0, 0)})
    talisman(match, "red")
    assert match.over and standing(match)[1] == [BRUNO]


# A jammed board: when BP lies on h6 and i6 too, the last double wild would make five red from a1 to e1

JAMMED = across(
    "RR..RBWW.",
    ".RRRPWWBB",
    "RGWWBGBG.",
    ".GGGPGGPP",
    "BPPPBBPG.",
    ".RPRBGR..",
)
LAST = "BP h6 i6"  # it matches nothing there


def jam(**more) -> Match:
    match = table(JAMMED, ["BP", "WW"], **more)
    lay(match, LAST)
    return match


def test_whoever_can_lay_no_stone_uses_a_talisman_if_allowed():
    match = jam()
    assert match.to_act == [BRUNO]
    assert can(match) == talisman_words("red", "blue", "green", "purple")


def test_a_stone_that_fits_nowhere_can_not_be_taken():
    match = jam()
    with pytest.raises(Mistake, match="it fits nowhere"):
        take(match, "WW")


def test_when_all_have_passed_in_a_row_the_match_is_over():
    match = jam()
    talisman(match, "red")  # then Anna can't, after Bruno; nor can Bruno, after himself
    assert match.over and crystals(match, BRUNO) == [1, 0, 0, 0]


def test_a_board_jammed_with_no_talisman_left_is_the_end():
    match = jam(talismans={"R": ANNA, "B": ANNA, "G": BRUNO})
    assert match.over and match.position.pyramid != 0


def test_the_supply_has_nothing_that_a_talisman_could_bring():
    match = jam(talismans={"R": ANNA, "B": ANNA}, supply={"G": 0, "P": 0})
    assert match.over


def test_talismans_and_passes_alternate_on_a_jammed_board():
    match = jam(players=3)
    talisman(match, "red")  # Bruno; Cleo must pass, after him
    assert match.to_act == [ANNA]
    talisman(match, "blue")  # then Bruno must pass
    assert match.to_act == [CLEO]
    talisman(match, "green")  # the last one
    assert match.over
    assert [crystals(match, seat) for seat in range(3)] == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]]


def test_a_talisman_may_be_used_in_a_second_turn_when_no_stone_can_be_laid():
    match = jam(spaces={"h6": "!"})
    assert match.to_act == [ANNA] and match.position.second
    assert can(match) == talisman_words("red", "blue", "green", "purple")
    talisman(match, "blue")
    assert match.over  # Bruno can't, after Anna; nor can Anna


def test_a_second_turn_with_nothing_to_do_is_passed():
    match = jam(spaces={"h6": "!"}, players=3, used_talisman=[CLEO])
    assert match.to_act == [BRUNO] and not match.position.second  # Anna can't, after Cleo


# Crystals


def test_the_first_to_reach_nine_takes_the_supercrystal_for_good():
    match = table(pyramid=["RR", "RB"], platforms={ANNA: (8, 0, 0, 0), BRUNO: (8, 0, 0, 0)})
    lay(match, "RR c3 d3")
    assert crystals(match) == [9, 0, 0, 0] and has_supercrystal(match, "R") == ANNA
    lay(match, "RB h6 i6")
    name(match, "red")
    assert crystals(match, BRUNO) == [9, 0, 0, 0] and has_supercrystal(match, "R") == ANNA


def test_crystals_come_one_at_a_time_so_nobody_jumps_over_the_ninth():
    match = table(["RG b3 a3"], ["RR"], platforms={ANNA: (8, 0, 0, 0)})
    lay(match, "RR c3 d3")
    assert crystals(match) == [10, 0, 0, 0] and has_supercrystal(match, "R") == ANNA


def test_five_on_a_flipped_platform_take_the_supercrystal():
    match = table(pyramid=["RR"], platforms={ANNA: (4, 0, 0, 0)}, flipped={ANNA: "R"})
    lay(match, "RR c3 d3")
    assert crystals(match) == [5, 0, 0, 0] and has_supercrystal(match, "R") == ANNA


def test_five_on_an_unflipped_platform_take_nothing():
    match = table(pyramid=["RR"], platforms={ANNA: (4, 0, 0, 0)}, flipped={ANNA: "B"})
    lay(match, "RR c3 d3")
    assert has_supercrystal(match, "R") is None


def test_thirteen_of_a_colour_and_the_other_of_two_players_wins():
    match = table(pyramid=["RR"], platforms={ANNA: (12, 9, 9, 9), BRUNO: (0, 0, 0, 1)}, spaces={"c3": "!"})
    lay(match, "RR c3 d3")
    assert match.over and standing(match) == ([0, 1], [BRUNO])


def test_twelve_of_a_colour_are_not_too_many():
    match = table(pyramid=["RR"], platforms={ANNA: (11, 0, 0, 0)})
    lay(match, "RR c3 d3")
    assert not match.over and crystals(match) == [12, 0, 0, 0]


def test_whoever_is_out_takes_nothing_more_at_once():
    match = table(pyramid=["GG"], platforms={ANNA: (12, 8, 0, 0)}, spaces={"c3": "B", "d3": "R"})
    lay(match, "GG c3 d3")  # red comes before blue
    assert crystals(match) == [13, 8, 0, 0] and has_supercrystal(match, "B") is None and match.over


def test_whoever_is_out_uses_no_more_abilities_and_names_nothing():
    spaces = {"c3": "R", "d3": "+"}
    match = table(["BB a1 b1"], ["GP"], spaces, players=3, platforms={ANNA: (12, 0, 0, 0)})
    lay(match, "GP c3 d3")
    assert match.to_act == [BRUNO] and match.position.phase == Phase.CHOOSE
    assert crystals(match) == [13, 0, 0, 0] and black_of(match) == 0
    match = table(["RG b3 a3", "WW d4 e4"], ["WW"], players=3, platforms={ANNA: (12, 0, 0, 0)})
    lay(match, "WW c3 c4")  # red from b3 to c3; the wilds from c4 to e4 would have to be named
    assert match.to_act == [BRUNO] and crystals(match) == [13, 0, 0, 0]


def test_with_more_players_the_others_go_on_and_the_crystals_stay_out_of_the_supply():
    match = table(pyramid=["RR", "BB", "GG"], platforms={ANNA: (12, 0, 0, 0)}, spaces={"c3": "!"}, players=3)
    lay(match, "RR c3 d3")
    assert match.to_act == [BRUNO] and supply_of(match) == [13, 26, 26, 26]
    lay(match, "BB h6 i6")
    lay(match, "GG a6 b6")
    assert match.to_act == [BRUNO]  # Anna is passed over


def test_the_last_player_left_wins():
    match = table(pyramid=["RR"], platforms={ANNA: (12, 9, 0, 0)}, players=3, out=[CLEO])
    lay(match, "RR c3 d3")
    assert match.over and standing(match)[1] == [BRUNO]


def test_the_sixth_on_a_flipped_platform_takes_the_five_with_it():
    match = table(pyramid=["RR"], platforms={ANNA: (5, 2, 0, 0)}, flipped={ANNA: "R"}, supercrystals={"R": ANNA})
    lay(match, "RR c3 d3")
    assert crystals(match) == [0, 2, 0, 0] and supply_of(match)[0] == 20
    assert list(match.position.black[ANNA]) == [0, 1, 0, 0]  # blue is the fullest now
    assert has_supercrystal(match, "R") == ANNA  # for good


def test_crystals_still_due_start_again_from_none():
    match = table(["RR a3 b3"], ["RR"], platforms={ANNA: (4, 0, 0, 0)}, flipped={ANNA: "R"})
    lay(match, "RR c3 d3")  # three: the fifth, the sixth, and one more
    assert crystals(match) == [1, 0, 0, 0] and supply_of(match)[0] == 19
    assert black_of(match) == 1 and has_supercrystal(match, "R") == ANNA


def test_crystals_that_went_back_count_among_the_six_of_a_turn():
    match = table(["RR a3 b3"], ["RR"], {"c3": "B", "d3": "G"}, platforms={ANNA: (5, 0, 0, 0)}, flipped={ANNA: "R"})
    lay(match, "RR c3 d3")  # blue, green and three red ones: five in all
    assert crystals(match) == [2, 1, 1, 0] and black_of(match) == 1
    match = table(
        ["RR a3 b3", "RG c2 c1"], ["RR"], {"c3": "B", "d3": "G"}, platforms={ANNA: (5, 0, 0, 0)}, flipped={ANNA: "R"}
    )
    lay(match, "RR c3 d3")  # one red more, from c2 to c3
    assert crystals(match) == [3, 1, 1, 0] and black_of(match) == 2


def test_an_empty_supply_gives_a_black_crystal_instead():
    match = table(["RG b3 a3"], ["RR"], supply={"R": 1})
    lay(match, "RR c3 d3")  # two red ones are due
    assert crystals(match) == [1, 0, 0, 0] and black_of(match) == 1 and supply_of(match)[0] == 0


def test_an_empty_supply_may_be_named():
    match = table(pyramid=["RB"], supply={"R": 0})
    lay(match, "RB c3 d3")
    assert can(match) == {"name red", "name blue"}
    name(match, "red")
    assert crystals(match) == NOTHING and black_of(match) == 1


def test_nothing_is_asked_when_the_supply_has_none_of_the_colours():
    match = table(pyramid=["RB"], supply={"R": 0, "B": 0})
    lay(match, "RB c3 d3")
    assert match.to_act == [BRUNO] and black_of(match) == 1
    match = table(["WW a1 b1"], ["WW"], supply={"R": 0, "B": 0, "G": 0, "P": 0})
    lay(match, "WW c1 c2")
    assert match.to_act == [BRUNO] and black_of(match) == 2


def test_a_black_crystal_lies_on_the_fullest_platform_the_first_on_a_tie():
    match = table(pyramid=["RR"], platforms={ANNA: (2, 5, 5, 0)}, supply={"R": 0})
    lay(match, "RR c3 d3")
    assert list(match.position.black[ANNA]) == [0, 1, 0, 0]


def test_a_black_crystal_takes_no_place():
    match = table(pyramid=["RR"], platforms={ANNA: (8, 0, 0, 0)}, black={ANNA: (3, 0, 0, 0)})
    lay(match, "RR c3 d3")
    assert crystals(match) == [9, 0, 0, 0] and has_supercrystal(match, "R") == ANNA
    match = table(pyramid=["RR"], platforms={ANNA: (11, 0, 0, 0)}, black={ANNA: (3, 0, 0, 0)})
    lay(match, "RR c3 d3")
    assert not match.over


# Flipped platforms


def test_all_choose_at_once_and_secretly_which_platforms_to_flip():
    match = Match(GAME, GAME.setting(3, {"advanced": "yes"}), [Seat(n) for n in NAMES[:3]], luck=(1, 2))
    assert match.to_act == [0, 1, 2] and len(match.choices(0)) == 16
    flip = {match.in_words(0, action): action for action in match.choices(0)}
    match.act(0, flip["flip red and purple"])
    assert match.to_act == [1, 2]
    assert match.view(1).flipped[0] == HIDDEN and match.view(0).flipped[0] == 0b1001
    match.act(2, flip["flip none"])
    match.act(1, flip["flip green"])
    assert [int(flipped) for flipped in match.view(1).flipped[:3]] == [0b1001, 0b0100, 0]
    assert match.position.phase == Phase.CHOOSE


def test_without_the_option_no_platform_is_flipped():
    s = GAME.verbs.begin(GAME.setting(2), (1, 2))
    assert s.phase == Phase.CHOOSE and not s.flipped.any()


# End and score


@pytest.mark.parametrize("space", [".", "!"])
def test_the_match_is_over_with_the_last_stone_even_if_one_more_turn_was_earned(space):
    match = table(["GP a1 b1"], ["RR"], {"c3": space}, left=1)
    lay(match, "RR c3 d3")
    assert match.over


def test_crystals_beyond_nine_cost_a_point_each():
    match = table(platforms={ANNA: (9, 10, 12, 3)})
    assert standing(match)[0] == [9 + 8 + 6 + 3, 0]


def test_flipped_platforms_count_double():
    match = table(platforms={ANNA: (5, 3, 3, 0)}, flipped={ANNA: "RB"})
    assert standing(match)[0] == [10 + 6 + 3, 0]


def test_a_supercrystal_counts_two_and_a_black_crystal_minus_one():
    match = table(platforms={ANNA: (9, 1, 0, 0)}, supercrystals={"R": ANNA, "G": BRUNO}, black={ANNA: (2, 1, 0, 0)})
    assert standing(match) == ([9 + 1 + 2 - 3, 2], [ANNA])


def test_fewer_black_crystals_decide_a_tie():
    match = table(platforms={ANNA: (9, 2, 0, 0), BRUNO: (5, 5, 0, 0)}, black={ANNA: (1, 0, 0, 0)})
    assert standing(match) == ([10, 10], [BRUNO])


def test_black_crystals_come_before_supercrystals_in_a_tie():
    match = table(
        platforms={ANNA: (9, 0, 0, 0), BRUNO: (5, 5, 0, 0)}, black={ANNA: (1, 0, 0, 0)}, supercrystals={"R": ANNA}
    )
    assert standing(match) == ([10, 10], [BRUNO])


def test_then_more_supercrystals_decide():
    match = table(platforms={ANNA: (9, 0, 0, 0), BRUNO: (6, 5, 0, 0)}, supercrystals={"R": ANNA})
    assert standing(match) == ([11, 11], [ANNA])


def test_then_the_win_is_shared():
    match = table(players=3, platforms={ANNA: (5, 5, 0, 0), BRUNO: (0, 0, 4, 6), CLEO: (1, 1, 1, 1)})
    assert standing(match) == ([10, 10, 4], [ANNA, BRUNO])
