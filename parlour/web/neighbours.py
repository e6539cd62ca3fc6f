"""The other processes of the same house, on one database: what they do is followed, and who has gone is replaced."""

import asyncio
import contextlib
import logging
import time

from parlour.web.door import Missing
from parlour.web.driving import HEAD_START
from parlour.web.live import UNKNOWN, Live
from parlour.web.store import HEARTBEAT, ChangeElsewhere, Unreachable
from parlour.web.tables import Tables

log = logging.getLogger("parlour")


class Neighbours:
    """Whoever listens to the others, and lets them hear of this one."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.ledger = tables.ledger
        self.store = tables.ledger.store

    async def hear(self) -> None:
        """Follow what the others do, as long as the house is open."""
        async for change in self.store.changes_elsewhere():
            known = [self.tables.live[change.match]] if change.match in self.tables.live else []
            for live in known if change.match else list(self.tables.live.values()):
                try:
                    await self.catch_up(live, change)
                except Missing:  # it was not kept any longer
                    self.tables.forget(live)
                except Exception:  # one table that can't be read is no reason to be deaf to the others
                    log.exception("What happened elsewhere at table %s can't be followed.", live.table.id)

    async def catch_up(self, live: Live, change: ChangeElsewhere) -> None:
        """Make a table what another process has made of it."""
        for seat in change.seen:
            live.table.places[seat].presence.look()
        if change.seen:
            return
        async with self.ledger.alone_at(live) as table:
            if change.number and table.match:
                if change.number <= table.number:
                    return
                for entry, message_id in await self.store.sent_log(table.id, table.game.rules.ACTIONS, table.number):
                    table.follow(entry)
                    live.remember(message_id)
                live.elsewhere = change.worker
                live.driver = UNKNOWN
                live.since = time.time()
            else:
                await self.ledger.reload(live)
                await self.ledger.begin_if_full(live)  # the last seats may have been taken here and there at once
        live.show()
        self.tables.driving.drive(live)

    async def stand_in(self) -> None:
        """See to the tables of those that don't run any more, and let the others know that this one does."""
        if not self.store.shared:
            await self.adopt()
            return
        began = time.monotonic()
        while True:
            await asyncio.sleep(HEARTBEAT)
            with contextlib.suppress(Unreachable):
                await self.store.beat()
                if time.monotonic() - began > HEAD_START:  # by then it has heard of all others
                    await self.adopt()

    async def adopt(self) -> None:
        """Bring in the tables whose bots nobody sees to, because their process has gone: their matches go on."""
        for id_ in await self.store.adopt():
            try:
                live = await self.tables.find(id_)
            except Exception:  # one table that can't be read is no reason to leave the others alone
                log.exception("Table %s can't be taken over.", id_)
                continue
            live.driver, live.elsewhere = self.store.worker, ""
            self.tables.driving.drive(live)
