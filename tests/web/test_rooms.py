"""What the modules of the house may lean on."""

import subprocess
import sys
from typing import get_args

from parlour.kit.match import Entry
from parlour.web.kinds import ENTRIES, KINDS


def test_the_web_needs_nothing_of_the_terminal():
    code = "import sys, parlour.web.app; print([name for name in ('rich', 'parlour.terminal') if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_every_kind_of_entry_has_a_word_that_stays():
    assert set(KINDS) == set(get_args(Entry))
    assert list(ENTRIES) == ["played", "undone", "said"]
