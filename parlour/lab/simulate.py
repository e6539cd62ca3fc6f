"""Play many games of bots and count: wins and scores a seat, length, speed.

What a game brings depends on the seed and its number alone, so the result is the same for any number of jobs.
"""

import csv
import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parlour.bots.roster import number_of, playout
from parlour.kit.game import Game, Setting
from parlour.kit.luck import Dice
from parlour.kit.mistake import Mistake

LARGEST_PART = 2_000  # games that one call plays; small enough for the progress bar to move


@dataclass(frozen=True)
class Results:
    """The outcome of a simulation: one row a game, one column a seat."""

    game: Game
    setting: Setting
    bots: Sequence[str]
    seed: int
    points: np.ndarray
    wins: np.ndarray  # a shared win counts its fraction
    moves: np.ndarray
    seconds: float

    @property
    def games(self) -> int:
        return len(self.moves)

    @property
    def moves_per_second(self) -> float:
        return float(self.moves.sum() / self.seconds)

    def win_interval(self, seat: int) -> tuple[float, float]:
        """The 95% interval of a seat's share of wins (Wilson's)."""
        share, n, z = float(self.wins[:, seat].mean()), self.games, 1.96
        middle = share + z * z / (2 * n)
        half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)

    def half_width(self, values: np.ndarray) -> float:
        """Half the width of the 95% interval of a mean."""
        return 1.96 * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf

    def summary(self) -> dict[str, Any]:
        """The whole result as one object of plain values."""
        return {
            "game": self.game.name,
            "players": self.setting.players,
            "options": dict(self.setting.options),
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "moves": int(self.moves.sum()),
            "seconds": self.seconds,
            "moves_per_second": self.moves_per_second,
            "wins": self.wins.sum(axis=0).tolist(),
            "win_intervals": [self.win_interval(seat) for seat in range(self.setting.players)],
            "mean_scores": self.points.mean(axis=0).tolist(),
            "mean_moves": float(self.moves.mean()),
        }


def simulate(
    game: Game,
    setting: Setting,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda games: None,
) -> Results:
    """Play `games` games with one bot a seat; `progress` is told how many more are done."""
    if games < 1 or jobs < 1:
        raise Mistake("A simulation needs at least one game and one job.")
    if not 0 <= seed < 2**63:
        raise Mistake("A seed is a whole number from 0 to 9223372036854775807.")
    room = playout(game)
    points = np.zeros((games, game.rules.SEATS), np.int32)
    wins = np.zeros((games, game.rules.SEATS))
    moves = np.zeros(games, np.int32)
    who = np.array([number_of(bot) for bot in bots], np.int64)

    def play(first: int, last: int) -> int:
        part = slice(first, last)
        states, dice = room.State.many(2), Dice()
        arguments = states, dice, who, setting.players, setting.codes, seed, first
        room.play_games(*arguments, points[part], wins[part], moves[part])
        return last - first

    play(0, 0)  # compiles, outside the measured time
    part = max(1, min(LARGEST_PART, games // (20 * jobs)))
    began = time.perf_counter()
    with ThreadPoolExecutor(jobs) as pool:
        parts = [pool.submit(play, first, min(first + part, games)) for first in range(0, games, part)]
        for done in as_completed(parts):
            progress(done.result())
    seconds = time.perf_counter() - began
    seats = slice(0, setting.players)
    return Results(game, setting, bots, seed, points[:, seats], wins[:, seats], moves, seconds)


def columns(results: Results) -> dict[str, np.ndarray]:
    """One row a game: its number, its length, and each seat's points and share of the win."""
    table = {"game": np.arange(results.games), "moves": results.moves}
    for seat in range(results.setting.players):
        table[f"points_{seat}"] = results.points[:, seat]
        table[f"win_{seat}"] = results.wins[:, seat]
    return table


def check_writable(path: Path) -> None:
    """Find out before the games are played whether their results can be written."""
    if path.suffix not in (".csv", ".parquet"):
        raise Mistake(f"Results are written as .parquet or .csv, not as {path.name!r}.")
    if not path.parent.is_dir():
        raise Mistake(f"There is no folder {path.parent} to write {path.name} to.")
    if path.suffix == ".parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise Mistake("Parquet needs pyarrow: pip install 'parlour[data]', or name a .csv file.") from None


def write(results: Results, path: Path) -> None:
    """Write one row a game, as Parquet or CSV by the name of the file."""
    check_writable(path)
    table = columns(results)
    if path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(table)
            writer.writerows(zip(*(column.tolist() for column in table.values()), strict=True))
    else:
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.table(table), path)
