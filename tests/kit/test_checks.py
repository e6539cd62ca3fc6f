"""The common checks pass a sound game, and each of them catches the fault that it is there for."""

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from parlour import game
from parlour.kit import checks
from parlour.kit.compiled import compiled
from parlour.kit.match import Match
from parlour.kit.options import Option
from parlour.kit.record import Position
from tests.higher import GAME, events, rules, words
from tests.higher import sealed as sealed_rules
from tests.higher.rules import SHOW, SWAP
from tests.higher.sealed import SEALED

SETTING, THREE = GAME.setting(2), GAME.setting(3)


def fails(check, game, setting=SETTING):
    """Whether a check objects to a game in some of a dozen matches."""
    for seed in range(12):
        try:
            check(game, setting, seed)
        except AssertionError:
            return True
    return False


def with_words(**changed):
    game = GAME.with_rules()
    game.__dict__["words"] = SimpleNamespace(**{**vars(words), **changed})
    return game


def with_heuristic(heuristic):
    game = GAME.with_rules()
    game.__dict__["bots"] = SimpleNamespace(heuristic=heuristic)
    return game


@pytest.mark.parametrize("check", checks.ALL, ids=lambda check: check.__name__)
@pytest.mark.parametrize("players", GAME.players)
def test_a_sound_game_passes(check, players):
    for seed in range(6):
        check(GAME, GAME.setting(players), seed)


def test_an_option_that_start_does_not_know_is_caught():
    loud = Option("loud", "Whether one may shout.", bool, False)
    assert fails(checks.options_reach_start, replace(GAME, options=(*GAME.options, loud)))
    assert fails(checks.options_reach_start, replace(GAME, options=()))


def test_an_option_in_the_place_of_another_is_caught():
    def start(s, players, lock, turn_limit, taken_may_leave):
        rush.rules.start(s, players, taken_may_leave, turn_limit, lock)

    rush = game("rush")
    setting = rush.setting(2, {"lock": "victim's turn"})
    assert fails(checks.options_reach_start, rush.with_rules(start=start), setting)
    assert not fails(checks.options_reach_start, rush, setting)


def test_a_match_that_never_ends_is_caught(monkeypatch):
    monkeypatch.setattr(checks, "MOST_MOVES", 500)

    def play(s, seat, action):
        s.seat = (s.seat + 1) % s.players

    assert fails(checks.random_play_ends, GAME.with_rules(play=play))


def test_a_card_that_is_there_twice_is_caught():
    def play(s, seat, action):
        rules.play(s, seat, action)
        s.card[0] = s.card[1]

    assert fails(checks.random_play_ends, GAME.with_rules(play=play))


def test_choices_out_of_turn_are_caught():
    def legal(s, seat, out):
        out[0] = SWAP.first
        return 1

    assert fails(checks.only_actors_have_choices, GAME.with_rules(legal=legal))


def test_an_actor_without_choices_is_caught():
    def legal(s, seat, out):
        return 0

    assert fails(checks.only_actors_have_choices, GAME.with_rules(legal=legal))


@pytest.mark.parametrize("second", [0, 2, -1], ids=["twice", "too large", "negative"])
def test_a_choice_listed_twice_or_out_of_the_action_space_is_caught(second):
    def legal(s, seat, out):
        count = rules.legal(s, seat, out)
        out[1] = second
        return count

    def play(s, seat, action):
        rules.play(s, seat, max(0, min(1, action)))

    assert fails(checks.only_actors_have_choices, GAME.with_rules(legal=legal, play=play))


def test_a_score_that_changes_the_position_is_caught():
    def score(s, out):
        s.total += 1
        return rules.score(s, out)

    assert fails(checks.looking_changes_nothing, GAME.with_rules(score=score))


def test_a_refusal_that_is_no_sentence_is_caught():
    assert fails(checks.illegal_actions_are_refused, with_words(why_not=lambda *_: "no"))


def test_a_referee_who_lets_illegal_actions_pass_is_caught(monkeypatch):
    monkeypatch.setattr(Match, "_check", lambda match, seat, action: None)
    assert fails(checks.illegal_actions_are_refused, GAME)


def test_an_action_that_reaches_into_the_past_is_caught():
    earlier: list[Position] = []

    def play(s, seat, action):
        for past in earlier:
            past.total = 99
        rules.play(s, seat, action)
        earlier.append(s)

    assert fails(checks.past_stays_untouched, GAME.with_rules(play=play))


def test_chance_from_outside_the_record_is_caught():
    def play(s, seat, action):
        rules.play(s, seat, action)
        s.card[0] = random.randrange(9)

    assert fails(checks.replay_is_exact, GAME.with_rules(play=play))


@compiled
def play_differently(s, seat, action):
    rules_play(s, seat, action)
    s.total = ((s.turns_left + 1) << 62) >> 61 & 15  # overflows in 64 bits, not in Python


rules_play = rules.play


def test_a_difference_between_compiled_and_interpreted_is_caught():
    assert fails(checks.compiled_equals_interpreted, GAME.with_rules(play=play_differently))


def test_a_guess_that_can_not_be_real_is_caught():
    def guess(s, seat):
        rules.guess(s, seat)
        s.card[0] = s.card[1]

    assert fails(checks.guess_fits, GAME.with_rules(guess=guess))


def test_a_guess_that_forgets_what_the_seat_knows_is_caught():
    def guess(s, seat):
        rules.hide(s, -1)
        s.luck[0] = 1
        rules.guess(s, seat)

    assert fails(checks.guess_fits, GAME.with_rules(guess=guess))


def test_hiding_that_differs_the_second_time_is_caught():
    def hide(s, seat):
        rules.hide(s, seat)
        s.players ^= 1

    assert fails(checks.guess_fits, GAME.with_rules(hide=hide))


def test_a_secret_left_in_a_derived_field_is_caught():
    def hide(s, seat):
        total = s.total
        rules.hide(s, seat)
        s.total = total

    def guess(s, seat):
        total = s.total
        rules.guess(s, seat)
        s.total = total

    assert fails(checks.guess_fits, GAME.with_rules(hide=hide, guess=guess))


def test_luck_left_in_the_view_is_caught():
    def hide(s, seat):
        luck = s.luck.copy()
        rules.hide(s, seat)
        s.luck[:] = luck

    assert fails(checks.nothing_leaks, GAME.with_rules(hide=hide))


def test_choices_that_depend_on_anothers_secret_are_caught():
    def legal(s, seat, out):
        count = rules.legal(s, seat, out)
        return min(count, 1) if s.card[1 - seat] > 4 else count

    assert fails(checks.nothing_leaks, GAME.with_rules(legal=legal))


def test_a_turn_that_depends_on_anothers_secret_is_caught():
    def actors(s):
        return 0 if s.total > 12 else rules.actors(s)

    assert fails(checks.nothing_leaks, GAME.with_rules(actors=actors))


def test_a_result_that_nobody_can_see_is_caught():
    def play(s, seat, action):
        rules.play(s, seat, action)
        for other in range(s.players):
            s.shown[other] = 0

    assert fails(checks.nothing_leaks, GAME.with_rules(play=play))


def test_a_match_without_a_winner_is_caught():
    def score(s, out):
        rules.score(s, out)
        return 0

    assert fails(checks.scores_are_complete, GAME.with_rules(score=score))


def test_a_result_without_words_is_caught():
    assert fails(checks.scores_are_complete, with_words(result=lambda s, voice: []))


def test_two_choices_with_the_same_words_are_caught():
    assert fails(checks.words_tell_everything, with_words(action=lambda *_: "do it"))


def test_an_action_that_nobody_is_told_of_is_caught():
    assert fails(checks.words_tell_everything, with_words(told=lambda *_: []))


def test_events_that_do_not_add_up_are_caught():
    game = GAME.with_rules()
    game.__dict__["events"] = SimpleNamespace(**{**vars(events), "gains": lambda event: []})
    assert not fails(checks.events_add_up, GAME) and fails(checks.events_add_up, game)


def test_a_sealed_choice_passes():
    for check in (checks.nothing_leaks, checks.guess_fits, checks.taking_back_tells_nothing):
        assert not fails(check, SEALED, THREE)


def test_taking_back_that_depends_on_anothers_secret_is_caught(monkeypatch):
    honest = Match.why_no_undo

    def why_no_undo(match, seat):
        return "It is too late." if match.position.card[1 - seat] > 4 else honest(match, seat)

    monkeypatch.setattr(Match, "why_no_undo", why_no_undo)
    assert fails(checks.taking_back_tells_nothing, GAME)


def test_taking_back_that_depends_on_what_another_chose_under_cover_is_caught(monkeypatch):
    honest = Match._is_untouched

    def is_untouched(match, at):
        return honest(match, at) and all(step.played.action == SHOW.first for step in match._steps[at + 1 :])

    monkeypatch.setattr(Match, "_is_untouched", is_untouched)
    assert fails(checks.taking_back_tells_nothing, SEALED, THREE)


def test_a_sealed_choice_that_does_not_stand_without_anothers_is_caught():
    def legal(s, seat, out):
        count = sealed_rules.legal(s, seat, out)
        return count if any(s.shown) else min(count, 1)  # whoever comes first may not swap

    assert fails(checks.taking_back_tells_nothing, SEALED.with_rules(legal=legal), THREE)


def test_an_illegal_heuristic_is_caught():
    assert fails(checks.heuristic_is_legal, with_heuristic(lambda s, seat: SWAP.first))


def test_a_heuristic_that_changes_what_it_is_shown_is_caught():
    def heuristic(s, seat):
        s.turns_left += 1
        return 0

    assert fails(checks.heuristic_is_legal, with_heuristic(heuristic))
