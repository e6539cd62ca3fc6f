"""What a host does from the command line, beside a house that runs or one that is closed."""

import contextlib
import itertools
import json
import multiprocessing
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour import game, games
from parlour.kit.compiled import cache_folder
from parlour.kit.mistake import Mistake
from parlour.web import migrations
from parlour.web.door import USUAL_BOT
from parlour.web.guests import badge_of
from parlour.web.kinds import SAID
from parlour.web.store import ChangeElsewhere, Store, entries, holders, last_event, matches, reach, seats
from parlour.web.thinking import prepare_search, rehearse

UNSAID = "…"  # stands for what someone said who is forgotten


def database_at(address: str | None, password_file: Path | None = None) -> str:
    """The database that a host means: SQLite in the user's data folder if no other is named."""
    if address is None:
        address = f"sqlite:///{platformdirs.user_data_path('parlour') / 'house.sqlite'}"
    if password_file is None or address.startswith("sqlite:"):
        return address
    try:
        password = password_file.read_text("utf-8").strip()
        return sa.make_url(address).set(password=password).render_as_string(hide_password=False)
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"The password can't be read from {password_file}: {reason(error)}.") from None
    except sa.exc.ArgumentError:
        return address  # whoever reaches for it says what an address is


def revisions() -> list[str]:
    """All revisions that the tables of a house have had, the newest first."""
    return [step.revision for step in ScriptDirectory(str(Path(migrations.__file__).parent)).walk_revisions()]


@contextlib.asynccontextmanager
async def writing(store: Store) -> AsyncIterator[AsyncConnection]:
    """One transaction for all that is read and written; SQLite, left to itself, would begin it at the first change."""
    async with store.engine.begin() as connection:
        if not store.shared:
            await connection.exec_driver_sql("begin immediate")
        yield connection


@contextlib.asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    """The store of a house that is there, whether it runs or not, as this version knows it."""
    address = sa.make_url(database) if database.startswith("sqlite:") else None
    if address and address.database and not Path(address.database).is_file():
        raise Mistake(f"There is no house at {address.database}; name one with --database.")
    await reach(database)
    store = Store(database)
    try:
        async with store.engine.connect() as connection:
            revision = await connection.run_sync(lambda c: MigrationContext.configure(c).get_current_revision())
        if revision is None:
            raise Mistake("There is no house in this database; name another one with --database.")
        if revision != revisions()[0]:
            raise Mistake(
                f"The house in this database is of another version (its tables are {revision}, not {revisions()[0]}): "
                "open it once with this version, or use the other one."
            )
        yield store
    finally:
        await store.close()


# Tables


async def tables(store: Store) -> list[dict[str, Any]]:
    """All tables where a match waits for people or goes on, where something happened last first."""
    open_ = sa.select(matches.c.id).where(~matches.c.over, ~matches.c.closed)
    listed = sa.select(matches, last_event.label("last")).where(matches.c.id.in_(open_))
    async with store.engine.connect() as connection:
        rows = (await connection.execute(listed.order_by(sa.desc("last")))).all()
        seated = await connection.execute(sa.select(seats).where(seats.c.match.in_(open_)).order_by(seats.c.number))
        held = await connection.execute(sa.select(holders).where(holders.c.match.in_(open_)))
    guests: dict[tuple[str, int], list[str]] = {}
    for holder in held:
        guests.setdefault((holder.match, holder.seat), []).append(badge_of(holder.mark))
    people: dict[str, list[dict[str, Any]]] = {}
    for seat in seated:
        one = {"name": seat.name or None, "bot": seat.bot or seat.stand_in, "guests": guests.get(seat[:2], [])}
        people.setdefault(seat.match, []).append(one)
    return [
        {"table": row.id, "game": row.game, "state": state(row), "last": row.last, "seats": people[row.id]}
        for row in rows
    ]


def state(match: Any) -> str:
    """What goes on at a table that is open."""
    if match.luck is None:
        return "waiting"
    return "paused" if match.paused else "playing"


async def close_table(store: Store, id_: str) -> None:
    """End a table: nobody acts there any more, in whichever process they are."""
    match = await store.match(id_)
    if match is None:
        raise Mistake(f"There is no table {id_} in this house; `parlour tables` lists those there are.")
    if match.over:
        raise Mistake(f"The match at table {id_} is over already.")
    await store.change_match(id_, closed=True, ended=time.time())


# Guests


async def forget(store: Store, badge: str) -> int:
    """Remove what the house holds of a guest; gives how many seats that were.

    A seat that is still played at gets a bot. With the seat all its holders go: they are one person's devices.
    """
    async with writing(store) as connection:
        known = sa.union(sa.select(holders.c.mark), sa.select(matches.c.host))
        fingerprint = next((one for one in (await connection.execute(known)).scalars() if badge_of(one) == badge), None)
        if not fingerprint:
            raise Mistake(f"The house knows no guest {badge}: their page /mine and `parlour tables` show who is who.")
        held = sa.select(holders.c.match, holders.c.seat).where(holders.c.mark == fingerprint)
        places = (await connection.execute(held)).all()
        for match, seat in places:
            await empty_seat(connection, match, seat)
        hosted = matches.c.host == fingerprint
        affected = [match for match, _ in places]
        affected += (await connection.execute(sa.select(matches.c.id).where(hosted))).scalars()
        await connection.execute(matches.update().where(hosted).values(host=""))
        await store.tell_others(connection, *map(ChangeElsewhere, set(affected)))
    return len(places)


async def empty_seat(connection: AsyncConnection, match: str, seat: int) -> None:
    """Take a seat's name, holders, link and talk away. Its entries stay in their places: the log is counted by them."""
    row = (await connection.execute(sa.select(matches).where(matches.c.id == match))).one()
    others = sa.select(seats.c.name).where(seats.c.match == match, seats.c.number != seat)
    taken = {name.lower() for name in (await connection.execute(others)).scalars()}
    free_name = next(name for number in itertools.count(seat + 1) if (name := f"Guest {number}").lower() not in taken)
    here = seats.update().where(seats.c.match == match, seats.c.number == seat)
    left = {"name": free_name if row.luck else "", "bot": USUAL_BOT if row.luck and not row.over else None}
    await connection.execute(here.values(**left, stand_in=None, link=None))
    await connection.execute(holders.delete().where(holders.c.match == match, holders.c.seat == seat))
    said = entries.update().where(entries.c.match == match, entries.c.seat == seat)
    await connection.execute(said.values(post=None))
    await connection.execute(said.where(entries.c.kind == SAID).values(body=json.dumps({"text": UNSAID})))


# Compiling


def compile_all(tell: Callable[[str], None]) -> None:
    """Compile all that a house needs, on all cores; it stays on disk."""
    if cache_folder() is None:
        raise Mistake("Compiled code can be kept nowhere here; name a folder that can be written in PARLOUR_CACHE.")
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        for done in as_completed([pool.submit(compile_game, name) for name in games()]):
            tell(f"{done.result()} is compiled")


def compile_game(name: str) -> str:
    """Compile a game, its search and all that a table calls; gives its title."""
    rehearse(name)
    prepare_search(name)
    return game(name).title


def reason(error: Exception) -> str:
    """Why something failed, in the words of the system."""
    return getattr(error, "strerror", None) or str(error)
