"""How long matches are kept."""

import asyncio
import contextlib
import sqlite3
import time

import httpx
import pytest
import sqlalchemy as sa

from parlour.games.rush.rules import ACTIONS
from parlour.kit.match import Played
from parlour.web import keeping
from parlour.web.house import House, Settings
from parlour.web.keeping import DAY, let_go
from parlour.web.store import Store, entries, holders, matches, metadata
from tests.web.conftest import RunningHouse, wait_until
from tests.web.test_store import MATCH, SEATS


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.sqlite'}"
    return request.getfixturevalue("postgres_database")


async def add(store, id_, days, over=False, closed=False, played=None):
    """A match that began, and if so ended, some days ago; `played` days ago something happened there."""
    await store.add_match(MATCH | {"id": id_}, SEATS)
    await store.take_seat(id_, 1, "mark", "Bo", "blue")
    if played is not None:
        await store.add_entry(id_, ACTIONS, 1, Played(0, 1), over=False)
    then = time.time() - days * DAY
    async with store.engine.begin() as connection:
        here = matches.update().where(matches.c.id == id_)
        ended = then if over or closed else None
        await connection.execute(here.values(created=then, ended=ended, over=over, closed=closed))
        await connection.execute(holders.update().where(holders.c.match == id_).values(since=then))
        at = time.time() - (played or 0) * DAY
        await connection.execute(entries.update().where(entries.c.match == id_).values(at=at))


def left(database, fill, **kept):
    """The ids that are left after old matches were let go of."""

    async def run():
        store = Store(database)
        await store.open()
        try:
            await fill(store)
            count = await let_go(store, **kept)
            async with store.engine.connect() as connection:
                ids = set((await connection.execute(sa.select(matches.c.id))).scalars())
                for table in metadata.sorted_tables:
                    for column in (c for c in table.columns if c.references(matches.c.id)):
                        assert set((await connection.execute(sa.select(column))).scalars()) <= ids
            return ids, count
        finally:
            await store.close()

    return asyncio.run(run())


async def some(store):
    await add(store, "over long ago", days=31, over=True, played=31)
    await add(store, "over of late", days=29, over=True, played=29)
    await add(store, "closed long ago", days=31, closed=True)
    await add(store, "never begun", days=8)
    await add(store, "given up", days=40, played=8)
    await add(store, "slow", days=40, played=6)


def test_everything_is_kept_for_ever_unless_a_host_says_otherwise(tmp_path):
    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1))
        await house.store.open()
        try:
            await add(house.store, "old", days=10_000, over=True)
            kept = house.settings.keep_finished, house.settings.keep_abandoned
            await asyncio.wait_for(keeping.sweep(house.store, *kept, ()), 5)
            return await house.store.match("old")
        finally:
            await house.close()

    assert asyncio.run(run())


def test_finished_and_closed_matches_go_when_their_days_are_over(database):
    ids, count = left(database, some, finished=30, abandoned=None)
    assert ids == {"over of late", "never begun", "given up", "slow"} and count == 2


def test_abandoned_matches_go_when_nothing_has_happened_there_for_so_many_days(database):
    ids, count = left(database, some, finished=None, abandoned=7)
    assert ids == {"over long ago", "over of late", "closed long ago", "slow"} and count == 2


def test_a_table_where_someone_sat_down_of_late_is_not_abandoned(database):
    async def just_taken(store):
        await add(store, "old", days=8)
        async with store.engine.begin() as connection:
            await connection.execute(holders.update().values(since=time.time()))

    assert left(database, just_taken, finished=30, abandoned=7) == ({"old"}, 0)


def test_tables_in_memory_stay(database):
    ids, _ = left(database, some, finished=30, abandoned=7, spared=["given up", "over long ago"])
    assert ids == {"over long ago", "over of late", "given up", "slow"}


def test_any_number_goes_a_few_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "FEW", 3)

    async def many(store):
        for number in range(8):
            await add(store, f"match {number}", days=2)

    assert left(f"sqlite:///{tmp_path / 'house.sqlite'}", many, finished=1, abandoned=1) == (set(), 8)


def test_a_running_house_lets_go_by_itself(tmp_path):
    file = tmp_path / "house.sqlite"

    async def two(store):
        await add(store, "old", days=2, over=True)
        await add(store, "new", days=0, over=True)

    def ids():
        with contextlib.closing(sqlite3.connect(file)) as connection:
            return {id_ for (id_,) in connection.execute("select id from matches")}

    assert left(f"sqlite:///{file}", two, finished=None, abandoned=None)[0] == {"old", "new"}
    house = RunningHouse(f"sqlite:///{file}", keep_finished=1)
    try:
        wait_until(lambda: ids() == {"new"}, "The sweep")
        assert httpx.get(f"{house.address}/t/old").status_code == 404
    finally:
        house.close()
