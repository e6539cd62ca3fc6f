"""Bribes and bankings are sealed until all are in: in the record, the words, the log, and for taking back."""

import itertools

import pytest

from parlour.games.chandelier import GAME
from parlour.games.chandelier.rules import HIDDEN, Phase
from parlour.kit import notation
from parlour.kit.game import SPECTATOR
from parlour.kit.match import Match, Seat
from parlour.kit.mistake import Mistake
from parlour.kit.voice import Voice
from tests.chandelier.table import ANNA, BRUNO, CLEO, NAMES, bank, bribery, can, cash, crystals, do, last_told, order


def test_a_bribe_is_hidden_from_the_others_until_all_are_in():
    match = bribery(3)
    do(match, "Bruno: bribe 7K")
    assert match.view(BRUNO).bribe[BRUNO] == 7
    assert [match.view(seat).bribe[BRUNO] for seat in (ANNA, CLEO, SPECTATOR)] == [HIDDEN] * 3
    assert last_told(match, ANNA) == "Bruno has a bribe ready."
    assert last_told(match, BRUNO) == "You put 7K into your purse as a bribe."
    do(match, "Anna: bribe 0K", "Cleo: bribe 1K")
    assert match.view(ANNA).bribe[:3].tolist() == [0, 7, 1]


def test_what_a_seat_sees_is_the_same_whatever_the_others_have_chosen():
    views = set()
    for amount in range(13):
        match = bribery(3)
        do(match, f"Bruno: bribe {amount}K")
        voice = Voice(match.names, ANNA)
        words = GAME.words.ask(match.view(ANNA), voice), str(GAME.words.look(match.view(ANNA), voice))
        views.add((match.view(ANNA).tobytes(), tuple(can(match, ANNA)), words, last_told(match, ANNA)))
    assert len(views) == 1


def test_sealed_choices_may_arrive_in_any_order():
    ends = set()
    for arrival in itertools.permutations(["Anna: bribe 2K", "Bruno: bribe 5K", "Cleo: bribe 1K"]):
        match = Match(GAME, GAME.setting(3), [Seat(name) for name in NAMES[:3]], luck=(1, 2), dice=None)
        do(match, *arrival)
        ends.add(match.position.tobytes())
    assert len(ends) == 1


def test_a_banking_is_hidden_until_all_are_in():
    match = bank(3, crystals=[[2, 0, 0, 0], [3, 0, 0, 1], [1, 0, 0, 0]])
    do(match, "Bruno: cash in 3 red for 8K")
    assert match.view(ANNA).cashing[BRUNO].tolist() == [HIDDEN, -1, -1, -1]
    assert last_told(match, ANNA) == "Bruno is sorting crystals for the bank."
    do(match, "Bruno: keep all green")
    assert last_told(match, ANNA) == "Bruno is ready for the bank."
    assert last_told(match, BRUNO) == "You choose to keep green: 8K in all."
    assert cash(match) == [12, 12, 12] and crystals(match, BRUNO) == [3, 0, 0, 1]


def test_the_last_one_at_the_bank_is_sealed_too_until_the_last_colour():
    """Nobody else is to act any more, but nothing is revealed yet."""
    match = bank(2, crystals=[[2, 1, 0, 0], [0, 0, 0, 0]])
    do(match, "Anna: cash in 2 red for 5K")
    assert match.to_act == [ANNA]
    assert last_told(match, BRUNO) == "Anna is sorting crystals for the bank."
    do(match, "Anna: keep all blue")
    assert "Anna cashes in 2 red crystals for 5K." in last_told(match, BRUNO)


def test_who_waits_is_told_for_whom_and_for_what():
    match = bribery(3, cash=[12, 12, 12])
    do(match, "Bruno: bribe 3K")
    ask = GAME.words.ask
    assert ask(match.view(BRUNO), Voice(NAMES, BRUNO)) == "Waiting for Anna and Cleo to choose their bribes."
    assert ask(match.view(ANNA), Voice(NAMES, ANNA)).startswith("Your turn: choose a bribe from 0K to 12K")
    do(match, "Anna: bribe 0K")
    assert ask(match.view(BRUNO), Voice(NAMES, BRUNO)) == "Waiting for Cleo to choose a bribe."


def test_a_sealed_choice_can_be_taken_back_while_others_think():
    match = bribery(3)
    do(match, "Anna: bribe 9K", "Bruno: bribe 2K")
    match.undo(ANNA)
    assert match.to_act == [ANNA, CLEO]
    assert match.position.bribe[BRUNO] == 2
    do(match, "Anna: bribe 1K", "Cleo: bribe 0K")
    assert order(match) == ["Bruno", "Anna", "Cleo"] and cash(match) == [11, 10, 12]


def test_a_part_of_a_banking_can_be_taken_back_while_others_think():
    match = bank(2, crystals=[[1, 1, 0, 0], [1, 1, 0, 0]])
    do(match, "Anna: cash in 1 red for 2K", "Bruno: keep all red", "Anna: keep all blue")
    match.undo(ANNA)
    match.undo(ANNA)
    assert can(match, ANNA)[0] == "keep all red, 0K in all"
    assert can(match, BRUNO)[0] == "keep all blue, 0K in all"


def test_a_revealed_bribe_can_not_be_taken_back():
    match = bribery(2)
    do(match, "Anna: bribe 3K", "Bruno: bribe 1K")
    for seat in (ANNA, BRUNO):
        with pytest.raises(Mistake):
            match.undo(seat)


def test_an_open_action_can_not_be_taken_back_behind_a_sealed_one():
    """The last visit ends the turn, and the other player has chosen a bribe with it in view."""
    match = bribery(2)
    do(match, "Anna: bribe 3K", "Bruno: bribe 1K")
    while match.position.phase != Phase.BRIBE:
        last = match.to_act[0]
        match.act(last, match.choices(last)[0])
    match.act(1 - last, match.choices(1 - last)[0])
    with pytest.raises(Mistake, match="has acted since"):
        match.undo(last)


def test_a_match_with_a_sealed_choice_taken_back_is_replayed_exactly():
    match = Match(GAME, GAME.setting(3), [Seat(name) for name in NAMES[:3]])
    do(match, "Anna: bribe 9K", "Bruno: bribe 2K")
    match.undo(ANNA)
    do(match, "Cleo: bribe 2K", "Anna: bribe 2K")
    again = notation.read(notation.write(match), {GAME.name: GAME})
    assert again.position == match.position
    assert [told for _, told in again.story(again.voice(BRUNO))][2] == ["Anna takes that back."]
