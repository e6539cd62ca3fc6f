"""How long matches are kept: once an hour the house lets go of those whose time has come, a few at a time."""

import asyncio
import logging
import time
from collections.abc import Collection

import sqlalchemy as sa

from parlour.web.store import ChangeElsewhere, Store, last_event, matches, metadata

log = logging.getLogger("parlour")

HOUR = 3600
DAY = 24 * HOUR
FEW = 50  # matches that go together, so that nobody who plays has to wait for it


async def sweep(store: Store, finished: int | None, abandoned: int | None, spared: Collection[str]) -> None:
    """Once an hour, as long as the house is open; those that are spared stay."""
    while finished or abandoned:
        try:
            count = await let_go(store, finished, abandoned, spared)
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
    old: sa.ColumnElement[bool] = sa.false()
    if finished:
        old |= matches.c.ended < time.time() - finished * DAY
    if abandoned:
        old |= matches.c.ended.is_(None) & (last_event < time.time() - abandoned * DAY)
    wanted = sa.select(matches.c.id).where(old, matches.c.id.not_in(spared)).order_by(matches.c.id).limit(FEW)
    async with store.engine.begin() as connection:
        ids = (await connection.execute(wanted.with_for_update(skip_locked=True))).scalars().all()
        for table in reversed(metadata.sorted_tables):
            for column in table.columns:
                if column.references(matches.c.id):
                    await connection.execute(table.delete().where(column.in_(ids)))
        await connection.execute(matches.delete().where(matches.c.id.in_(ids)))
        await store.tell_others(connection, *map(ChangeElsewhere, ids))
    return len(ids)
