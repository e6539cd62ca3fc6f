"""Intrigue in words: what is asked, what will come, and what is told."""

import pytest

from parlour.games.intrigue import GAME
from parlour.games.intrigue.events import Bribed, events
from parlour.games.intrigue.rules import decide, step
from parlour.kit.checks import random_match
from parlour.kit.match import Played
from parlour.kit.voice import Voice
from tests.intrigue.table import BLUE, GREEN, RED, YELLOW, do, hear, table


def asked(match, listener=-1):
    return GAME.words.ask(match.view(listener), Voice(match.names, listener))


def row(match, label, listener=-1):
    return dict(GAME.words.look(match.view(listener), Voice(match.names, listener)))[label]


def test_the_step_at_hand_names_the_conflict_and_who_bribes_next_and_then():
    match = table("Yellow", waiting={"Yellow": ["Red scientist", "Green scientist"]})
    assert asked(match) == "External conflict for the scientist at Yellow's palace: Green bribes next, then Red."
    assert asked(match, GREEN) == (
        "Your turn: bribe Yellow for your scientist, 1,000 to 32,000; "
        "external conflict for the scientist at Yellow's palace; Red bribes after you."
    )
    assert asked(match, RED).endswith("Green bribes next, then you.")


def test_what_comes_after_the_batch_at_hand_is_listed_in_order():
    match = table(
        "Red",
        residents={"Red": {"6,000": "Blue doctor", "1,000": "Blue priest"}},
        waiting={"Red": ["Yellow scientist", "Yellow doctor", "Green priest", "Green clerk", "Blue clerk"]},
    )
    assert row(match, "turn") == "▲ Red: uncontested application of the scientist"
    assert row(match, "then") == (
        "external conflict for the clerk, then internal conflict for the priest in the 1,000 area, "
        "then internal conflict for the doctor in the 6,000 area, then two scholars are sent"
    )


def test_given_bribes_lie_on_the_table():
    match = table("Yellow", waiting={"Yellow": ["Red scientist", "Green scientist"]})
    do(match, "Green: bribe 4,000 for the scientist")
    assert row(match, "bribes") == "Green's scientist: 4,000, Red's scientist: to come"


def test_the_owner_is_asked_to_hire_or_to_keep():
    match = table("Red", residents={"Red": {"6,000": "Blue clerk"}}, waiting={"Red": ["Green clerk", "Yellow doctor"]})
    do(match, "Yellow: bribe 1,000 for the doctor")
    assert asked(match, RED) == "Your turn: choose an area for Yellow's doctor."
    do(match, "Red: hire Yellow's doctor into the 3,000 area")
    do(match, "Blue: bribe 1,000 for the clerk", "Green: bribe 1,000 for the clerk")
    assert asked(match, GREEN) == "Waiting for Red to keep Blue's clerk in the 6,000 area, or give the post to yours."


def test_an_action_is_told_with_all_that_follows_from_it():
    match = table(
        "Red",
        residents={"Red": {"10,000": "Blue scientist", "6,000": "Blue doctor", "1,000": "Green priest"}},
        waiting={"Red": ["Yellow clerk", "Yellow clerk", "Yellow doctor"]},
        cash={"Yellow": 5},
    )
    assert hear(match, "Yellow: bribe 5,000 for the clerk")[BLUE] == [
        "Yellow bribes Red with 5,000 for the clerk.",
        "Yellow has no money: the bank pays Red 1,000 for Yellow's clerk.",
        "Red hires Yellow's clerk into the 3,000 area and banishes Yellow's other clerk.",
        "Internal conflict at Red's palace for the 6,000 area: your resident doctor against Yellow's doctor.",
    ]


def test_a_banishment_names_everyone():
    match = table("Red", waiting={"Red": ["Blue clerk", "Blue clerk", "Green clerk", "Yellow clerk"]})
    do(match, *(f"{name}: bribe 1,000 for the clerk" for name in ("Yellow", "Green", "Blue", "Blue")))
    told = hear(match, "Red: hire Green's clerk into the 10,000 area")
    assert told[YELLOW] == [
        "Red hires Green's clerk into the 10,000 area and banishes your clerk and both of Blue's clerks."
    ]
    assert told[RED][0].startswith("You hire Green's clerk into the 10,000 area and banish Yellow's clerk")


@pytest.mark.parametrize("secret", ["no", "yes"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_events_of_an_action_lead_from_the_position_before_to_the_one_after(players, secret):
    """Going through an action step by step, as the words do, ends where playing it ended."""
    match = random_match(GAME, GAME.setting(players, {"secret_bribes": secret, "two_palaces": "yes"}), seed=players)
    for _, played, before, so_far in match.retold():
        assert isinstance(played, Played)
        now = before.copy()
        decide(now, played.seat, played.action)
        while step(now):
            pass
        assert now == so_far.position
        for listener in range(-1, players):
            told = list(events(*so_far.witnessed(before, played, listener)))
            assert told and all(event.amount > 0 for event in told if isinstance(event, Bribed))
