"""Settings for all tests: the same examples in every run, many new ones in `make soak`."""

import os
from collections import Counter

from hypothesis import HealthCheck, settings

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("usual", patient, max_examples=4, derandomize=True, database=None)
settings.register_profile("soak", patient, max_examples=200)
settings.load_profile(os.environ.get("PARLOUR_PROFILE", "usual"))


def pytest_terminal_summary(terminalreporter):
    """Say in one line what was skipped and why, so that nobody takes for tested what wasn't."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", [])
    )
    told = "; ".join(f"{reason.rstrip('.')} ({count})" for reason, count in reasons.most_common())
    terminalreporter.write_line(f"Skipped: {told or 'nothing'}.")
