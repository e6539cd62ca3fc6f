"""Settings for all tests: the same examples in every run, many new ones in `make soak`."""

import os

from hypothesis import HealthCheck, settings

quiet = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("usual", max_examples=4, derandomize=True, database=None, **quiet)
settings.register_profile("soak", max_examples=200, **quiet)
settings.load_profile(os.environ.get("PARLOUR_PROFILE", "usual"))
