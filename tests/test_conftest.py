"""What the test run itself promises."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = """
import pytest

@pytest.fixture
def database():
    pytest.skip("There is no database here.")

@pytest.mark.parametrize("number", range(3))
def test_it(database, number): ...

@pytest.mark.skipif(True, reason="The moon is too bright")
def test_stars(): ...

def test_sums():
    assert 1 + 1 == 2
"""


@pytest.mark.parametrize("jobs", ["0", "2"])
def test_the_last_lines_of_a_run_say_what_was_skipped_and_why(tmp_path, jobs):
    home = Path(__file__).parents[1]
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_terminal_summary\n")
    (tmp_path / "test_examples.py").write_text(EXAMPLES)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "-n", jobs]
    environment = os.environ | {"PYTHONPATH": str(home)}

    def run(*more):
        done = subprocess.run([*command, *more], capture_output=True, text=True, cwd=tmp_path, env=environment)
        return [line for line in done.stdout.splitlines() if line.startswith("Skipped: ")]

    assert run(tmp_path) == ["Skipped: There is no database here (3); The moon is too bright (1)."]
    assert run(tmp_path, "-k", "sums") == ["Skipped: nothing."]
