"""The house: the store, the bots beside it, and a room for each thing that happens there.

| room | subject |
|---|---|
| `readiness` | which games are compiled |
| `ledger` | what happens at a table is kept before anyone sees it |
| `driving` | the bots at their seats |
| `tables` | the live tables in memory |
| `seats` | who sits where |
| `playing` | what people do at a table |
| `attendance` | who is there |
| `neighbours` | the other processes of the house |
| `pictures` | what a game looks like |

A room knows those above it, and none below.
"""

import asyncio
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request

from parlour.web import keeping, metrics
from parlour.web.attendance import Attendance
from parlour.web.driving import Driving
from parlour.web.guard import Bucket
from parlour.web.ledger import Ledger
from parlour.web.neighbours import Neighbours
from parlour.web.pictures import Pictures
from parlour.web.playing import Playing
from parlour.web.readiness import Readiness
from parlour.web.seats import Seats
from parlour.web.store import Store
from parlour.web.tables import Tables
from parlour.web.tasks import Tasks
from parlour.web.thinking import Thinkers


@dataclass(frozen=True)
class Settings:
    """How a house is run."""

    database: str
    bot_pause: float = 0.7  # seconds a bot takes at least, so that people can follow
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    reads: tuple[float, float] = (400, 100)  # a client's requests at once, and then a second
    writes: tuple[float, float] = (60, 20)
    tables: tuple[float, float] = (60, 0.05)  # that a client may open at once, and then a second
    keep_finished: int | None = None  # days that a match is kept after its end; None means for ever
    keep_abandoned: int | None = None  # and after the last entry, if it has no end
    tell: Callable[[str], None] = lambda sentence: None  # progress, for whoever started it
    streams: tuple[int, int] = (200, 4_000)  # open at once for a client, and in all
    lines: tuple[int, int] = (400, 8_000)  # connections, in the same way
    proxies: tuple[str, ...] = ()  # addresses and networks that are believed who asks through them
    path: str = ""  # below which the house stands at its host


class House:
    """All rooms, and what they share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.boot = secrets.token_hex(4)
        self.closing = asyncio.Event()
        self.tasks = Tasks()
        self.store = Store(settings.database)
        self.thinkers = Thinkers(settings.workers)
        self.readiness = Readiness(self.thinkers, settings.tell)
        self.ledger = Ledger(self.store, self.readiness)
        self.driving = Driving(self.ledger, self.thinkers, self.readiness, self.tasks, settings.bot_pause)
        self.tables = Tables(self.ledger, self.driving, Bucket(*settings.tables))
        self.seats = Seats(self.ledger, self.driving)
        self.playing = Playing(self.ledger, self.driving)
        self.attendance = Attendance(self.tables, self.seats)
        self.neighbours = Neighbours(self.tables)
        self.pictures = Pictures(self.readiness)

    async def open(self) -> None:
        await self.store.open()
        metrics.observe(self.store.engine, self.thinkers, self.tables.live)
        self.tasks.begin(self.readiness.get_ready(self.tables.live))
        self.tasks.begin(self.attendance.make_rounds())
        self.tasks.begin(self.neighbours.hear())
        self.tasks.begin(self.neighbours.stand_in())
        self.tasks.begin(
            keeping.sweep(self.store, self.settings.keep_finished, self.settings.keep_abandoned, self.tables.live)
        )

    async def close(self) -> None:
        self.close_streams()
        await self.tasks.end()
        self.thinkers.close()
        await self.store.close()

    def close_streams(self) -> None:
        """Let every stream end, so that the house can close; their pages come back by themselves."""
        self.closing.set()
        for live in self.tables.live.values():
            live.show()


def house_of(request: Request) -> House:
    """The house that someone asks."""
    house: House = request.app.state.house
    return house
