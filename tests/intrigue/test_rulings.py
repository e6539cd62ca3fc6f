"""Intrigue, ruling by ruling: each test is a worked example at the table. Money is in thousands."""

import random

import numpy as np
import pytest

from parlour.games.intrigue import GAME
from parlour.games.intrigue.rules import (
    CAPITAL,
    COPIES,
    HIDDEN,
    HOME,
    MOST_BRIBE,
    OCCUPATIONS,
    ROUNDS,
    SALARY,
    SEATS,
    SENT_A_TURN,
    Phase,
    sound,
)
from parlour.games.intrigue.words import COLOUR_NAMES, OCCUPATION_NAMES
from parlour.kit.checks import random_match
from parlour.kit.mistake import Mistake
from parlour.kit.voice import Voice
from tests.intrigue.table import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    can,
    cash,
    do,
    hear,
    island,
    line,
    posts,
    queue,
    table,
    to_act,
)

# Components and set-up


def test_the_components_are_those_of_the_rules():
    assert COLOUR_NAMES == ("red", "yellow", "green", "blue", "violet")
    assert SALARY.tolist() == [1, 6, 10, 3]
    assert OCCUPATION_NAMES == ("scientist", "doctor", "priest", "clerk")
    assert (COPIES, CAPITAL, ROUNDS, SENT_A_TURN) == (2, 32, 5, 2)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everyone_starts_with_32_thousand_eight_scholars_and_an_empty_palace(players):
    s = GAME.verbs.begin(GAME.setting(players), (7, 8))
    assert s.cash.tolist() == [32] * players + [0] * (SEATS - players)
    assert (s.where[:players] == HOME).all() and s.where[:players].size == 8 * players
    assert (s.area == -1).all() and (s.resident == -1).all()


def test_the_starting_seat_is_drawn_at_random():
    chance = random.Random(1)
    lucks = [(chance.getrandbits(64), chance.getrandbits(64)) for _ in range(80)]
    assert {int(GAME.verbs.begin(GAME.setting(5), luck).seat) for luck in lucks} == {0, 1, 2, 3, 4}


def test_the_first_player_of_round_1_just_sends_two_scholars():
    match = table("Red", round_number=1)
    assert match.position.phase == Phase.SEND and cash(match) == [32] * 4
    do(match, "Red: send a doctor to Green's palace", "Red: send a clerk to Yellow's palace")
    assert queue(match, "Green") == ["Red doctor"] and queue(match, "Yellow") == ["Red clerk"]
    assert to_act(match) == ["Red"], "Yellow is next and Red bribes for the clerk"


# Salaries


def test_a_salary_of_19_thousand():
    """Yellow's scientist is in Red's 10,000 area, the other in Green's 3,000 area, the doctor in Green's 6,000."""
    match = table(
        "Yellow",
        residents={
            "Red": {"10,000": "Yellow scientist"},
            "Green": {"3,000": "Yellow scientist", "6,000": "Yellow doctor"},
        },
    )
    assert cash(match) == [32, 51, 32, 32]
    assert match.position.paid == 19, "the bank pays, not the owners of the palaces"


def test_no_salaries_in_round_1():
    match = table("Yellow", residents={"Red": {"10,000": "Yellow scientist"}}, round_number=1)
    assert cash(match) == [32] * 4


def test_only_the_player_whose_turn_it_is_gets_salaries():
    match = table("Yellow", residents={"Red": {"10,000": "Blue scientist"}})
    assert cash(match) == [32] * 4


# The worked example of one whole turn: Yellow's palace has Green's priest in the 6,000 area; Blue's clerk, Red's and
# Green's scientists and Blue's priest apply.


@pytest.fixture
def yellows_turn():
    return table(
        "Yellow",
        residents={"Yellow": {"6,000": "Green priest"}},
        waiting={"Yellow": ["Blue clerk", "Red scientist", "Green scientist", "Blue priest"]},
    )


def test_the_clerk_who_paid_8_thousand_and_was_sent_to_the_1000_area(yellows_turn):
    match = yellows_turn
    assert line(match) == ["Blue clerk"], "only the clerk is uncontested"
    do(match, "Blue: bribe 8,000 for the clerk")
    assert can(match, "Yellow") == [f"hire Blue's clerk into the {area} area" for area in ("1,000", "10,000", "3,000")]
    do(match, "Yellow: hire Blue's clerk into the 1,000 area")
    assert posts(match, "Yellow") == {"6,000": "Green priest", "1,000": "Blue clerk"}
    assert cash(match) == [32, 40, 32, 24]


def test_the_two_scientists(yellows_turn):
    match = yellows_turn
    do(match, "Blue: bribe 8,000 for the clerk", "Yellow: hire Blue's clerk into the 1,000 area")
    assert line(match) == ["Green scientist", "Red scientist"], "Green sits on Yellow's left"
    do(match, "Green: bribe 4,000 for the scientist", "Red: bribe 12,000 for the scientist")
    do(match, "Yellow: hire Red's scientist into the 3,000 area")
    assert posts(match, "Yellow")["3,000"] == "Red scientist"
    assert island(match) == ["Green scientist"]
    assert cash(match) == [20, 56, 28, 24]


def test_the_two_priests(yellows_turn):
    match = yellows_turn
    do(match, "Blue: bribe 8,000 for the clerk", "Yellow: hire Blue's clerk into the 1,000 area")
    do(match, "Green: bribe 4,000 for the scientist", "Red: bribe 12,000 for the scientist")
    do(match, "Yellow: hire Red's scientist into the 3,000 area")
    assert line(match) == ["Green priest", "Blue priest"], "the resident's owner bribes first"
    do(match, "Green: bribe 1,000 for the priest", "Blue: bribe 4,000 for the priest")
    assert can(match, "Yellow") == ["keep Green's priest", "replace Green's priest by Blue's priest"]
    do(match, "Yellow: keep Green's priest")
    assert posts(match, "Yellow")["6,000"] == "Green priest"
    assert island(match) == ["Green scientist", "Blue priest"]
    assert cash(match) == [20, 61, 27, 20], "the bribe of the banished is not returned"
    assert to_act(match) == ["Yellow"] and match.position.phase == Phase.SEND


def test_a_yellow_scientist_against_the_green_one_in_reds_10000_area():
    match = table("Red", residents={"Red": {"10,000": "Green scientist"}}, waiting={"Red": ["Yellow scientist"]})
    do(match, "Green: bribe 2,000 for the scientist", "Yellow: bribe 9,000 for the scientist")
    do(match, "Red: replace Green's scientist by Yellow's scientist")
    assert posts(match, "Red") == {"10,000": "Yellow scientist"}, "the area stays the scientist's"
    assert island(match) == ["Green scientist"]


def test_three_priests_apply_at_blues_palace_and_one_area_is_taken():
    match = table(
        "Blue",
        residents={"Blue": {"6,000": "Red doctor"}},
        waiting={"Blue": ["Yellow priest", "Red priest", "Green priest"]},
    )
    assert line(match) == ["Red priest", "Yellow priest", "Green priest"], "Blue is the last seat: Red is on the left"
    do(
        match,
        "Red: bribe 1,000 for the priest",
        "Yellow: bribe 2,000 for the priest",
        "Green: bribe 3,000 for the priest",
    )
    assert len(can(match, "Blue")) == 3 * 3, "one of three into one of three areas"
    do(match, "Blue: hire Yellow's priest into the 10,000 area")
    assert island(match) == ["Red priest", "Green priest"]


def test_the_blue_scientist_can_have_any_of_the_three_areas_that_are_left():
    match = table("Green", residents={"Green": {"3,000": "Red priest"}}, waiting={"Green": ["Blue scientist"]})
    do(match, "Blue: bribe 1,000 for the scientist")
    assert can(match, "Green") == [
        f"hire Blue's scientist into the {area} area" for area in ("1,000", "6,000", "10,000")
    ]


# The two five-player examples


def test_first_five_player_example_one_uncontested_priest_and_two_external_conflicts():
    match = table(
        "Red",
        players=5,
        residents={"Red": {"3,000": "Green doctor"}},
        waiting={"Red": ["Violet priest", "Yellow scientist", "Blue scientist", "Green clerk", "Violet clerk"]},
    )
    assert line(match) == ["Violet priest"]
    do(match, "Violet: bribe 3,000 for the priest", "Red: hire Violet's priest into the 6,000 area")
    assert line(match) == ["Yellow scientist", "Green clerk", "Blue scientist", "Violet clerk"]
    do(match, "Yellow: bribe 4,000 for the scientist", "Green: bribe 5,000 for the clerk")
    do(match, "Blue: bribe 6,000 for the scientist")
    assert to_act(match) == ["Violet"], "all bribes of the batch come before any hiring"
    do(match, "Violet: bribe 1,000 for the clerk")
    do(match, "Red: hire Blue's scientist into the 1,000 area")
    do(match, "Red: hire Violet's clerk into the 10,000 area")
    assert posts(match, "Red") == {
        "1,000": "Blue scientist",
        "3,000": "Green doctor",
        "6,000": "Violet priest",
        "10,000": "Violet clerk",
    }
    assert island(match) == ["Yellow scientist", "Green clerk"]
    assert cash(match) == [32 + 19, 28, 27, 26, 28]


def test_second_five_player_example_two_internal_conflicts_with_four_priests():
    match = table(
        "Yellow",
        players=5,
        residents={"Yellow": {"3,000": "Red scientist", "10,000": "Violet priest", "6,000": "Red clerk"}},
        waiting={"Yellow": ["Green scientist", "Red priest", "Green priest", "Blue priest"]},
    )
    assert line(match) == ["Red scientist", "Green scientist"], "3,000 before 10,000, the resident first"
    do(match, "Red: bribe 2,000 for the scientist", "Green: bribe 2,000 for the scientist")
    do(match, "Yellow: replace Red's scientist by Green's scientist")
    assert line(match) == ["Violet priest", "Green priest", "Blue priest", "Red priest"]
    do(match, "Violet: bribe 9,000 for the priest", "Green: bribe 1,000 for the priest")
    do(match, "Blue: bribe 1,000 for the priest", "Red: bribe 1,000 for the priest")
    do(match, "Yellow: keep Violet's priest")
    assert posts(match, "Yellow") == {"3,000": "Green scientist", "6,000": "Red clerk", "10,000": "Violet priest"}
    assert island(match) == ["Red scientist", "Red priest", "Green priest", "Blue priest"]


def test_in_an_internal_conflict_the_resident_is_first_and_the_rest_go_from_the_owners_left():
    match = table(
        "Yellow",
        players=5,
        residents={"Yellow": {"10,000": "Violet priest"}},
        waiting={"Yellow": ["Red priest", "Green priest", "Blue priest"]},
    )
    assert line(match) == ["Violet priest", "Green priest", "Blue priest", "Red priest"]


# Order


def test_uncontested_come_before_external_and_external_before_internal_conflicts():
    match = table(
        "Red",
        residents={"Red": {"1,000": "Blue doctor"}},
        waiting={"Red": ["Yellow doctor", "Green clerk", "Blue clerk", "Yellow priest"]},
    )
    assert line(match) == ["Yellow priest"]
    do(match, "Yellow: bribe 1,000 for the priest", "Red: hire Yellow's priest into the 3,000 area")
    assert line(match) == ["Green clerk", "Blue clerk"]
    do(match, "Green: bribe 1,000 for the clerk", "Blue: bribe 1,000 for the clerk")
    do(match, "Red: hire Blue's clerk into the 6,000 area")
    assert line(match) == ["Blue doctor", "Yellow doctor"]


def test_internal_conflicts_go_from_1_to_3_to_6_to_10_thousand():
    match = table(
        "Red",
        players=5,
        residents={
            "Red": {
                "10,000": "Yellow scientist",
                "6,000": "Yellow doctor",
                "1,000": "Yellow priest",
                "3,000": "Yellow clerk",
            }
        },
        waiting={"Red": ["Green scientist", "Blue doctor", "Violet priest", "Green clerk"]},
    )
    order = []
    while match.position.phase != Phase.SEND:
        order.append(line(match)[-1])
        for name, trade in [scholar.split() for scholar in line(match)]:
            do(match, f"{name}: bribe 1,000 for the {trade}")
        do(match, f"Red: keep Yellow's {trade}")
    assert order == ["Violet priest", "Green clerk", "Blue doctor", "Green scientist"]


def test_a_player_with_several_applicants_gives_all_bribes_on_his_turn_in_the_order_of_the_occupations():
    match = table("Red", waiting={"Red": ["Yellow clerk", "Yellow doctor", "Green priest", "Blue scientist"]})
    assert line(match) == ["Yellow doctor", "Yellow clerk", "Green priest", "Blue scientist"]


def test_all_bribes_of_the_uncontested_batch_come_before_the_first_placing():
    match = table("Red", waiting={"Red": ["Yellow scientist", "Blue doctor"]})
    do(match, "Yellow: bribe 1,000 for the scientist")
    assert to_act(match) == ["Blue"]
    do(match, "Blue: bribe 1,000 for the doctor")
    do(match, "Red: hire Yellow's scientist into the 10,000 area", "Red: hire Blue's doctor into the 3,000 area")
    assert posts(match, "Red") == {"10,000": "Yellow scientist", "3,000": "Blue doctor"}


def test_an_uncontested_applicant_cannot_be_refused():
    match = table("Red", waiting={"Red": ["Yellow scientist"]})
    do(match, "Yellow: bribe 1,000 for the scientist")
    assert all(choice.startswith("hire Yellow's scientist") for choice in can(match, "Red"))


def test_the_last_scholar_for_the_last_area_is_placed_without_asking():
    match = table(
        "Red",
        residents={"Red": {"10,000": "Blue scientist", "6,000": "Blue doctor", "1,000": "Green priest"}},
        waiting={"Red": ["Yellow clerk"]},
    )
    do(match, "Yellow: bribe 1,000 for the clerk")
    assert posts(match, "Red")["3,000"] == "Yellow clerk"
    assert match.position.phase == Phase.SEND


def test_an_occupation_keeps_its_area_whoever_holds_it():
    match = table("Red", residents={"Red": {"3,000": "Yellow clerk"}}, waiting={"Red": ["Blue clerk"]})
    do(match, "Yellow: bribe 1,000 for the clerk", "Blue: bribe 1,000 for the clerk")
    do(match, "Red: replace Yellow's clerk by Blue's clerk")
    assert posts(match, "Red") == {"3,000": "Blue clerk"}


def test_a_resident_whose_occupation_nobody_applies_for_stays_without_a_bribe():
    match = table("Red", residents={"Red": {"3,000": "Green doctor"}}, waiting={"Red": ["Blue clerk"]})
    do(match, "Blue: bribe 1,000 for the clerk", "Red: hire Blue's clerk into the 1,000 area")
    assert match.position.phase == Phase.SEND and posts(match, "Red")["3,000"] == "Green doctor"


# Conflicts


def test_four_applicants_against_one_resident():
    match = table(
        "Red",
        players=5,
        residents={"Red": {"10,000": "Yellow priest"}},
        waiting={"Red": ["Green priest", "Blue priest", "Violet priest", "Violet priest"]},
    )
    assert line(match) == ["Yellow priest", "Green priest", "Blue priest", "Violet priest", "Violet priest"]
    for name in ("Yellow", "Green", "Blue", "Violet", "Violet"):
        do(match, f"{name}: bribe 2,000 for the priest")
    assert len(can(match, "Red")) == 4, "Violet's two priests are worth the same"
    do(match, "Red: replace Yellow's priest by Violet's priest")
    assert posts(match, "Red") == {"10,000": "Violet priest"}
    assert island(match) == ["Yellow priest", "Green priest", "Blue priest", "Violet priest"]
    assert cash(match) == [42, 30, 30, 30, 28]


def test_an_external_conflict_with_oneself_both_bribe_and_one_stays():
    match = table("Red", waiting={"Red": ["Blue clerk", "Blue clerk"]})
    assert line(match) == ["Blue clerk", "Blue clerk"]
    do(match, "Blue: bribe 5,000 for the clerk", "Blue: bribe 2,000 for the clerk")
    assert can(match, "Red") == [f"hire Blue's clerk into the {a} area" for a in ("1,000", "6,000", "10,000", "3,000")]
    do(match, "Red: hire Blue's clerk into the 10,000 area")
    assert posts(match, "Red") == {"10,000": "Blue clerk"} and island(match) == ["Blue clerk"]
    assert cash(match) == [39, 32, 32, 25]


def test_an_external_conflict_with_oneself_and_a_rival():
    match = table("Red", waiting={"Red": ["Blue clerk", "Blue clerk", "Green clerk"]})
    assert line(match) == ["Green clerk", "Blue clerk", "Blue clerk"]
    do(match, "Green: bribe 1,000 for the clerk", "Blue: bribe 1,000 for the clerk", "Blue: bribe 1,000 for the clerk")
    do(match, "Red: hire Green's clerk into the 1,000 area")
    assert island(match) == ["Blue clerk", "Blue clerk"]


def test_an_internal_conflict_with_oneself_both_bribe_and_the_resident_stays():
    match = table("Red", residents={"Red": {"6,000": "Blue clerk"}}, waiting={"Red": ["Blue clerk"]})
    assert line(match) == ["Blue clerk", "Blue clerk"]
    do(match, "Blue: bribe 3,000 for the clerk", "Blue: bribe 1,000 for the clerk")
    assert match.position.phase == Phase.SEND, "there was nothing for Red to decide"
    assert posts(match, "Red") == {"6,000": "Blue clerk"} and island(match) == ["Blue clerk"]
    assert cash(match) == [36, 32, 32, 28]


def test_an_internal_conflict_with_oneself_and_a_rival():
    match = table("Red", residents={"Red": {"6,000": "Blue clerk"}}, waiting={"Red": ["Yellow clerk", "Blue clerk"]})
    assert line(match) == ["Blue clerk", "Yellow clerk", "Blue clerk"]
    do(match, "Blue: bribe 3,000 for the clerk", "Yellow: bribe 1,000 for the clerk", "Blue: bribe 1,000 for the clerk")
    assert can(match, "Red") == ["replace Blue's clerk by Yellow's clerk", "keep Blue's clerk"]
    do(match, "Red: keep Blue's clerk")
    assert island(match) == ["Yellow clerk", "Blue clerk"]


# Bribes


def test_a_bribe_is_between_1000_and_all_the_cash_in_thousands():
    match = table("Red", waiting={"Red": ["Yellow clerk"]}, cash={"Yellow": 4})
    assert can(match, "Yellow") == [f"bribe {n},000 for the clerk" for n in (1, 2, 3, 4)]
    with pytest.raises(Mistake, match=r"only 4,000 are left\."):
        match.act(YELLOW, 4)
    for words in ("bribe 500", "bribe 0", "bribe 2,500 for the clerk"):
        with pytest.raises(Mistake, match=r"a bribe is a multiple of 1,000, at least 1,000"):
            do(match, f"Yellow: {words}")


def test_a_bribe_is_at_most_100_thousand_twice_what_the_best_post_can_ever_pay():
    assert 2 * ROUNDS * max(SALARY) == MOST_BRIBE
    match = table("Red", waiting={"Red": ["Yellow clerk"]}, cash={"Yellow": 150})
    assert can(match, "Yellow")[-1] == "bribe 100,000 for the clerk"
    with pytest.raises(Mistake, match=r"a bribe is at most 100,000, which is twice what the best post can ever pay\."):
        do(match, "Yellow: bribe 101,000 for the clerk")


def test_all_the_money_of_a_match_fits_its_field():
    salaries = ROUNDS * SEATS * int(SALARY.sum())
    bribes_by_bank = 2 * SEATS * OCCUPATIONS * COPIES * ROUNDS
    assert CAPITAL * SEATS + salaries + bribes_by_bank < np.iinfo(np.int16).max


def test_a_bribe_is_handed_to_the_owner_at_once():
    match = table("Red", waiting={"Red": ["Yellow clerk", "Blue clerk"]})
    do(match, "Yellow: bribe 7,000 for the clerk")
    assert cash(match) == [39, 25, 32, 32]


def test_broke_with_two_applicants_the_bank_pays_1000_for_each():
    match = table("Red", waiting={"Red": ["Yellow clerk", "Yellow doctor", "Blue priest"]}, cash={"Yellow": 0})
    assert to_act(match) == ["Blue"], "Yellow has nothing to choose"
    assert cash(match) == [34, 0, 32, 32]
    assert match.position.bribe[:2].tolist() == [1, 1]


def test_who_gives_all_the_money_for_the_first_applicant_has_the_bank_pay_for_the_second():
    match = table("Red", waiting={"Red": ["Yellow clerk", "Yellow doctor", "Blue priest"]}, cash={"Yellow": 5})
    do(match, "Yellow: bribe 5,000 for the doctor")
    assert cash(match) == [38, 0, 32, 32] and to_act(match) == ["Blue"]


def test_who_has_money_may_not_use_the_bank():
    match = table("Red", waiting={"Red": ["Yellow clerk"]}, cash={"Yellow": 1})
    assert cash(match) == [33, 0, 32, 32], "the last 1,000 are Yellow's own"
    assert match.position.paid == -31, "the bank has paid nothing: 31 of Yellow's capital were taken off by hand"


# Sending


def test_two_scholars_of_any_kind_go_to_any_other_palaces_but_never_to_their_own():
    match = table("Red")
    assert len(can(match, "Red")) == 4 * 3
    assert not any("Red's" in choice for choice in can(match, "Red"))
    do(match, "Red: send a clerk to Blue's palace", "Red: send a clerk to Blue's palace")
    assert queue(match, "Blue") == ["Red clerk", "Red clerk"]


def test_scholars_never_apply_at_their_own_palace():
    match = table("Red")
    action = GAME.rules.ACTIONS.number(f"send[0, {RED}]")
    with pytest.raises(Mistake, match=r"scholars never apply at their own palace\."):
        match.act(RED, action)


def test_who_was_sent_is_no_longer_at_home():
    match = table("Red", waiting={"Blue": ["Red clerk"]})
    do(match, "Red: send a clerk to Green's palace")
    assert not any("clerk" in choice for choice in can(match, "Red"))


def test_option_two_palaces_the_two_scholars_must_go_to_different_palaces():
    match = table("Red", two_palaces="yes")
    do(match, "Red: send a clerk to Blue's palace")
    assert not any("Blue's" in choice for choice in can(match, "Red"))
    match = table("Red")
    do(match, "Red: send a clerk to Blue's palace")
    assert any("Blue's" in choice for choice in can(match, "Red"))


def test_option_two_palaces_with_three_players_the_last_scholar_may_have_only_one_way():
    away = ["scientist", "doctor", "priest", "scientist", "doctor", "priest"]
    match = table("Red", players=3, banished={"Green": [f"Red {o}" for o in away]}, round_number=4, two_palaces="yes")
    do(match, "Red: send a clerk to Green's palace")
    assert queue(match, "Green") == ["Red clerk"] and queue(match, "Yellow") == ["Red clerk"]


# Rounds and the end


def test_round_5_has_no_sending_and_the_turn_ends_after_the_applications():
    match = table("Red", waiting={"Red": ["Yellow clerk"], "Yellow": ["Blue doctor"]}, round_number=5)
    do(match, "Yellow: bribe 1,000 for the clerk", "Red: hire Yellow's clerk into the 6,000 area")
    assert match.position.seat == YELLOW and match.position.round_number == 5
    assert to_act(match) == ["Blue"] and cash(match)[YELLOW] == 31 + 6, "Yellow's turn begins with the new salary"


def test_after_round_5_everyone_gets_one_last_salary_payment():
    match = table(
        "Blue",
        residents={
            "Red": {"10,000": "Yellow priest"},
            "Green": {"6,000": "Red clerk"},
            "Yellow": {"3,000": "Blue clerk"},
        },
        waiting={"Blue": ["Red doctor", "Green doctor"]},
        round_number=5,
    )
    do(match, "Red: bribe 2,000 for the doctor", "Green: bribe 2,000 for the doctor")
    do(match, "Blue: hire Green's doctor into the 10,000 area")
    assert match.over
    assert cash(match) == [30 + 6, 32 + 10, 30 + 10, 32 + 3 + 4 + 3], "Blue had a salary in the turn, too"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_at_the_end_nobody_waits_and_nobody_is_at_home(players):
    match = random_match(GAME, GAME.setting(players), seed=players)
    assert match.over and sound(match.position)
    assert all(not queue(match, name) for name in match.names)
    assert not (match.position.where[:players] == HOME).any()


def test_a_round_goes_from_the_first_player_round_the_table():
    match = table("Green", first="Blue", round_number=1)
    do(match, "Green: send a clerk to Red's palace", "Green: send a clerk to Red's palace")
    assert match.position.seat == BLUE and match.position.round_number == 2


def test_the_most_ducats_win_and_equal_fortunes_share_the_win():
    match = table("Red", players=3, cash={"Red": 40, "Yellow": 50, "Green": 50}, round_number=5, first="Yellow")
    assert match.over and cash(match) == [40, 50, 50]
    assert GAME.verbs.standing(match.position) == ([40, 50, 50], [YELLOW, GREEN])


# Knowledge: money


def test_without_open_money_only_the_own_total_is_shown():
    match = table("Red", cash={"Red": 41, "Yellow": 42, "Green": 43, "Blue": 44})
    shown = shown_to(match, GREEN)
    assert "43,000 ducats" in shown and not any(f"{n},000" in shown for n in (41, 42, 44))
    assert "ducats" not in shown_to(match, -1)


def test_with_open_money_all_totals_are_shown():
    match = table("Red", cash={"Red": 41, "Yellow": 42, "Green": 43, "Blue": 44}, open_money="yes")
    assert all(f"{n},000 ducats" in shown_to(match, GREEN) for n in (41, 42, 43, 44))


def test_whoever_counts_along_knows_all_totals_so_the_record_keeps_them():
    match = table("Red", cash={"Red": 41})
    assert match.view(GREEN).cash.tolist() == match.position.cash.tolist()


def test_at_the_end_all_totals_are_shown():
    match = table("Red", players=3, round_number=5, first="Yellow")
    assert shown_to(match, -1).count("32,000 ducats") == 3


def shown_to(match, listener):
    rows = GAME.words.look(match.view(listener), Voice(match.names, listener))
    return "\n".join(text for _, text in rows)


# Knowledge: secret bribes


@pytest.fixture
def sealed():
    return table("Red", waiting={"Red": ["Yellow clerk", "Green clerk", "Green doctor"]}, secret_bribes="yes")


def test_option_secret_bribes_all_of_a_batch_bribe_at_the_same_time(sealed):
    do(sealed, "Green: bribe 3,000 for the doctor")  # uncontested, a batch of one
    do(sealed, "Red: hire Green's doctor into the 1,000 area")
    assert to_act(sealed) == ["Yellow", "Green"]
    do(sealed, "Green: bribe 5,000 for the clerk")
    assert to_act(sealed) == ["Yellow"]
    do(sealed, "Yellow: bribe 4,000 for the clerk")
    assert to_act(sealed) == ["Red"] and cash(sealed) == [44, 28, 24, 32]


def test_a_secret_bribe_is_blank_for_all_but_its_giver_until_the_last_is_given(sealed):
    do(sealed, "Green: bribe 3,000 for the doctor", "Red: hire Green's doctor into the 1,000 area")
    told = hear(sealed, "Green: bribe 5,000 for the clerk")
    assert cash(sealed) == [35, 32, 29, 32], "no money has moved yet"
    assert sealed.view(GREEN).bribe[:2].tolist() == [0, 5]
    assert told[GREEN] == ["You cover a bribe of 5,000 for the clerk."]
    for other in (RED, YELLOW, BLUE, -1):
        assert sealed.view(other).bribe[:2].tolist() == [0, HIDDEN]
        assert told[other] == ["Green covers a bribe for the clerk."]
    do(sealed, "Yellow: bribe 4,000 for the clerk")
    for seat in (RED, YELLOW, GREEN, BLUE, -1):
        assert sealed.view(seat).bribe[:2].tolist() == [4, 5]


def test_the_palaces_owner_does_not_see_the_first_of_two_secret_bribes_of_one_player():
    match = table("Red", waiting={"Red": ["Yellow clerk", "Yellow doctor"]}, secret_bribes="yes")
    told = hear(match, "Yellow: bribe 9,000 for the doctor")
    assert match.view(RED).bribe[:2].tolist() == [HIDDEN, 0]
    assert told[RED] == ["Yellow covers a bribe for the doctor."]
    assert told[YELLOW] == ["You cover a bribe of 9,000 for the doctor."]


def test_who_has_put_all_under_cover_is_still_asked_for_the_next_bribe():
    match = table(
        "Red",
        waiting={"Red": ["Yellow clerk", "Yellow doctor", "Blue priest"]},
        cash={"Yellow": 6},
        secret_bribes="yes",
    )
    do(match, "Yellow: bribe 6,000 for the doctor")
    assert to_act(match) == ["Yellow", "Blue"], "to skip Yellow would tell that nothing is left"
    assert can(match, "Yellow") == ["bribe 1,000 for the clerk"]
    with pytest.raises(Mistake, match=r"who has no money at all gives exactly 1,000, which the bank pays\."):
        match.act(YELLOW, 1)
    do(match, "Yellow: bribe 1,000 for the clerk", "Blue: bribe 2,000 for the priest")
    assert cash(match) == [41, 0, 32, 30], "six of Yellow's, one of the bank's, two of Blue's"


def test_secret_bribes_together_can_not_exceed_the_cash():
    match = table("Red", waiting={"Red": ["Yellow clerk", "Yellow doctor"]}, cash={"Yellow": 6}, secret_bribes="yes")
    do(match, "Yellow: bribe 4,000 for the doctor")
    assert can(match, "Yellow") == ["bribe 1,000 for the clerk", "bribe 2,000 for the clerk"]


@pytest.mark.parametrize("staked", ["1,000", "5,000", "6,000"])
def test_what_a_player_has_staked_does_not_show_in_what_others_may_take_back(staked):
    """With all he has under cover for one scholar, Yellow can but give 1,000 for the other."""
    waiting = {"Red": ["Yellow clerk", "Yellow doctor", "Green priest", "Blue scientist"]}
    match = table("Red", waiting=waiting, cash={"Yellow": 6}, secret_bribes="yes")
    do(match, "Green: bribe 3,000 for the priest", f"Yellow: bribe {staked} for the doctor")
    assert match.why_no_undo(GREEN) is None
    do(match, "Yellow: bribe 1,000 for the clerk")
    assert match.why_no_undo(GREEN) is None
    match.undo(GREEN)
    assert to_act(match) == ["Green", "Blue"] and match.view(YELLOW).bribe.tolist()[:2].count(1) >= 1


def test_who_is_broke_is_not_asked_for_a_secret_bribe_for_all_know_it():
    waiting = {"Red": ["Yellow clerk", "Green clerk", "Blue clerk"]}
    match = table("Red", waiting=waiting, cash={"Yellow": 0}, secret_bribes="yes")
    assert to_act(match) == ["Green", "Blue"] and cash(match)[RED] == 32


def test_a_guess_at_secret_bribes_is_something_their_givers_can_afford():
    match = table(
        "Red",
        waiting={"Red": ["Yellow clerk", "Yellow doctor", "Blue priest"]},
        cash={"Yellow": 3},
        secret_bribes="yes",
    )
    do(match, "Yellow: bribe 2,000 for the doctor", "Yellow: bribe 1,000 for the clerk")
    chance = random.Random(1)
    worlds = [GAME.verbs.world(match.view(BLUE), BLUE, (chance.getrandbits(64), 1)) for _ in range(60)]
    assert {tuple(world.bribe[:3].tolist()) for world in worlds} == {(1, 1, 0), (1, 2, 0), (2, 1, 0), (3, 1, 0)}


def test_where_the_owner_has_nothing_to_decide_bribes_are_open():
    match = table(
        "Red", residents={"Red": {"6,000": "Blue clerk"}}, waiting={"Red": ["Blue clerk"]}, secret_bribes="yes"
    )
    do(match, "Blue: bribe 3,000 for the clerk")
    assert cash(match) == [35, 32, 32, 29]


def test_without_the_option_bribes_are_open_one_after_the_other():
    match = table("Red", waiting={"Red": ["Yellow clerk", "Green clerk"]})
    do(match, "Yellow: bribe 4,000 for the clerk")
    assert to_act(match) == ["Green"] and match.view(GREEN).bribe[0] == 4
