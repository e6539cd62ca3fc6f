"""Play many games of bots and count: wins and scores a seat, length, speed.

What a game brings depends on the seed and its number alone, so the result is the same for any number of jobs. Games
by compiled bots alone never leave compiled code and share a process; others are played move by move, a process a job.
"""

import csv
import multiprocessing
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from parlour.bots.moves import moves
from parlour.bots.roster import named, playout, warm_up
from parlour.kit.game import Game, Setting
from parlour.kit.luck import Dice, check_seed, held, sown
from parlour.kit.mistake import Mistake
from parlour.kit.record import Array
from parlour.lab.intervals import wilson

LARGEST_PART = 2_000  # games that one call plays; small enough for the progress bar to move


@dataclass(frozen=True)
class Results:
    """The outcome of a simulation: one row a game, one column a seat."""

    game: Game
    setting: Setting
    bots: Sequence[str]
    seed: int
    points: Array
    wins: Array  # a shared win counts its fraction
    moves: Array
    seconds: float

    @property
    def games(self) -> int:
        return len(self.moves)

    @property
    def moves_per_second(self) -> float:
        return float(self.moves.sum() / self.seconds)

    def win_interval(self, seat: int) -> tuple[float, float]:
        """The 95% interval of a seat's share of wins."""
        return wilson(float(self.wins[:, seat].mean()), self.games)

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
    check_seed(seed)
    compiled = all(named(bot).number is not None for bot in bots)
    play = play_compiled if compiled else play_by_moves
    warm_up(game, *bots)
    play(game, setting, bots, seed, 0, 0)  # compiles, outside the measured time
    part = max(1, min(LARGEST_PART, games // (20 * jobs)))
    points = np.zeros((games, setting.players), np.int32)
    wins, lengths = blank(games, setting.players)
    began = time.perf_counter()
    with workers(jobs, compiled) as pool:
        parts = {
            pool.submit(play, game, setting, bots, seed, first, min(first + part, games)): first
            for first in range(0, games, part)
        }
        for done in as_completed(parts):
            first, played = parts[done], done.result()
            last = first + len(played.moves)
            points[first:last], wins[first:last], lengths[first:last] = played.points, played.wins, played.moves
            progress(last - first)
    return Results(game, setting, bots, seed, points, wins, lengths, time.perf_counter() - began)


def workers(jobs: int, compiled: bool) -> Executor:
    """Threads for compiled code, which lets go of Python's lock; processes for the rest, if there are several."""
    if compiled or jobs == 1:
        return ThreadPoolExecutor(jobs)
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))


class Part(NamedTuple):
    """Some games of a simulation: a row a game, a column a seat."""

    points: Array
    wins: Array
    moves: Array


def play_compiled(game: Game, setting: Setting, bots: Sequence[str], seed: int, first: int, last: int) -> Part:
    """Play the games from `first` up to `last` inside compiled code."""
    room, count = playout(game), last - first
    played = Part(np.zeros((count, game.rules.SEATS), np.int32), *blank(count, setting.players))
    who = np.array([named(bot).number for bot in bots], np.int64)
    states, dice, options = room.State.many(2), Dice(), game.verbs.options_of(setting)
    room.play_games(states, dice, who, setting.players, options, seed, first, *played)
    return played._replace(points=played.points[:, : setting.players])


def play_by_moves(game: Game, setting: Setting, bots: Sequence[str], seed: int, first: int, last: int) -> Part:
    """Play the same games, each bot asked from Python; its luck comes from dice of the game's own."""
    players, count = [named(bot) for bot in bots], last - first
    played = Part(np.zeros((count, setting.players), np.int32), *blank(count, setting.players))
    for place, number in enumerate(range(first, last)):
        s = game.verbs.begin(setting, held(sown(seed, 2 * number)))
        played.moves[place] = sum(1 for _ in moves(game, s, players, sown(seed, 2 * number + 1)))
        played.points[place], leaders = game.verbs.standing(s)
        played.wins[place, leaders] = 1 / len(leaders)
    return played


def blank(count: int, players: int) -> tuple[Array, Array]:
    return np.zeros((count, players)), np.zeros(count, np.int32)


def columns(results: Results) -> dict[str, Array]:
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
