"""Rainbow Rush, ruling by ruling: each test is a worked example at the table."""

import pytest

from parlour.games.rush import GAME
from parlour.games.rush.rules import BOX, CARDS, DISCARD, HIDDEN, TAKE, Phase, is_wild
from parlour.games.rush.words import card_name
from parlour.kit.luck import seeded
from parlour.kit.match import Match, Seat
from parlour.kit.mistake import Mistake
from parlour.kit.voice import Voice
from tests.rush.table import CARD, can, discards, do, hand, rainbow, table

STARS = ["blue star", "green star", "orange star", "red star", "yellow star"]


# Components and set-up


def test_the_box_holds_87_cards_and_twelve_of_them_are_wild():
    names = [card_name(int(card)) for card in BOX]
    assert len(names) == 87
    assert names.count("red star") == names.count("blue circle") == 3
    assert sum(1 for card in BOX if is_wild(card)) == 12
    assert all(names.count(card_name(card)) == 1 for card in range(CARDS) if is_wild(card))
    colours = {name.split()[0] for name in names if name.split()[1] in ("star", "cross")}
    assert colours == {"blue", "green", "orange", "red", "yellow"}


@pytest.mark.parametrize("players", range(2, 9))
def test_three_cards_each_and_nobody_has_a_rainbow_yet(players):
    s = GAME.verbs.begin(GAME.setting(players), (7, 8))
    assert list(s.hand_size[:players]) == [3] * players
    assert not s.rainbow_size.any() and s.discard_size == 0
    assert s.pile_size == 87 - 3 * players


def test_the_starting_seat_is_drawn_at_random():
    begun = {int(GAME.verbs.begin(GAME.setting(4), (n, 99)).seat) for n in range(1, 60)}
    assert begun == {0, 1, 2, 3}


# Drawing


def test_a_turn_begins_with_drawing_from_the_pile_or_taking_the_top_discard():
    match = table(hands={0: STARS[:3], 1: STARS[:3]}, discards=["red cross", "blue cross"], phase=Phase.DRAW)
    assert can(match, 0) == ["draw", "take blue cross"]
    do(match, "take blue cross")
    assert hand(match, 0) == ["blue cross", "blue star", "green star", "orange star"]
    assert discards(match) == ["red cross"]


def test_an_empty_discard_pile_leaves_only_the_draw_pile():
    match = table(hands={0: STARS[:3]}, phase=Phase.DRAW)
    assert can(match, 0) == ["draw"]
    do(match, "draw")
    assert len(hand(match, 0)) == 4


@pytest.mark.parametrize("wild", [card_name(card) for card in range(CARDS) if is_wild(card)])
def test_a_wild_can_never_be_taken_from_the_discard_pile(wild):
    match = table(hands={0: STARS[:3]}, discards=[wild], phase=Phase.DRAW)
    assert can(match, 0) == ["draw"]
    with pytest.raises(Mistake, match="a wild can never be taken"):
        match.act(0, TAKE.first)


def test_an_empty_draw_pile_is_made_of_the_discards_but_for_the_top_one():
    match = table(hands={0: STARS[:3]}, discards=["red cross", "blue cross", "green cross"], pile=[], phase=Phase.DRAW)
    do(match, "draw")
    assert discards(match) == ["green cross"]
    drawn = set(hand(match, 0)) - set(STARS)
    assert drawn < {"red cross", "blue cross"} and match.position.pile_size == 1


def test_a_reshuffle_keeps_the_lock_of_the_top_card():
    match = table(
        players=3,
        hands={0: ["yellow wild", *STARS[:2], "red cross"], 1: STARS[:3], 2: STARS[:3]},
        rainbows={2: ["blue square"]},
        discards=["red circle", "blue circle"],
        pile=[],
    )
    do(match, "put yellow wild on Cleo's blue square", "draw")
    assert discards(match) == ["blue square"]
    assert match.position.locked[0] == 1


def test_with_nothing_to_draw_the_draw_is_skipped():
    match = table(hands={0: [*STARS[:3], "red wild"], 1: STARS[:3]}, discards=[], pile=[])
    do(match, "discard red wild")  # a wild on top: Bruno can neither take it nor draw
    assert match.position.phase == Phase.USE
    do(match, "play blue star")
    assert hand(match, 1) == ["green star", "orange star"]


# Playing and discarding


def test_the_cards_of_a_rainbow_need_not_match_while_it_grows():
    match = table(hands={0: ["red star", "blue cross", "star wild", "red star"]}, rainbows={0: ["green circle"]})
    do(match, "play blue cross")
    assert rainbow(match, 0) == ["blue cross", "green circle"]


def test_with_six_cards_any_may_leave_the_new_one_included():
    five = ["red cross", "blue cross", "green circle", "green circle", "yellow star"]
    match = table(hands={0: ["red star", "blue star", "blue square", "red square"]}, rainbows={0: five})
    do(match, "play red star")
    assert match.to_act == [0]
    assert can(match, 0) == [
        "remove blue cross",
        "remove green circle",
        "remove red cross",
        "remove red star",
        "remove yellow star",
    ]
    do(match, "remove green circle")
    assert rainbow(match, 0) == ["blue cross", "green circle", "red cross", "red star", "yellow star"]
    assert discards(match) == ["green circle"] and match.to_act == [1]


def test_the_new_card_itself_may_leave_at_once_and_is_not_locked():
    match = table(
        hands={0: ["red wild", *STARS[:3]], 1: STARS[:3]}, rainbows={0: ["red cross", "red cross", *STARS[:3]]}
    )
    do(match, "play red wild", "remove red wild")
    assert discards(match) == ["red wild"] and match.position.locked[0] == 0


def test_a_card_that_leaves_for_an_ordinary_card_can_be_taken_at_once():
    match = table(
        hands={0: ["red square", *STARS[:3]], 1: STARS[:3]}, rainbows={0: ["red cross", "red cross", *STARS[:3]]}
    )
    do(match, "play red square", "remove red cross")
    assert "take red cross" in can(match, 1)


def test_a_card_that_leaves_for_an_own_wild_counts_as_replaced_by_a_wild():
    match = table(
        hands={0: ["red wild", *STARS[:3]], 1: STARS[:3]}, rainbows={0: ["red cross", "red cross", *STARS[:3]]}
    )
    do(match, "play red wild", "remove red cross")
    assert can(match, 1) == ["draw"]


def test_the_hand_is_three_cards_between_turns():
    match = table(hands={0: STARS[:3], 1: STARS[1:4]}, phase=Phase.DRAW)
    do(match, "draw")
    assert len(hand(match, 0)) == 4
    do(match, "discard blue star")
    assert len(hand(match, 0)) == 3 and match.to_act == [1]


def test_the_card_just_taken_from_the_discards_cannot_be_discarded():
    match = table(hands={0: STARS[:3]}, discards=["red cross"], phase=Phase.DRAW)
    do(match, "take red cross")
    assert "discard red cross" not in can(match, 0) and "play red cross" in can(match, 0)
    with pytest.raises(Mistake, match="it was just taken from the discard pile"):
        match.act(0, DISCARD.first + CARD["red cross"])


def test_another_card_like_the_one_just_taken_may_be_discarded():
    match = table(hands={0: ["red cross", *STARS[:2]]}, discards=["red cross"], phase=Phase.DRAW)
    do(match, "take red cross", "discard red cross")
    assert discards(match) == ["red cross"] and hand(match, 0) == ["blue star", "green star", "red cross"]


def test_a_card_taken_on_an_earlier_turn_may_be_discarded():
    match = table(hands={0: STARS[:3], 1: STARS[:3]}, discards=["red cross"], phase=Phase.DRAW)
    do(match, "take red cross", "play blue star", "draw", "play blue star", "draw")
    assert "discard red cross" in can(match, 0)


# A card that was taken doesn't go back in the same turn

FIVE = ["blue cross", "green circle", "orange square", "red pentagon", "yellow star"]


def taken_as_the_sixth(rainbow=FIVE, hand=STARS[:3], **options):
    """Anna takes the red cross from the discards and plays it to five cards."""
    match = table(
        hands={0: hand, 1: STARS[:3]}, rainbows={0: rainbow}, discards=["red cross"], phase=Phase.DRAW, **options
    )
    do(match, "take red cross", "play red cross")
    return match


def test_a_card_just_taken_and_played_as_the_sixth_cannot_be_the_one_that_leaves():
    match = taken_as_the_sixth()
    assert can(match, 0) == [f"remove {card}" for card in FIVE]
    assert "; the red cross was just taken and must stay." in GAME.words.ask(match.view(0), Voice(match.names, 0))
    with pytest.raises(Mistake, match="Anna can't remove red cross: it was just taken from the discard pile"):
        match.act(0, match.game.rules.LEAVE.first + CARD["red cross"])
    do(match, "remove blue cross")
    assert rainbow(match, 0) == ["green circle", "orange square", "red cross", "red pentagon", "yellow star"]


def test_its_twin_in_the_rainbow_may_leave():
    match = taken_as_the_sixth(["red cross", *FIVE[1:]])
    assert can(match, 0) == ["remove green circle", "remove orange square", "remove red cross", *can(match, 0)[3:]]
    do(match, "remove red cross")
    assert rainbow(match, 0) == sorted(["red cross", *FIVE[1:]]) and discards(match) == ["red cross"]


def test_with_a_twin_in_hand_the_one_played_is_the_one_taken_and_the_twin_may_be_discarded_instead():
    hand_with_twin = ["red cross", *STARS[:2]]
    match = taken_as_the_sixth(hand=hand_with_twin)
    assert "remove red cross" not in can(match, 0)
    match = table(hands={0: hand_with_twin}, rainbows={0: FIVE}, discards=["red cross"], phase=Phase.DRAW)
    do(match, "take red cross")
    assert "discard red cross" in can(match, 0)


def test_when_another_card_is_played_as_the_sixth_one_like_the_taken_may_leave():
    match = table(
        hands={0: STARS[:3]}, rainbows={0: ["red cross", *FIVE[1:]]}, discards=["red cross"], phase=Phase.DRAW
    )
    do(match, "take red cross", "play blue star", "remove red cross")
    assert hand(match, 0) == ["green star", "orange star", "red cross"] and discards(match) == ["red cross"]


def test_a_card_taken_on_an_earlier_turn_may_leave():
    match = table(hands={0: STARS[:3], 1: STARS[:3]}, rainbows={0: FIVE}, discards=["red cross"], phase=Phase.DRAW)
    do(match, "take red cross", "discard blue star", "draw", "play blue star", "draw", "play red cross")
    assert "remove red cross" in can(match, 0)


def test_in_a_match_of_version_1_the_card_just_taken_could_leave():
    match = taken_as_the_sixth(taken_may_leave="yes")
    do(match, "remove red cross")
    assert rainbow(match, 0) == FIVE and discards(match) == ["red cross"] and match.to_act == [1]
    assert hand(match, 0) == STARS[:3]  # nothing has changed: a turn was passed


FIVE_EACH = [0, 19, 0, 23, 0, 11, 0, 18, 0, 3, 0, 6, 0, 12, 0, 24, 0, 18, 0, 15, 0, 44]
PASS = ["take", "play[5]", "leave[5]"]  # the green circle


def test_version_1_could_be_passed_for_ever_and_its_matches_still_can():
    old = Match(GAME, GAME.setting_of(1, 2, {}), [Seat("Anna"), Seat("Bruno")], seeded(3)(), dice=None)
    new = Match(GAME, GAME.setting(2), [Seat("Anna"), Seat("Bruno")], seeded(3)(), dice=None)
    for match in (old, new):
        for action in FIVE_EACH:
            match.act(match.to_act[0], action)
    number = GAME.rules.ACTIONS.number
    for name in PASS * 20:
        old.act(old.to_act[0], number(name))
    assert old.position.turn == len(FIVE_EACH) / 2 + 20 and discards(old) == ["green circle"]
    for name in PASS[:2]:
        new.act(new.to_act[0], number(name))
    with pytest.raises(Mistake, match="Anna can't remove green circle: it was just taken from the discard pile"):
        new.act(new.to_act[0], number(PASS[2]))


# Wild attacks


def source_example(players=2, **options):
    """Anna collects stars and lacks the green one; Bruno holds the yellow colour wild."""
    return table(
        players=players,
        hands={
            0: ["red cross", "blue cross", "green star"],
            1: ["yellow wild", "red circle", "red circle", "blue circle"],
        },
        rainbows={0: ["yellow star", "blue star", "red star", "orange star", "blue square"]},
        seat=1,
        **options,
    )


def test_the_yellow_wild_on_the_blue_star_leaves_two_cards_to_win():
    match = source_example()
    assert match.game.verbs.standing(match.position)[0][0] == 4
    do(match, "put yellow wild on Anna's blue star")
    assert rainbow(match, 0) == ["blue square", "orange star", "red star", "yellow star", "yellow wild"]
    assert match.game.verbs.standing(match.position)[0][0] == 3
    assert discards(match) == ["blue star"]


def test_the_replaced_card_cannot_be_taken_back_on_the_next_turn():
    match = source_example()
    do(match, "put yellow wild on Anna's blue star")
    assert can(match, 0) == ["draw"]
    with pytest.raises(Mistake, match="a wild replaced it, and it is locked for this turn"):
        match.act(0, TAKE.first)


def test_the_lock_with_two_players_is_over_on_the_attackers_own_next_turn():
    match = table(
        hands={0: ["red cross", "blue cross", "green star"], 1: ["yellow wild", *["red circle"] * 3]},
        rainbows={0: ["yellow star", "blue star"]},
        seat=1,
    )
    do(match, "put yellow wild on Anna's blue star")
    assert can(match, 0) == ["draw"]
    do(match, "draw", "play red cross")
    assert can(match, 1) == ["draw", "take blue star"]


def test_a_replaced_card_under_another_one_cannot_be_taken():
    match = source_example()
    do(match, "put yellow wild on Anna's blue star", "draw", "play red cross", "remove blue square")
    assert discards(match) == ["blue star", "blue square"]
    assert can(match, 1) == ["draw", "take blue square"]


def test_the_lock_with_three_players_holds_for_the_next_turn_only_whoever_has_it():
    match = table(
        players=3,
        hands={0: STARS[:3], 1: ["yellow wild", *STARS[:3]], 2: STARS[:3]},
        rainbows={0: ["blue circle", "red circle"]},
        seat=1,
    )
    do(match, "put yellow wild on Anna's blue circle")
    assert can(match, 2) == ["draw"]
    do(match, "draw", "play blue star")
    assert can(match, 0) == ["draw", "take blue circle"]


def test_with_the_lock_until_the_victims_turn_the_victim_must_pass_first():
    match = table(
        players=3,
        hands={0: STARS[:3], 1: ["yellow wild", *STARS[:3]], 2: STARS[:3]},
        rainbows={0: ["blue circle", "red circle"]},
        seat=1,
        lock="victim's turn",
    )
    do(match, "put yellow wild on Anna's blue circle")
    assert can(match, 2) == ["draw"]
    do(match, "draw", "play blue star")
    assert can(match, 0) == ["draw"]  # the victim's own turn: still locked
    do(match, "draw", "play blue star")
    assert can(match, 1) == ["draw", "take blue circle"]


def test_a_lock_until_the_victims_turn_outlives_a_card_that_covered_it():
    match = table(
        players=4,
        hands={0: ["yellow wild", *STARS[:3]], 1: STARS[:3], 2: STARS[:3], 3: ["red square"] * 3},
        rainbows={3: ["blue circle", "red circle"]},
        lock="victim's turn",
    )
    do(match, "put yellow wild on Dario's blue circle", "draw", "discard blue star", "take blue star", "play blue star")
    assert discards(match) == ["blue circle"]
    assert can(match, 3) == ["draw"]


def test_an_own_card_replaced_by_an_own_wild_is_locked_until_the_next_own_turn_is_over():
    match = table(
        hands={0: ["red wild", *STARS[:3]], 1: STARS[:3]},
        rainbows={0: ["red cross", "red cross", *STARS[:3]]},
        lock="victim's turn",
    )
    do(match, "play red wild", "remove red cross")
    assert can(match, 1) == ["draw"]
    do(match, "draw", "play blue star")
    assert can(match, 0) == ["draw"]


def test_wilds_can_be_replaced_too():
    match = table(hands={0: ["star wild", *STARS[:3]]}, rainbows={1: ["red wild"]})
    do(match, "put star wild on Bruno's red wild")
    assert rainbow(match, 1) == ["star wild"] and discards(match) == ["red wild"]


def test_an_opponent_without_cards_cannot_be_attacked():
    match = table(players=3, hands={0: ["star wild", *STARS[:3]]}, rainbows={1: ["red cross"]})
    attacks = [words for words in can(match, 0) if words.startswith("put")]
    assert attacks == ["put star wild on Bruno's red cross"]


def test_an_ordinary_card_cannot_attack():
    match = table(hands={0: STARS[:4]}, rainbows={1: ["red cross"]})
    assert not [words for words in can(match, 0) if words.startswith("put")]


def test_ones_own_rainbow_cannot_be_attacked():
    match = table(hands={0: ["star wild", *STARS[:3]]}, rainbows={0: ["red cross"]})
    assert not [words for words in can(match, 0) if words.startswith("put")]


# Winning


def wins_with(*cards):
    """Whether playing the last of these cards beside the others wins."""
    match = table(
        hands={0: [cards[-1], "red square", "red square", "blue square"], 1: ["blue square"] * 2},
        rainbows={0: cards[:-1]},
    )
    do(match, f"play {cards[-1]}")
    return match.over


def test_five_cards_of_one_shape_in_all_five_colours_win():
    assert wins_with(*STARS)


def test_five_colours_of_two_shapes_do_not_win():
    assert not wins_with("blue star", "green star", "orange star", "red star", "yellow cross")


def test_five_of_one_shape_with_a_colour_twice_do_not_win():
    assert not wins_with("blue star", "green star", "orange star", "red star", "red star")


def test_four_cards_are_no_rainbow():
    assert not wins_with(*STARS[:4])


def test_cards_in_hand_do_not_count():
    match = table(hands={0: ["yellow star", "red square", "red square", "blue square"]}, rainbows={0: STARS[:4]})
    do(match, "discard red square")
    assert not match.over


def test_a_colour_wild_stands_for_its_colour_in_any_shape():
    assert wins_with("blue star", "green star", "orange star", "red star", "yellow wild")
    assert not wins_with("blue star", "green star", "orange star", "red star", "red wild")


def test_a_shape_wild_stands_for_its_shape_in_any_colour():
    assert wins_with("blue star", "green star", "orange star", "red star", "star wild")
    assert not wins_with("blue star", "green star", "orange star", "red star", "cross wild")


@pytest.mark.parametrize("wild", ["all-colours wild", "all-shapes wild"])
def test_the_two_great_wilds_stand_for_anything(wild):
    assert wins_with("blue star", "green star", "orange star", "red star", wild)
    assert wins_with("green cross", "orange wild", "cross wild", "blue cross", wild)


def test_several_wilds_at_once():
    assert wins_with("blue wild", "star wild", "all-colours wild", "all-shapes wild", "red star")
    assert wins_with("blue wild", "green wild", "orange wild", "red wild", "yellow cross")


def test_five_wilds_may_win():
    assert wins_with("blue wild", "green wild", "orange wild", "red wild", "yellow wild")
    assert wins_with("blue wild", "green wild", "pentagon wild", "all-colours wild", "all-shapes wild")


def test_a_colour_wild_and_a_card_of_its_colour_block_each_other():
    assert not wins_with("blue wild", "blue star", "star wild", "all-colours wild", "all-shapes wild")


def test_two_shape_wilds_of_different_shapes_block_each_other():
    assert not wins_with("cross wild", "star wild", "all-colours wild", "all-shapes wild", "red wild")


def test_six_cards_win_only_after_one_has_left():
    match = table(
        hands={0: ["green star", "red square", "red square", "blue square"]},
        rainbows={0: ["yellow star", "blue star", "red star", "orange star", "blue square"]},
    )
    do(match, "play green star")
    assert not match.over
    do(match, "remove blue square")
    assert match.over and match.game.verbs.standing(match.position)[1] == [0]


def test_removing_the_wrong_card_of_six_does_not_win():
    match = table(
        hands={0: ["green star", "red square", "red square", "blue square"]},
        rainbows={0: ["yellow star", "blue star", "red star", "orange star", "blue square"]},
    )
    do(match, "play green star", "remove red star")
    assert not match.over


def test_an_attack_that_completes_the_victims_rainbow_makes_the_victim_win():
    match = table(
        hands={0: ["green wild", *STARS[:3]]},
        rainbows={1: ["blue star", "orange star", "red star", "yellow star", "red cross"]},
    )
    do(match, "put green wild on Bruno's red cross")
    assert match.over and match.game.verbs.standing(match.position) == ([0, 5], [1])


# The turn limit


def last_turn(rainbows, players=2, **options):
    return table(
        players=players,
        hands={0: ["red square", "blue square", "green square", "red square"]},
        rainbows=rainbows,
        turn=299,
        **options,
    )


def test_at_the_turn_limit_the_best_partial_rainbow_wins():
    match = last_turn({0: ["blue star", "red star", "red cross"], 1: ["blue cross", "green cross", "red wild"]})
    do(match, "discard red square")
    assert match.over
    assert match.game.verbs.standing(match.position) == ([2, 3], [1])


def test_at_the_turn_limit_equal_partial_rainbows_share_the_win():
    match = last_turn({0: ["blue star", "red star"], 1: ["cross wild", "all-shapes wild"], 2: ["red cross"]}, players=3)
    do(match, "discard red square")
    assert match.game.verbs.standing(match.position) == ([2, 2, 1], [0, 1])


def test_a_partial_rainbow_counts_a_colour_once_and_every_free_wild():
    match = last_turn({0: ["blue star", "blue wild", "blue star", "star wild", "all-colours wild"], 1: []})
    do(match, "discard red square")
    assert match.game.verbs.standing(match.position)[0][0] == 3


def test_without_a_limit_the_match_goes_on():
    match = last_turn({}, turn_limit=0)
    do(match, "discard red square")
    assert not match.over


# Knowledge


def test_others_see_neither_hand_nor_pile_nor_luck():
    match = table(players=3, hands={0: STARS[:3], 1: STARS[1:4], 2: STARS[2:]}, phase=Phase.DRAW)
    view = match.view(1)
    assert list(view.hand[0, :3]) == [HIDDEN] * 3 and list(view.hand[2, :3]) == [HIDDEN] * 3
    assert [card_name(card) for card in view.hand[1, :3]] == STARS[1:4]
    assert set(view.pile[: view.pile_size].tolist()) == {HIDDEN} and not view.luck.any()


def test_a_card_taken_from_the_discards_stays_known_while_it_is_in_that_hand():
    match = table(hands={0: STARS[:3], 1: STARS[:3]}, discards=["red cross"], phase=Phase.DRAW)
    do(match, "take red cross", "play blue star")
    assert [card_name(card) for card in match.view(1).hand[0, :3]] == ["red cross", "hidden card", "hidden card"]
    do(match, "draw", "play blue star", "draw", "play red cross")
    assert [card_name(card) for card in match.view(1).hand[0, :3]] == ["hidden card"] * 3


def test_of_two_alike_the_known_one_is_the_one_that_goes():
    match = table(hands={0: ["red cross", *STARS[:2]], 1: STARS[:3]}, discards=["red cross"], phase=Phase.DRAW)
    do(match, "take red cross", "play red cross")
    assert [card_name(card) for card in match.view(1).hand[0, :3]] == ["hidden card"] * 3


def test_when_the_other_of_two_alike_is_discarded_the_taken_one_stays_known():
    match = table(hands={0: ["red cross", *STARS[:2]], 1: STARS[:3]}, discards=["red cross"], phase=Phase.DRAW)
    do(match, "take red cross", "discard red cross")
    assert [card_name(card) for card in match.view(1).hand[0, :3]] == ["red cross", "hidden card", "hidden card"]


def test_drawing_can_not_be_taken_back_but_playing_to_six_can():
    match = table(hands={0: STARS[:3]}, rainbows={0: ["red cross"] * 3 + ["blue cross"] * 2}, phase=Phase.DRAW)
    do(match, "draw")
    assert "shown you something new" in (match.why_no_undo(0) or "")
    do(match, "play blue star")
    assert match.why_no_undo(0) is None
    match.undo(0)
    assert len(rainbow(match, 0)) == 5 and len(hand(match, 0)) == 4
