"""Tournaments: who sits where, what is kept, what the ranking says."""

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from parlour import game
from parlour.kit.mistake import Mistake
from parlour.lab import journal as journals
from parlour.lab.intervals import wilson
from parlour.lab.ranking import ranking
from parlour.lab.tournament import Outcome, Plan, parts, planned, play_game, set_up
from tests.test_cli import parlour  # noqa: F401

RUSH = game("rush")


def plan(bots: str, games: int = 1, players: int = 2, seed: int = 0) -> Plan:
    return planned(RUSH, RUSH.setting(players), bots.split(","), games, seed)


def timeless(outcome: Outcome) -> Outcome:
    return replace(outcome, seconds=[], longest=[])


def won(number: int, deal: int, seats: list[str], winner: int) -> Outcome:
    points = [int(seat == winner) for seat in range(len(seats))]
    some = [1] * len(seats)
    return Outcome(number, deal, seats, points, [winner], some, [0.0] * len(seats), [0.0] * len(seats))


def pretended(tournament: Plan, better: str, wins_in: float) -> list[Outcome]:
    """The games of a tournament that one bot wins in so large a part of the deals, whatever its seat."""
    outcomes = []
    for number in range(tournament.games):
        deal, seats = tournament.seating(number)
        others = [seat for seat, bot in enumerate(seats) if bot != better]
        winner = seats.index(better) if deal < wins_in * tournament.deals else others[0]
        outcomes.append(won(number, deal, seats, winner))
    return outcomes


# Who sits where


def test_every_bot_sits_in_every_seat_equally_often():
    tournament = plan("random,easy,medium,heuristic", games=100, players=3)
    sat = Counter(
        (bot, seat) for number in range(tournament.games) for seat, bot in enumerate(tournament.seating(number)[1])
    )
    assert len(sat) == 4 * 3 and len(set(sat.values())) == 1


def test_more_bots_than_seats_means_all_groups():
    assert plan("random,easy,medium").tables == [("random", "easy"), ("random", "medium"), ("easy", "medium")]


def test_as_many_bots_as_seats_means_one_full_table_and_a_repeated_bot_fills_it():
    assert plan("easy,medium,medium,medium", players=4).tables == [("easy", "medium", "medium", "medium")]


def test_nobody_plays_only_against_itself():
    assert plan("easy,medium,medium").tables == [("easy", "medium")]


def test_games_are_rounded_up_to_whole_rounds():
    assert plan("random,easy,medium", games=7).games == 12  # three pairs, two seats


def test_the_rotations_of_a_deal_have_the_same_luck(monkeypatch):
    tournament = plan("easy,medium", games=4)
    begun = []

    def noted(*given):
        begun.append(set_up(*given).tobytes())
        return set_up(*given)

    monkeypatch.setattr("parlour.lab.tournament.set_up", noted)
    outcomes = [play_game(tournament, number) for number in range(4)]
    assert [one.deal for one in outcomes] == [0, 0, 1, 1]
    assert outcomes[0].seats == outcomes[1].seats[::-1] and outcomes[2].seats == outcomes[3].seats[::-1]
    assert begun[0] == begun[1] != begun[2] == begun[3]


def test_a_game_depends_on_seed_and_number_alone():
    tournament = plan("easy,search:5", games=8)
    again = plan("easy,search:5", games=4)
    assert timeless(play_game(tournament, 3)) == timeless(play_game(again, 3))


def test_what_is_left_is_played_in_runs():
    assert parts(plan("easy,medium", games=10), {0, 1, 5}, 3) == [range(2, 5), range(6, 9), range(9, 10)]


@pytest.mark.parametrize(
    ("bots", "players", "sentence"),
    [
        ("easy,medium", 3, "A table of 3 needs at least 3 bots, not 2"),
        ("easy,easy", 2, "two different bots"),
        ("easy,genius", 2, "There is no bot 'genius'"),
    ],
)
def test_a_table_that_can_not_be_filled_gets_a_sentence(bots, players, sentence):
    with pytest.raises(Mistake, match=sentence):
        plan(bots, players=players)


# The ranking


def test_who_wins_three_of_four_is_rated_by_that():
    tournament = plan("easy,medium", games=400)
    found = ranking(tournament, pretended(tournament, "medium", 0.75))
    best, worst = found.places
    assert (best.bot, best.win_share, best.games) == ("medium", 0.75, 400)
    assert best.rating - worst.rating == pytest.approx(400 * 0.477, abs=3)  # log10 of three to one
    assert best.rating + worst.rating == pytest.approx(3000)
    assert best.win_interval[0] > 0.5 and best.rating_interval[0] > 1500 > worst.rating_interval[1]


def test_a_bot_with_three_seats_is_rated_as_one_and_its_wins_count_by_seat():
    tournament = plan("easy,medium,medium,medium", games=400, players=4)
    found = ranking(tournament, pretended(tournament, "easy", 0.25))
    assert [place.win_share for place in found.places] == [0.25, 0.25]
    assert found.places[0].rating == pytest.approx(1500, abs=2)


def test_luck_that_cancels_out_makes_the_interval_narrower():
    tournament = plan("easy,medium", games=400)
    by_deal = pretended(tournament, "medium", 0.5)
    by_seat = [won(one.game, one.deal, one.seats, winner=0) for one in by_deal]

    def width(outcomes):
        low, high = ranking(tournament, outcomes).places[0].win_interval
        return high - low

    independent = wilson(0.5, 400)
    assert width(by_seat) < independent[1] - independent[0] < width(by_deal)


def test_who_never_lost_has_a_finite_rating():
    tournament = plan("easy,medium", games=100)
    best = ranking(tournament, pretended(tournament, "medium", 1.0)).places[0]
    assert best.win_share == 1 and best.win_interval[0] > 0.9
    assert 1700 < best.rating_interval[0] < best.rating < best.rating_interval[1] < 3000


def test_the_table_of_who_ends_above_whom():
    tournament = plan("random,easy,medium", games=1)
    outcomes = []
    for number in range(tournament.games):
        deal, seats = tournament.seating(number)
        strongest = max(seats, key=["random", "easy", "medium"].index)
        outcomes.append(won(number, deal, seats, seats.index(strongest)))
    above = ranking(tournament, outcomes).above
    assert above["medium"] == {"medium": None, "easy": 1.0, "random": 1.0}
    assert above["random"] == {"medium": 0.0, "easy": 0.0, "random": None}


# The file


def test_a_tournament_goes_on_where_it_stopped_with_the_same_games(tmp_path):
    tournament = plan("easy,medium", games=12)
    whole = journals.begin(tmp_path / "whole.jsonl", tournament)
    whole.play_on()
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    assert len(lines) == 1 + 12
    half = tmp_path / "half.jsonl"
    half.write_text("".join(lines[:6]) + lines[6][:30])  # the sixth game was cut short
    resumed = journals.resume(half)
    assert resumed.plan == tournament and sorted(resumed.outcomes) == [0, 1, 2, 3, 4]
    resumed.play_on()
    assert {n: timeless(one) for n, one in resumed.outcomes.items()} == {
        n: timeless(one) for n, one in whole.outcomes.items()
    }
    assert journals.resume(half).outcomes == resumed.outcomes


def test_several_processes_play_the_same_games_as_one(tmp_path):
    found = []
    for jobs in (1, 2):
        journal = journals.begin(tmp_path / f"{jobs}.jsonl", plan("easy,search:5", games=4, seed=3))
        journal.play_on(jobs)
        found.append({number: timeless(one) for number, one in journal.outcomes.items()})
    assert found[0] == found[1] and len(found[0]) == 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is no file of a tournament"),
        ("[1]\n", "is no file of a tournament"),
        ('{"game": 1}\n', "is no file of a tournament"),
        ("{header}\nnonsense\n{header}\n", "Line 2 of .* is no game of this tournament"),
        ("{header other rules}\n", "was played by version 99 of the rules of Rainbow Rush"),
    ],
)
def test_a_file_that_does_not_fit_gets_a_sentence(tmp_path, text, sentence):
    journals.begin(tmp_path / "good.jsonl", plan("easy,medium"))
    header = (tmp_path / "good.jsonl").read_text().strip()
    other = json.dumps({**json.loads(header), "rules": 99})
    bad = tmp_path / "bad.jsonl"
    bad.write_text(text.replace("{header}", header).replace("{header other rules}", other))
    with pytest.raises(Mistake, match=sentence):
        journals.resume(bad)


def test_a_tournament_of_an_older_version_goes_on_by_its_rules(tmp_path):
    journals.begin(tmp_path / "new.jsonl", plan("easy,medium"))
    header = json.loads((tmp_path / "new.jsonl").read_text())
    assert (header["rules"], header["options"]) == (2, {})
    old = tmp_path / "old.jsonl"
    old.write_text(json.dumps({**header, "rules": 1, "options": {"lock": "two turns", "turn_limit": 300}}) + "\n")
    journal = journals.resume(old)
    assert journal.plan.setting.differing == {"taken_may_leave": "yes"}
    journal.play_on()
    assert len(journal.outcomes) == journal.plan.games


def test_a_bot_that_breaks_gets_a_sentence_with_the_line(tmp_path):
    bot = tmp_path / "broken.py"
    bot.write_text("class Broken:\n    def choose(self, game, view, seat, choices):\n        return choices[9999]\n")
    with pytest.raises(Mistake, match=r"failed in line 3 of .*broken\.py: IndexError"):
        play_game(plan(f"{bot}:Broken,easy"), 0)


# The command


def test_the_command_shows_a_ranking_and_keeps_the_games(parlour, tmp_path, monkeypatch):  # noqa: F811
    monkeypatch.chdir(tmp_path)
    status, out, _ = parlour("tournament", "rush", "--bots", "random,medium", "--games", 30)
    assert status == 0 and "medium" in out and "ended above" in out and "tournament-rush.jsonl" in out
    assert len(Path("tournament-rush.jsonl").read_text().splitlines()) == 31
    status, out, _ = parlour("tournament", "--resume", "tournament-rush.jsonl", "--json")
    found = json.loads(out)
    assert status == 0 and found["games"] == found["of_games"] == 30
    assert found["ranking"][0]["bot"] == "medium" and found["ranking"][0]["seconds_a_move"] > 0
    parlour("tournament", "rush", "--bots", "random,medium", "--games", 2)
    assert Path("tournament-rush-2.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tournament"], "A tournament needs a game and bots"),
        (["tournament", "rush"], "A tournament needs a game and bots"),
        (["tournament", "rush", "--bots", "easy,medium", "--games", "0"], "at least one game"),
        (["tournament", "rush", "--bots", "easy,medium", "--seed", "-1"], "A seed is a whole number from 0"),
        (["tournament", "rush", "--bots", "easy,medium", "--out", "no/where.jsonl"], "can't be written"),
        (["tournament", "--resume", "nothing.jsonl"], "nothing.jsonl can't be read: No such file"),
        (["tournament", "--resume", "old.jsonl", "--bots", "easy,hard"], "takes all that decides the games from"),
        (["tournament", "chandelier", "--resume", "old.jsonl"], "is a tournament of rush, not of chandelier"),
        (["tournament", "rush", "--bots", "easy,medium", "--out", "old.jsonl"], "is there already"),
        (["tournament", "--resume", "old.jsonl", "--jobs", "0"], "at least one job"),
        (["tournament", "--resume", "old.jsonl", "--cluster", "127.0.0.1:1"], "no Ray cluster at '127.0.0.1:1'"),
    ],
)
def test_wrong_input_gets_one_sentence(parlour, tmp_path, monkeypatch, arguments, sentence):  # noqa: F811
    if "--cluster" in arguments:
        pytest.importorskip("ray")
    monkeypatch.chdir(tmp_path)
    journals.begin(Path("old.jsonl"), plan("easy,medium"))
    status, out, error = parlour(*arguments)
    assert status == 2 and sentence in error and not out
    assert len(error.strip().splitlines()) == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_keeps_what_was_played_and_says_how_to_go_on(tmp_path, jobs):
    file = tmp_path / "long.jsonl"
    command = [sys.executable, "-m", "parlour", "tournament", "rush", "--bots", "easy,search:30", "--games", "100000"]
    with subprocess.Popen(
        [*command, "--jobs", str(jobs), "--out", str(file)], stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as running:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (file.exists() and file.read_bytes().count(b"\n") > 3):
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=30)
    assert running.returncode == 130
    kept = len(journals.resume(file).outcomes)
    assert 3 <= kept < 100000 and f"{kept} of 100000 games are kept in {file}." in said
    assert f"Go on with: parlour tournament --resume {file}" in said
