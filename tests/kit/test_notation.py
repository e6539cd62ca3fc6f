"""The text form: what is written can be read, and what doesn't fit the rules is refused with its line."""

from dataclasses import replace
from types import ModuleType

import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from parlour.kit.game import Game
from parlour.kit.luck import seeded
from parlour.kit.match import Match, Said, Seat
from parlour.kit.mistake import Mistake
from parlour.kit.notation import find_action, load, read, save, write
from parlour.kit.options import Option
from tests.higher import GAME, first_words, words
from tests.higher.rules import SHOW, SWAP, start

GAMES = {"higher": GAME}

TEXT = """\
parlour 2
game higher
rules 1
players 2
option rounds = 2
seat 0 = Anna
seat 1 = Bruno [heuristic]
luck 0000000000000001 0000000000000002

1. Anna: show  # show the card
2. Bruno "Already? {so} soon: #1"
3. Bruno: swap {00000000000000aa 00000000000000bb}  # swap the card
4. Anna: show  # show the card
5. Anna takes back
6. Anna: show  # show the card
"""

IN_WORDS = """\
parlour 1
game higher
rules 1
players 2
option rounds = 2
seat 0 = Anna
seat 1 = Bruno [heuristic]
luck 0000000000000001 0000000000000002

# A comment.
1. Anna: show the card
2. Bruno "Already? {so} soon: #1"
3. Bruno: swap the card {00000000000000aa 00000000000000bb}
4. Anna: show the card
5. Anna takes back
6. Anna: show the card
"""

BY_HAND = """\
# My best match.
parlour  2  # the format
game higher
rules 1
players   2
option rounds=2  # a short one
seat 0=Anna
seat  1 = Bruno[heuristic]
luck 0000000000000001   0000000000000002
1.Anna:show#quickly
  # She said nothing.
2.  Bruno  "Already? {so} soon: #1"  # he did
3. Bruno : swap[ ]{ 00000000000000aa  00000000000000bb }
\t4. Anna:  show

5. Anna  takes  back   # why?
6. Anna: show
"""


def test_a_match_can_be_read():
    match = read(TEXT, GAMES)
    assert match.seats == [Seat("Anna"), Seat("Bruno", "heuristic")]
    assert match.setting.options == {"rounds": 2}
    assert len(match.entries) == 6 and match.to_act == [1]
    assert match.entries[1] == Said(1, "Already? {so} soon: #1")


def test_reading_and_writing_are_each_others_opposite():
    match = read(TEXT, GAMES)
    assert write(match) == TEXT
    match.act(1, SHOW.first)
    assert write(match).splitlines()[-1].startswith("end Anna ")
    assert write(read(write(match), GAMES)) == write(match)


@pytest.mark.parametrize("text", [IN_WORDS, BY_HAND, TEXT.replace("\n", "\r\n")])
def test_the_first_format_and_what_someone_wrote_by_hand_mean_the_same(text):
    assert write(read(text, GAMES)) == TEXT


def test_only_options_that_are_not_at_their_default_are_written():
    assert "option" not in write(read(TEXT.replace("option rounds = 2\n", ""), GAMES))
    assert "option" not in write(read(TEXT.replace("rounds = 2", "rounds = 3"), GAMES))


def test_what_is_said_may_contain_any_character():
    match = read(TEXT, GAMES)
    for text in ("a\u2028b\u2029c\x85d\x0be", 'a "quote" \\" # and\n a line', "\\"):
        match.say(0, text)
        assert read(write(match), GAMES).entries == match.entries


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("parlour 2", "chess 2", "no Parlour match"),
        ("parlour 2", "parlour 3", "no Parlour match that can be read here: its first line must be 'parlour 2'"),
        ("game higher", "game lower", "unknown value for 'lower'"),
        ("rules 1", "rules 7", "It was played by version 7 of the rules of Higher; this house has version 1."),
        ("rules 1", "rules 0", "It was played by version 0 of the rules of Higher; this house has version 1."),
        ("rules 1", "rules new", "'rules' and 'players' must be whole numbers"),
        ("players 2", "players two", "'rules' and 'players' must be whole numbers"),
        ("players 2", "players 9", "unknown value for 'seat 2'"),
        ("option rounds = 2", "option rounds = 77", "rounds is a whole number from 1 to 5"),
        ("option rounds = 2", "option pace = 2", "no option 'pace'"),
        ("seat 1 = Bruno [heuristic]", "seat 1 = Anna", "both be called"),
        ("seat 1 = Bruno [heuristic]", "seat 1 = Bruno [", "isn't"),
        ("luck 0000000000000001 0000000000000002", "luck 1 2", "16 hexadecimal digits"),
        ("luck 0000000000000001 0000000000000002", "", "'luck'"),
        ("game higher", "game higher\ngame higher", "stands there twice"),
        ("rules 1", "rules 1\nweather fine", "means nothing here: 'weather'"),
        ("1. Anna: show", "1. Anna: eat", "Line 10: 'eat' is no action; the blocks are: show, swap."),
        ("1. Anna: show", "1. Anna: show the card", "Line 10: 'show the card' is no action"),
        ("1. Anna: show", "2. Anna: show", "Line 10: Entry 1 was expected"),
        ("1. Anna: show", "1. Bruno: show", "Line 10: It is not Bruno's turn: Anna must act first."),
        ("1. Anna: show", "1. Cleo: show", "Line 10: Nobody at this table"),
        ("4. Anna: show", "4. Anna: swap", "Line 13: Anna can't swap the card: a card that was shown stays."),
        ("soon: #1\"", "soon", "Line 11: What Bruno says has no closing quote"),
        ("5. Anna takes back", "5. Bruno takes back", "Line 14: Bruno has nothing to take back"),
        ("00000000000000aa 00000000000000bb", "0000000000000000 0000000000000000", "not both zero"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_its_line_and_reason(old, new, reason):
    assert old in TEXT
    with pytest.raises(Mistake, match=reason):
        read(TEXT.replace(old, new), GAMES)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("1. Anna: show the card", "1. Anna: eat the card", "Line 11: Anna can't 'eat the card' now; possible: "),
        ("1. Anna: show the card", "1. Bruno: show the card", "Line 11: Bruno can't .* not Bruno's turn"),
        ("1. Anna: show the card", "1. Anna: show", "Line 11: Anna can't 'show' now; possible: show the card"),
        ("rules 1", "rules 7", "this house has version 1"),
    ],
)
def test_a_file_of_the_first_format_is_refused_with_its_line_and_reason(old, new, reason):
    assert old in IN_WORDS
    with pytest.raises(Mistake, match=reason):
        read(IN_WORDS.replace(old, new), GAMES)


# The rules and the words of a game go on, its matches stay


def changed(**parts) -> Game:
    """Higher with other words, other rules, or another card."""
    other = replace(GAME, **{name: part for name, part in parts.items() if name in GAME.__dataclass_fields__})
    if "start" in parts:
        other = other.with_rules(start=parts["start"])
    if "action" in parts:
        mended = ModuleType("mended")
        mended.__dict__.update(vars(words), action=parts["action"])
        other.__dict__["words"] = mended
    return other


def test_mending_a_sentence_breaks_no_file_of_either_format():
    mended = changed(action=lambda s, seat, number, voice: ("lay it open", "exchange it")[number])
    for text in (TEXT, IN_WORDS):
        match = read(text, {"higher": mended})
        assert match.position == read(TEXT, GAMES).position
        assert "1. Anna: show  # lay it open\n" in write(match)


def test_who_types_words_is_understood_by_the_present_ones():
    mended = changed(action=lambda s, seat, number, voice: ("lay it open", "exchange it")[number])
    match = read(IN_WORDS, {"higher": mended})
    assert find_action(match, 1, "lay it open") == SHOW.first
    with pytest.raises(Mistake, match="can't 'show the card' now; possible: lay it open, exchange it"):
        find_action(match, 1, "show the card")
    assert find_action(match, 1, "show the card", first_words) == SHOW.first


def test_a_new_option_with_a_default_breaks_no_file_of_either_format():
    pace = Option("pace", "How fast it is.", ("slow", "quick"), "slow")
    later = changed(options=(*GAME.options, pace), start=lambda s, players, rounds, pace: start(s, players, rounds))
    for text in (TEXT, IN_WORDS):
        match = read(text, {"higher": later})
        assert match.position == read(TEXT, GAMES).position and write(match) == TEXT


SWAPS = Option("swaps", "Whether cards may be swapped.", bool, False, past=True)
SECOND = changed(  # in its second version cards are kept, and three rounds had been two before
    version=2,
    options=(*GAME.options, SWAPS),
    upgrades=(lambda options: {"rounds": 2, **options, "swaps": "yes"},),
    start=lambda s, players, rounds, swaps: start(s, players, rounds),
)


def test_a_match_of_an_older_version_goes_on_with_an_option_that_says_how_it_was():
    for text in (TEXT, IN_WORDS, TEXT.replace("option rounds = 2\n", "")):
        match = read(text, {"higher": SECOND})
        assert match.setting.options == {"rounds": 2, "swaps": True} and match.setting.codes == {
            "rounds": 2,
            "swaps": 1,
        }
        written = write(match)
        assert "\nrules 2\nplayers 2\noption rounds = 2\noption swaps = yes\n" in written
        assert write(read(written, {"higher": SECOND})) == written


def test_versions_are_gone_through_step_by_step():
    third = replace(SECOND, version=3, upgrades=(*SECOND.upgrades, lambda options: {**options, "rounds": 5}))
    assert third.setting_of(1, 2, {}).options == {"rounds": 5, "swaps": True}
    assert third.setting_of(2, 2, {"rounds": 1}).options == {"rounds": 5}
    assert third.setting_of(3, 2, {"rounds": 1}).options == {"rounds": 1}


def test_a_header_from_the_future_is_refused_with_a_sentence():
    text = write(read(TEXT, {"higher": SECOND}))
    with pytest.raises(Mistake, match="It was played by version 2 of the rules of Higher; this house has version 1"):
        read(text, GAMES)
    with pytest.raises(Mistake, match="by version 3 of the rules of Higher; this house has version 2 and older ones"):
        read(text.replace("rules 2", "rules 3"), {"higher": SECOND})


def test_a_past_option_is_not_offered_and_not_told_where_it_is_at_its_default():
    assert [option.name for option in SECOND.offered] == ["rounds"]
    assert SECOND.setting(2).options == {"rounds": 3} and SECOND.setting(2).codes == {"rounds": 3, "swaps": 0}
    with pytest.raises(Mistake, match="no option 'swaps'; it has rounds"):
        SECOND.setting(2, {"swaps": "yes"})
    assert SECOND.setting_of(2, 2, {"swaps": "yes"}).codes == {"rounds": 3, "swaps": 1}


def test_a_card_needs_an_upgrade_for_each_version_before_its_own():
    with pytest.raises(TypeError, match="Higher of version 2 has 0 upgrades"):
        replace(GAME, version=2)


def test_a_game_without_its_first_words_has_no_files_of_the_first_format():
    text = IN_WORDS.partition("\n\n")[0].replace("higher", "connect_four").replace("option rounds = 2\n", "")
    with pytest.raises(Mistake, match="Connect Four has no files of format 1: it came to the house later"):
        read(text, {"connect_four": CONNECT_FOUR})
    text = text.replace("parlour 1", "parlour 2")
    assert read(f"{text}\n1. Anna: drop[3]\n", {"connect_four": CONNECT_FOUR}).to_act == [1]


def test_a_wrong_result_is_refused():
    match = read(TEXT, GAMES)
    match.act(1, SHOW.first)
    text = write(match)
    points = text.splitlines()[-1].split()[2].rstrip(",")
    with pytest.raises(Mistake, match="By the rules it ends with"):
        read(text.replace(f"end Anna {points}", f"end Anna {int(points) + 1}"), GAMES)
    with pytest.raises(Mistake, match="isn't over here"):
        read(TEXT + "end Anna 3, Bruno 2; first: Anna\n", GAMES)


def test_files_that_are_missing_or_broken_get_a_sentence(tmp_path):
    with pytest.raises(Mistake, match="There is no file"):
        load(tmp_path / "nowhere.parlour", GAMES)
    (tmp_path / "picture.parlour").write_bytes(b"\xff\xd8\xff\xe0\x00")
    with pytest.raises(Mistake, match="can't be read"):
        load(tmp_path / "picture.parlour", GAMES)
    with pytest.raises(Mistake, match="can't be read"):
        load(tmp_path, GAMES)
    (tmp_path / "empty.parlour").write_text("")
    with pytest.raises(Mistake, match=r"empty\.parlour: This is no Parlour match"):
        load(tmp_path / "empty.parlour", GAMES)


def test_saving_makes_the_folder_and_replaces_the_file(tmp_path):
    dice = seeded(1)
    match = Match(GAME, GAME.setting(2), [Seat("Zoë 🎲"), Seat("Bruno")], dice(), dice)
    file = tmp_path / "new" / "a.parlour"
    save(match, file)
    match.act(0, SWAP.first)
    save(match, file)
    assert load(file, GAMES).position == match.position
    assert [path.name for path in file.parent.iterdir()] == ["a.parlour"]
