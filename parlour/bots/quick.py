"""The bots that compiled code can call: whole games by them never leave it."""

from enum import IntEnum


class Quick(IntEnum):
    """By these numbers `playout.choose` knows them."""

    RANDOM = 0
    HEURISTIC = 1
    EASY = 2
