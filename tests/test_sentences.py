"""What people are told is true: sentences that weren't, each at a table where it was heard; and marks in them."""

import random
import re

import pytest

from parlour import games
from parlour.games.chandelier import GAME as CHANDELIER
from parlour.games.crystallia import GAME as CRYSTALLIA
from parlour.games.crystallia.events import foreseen
from parlour.games.crystallia.rules import LAY
from parlour.games.rush import GAME as RUSH
from parlour.kit.checks import heuristic_action
from parlour.kit.luck import seeded
from parlour.kit.match import Match, Seat, tell
from parlour.kit.sentences import Mention, parts, unmarked
from parlour.kit.voice import SEAT_NAMES as NAMES
from parlour.kit.voice import Voice, readable, upper_first
from tests.crystallia import table as crystallia
from tests.hearing import last_told
from tests.players import ask
from tests.rush import table as rush

THREE_REDS = ["RR a1 b1", "RB c1 c2"]


def begun(game, players, seed):
    return Match(game, game.setting(players), [Seat(name) for name in NAMES[:players]], seeded(seed)(), None)


def asked(match):
    seat = match.to_act[0]
    return match.game.words.ask(match.view(seat), match.voice(seat))


# Crystallia


def test_no_turn_is_told_to_follow_the_last_stone():
    match, dice = begun(CRYSTALLIA, 4, 12), seeded(12)
    for _ in range(74):
        seat = match.to_act[0]
        match.act(seat, ask(CRYSTALLIA.bots.heuristic, match.view(seat), seat, dice()))
    assert match.over
    assert last_told(match)[1:2] == ["I6 is an Again space, but the match ends with this stone."]
    assert not any("one more turn" in sentence or "second turn" in sentence for sentence in last_told(match))


def test_a_ghost_of_the_last_stone_promises_no_turn():
    match = crystallia.table(THREE_REDS, pyramid=["RR"], left=1)
    crystallia.take(match, "RR")
    gain = foreseen(match.view(0), 0, LAY.first + crystallia.spot_of("RR d1 d2"))
    told = [sentence for event in gain for sentence in CRYSTALLIA.words.told(event, match.voice(0))]
    assert told[0] == "A1 to d1 are four red, but the match ends with this stone."


def test_whoever_goes_out_with_four_in_line_has_lost_the_turn_that_was_earned():
    match = crystallia.table(THREE_REDS, pyramid=["RR"], players=3, platforms={0: (11, 0, 0, 0)})
    crystallia.lay(match, "RR d1 d2")
    told = last_told(match, 0)
    assert told[1] == "A1 to d1 are four red: you earn one more turn."
    assert told[-1] == "You have 13 red crystals, which is too many: you are out, and the turn that was earned is lost!"
    assert not any("second turn" in sentence for sentence in told)


def test_an_ability_that_waits_has_not_worked_already():
    match = crystallia.table(["BG a1 a2", "BP i1 i2"], pyramid=["RR"], spaces={"e3": "+"})
    crystallia.lay(match, "RR e3 f3")
    assert "E3 is a move space: Anna may move another stone." in last_told(match)
    crystallia.move(match, "BG a1 a2", "BG b1 b2")
    assert not any("worked already" in sentence for sentence in last_told(match))


def test_a_space_that_is_covered_twice_in_a_turn_works_once():
    match = crystallia.table(["BG a1 a2", "BP i1 i2"], pyramid=["RR"], spaces={"e3": "+", "f3": "+", "c1": "+"})
    crystallia.lay(match, "RR e3 f3")
    crystallia.move(match, "BG a1 a2", "BG c1 c2")  # c1 lets another stone move
    assert last_told(match)[-1] == "C1 is a move space: Anna may move another stone."
    crystallia.move(match, "BG c1 c2", "BG d1 d2")
    crystallia.move(match, "BP i1 i2", "BP c1 c2")  # while the ability of c1 may still wait
    assert last_told(match)[1] == "C1 was covered before in this turn: its ability works only once."


def test_a_colour_that_must_be_named_is_not_a_choice():
    match = crystallia.table(pyramid=["RB"])
    crystallia.lay(match, "RB c3 d3")
    assert last_told(match)[-1] == "The stone touches no other: Anna must name a colour."


# Rainbow Rush


def test_a_card_that_is_removed_is_locked_not_the_player():
    match = begun(RUSH, 2, 399)
    for action in (0, 18, 0, 11, 0, 8, 0, 4, 0, 18, 0, 13, 0, 10, 0, 6, 0, 10, 0, 14, 0, 27, 92):
        match.act(match.to_act[0], action)
    assert last_told(match) == ["Anna removes the red cross, which is locked for the next turn."]


def test_no_wild_can_be_put_on_a_rainbow_while_nobody_has_a_card():
    match = rush.table(hands={0: ["blue wild", "red star"]})
    assert asked(match) == "Your turn: play a card or discard one."
    match = rush.table(hands={0: ["blue wild", "red star"]}, rainbows={1: ["red star"]})
    assert asked(match) == "Your turn: play a card, discard one, or put a wild on an opponent's rainbow."


@pytest.mark.parametrize(
    ("other", "end"),
    [(["blue star"], "rainbows share the win."), (["blue star", "green star"], "rainbow wins.")],
)
def test_at_the_limit_the_best_rainbow_wins_or_the_best_share(other, end):
    match = rush.table(
        hands={0: ["red star", "red circle"], 1: ["red cross"]},
        rainbows={0: ["orange star"], 1: other},
        turn=99,
        turn_limit=100,
    )
    rush.do(match, "discard red star")
    assert last_told(match)[-1] == f"The limit of 100 turns is reached: the best unfinished {end}"


# The Rainbow Chandelier


def test_the_second_favour_of_a_turn_makes_nobody_first():
    match = begun(CHANDELIER, 3, 0)
    for seat, action in ((0, 0), (1, 0), (2, 0), (2, 150)):
        match.act(seat, action)
    assert asked(match).endswith("first in the next turn, without a bribe.")
    for seat, action in ((2, 196), (0, 151)):
        match.act(seat, action)
    assert asked(match).endswith("second in the next turn, without a bribe.")


# All games


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_no_sentence_goes_on_with_a_capital_after_a_colon(game):
    """Names are small here, so that a capital is none of theirs."""
    for seed in range(3):
        chance, players = random.Random(seed), game.players[seed % len(game.players)]
        names = [name.lower() for name in NAMES[:players]]
        match = Match(game, game.setting(players), [Seat(name) for name in names], seeded(seed)(), None)
        while not match.over and len(match.entries) < 400:
            seat = match.to_act[0]
            match.act(seat, heuristic_action(game, match.position, seat, chance))
            for listener in (-1, seat):
                question = game.words.ask(match.view(listener), match.voice(listener))
                for sentence in [*last_told(match, listener), question]:
                    assert not re.search(r"[:;,] (You|The|A|An|It|No)\b", sentence), sentence


# Marks


def test_a_mention_says_how_a_piece_looks_and_where_it_is():
    match = rush.table(hands={0: ["red star", "red circle"]})
    rush.do(match, "play red star")
    last = match._steps[-1]
    voice = Voice(match.names, 1, marks=True)
    (sentence,) = tell(match, last.before, last.played, voice)
    star = rush.CARD["red star"]
    assert parts(sentence) == [
        Mention("player", "Anna", "red", "A", "player-0"),
        " plays the ",
        Mention("card", "red star", "red", "star", f"card-{star}"),
        ".",
    ]
    assert unmarked(sentence) == "Anna plays the red star."


def test_nobody_can_write_a_mark():
    assert readable("\ue000card\ue001red\ue001\ue001\ue001star\ue002") == "cardredstar"
    match = rush.table(hands={0: ["red star", "red circle"]})
    match.say(0, "the \ue000red\ue001 star\ue002")
    ((_, (sentence,)),) = match.story(Voice(match.names, 1, marks=True))
    assert [part for part in parts(sentence) if isinstance(part, Mention)] == [
        Mention("player", "Anna", "red", "A", "player-0")
    ]
    assert unmarked(sentence) == "Anna says: “the red star”"


def test_a_sentence_can_begin_with_a_mention():
    voice = Voice(["anna"], marks=True)
    assert unmarked(upper_first(voice.whose(0)) + " turn") == "Anna's turn"
