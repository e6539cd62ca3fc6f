"""Two processes of one house behind a proxy, one is killed: the other carries on with everything, bots included."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from parlour import games
from parlour.web.guests import COOKIE
from tests.attack import ledger
from tests.attack.house import House
from tests.attack.kills import TABLES, TO_THE_END
from tests.attack.players import Company
from tests.attack.proxy import Proxy
from tests.attack.report import Part
from tests.attack.wire import Client, Line, NoAnswer, loopback, request

LOAD = 3  # seconds of play before and after each kill
SOON = 10  # seconds until all must be as before, where nothing else keeps the machine busy


async def twins(
    part: Part,
    database: str,
    folder: Path,
    times: int,
    seed: int,
    tables: int = TABLES,
    moves: int = TO_THE_END,
    soon: float = SOON,
) -> None:
    """Kill one and the other in turn; afterwards all is back soon, and every table must go on for so many moves."""
    dice = random.Random(seed)
    houses = [House(database, folder, name) for name in ("first", "second")]
    try:
        for house in houses:
            await house.open()
        for house in houses:
            await house.compiled()
        async with Proxy([house.port for house in houses]) as proxy:
            company = Company(proxy.port, dice)
            try:
                for number in range(times):
                    await one_kill(part, database, company, houses, number, tables, soon)
                for table in await company.finish(moves):
                    part.fault(f"A table is stuck after a process was killed: {table}")
                await company.go_home()
                for fault in ledger.faults(company.deeds, await ledger.logs(database)):
                    part.fault(fault)
                part.figures["deeds"] = ledger.fates(company.deeds)
                part.figures["tables played to the end"] = len(company.over)
                for refusal, count in company.refusals.items():
                    part.faults[f"answered {refusal}"] = count
            finally:
                await company.go_home()
    finally:
        for house in houses:
            house.close()


async def one_kill(
    part: Part, database: str, company: Company, houses: list[House], number: int, tables: int, soon: float
) -> None:
    """Kill one of the two in the middle of play, see how long everything takes to come back, open it again."""
    dying, surviving = houses[number % 2], houses[1 - number % 2]
    await company.keep_busy(tables)
    alone = [await bots_alone(dying.port, game, number) for game in games()]
    pages = [Page(company.port, player.table, player.token, player.source) for player in company.players]
    pages = [page for page in pages if page.table not in company.over]
    looking = [asyncio.create_task(page.look()) for page in pages]
    try:
        await asyncio.sleep(LOAD)
        dying.kill()
        killed = time.monotonic()
        before = await ledger.logs(database)
        await asyncio.gather(
            measure(part, f"kill {number + 1}: pages back after", killed, soon, lambda: back(company, pages, killed)),
            measure(part, f"kill {number + 1}: tables moving after", killed, soon, lambda: moving(company, killed)),
            bots_go_on(part, database, alone, {table: len(before[table]) for table in alone}, killed, soon, number),
        )
        await asyncio.sleep(LOAD)
        part.demand(surviving.runs, "The surviving process died, too.")
    finally:
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
        await dying.open()


def back(company: Company, pages: list["Page"], since: float) -> bool:
    """Whether every page has had a frame since then."""
    return all(page.seen > since for page in pages if page.table not in company.over)


def moving(company: Company, since: float) -> bool:
    """Whether every table has had a move since then."""
    return all(company.numbers[table][1] > since for table in company.unfinished)


async def measure(part: Part, what: str, since: float, soon: float, true: Callable[[], bool]) -> None:
    while not true() and time.monotonic() - since < 3 * soon:
        await asyncio.sleep(0.02)
    took = time.monotonic() - since
    part.figures[what] = f"{took:.1f} s" if true() else f"not within {3 * soon:.0f} s"
    part.demand(took <= soon, f"{what.partition(': ')[2]} more than {soon:.0f} s")


async def bots_alone(port: int, game: str, number: int) -> str:
    """A table at one process at which only bots are left, and which nobody looks at."""
    client, kind = Client(port, loopback(7000 + number)), (b"Content-Type", b"application/json")
    wish = {"game": game, "seats": ["medium"] * 2, "name": "Ada"}
    seat = json.loads((await client.ask("POST", "/api/v1/tables", json.dumps(wish).encode(), kind)).body)
    bearer = (b"Authorization", f"Bearer {seat['token']}".encode())
    await client.ask("POST", f"/api/v1/tables/{seat['table']}/resign", b"", bearer)
    client.hang_up()
    return seat["table"]


async def bots_go_on(
    part: Part, database: str, tables: list[str], numbers: dict[str, int], killed: float, soon: float, kill: int
) -> None:
    """The bots of tables that nobody has opened at the survivor move on there; seen in the database alone."""
    waiting = set(tables) & {match.id for match in await ledger.open_matches(database)}
    while waiting and time.monotonic() - killed < 3 * soon:
        now = await ledger.logs(database)
        waiting = {table for table in waiting if len(now[table]) <= numbers[table]}
        await asyncio.sleep(0.2)
    took = time.monotonic() - killed
    part.figures[f"kill {kill + 1}: bots of unopened tables move after"] = (
        f"{took:.1f} s" if not waiting else f"{len(waiting)} of {len(tables)} tables not within {3 * soon:.0f} s"
    )
    part.demand(took <= soon, f"bots of tables that nobody opened at the survivor stand still for over {soon:.0f} s")


@dataclass
class Page:
    """An open page of a seat: its stream of frames, taken up again when it is lost."""

    port: int
    table: str
    token: str
    source: str
    seen: float = 0  # when the first frame of its line came

    async def look(self) -> None:
        while True:
            with contextlib.suppress(OSError, NoAnswer, asyncio.IncompleteReadError, ValueError):
                await self.look_once()
            await asyncio.sleep(1)  # as the stream tells browsers to wait

    async def look_once(self) -> None:
        line = await Line.open(self.port, self.source)
        try:
            cookie = (b"Cookie", f"{COOKIE}={self.token}".encode())
            await line.send(request("GET", f"/t/{self.table}/stream", self.port, b"", (cookie,)))
            await line.head()
            async for part in line.chunks():
                if b"event: " in part:
                    self.seen = time.monotonic()
        finally:
            line.cut()
