"""Players for any game: the search, the levels, one's own bot."""

from pathlib import Path

import pytest

from parlour import game, games
from parlour.bots import searcher
from parlour.bots.roster import BOTS, LEVELS, named, think
from parlour.bots.searcher import ponder
from parlour.kit.luck import Dice, fresh, give, seeded
from parlour.kit.mistake import Mistake
from parlour.lab.simulate import simulate
from tests.rush.table import STARS_BUT_ONE, table

EXAMPLE = Path(__file__).parents[1] / "examples" / "my_bot.py"


def some_positions(one, players, seed, moves):
    """Views from a match by the heuristic, with the seat that is to act."""
    dice = seeded(seed)
    s = one.verbs.begin(one.setting(players), dice())
    for _ in range(moves):
        if not (acting := one.verbs.to_act(s)):
            return
        seat = acting[-1]
        view = one.verbs.view(s, seat)
        yield view, seat
        one.verbs.play(s, seat, think(one, "heuristic", view, seat, dice()))


@pytest.mark.parametrize("one", games().values(), ids=games())
def test_the_search_answers_legally_for_every_player_count(one):
    for players in one.players:
        for view, seat in some_positions(one, players, seed=players, moves=8):
            for wary in (False, True):
                thought = ponder(one, view, seat, fresh(), iterations=20, wary=wary)
                assert thought.action in one.verbs.choices(view, seat)


@pytest.mark.parametrize("one", games().values(), ids=games())
def test_the_search_is_the_same_for_the_same_luck_and_iterations(one, monkeypatch):
    for view, seat in some_positions(one, one.players[0], seed=1, moves=4):
        thoughts = []
        for trials in (4, 4, 1000):  # between two looks at the clock
            monkeypatch.setattr(searcher, "TRIALS_AT_ONCE", trials)
            thoughts.append(ponder(one, view, seat, (5, 6), iterations=1_000).candidates)
        assert thoughts[0] == thoughts[1] == thoughts[2]


def test_a_round_that_is_cut_short_counts_for_nobody():
    match = table(hands={0: ["red cross", "yellow star", "red circle", "blue cross"]})
    view = match.view(0)
    room, dice = searcher.searcher(match.game, wary=False), Dice()
    give(dice, (1, 2))
    tree, root, scratch = room.new_tree(1 << 10), room.new_root(), room.new_scratch()
    room.set_out(root, view, 0, match.game.verbs.choices(view, 0)[0])
    live = int(root.counts[room.LIVE])
    room.search(tree, root, scratch, view, 0, dice, live + 1)
    room.halve(root)
    assert root.figures[:live, room.ROUNDS].tolist() == [1] * live
    live = int(root.counts[room.LIVE])
    room.search(tree, root, scratch, view, 0, dice, live)
    assert root.figures[:live, room.ROUNDS].tolist() == [2] * live


@pytest.mark.parametrize("one", games().values(), ids=games())
def test_the_search_leaves_what_it_is_shown_untouched(one):
    for view, seat in some_positions(one, one.players[0], seed=2, moves=4):
        before = view.tobytes()
        ponder(one, view, seat, fresh(), iterations=30, names=["Anna", "Bruno", "Cleo"])
        assert view.tobytes() == before


def test_the_search_sees_a_win_in_one():
    match = table(rainbows={0: STARS_BUT_ONE}, hands={0: ["red cross", "yellow star", "red circle", "blue cross"]})
    thought = ponder(match.game, match.view(0), 0, (1, 2), iterations=400)
    assert match.in_words(0, thought.action) == "play yellow star"
    assert thought.candidates[0].value > 0.9


def test_the_search_explains_itself_in_words():
    match = table(rainbows={0: STARS_BUT_ONE[:3]}, hands={0: ["red cross", "yellow star", "red circle", "blue cross"]})
    thought = ponder(match.game, match.view(0), 0, (1, 2), iterations=400, names=match.names)
    assert thought.candidates[0].line[0].startswith("Anna: ")
    assert 300 < sum(one.visits for one in thought.candidates) < thought.iterations == 400  # the rest explored the tree


def test_a_search_by_time_stops_in_time():
    match = table(hands={0: ["red cross", "yellow star", "red circle", "blue cross"]})
    ponder(match.game, match.view(0), 0, fresh(), iterations=1)  # compiles
    thought = ponder(match.game, match.view(0), 0, fresh(), iterations=10**9, seconds=0.1)
    assert 0 < thought.iterations < 10**9


def test_the_levels_have_a_name_and_a_description():
    assert set(LEVELS) < set(BOTS)
    assert all(BOTS[level].about for level in LEVELS)


def test_easy_loses_to_medium():
    rush = game("rush")
    results = simulate(rush, rush.setting(2), ["easy", "medium"], 400, seed=3)
    assert results.wins[:, 0].mean() < 0.35


def test_the_example_bot_plays_and_its_file_is_short():
    rush = game("rush")
    results = simulate(rush, rush.setting(2), [f"{EXAMPLE}:Mine", "random"], 6, seed=1)
    assert results.wins[:, 0].mean() > 0.5
    assert len(EXAMPLE.read_text().splitlines()) <= 12


def test_several_processes_give_the_same_games_as_one():
    rush = game("rush")
    bots = [f"{EXAMPLE}:Mine", "search:10"]
    one, two = (simulate(rush, rush.setting(2), bots, 4, seed=2, jobs=jobs) for jobs in (1, 2))
    assert one.moves.tolist() == two.moves.tolist() and one.points.tolist() == two.points.tolist()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("genius", "There is no bot 'genius'"),
        ("search:0", "1 to 1,000,000 iterations"),
        ("nowhere.py:Mine", r"no file nowhere\.py"),
        (f"{EXAMPLE}:Yours", "has no class Yours"),
    ],
)
def test_a_bot_that_is_not_there_gets_a_sentence(name, sentence):
    with pytest.raises(Mistake, match=sentence):
        named(name)


def test_an_own_bot_that_cheats_or_breaks_gets_a_sentence(tmp_path):
    (tmp_path / "bad.py").write_text(
        "class Bad:\n    def choose(self, game, view, seat, choices):\n        return -1\n"
    )
    (tmp_path / "worse.py").write_text("1 / 0\n")
    match = table(hands={0: ["red cross", "yellow star", "red circle", "blue cross"]})
    with pytest.raises(Mistake, match="chose -1, which isn't legal"):
        think(match.game, f"{tmp_path}/bad.py:Bad", match.view(0), 0, fresh())
    with pytest.raises(Mistake, match="can't be loaded: ZeroDivisionError"):
        named(f"{tmp_path}/worse.py:Worse")
