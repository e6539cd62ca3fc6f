"""The heuristic of Rainbow Rush, its shrewder player and the chances it foresees: at hand-built tables, and in play."""

import numpy as np
import pytest

from parlour.bots.roster import think
from parlour.games.rush import GAME
from parlour.games.rush.bots import foresee, heuristic, shrewd
from parlour.games.rush.rules import SEATS, Phase
from parlour.kit.luck import seeded
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


def test_of_six_cards_it_does_not_remove_the_one_just_taken():
    """The red pentagon is of no use to anyone, but it can't go back; so the blue cross goes, which Bruno could use."""
    for may_leave, removed in (("no", "remove blue cross"), ("yes", "remove red pentagon")):
        match = table(
            rainbows={0: [*STARS[:4], "blue cross"], 1: ["red cross", "green cross"]},
            hands={0: ["blue circle"] * 3},
            discards=["red pentagon"],
            phase=Phase.DRAW,
            taken_may_leave=may_leave,
        )
        do(match, "take red pentagon", "play red pentagon")
        assert wish(match) == shrewd_wish(match) == removed


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


def chances(s):
    """What is foreseen for each seat, or None where nothing is."""
    told = np.zeros(SEATS)
    return told[: s.players].tolist() if foresee(s, told) else None


def to_draw(rainbow, hand, **rest):
    """Anna is about to draw; Bruno has three stars laid and no use for his hand."""
    rainbows, hands = {0: rainbow, 1: STARS[:3]}, {0: hand, 1: ["red circle"] * 3}
    return table(rainbows=rainbows, hands=hands, phase=Phase.DRAW, **rest).position


def test_chances_are_shared_by_all_and_better_with_more_within_reach():
    even = chances(to_draw(["blue cross", "green cross", "orange cross"], ["blue pentagon"] * 3))
    card = chances(to_draw(["blue cross", "green cross", "orange cross"], ["red cross"] + ["blue pentagon"] * 2))
    wild = chances(to_draw(["blue cross", "green cross", "orange cross"], ["red wild"] + ["blue pentagon"] * 2))
    assert sum(even) == pytest.approx(1) and sum(wild) == pytest.approx(1)
    assert 0.5 < even[0] < card[0] < wild[0] < 0.9


def test_a_shape_that_can_not_be_completed_is_worth_less():
    rainbow, hand = ["blue cross", "green cross", "orange cross"], ["blue pentagon"] * 3
    gone = to_draw(rainbow, hand, discards=["red cross"] * 3 + ["yellow cross"] * 3 + ["blue circle"])
    assert chances(gone)[0] < chances(to_draw(rainbow, hand))[0]


def test_nothing_is_foreseen_amid_a_turn_or_where_the_player_to_draw_wins():
    rainbow = ["blue cross", "green cross", "orange cross", "red cross"]
    assert chances(table(rainbows={0: rainbow[:2]}, hands={0: ["red circle"] * 3 + ["red star"]}).position) is None
    assert chances(to_draw(rainbow, ["blue pentagon"] * 3)) is not None
    assert chances(to_draw(rainbow, ["yellow cross", *["blue pentagon"] * 2])) is None
    assert chances(to_draw(rainbow, ["blue pentagon"] * 3, discards=["yellow cross"])) is None
    assert chances(to_draw(rainbow, ["blue pentagon"] * 3, discards=["blue cross"])) is not None


@pytest.mark.parametrize("players", [2, 5])
def test_who_is_foreseen_to_win_more_often_does(players):
    """Of the seats with about the same chance as many win as foreseen, give or take what luck does to so many."""
    verbs, dice = GAME.verbs, seeded(players)
    foreseen, won = [], []
    for number in range(1500):
        s, told, moment = verbs.begin(GAME.setting(players), dice()), None, (2 + number % 5) * players
        while acting := verbs.to_act(s):
            if s.turn >= moment and not told:
                told = chances(s)
            verbs.play(s, acting[0], int(shrewd(s, acting[0])))
        leaders = verbs.standing(s)[1]
        if told and len(leaders) == 1:
            foreseen += told
            won += [seat in leaders for seat in range(players)]
    share = np.digitize(foreseen, np.quantile(foreseen, [0.2, 0.4, 0.6, 0.8]))
    for fifth in range(5):
        here = share == fifth
        assert np.mean(won, where=here) == pytest.approx(np.mean(foreseen, where=here), abs=0.06), fifth
