"""The heuristic of Intrigue and its shrewder player at hand-built tables, and their strength."""

import random

import numpy as np
import pytest

from parlour.games.intrigue import GAME
from parlour.games.intrigue.bots import shrewd
from parlour.kit.luck import seeded
from tests.intrigue.table import can, do, line, queue, table
from tests.players import ask


def wish(match, name, luck=(1, 2), player=GAME.bots.heuristic):
    """What the heuristic, or another player, would do at a seat."""
    seat = match.names.index(name)
    return match.in_words(seat, ask(player, match.view(seat), seat, luck))


def amount(words):
    return int(words.split()[1].replace(",", "")) // 1000


def test_it_bribes_more_for_a_better_post_and_less_when_few_salaries_are_left():
    def bid(area, round_number):
        residents = {"Red": {area: "Yellow clerk"}}
        match = table("Red", residents=residents, waiting={"Red": ["Blue clerk"]}, round_number=round_number)
        return amount(wish(match, "Yellow"))

    assert bid("10,000", 2) > bid("3,000", 2) >= bid("1,000", 2)
    assert bid("10,000", 2) > bid("10,000", 5)


def test_it_outbids_a_rival_as_long_as_the_post_is_worth_it():
    match = table("Red", residents={"Red": {"10,000": "Yellow clerk"}}, waiting={"Red": ["Blue clerk"]})
    do(match, "Yellow: bribe 9,000 for the clerk")
    assert amount(wish(match, "Blue")) >= 10


def test_it_gives_the_least_where_it_can_not_win():
    match = table("Red", residents={"Red": {"1,000": "Yellow clerk"}}, waiting={"Red": ["Blue clerk"]})
    do(match, "Yellow: bribe 20,000 for the clerk")
    assert wish(match, "Blue") == "bribe 1,000 for the clerk"


def test_it_bribes_only_once_in_a_conflict_with_itself():
    match = table("Red", waiting={"Red": ["Blue clerk", "Blue clerk"]})
    do(match, wish_of(match, "Blue"))
    assert wish(match, "Blue") == "bribe 1,000 for the clerk"


def wish_of(match, name):
    return f"{name}: {wish(match, name)}"


def test_it_gives_the_post_to_the_better_payer():
    match = table("Red", waiting={"Red": ["Blue clerk", "Green clerk"]})
    do(match, "Green: bribe 3,000 for the clerk", "Blue: bribe 6,000 for the clerk")
    assert wish(match, "Red").startswith("hire Blue's clerk")


def test_it_keeps_a_resident_who_pays_as_well_as_the_applicant():
    match = table("Red", residents={"Red": {"6,000": "Blue clerk"}}, waiting={"Red": ["Green clerk"]})
    do(match, "Blue: bribe 5,000 for the clerk", "Green: bribe 5,000 for the clerk")
    assert wish(match, "Red") == "keep Blue's clerk"


def shrewd_wishes(match, name):
    """What the shrewd player would do at a seat, with a hundred different lucks."""
    dice = seeded(1)
    return [wish(match, name, dice(), shrewd) for _ in range(100)]


def test_the_shrewd_player_honours_money_half_of_the_time_and_else_picks_anyone():
    match = table("Red", residents={"Red": {"6,000": "Blue clerk"}}, waiting={"Red": ["Green clerk"]})
    do(match, "Blue: bribe 9,000 for the clerk", "Green: bribe 1,000 for the clerk")
    wishes = shrewd_wishes(match, "Red")
    assert set(wishes) == {"keep Blue's clerk", "replace Blue's clerk by Green's clerk"}
    assert 60 <= wishes.count("keep Blue's clerk") <= 90  # three in four


def test_the_shrewd_player_on_a_whim_gives_the_worst_area_to_one_who_is_ahead_and_else_the_best():
    def areas(cash):
        match = table("Red", waiting={"Red": ["Blue clerk"]}, cash={"Blue": cash})
        do(match, "Blue: bribe 1,000 for the clerk")
        return {wish.rsplit(" ", 2)[1] for wish in shrewd_wishes(match, "Red")}

    assert areas(cash=32) == {"1,000", "10,000"}  # the least is what so small a bribe deserves
    assert areas(cash=90) == {"1,000"}


def test_a_good_bribe_gets_a_better_area():
    def area(bribe):
        match = table("Red", waiting={"Red": ["Blue clerk"]})
        do(match, f"Blue: bribe {bribe},000 for the clerk")
        return wish(match, "Red")

    assert area(1) == "hire Blue's clerk into the 1,000 area"
    assert area(6) == "hire Blue's clerk into the 10,000 area"


def test_it_takes_vengeance_on_those_who_banished_its_scholars():
    match = table(
        "Red", waiting={"Red": ["Blue clerk", "Green clerk"]}, banished={"Blue": ["Red doctor", "Red priest"]}
    )
    do(match, "Green: bribe 4,000 for the clerk", "Blue: bribe 5,000 for the clerk")
    assert wish(match, "Red").startswith("hire Green's clerk")


def test_it_spares_those_who_pay_its_own_scholars():
    match = table(
        "Red",
        residents={"Blue": {"6,000": "Red doctor"}},
        waiting={"Red": ["Blue clerk", "Green clerk"]},
        round_number=1,
    )
    do(match, "Green: bribe 5,000 for the clerk", "Blue: bribe 4,000 for the clerk")
    assert wish(match, "Red").startswith("hire Blue's clerk")


def test_it_sends_its_scholars_to_different_palaces():
    match = table("Red", round_number=1)
    do(match, wish_of(match, "Red"))
    do(match, wish_of(match, "Red"))
    assert max(len(queue(match, name)) for name in match.names) + len(line(match)) <= 2
    assert sorted(len(queue(match, name)) for name in match.names) == [0, 0, 1, 1]


def test_it_never_sends_a_scholar_against_its_own_if_there_is_another_way():
    match = table("Red", residents={"Blue": {"10,000": "Red clerk"}, "Green": {"10,000": "Red clerk"}})
    assert "clerk" not in str(can(match, "Red"))
    match = table("Red", residents={"Blue": {"10,000": "Red clerk"}, "Green": {"1,000": "Yellow clerk"}})
    for n in range(1, 20):
        assert wish(match, "Red", (n, 7)) != "send a clerk to Blue's palace"


def share_of_wins(players, games):
    """How often one heuristic wins against random players, seats and beginnings drawn by lot."""
    chance = random.Random(players)
    verbs, wins = GAME.verbs, []
    for _ in range(games):
        s = verbs.begin(GAME.setting(players), (chance.getrandbits(64), 1))
        mine = chance.randrange(players)
        while acting := verbs.to_act(s):
            seat = acting[0]
            if seat == mine:
                luck = chance.getrandbits(64), 1
                verbs.play(s, seat, ask(GAME.bots.heuristic, verbs.view(s, seat), seat, luck))
            else:
                verbs.play(s, seat, chance.choice(verbs.choices(s, seat)))
        _, leaders = verbs.standing(s)
        wins.append((mine in leaders) / len(leaders))
    return np.mean(wins)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_one_heuristic_beats_random_players(players):
    assert share_of_wins(players, games=100) > 0.85
