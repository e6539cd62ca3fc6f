"""A whole house in one file, and a house from such a file: SQLite or PostgreSQL, from one to the other as well.

The file is gzipped JSON lines: a header that names the revision of the tables, then for each table its name and columns
and a list for each row, and last how many rows each table had, so that a file that was cut short is known as one. It is
read in one snapshot, so a house may go on meanwhile. It holds the fingerprints of guests and the cards in play: keep it
safe.
"""

import contextlib
import gzip
import itertools
import json
import os
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import sqlalchemy as sa

from parlour import __version__
from parlour.kit.mistake import Mistake
from parlour.web.hosting import opened, reason, revisions, writing
from parlour.web.store import ChangeElsewhere, Store, matches, metadata, migrate, reach

FORMAT = 1
BATCH = 1000  # rows that go into the database at once

Counts = dict[str, int]  # rows by table


async def back_up(database: str, file: Path) -> Counts:
    """Write all that a house has into a file."""
    async with opened(database) as store, store.engine.connect() as connection:
        if store.shared:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        else:
            await connection.exec_driver_sql("begin")
        with written(file) as text:
            return await connection.run_sync(write_all, text)


async def restore(database: str, file: Path, replace: bool) -> Counts:
    """Make a database what a file says; all of it or, if anything is wrong, nothing."""
    revision, counts = check(file)
    await reach(database, alone=True)
    store = Store(database)
    try:
        async with writing(store) as connection:
            await connection.run_sync(make_room, replace)
            await connection.run_sync(fill, file, revision)
            await store.tell_others(connection, ChangeElsewhere())
    except (sa.exc.SQLAlchemyError, KeyError) as error:
        raise Mistake(f"{file} can't be restored here: {str(error).splitlines()[0]}.") from None
    finally:
        await store.close()
    return counts


# Writing


@contextlib.contextmanager
def written(file: Path) -> Iterator[TextIO]:
    """A file for its owner's eyes that is there once all of it is, and not before."""
    try:
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as new:
            try:
                with gzip.open(new, "wt", encoding="utf-8", newline="\n") as text:
                    yield text
                new.flush()
                os.fsync(new.fileno())
                os.replace(new.name, file)
            except BaseException:
                Path(new.name).unlink()
                raise
    except OSError as error:
        raise Mistake(f"{file} can't be written: {reason(error)}.") from None


def write_all(connection: sa.Connection, text: TextIO) -> Counts:
    """Write every table, those that others rest upon first."""

    def write(line: Any) -> None:
        text.write(json.dumps(line, ensure_ascii=False) + "\n")

    counts: Counts = {}
    write({"parlour": __version__, "format": FORMAT, "revision": revisions()[0], "made": time.time()})
    for table in metadata.sorted_tables:
        counts[table.name] = 0
        write({"table": table.name, "columns": table.columns.keys()})
        rows = connection.execution_options(yield_per=BATCH).execute(sa.select(table).order_by(*table.primary_key))
        for row in rows:
            write(list(row))
            counts[table.name] += 1
    write({"end": counts})
    return counts


# Reading


def lines(file: Path) -> Iterator[Any]:
    """What a file holds."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as text:
            yield from map(json.loads, text)
    except gzip.BadGzipFile:
        raise Mistake(f"{file} is no backup of a house, or it is damaged.") from None
    except EOFError:
        raise Mistake(f"{file} is cut short: the end of the backup is missing.") from None
    except (ValueError, zlib.error):
        raise Mistake(f"{file} is damaged: it can't be read to its end.") from None
    except OSError as error:
        raise Mistake(f"{file} can't be read: {reason(error)}.") from None


def check(file: Path) -> tuple[str, Counts]:
    """Read a whole file before anything is done with it; gives the revision of its tables and how much is in them."""
    found = lines(file)
    header = next(found, None)
    if not isinstance(header, dict) or not {"parlour", "format", "revision"} <= set(header):
        raise Mistake(f"{file} is no backup of a house.")
    if header["format"] != FORMAT or header["revision"] not in revisions():
        raise Mistake(f"{file} was made by Parlour {header['parlour']}, which is newer than this {__version__}.")
    counts: Counts = {}
    table, width, end = "", 0, None
    for line in found:
        match line:
            case {"table": str(table), "columns": [*columns]} if end is None:
                counts[table], width = 0, len(columns)
            case [*row] if end is None and table and len(row) == width:
                counts[table] += 1
            case {"end": end}:
                pass
            case _:
                raise Mistake(f"{file} is damaged: it has a line that makes no sense.")
    if end is None:
        raise Mistake(f"{file} is cut short: the end of the backup is missing.")
    if end != counts:
        raise Mistake(f"{file} is damaged: it doesn't have as many rows as it had.")
    return header["revision"], counts


# Restoring


def make_room(connection: sa.Connection, replace: bool) -> None:
    """Take away the tables of a house that has no matches, or whose matches are to go."""
    migrate(connection)
    if not replace and connection.execute(sa.select(matches.c.id).limit(1)).first():
        raise Mistake("There are matches in this database. Restore into an empty one, or say --replace to lose them.")
    metadata.drop_all(connection)
    connection.execute(sa.text("drop table alembic_version"))


def fill(connection: sa.Connection, file: Path, revision: str) -> None:
    """Make the tables as they were when the file was written, put the rows in, and bring all up to date."""
    migrate(connection, revision)
    then = sa.MetaData()
    then.reflect(connection)
    for table, columns, rows in batches(lines(file)):
        connection.execute(then.tables[table].insert(), [dict(zip(columns, row, strict=True)) for row in rows])
    migrate(connection)


def batches(found: Iterator[Any]) -> Iterator[tuple[str, list[str], list[list[Any]]]]:
    """The rows of a backup, some at a time, with the table that they belong to and its columns."""
    table: str = ""
    columns: list[str] = []
    for are_rows, some in itertools.groupby(found, key=lambda line: isinstance(line, list)):
        if are_rows:
            while batch := list(itertools.islice(some, BATCH)):
                yield table, columns, batch
        else:
            *_, heading = some
            table, columns = heading.get("table", ""), heading.get("columns", [])
