"""A game with changed rules is another game: in the lab, for bots, and in another process."""

import pickle

import numpy as np
import pytest

from parlour.bots.roster import playout, think
from parlour.bots.searcher import ponder, searcher
from parlour.kit.compiled import interpreted_module
from parlour.kit.mistake import Mistake
from parlour.lab import journal as journals
from parlour.lab.report import watch
from parlour.lab.simulate import simulate
from parlour.lab.tournament import planned, play_game
from tests.higher import GAME
from tests.higher.rules import SHOW, SWAP

SETTING = GAME.setting(2)


def lowest_wins(s, out):
    """The other way round: the lowest card is best."""
    leader = 0
    for seat in range(s.players):
        out[seat] = -s.card[seat]
        if s.card[seat] < s.card[leader]:
            leader = seat
    return 1 << leader


LOWER = GAME.with_rules(score=lowest_wins)


@pytest.mark.parametrize("bots", [["random", "heuristic"], ["random", "search:1"]], ids=["compiled", "by moves"])
def test_a_simulation_plays_by_the_changed_rules(bots):
    usual, changed = (simulate(game, SETTING, bots, 20, seed=1) for game in (GAME, LOWER))
    assert changed.game is LOWER
    if bots[1] == "heuristic":  # who plays the same cards either way
        assert (changed.points == -usual.points).all() and (changed.wins == 1 - usual.wins).all()
    assert (usual.points >= 0).all() and (changed.points <= 0).all()


def test_several_processes_play_by_them_too():
    one, two = (simulate(LOWER, SETTING, ["random", "search:1"], 4, seed=2, jobs=jobs) for jobs in (1, 2))
    assert np.array_equal(one.points, two.points) and (one.points <= 0).all()


def test_a_tournament_plays_by_the_changed_rules():
    usual, changed = (
        [play_game(planned(game, SETTING, ["random", "heuristic"], 8, seed=1), number) for number in range(8)]
        for game in (GAME, LOWER)
    )
    for one, other in zip(usual, changed, strict=True):
        assert other.points == [-points for points in one.points]
        assert set(one.winners).isdisjoint(other.winners)


def test_a_tournament_by_changed_rules_does_not_go_on_by_the_usual_ones(tmp_path):
    file = tmp_path / "lower.jsonl"
    journals.begin(file, planned(LOWER, SETTING, ["random", "heuristic"], 2)).play_on()
    assert len(file.read_text().splitlines()) == 3
    with pytest.raises(Mistake, match=r"can't go on: its rules had another score, which isn't in the file\."):
        journals.resume(file)


def test_a_report_watches_the_changed_rules():
    usual, changed = (watch(game, SETTING, ["heuristic", "heuristic"], 4, seed=1) for game in (GAME, LOWER))
    assert changed.tables["scores"]["points"].tolist() == [-points for points in usual.tables["scores"]["points"]]


@pytest.mark.parametrize(("card", "usual", "changed"), [(8, SHOW.first, SWAP.first), (0, SWAP.first, SHOW.first)])
def test_the_search_wants_what_wins_by_the_changed_rules(card, usual, changed):
    s = GAME.verbs.begin(GAME.setting(2, {"rounds": 1}), (1, 2))
    s.card[0] = card
    view = GAME.verbs.view(s, 0)
    for game, wanted in (GAME, usual), (LOWER, changed):
        assert ponder(game, view, 0, (3, 4), iterations=300).action == wanted


def test_games_of_one_name_share_no_compiled_code():
    other = GAME.with_rules(score=lowest_wins)
    for bound in (playout, lambda game: searcher(game, wary=False)):
        modules = [bound(game) for game in (GAME, LOWER, other)]
        assert len(set(map(id, modules))) == 3 and [bound(game) for game in (GAME, LOWER, other)] == modules
    assert LOWER.uncompiled.verbs.score is not GAME.uncompiled.verbs.score
    assert interpreted_module(LOWER.rules) is not interpreted_module(GAME.rules)  # type: ignore[arg-type]


def test_nothing_of_a_changed_game_is_kept_on_disk():
    think(LOWER, "heuristic", LOWER.verbs.view(LOWER.verbs.begin(SETTING, (1, 2)), 0), 0, (3, 4))
    room = playout(LOWER)
    assert type(room.choose._cache).__name__ == "NullCache" and type(playout(GAME).choose._cache).__name__ == "_Cache"


def test_a_game_that_is_sent_to_another_process_stays_what_it_is():
    assert pickle.loads(pickle.dumps(GAME)) is GAME
    first, second = (pickle.loads(pickle.dumps(LOWER)) for _ in range(2))
    assert first is second and first.exchanged == LOWER.exchanged and first.rules is not GAME.rules


def test_only_verbs_can_be_exchanged():
    with pytest.raises(TypeError, match="There is no verb 'scroe' to exchange; there is start, actors"):
        GAME.with_rules(scroe=lowest_wins)
