"""How surely a number is known: 95% intervals."""

import math

import numpy as np

from parlour.kit.record import Array

SURE = 1.96  # standard errors to each side hold 95%


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Wilson's interval of a share."""
    spare = SURE**2 / trials
    middle, half = share + spare / 2, SURE * math.sqrt(share * (1 - share) / trials + spare / trials / 4)
    return max(0.0, (middle - half) / (1 + spare)), min(1.0, (middle + half) / (1 + spare))


def half_width(values: Array) -> float:
    """Half the width of the interval of a mean."""
    return SURE * float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf
