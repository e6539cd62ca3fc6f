"""Parlour against its peers, on the CPU: `python -m bench.race`. A whole run is written to bench/results.json."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from bench import machine
from bench.races import RACES
from bench.track import AbsentError, Race, Result, run

RESULTS = Path(__file__).with_name("results.json")
ROUNDS, SECONDS = 7, 0.6
QUICK_ROUNDS, QUICK_SECONDS = 1, 0.02
NARROWEST = 130  # characters; into a file or a pipe too


def main(
    only: Annotated[list[str] | None, typer.Option(help="Run this race; may be given several times.")] = None,
    quick: Annotated[bool, typer.Option(help="One short round each: does everything run?")] = False,
) -> None:
    """Race Parlour against its peers and print who was how fast."""
    console = Console(width=max(NARROWEST, Console().width))
    chosen = choose(only)
    if not quick:
        compile_beforehand()
    results = []
    for race in chosen:
        try:
            results.append(run(race, *((QUICK_ROUNDS, QUICK_SECONDS) if quick else (ROUNDS, SECONDS))))
        except AbsentError as reason:
            console.print(f"{race.name} is skipped: {reason}")
    console.print(table(results))
    for result in results:
        if not result.met:
            console.print(f"{result.race.name} was to be {result.race.at_least:g} times as fast and isn't.")
    if not quick and len(results) == len(RACES):
        RESULTS.write_text(json.dumps(report(results), indent=2) + "\n", "utf-8")


def compile_beforehand() -> None:
    """Fill the cache of compiled code in another process.

    Rainbow Rush runs a fifth faster when its machine code comes from the cache than in the process that compiled
    it. The first is what every run but the very first gets.
    """
    subprocess.run([sys.executable, "-m", "bench.race", "--quick"], stdout=subprocess.DEVNULL, check=True)


def choose(only: list[str] | None) -> list[Race]:
    """The races of these names, or all."""
    names = [race.name for race in RACES]
    for name in only or []:
        if name not in names:
            raise typer.BadParameter(f"There is no race {name!r}; there is {', '.join(names)}.")
    return [race for race in RACES if not only or race.name in only]


def table(results: list[Result]) -> Table:
    """Both sides of every race, and the ratio."""
    picture = Table(title="Best round of each side, in units a second", show_lines=True)
    for heading in ("race", "ours", "theirs"):
        picture.add_column(heading)
    for heading in ("ratio", "wanted"):
        picture.add_column(heading, justify="right")
    for result in results:
        picture.add_row(
            f"[bold]{result.race.name}[/]\n{result.race.about}",
            f"{readable(result.our_speed)} {result.race.unit}\n[dim]{result.ours}[/]",
            f"{readable(result.their_speed)} {result.race.unit}\n[dim]{result.theirs}[/]",
            f"[{'green' if result.ratio >= 1 else 'yellow'}]{result.ratio:.3g}[/]",
            f"{result.race.at_least:g}" if result.race.at_least else "",
        )
    return picture


def readable(speed: float) -> str:
    """A speed as a person says it.

    >>> readable(82_345_678), readable(4_321)
    ('82.3 million', '4.32 thousand')
    """
    for size, word in ((1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if speed >= size:
            return f"{speed / size:.3g} {word}"
    return f"{speed:.3g}"


def report(results: list[Result]) -> dict[str, object]:
    """What is kept of a run."""
    return {
        "machine": machine.description(),
        "rounds": f"{ROUNDS} of about {SECONDS} s a side, in turns; the best counts",
        "races": [
            {
                "name": result.race.name,
                "about": result.race.about,
                "unit": f"{result.race.unit} a second",
                "ours": {"who": result.ours, "speed": round(result.our_speed), "rounds": whole(result.our_rounds)},
                "theirs": {
                    "who": result.theirs,
                    "speed": round(result.their_speed),
                    "rounds": whole(result.their_rounds),
                },
                "ratio": round(result.ratio, 3),
                "wanted": result.race.at_least,
            }
            for result in results
        ],
    }


def whole(speeds: list[float]) -> list[int]:
    return [round(speed) for speed in speeds]


if __name__ == "__main__":
    typer.run(main)
