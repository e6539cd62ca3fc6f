"""How long matches are kept: once an hour the house lets go of those whose time has come, a few at a time."""

import asyncio
import logging
import time
from collections.abc import Collection
from typing import TYPE_CHECKING

import sqlalchemy as sa

from parlour.web.store import News, Store, entries, matches, metadata

if TYPE_CHECKING:
    from parlour.web.house import House

log = logging.getLogger("parlour")

HOUR = 3600
DAY = 24 * HOUR
FEW = 50  # matches that go together, so that nobody who plays has to wait for it


async def sweep(house: "House") -> None:
    """Once an hour, as long as the house is open; tables in memory stay."""
    settings = house.settings
    while settings.keep_finished or settings.keep_abandoned:
        try:
            count = await let_go(house.store, settings.keep_finished, settings.keep_abandoned, house._live)
            if count:
                log.info("%d matches were kept long enough and are gone.", count)
        except Exception:  # it will be tried again
            log.exception("Old matches can't be removed.")
        await asyncio.sleep(HOUR)


async def let_go(store: Store, finished: int | None, abandoned: int | None, spared: Collection[str] = ()) -> int:
    """Remove the matches that ended, or in which nothing has happened, for longer than so many days; gives how many."""
    count = 0
    while some := await _let_go_of_few(store, finished, abandoned, list(spared)):
        count += some
    return count


async def _let_go_of_few(store: Store, finished: int | None, abandoned: int | None, spared: list[str]) -> int:
    ended = matches.c.over | matches.c.closed
    quiet_since = sa.func.coalesce(
        sa.select(sa.func.max(entries.c.at)).where(entries.c.match == matches.c.id).scalar_subquery(), matches.c.touched
    )
    old: sa.ColumnElement[bool] = sa.false()
    if finished:
        old |= ended & (matches.c.touched < time.time() - finished * DAY)
    if abandoned:
        old |= ~ended & (quiet_since < time.time() - abandoned * DAY)
    wanted = sa.select(matches.c.id).where(old, matches.c.id.not_in(spared)).order_by(matches.c.id).limit(FEW)
    async with store.engine.begin() as connection:
        ids = (await connection.execute(wanted.with_for_update(skip_locked=True))).scalars().all()
        for table in reversed(metadata.sorted_tables):
            for column in table.columns:
                if column.references(matches.c.id):
                    await connection.execute(table.delete().where(column.in_(ids)))
        await connection.execute(matches.delete().where(matches.c.id.in_(ids)))
        await store._tell_others(connection, *map(News, ids))
    return len(ids)
