"""The referee: who may act, what is refused, what is logged, what can be taken back."""

import pytest

from parlour.kit.luck import seeded
from parlour.kit.match import Match, Played, Said, Seat, Undone
from parlour.kit.mistake import Mistake
from tests.higher import GAME
from tests.higher.rules import SHOW, SWAP


def match(rounds=3):
    dice = seeded(4)
    return Match(GAME, GAME.setting(2, {"rounds": rounds}), [Seat("Anna"), Seat("Bruno")], dice(), dice)


def test_only_who_is_to_act_may():
    with pytest.raises(Mistake, match="It is not Bruno's turn: Anna must act first"):
        match().act(1, SHOW.first)


def test_a_seat_that_is_not_there_is_refused():
    for seat in (-1, 2, 99):
        with pytest.raises(Mistake, match="no seat"):
            match().act(seat, SHOW.first)
        with pytest.raises(Mistake, match="no seat"):
            match().say(seat, "Hello")


def test_a_match_that_is_over_takes_no_action():
    m = match(rounds=1)
    m.act(0, SHOW.first)
    m.act(1, SHOW.first)
    with pytest.raises(Mistake, match="over"):
        m.act(0, SHOW.first)


def test_an_illegal_action_says_why():
    m = match()
    m.act(0, SHOW.first)
    m.act(1, SHOW.first)
    with pytest.raises(Mistake, match="Anna can't swap the card: a card that was shown stays"):
        m.act(0, SWAP.first)


def test_luck_is_logged_only_for_what_used_it():
    m = match()
    m.act(0, SHOW.first)
    m.act(1, SWAP.first)
    shown, swapped = m.entries
    assert shown == Played(0, SHOW.first) and isinstance(swapped, Played) and swapped.luck


def test_fresh_luck_makes_the_same_action_end_differently():
    cards = set()
    for _ in range(40):
        m = Match(GAME, GAME.setting(2), [Seat("Anna"), Seat("Bruno")], (1, 2))
        m.act(0, SWAP.first)
        cards.add(int(m.position.card[0]))
    assert len(cards) > 3


def test_showing_can_be_taken_back_and_the_log_keeps_both():
    m = match()
    before = m.position.copy()
    m.act(0, SHOW.first)
    m.undo(0)
    assert m.position == before and m.entries[-1] == Undone(0)


def test_what_showed_something_new_stays():
    m = match()
    m.act(0, SWAP.first)
    with pytest.raises(Mistake, match="shown you something new"):
        m.undo(0)


def test_anothers_action_can_not_be_taken_back():
    m = match()
    m.act(0, SHOW.first)
    with pytest.raises(Mistake, match="Anna has acted since"):
        m.undo(1)
    with pytest.raises(Mistake, match="nothing to take back"):
        match().undo(0)


def test_a_match_that_is_over_stays_as_it_is():
    """All secrets are out then: whoever could take back would play on knowing them."""
    m = match(rounds=2)
    for seat in (0, 1, 0, 1):
        m.act(seat, SHOW.first)
    with pytest.raises(Mistake, match="over"):
        m.undo(1)


def test_talk_is_logged_and_limited():
    m = match()
    m.say(1, "Good luck!")
    assert m.entries == [Said(1, "Good luck!")]
    for text in ("", "  ", "x" * 501):
        with pytest.raises(Mistake, match="characters"):
            m.say(0, text)


def test_talk_has_nothing_that_a_screen_would_obey():
    m = match()
    m.say(1, "\x1b]0;title\x07Is\0 this\n\x9b31mfine\u202e?\ud800")
    assert m.entries == [Said(1, "]0;titleIs this 31mfine?")]
    kept = "Łukasz 名前 👨‍👩‍👧 ❤️ می‌خواهم שלום"
    m.say(1, kept)
    assert m.entries[-1] == Said(1, kept)


def test_talk_of_old_logs_is_kept_but_told_without_what_a_screen_would_obey():
    m = match()
    m.apply(Said(0, "Oh\x1b[2J no"))
    assert m.entries == [Said(0, "Oh\x1b[2J no")] and list(m.story(m.voice())) == [(1, ["Anna says: “Oh[2J no”"])]


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 31, "a: b", 'a"b', "a[b", "two  spaces", " Anna", "new\nline", "#1", "\x1b[2J", "a\u202eb"]
)
def test_names_that_would_confuse_the_log_are_refused(name):
    with pytest.raises(Mistake, match="name"):
        Match(GAME, GAME.setting(2), [Seat(name), Seat("Bruno")])


def test_two_players_need_two_different_names():
    with pytest.raises(Mistake, match="both be called"):
        Match(GAME, GAME.setting(2), [Seat("anna"), Seat("Anna")])
    with pytest.raises(Mistake, match="2 players need 2 names"):
        Match(GAME, GAME.setting(2), [Seat("Anna")])


def test_the_story_is_told_as_the_listener_knows_it():
    m = match()
    m.act(0, SWAP.first)
    m.say(1, "Oh?")
    assert list(m.story(m.voice(0))) == [(1, ["You swap the card."]), (2, ["Bruno says: “Oh?”"])]
    assert list(m.story(m.voice(1))) == [(1, ["Anna swaps the card."]), (2, ["You say: “Oh?”"])]


def test_settings_are_checked_with_a_sentence():
    with pytest.raises(Mistake, match="Higher is for 2 to 3 players, not 5"):
        GAME.setting(5)
    with pytest.raises(Mistake, match="no option 'colour'; it has rounds"):
        GAME.setting(2, {"colour": "red"})
    for value in ("many", 0, 6, "2.5"):
        with pytest.raises(Mistake, match="rounds is a whole number from 1 to 5"):
            GAME.setting(2, {"rounds": value})


def test_a_match_until_an_entry_is_as_it_was_then_and_can_go_on():
    m = match(rounds=3)
    positions = [m.position]
    for action in (SWAP.first, SHOW.first, SWAP.first):
        m.act(m.to_act[0], action)
        positions.append(m.position)
    for number, position in enumerate(positions):
        part = m.until(number)
        assert part.position == position and part.entries == m.entries[:number]
    part.act(part.to_act[0], SHOW.first)
    assert len(m.entries) == 3 and len(part.entries) == 4
