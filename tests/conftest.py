"""Settings for all tests: the same examples in every run, many new ones in `make soak`."""

import os

from hypothesis import HealthCheck, settings

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("usual", patient, max_examples=4, derandomize=True, database=None)
settings.register_profile("soak", patient, max_examples=200)
settings.load_profile(os.environ.get("PARLOUR_PROFILE", "usual"))
