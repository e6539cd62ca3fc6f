"""The lab over a local Ray of two workers."""

import importlib.util
import json
import os
import subprocess
import sys

import pytest

# One Ray for all, since starting it takes the most time; in a process of its own, since it stays once it was there.
BOTH_WAYS = """
import json
from dataclasses import replace
from pathlib import Path

from parlour import game
from parlour.lab import crew, journal, report
from parlour.lab.tournament import planned

rush, found = game("rush"), {}
setting = rush.setting(2)
for cluster in (None, "local"):
    if cluster:
        ray = crew.join_cluster(cluster, jobs=2)
        found["workers"] = ray.cluster_resources()["CPU"]
    played = journal.begin(Path(f"{cluster}.jsonl"), planned(rush, setting, ["easy", "search:5"], 6))
    played.play_on(jobs=2 if cluster else 1, cluster=cluster)
    games = [repr(replace(one, seconds=[], longest=[])) for _, one in sorted(played.outcomes.items())]
    study = report.watch(rush, setting, ["heuristic"] * 2, 8, cluster=cluster)
    tables = {name: [column.tolist() for column in table.values()] for name, table in study.tables.items()}
    found[str(cluster)] = {"games": games, "tables": tables}
print(json.dumps(found))
"""


@pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="Ray isn't installed: pip install 'parlour[cluster]'"
)
def test_two_workers_of_a_local_ray_play_and_report_the_same_as_one_process(tmp_path):
    environment = {**os.environ, "RAY_TMPDIR": "/tmp"}  # its sockets need a short path
    command = [sys.executable, "-c", BOTH_WAYS]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["workers"] == 2 and len(found["None"]["games"]) == 6
    assert found["None"] == found["local"]


def test_nothing_else_loads_ray(tmp_path):
    code = (
        "import sys; from parlour import game; from parlour.lab import crew, journal, ranking, report, tournament;"
        "rush = game('rush'); report.watch(rush, rush.setting(2), ['random'] * 2, 2); print('ray' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.strip() == "False", done.stderr
