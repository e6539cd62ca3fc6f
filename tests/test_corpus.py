"""Stored matches still play as they did: no change alters the rules unnoticed."""

import hashlib
import inspect
import json
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from parlour import game, games
from parlour.kit.notation import load, read, write
from parlour.kit.options import Option
from tests.make_corpus import file_name

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.parlour"))
FIRST = [file for file in CORPUS if file.read_text("utf-8").startswith("parlour 1\n")]

# What the last positions of the matches in format 1 were, by the rules that they were played by: a digest of the fields
# that a position had then and still has. Fields that came later aren't in it.
ENDS = json.loads((Path(__file__).parent / "corpus" / "ends.json").read_text("utf-8"))


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_stored_match_replays_to_the_same_end(file):
    match = load(file, games())
    assert match.over
    if file not in FIRST:
        assert entries(write(match)) == entries(file.read_text("utf-8"))


def entries(text):
    """The numbered lines and the end, without their comments."""
    return [line.partition("  #")[0] for line in text.partition("\n\n")[2].splitlines()]


@pytest.mark.parametrize("file", FIRST, ids=lambda file: file.stem)
def test_a_match_of_the_first_format_has_the_same_last_position_and_is_the_same_in_the_present_one(file):
    match = load(file, games())
    fields = [match.position[field].tobytes() for field in ENDS["fields"][match.game.name]]
    assert hashlib.sha256(b"".join(fields)).hexdigest() == ENDS["ends"][file.stem]
    text = write(match)
    again = read(text, games())
    assert text.startswith("parlour 2\n") and again.position == match.position and again.entries == match.entries
    assert text.splitlines()[-1] == file.read_text("utf-8").splitlines()[-1]


def test_every_game_and_player_count_is_stored_in_its_present_version():
    tables = [(one, players) for one in games().values() for players in one.players]
    wanted = {file_name(one, players, kind) for one, players in tables for kind in ("usual", "varied")}
    assert wanted <= {file.name for file in CORPUS}


@pytest.mark.parametrize("stem", ["rush-2-usual", "rush-v2-2-usual"])
def test_a_new_option_leaves_stored_matches_as_they_are(stem):
    rush = game("rush")
    pace = Option("pace", "How fast it is.", ("slow", "quick"), "slow")

    def start(s, *known_and_pace):
        rush.rules.start(s, *known_and_pace[:-1])

    known = inspect.signature(rush.rules.start)
    new = inspect.Parameter("pace", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    vars(start)["__signature__"] = known.replace(parameters=[*known.parameters.values(), new])
    other = replace(rush, options=(pace, *rush.options)).with_rules(start=start)
    file = Path(__file__).parent / "corpus" / f"{stem}.parlour"
    assert load(file, {"rush": other}).setting.options["pace"] == "slow"
    assert load(file, {"rush": other}).position == load(file, games()).position


@pytest.mark.parametrize("file", [file for file in CORPUS if "-2-usual" in file.stem or "-3-usual" in file.stem])
def test_mending_what_an_action_is_called_breaks_no_file_of_either_format(file):
    one = load(file, games()).game
    mended = replace(one)
    words = ModuleType("mended words")
    words.__dict__.update(vars(one.words), action=lambda s, seat, number, voice: f"do number {number}")
    mended.__dict__["words"] = words
    match = load(file, {one.name: mended})
    assert match.over and "do number" in write(match)


@pytest.mark.parametrize("one", [one for one in games().values() if one.first_words], ids=lambda one: one.name)
def test_the_words_of_the_first_format_depend_on_no_present_ones(one):
    source = Path(one.first_words.__file__).read_text("utf-8")
    imported = set(re.findall(rf"from {one.package}\.(\w+) import", source))
    assert imported <= {"rules", "data", "runs", "events"}
