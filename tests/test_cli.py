"""The front door, as someone at a terminal uses it."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour import __version__, cli


@pytest.fixture
def parlour(monkeypatch, capsys):
    """Runs a command line and gives its exit status, output and errors."""

    def run(*arguments, typed=None):
        monkeypatch.setattr(sys, "argv", ["parlour", *map(str, arguments)])
        lines = iter(typed or [])

        def type_next(*_, **__):
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("rich.console.Console.input", type_next)
        with pytest.raises(SystemExit) as left:
            cli.main()
        captured = capsys.readouterr()
        return left.value.code or 0, captured.out, captured.err

    return run


def test_games_are_listed(parlour):
    status, out, _ = parlour("games")
    assert status == 0 and "Rainbow Rush" in out and "2-8" in out


def test_the_version_is_told(parlour):
    assert parlour("--version") == (0, f"parlour {__version__}\n", "")


def test_the_rulebook_is_shown(parlour):
    status, out, _ = parlour("rules", "rush")
    assert status == 0 and "Rulings" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "chess"], "There is no game 'chess' in the house; there is "),
        (["simulate", "rush", "--players", "9"], "Rainbow Rush is for 2 to 8 players, not 9."),
        (
            ["simulate", "rush", "--bots", "deep"],
            "There is no bot 'deep'; there is random, heuristic, easy, medium, hard, expert,",
        ),
        (["simulate", "rush", "--players", "3", "--bots", "random,random"], "3 seats need one bot each"),
        (["simulate", "rush", "--games", "0"], "at least one game"),
        (["simulate", "rush", "--jobs", "0"], "at least one game and one job"),
        (["simulate", "rush", "--seed", "-1"], "A seed is a whole number from 0"),
        (["simulate", "rush", "--games", "many"], "Invalid value for '--games'"),
        (["simulate", "rush", "--option", "lock"], "An option is KEY=VALUE, not 'lock'."),
        (["simulate", "rush", "--option", "lock=never"], "Option lock is 'two turns' or"),
        (["simulate", "rush", "--option", "luck=good"], "Rainbow Rush has no option 'luck'; it has lock, turn_limit"),
        (["simulate", "rush", "--out", "results.xls"], "as .parquet or .csv, not as 'results.xls'"),
        (["simulate", "rush", "--out", "nowhere/results.csv"], "There is no folder nowhere"),
        (["play"], "Name a game to play: "),
        (["play", "rush", "--name", "a:b"], "A name can't contain"),
        (["play", "--resume", "nothing.parlour"], "There is no file nothing.parlour."),
        (["replay", "nothing.parlour"], "There is no file nothing.parlour."),
        (["dance"], "No such command 'dance'."),
        (["games", "--all"], "No such option: --all"),
        (["replay"], "Missing argument"),
    ],
)
def test_wrong_input_gets_one_sentence_and_status_2(parlour, arguments, sentence):
    status, out, error = parlour(*arguments)
    assert status == 2 and sentence in error and not out
    assert len(error.strip().splitlines()) == 1


def test_a_simulation_as_json_has_all_its_figures(parlour):
    status, out, _ = parlour(
        "simulate", "rush", "--players", 3, "--games", 40, "--json", "--bots", "heuristic,random,random"
    )
    figures = json.loads(out)
    assert status == 0
    assert (figures["game"], figures["players"], figures["games"]) == ("rush", 3, 40)
    assert sum(figures["wins"]) == pytest.approx(40) and figures["wins"][0] > 30
    assert len(figures["mean_scores"]) == 3 and figures["mean_moves"] * 40 == pytest.approx(figures["moves"])
    assert figures["moves_per_second"] == pytest.approx(figures["moves"] / figures["seconds"])


def test_the_same_seed_gives_the_same_games_for_any_number_of_jobs(parlour):
    def wins(*more):
        figures = json.loads(parlour("simulate", "rush", "--games", 60, "--json", *more)[1])
        return figures["wins"], figures["moves"]

    assert wins("--seed", 5) == wins("--seed", 5, "--jobs", 4) != wins("--seed", 6)


def test_a_simulation_as_a_table_names_wins_scores_and_speed(parlour):
    status, out, _ = parlour("simulate", "rush", "--games", 30)
    assert status == 0 and "95% interval" in out and "moves a second" in out


def test_results_are_written_as_csv_and_parquet_with_one_row_a_game(parlour, tmp_path):
    import pyarrow.parquet

    for name in ("a.csv", "a.parquet"):
        assert parlour("simulate", "rush", "--games", 25, "--out", tmp_path / name)[0] == 0
    with (tmp_path / "a.csv").open() as file:
        rows = list(csv.DictReader(file))
    table = pyarrow.parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert len(rows) == len(table) == 25
    assert [int(row["moves"]) for row in rows] == [row["moves"] for row in table]
    assert all(row["win_0"] + row["win_1"] == pytest.approx(1) for row in table)


def test_a_person_plays_by_number_by_words_and_by_enter(parlour, tmp_path):
    file = tmp_path / "match.parlour"
    typed = ["draw", "", "9999", "fly", "play", "1", "?", "q"]
    status, out, _ = parlour("play", "rush", "--players", 2, "--seed", 3, "--save", file, typed=typed)
    assert status == 0
    assert "You draw the" in out and "Choose a number from 1 to" in out and "can't 'fly' now; possible:" in out
    assert "Rulings" in out and "Go on with: parlour play --resume" in " ".join(out.split())
    saved = file.read_text()
    assert "Guest: draw" in saved and "[heuristic]" in saved


def test_a_saved_match_goes_on_and_can_be_replayed(parlour, tmp_path):
    file = tmp_path / "match.parlour"
    parlour("play", "rush", "--seed", 3, "--save", file, typed=["draw", "1", "q"])
    length = len(file.read_text().splitlines())
    status, out, _ = parlour("play", "--resume", file, typed=["draw", "q"])
    assert status == 0 and len(file.read_text().splitlines()) > length
    status, out, _ = parlour("replay", file)
    assert status == 0 and "Guest draws a card." in out and "Guest draws the" not in out
    status, out, _ = parlour("replay", file, "--seat", 0, "--to", 3)
    assert status == 0 and "You draw the" in out
    assert parlour("replay", file, "--to", 999)[0] == 2
    assert parlour("replay", file, "--seat", 7)[0] == 2


def test_the_terminal_never_shows_what_the_seat_can_not_know(parlour, tmp_path):
    file = tmp_path / "match.parlour"
    _, out, _ = parlour("play", "rush", "--players", 4, "--seed", 8, "--save", file, typed=["", "1"] * 4 + ["q"])
    assert "Anna draws a card." in out and "Anna draws the" not in out
    assert "hand: 3 cards" in out


def test_a_whole_match_ends_with_the_result(parlour, tmp_path):
    file = tmp_path / "match.parlour"
    typed = ["1"] * 2000
    status, out, _ = parlour("play", "rush", "--seed", 1, "--option", "turn_limit=40", "--save", file, typed=typed)
    assert status == 0 and "The result" in out and ("wins!" in out or "win!" in out or "share the win" in out)
    assert file.read_text().splitlines()[-1].startswith("end ")
    assert "The result" in parlour("replay", file)[1]


def test_a_damaged_file_names_the_line(parlour, tmp_path):
    file = tmp_path / "match.parlour"
    parlour("play", "rush", "--seed", 3, "--save", file, typed=["draw", "1", "q"])
    file.write_text(file.read_text().replace("Guest: draw", "Guest: drew"))
    status, _, error = parlour("replay", file)
    assert status == 2 and "Line " in error and "'drew' is no action; the blocks are: draw, take, play[card]" in error


@pytest.fixture(params=["1", "2"])
def under_way(request, tmp_path):
    """A match of Rush that isn't over, as a file of each format; Anna is a person."""
    stem = {"1": "rush-2-usual", "2": "rush-v2-2-usual"}[request.param]
    lines = (Path(__file__).parent / "corpus" / f"{stem}.parlour").read_text().splitlines()
    file = tmp_path / "match.parlour"
    file.write_text("\n".join(lines[:40]).replace("Anna [heuristic]", "Anna") + "\n")
    assert file.read_text().startswith(f"parlour {request.param}\n")
    return file


def test_files_of_both_formats_are_replayed_and_hinted_at(parlour, under_way):
    status, out, _ = parlour("replay", under_way, "--seat", 0)
    assert status == 0 and "You draw the" in out
    status, out, _ = parlour("hint", under_way, "--seconds", 0.01)
    assert status == 0 and "from what that seat knows" in out


def test_a_match_of_either_format_goes_on_and_is_saved_in_the_present_one(parlour, under_way):
    old = under_way.read_text().startswith("parlour 1\n")
    status, _, _ = parlour("play", "--resume", under_way, typed=["1", "1", "q"])
    text = under_way.read_text()
    assert status == 0 and text.startswith("parlour 2\ngame rush\nrules 2\n")
    assert ("\noption taken_may_leave = yes\n" in text) == old
    assert parlour("replay", under_way)[0] == 0


def test_options_of_the_past_are_neither_listed_nor_chosen(parlour):
    assert "turn_limit" in parlour("games")[1] and "taken_may_leave" not in parlour("games")[1]
    status, _, error = parlour("simulate", "rush", "--option", "taken_may_leave=yes")
    assert status == 2 and "no option 'taken_may_leave'; it has lock, turn_limit" in error


def test_no_file_can_give_orders_to_the_terminal(parlour, tmp_path):
    file = tmp_path / "match.parlour"
    parlour("play", "rush", "--seed", 3, "--save", file, typed=["say Hello", "q"])
    whole = file.read_text()
    for old, new, status in (
        ('"Hello"', r'"Hello\u001b]0;mine\u0007\u009b2J\ud800"', 0),
        ("rules 2", "rules \x1b[2J", 2),
        ("seat 0 = Guest", "seat 0 = \x1b[2J", 2),
        ('Guest "Hello"', "Guest: \x1b[2J", 2),
        ("game rush", "game \x1b[2J", 2),
        ("players 2", "players 2\noption \x1b[2J = 2", 2),
    ):
        assert old in whole
        file.write_text(whole.replace(old, new))
        done = parlour("replay", file)
        assert done[0] == status and not set(done[1] + done[2]) & set("\x1b\x07\x9b"), done
    file.write_text(whole.replace("Hello", r"Hello\u001b"))
    done = parlour("play", "--resume", file, typed=["say Me\x1b[2J too", "q"])
    assert done[0] == 0 and "\x1b" not in done[1]


def test_the_package_can_be_run_as_a_module(tmp_path):
    done = subprocess.run([sys.executable, "-m", "parlour", "--version"], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == f"parlour {__version__}\n"


def test_listing_the_games_does_not_wait_for_the_compiler(tmp_path):
    code = "import sys; from parlour import games; [g.summary for g in games().values()]; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.strip() == "False", done.stderr


def test_another_package_adds_a_game_by_an_entry_point(tmp_path):
    (tmp_path / "lower").mkdir()
    card = (Path(__file__).parent / "higher" / "__init__.py").read_text()
    (tmp_path / "lower" / "__init__.py").write_text(card.replace('"higher"', '"lower"').replace('"Higher"', '"Lower"'))
    info = tmp_path / "lower-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lower\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[parlour.games]\nlower = lower:GAME\n")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-m", "parlour", "games"], capture_output=True, text=True, env=env)
    assert "Lower" in done.stdout and "Rainbow Rush" in done.stdout
