"""`python -m tests.attack`: all parts one after the other, or the one that is named, and a table of what was found.

python -m tests.attack
python -m tests.attack fuzz --requests 100000 --seed 1 --database postgres
"""

import argparse
import asyncio
import contextlib
import resource
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from parlour import games
from tests.attack import floods, fuzz, kills, outage, races, twins
from tests.attack.house import House
from tests.attack.report import Report
from tests.web.postgres import Postgres, running_postgres

PLAYED_OUT = 150  # tables


@contextlib.asynccontextmanager
async def place(database: str) -> AsyncIterator[tuple[Path, str, Postgres | None]]:
    """A folder and a database for one part; all is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="parlour-attack-") as name:
        if database == "sqlite":
            yield Path(name), f"sqlite:///{Path(name) / 'house.sqlite'}", None
            return
        with contextlib.ExitStack() as closing:
            server = await asyncio.to_thread(closing.enter_context, running_postgres())
            yield Path(name), await asyncio.to_thread(server.new_database), server


@contextlib.asynccontextmanager
async def open_houses(database: str, folder: Path, count: int = 1) -> AsyncIterator[list[House]]:
    """Processes of one house, all games compiled."""
    houses = [House(database, folder, f"house-{number}") for number in range(count)]
    try:
        for house in houses:
            await house.open()
        for house in houses:
            await house.compiled()
        yield houses
    finally:
        for house in houses:
            house.close()


async def run_fuzz(report: Report, wish: argparse.Namespace) -> None:
    async with place(wish.database) as (folder, database, _):
        with report.part(f"fuzz, {wish.database}") as part:
            async with open_houses(database, folder) as (house,):
                await fuzz.fuzz(part, house, wish.requests, wish.seed, PLAYED_OUT)


async def run_floods(report: Report, wish: argparse.Namespace) -> None:
    async with place(wish.database) as (folder, database, _):
        with report.part(f"floods, {wish.database}") as part:
            async with open_houses(database, folder) as (house,):
                await floods.floods(part, house)


async def run_races(report: Report, wish: argparse.Namespace) -> None:
    count = 1 if wish.database == "sqlite" else 2
    async with place(wish.database) as (folder, database, _):
        with report.part(f"races, {wish.database}, {count} processes") as part:
            async with open_houses(database, folder, count) as houses:
                await races.races(
                    part, [house.port for house in houses], database, wish.seed, list(games()) * wish.rounds
                )


async def run_kills(report: Report, wish: argparse.Namespace) -> None:
    async with place(wish.database) as (folder, database, _):
        with report.part(f"kills, {wish.database}") as part:
            await kills.kills(part, database, folder, wish.times, wish.seed)


async def run_outage(report: Report, wish: argparse.Namespace) -> None:
    async with place(wish.database) as (folder, database, server):
        planned = {
            "locked for 2 s": outage.locked(database, 2),
            "locked for 9 s": outage.locked(database, 9),
        }
        if server:
            planned = {
                "stopped for 4 s": outage.stopped(server, signal.SIGINT, 4),
                "crashed for 4 s": outage.stopped(server, signal.SIGQUIT, 4),
            }
        with report.part(f"outage, {wish.database}") as part:
            await outage.outages(part, database, folder, planned, wish.seed)


async def run_twins(report: Report, wish: argparse.Namespace) -> None:
    async with place("postgres") as (folder, database, _):
        with report.part("two processes, one killed") as part:
            await twins.twins(part, database, folder, wish.rounds, wish.seed)


PARTS = {
    "fuzz": run_fuzz,
    "floods": run_floods,
    "races": run_races,
    "kills": run_kills,
    "outage": run_outage,
    "twins": run_twins,
}
BOTH = ("fuzz", "races", "kills", "outage")  # on SQLite and on PostgreSQL


async def run_all(report: Report, wish: argparse.Namespace) -> None:
    for name, run in PARTS.items():
        for database in ("sqlite", "postgres") if name in BOTH else ("sqlite",):
            on = argparse.Namespace(**{**vars(wish), "database": database})
            if name == "fuzz" and database == "postgres":
                on.requests = wish.requests // 5
            await run(report, on)


def wishes() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=PARTS, help="one part alone; all of them without it")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite", help="for one part")
    parser.add_argument("--requests", type=int, default=100_000, help="of the fuzz part")
    parser.add_argument("--times", type=int, default=50, help="how often the house is killed")
    parser.add_argument("--rounds", type=int, default=4, help="of races, and of processes killed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=Path, help="write an example of each fault into this file")
    return parser


def main() -> None:
    wish = wishes().parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever stops it stops all that it has started
    report = Report()
    try:
        asyncio.run(PARTS.get(wish.part, run_all)(report, wish))
    finally:
        print(report)
        if wish.examples:
            wish.examples.write_text(report.examples())
    sys.exit(report.failed)


if __name__ == "__main__":
    main()
