"""Whether the house is there, for whoever starts, stops and balances its processes.

`/health/live` says that the process answers. `/health/ready` says that it should be sent people: it isn't closing, its
store answers, and its games are compiled. Who comes earlier can play, too: until then tables run as plain Python.
"""

import asyncio
import json
import time

import sqlalchemy as sa

from parlour import games
from parlour.web.guard import HEADERS, Send
from parlour.web.house import House
from parlour.web.store import Store

LIVE, READY = "/health/live", "/health/ready"
PATIENCE = 1.0  # seconds in which the store has to answer
SILENT = "The database hasn't answered within a second."
GOOD_FOR = 1.0  # seconds; however many want to know, the store is asked no more often


class Health:
    """How a house is."""

    def __init__(self) -> None:
        self.asked = 0.0
        self.trouble: asyncio.Task[str] | None = None  # of the store, as it was found last

    async def why_not_ready(self, house: House) -> str:
        """Why the house can't take people now, or nothing."""
        if house.closing.is_set():
            return "The house is closing."
        if self.trouble is None or (self.trouble.done() and time.monotonic() - self.asked > GOOD_FOR):
            self.asked, self.trouble = time.monotonic(), asyncio.create_task(trouble_of(house.store))
        await asyncio.wait({self.trouble}, timeout=PATIENCE)
        trouble = self.trouble.result() if self.trouble.done() else SILENT
        if not trouble and not house.readiness.prepared:
            return f"Games are being compiled: {len(house.readiness.compiled)} of {len(games())} are ready."
        return trouble

    async def answer(self, house: House, path: str, send: Send) -> None:
        """Say how the house is: in a status for programs, and in a sentence."""
        trouble = await self.why_not_ready(house) if path == READY else ""
        said = {"error": trouble} if trouble else {"state": path.rpartition("/")[2]}
        headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), *HEADERS]
        await send({"type": "http.response.start", "status": 503 if trouble else 200, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(said).encode()})


async def trouble_of(store: Store) -> str:
    """Why a store can't be used now, or nothing."""
    try:
        async with asyncio.timeout(PATIENCE), store.engine.connect() as connection:
            await connection.execute(sa.text("select version_num from alembic_version"))
    except TimeoutError:  # after which a driver may take its time to hang up
        return SILENT
    except Exception as error:  # of whichever driver
        return f"The database can't be used: {type(error).__name__}."
    return ""
