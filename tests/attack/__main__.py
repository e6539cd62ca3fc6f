"""`python -m tests.attack`: all parts one after the other, or the one that is named, and a table of what was found.

python -m tests.attack
python -m tests.attack fuzz --requests 100000 --seed 1 --database postgres
"""

import argparse
import asyncio
import contextlib
import resource
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from tests.attack import fuzz
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


async def run_fuzz(report: Report, wish: argparse.Namespace) -> None:
    async with place(wish.database) as (folder, database, _):
        with report.part(f"fuzz, {wish.database}") as part:
            house = await House(database, folder).open()
            try:
                await house.compiled()
                await fuzz.fuzz(part, house, wish.requests, wish.seed, PLAYED_OUT)
            finally:
                house.close()


PARTS = {"fuzz": run_fuzz}


def wishes() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=PARTS, help="one part alone; all of them without it")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--requests", type=int, default=100_000, help="of the fuzz part")
    parser.add_argument("--times", type=int, default=50, help="how often the house is killed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=Path, help="write an example of each fault into this file")
    return parser


def main() -> None:
    wish = wishes().parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    report = Report()
    try:
        asyncio.run(PARTS[wish.part](report, wish))
    finally:
        print(report)
        if wish.examples:
            wish.examples.write_text(report.examples())
    sys.exit(report.failed)


if __name__ == "__main__":
    main()
