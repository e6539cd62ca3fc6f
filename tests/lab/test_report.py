"""The page for a game's designer: what its figures count, and that it stands alone."""

import re
from types import SimpleNamespace

import numpy as np
import pyarrow.parquet
import pytest

from parlour import game, games
from parlour.bots.roster import think
from parlour.kit.luck import seeded
from parlour.kit.parts import Deeds as WithDeeds
from parlour.lab import report
from parlour.lab.figures import FIGURES, Blocks, Choices, Decided, Deeds, Figure, Foresight, Leads, Scores, Watched
from tests.higher import GAME as HIGHER
from tests.test_cli import parlour  # noqa: F401

SETTING = HIGHER.setting(2)
SHOW, SWAP = 0, 1


def watched(figure: Figure, leads: list[int], seats: list[int] | None = None, actions: list[int] | None = None) -> list:
    """The rows of one figure for a game told by who leads before each move and in the end (as bit sets)."""
    match = Watched(HIGHER, SETTING, 0, ["medium", "medium"], HIGHER.verbs.State(), leads[0])
    figure.before(match)
    for move, leaders in enumerate(leads[:-1]):
        match.leaders, match.moves, match.choices = leaders, move, 2
        match.seat = seats[move] if seats else move % 2
        match.action = actions[move] if actions else SHOW
        figure.step(match)
    match.leaders, match.moves = leads[-1], len(leads) - 1
    match.winners = [seat for seat in range(2) if leads[-1] >> seat & 1]
    match.points = [int(seat in match.winners) for seat in range(2)]
    figure.after(match)
    return figure.rows


BOTH, ANNA, BRUNO = 0b11, 0b01, 0b10


def test_the_lead_changes_when_another_leads_alone():
    assert watched(Leads(), [BOTH, ANNA, BOTH, ANNA, BRUNO, BOTH, ANNA]) == [(0, 2, 2)]
    assert watched(Leads(), [BOTH, BOTH, ANNA]) == [(0, 0, 1)]


def test_a_game_is_decided_when_the_winner_leads_for_good():
    assert watched(Decided(), [BOTH, ANNA, BRUNO, ANNA, ANNA, ANNA]) == [(0, 5, 3, False)]
    assert watched(Decided(), [BRUNO] * 10 + [ANNA]) == [(0, 10, 10, True)]
    assert watched(Decided(), [ANNA] * 11) == [(0, 10, 0, False)]


def test_the_leader_is_the_guess_and_a_tie_is_half_a_guess():
    rows = watched(Foresight(), [BOTH] * 5 + [BRUNO] * 4 + [ANNA] * 2)
    assert [right for _, _, right in rows] == [0.5] * 5 + [0.0] * 4 + [1.0] * 2


def test_winners_deeds_stand_against_losers_deeds():
    rows = watched(Blocks(), [ANNA] * 4, seats=[0, 1, 0], actions=[SWAP, SWAP, SHOW])
    assert rows == [(0, 0, "show", 1, 1.0), (0, 0, "swap", 1, 1.0), (0, 1, "show", 0, 0.0), (0, 1, "swap", 1, 0.0)]


def test_a_deed_is_named_in_the_games_words():
    rows = watched(Deeds(), [ANNA] * 3, actions=[SWAP, SHOW])
    assert [row[:4] for row in rows] == [(0, 0, "swap", "swap the card"), (0, 1, "show", "show the card")]


def test_a_game_may_say_what_counts_as_a_deed(monkeypatch):
    monkeypatch.setitem(HIGHER.__dict__, "words", SimpleNamespace(deed=lambda view, seat, action: "do it"))
    rows = watched(Deeds(), [ANNA] * 3, actions=[SHOW, SHOW])
    assert [row[1:4] for row in rows] == [(0, "show", "do it"), (1, "show", "do it")]


def test_choices_are_counted_by_tenths_without_forced_moves():
    figure = Choices()
    match = Watched(HIGHER, SETTING, 0, ["medium"] * 2, HIGHER.verbs.State())
    figure.before(match)
    for match.choices in [1, 3] * 10:
        figure.step(match)
    figure.after(match)
    assert figure.rows == [(0, tenth, 2, 1, 3, 3) for tenth in range(10)]


def test_winners_come_first_whatever_their_points():
    figure = Scores()
    match = Watched(HIGHER, SETTING, 0, ["medium"] * 2, HIGHER.verbs.State(), points=[5, 7], winners=[0])
    figure.after(match)
    assert figure.rows == [(0, 0, 5, 1), (0, 1, 7, 2)]


@pytest.mark.parametrize("one", games().values(), ids=games())
def test_every_game_gets_a_page_that_stands_alone_and_its_numbers(one, tmp_path):
    study = report.watch(one, one.setting(one.players[-1]), ["heuristic"] * one.players[-1], 12, seed=1)
    page = report.write(study, tmp_path / "new").read_text("utf-8")
    assert one.title in page and page.count("<svg ") >= len(FIGURES) - 2
    outside = re.findall(r"(?:src|href|url)\s*[=(]\s*[\"']?(?!#)([^\"')\s>]+)", page)
    assert not outside and "<script" not in page and "@import" not in page
    for figure in FIGURES:
        table = pyarrow.parquet.read_table(tmp_path / "new" / f"{figure.name()}.parquet")
        assert tuple(table.column_names) == figure.columns and table.num_rows >= 12
    assert study.tables["seats"]["win"].sum() == pytest.approx(12)


def test_the_report_is_the_same_for_any_number_of_jobs():
    rush = game("rush")
    one, two = (report.watch(rush, rush.setting(3), ["easy", "medium", "random"], 10, 4, jobs) for jobs in (1, 2))
    for name, table in one.tables.items():
        for column, values in table.items():
            assert np.array_equal(values, two.tables[name][column])


def test_different_bots_change_seats():
    rush = game("rush")
    study = report.watch(rush, rush.setting(2), ["random", "medium"], 4)
    assert study.tables["seats"]["bot"].tolist() == ["random", "medium", "medium", "random"] * 2


def test_the_command_writes_the_page_and_says_where(parlour, tmp_path):  # noqa: F811
    status, out, _ = parlour("report", "rush", "--games", 5, "--out", tmp_path / "rush")
    assert status == 0 and out == f"The page is {tmp_path / 'rush' / 'index.html'}.\n"


def test_wrong_input_gets_one_sentence(parlour, tmp_path):  # noqa: F811
    (tmp_path / "file").write_text("")
    for arguments, sentence in (
        (["--games", 1], "at least two games"),
        (["--bots", "medium,medium,medium"], "2 seats need one bot each"),
        (["--seed", -1], "A seed is a whole number"),
    ):
        status, _, error = parlour("report", "rush", "--out", tmp_path / "rush", *arguments)
        assert status == 2 and sentence in error
    status, _, error = parlour("report", "rush", "--out", tmp_path / "file")
    assert status == 2 and "can't be a folder for the report" in error


@pytest.mark.parametrize("name", ["rush", "chandelier", "crystallia", "intrigue"])
def test_every_action_counts_as_a_deed_without_place_and_victim(name):
    """In a whole match by heuristics: one name for many actions, and no player's name in it."""
    one, dice = game(name), seeded(1)
    verbs, s = one.verbs, one.verbs.begin(one.setting(), dice())
    deeds, actions = set(), set()
    while acting := verbs.to_act(s):
        view = verbs.view(s, acting[0])
        for number in verbs.choices(view, acting[0]):
            assert isinstance(one.words, WithDeeds)
            deeds.add(one.words.deed(view, acting[0], number))
            actions.add(number)
        verbs.play(s, acting[0], think(one, "heuristic", view, acting[0], dice()))
    assert 4 < len(deeds) < 0.6 * len(actions)
    assert not any("seat" in deed or "None" in deed for deed in deeds), deeds
