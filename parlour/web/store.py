"""Matches, seats and entries in a database: SQLite by default, PostgreSQL by its address.

The log is the match, so an entry is a row with the key (match, number): whoever writes it first was first. Secrets are
kept as marks (hashes) only.
"""

import asyncio
import dataclasses
import json
import secrets
import time
import typing
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from parlour.kit.luck import Luck
from parlour.kit.match import Entry
from parlour.kit.mistake import Mistake

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # of the rules
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("paused", sa.Boolean, nullable=False),
    sa.Column("luck", sa.String(40)),  # of the beginning; none before it
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
    sa.Index("by_state", "over", "public", "touched"),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("colour", sa.String(20), nullable=False),
    sa.Column("bot", sa.String(60)),
    sa.Column("stand_in", sa.String(60)),
    sa.Column("link", sa.String(64), unique=True),  # the mark of the link that gives this seat
)
holders = sa.Table(
    "holders",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("mark", sa.String(64), primary_key=True, index=True),
)
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("post", sa.String(64)),  # by which a page knows what it sent, if it was sent by one
    sa.Index("once", "match", "post", unique=True),
)

CHANNEL = "parlour"  # of PostgreSQL, where the processes of one house hear of each other
PING = 20  # seconds of silence until the line is tried
RETRY = 0.5  # seconds until a lost line is tried anew
NOTE_LENGTH = 7000  # bytes; PostgreSQL passes on less than 8000

KINDS = {kind.__name__.lower(): kind for kind in typing.get_args(Entry)}


Waiting = tuple[dict[str, Any], bool, asyncio.Future]  # an entry's row, whether it ends the match, who waits for it


@dataclasses.dataclass(frozen=True)
class News:
    """What another process of the same house has done: to one match, or unknown things to any while the line was down.

    `number` is that of the last entry, or 0 if the seats or the match's own row changed; `seen` are the seats whose
    people have a page open there.
    """

    match: str = ""
    number: int = 0
    seen: tuple[int, ...] = ()


class TooLate(Exception):
    """Another entry has that number already, or was sent by the same post."""


def entry_row(entry: Entry) -> dict[str, Any]:
    """An entry as columns; what is special to its kind is JSON."""
    body = dataclasses.asdict(entry)
    return {"kind": type(entry).__name__.lower(), "seat": body.pop("seat"), "body": json.dumps(body)}


def read_entry(row: Any) -> Entry:
    body = json.loads(row.body)
    if body.get("luck"):
        body["luck"] = tuple(body["luck"])
    return KINDS[row.kind](seat=row.seat, **body)


def write_luck(luck: Luck) -> str:
    return f"{luck[0]:x} {luck[1]:x}"


def read_luck(text: str) -> Luck:
    first, second = text.split()
    return int(first, 16), int(second, 16)


def settle(waiting: asyncio.Future, failure: Exception | None = None) -> None:
    """Tell who waits how it went, unless they were told or have gone."""
    if waiting.done():
        return
    if failure:
        waiting.set_exception(failure)
    else:
        waiting.set_result(None)


def engine_for(url: str) -> AsyncEngine:
    """The database at an address; a plain one gets the driver that we use."""
    try:
        address = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise Mistake("A database is sqlite:///FILE or postgresql://…, and this is neither.") from None
    if address.get_backend_name() == "postgresql":
        return create_async_engine(address.set(drivername="postgresql+asyncpg"), pool_size=8, pool_pre_ping=True)
    if address.get_backend_name() != "sqlite":
        raise Mistake(f"A database is sqlite:///… or postgresql://…, not {address.drivername}.")
    if address.database:
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    # One connection: SQLite has one writer anyway, and waiting in our queue is fairer and quicker than in its locks.
    engine = create_async_engine(address.set(drivername="sqlite+aiosqlite"), pool_size=1, max_overflow=0)
    sa.event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


async def reach(url: str) -> None:
    """Find out if there is a database at an address that can be used, before anything relies on it."""
    try:
        engine = engine_for(url)
        async with engine.connect():
            pass
        await engine.dispose()
    except Mistake:
        raise
    except Exception as error:  # of whichever driver
        raise Mistake(f"The database can't be used: {str(error).splitlines()[0]}.") from None


def _set_up_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(connection: sa.Connection) -> None:
    """Bring the tables of a database to what this version needs."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    command.upgrade(config, "head")


class Store:
    """The database of a house."""

    def __init__(self, url: str) -> None:
        self.engine = engine_for(url)
        self.shared = self.engine.dialect.name == "postgresql"  # by several processes; SQLite is for one
        self.worker = secrets.token_hex(4)
        self._waiting: list[Waiting] = []
        self._writer: asyncio.Task | None = None

    async def open(self) -> None:
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)

    async def close(self) -> None:
        await self.engine.dispose()

    # Writing

    async def add_match(self, match: dict[str, Any], places: Sequence[dict[str, Any]]) -> None:
        """A new table with its seats."""
        now = time.time()
        async with self.engine.begin() as connection:
            await connection.execute(
                matches.insert().values(created=now, touched=now, paused=False, over=False, luck=None, **match)
            )
            rows = [{"match": match["id"], "number": number, **place} for number, place in enumerate(places)]
            await connection.execute(seats.insert(), rows)

    async def change_match(self, match: str, **values: Any) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(matches.update().where(matches.c.id == match).values(**values))
            await self._tell_others(connection, News(match))

    async def begin_match(self, match: str, luck: Luck) -> Luck:
        """Write down the luck of the beginning, unless it has begun already; gives the luck that counts."""
        async with self.engine.begin() as connection:
            here = matches.c.id == match
            await connection.execute(
                matches.update()
                .where(here, matches.c.luck.is_(None))
                .values(luck=write_luck(luck), touched=time.time())
            )
            await self._tell_others(connection, News(match))
            return read_luck((await connection.execute(sa.select(matches.c.luck).where(here))).scalar_one())

    async def change_seat(self, match: str, number: int, **values: Any) -> None:
        async with self.engine.begin() as connection:
            here = (seats.c.match == match) & (seats.c.number == number)
            await connection.execute(seats.update().where(here).values(**values))
            await self._tell_others(connection, News(match))

    async def take_seat(self, match: str, number: int, mark: str, name: str, colour: str) -> None:
        """A free seat gets its person, and its link is void: others know it; TooLate if someone was quicker."""
        async with self.engine.begin() as connection:
            here = (seats.c.match == match) & (seats.c.number == number) & (seats.c.name == "")
            taken = await connection.execute(seats.update().where(here).values(name=name, colour=colour, link=None))
            if not taken.rowcount:
                raise TooLate
            await connection.execute(holders.insert().values(match=match, seat=number, mark=mark))
            await self._tell_others(connection, News(match))

    async def add_holder(self, match: str, seat: int, mark: str) -> None:
        """One more device of a seat's person."""
        async with self.engine.begin() as connection:
            row = {"match": match, "seat": seat, "mark": mark}
            known = await connection.execute(sa.select(holders).filter_by(**row))
            if not known.first():
                await connection.execute(holders.insert().values(**row))
                await self._tell_others(connection, News(match))

    async def drop_holders(self, match: str, seat: int) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(holders.delete().where(holders.c.match == match, holders.c.seat == seat))
            await connection.execute(
                seats.update().where(seats.c.match == match, seats.c.number == seat).values(link=None)
            )
            await self._tell_others(connection, News(match))

    async def add_entry(self, match: str, number: int, entry: Entry, over: bool, post: str = "") -> None:
        """The next entry of a log; TooLate if that number or the post that sent it is taken.

        What comes while a commit is on its way goes into the next one together: the busier, the cheaper.
        """
        row = {"match": match, "number": number, "at": time.time(), "post": post or None, **entry_row(entry)}
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((row, over, done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_waiting())
        await done

    async def _write_waiting(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                await self._write_entries(batch)
            except sa.exc.IntegrityError:
                for one in batch:  # one of them is too late: find out which
                    await self._write_alone(one)
            except Exception as failure:
                for _, _, done in batch:
                    settle(done, failure)
            for _, _, done in batch:
                settle(done)

    async def _write_alone(self, one: Waiting) -> None:
        try:
            await self._write_entries([one])
        except sa.exc.IntegrityError:
            settle(one[2], TooLate())
        except Exception as failure:
            settle(one[2], failure)

    async def _write_entries(self, batch: list[Waiting]) -> None:
        ended = [row["match"] for row, over, _ in batch if over]
        async with self.engine.begin() as connection:
            await connection.execute(entries.insert(), [row for row, _, _ in batch])
            await self._tell_others(connection, *(News(row["match"], row["number"]) for row, _, _ in batch))
            if ended:
                await connection.execute(
                    matches.update().where(matches.c.id.in_(ended)).values(over=True, touched=time.time())
                )

    # Other processes of the same house

    async def _tell_others(self, connection: Any, *news: News) -> None:
        """They hear of it when this is committed, and not before."""
        told = [json.dumps(dataclasses.astuple(one)) for one in news if self.shared]
        while told:
            note, count = told[0], 1
            while count < len(told) and len(note) + len(told[count]) < NOTE_LENGTH:
                note, count = f"{note}, {told[count]}", count + 1
            await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{self.worker} [{note}]")))
            told = told[count:]

    async def tell_who_is_seen(self, seen: dict[str, tuple[int, ...]]) -> None:
        """Let the others know whose pages are open here, by match."""
        async with self.engine.begin() as connection:
            await self._tell_others(connection, *(News(match, seen=here) for match, here in seen.items()))

    async def news(self) -> AsyncIterator[News]:
        """What the others do, as long as this house is open. Whenever the line was down: that anything may be new."""
        import asyncpg

        address = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(address)
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(RETRY)
                continue
            try:
                async for one in self._heard_on(connection):
                    yield one
            finally:
                connection.terminate()

    async def _heard_on(self, connection: Any) -> AsyncIterator[News]:
        heard: asyncio.Queue[str | None] = asyncio.Queue()
        connection.add_termination_listener(lambda _: heard.put_nowait(None))
        await connection.add_listener(CHANNEL, lambda _, pid, channel, note: heard.put_nowait(note))
        yield News()
        while True:
            try:
                async with asyncio.timeout(PING):
                    note = await heard.get()
            except TimeoutError:
                try:
                    await connection.execute("select 1", timeout=PING)
                    continue
                except Exception:  # whatever it is, the line is of no use any more
                    return
            if note is None:
                return
            worker, _, told = note.partition(" ")
            for match, number, seen in json.loads(told) if worker != self.worker else ():
                yield News(match, number, tuple(seen))

    # Reading

    async def match(self, id_: str) -> Any:
        """A match's row, or None."""
        async with self.engine.connect() as connection:
            return (await connection.execute(sa.select(matches).where(matches.c.id == id_))).first()

    async def places(self, match: str) -> tuple[Sequence[Any], Sequence[Any]]:
        """The seats of a match in order, and who holds them."""
        async with self.engine.connect() as connection:
            found = await connection.execute(sa.select(seats).where(seats.c.match == match).order_by(seats.c.number))
            held = await connection.execute(sa.select(holders).where(holders.c.match == match))
            return found.all(), held.all()

    async def log(self, match: str, after: int = 0) -> list[Entry]:
        """The entries of a match from some number on."""
        wanted = sa.select(entries).where(entries.c.match == match, entries.c.number > after).order_by(entries.c.number)
        async with self.engine.connect() as connection:
            return [read_entry(row) for row in await connection.execute(wanted)]

    async def posts(self, match: str, limit: int) -> list[str]:
        """The posts by which the last entries of a match were sent, the oldest first."""
        sent = sa.select(entries.c.post).where(entries.c.match == match, entries.c.post.is_not(None))
        async with self.engine.connect() as connection:
            found = await connection.execute(sent.order_by(entries.c.number.desc()).limit(limit))
            return list(found.scalars())[::-1]

    async def seat_of_link(self, mark: str) -> Any:
        """The seat that a link gives, or None."""
        async with self.engine.connect() as connection:
            return (await connection.execute(sa.select(seats).where(seats.c.link == mark))).first()

    async def matches_of(self, mark: str, limit: int = 100) -> Sequence[Any]:
        """The matches in which a mark has a seat, or is host, the latest first."""
        mine = sa.select(holders.c.match).where(holders.c.mark == mark)
        wanted = sa.select(matches).where(matches.c.id.in_(mine) | (matches.c.host == mark))
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted.order_by(matches.c.created.desc()).limit(limit))).all()

    async def waiting(self, limit: int = 20) -> Sequence[Any]:
        """Open tables that still have a free seat, the latest first."""
        free = sa.select(seats.c.match).where(seats.c.name == "")
        wanted = sa.select(matches).where(matches.c.public, matches.c.luck.is_(None), matches.c.id.in_(free))
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted.order_by(matches.c.created.desc()).limit(limit))).all()

    async def names(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """The names at some tables, by seat."""
        async with self.engine.connect() as connection:
            wanted = sa.select(seats.c.match, seats.c.name).where(seats.c.match.in_(ids)).order_by(seats.c.number)
            found: dict[str, list[str]] = {}
            for match, name in await connection.execute(wanted):
                found.setdefault(match, []).append(name)
            return found
