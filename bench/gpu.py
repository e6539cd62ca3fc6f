"""Random play on a GPU: `python -m bench.gpu`. The figures are written to bench/results-gpu.json.

First it is checked that the GPU plays the very games that the CPU plays; then they are timed in several numbers of
lanes, and beside connect four stands Pgx where it is installed.
"""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from bench import machine, pgx_side, track
from bench.connect_four import GAME as CONNECT_FOUR
from parlour.games import game
from parlour.kit.game import Game, Setting
from parlour.research import gpu

RESULTS = Path(__file__).with_name("results-gpu.json")
LANES = (1 << 14, 1 << 16, 1 << 18, 1 << 20)
TRIAL_MOVES = 500  # of every lane, to find out how many fill the time
ROUNDS, SECONDS = 3, 1.5
CHECKED_SEEDS, CHECKED_LANES, CHECKED_MOVES = (0, 1, 2_000_000_011), 2048, 3000
PGX_BATCH = 1 << 20


def main() -> None:
    if reason := gpu.why_not():
        print(reason)
        return
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"  # or JAX takes most of the memory before we begin
    figures = [
        figure for house, players in ((game("rush"), 4), (CONNECT_FOUR, 2)) for figure in timings(house, players)
    ]
    figures += pgx_timing()
    report = {"gpu": gpu_name(), "machine": machine.description(), "rounds": f"best of {ROUNDS}", "figures": figures}
    RESULTS.write_text(json.dumps(report, indent=2) + "\n", "utf-8")


def timings(game: Game, players: int) -> list[dict[str, Any]]:
    """The check, then the speed for each number of lanes."""
    setting = game.setting(players)
    games = sum(check(game, setting, seed) for seed in CHECKED_SEEDS)
    print(f"{game.title}: {games:,} games on the GPU and on the CPU ended alike, and every record is the same.")
    return [timing(game, setting, lanes) for lanes in LANES]


def check(game: Game, setting: Setting, seed: int) -> int:
    """The games of a seed on both processors must leave the same records. Returns how many games ended."""
    plan = (game, setting, CHECKED_LANES, CHECKED_MOVES, seed, CHECKED_LANES)
    there, here = gpu.random_play(*plan), gpu.same_on_cpu(*plan)
    assert there.games == here.games, f"{game.title}, seed {seed}: {there.games} games ended, on the CPU {here.games}."
    for field in game.rules.State.fields_in_order:  # field by field: the gaps between them may hold anything
        same = np.array_equal(there.finals[field], here.finals[field])
        assert same, f"{game.title}, seed {seed}: the field {field} isn't the same on the GPU and the CPU."
    return here.games


def timing(game: Game, setting: Setting, lanes: int) -> dict[str, Any]:
    """Moves and games a second, the best of some rounds of at least a second each."""
    trial = gpu.random_play(game, setting, lanes, TRIAL_MOVES)
    moves_each = max(TRIAL_MOVES, round(TRIAL_MOVES * SECONDS / trial.seconds))
    rounds = [gpu.random_play(game, setting, lanes, moves_each, seed) for seed in range(ROUNDS)]
    best = min(rounds, key=lambda played: played.seconds)
    print(f"{game.title}, {lanes:,} lanes: {best.moves / best.seconds / 1e9:.3f} billion moves a second")
    return {
        "who": f"Parlour {game.name}, {setting.players} players",
        "lanes": lanes,
        "moves_each": moves_each,
        "moves_a_second": round(best.moves / best.seconds),
        "games_a_second": round(best.games / best.seconds),
        "seconds": [round(played.seconds, 3) for played in rounds],
    }


def pgx_timing() -> list[dict[str, Any]]:
    """Pgx's connect four on the same GPU."""
    try:
        side = pgx_side.connect_four(PGX_BATCH, "GPU")
    except track.AbsentError as reason:
        print(f"Pgx is left out: {reason}")
        return []
    work = track.enough_work(side, SECONDS)
    speed = max(track.speed(side, work) for _ in range(ROUNDS))
    print(f"{side.who}: {speed / 1e9:.3f} billion moves a second")
    return [{"who": side.who, "lanes": PGX_BATCH, "moves_a_second": round(speed)}]


def gpu_name() -> str:
    from numba import cuda

    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


if __name__ == "__main__":
    main()
