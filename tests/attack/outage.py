"""The database goes away under load and comes back: a clear sentence meanwhile, afterwards nothing lost or doubled."""

import asyncio
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from tests.attack import ledger
from tests.attack.house import House
from tests.attack.kills import TABLES, TO_THE_END
from tests.attack.players import Company
from tests.attack.report import Part
from tests.attack.wire import Client, NoAnswer, loopback, sentence
from tests.web.postgres import Postgres

LOAD = 2  # seconds of play before and after each outage
BACK = 30  # seconds until moves must succeed again
HOLD = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('begin exclusive'); print(flush=True); input()"

Outage = Callable[[], AbstractAsyncContextManager[None]]


def stopped(server: Postgres, how: signal.Signals, seconds: float) -> Outage:
    """PostgreSQL is stopped and started again."""

    @asynccontextmanager
    async def outage() -> AsyncIterator[None]:
        await asyncio.to_thread(server.stop, how)
        try:
            await asyncio.sleep(seconds)
            yield
        finally:
            await asyncio.to_thread(server.start)

    return outage


def locked(database: str, seconds: float) -> Outage:
    """Another process holds SQLite for itself."""

    @asynccontextmanager
    async def outage() -> AsyncIterator[None]:
        file = database.removeprefix("sqlite:///")
        command = [sys.executable, "-c", HOLD, file]
        holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert holder.stdout and holder.stdin
        try:
            await asyncio.to_thread(holder.stdout.readline)
            await asyncio.sleep(seconds)
            yield
        finally:
            holder.communicate(b"\n")

    return outage


async def outages(
    part: Part,
    database: str,
    folder: Path,
    planned: dict[str, Outage],
    seed: int,
    tables: int = TABLES,
    moves: int = TO_THE_END,
) -> None:
    """One after the other; afterwards every table must go on for so many moves."""
    house = await House(database, folder).open()
    company = Company(house.port, random.Random(seed))
    try:
        await company.keep_busy(tables)
        for name, outage in planned.items():
            await asyncio.sleep(LOAD)
            company.refusals.clear()
            async with outage():
                await look_in(part, company)
            part.figures[f"{name}: back after"] = await moves_again(part, company)
            part.figures[f"{name}: said meanwhile"] = dict(company.refusals) or "nothing"
            for refusal, count in company.refusals.items():
                if not refusal.startswith("503"):
                    part.faults[f"While the database is away: answered {refusal}"] = count
            await company.keep_busy(tables)
        for table in await company.finish(moves):
            part.fault(f"A table is stuck after the database was away: {table}")
        await company.go_home()
        for fault in ledger.faults(company.deeds, await ledger.logs(database)):
            part.fault(fault)
        part.figures["deeds"] = ledger.fates(company.deeds)
        part.figures["in its log"] = (
            "; ".join(f"{count} × {fault}" for fault, count in house.faults().items()) or "nothing"
        )
        part.figures["tables played to the end"] = len(company.over)
    finally:
        await company.go_home()
        house.close()


async def look_in(part: Part, company: Company) -> None:
    """While it is away: what is asked gets an answer, and none that says the house broke down."""
    client = Client(company.port, loopback(3000))
    tables = list(company.numbers)[-2:]
    paths = [
        "/",
        "/mine",
        "/t/nowhere",
        "/api/v1/tables",
        f"/t/{tables[0]}",
        f"/api/v1/tables/{tables[-1]}",
    ]
    for path in paths:
        try:
            answer = await client.ask("GET", path)
        except NoAnswer as silence:
            part.fault(f"While the database is away GET {path.replace(tables[0], 'T')} gets no answer ({silence})")
            continue
        if answer.status >= 500 and answer.status != 503:
            what = path.replace(tables[0], "T").replace(tables[-1], "T")
            part.fault(f"While the database is away GET {what} is answered {answer.status}: {sentence(answer)}")
    client.hang_up()


async def moves_again(part: Part, company: Company) -> str:
    """How long it took until all tables moved again."""
    began = time.monotonic()
    numbers = {table: company.numbers[table][0] for table in company.unfinished}
    while time.monotonic() - began < BACK:
        still = [table for table in company.unfinished if company.numbers[table][0] <= numbers.get(table, -1)]
        if not still:
            return f"{time.monotonic() - began:.1f} s"
        await asyncio.sleep(0.05)
    part.fault(f"{len(still)} of {len(numbers)} tables don't move {BACK} s after the database came back")
    return "never"
