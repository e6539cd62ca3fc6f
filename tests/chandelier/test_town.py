"""The town is data: what the harbour is, what a file may say, and that a second town can be played."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import parlour
from parlour.games.chandelier import first_words, town, words
from parlour.games.chandelier.rules import TOWNS
from parlour.kit import notation
from parlour.kit.mistake import Mistake

HARBOUR = (town.FOLDER / "harbour.toml").read_text("utf-8")


def test_the_harbour_is_a_ring_of_eight_fountains():
    harbour = town.load("harbour")
    assert len(harbour.fountains) == 8
    for number in range(8):
        assert {(number - 1) % 8, (number + 1) % 8} <= set(harbour.steps(number))


def test_the_even_fountains_have_three_roofs_and_the_odd_ones_two():
    assert [fountain.roofs for fountain in town.load("harbour").fountains] == [3, 2] * 4
    assert len(town.load("harbour").fountain_of) == 20


def test_the_docks_are_next_to_each_other_besides_their_neighbours_in_the_ring():
    harbour = town.load("harbour")
    assert [number for number, fountain in enumerate(harbour.fountains) if fountain.dock] == [1, 3, 5]
    assert [harbour.steps(number) for number in (1, 3, 5)] == [[0, 2, 3, 5], [1, 2, 4, 5], [1, 3, 4, 6]]
    assert [len(harbour.steps(number)) for number in (0, 2, 4, 6, 7)] == [2] * 5


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("roofs = 3", "roofs = 4", "Lantern Plaza has 4 roofs, and a fountain has 2 or 3"),
        ("roofs = 3", "roofs = 2", "it has 16 roofs, and a town has 20"),
        (
            '["Hill Square", "West Dock"]',
            '["Hill Square"]',
            "West Dock is next to Lantern Plaza, but Lantern Plaza isn't",
        ),
        ('["Hill Square", "West Dock"]', '["Moon"]', "'Moon', which is no fountain of it"),
        (
            '"Orchard Plaza", "West Dock", "South Dock"]',
            '"Orchard Plaza", "South Dock"]',
            "West Dock is next to East Dock",
        ),
        ('name = "Hill Square"', 'name = "South Dock"', "the same name"),
        ('name = "Hill Square"', 'name = "Hill Square"\ndock = true', "all docks are next to each other"),
        ('next_to = ["Orchard Plaza", "Lantern Plaza"]', "", "lacks 'next_to'"),
        ('name = "Hill Square"', 'name = "Hill Square"\nwells = 2', "isn't described as in harbour.toml"),
        ("title =", "title", "is no TOML file"),
    ],
)
def test_a_town_that_can_not_be_is_refused_with_a_sentence(tmp_path, old, new, said):
    assert old in HARBOUR
    (tmp_path / "odd.toml").write_text(HARBOUR.replace(old, new), "utf-8")
    with pytest.raises(Mistake) as refusal:
        town.read(tmp_path / "odd.toml")
    assert said in str(refusal.value) and str(refusal.value).endswith(".")


def test_a_town_that_is_not_there_is_refused():
    with pytest.raises(Mistake, match="can't be read"):
        town.load("atlantis")


@pytest.mark.parametrize("stem", ["chandelier-2-usual", "chandelier-v2-2-usual"])
def test_another_name_for_a_fountain_breaks_no_file(monkeypatch, stem):
    fountains = tuple(replace(fountain, name=f"New {fountain.name}") for fountain in TOWNS[0].fountains)
    for module in (words, first_words):
        monkeypatch.setattr(module, "TOWNS", [replace(TOWNS[0], fountains=fountains)])
    file = Path(__file__).parents[1] / "corpus" / f"{stem}.parlour"
    assert ", New Lantern Plaza\n" in notation.write(notation.load(file, parlour.games()))


SECOND = """
from parlour.games.chandelier import GAME
from parlour.kit.voice import Voice

visit = GAME.rules.VISIT.first
assert GAME.options[-1].name == "town" and GAME.options[-1].values == ("harbour", "line")
s = GAME.verbs.begin(GAME.setting(4, {"town": "line"}), (1, 2))
for seat in range(4):
    GAME.verbs.play(s, seat, seat)
GAME.verbs.play(s, 3, visit)  # roof 1
print([action - visit for action in GAME.verbs.choices(s, 2)])
print(GAME.words.look(s, Voice("ABCD"))[1][0])
"""


def test_a_second_town_is_a_file_beside_the_first(tmp_path):
    """Ten fountains with two roofs each, in one line: from the first, only the second is one step away."""
    home = tmp_path / "parlour"
    shutil.copytree(Path(parlour.__file__).parent, home, ignore=shutil.ignore_patterns("__pycache__"))
    lines = ['title = "a line"']
    for number in range(10):
        steps = [f"F{other}" for other in (number - 1, number + 1) if 0 <= other < 10]
        lines += ["[[fountain]]", f'name = "F{number}"', "roofs = 2", f"next_to = {steps}"]
    (home / "games/chandelier/towns/line.toml").write_text("\n".join(lines), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    run = [sys.executable, "-c", SECOND]
    done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["[1, 2, 3]", "F0"], done.stderr
