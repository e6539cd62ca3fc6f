"""Running a house: settings, the host's commands, and what the documents say about them."""

import asyncio
import contextlib
import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import httpx
import pytest
import sqlalchemy as sa
import typer

from parlour import cli
from parlour.kit.mistake import Mistake
from parlour.web.guests import COOKIE, fingerprint_of
from parlour.web.hosting import compile_all, compile_game, database_at
from parlour.web.store import Store, metadata
from parlour.web.tables import new_id
from tests.web.conftest import RunningHouse, Visitor, wait_until

HOME = Path(__file__).parents[2]
SERVE = typer.main.get_command(cli.app).commands["serve"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("option", [option for option in SERVE.params if option.name != "help"], ids=lambda o: o.name)
def test_every_setting_can_be_given_by_the_environment_and_is_in_the_documents(option):
    variable = f"PARLOUR_{option.opts[0].removeprefix('--').replace('-', '_').upper()}"
    assert option.envvar == variable
    row = next(row for row in (HOME / "docs/hosting.md").read_text("utf-8").splitlines() if f"`{variable}`" in row)
    assert row.startswith(f"| `{option.opts[0]}")


def test_the_environment_sets_what_the_command_line_leaves_open(monkeypatch):
    given = []
    monkeypatch.setattr("parlour.web.serve.serve", lambda *settings: given.append(settings))
    for name, value in {"HOST": "0.0.0.0", "PORT": "8080", "OPEN": "no", "DATABASE": "sqlite:///here"}.items():
        monkeypatch.setenv(f"PARLOUR_{name}", value)
    cli.app(["serve", "--port", "9090"], standalone_mode=False)
    settings, host, port, open_browser, *_ = given[0]
    assert (settings.database, host, port, open_browser) == ("sqlite:///here", "0.0.0.0", 9090, False)


# The database's password


def test_a_password_from_a_file_goes_into_the_address(tmp_path):
    (tmp_path / "password").write_text("p@ss/w:rd %\n")
    address = urlsplit(database_at("postgresql://parlour@db:5433/house", tmp_path / "password"))
    assert unquote(address.password or "") == "p@ss/w:rd %"
    assert (address.username, address.hostname, address.port, address.path) == ("parlour", "db", 5433, "/house")


def test_a_file_without_a_password_is_told_in_a_sentence(tmp_path):
    with pytest.raises(Mistake, match=r"The password can't be read from .*: No such file or directory."):
        database_at("postgresql://parlour@db/house", tmp_path / "nothing")


def test_sqlite_needs_no_password(tmp_path):
    assert database_at("sqlite:///house.sqlite", tmp_path / "nothing") == "sqlite:///house.sqlite"


# Compiling beforehand


def test_a_game_is_compiled_with_all_that_a_table_of_it_needs():
    assert compile_game("rush") == "Rainbow Rush"


def test_where_compiled_code_can_not_be_kept_that_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setattr("parlour.web.hosting.cache_folder", lambda: None)
    with pytest.raises(Mistake, match="name a folder that can be written in PARLOUR_CACHE"):
        compile_all(print)


# Tables and guests, as a host at the command line sees them


@pytest.fixture(params=["sqlite", "postgresql"])
def running(request, tmp_path):
    """A house that runs, and the command line beside it."""
    database = f"sqlite:///{tmp_path / 'house.sqlite'}"
    if request.param == "postgresql":
        database = request.getfixturevalue("postgres_database")
    house = RunningHouse(database)
    yield house
    house.close()


@pytest.fixture
def visit(running):
    """Opens browsers at the house that runs, and closes all of them in the end."""
    with contextlib.ExitStack() as closing:

        def open_():
            someone = Visitor(running.address)
            closing.callback(someone.client.close)
            return someone

        yield open_


@pytest.fixture
def parlour(running, monkeypatch, capsys):
    """Runs a command for the house that runs; gives what it printed, as one line."""

    def run(*words):
        monkeypatch.setattr("sys.argv", ["parlour", *words, "--database", running.settings.database])
        with pytest.raises(SystemExit) as left:
            cli.main()
        captured = capsys.readouterr()
        return left.value.code or 0, " ".join(captured.out.split()) or captured.err.strip()

    return run


def two_at_a_table(visit):
    """Rosa, who is the host, and Sven; and where they sit."""
    rosa, sven = visit(), visit()
    table = rosa.post("/new/rush", **{"name": "Rosa", "seat-1": "person", "seat-2": "easy", "public": "yes"}).url.path
    sven.get(table)
    sven.post(f"{table}/sit", name="Sven", seat=1)
    return rosa, sven, table


def badge(visitor):
    found = re.search(r"as guest <code>(\w+)</code>", visitor.get("/mine"))
    assert found and found[1] not in fingerprint_of(visitor.client.cookies[COOKIE])
    return found[1]


def test_tables_are_listed_with_those_who_sit_there(running, parlour, visit):
    rosa, sven, table = two_at_a_table(visit)
    waiting = sven.post("/new/crystallia", **{"name": "Sven", "seat-1": "person"}).url.path
    assert rosa.post(f"{table}/pause", paused="yes").status_code == 200
    status, out = parlour("tables", "--json")
    found = {one["table"]: one for one in json.loads(out)["tables"]}
    assert status == 0 and set(found) == {table.removeprefix("/t/"), waiting.removeprefix("/t/")}
    paused, open_ = found[table.removeprefix("/t/")], found[waiting.removeprefix("/t/")]
    assert (paused["game"], paused["state"]) == ("rush", "paused")
    assert paused["seats"][:2] == [
        {"name": "Rosa", "bot": None, "guests": [badge(rosa)]},
        {"name": "Sven", "bot": None, "guests": [badge(sven)]},
    ]
    assert paused["seats"][2]["bot"] == "easy" and paused["seats"][2]["guests"] == []
    assert open_["state"] == "waiting" and open_["seats"][1] == {"name": None, "bot": None, "guests": []}
    status, out = parlour("tables")
    assert status == 0 and "paused" in out and "Rosa" in out and badge(rosa) in out


def test_nobody_acts_at_a_closed_table_and_all_who_are_there_are_told(running, parlour, visit):
    rosa, sven, table = two_at_a_table(visit)
    rosa.post(f"{table}/pause", paused="no")
    with rosa.client.stream("GET", f"{table}/stream") as stream:
        events = stream.iter_text()
        next(events)
        assert parlour("close", table.removeprefix("/t/")) == (0, f"Table {table.removeprefix('/t/')} is closed.")
        assert any("This table was closed by the house" in event for event in events)
    live = running.house.tables.live[table.removeprefix("/t/")]
    for visitor in (rosa, sven):
        page = visitor.get(table)
        assert "closed by the house: nobody can play here any more." in page and 'name="action"' not in page
        for order, fields in {
            "act": {"action": 0, "asked": live.table.asked[0]},
            "undo": {"number": live.table.number},
            "say": {"text": "Hello?"},
        }.items():
            answer = visitor.post(f"{table}/{order}", **fields)
            assert answer.status_code == 400 and "closed by the house" in answer.text
        assert "closed" in visitor.get("/mine")
    assert parlour("tables", "--json") == (0, '{"tables": []}')
    api = httpx.get(f"{running.address}/api/v1{table.replace('/t/', '/tables/')}").json()
    assert api["closed"] and api["choices"] == []


def test_a_closed_table_stays_closed_and_takes_nobody_in(running, parlour, visit):
    rosa = visit()
    table = rosa.post("/new/rush", **{"name": "Rosa", "seat-1": "person", "public": "yes"}).url.path
    assert table in rosa.get("/")
    parlour("close", table.removeprefix("/t/"))
    wait_until(lambda: "closed by the house" in rosa.get(table), "The news")
    assert table not in rosa.get("/")
    assert rosa.post(f"{table}/fill").status_code == 400
    sven = visit()
    assert "Sit down" not in sven.get(table)
    assert sven.post(f"{table}/sit", name="Sven", seat=1).status_code == 400
    running.close()
    running.open()
    assert "closed by the house" in rosa.get(table)


def test_a_table_whose_id_looks_like_an_option_can_be_closed(parlour, visit, monkeypatch):
    monkeypatch.setattr("parlour.web.tables.new_id", lambda: "-8G_cyBSYfgv_Cbm")
    visit().post("/new/rush", **{"name": "Rosa", "seat-1": "person"})
    assert parlour("close", "-8G_cyBSYfgv_Cbm") == (0, "Table -8G_cyBSYfgv_Cbm is closed.")


def test_no_new_id_looks_like_an_option(monkeypatch):
    ids = iter(["-8G_cyBSYfgv_Cbm", "_8G_cyBSYfgv_Cbm"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda length: next(ids))
    assert new_id() == "_8G_cyBSYfgv_Cbm"


def test_tables_that_can_not_be_closed_are_told_in_a_sentence(parlour):
    sentence = "parlour: There is no table nowhere in this house; `parlour tables` lists those there are."
    assert parlour("close", "nowhere") == (2, sentence)


def test_a_guest_who_is_forgotten_leaves_nothing_behind(running, parlour, visit):
    """A match goes on with a bot, one that waits has a free seat again, and one that is over has a nameless guest."""
    rosa, sven, table = two_at_a_table(visit)
    sven.post(f"{table}/say", text="I was here")
    waiting = sven.post("/new/crystallia", **{"name": "Sven", "seat-1": "person"}).url.path
    mark = fingerprint_of(sven.client.cookies[COOKIE])
    guest = badge(sven)
    assert parlour("forget", guest) == (0, f"Guest {guest} is forgotten at 2 seats.")
    wait_until(lambda: "Sven" not in rosa.get(table) + rosa.get(waiting), "The news")
    page = rosa.get(table)
    assert "Guest 2" in page and "Guest 2</span> says: “…”" in page and "I was here" not in page
    assert 'data-seat="-1"' in sven.get(table) and 'data-seat="-1"' in sven.get(waiting)
    assert "None yet" in sven.get("/mine") and "Rosa" in page
    assert "Sven" not in sven.get(waiting) and "Waiting for 2 more to sit down" in sven.get(waiting)
    place = running.house.tables.live[table.removeprefix("/t/")].table.places[1]
    assert place.bot == "medium" and not place.holders
    stored = everything(running.settings.database)
    assert mark not in stored and "Sven" not in stored and "I was here" not in stored and "Rosa" in stored


def test_the_name_of_someone_forgotten_is_no_other_guests(running, parlour, visit):
    rosa = visit()
    names = {"name": "Guest 2", "seat-1": "person", "seat-2": "person"}
    table = rosa.post("/new/rush", **names).url.path
    friends = [visit() for _ in range(2)]
    for seat, name in ((1, "Sven"), (2, "guest 3")):
        friends[seat - 1].get(table)
        assert friends[seat - 1].post(f"{table}/sit", name=name, seat=seat).status_code == 200
    parlour("forget", badge(friends[0]))
    wait_until(lambda: "Sven" not in rosa.get(table), "The news")
    assert [place.name for place in running.house.tables.live[table.removeprefix("/t/")].table.places] == [
        "Guest 2",
        "Guest 4",
        "guest 3",
    ]


def test_a_guest_whom_nobody_knows_is_told_in_a_sentence(parlour):
    status, out = parlour("forget", "0123456789ab")
    assert status == 2 and "The house knows no guest 0123456789ab" in out


def everything(database):
    """All that a database holds, as text."""

    async def read():
        store = Store(database)
        async with store.engine.connect() as connection:
            rows = [list(await connection.execute(sa.select(table))) for table in metadata.sorted_tables]
        await store.close()
        return str(rows)

    return asyncio.run(read())
