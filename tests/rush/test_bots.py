"""The heuristic of Rainbow Rush and its shrewder player at hand-built tables, and their strength."""

import pytest

from parlour.bots.roster import think
from parlour.games.rush import GAME
from parlour.games.rush.bots import heuristic, shrewd
from parlour.games.rush.rules import Phase
from parlour.lab.simulate import simulate
from tests.players import act_legally_on_what_they_know, wins
from tests.rush.table import do, table

STARS = ["blue star", "green star", "orange star", "red star", "yellow star"]


def wish(match):
    seat = match.to_act[0]
    return match.in_words(seat, think(GAME, "heuristic", match.view(seat), seat, (1, 2)))


def shrewd_wish(match):
    seat = match.to_act[0]
    return match.in_words(seat, shrewd(match.view(seat), seat))


def test_it_takes_a_discard_that_it_needs():
    match = table(rainbows={0: STARS[:3]}, hands={0: ["red cross"] * 3}, discards=["red star"], phase=Phase.DRAW)
    assert wish(match) == "take red star"


def test_it_leaves_a_discard_that_it_has_no_use_for():
    match = table(rainbows={0: STARS[:3]}, hands={0: ["red cross"] * 3}, discards=["blue star"], phase=Phase.DRAW)
    assert wish(match) == "draw"


def test_it_plays_the_winning_card_before_all_else():
    hand = ["red wild", "yellow star", "red cross", "blue cross"]
    match = table(
        rainbows={0: STARS[:4], 1: ["blue cross", "green cross", "orange cross", "red cross"]}, hands={0: hand}
    )
    assert wish(match) == "play yellow star"


def test_it_spoils_the_rainbow_of_someone_about_to_win():
    crosses = ["blue cross", "green cross", "orange cross", "red cross", "red circle"]
    match = table(rainbows={0: STARS[:2], 1: crosses}, hands={0: ["blue wild", "red star", "red circle", "red circle"]})
    assert wish(match).startswith("put blue wild on Bruno's")


def test_it_fills_a_missing_colour_of_its_best_shape():
    match = table(rainbows={0: STARS[:3]}, hands={0: ["red cross", "blue star", "yellow star", "red circle"]})
    assert wish(match) == "play yellow star"


def test_it_keeps_what_it_needs_and_gives_the_next_player_nothing():
    match = table(
        rainbows={0: STARS[:3], 1: ["blue cross", "green cross"]},
        hands={0: ["red cross", "blue star", "red circle", "blue star"]},
    )
    assert wish(match) in ("discard blue star", "discard red circle")


def test_of_six_cards_it_removes_one_that_does_not_fit():
    match = table(rainbows={0: [*STARS[:3], "red cross", "red circle"]}, hands={0: ["red star", *["blue circle"] * 3]})
    do(match, "play red star")
    assert wish(match) in ("remove red cross", "remove red circle")


@pytest.mark.parametrize("players", [2, 4, 8])
def test_one_heuristic_beats_random_players(players):
    bots = ["heuristic"] + ["random"] * (players - 1)
    results = simulate(GAME, GAME.setting(players), bots, games=500, seed=1)
    assert results.wins[:, 0].mean() > 0.9


def test_the_shrewd_player_hits_a_wild_because_it_never_comes_back():
    crosses = ["blue cross", "green cross", "orange wild", "red cross", "red circle"]
    match = table(rainbows={0: STARS[:2], 1: crosses}, hands={0: ["blue wild", "red star", "red circle", "red circle"]})
    assert shrewd_wish(match) == "put blue wild on Bruno's orange wild"


def test_the_shrewd_player_hits_the_card_with_the_fewest_copies_left():
    crosses = ["blue cross", "green cross", "orange cross", "red cross"]
    match = table(
        rainbows={0: STARS[:2], 1: crosses},
        hands={0: ["blue wild", "red star", "red circle", "red circle"]},
        discards=["orange cross", "orange cross", "red circle"],
    )
    assert shrewd_wish(match) == "put blue wild on Bruno's orange cross"


def test_the_shrewd_player_keeps_a_wild_while_much_is_missing():
    match = table(rainbows={0: STARS[:2]}, hands={0: ["yellow wild", "red cross", "blue star", "blue star"]})
    assert "wild" not in shrewd_wish(match)
    match = table(rainbows={0: STARS[:3]}, hands={0: ["yellow wild", "red cross", "blue star", "blue star"]})
    assert shrewd_wish(match) == "play yellow wild"


def test_the_shrewd_player_puts_into_its_rainbow_what_it_has_no_use_for():
    hand = ["red cross", "red circle", "blue star", "blue star"]
    match = table(rainbows={0: STARS[:3], 1: ["blue cross", "green cross"]}, hands={0: hand})
    assert shrewd_wish(match).startswith("play ")


def test_the_shrewd_player_wants_a_shape_that_can_still_be_completed():
    rainbow = ["blue star", "green star", "blue cross", "green cross"]
    match = table(
        rainbows={0: rainbow},
        hands={0: ["red star", "red cross", "blue star", "blue cross"]},
        discards=["orange star"] * 3 + ["yellow star"] * 3 + ["blue pentagon"],
    )
    assert shrewd_wish(match) == "play red cross"


@pytest.mark.parametrize("players", [2, 3, 8])
def test_the_shrewd_player_acts_legally_on_what_its_seat_knows(players):
    act_legally_on_what_they_know(GAME, shrewd, players)


def test_the_shrewd_player_beats_the_heuristic():
    assert wins(GAME, shrewd, heuristic, 600) > 0.6
