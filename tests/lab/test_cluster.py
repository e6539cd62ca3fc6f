"""The lab over a local Ray of two workers."""

import importlib.util
import json
import os
import subprocess
import sys

import pytest

LOCAL_RAY = ["--cluster", "local", "--jobs", "2"]


def run(*arguments, cwd):
    """A command in a process of its own, since Ray stays in a process once it was there."""
    done = subprocess.run(
        [sys.executable, "-m", "parlour", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "RAY_TMPDIR": "/tmp"},  # its sockets need a short path
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="Ray isn't installed: pip install 'parlour[cluster]'"
)
def test_a_cluster_plays_the_same_games_as_one_process(tmp_path):
    command = ["tournament", "rush", "--bots", "easy,search:5", "--games", 6, "--json"]
    alone = json.loads(run(*command, "--out", "alone.jsonl", cwd=tmp_path))
    spread = json.loads(run(*command, "--out", "spread.jsonl", *LOCAL_RAY, cwd=tmp_path))
    for found in (alone, spread):
        for place in found["ranking"]:
            del place["seconds_a_move"], place["longest_move"]
    assert alone == spread and spread["games"] == 6


@pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="Ray isn't installed: pip install 'parlour[cluster]'"
)
def test_a_report_from_a_cluster_has_the_same_numbers(tmp_path):
    import pyarrow.parquet

    command = ["report", "rush", "--games", 8]
    run(*command, "--out", "alone", cwd=tmp_path)
    run(*command, "--out", "spread", *LOCAL_RAY, cwd=tmp_path)
    for file in sorted((tmp_path / "alone").glob("*.parquet")):
        assert pyarrow.parquet.read_table(file).equals(pyarrow.parquet.read_table(tmp_path / "spread" / file.name))


def test_nothing_else_loads_ray(tmp_path):
    code = (
        "import sys; from parlour import game; from parlour.lab import crew, journal, ranking, report, tournament;"
        "rush = game('rush'); report.watch(rush, rush.setting(2), ['random'] * 2, 2); print('ray' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.strip() == "False", done.stderr
