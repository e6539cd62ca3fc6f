"""The heuristic of The Rainbow Chandelier and its shrewder player at hand-built tables, and their strength."""

import pytest

from parlour.games.chandelier import GAME
from parlour.games.chandelier.bots import heuristic, shrewd
from parlour.games.chandelier.rules import begin_bribery
from parlour.kit.match import Match
from parlour.lab.simulate import simulate
from tests.chandelier.table import ANNA, KIND, bank, bribery, visits
from tests.players import Player, act_legally_on_what_they_know, ask, wins


def choice(match: Match, seat: int, player: Player = heuristic) -> str:
    """What a player would do, in words."""
    return match.in_words(seat, ask(player, match.view(seat), seat, (1, 2)))


def wins_of_first(players: int, games: int, *bots: str) -> float:
    """The share of games that the first of these bots wins."""
    return float(simulate(GAME, GAME.setting(players), bots, games, seed=1).wins[:, 0].mean())


def test_one_of_it_beats_three_random_ones():
    assert wins_of_first(4, 1000, "heuristic", "random", "random", "random") >= 0.98


def test_it_beats_random_players_at_tables_of_any_size():
    for players in (2, 3, 5, 6):
        assert wins_of_first(players, 200, "heuristic", *["random"] * (players - 1)) >= 0.95


def test_no_seat_is_favoured_among_equals():
    assert 0.2 < wins_of_first(4, 1000, *["heuristic"] * 4) < 0.3


def test_it_offers_a_bribe_for_a_tile_that_beats_the_rest():
    rich = {"Hill Square": ["red vendor"], "Chapel Plaza": ["thief"] * 3, "West Dock": ["thief"]}
    match = visits(rich, rounds=2, turns=3, crystals=[[2, 2, 2, 0], [4, 0, 0, 0], [0] * 4, [0] * 4])
    assert choice(match, ANNA) == "visit the red vendor on roof 19, Hill Square"
    begin_bribery(match.position)
    assert choice(match, ANNA) not in ("bribe 0K", "bribe 12K")


def test_it_offers_nothing_where_all_tiles_are_alike():
    match = bribery(4)
    match.position.roof[:] = 0
    assert choice(match, ANNA) == "bribe 0K"


def test_it_keeps_enough_to_pay_for_the_tile_it_wants():
    match = bribery(4, cash=[4, 12, 12, 12], rounds=2, turns=3)
    match.position.roof[:] = 13  # council persons
    match.position.roof[18] = 8  # and one red vendor
    assert choice(match, ANNA) == "bribe 0K"


def test_it_completes_a_set_rather_than_beginning_another_lot():
    town = {"West Dock": ["green preacher", "red preacher"]}
    assert "green preacher" in choice(visits(town, rounds=2, crystals=[[1, 1, 1, 0]]), ANNA)


def test_it_banks_what_it_needs_and_keeps_the_rest():
    poor = bank(4, crystals=[[3, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4], cash=[0, 0, 0, 0])
    assert choice(poor, ANNA) == "cash in 3 red for 8K, 8K in all"
    rich = bank(4, crystals=[[3, 1, 1, 1], [1, 0, 0, 0], [0] * 4, [0] * 4], cash=[40, 0, 0, 0], rounds=1)
    assert choice(rich, ANNA).startswith("keep all red")


def test_it_banks_what_a_lot_can_not_pay_for_in_the_end():
    match = bank(4, crystals=[[8, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4], cash=[40, 0, 0, 0], rounds=1)
    assert choice(match, ANNA) in ("cash in 3 red for 8K, 8K in all", "cash in 4 red for 11K, 11K in all")


def test_the_shrewd_player_sells_a_set_after_the_first_round_where_the_other_keeps_it():
    match = bank(4, crystals=[[1, 1, 1, 1], [0] * 4, [0] * 4, [0] * 4], cash=[8, 0, 0, 0])
    assert choice(match, ANNA) == "keep all red, 0K in all"
    assert choice(match, ANNA, shrewd) == "cash in 1 red for 2K, 2K in all"


def test_the_shrewd_player_bribes_where_the_other_finds_the_difference_too_small():
    match = bribery(4, rounds=2, turns=3)
    match.position.roof[:] = KIND["red preacher"]
    match.position.roof[18] = KIND["red vendor"]
    assert choice(match, ANNA) == "bribe 0K"
    assert choice(match, ANNA, shrewd) == "bribe 1K"


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_shrewd_player_acts_legally_on_what_its_seat_knows(players):
    act_legally_on_what_they_know(GAME, shrewd, players)


def test_the_shrewd_player_beats_the_heuristic():
    assert wins(GAME, shrewd, heuristic, 600) > 0.6
