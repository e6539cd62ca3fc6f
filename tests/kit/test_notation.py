"""The text form: what is written can be read, and what doesn't fit the rules is refused with its line."""

import pytest

from parlour.kit.luck import seeded
from parlour.kit.match import Match, Seat
from parlour.kit.mistake import Mistake
from parlour.kit.notation import load, read, save, write
from tests.higher import GAME
from tests.higher.rules import SHOW, SWAP

GAMES = {"higher": GAME}

TEXT = """\
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


def test_a_match_by_hand_can_be_read():
    match = read(TEXT, GAMES)
    assert match.seats == [Seat("Anna"), Seat("Bruno", "heuristic")]
    assert match.setting.options == {"rounds": 2}
    assert len(match.entries) == 6 and match.to_act == [1]


def test_reading_and_writing_are_each_others_opposite():
    match = read(TEXT, GAMES)
    assert write(match) == TEXT.replace("# A comment.\n", "")
    match.act(1, SHOW.first)
    assert write(match).splitlines()[-1].startswith("end Anna ")
    assert write(read(write(match), GAMES)) == write(match)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("parlour 1", "chess 1", "no Parlour match"),
        ("parlour 1", "parlour 2", "no Parlour match"),
        ("game higher", "game lower", "unknown value for 'lower'"),
        ("rules 1", "rules 7", "version 7 of the rules; this house has version 1"),
        ("players 2", "players two", "'players' must be a whole number"),
        ("players 2", "players 9", "unknown value for 'seat 2'"),
        ("option rounds = 2", "option rounds = 77", "rounds is a whole number from 1 to 5"),
        ("option rounds = 2", "option pace = 2", "no option 'pace'"),
        ("seat 1 = Bruno [heuristic]", "seat 1 = Anna", "both be called"),
        ("seat 1 = Bruno [heuristic]", "seat 1 = Bruno [", "isn't"),
        ("luck 0000000000000001 0000000000000002", "luck 1 2", "16 hexadecimal digits"),
        ("luck 0000000000000001 0000000000000002", "", "'luck'"),
        ("game higher", "game higher\ngame higher", "stands there twice"),
        ("rules 1", "rules 1\nweather fine", "means nothing here: 'weather'"),
        ("1. Anna: show the card", "1. Anna: eat the card", "Line 11: Anna can't 'eat the card' now; possible: "),
        ("1. Anna: show the card", "2. Anna: show the card", "Line 11: Entry 1 was expected"),
        ("1. Anna: show the card", "1. Bruno: show the card", "Line 11: Bruno can't .* not Bruno's turn"),
        ("1. Anna: show the card", "1. Cleo: show the card", "Line 11: Nobody at this table"),
        ("soon: #1\"", "soon", "Line 12: What Bruno says has no closing quote"),
        ("5. Anna takes back", "5. Bruno takes back", "Line 15: Bruno has nothing to take back"),
        ("00000000000000aa 00000000000000bb", "0000000000000000 0000000000000000", "not both zero"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_its_line_and_reason(old, new, reason):
    assert old in TEXT
    with pytest.raises(Mistake, match=reason):
        read(TEXT.replace(old, new), GAMES)


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
