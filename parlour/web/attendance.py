"""Who is there: pages that look at a table, people who have gone away, and tables that nobody looks at."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator

from parlour.kit.game import SPECTATOR
from parlour.web import metrics
from parlour.web.door import USUAL_BOT, Missing
from parlour.web.live import Live
from parlour.web.seats import Seats
from parlour.web.store import Unreachable
from parlour.web.table import Presence
from parlour.web.tables import Tables

log = logging.getLogger("parlour")

ROUNDS = 5  # seconds between two looks around the house
BEAT = 20  # seconds of silence until those who look are told that the house is still here
GIVEN_UP = 180  # seconds away, with others waiting, until a bot plays for someone
IDLE = 15 * 60  # seconds without a page until a table leaves the memory


class Attendance:
    """Whoever goes around the house and sees who is there."""

    def __init__(self, tables: Tables, seats: Seats) -> None:
        self.tables = tables
        self.seats = seats

    @contextlib.asynccontextmanager
    async def watching(self, live: Live, seat: int) -> AsyncIterator[asyncio.Event]:
        """While someone looks at a table: an event that is set whenever it changes."""
        watcher = asyncio.Event()
        live.watchers.add(watcher)
        metrics.streams.inc()
        presence = live.table.places[seat].presence if seat != SPECTATOR else Presence()
        presence.pages += 1
        if seat != SPECTATOR and presence.pages == 1:
            show_anew(live)
        try:
            yield watcher
        finally:
            live.watchers.discard(watcher)
            metrics.streams.dec()
            live.used = time.monotonic()
            presence.pages -= 1
            presence.look()

    async def make_rounds(self) -> None:
        """Every few seconds, as long as the house is open."""
        while True:
            await asyncio.sleep(ROUNDS)
            await self.look_around()

    async def look_around(self) -> None:
        """Show who has gone away, put bots in for those who stay away, forget idle tables."""
        for live in list(self.tables.live.values()):
            try:
                await self._look_at(live)
            except Unreachable:
                pass  # that is told already, and this table has its turn again
            except Missing:  # it was not kept any longer
                self.tables.forget(live)
            except Exception:  # one table is no reason to neglect the others
                log.exception("The round through the house leaves out table %s.", live.table.id)
        here = {id_: seats for id_, live in self.tables.live.items() if (seats := live.table.seen_now)}
        store = self.tables.ledger.store
        if here and store.shared:
            with contextlib.suppress(Unreachable):
                await store.tell_who_is_seen(here)

    async def _look_at(self, live: Live) -> None:
        """One table of a round."""
        if live.doubtful:
            async with self.tables.ledger.alone_at(live):
                pass
        table = live.table
        gone = tuple(number for number, place in enumerate(table.places) if not place.free and place.away)
        if live.gone != gone:
            live.gone = gone
            show_anew(live)
        if live.watchers and table.match and not table.halted:
            await self._replace_those_given_up(live)
        if live.watchers and time.monotonic() - live.heard > BEAT:
            live.show()
        self.tables.driving.drive(live)
        resting = live.bots is None or live.bots.done()
        if not live.watchers and time.monotonic() - live.used > IDLE and resting:
            self.tables.forget(live)

    async def _replace_those_given_up(self, live: Live) -> None:
        """A match with others waiting doesn't hang on someone who has left."""
        table = live.table
        waiting = any(place.presence.pages for place in table.places)
        for seat in table.played.to_act if waiting else []:
            place = table.places[seat]
            if not place.player and place.presence.away_for > GIVEN_UP:
                await self.seats.set_stand_in(live, seat, USUAL_BOT)


def show_anew(live: Live) -> None:
    """Who is there has changed."""
    live.table.changed()
    live.show()
