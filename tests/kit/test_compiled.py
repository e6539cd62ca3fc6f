"""Compiled code is kept between processes, made anew when a source changes, and never needed to run."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from parlour import games

ROOT = Path(__file__).resolve().parents[2]

GAME = """
    from parlour.kit.compiled import compiled
    from helper import step
    @compiled
    def climb(n):
        return step(n) + 1
"""
USE = """
    import game
    print(game.climb(1), sum(game.climb.stats.cache_hits.values()))
"""


def run(folder, code, **environment):
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", **environment}
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "game.py").write_text(textwrap.dedent(GAME))
    helper(tmp_path, 1)
    return tmp_path


def helper(folder, step):
    code = f"from parlour.kit.compiled import compiled\n@compiled\ndef step(n):\n    return n + {step}\n"
    (folder / "helper.py").write_text(code)


def test_a_second_process_loads_what_the_first_compiled(folder):
    cache = str(folder / "cache")
    assert run(folder, USE, PARLOUR_CACHE=cache) == ["3", "0"]
    assert run(folder, USE, PARLOUR_CACHE=cache) == ["3", "1"]


def test_a_change_in_a_function_that_is_called_is_noticed(folder):
    cache = str(folder / "cache")
    run(folder, USE, PARLOUR_CACHE=cache)
    helper(folder, 10)
    assert run(folder, USE, PARLOUR_CACHE=cache) == ["12", "0"]


def test_a_change_in_what_is_not_imported_compiles_nothing_anew(folder):
    """So mending a sentence of a game costs no minute of compiling."""
    cache = str(folder / "cache")
    run(folder, USE, PARLOUR_CACHE=cache)
    (folder / "words.py").write_text("WORD = 'new'\n")
    assert run(folder, USE, PARLOUR_CACHE=cache) == ["3", "1"]


def test_a_broken_cache_file_is_compiled_again(folder):
    cache = folder / "cache"
    run(folder, USE, PARLOUR_CACHE=str(cache))
    for file in cache.iterdir():
        file.write_bytes(file.read_bytes()[:40])
    assert run(folder, USE, PARLOUR_CACHE=str(cache)) == ["3", "0"]


def test_a_cache_that_can_not_be_written_is_done_without(folder):
    assert run(folder, USE, PARLOUR_CACHE="/dev/null/cache") == ["3", "0"]


def test_a_package_folder_that_can_not_be_written_sends_the_cache_to_the_users_folder(folder):
    code = """
        import tempfile, parlour.kit.compiled as c
        real, package = tempfile.TemporaryFile, str(c.Path(c.__file__).resolve().parents[1])
        def refuse(dir, **more):
            if str(dir).startswith(package):
                raise PermissionError(dir)
            return real(dir=dir, **more)
        c.tempfile.TemporaryFile = refuse
        c.cache_folder.cache_clear()
        print(c.cache_folder())
    """
    environment = {"XDG_CACHE_HOME": str(folder / "home"), "PARLOUR_CACHE": ""}
    assert run(folder, code, **environment)[0].startswith(str(folder / "home" / "parlour"))


def test_rules_run_with_numba_told_to_compile_nothing():
    code = """
        from parlour import game
        from parlour.kit.checks import random_play_ends
        rush = game("rush")
        random_play_ends(rush, rush.setting(3, {"turn_limit": 12}), 1)
        print(type(rush.rules.play).__name__)
    """
    assert run(ROOT, code, NUMBA_DISABLE_JIT="1") == ["function"]


@pytest.mark.parametrize("name", games())
def test_an_uncompiled_game_never_waits_for_the_compiler(tmp_path, name):
    """Words, board and verbs of the twin compile nothing, also where one module calls another or remembers."""
    code = f"""
import parlour
from numba.core.dispatcher import Dispatcher
Dispatcher.compile = None
from parlour.kit.luck import give
from parlour.kit.match import Match, Seat
from parlour.kit.voice import Voice
game = parlour.game("{name}").uncompiled
names = ["Anna", "Bruno", "Clara", "David"][: game.setting().players]
match = Match(game, game.setting(), list(map(Seat, names)), (1, 2), dice=None)
for _ in range(40):
    seat = match.to_act[0]
    view, voice = match.view(seat), Voice(names, seat)
    game.board.draw(view, voice)
    game.words.ask(view, voice)
    for action in match.choices(seat):
        game.board.path(view, seat, action)
        game.words.action(view, seat, action, voice)
    give(view, (1, 2))
    match.act(seat, int(game.bots.heuristic(view, seat)))
print(len(list(match.story(match.voice(0)))) == len(match.entries), match.why_no_undo(seat) != "", match.result != "")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=100)
    assert done.stdout == "True True True\n", done.stderr
