"""A house in a file, and back: tried by restoring, on SQLite and on PostgreSQL."""

import asyncio
import contextlib
import gzip
import io
import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from parlour.games.rush.rules import ACTIONS
from parlour.kit.match import Played, Said
from parlour.kit.mistake import Mistake
from parlour.web.backup import FORMAT, back_up, restore
from parlour.web.guests import COOKIE
from parlour.web.hosting import revisions
from parlour.web.store import Store, metadata, migrate
from tests.web.conftest import RunningHouse, Visitor
from tests.web.test_store import MATCH, SEATS


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.sqlite'}"
    return request.getfixturevalue("postgres_database")


@pytest.fixture(params=["sqlite", "postgresql"])
def other_database(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'other.sqlite'}"
    return request.getfixturevalue("another_postgres_database")


def with_store(database, work):
    """Do something with the store of a database, whatever its tables are."""

    async def run():
        store = Store(database)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def fill(database, id_="one"):
    """A house with a match, and what two have said and done there."""

    async def work(store):
        await store.open()
        await store.add_match(MATCH | {"id": id_}, SEATS)
        await store.take_seat(id_, 1, "mark of Bo", "Bo", "blue")
        await store.begin_match(id_, (2**64 - 1, 3))
        await store.add_entry(id_, ACTIONS, 1, Said(0, "“Ünïcode” 🎲\n"), over=False, message_id="a post")
        await store.add_entry(id_, ACTIONS, 2, Played(1, 12, (2**64 - 1, 2**63)), over=True)

    with_store(database, work)


def rows(database):
    """Everything in a database."""

    async def work(store):
        async with store.engine.connect() as connection:
            return {
                table.name: (await connection.execute(sa.select(table).order_by(*table.primary_key))).all()
                for table in metadata.sorted_tables
            }

    return with_store(database, work)


def revision(database):
    async def work(store):
        async with store.engine.connect() as connection:
            return (await connection.execute(sa.text("select version_num from alembic_version"))).scalar_one()

    return with_store(database, work)


def read(file):
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).decode().splitlines()]


def write(file, lines):
    file.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))


# There and back


def test_a_restored_house_has_the_same_rows(database, other_database, tmp_path):
    fill(database)
    counts = asyncio.run(back_up(database, tmp_path / "one"))
    assert counts == {"matches": 1, "seats": 2, "holders": 1, "entries": 2}
    assert asyncio.run(restore(other_database, tmp_path / "one", replace=False)) == counts
    assert rows(other_database) == rows(database)
    asyncio.run(back_up(other_database, tmp_path / "two"))
    assert read(tmp_path / "two")[1:] == read(tmp_path / "one")[1:]


def test_matches_in_play_go_on_after_a_restore_and_every_seat_is_still_its_guests(database, other_database, tmp_path):
    """The file is written while the house is open and someone plays; it goes into another house."""
    with contextlib.ExitStack() as closing:
        first = RunningHouse(database)
        closing.callback(first.close)
        visitor = Visitor(first.address)
        table = visitor.play_now()
        actions, asked = visitor.offered(table)
        visitor.post(f"{table}/act", action=actions[0], asked=asked)
        visitor.post(f"{table}/say", text="Guten Tag 🎲")
        asyncio.run(back_up(database, tmp_path / "house.backup"))
        asyncio.run(restore(other_database, tmp_path / "house.backup", replace=False))
        second = RunningHouse(other_database)
        closing.callback(second.close)
        again = Visitor(second.address)
        again.client.cookies.clear()
        again.client.cookies.set(COOKIE, visitor.client.cookies[COOKIE])
        page = again.get(table)
        assert "Guten Tag 🎲" in page and 'data-seat="0"' in page
        actions, asked = again.offered(table)
        assert again.post(f"{table}/act", action=actions[0], asked=asked).status_code == 200
        for person in (visitor, again):
            person.client.close()


def test_a_backup_is_one_moment_of_a_house_that_goes_on(database, tmp_path, monkeypatch):
    """A match is added after the file has the matches and before it has the seats: the file has neither of it."""
    fill(database)

    class Interrupted(io.StringIO):
        def write(self, line):
            if '"table": "seats"' in line:
                with ThreadPoolExecutor(1) as another_house:
                    another_house.submit(fill, database, "two").result()
            return super().write(line)

    monkeypatch.setattr("parlour.web.backup.written", lambda file: contextlib.nullcontext(Interrupted()))
    counts = asyncio.run(back_up(database, tmp_path / "moment"))
    assert counts == {"matches": 1, "seats": 2, "holders": 1, "entries": 2}
    assert len(rows(database)["seats"]) == 4


def test_a_backup_of_older_tables_is_brought_up_to_date(database, tmp_path):
    """As it was before entries knew their posts."""
    match = ["one", "rush", 1, 2, "{}", "mark", False, False, "1 2", False, 1.5, 2.5]
    columns = ["id", "game", "version", "players", "options", "host"]
    columns += ["public", "paused", "luck", "over", "created", "touched"]
    lines = [
        {"parlour": "0.1.0", "format": FORMAT, "revision": "0001", "made": 1.0},
        {"table": "matches", "columns": columns},
        match,
        {"table": "seats", "columns": ["match", "number", "name", "colour", "bot", "stand_in", "link"]},
        {"table": "entries", "columns": ["match", "number", "kind", "seat", "body", "at"]},
        ["one", 1, "said", 0, '{"text": "Hello"}', 3.5],
        {"end": {"matches": 1, "seats": 0, "entries": 1}},
    ]
    write(tmp_path / "old", lines)
    asyncio.run(restore(database, tmp_path / "old", replace=False))
    found = rows(database)
    assert revision(database) == revisions()[0]
    kept = dict(zip(columns, match, strict=True))
    del kept["touched"]
    assert found["matches"][0]._mapping.items() >= kept.items()
    assert (found["entries"][0].match, found["entries"][0].post) == ("one", None)


# Care


def test_a_backup_is_for_its_owner_only_and_never_half_there(tmp_path):
    database = f"sqlite:///{tmp_path / 'house.sqlite'}"
    fill(database)
    asyncio.run(back_up(database, tmp_path / "house.backup"))
    assert stat.S_IMODE((tmp_path / "house.backup").stat().st_mode) == 0o600
    assert [name for name in os.listdir(tmp_path) if "backup" in name] == ["house.backup"]
    with pytest.raises(Mistake, match=r"nowhere/house\.backup can't be written: No such file or directory\."):
        asyncio.run(back_up(database, tmp_path / "nowhere" / "house.backup"))


def test_matches_are_lost_only_by_those_who_say_so(database, tmp_path):
    fill(database)
    asyncio.run(back_up(database, tmp_path / "house.backup"))
    fill(database, "two")
    before = rows(database)
    with pytest.raises(Mistake, match="There are matches in this database"):
        asyncio.run(restore(database, tmp_path / "house.backup", replace=False))
    assert rows(database) == before
    asyncio.run(restore(database, tmp_path / "house.backup", replace=True))
    assert [match.id for match in rows(database)["matches"]] == ["one"]


def test_a_refused_restore_leaves_older_tables_as_they_were(database, tmp_path):
    fill(database)
    asyncio.run(back_up(database, tmp_path / "house.backup"))

    async def go_back(store):
        async with store.engine.begin() as connection:
            await connection.run_sync(lambda c: metadata.drop_all(c))
            await connection.execute(sa.text("drop table alembic_version"))
            await connection.run_sync(migrate, "0001")
            row = "('old', 'rush', 1, 2, '{}', '', false, false, null, false, 1.5, 2.5)"
            await connection.execute(sa.text(f"insert into matches values {row}"))

    with_store(database, go_back)
    with pytest.raises(Mistake, match="There are matches in this database"):
        asyncio.run(restore(database, tmp_path / "house.backup", replace=False))
    assert revision(database) == "0001"


def damaged(file):
    """A backup with all that can happen to one, and the sentence that tells it."""
    whole, lines = file.read_bytes(), read(file)
    yield whole[: len(whole) // 2], "is cut short: the end of the backup is missing."
    yield whole[:-4], "is cut short: the end of the backup is missing."
    yield whole[:40] + bytes([whole[40] ^ 255]) + whole[41:], "is damaged"
    yield b"", "is no backup of a house."
    yield b"SQLite format 3", "is no backup of a house"
    for broken, sentence in (
        (lines[:-1], "is cut short: the end of the backup is missing."),
        (lines[1:], "is no backup of a house."),
        ([["a", "list"]], "is no backup of a house."),
        ([lines[0], [], *lines[1:]], "is damaged: it has a line that makes no sense."),
        ([*lines[:2], *lines[3:]], "is damaged: it doesn't have as many rows as it had."),
        ([*lines[:2], lines[2][:-1], *lines[3:]], "is damaged: it has a line that makes no sense."),
        ([*lines, lines[2]], "is damaged: it has a line that makes no sense."),
        ([lines[0] | {"revision": "9999", "parlour": "7.0"}, *lines[1:]], "made by Parlour 7.0, which is newer than"),
        ([lines[0] | {"format": 2, "parlour": "7.0"}, *lines[1:]], "made by Parlour 7.0, which is newer than"),
        ([lines[0], lines[1] | {"table": "sofas"}, *lines[2:-1], end_of(lines, "sofas")], "can't be restored here"),
        ([*lines[:3], lines[2], *lines[3:-1], {"end": lines[-1]["end"] | {"matches": 2}}], "can't be restored here"),
    ):
        write(file, broken)
        yield file.read_bytes(), sentence


def end_of(lines, name):
    counts = dict(lines[-1]["end"])
    return {"end": {name: counts.pop("matches")} | counts}


def test_a_file_that_is_no_whole_backup_gets_a_sentence_and_changes_nothing(database, tmp_path):
    fill(database)
    before = rows(database)
    asyncio.run(back_up(database, tmp_path / "whole"))
    for contents, sentence in list(damaged(tmp_path / "whole")):
        (tmp_path / "broken").write_bytes(contents)
        with pytest.raises(Mistake) as told:
            asyncio.run(restore(database, tmp_path / "broken", replace=True))
        assert f"{tmp_path}/broken" in str(told.value) and sentence in str(told.value)
        assert rows(database) == before
    with pytest.raises(Mistake, match=r"nothing can't be read: No such file or directory\."):
        asyncio.run(restore(database, tmp_path / "nothing", replace=True))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda file: None, r"There is no house at .*; name one with --database\."),
        (lambda file: file.touch(), "There is no house in this database; name another one with --database."),
    ],
)
def test_where_there_is_no_house_none_is_backed_up_and_none_is_made(tmp_path, make, sentence):
    file = tmp_path / "house.sqlite"
    make(file)
    there = file.exists()
    with pytest.raises(Mistake, match=sentence):
        asyncio.run(back_up(f"sqlite:///{file}", tmp_path / "backup"))
    assert not (tmp_path / "backup").exists() and file.exists() == there


def test_a_house_of_another_version_is_left_to_that_version(database, tmp_path):
    async def age(store):
        async with store.engine.begin() as connection:
            await connection.run_sync(migrate, "0001")

    with_store(database, age)
    with pytest.raises(Mistake, match="is of another version"):
        asyncio.run(back_up(database, tmp_path / "backup"))


def test_backup_and_restore_are_one_command_each(tmp_path, monkeypatch, capsys):
    from parlour import cli

    fill(f"sqlite:///{tmp_path / 'house.sqlite'}")
    monkeypatch.setenv("PARLOUR_DATABASE", f"sqlite:///{tmp_path / 'house.sqlite'}")
    cli.app(["backup", str(tmp_path / "house.backup")], standalone_mode=False)
    assert "house.backup has 1 matches with 2 entries." in " ".join(capsys.readouterr().out.split())
    new = f"sqlite:///{tmp_path / 'new.sqlite'}"
    cli.app(["restore", str(tmp_path / "house.backup"), "--database", new], standalone_mode=False)
    assert "The house has 1 matches with 2 entries." in " ".join(capsys.readouterr().out.split())
    cli.app(["restore", str(tmp_path / "house.backup"), "--database", new, "--replace"], standalone_mode=False)
    assert rows(new) == rows(f"sqlite:///{tmp_path / 'house.sqlite'}")
