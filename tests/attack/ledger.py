"""What was sent to a house and how it was answered, held against what its database has."""

import contextlib
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from parlour import game
from parlour.kit.match import Entry, Played
from parlour.web.store import entries, holders, matches, read_entry, seats


class Fate(Enum):
    """How an order was answered."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNKNOWN = "unknown"  # the line was cut, or the house said that it couldn't


@dataclass
class Deed:
    """Something that a seat wanted to do, under an id of its own."""

    table: str
    seat: int
    id: str
    action: int | None  # none for something said
    after: int  # the entry that it came after, as far as its sender knew
    fate: Fate = Fate.UNKNOWN


@dataclass(frozen=True)
class Row:
    """An entry as the database has it."""

    number: int
    post: str
    entry: Entry


@contextlib.asynccontextmanager
async def reading(database: str) -> AsyncIterator[AsyncConnection]:
    """A connection that changes nothing, not even what a killed house has left behind."""
    if database.startswith("sqlite:///"):
        file = database.removeprefix("sqlite:///")
        address = f"sqlite+aiosqlite:///file:{file}?mode=ro&uri=true"
    else:
        address = database.replace("postgresql://", "postgresql+asyncpg://")
    engine = create_async_engine(address)
    try:
        async with engine.connect() as connection:
            yield connection
    finally:
        await engine.dispose()


async def logs(database: str) -> dict[str, list[Row]]:
    """The log of every match."""
    found: dict[str, list[Row]] = defaultdict(list)
    async with reading(database) as connection:
        wanted = sa.select(entries, matches.c.game).join(matches).order_by(entries.c.match, entries.c.number)
        for row in await connection.execute(wanted):
            found[row.match].append(Row(row.number, row.post or "", read_entry(row, game(row.game).rules.ACTIONS)))
    return found


async def open_matches(database: str) -> list[Any]:
    """Every match that has begun and isn't over."""
    async with reading(database) as connection:
        wanted = sa.select(matches).where(matches.c.luck.is_not(None), sa.not_(matches.c.over))
        return list((await connection.execute(wanted)).all())


async def keys(database: str) -> dict[str, dict[int, set[str]]]:
    """The marks of those who may act, by match and seat."""
    found: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    async with reading(database) as connection:
        for row in await connection.execute(sa.select(holders)):
            found[row.match][row.seat].add(row.mark)
    return found


async def bots(database: str) -> dict[str, set[int]]:
    """The seats where a bot decides, by match."""
    found: dict[str, set[int]] = defaultdict(set)
    async with reading(database) as connection:
        wanted = sa.select(seats.c.match, seats.c.number).where(
            seats.c.bot.is_not(None) | seats.c.stand_in.is_not(None)
        )
        for row in await connection.execute(wanted):
            found[row.match].add(row.number)
    return found


def faults(deeds: Iterable[Deed], found: dict[str, list[Row]]) -> list[str]:
    """Where the logs aren't what they should be: accepted deeds once and in order, refused ones not at all, no gaps."""
    wrong = []
    for table, rows in found.items():
        if [row.number for row in rows] != list(range(1, len(rows) + 1)):
            wrong.append(
                f"a gap in the log of a table: {[row.number for row in rows][-5:]} are its last numbers of {table}"
            )
    for deed in deeds:
        rows = [row for row in found[deed.table] if row.post.endswith(deed.id)]
        if len(rows) > 1:
            wrong.append("a deed stands twice in a log")
        if deed.fate is Fate.ACCEPTED and not rows:
            wrong.append("a deed that was accepted isn't in the log")
        if deed.fate is Fate.REFUSED and rows:
            wrong.append("a deed that was refused is in the log")
        for row in rows:
            if row.number <= deed.after or row.entry.seat != deed.seat:
                wrong.append("a deed stands in the wrong place or at the wrong seat of a log")
            if isinstance(row.entry, Played) and row.entry.action != deed.action:
                wrong.append("a deed stands in the log as another one")
    return wrong


def fates(deeds: Iterable[Deed]) -> str:
    counted = Counter(deed.fate.value for deed in deeds)
    return ", ".join(f"{count:,} {fate}" for fate, count in sorted(counted.items()))
