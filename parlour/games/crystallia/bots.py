import numpy as np
from parlour.kit.compiled import compiled
from parlour.games.crystallia.rules import legal, MOST_CHOICES


@compiled
def heuristic(s, seat):
    out = np.empty(MOST_CHOICES, np.int32)
    legal(s, seat, out)
    return out[0]
