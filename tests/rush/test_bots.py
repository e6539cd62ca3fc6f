"""The heuristic of Rainbow Rush at hand-built tables, and its strength."""

import pytest

from parlour.bots.roster import think
from parlour.games.rush import GAME
from parlour.games.rush.rules import Phase
from parlour.lab.simulate import simulate
from tests.rush.table import do, table

STARS = ["blue star", "green star", "orange star", "red star", "yellow star"]


def wish(match):
    seat = match.to_act[0]
    return match.in_words(seat, think(GAME, "heuristic", match.view(seat), seat, (1, 2)))


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
