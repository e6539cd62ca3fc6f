"""What happens at a table is kept in the store before anyone sees it.

One lock a table: what happens there happens in one order. It is proposed, kept, and only then let in. In the store the
key (match, number) decides who was first. When the store didn't answer, nobody knows what it has kept: the table is
then rebuilt from it before anything else happens there.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import replace

from parlour.kit.luck import fresh
from parlour.kit.match import Proposal
from parlour.kit.mistake import Mistake
from parlour.web import door
from parlour.web.door import Missing
from parlour.web.live import REMEMBERED_MESSAGES, UNKNOWN, Live
from parlour.web.readiness import Readiness
from parlour.web.store import Gap, Store, TooLate, Unreachable, read_luck
from parlour.web.table import Place, Stale, Table

log = logging.getLogger("parlour")


class Ledger:
    """The store as live tables see it."""

    def __init__(self, store: Store, readiness: Readiness) -> None:
        self.store = store
        self.readiness = readiness

    # Rebuilding

    async def bring(self, id_: str) -> Live:
        """A table that was not in memory."""
        live = Live(await self.load(id_), driver=UNKNOWN)
        live.messages = await self._messages(id_)
        self.readiness.use_compiled(live.table)
        return live

    async def load(self, id_: str) -> Table:
        """A table as the store has it."""
        row = await self.store.match(id_)
        if row is None:
            raise Missing("There is no such table in this house.")
        game = self.readiness.game(row.game)
        try:
            setting = game.setting_of(row.version, row.players, json.loads(row.options))
        except Mistake as mistake:
            raise Missing(str(mistake)) from None
        found, held = await self.store.places(id_)
        fingerprints: list[set[str]] = [set() for _ in found]
        for holder in held:
            fingerprints[holder.seat].add(holder.mark)
        places = [
            Place(seat.name, seat.colour, door.kept_bot(seat.bot), door.kept_bot(seat.stand_in), frozenset(of))
            for seat, of in zip(found, fingerprints, strict=True)
        ]
        table = Table(id_, game, setting, places, row.host, row.public)
        table.paused, table.closed = row.paused, row.closed
        if row.luck:
            entries = await self.store.log(id_, game.rules.ACTIONS)
            if await self.store.set_aside(id_, len(entries)):
                log.error("The log of table %s has no entry %d: it goes on from the one before.", id_, len(entries) + 1)
            table.lost = await self.store.lost(id_)
            table.restore(read_luck(row.luck), entries)
        return table

    async def reload(self, live: Live) -> None:
        """Make a table what the store says; who looks at it still does."""
        table, messages = await self.load(live.table.id), await self._messages(live.table.id)
        before, live.table, live.messages, live.logs = live.table, table, messages, {}
        live.driver = UNKNOWN
        table.version = before.version + 1
        for seat, (old, new) in enumerate(zip(before.places, table.places, strict=True)):
            if old.holders & new.holders:
                table.places[seat] = replace(new, presence=old.presence)
        self.readiness.use_compiled(table)

    async def _messages(self, id_: str) -> dict[str, None]:
        """What was sent to a table of late."""
        return dict.fromkeys(await self.store.message_ids(id_, REMEMBERED_MESSAGES))

    # Writing

    @contextlib.asynccontextmanager
    async def alone_at(self, live: Live) -> AsyncIterator[Table]:
        """While nobody else changes a table, which is what the store says."""
        async with live.lock:
            if live.doubtful:
                await self.reload(live)
                live.doubtful = False
                live.show()
            try:
                yield live.table
            except (Unreachable, asyncio.CancelledError):
                live.doubtful = True
                raise

    async def keep(self, live: Live, proposal: Proposal, message_id: str = "") -> bool:
        """Write down what is proposed, then let it in; tell if it is new, or another process was sent the same.

        If another was first, go on from what the log has.
        """
        table = live.table
        acting = table.game.verbs.to_act(proposal.after)
        driver = self._driver(table, acting)
        changes = {} if driver == live.driver else {"driver": driver}
        try:
            await self.store.add_entry(
                table.id, table.game.rules.ACTIONS, table.number + 1, proposal.entry, not acting, message_id, **changes
            )
        except (TooLate, Gap):
            await self.reload(live)
            if message_id in live.messages:
                return False
            raise Stale("Someone was quicker: look again, then choose.") from None
        table.enter(proposal)
        live.remember(message_id)
        live.driver = driver
        live.since = time.time()
        live.elsewhere = ""
        return True

    async def begin_if_full(self, live: Live) -> None:
        """Deal, once everyone sits."""
        table = live.table
        if table.match is None and table.full:
            table.begin(await self.store.begin_match(table.id, fresh()))
            live.since = time.time()
            await self.note_driver(live)

    # Whose bots are to act

    def _driver(self, table: Table, acting: list[int]) -> str | None:
        """The process that has to see to the bots of a table when these seats are to act: this one, or none."""
        waited_for = not table.halted and any(table.places[seat].player for seat in acting)
        return self.store.worker if waited_for else None

    async def note_driver(self, live: Live) -> None:
        """Write down who has to see to the bots of a table, if that has changed."""
        await self._set_driver(live, self._driver(live.table, live.table.match.to_act if live.table.match else []))

    async def let_rest(self, live: Live) -> None:
        """The bots of a table wait until someone looks again; no process has to see to them."""
        if live.driver == self.store.worker:
            async with self.alone_at(live):
                await self._set_driver(live, None)

    async def _set_driver(self, live: Live, driver: str | None) -> None:
        if driver != live.driver:
            await self.store.set_driver(live.table.id, driver)
            live.driver = driver
