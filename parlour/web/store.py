"""Matches, seats and entries in a database: SQLite by default, PostgreSQL by its address.

The log is the match, so an entry is a row with the key (match, number): whoever writes it first was first. Secrets are
kept as fingerprints (hashes) only.
"""

import asyncio
import contextlib
import dataclasses
import json
import logging
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import filelock
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from parlour.kit.actions import Actions
from parlour.kit.luck import Luck
from parlour.kit.match import Entry, Played
from parlour.kit.mistake import Mistake
from parlour.web import metrics
from parlour.web.kinds import ENTRIES, kind_of

log = logging.getLogger("parlour")

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # of the rules
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # those that aren't at their default
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("paused", sa.Boolean, nullable=False),
    sa.Column("luck", sa.String(40)),  # of the beginning; none before it
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("driver", sa.String(16), index=True),  # the process whose bots are to act there; none if people are
    sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),  # by the house: nobody acts any more
    sa.Column("ended", sa.Float),  # when it was over, or closed; else none
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
    sa.Column("link", sa.String(64), unique=True),  # the fingerprint of the link that gives this seat
)
holders = sa.Table(
    "holders",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("mark", sa.String(64), primary_key=True, index=True),
    sa.Column("device", sa.String(40), nullable=False, server_default=""),  # what it is, for its person to tell it by
    sa.Column("since", sa.Float, nullable=False, server_default="0"),
    sa.Index("one_seat_each", "match", "mark", unique=True),
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
    sa.Column("post", sa.String(64)),  # the id of the message that brought it, if one did
    sa.Index("once", "match", "post", unique=True),
)

others = entries.alias()
# Asked at every commit, so it is put together once. Numbers below 0 were set aside.
LAST_NUMBERS = (
    sa.select(entries.c.match, sa.func.max(entries.c.number))
    .where(entries.c.match.in_(sa.bindparam("ids", expanding=True)), entries.c.number > 0)
    .group_by(entries.c.match)
)

CHANNEL = "parlour"  # of PostgreSQL, where the processes of one house hear of each other
PING = 20  # seconds of silence until the line is tried
LOOK = 1  # seconds between two looks at whether someone else has written to SQLite
RETRY = 0.5  # seconds until a lost line is tried anew
NOTE_LENGTH = 7000  # bytes; PostgreSQL passes on less than 8000
LISTED = 24 * 3600  # seconds for which a table that waits for people is shown to all
HEARTBEAT = 1  # seconds between two signs of life to the other processes
ALIVE = 2.5  # seconds in which one hears of every process of the house that still runs
ANSWER = 10  # seconds until a database is taken not to answer
LOCKED = 5  # seconds until one gives up on a file of SQLite that another process writes to


# when something last happened at a table: an entry, or someone sat down, or it was opened
last_event = sa.func.coalesce(
    sa.select(sa.func.max(entries.c.at)).where(entries.c.match == matches.c.id).scalar_subquery(),
    sa.select(sa.func.nullif(sa.func.max(holders.c.since), 0)).where(holders.c.match == matches.c.id).scalar_subquery(),
    matches.c.created,
)


@dataclasses.dataclass(frozen=True)
class PendingEntry:
    """An entry on its way into the store."""

    row: dict[str, Any]
    match: dict[str, Any]  # what changes with it in the match's own row
    done: asyncio.Future[None]

    def settle(self, failure: Exception | None = None) -> None:
        """Tell who waits how it went, unless they were told or have gone."""
        if self.done.done():
            return
        if failure:
            self.done.set_exception(failure)
        else:
            self.done.set_result(None)


@dataclasses.dataclass(frozen=True)
class ChangeElsewhere:
    """What another process of the same house has done: to one match, or unknown things to any while the line was down.

    `number` is that of the last entry, or 0 if the seats or the match's own row changed; `seen` are the seats whose
    people have a page open there; `worker` is the process.
    """

    match: str = ""
    number: int = 0
    seen: tuple[int, ...] = ()
    worker: str = ""


class TooLate(Exception):
    """Another entry has that number already, or was brought by the same message."""


class Seated(Exception):
    """Whoever wants a seat has another one at that table."""


class Gap(Exception):
    """The entry before isn't in the log."""


class Unreachable(Mistake):
    """The database doesn't answer or doesn't write. What was asked of it may have been done, or not."""

    def __init__(self) -> None:
        super().__init__("The house can't reach its records just now: try again in a moment. Nothing is done twice.")


@contextlib.contextmanager
def reaching() -> Iterator[None]:
    """Whatever a driver says when its database is away, locked or full becomes Unreachable."""
    try:
        yield
    except (Mistake, TooLate, Seated):
        raise
    except Exception as error:
        if not is_away(error):
            raise
        log.warning("The database can't be reached: %s.", first_line(error))
        raise Unreachable from error


def is_away(error: Exception) -> bool:
    """Whether the database is at fault, not what was sent to it."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if code := getattr(cause, "sqlstate", None):
        return code[:2] not in ("22", "23", "42")  # PostgreSQL's classes of bad data, broken keys and wrong statements
    if isinstance(error, sa.exc.IntegrityError | sa.exc.ProgrammingError):
        return False
    if (
        getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR
    ):  # a wrong statement; it has others for its file
        return False
    ours = (sa.exc.SQLAlchemyError, OSError, TimeoutError)
    return isinstance(error, ours) or type(error).__module__.startswith("asyncpg")


def first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")


def entry_row(entry: Entry, actions: Actions) -> dict[str, Any]:
    """An entry as columns; what is special to its kind is JSON, in which an action goes by its name."""
    body = dataclasses.asdict(entry)
    if isinstance(entry, Played):
        body["action"] = actions.name(entry.action)
    return {"kind": kind_of(entry), "seat": body.pop("seat"), "body": json.dumps(body)}


def read_entry(row: Any, actions: Actions) -> Entry:
    body = json.loads(row.body)
    if body.get("luck"):
        body["luck"] = tuple(body["luck"])
    if isinstance(body.get("action"), str):  # it is a number still in old rows of other packages' games
        body["action"] = actions.number(body["action"])
    return ENTRIES[row.kind](seat=row.seat, **body)


def write_luck(luck: Luck) -> str:
    return f"{luck[0]:x} {luck[1]:x}"


def read_luck(text: str) -> Luck:
    first, second = text.split()
    return int(first, 16), int(second, 16)


def engine_for(url: str) -> AsyncEngine:
    """The database at an address; a plain one gets the driver that we use. Its errors don't tell what was stored."""
    try:
        address = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise Mistake("A database is sqlite:///FILE or postgresql://…, and this is neither.") from None
    if address.get_backend_name() == "postgresql":
        return create_async_engine(
            address.set(drivername="postgresql+asyncpg"),
            pool_size=8,
            pool_pre_ping=True,
            pool_timeout=ANSWER,
            hide_parameters=True,
            connect_args={"timeout": ANSWER, "command_timeout": ANSWER},
        )
    if address.get_backend_name() != "sqlite":
        raise Mistake(f"A database is sqlite:///… or postgresql://…, not {address.drivername}.")
    if address.database:
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    # One connection: SQLite has one writer anyway, and waiting in our queue is fairer and quicker than in its locks.
    engine = create_async_engine(
        address.set(drivername="sqlite+aiosqlite"),
        pool_size=1,
        max_overflow=0,
        pool_timeout=ANSWER,
        hide_parameters=True,
    )
    sa.event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


async def reach(url: str, alone: bool = False) -> None:
    """Find out if there is a database at an address that can be used, or had alone, before anything relies on it."""
    try:
        engine = engine_for(url)
        with only_here(engine) if alone else contextlib.nullcontext():
            async with engine.connect():
                pass
        await engine.dispose()
    except Mistake:
        raise
    except Exception as error:  # of whichever driver
        raise Mistake(f"The database can't be used: {first_line(error)}.") from None


@contextlib.contextmanager
def only_here(engine: AsyncEngine) -> Iterator[None]:
    """While one process has a file of SQLite: others would not hear of what happens in it, so they are refused."""
    if engine.dialect.name != "sqlite" or not engine.url.database or engine.url.database == ":memory:":
        yield
        return
    lock = filelock.FileLock(f"{engine.url.database}.lock", timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise Mistake(
            f"Another house has {engine.url.database} open. SQLite is for one process: stop that one, name another "
            "file with --database, or use PostgreSQL for several."
        ) from None
    try:
        yield
    finally:
        lock.release()


def _set_up_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", f"busy_timeout={LOCKED * 1000:.0f}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    """Bring the tables of a database to what this version needs, or to what an older one did."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    command.upgrade(config, revision)


class Store:
    """The database of a house."""

    def __init__(self, url: str) -> None:
        self.engine = engine_for(url)
        self.shared = self.engine.dialect.name == "postgresql"  # by several processes; SQLite is for one
        self.worker = secrets.token_hex(4)
        self._heard: dict[str, float] = {}  # when each other process of the house was heard of
        self._waiting: list[PendingEntry] = []
        self._writer: asyncio.Task[None] | None = None
        self._held = contextlib.ExitStack()

    async def open(self) -> None:
        self._held.enter_context(only_here(self.engine))
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)

    async def close(self) -> None:
        """Write what is on its way, then let the database go."""
        if self._writer:
            await self._writer
        await self.engine.dispose()
        self._held.close()

    @contextlib.asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction."""
        with reaching():
            async with self.engine.begin() as connection:
                yield connection

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with reaching():
            async with self.engine.connect() as connection:
                yield connection

    # Writing

    async def add_match(
        self, match: dict[str, Any], places: Sequence[dict[str, Any]], held: Sequence[dict[str, Any]] = ()
    ) -> None:
        """A new table with its seats, and who holds them already."""
        now = time.time()
        async with self._writing() as connection:
            await connection.execute(matches.insert().values(created=now, paused=False, over=False, luck=None, **match))
            rows = [{"match": match["id"], "number": number, **place} for number, place in enumerate(places)]
            await connection.execute(seats.insert(), rows)
            for holder in held:
                await connection.execute(holders.insert().values(match=match["id"], since=now, **holder))

    async def change_match(self, match: str, **values: Any) -> None:
        async with self._writing() as connection:
            await connection.execute(matches.update().where(matches.c.id == match).values(**values))
            await self.tell_others(connection, ChangeElsewhere(match))

    async def begin_match(self, match: str, luck: Luck) -> Luck:
        """Write down the luck of the beginning, unless it has begun already; gives the luck that counts."""
        async with self._writing() as connection:
            here = matches.c.id == match
            await connection.execute(
                matches.update().where(here, matches.c.luck.is_(None)).values(luck=write_luck(luck))
            )
            await self.tell_others(connection, ChangeElsewhere(match))
            return read_luck((await connection.execute(sa.select(matches.c.luck).where(here))).scalar_one())

    async def change_seat(self, match: str, number: int, **values: Any) -> None:
        async with self._writing() as connection:
            here = (seats.c.match == match) & (seats.c.number == number)
            await connection.execute(seats.update().where(here).values(**values))
            await self.tell_others(connection, ChangeElsewhere(match))

    async def take_seat(
        self, match: str, number: int, fingerprint: str, name: str, colour: str, device: str = ""
    ) -> None:
        """A free seat gets its person, and a link to it is worth nothing any more; TooLate if someone was quicker."""
        async with self._writing() as connection:
            here = (seats.c.match == match) & (seats.c.number == number) & (seats.c.name == "")
            taken = await connection.execute(seats.update().where(here).values(name=name, colour=colour, link=None))
            if not taken.rowcount:
                raise TooLate
            await self._hold(connection, match, number, fingerprint, device)

    async def seat_bot(self, match: str, number: int, bot: str, name: str, colour: str) -> None:
        """A free seat gets a bot, likewise."""
        async with self._writing() as connection:
            here = (seats.c.match == match) & (seats.c.number == number) & (seats.c.name == "")
            values = {"name": name, "colour": colour, "bot": bot, "link": None}
            if not (await connection.execute(seats.update().where(here).values(**values))).rowcount:
                raise TooLate
            await self.tell_others(connection, ChangeElsewhere(match))

    async def use_link(self, match: str, seat: int, link: str, fingerprint: str, device: str = "") -> None:
        """One more device of a seat's person, by a link that is good once; TooLate if it was used."""
        async with self._writing() as connection:
            here = (seats.c.match == match) & (seats.c.number == seat) & (seats.c.link == link)
            used = await connection.execute(seats.update().where(here).values(link=None))
            if not used.rowcount:
                raise TooLate
            known = await connection.execute(sa.select(holders).filter_by(match=match, seat=seat, mark=fingerprint))
            if not known.first():
                await self._hold(connection, match, seat, fingerprint, device)

    async def _hold(self, connection: AsyncConnection, match: str, seat: int, fingerprint: str, device: str) -> None:
        row = {"match": match, "seat": seat, "mark": fingerprint, "device": device, "since": time.time()}
        try:
            await connection.execute(holders.insert().values(row))
        except sa.exc.IntegrityError:
            raise Seated from None
        await self.tell_others(connection, ChangeElsewhere(match))

    async def drop_holder(self, match: str, seat: int, fingerprint: str) -> None:
        """One device less."""
        async with self._writing() as connection:
            await connection.execute(holders.delete().filter_by(match=match, seat=seat, mark=fingerprint))
            await self.tell_others(connection, ChangeElsewhere(match))

    async def empty_seat(self, match: str, seat: int, **values: Any) -> None:
        """Take a seat from its person, with all devices and any link, and change its row."""
        async with self._writing() as connection:
            here = (seats.c.match == match) & (seats.c.number == seat)
            await connection.execute(holders.delete().where(holders.c.match == match, holders.c.seat == seat))
            await connection.execute(seats.update().where(here).values(link=None, **values))
            await self.tell_others(connection, ChangeElsewhere(match))

    async def add_entry(
        self,
        match: str,
        actions: Actions,
        number: int,
        entry: Entry,
        over: bool,
        message_id: str = "",
        **changes: Any,
    ) -> None:
        """The next entry of a log, with what changes in the match's own row by it.

        TooLate if that number or the message that brings it was there before, Gap if the entry before isn't there. What
        comes while a commit is on its way goes into the next one together: the busier, the cheaper.
        """
        row = {
            "match": match,
            "number": number,
            "at": time.time(),
            "post": message_id or None,
            **entry_row(entry, actions),
        }
        if over:
            changes |= {"over": True, "ended": time.time()}
        one = PendingEntry(row, changes, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_waiting())
        await one.done
        metrics.committed(row["kind"])

    async def _write_waiting(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                await self._write_entries(batch)
            except Unreachable as failure:
                for one in batch:
                    one.settle(failure)
            except Exception:  # one of them can't be written: find out which, and let it harm nobody else
                for one in batch:
                    await self._write_alone(one)
            for one in batch:
                one.settle()

    async def _write_alone(self, one: PendingEntry) -> None:
        try:
            await self._write_entries([one])
        except sa.exc.IntegrityError:
            one.settle(TooLate())
        except Exception as failure:
            one.settle(failure)

    async def _write_entries(self, batch: list[PendingEntry]) -> None:
        refused: list[tuple[PendingEntry, Exception]] = []
        async with self._writing() as connection:
            last = await self._last_numbers(connection, {one.row["match"] for one in batch})
            fitting: list[PendingEntry] = []
            for one in batch:
                match, number = one.row["match"], one.row["number"]
                if number == last.get(match, 0) + 1:
                    last[match] = number
                    fitting.append(one)
                else:
                    refused.append((one, TooLate() if number <= last.get(match, 0) else Gap()))
            if fitting:
                await connection.execute(entries.insert(), [one.row for one in fitting])
                await self.tell_others(
                    connection, *(ChangeElsewhere(one.row["match"], one.row["number"]) for one in fitting)
                )
            for one in fitting:
                if one.match:
                    here = matches.c.id == one.row["match"]
                    await connection.execute(matches.update().where(here).values(**one.match))
        for one, reason in refused:
            one.settle(reason)

    async def _last_numbers(self, connection: AsyncConnection, ids: set[str]) -> dict[str, int]:
        """The number of the last entry of some matches."""
        return {row[0]: row[1] for row in await connection.execute(LAST_NUMBERS, {"ids": list(ids)})}

    async def set_aside(self, match: str, after: int) -> bool:
        """Put what the log has behind a gap out of the way, under negative numbers, so that the match can go on.

        Tells whether there was a gap. It is looked for by the statement that closes it: what another process writes
        meanwhile is no gap.
        """
        next_ = sa.exists().where(others.c.match == match, others.c.number == after + 1)
        beyond = (entries.c.match == match) & (entries.c.number > after) & ~next_
        async with self._reading() as connection:  # nearly always there is nothing to write
            if (await connection.execute(sa.select(entries.c.number).where(beyond).limit(1))).first() is None:
                return False
        async with self._writing() as connection:
            aside = entries.update().where(beyond).values(number=-entries.c.number, post=None)
            moved = (await connection.execute(aside)).rowcount
            if moved:
                await self.tell_others(connection, ChangeElsewhere(match))
        return bool(moved)

    # Matches whose bots are to act: which process sees to them

    async def set_driver(self, match: str, driver: str | None) -> None:
        async with self._writing() as connection:
            await connection.execute(matches.update().where(matches.c.id == match).values(driver=driver))

    async def adopt(self, limit: int = 50) -> list[str]:
        """Matches whose bots are to act, but whose process has gone: this one's from now on."""
        living = {self.worker, *(worker for worker in self._heard if self.alive(worker))}
        lost = sa.select(matches.c.id, matches.c.driver).where(matches.c.driver.not_in(living), ~matches.c.over)
        adopted = []
        async with self._reading() as connection:
            found = (await connection.execute(lost.limit(limit))).all()
        for id_, driver in found:
            async with self._writing() as connection:
                here = (matches.c.id == id_) & (matches.c.driver == driver)
                if (await connection.execute(matches.update().where(here).values(driver=self.worker))).rowcount:
                    adopted.append(id_)
        return adopted

    def alive(self, worker: str) -> bool:
        """Whether another process of the house was heard of just now."""
        return time.monotonic() - self._heard.get(worker, float("-inf")) < ALIVE

    async def beat(self) -> None:
        """Let the other processes hear that this one runs."""
        async with self._writing() as connection:
            await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{self.worker} []")))

    # Other processes of the same house

    async def tell_others(self, connection: Any, *news: ChangeElsewhere) -> None:
        """They hear of it when this is committed, and not before."""
        told = [json.dumps((one.match, one.number, one.seen)) for one in news if self.shared]
        while told:
            note, count = told[0], 1
            while count < len(told) and len(note) + len(told[count]) < NOTE_LENGTH:
                note, count = f"{note}, {told[count]}", count + 1
            await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{self.worker} [{note}]")))
            told = told[count:]

    async def tell_who_is_seen(self, seen: dict[str, tuple[int, ...]]) -> None:
        """Let the others know whose pages are open here, by match."""
        async with self._writing() as connection:
            await self.tell_others(connection, *(ChangeElsewhere(match, seen=here) for match, here in seen.items()))

    async def changes_elsewhere(self) -> AsyncIterator[ChangeElsewhere]:
        """What the others do, as long as this house is open. Whenever the line was down: that anything may be new."""
        if not self.shared:
            async for one in self._changes_of_file():
                yield one
            return
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

    async def _changes_of_file(self) -> AsyncIterator[ChangeElsewhere]:
        """SQLite tells only that someone else wrote, not what: a host at the command line did."""
        known = None
        while True:
            with contextlib.suppress(sa.exc.DBAPIError):  # it is asked again soon
                async with self.engine.connect() as connection:
                    version = (await connection.exec_driver_sql("pragma data_version")).scalar_one()
                if known not in (None, version):
                    yield ChangeElsewhere()
                known = version
            await asyncio.sleep(LOOK)

    async def _heard_on(self, connection: Any) -> AsyncIterator[ChangeElsewhere]:
        heard: asyncio.Queue[str | None] = asyncio.Queue()
        connection.add_termination_listener(lambda _: heard.put_nowait(None))
        await connection.add_listener(CHANNEL, lambda _, pid, channel, note: heard.put_nowait(note))
        yield ChangeElsewhere()
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
            if worker == self.worker:
                continue
            self._heard[worker] = time.monotonic()
            for match, number, seen in json.loads(told):
                yield ChangeElsewhere(match, number, tuple(seen), worker)

    # Reading

    async def match(self, id_: str) -> Any:
        """A match's row, or None."""
        async with self._reading() as connection:
            return (await connection.execute(sa.select(matches).where(matches.c.id == id_))).first()

    async def places(self, match: str) -> tuple[Sequence[Any], Sequence[Any]]:
        """The seats of a match in order, and who holds them."""
        async with self._reading() as connection:
            found = await connection.execute(sa.select(seats).where(seats.c.match == match).order_by(seats.c.number))
            held = await connection.execute(sa.select(holders).where(holders.c.match == match))
            return found.all(), held.all()

    async def log(self, match: str, actions: Actions, after: int = 0) -> list[Entry]:
        """The entries of a match from some number on, as far as none is missing; `actions` are its game's."""
        return [entry for entry, _ in await self.sent_log(match, actions, after)]

    async def sent_log(self, match: str, actions: Actions, after: int = 0) -> list[tuple[Entry, str]]:
        """The same, each entry with the id of the message that brought it, if one did."""
        wanted = sa.select(entries).where(entries.c.match == match, entries.c.number > after).order_by(entries.c.number)
        async with self._reading() as connection:
            rows = (await connection.execute(wanted)).all()
        whole = [row for number, row in enumerate(rows, after + 1) if row.number == number]
        return [(read_entry(row, actions), row.post or "") for row in whole]

    async def lost(self, match: str) -> bool:
        """Whether some of a log was set aside."""
        aside = sa.select(entries.c.number).where(entries.c.match == match, entries.c.number < 0)
        async with self._reading() as connection:
            return (await connection.execute(aside.limit(1))).first() is not None

    async def holds(self, match: str, fingerprint: str) -> bool:
        """Whether a fingerprint holds a seat."""
        async with self._reading() as connection:
            return (
                await connection.execute(sa.select(holders).filter_by(match=match, mark=fingerprint))
            ).first() is not None

    async def devices(self, match: str, seat: int) -> Sequence[Any]:
        """All that hold a seat, the oldest first."""
        wanted = sa.select(holders).filter_by(match=match, seat=seat).order_by(holders.c.since, holders.c.mark)
        async with self._reading() as connection:
            return (await connection.execute(wanted)).all()

    async def message_ids(self, match: str, limit: int) -> list[str]:
        """The ids of the messages that brought the last entries of a match, the oldest first."""
        sent = sa.select(entries.c.post).where(entries.c.match == match, entries.c.post.is_not(None))
        async with self._reading() as connection:
            found = await connection.execute(sent.order_by(entries.c.number.desc()).limit(limit))
            return list(found.scalars())[::-1]

    async def seat_of_link(self, fingerprint: str) -> Any:
        """The seat that a link gives, or None."""
        async with self._reading() as connection:
            return (await connection.execute(sa.select(seats).where(seats.c.link == fingerprint))).first()

    async def matches_of(self, fingerprint: str, limit: int = 100) -> Sequence[Any]:
        """The matches in which a fingerprint has a seat, or is host, the latest first."""
        mine = sa.select(holders.c.match).where(holders.c.mark == fingerprint)
        wanted = sa.select(matches).where(matches.c.id.in_(mine) | (matches.c.host == fingerprint))
        async with self._reading() as connection:
            return (await connection.execute(wanted.order_by(matches.c.created.desc()).limit(limit))).all()

    async def waiting(self, limit: int = 20) -> Sequence[Any]:
        """Open tables that still have a free seat, the latest first."""
        free = sa.select(seats.c.match).where(seats.c.name == "")
        open_ = matches.c.public & ~matches.c.closed
        lately = matches.c.created > time.time() - LISTED
        wanted = sa.select(matches).where(open_, matches.c.luck.is_(None), matches.c.id.in_(free), lately)
        async with self._reading() as connection:
            return (await connection.execute(wanted.order_by(matches.c.created.desc()).limit(limit))).all()

    async def names(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """The names at some tables, by seat."""
        async with self._reading() as connection:
            wanted = sa.select(seats.c.match, seats.c.name).where(seats.c.match.in_(ids)).order_by(seats.c.number)
            found: dict[str, list[str]] = {}
            for match, name in await connection.execute(wanted):
                found.setdefault(match, []).append(name)
            return found
