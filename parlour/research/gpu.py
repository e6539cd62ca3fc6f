"""Games on a GPU by the million: the rules are compiled a second time, unchanged, into a CUDA kernel.

It takes an NVIDIA GPU, its driver, and the packages `numba-cuda` and `cuda-bindings`.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.kit.compiled import bind
from parlour.kit.game import Game, Setting
from parlour.kit.luck import Dice
from parlour.kit.mistake import Mistake

THREADS = 128  # in a block
WARM_UP_MOVES = 1


def why_not() -> str:
    """One sentence on why games can't be played on a GPU here; nothing when they can."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # type: ignore[attr-defined]  # NumPy 2.5 dropped it, numba-cuda 0.30 asks for it
    try:
        from numba import cuda
    except ImportError as missing:
        return f"Games on the GPU take the package numba-cuda, which can't be imported: {missing}."
    if not cuda.is_available():
        return "There is no NVIDIA GPU here, or no driver for it: games on the GPU take both."
    return ""


def available() -> bool:
    """Whether games can be played on a GPU here."""
    return not why_not()


@dataclass(frozen=True)
class Run:
    """What the lanes of a GPU did together."""

    moves: int
    games: int  # that came to their end
    seconds: float
    finals: Any  # the last positions of the first lanes, as an array of records


def random_play(game: Game, setting: Setting, lanes: int, moves_each: int, seed: int = 0, finals: int = 0) -> Run:
    """Random games on the GPU, one lane a thread; compiling isn't counted in the seconds.

    A lane plays the games with the numbers lane, lane + lanes, and so on, of the seed: what `playout.play_games`
    plays under these numbers on a CPU.
    """
    if reason := why_not():
        raise Mistake(reason)
    from numba import cuda

    kernel = _kernel(game, setting).play_lanes
    ended = cuda.to_device(np.zeros(lanes, np.int32))
    last = cuda.to_device(game.rules.State.many(max(finals, 1)))
    blocks = -(-lanes // THREADS)
    kernel[blocks, THREADS](seed, WARM_UP_MOVES, ended, last[:finals])
    cuda.synchronize()
    began = time.perf_counter()
    kernel[blocks, THREADS](seed, moves_each, ended, last[:finals])
    cuda.synchronize()
    seconds = time.perf_counter() - began
    games = int(ended.copy_to_host().sum(dtype=np.int64))
    return Run(lanes * moves_each, games, seconds, last.copy_to_host()[:finals])


def same_on_cpu(game: Game, setting: Setting, lanes: int, moves_each: int, seed: int = 0, finals: int = 0) -> Run:
    """What `random_play` does, by the same function on one core; only the lanes whose last position is kept."""
    play_lane = _kernel(game, setting).play_lane
    states, dice = game.rules.State.many(finals), Dice()
    choices = np.zeros(game.rules.MOST_CHOICES, np.int16)
    began = time.perf_counter()
    games = [play_lane(states[lane], dice, choices, seed, lane, lanes, moves_each) for lane in range(finals)]
    return Run(finals * moves_each, int(sum(games)), time.perf_counter() - began, states)


def _kernel(game: Game, setting: Setting) -> Any:
    """The kernel for one game in one setting, which are constants in it."""
    options = game.verbs.options_of(setting)
    return bind("parlour.research.kernel", game, players=setting.players, options=options)
