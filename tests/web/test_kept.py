"""Nothing is shown before it is kept, and what can't be kept leaves no trace."""

import asyncio
import contextlib
import json
import re
import sqlite3
import threading
import time

import httpx
import pytest
import sqlalchemy as sa

from parlour.games.rush.rules import ACTIONS
from parlour.kit.match import Played, Said
from parlour.kit.mistake import Mistake
from parlour.web import playing
from parlour.web.house import House, Settings
from parlour.web.store import Gap, Store, TooLate, Unreachable, entries
from tests.web.conftest import Visitor, wait_until
from tests.web.test_store import MATCH, SEATS, url, with_store  # noqa: F401


class Locked:
    """While another process writes to a house's file."""

    def __init__(self, running):
        self.file = running.settings.database.removeprefix("sqlite:///")

    def __enter__(self):
        self.connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        self.connection.execute("BEGIN IMMEDIATE")
        return self

    def __exit__(self, *_):
        self.connection.execute("ROLLBACK")
        self.connection.close()


class Program:
    """A seat by the API, and what its stream has brought."""

    def __init__(self, address, opened):
        self.table, self.token, self.address = opened["table"], opened["token"], address
        self.streamed: list[dict] = []
        self.ended = threading.Event()

    def client(self):
        headers = {"Authorization": f"Bearer {self.token}"}
        return httpx.Client(base_url=f"{self.address}/api/v1", headers=headers, timeout=60)

    def ask(self, method, path, **more):
        with self.client() as client:
            return client.request(method, f"/tables/{self.table}{path}", **more)

    def view(self):
        return self.ask("GET", "?since=0").json()

    def act(self, id_=""):
        view = self.view()
        deed = {"action": view["choices"][0]["action"], "asked": view["asked"], "id": id_}
        return self.ask("POST", "/actions", json=deed)

    def listen(self):
        def run():
            with (
                contextlib.suppress(httpx.TransportError),
                self.client() as client,
                client.stream("GET", f"/tables/{self.table}/stream") as lines,
            ):
                for line in lines.iter_lines():
                    if line:
                        self.streamed.append(json.loads(line))
            self.ended.set()

        threading.Thread(target=run, daemon=True).start()
        wait_until(lambda: bool(self.streamed), "The first view")
        return self


def two_programs(running):
    with httpx.Client(base_url=f"{running.address}/api/v1", timeout=60) as client:
        opened = client.post("/tables", json={"game": "rush", "seats": [""], "name": "Ada"}).json()
        joined = client.post(f"/tables/{opened['table']}/seats", json={"name": "Bo"}).json()
    return Program(running.address, opened), Program(running.address, joined)


def who_acts(*programs):
    return next(program for program in programs if program.view()["choices"])


def page_of(program):
    """The table's page as someone sees it who only watches."""
    page = httpx.get(f"{program.address}/t/{program.table}").text
    return re.sub(r'value="\w{32}"', "", page)


# Held up and failing


def test_while_the_store_is_held_up_everyone_sees_what_was_before(house):
    people = two_programs(house)
    actor = who_acts(*people)
    before = [person.listen().view() for person in people], page_of(actor)
    with Locked(house):
        moving = threading.Thread(target=actor.act, daemon=True)
        moving.start()
        time.sleep(1)
        assert moving.is_alive()
        assert ([person.view() for person in people], page_of(actor)) == before
        assert {view["number"] for person in people for view in person.streamed} == {0}
    moving.join(20)
    assert [person.view()["number"] for person in people] == [1, 1]
    wait_until(lambda: all(person.streamed[-1]["number"] == 1 for person in people), "The move in both streams")


def test_a_commit_that_fails_leaves_no_trace_and_can_be_sent_again(open_house, monkeypatch):
    monkeypatch.setattr("parlour.web.store.LOCKED", 0.2)
    running = open_house("locked")
    people = two_programs(running)
    actor = who_acts(*people)
    before = [person.view() for person in people]
    with Locked(running):
        answer = actor.act("once")
        assert answer.status_code == 503 and "try again" in answer.json()["error"]
        assert [person.view() for person in people] == before
        with httpx.Client(base_url=f"{running.address}/api/v1") as client:
            assert client.post("/tables", json={"game": "rush", "seats": ["easy"]}).status_code == 503
    for _ in range(2):
        assert actor.act("once").json()["number"] == 1
    running.close()
    running.open()
    assert [person.view()["number"] for person in people] == [1, 1]


def test_a_move_whose_answer_was_lost_is_found_again_before_anything_else_happens(tmp_path, monkeypatch):
    """The database has committed, but its word never came: what is on the table then is what the store says."""

    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1))
        await house.store.open()
        try:
            live = await table_of_two(house)
            seat = live.table.played.to_act[0]
            write = house.store._write_entries

            async def and_lose_the_line(batch):
                await write(batch)
                raise Unreachable

            monkeypatch.setattr(house.store, "_write_entries", and_lose_the_line)
            with pytest.raises(Unreachable):
                await house.playing.act(live, seat, 0, None, "a post")
            assert live.table.number == 0
            monkeypatch.setattr(house.store, "_write_entries", write)
            await house.playing.act(live, seat, 0, None, "a post")
            assert live.table.number == 1
            await house.playing.say(live, 0, "Hello")
            return live.table.played.entries == await house.store.log(live.table.id, ACTIONS)
        finally:
            await house.close()

    assert asyncio.run(run())


async def table_of_two(house, **more):
    live = await house.tables.create("rush", ["", ""], {}, "host", public=False, **more)
    for name in ("Anna", "Bo"):
        await house.seats.sit(live, -1, name, "", name)
    return live


# Gaps


def test_the_store_refuses_a_gap(url):  # noqa: F811
    async def work(store):
        await store.add_match(MATCH, SEATS)
        await store.add_entry("one", ACTIONS, 1, Played(0, 0), over=False)
        with pytest.raises(Gap):
            await store.add_entry("one", ACTIONS, 3, Played(0, 0), over=False)
        with pytest.raises(TooLate):
            await store.add_entry("one", ACTIONS, 1, Played(0, 0), over=False)
        return await store.log("one", ACTIONS)

    assert len(with_store(url, work)) == 1


def test_a_log_with_a_gap_opens_up_to_it_says_so_and_goes_on(url):  # noqa: F811
    async def run():
        house = House(Settings(url, workers=1))
        await house.store.open()
        try:
            live = await table_of_two(house)
            for word in ("one", "two", "three"):
                await house.playing.say(live, 0, word)
            async with house.store.engine.begin() as connection:
                await connection.execute(entries.delete().where(entries.c.number == 2))
            del house.tables.live[live.table.id]
            for length in (1, 2):  # it stays so after the next restart
                live = await house.tables.find(live.table.id)
                assert live.table.lost and live.table.number == length
                await house.playing.say(live, 0, "and on")
                del house.tables.live[live.table.id]
            async with house.store.engine.connect() as connection:
                kept = (await connection.execute(sa.select(entries.c.number))).scalars().all()
            return await house.store.log(live.table.id, ACTIONS), sorted(kept)
        finally:
            await house.close()

    assert asyncio.run(run()) == ([Said(0, "one"), Said(0, "and on"), Said(0, "and on")], [-3, 1, 2, 3])


def test_what_is_written_while_a_log_is_read_is_no_gap(url):  # noqa: F811
    """It was: two processes that reload one table at once put accepted moves aside."""

    async def work(store):
        await store.add_match(MATCH, SEATS)
        read = await store.log("one", ACTIONS)
        await store.add_entry("one", ACTIONS, 1, Said(0, "meanwhile"), False)
        assert not await store.set_aside("one", len(read))
        return await store.log("one", ACTIONS), await store.lost("one")

    assert with_store(url, work) == ([Said(0, "meanwhile")], False)


def test_a_log_whose_first_entry_is_missing_begins_anew(url):  # noqa: F811
    async def work(store):
        await store.add_match(MATCH, SEATS)
        for number, word in enumerate(("one", "two"), 1):
            await store.add_entry("one", ACTIONS, number, Said(0, word), False)
        async with store.engine.begin() as connection:
            await connection.execute(entries.delete().where(entries.c.number == 1))
        assert await store.set_aside("one", 0) and await store.lost("one")
        await store.add_entry("one", ACTIONS, 1, Said(0, "anew"), False)
        return await store.log("one", ACTIONS)

    assert with_store(url, work) == [Said(0, "anew")]


def test_one_entry_that_can_not_be_written_harms_no_other(url):  # noqa: F811
    """On PostgreSQL a NUL anywhere in a commit made all of it fail."""

    async def work(store):
        for id_ in ("one", "two", "three"):
            await store.add_match(MATCH | {"id": id_}, SEATS)
        wanted = [
            store.add_entry(id_, ACTIONS, 1, Said(0, id_), False, "\0" if id_ == "two" else "post")
            for id_ in ("one", "two", "three")
        ]
        await asyncio.gather(*wanted, return_exceptions=True)
        return [len(await store.log(id_, ACTIONS)) for id_ in ("one", "three")]

    assert with_store(url, work) == [1, 1]


# One process


def test_a_second_house_on_one_file_of_sqlite_is_refused(tmp_path):
    async def run():
        first, second = (Store(f"sqlite:///{tmp_path / 'house.sqlite'}") for _ in range(2))
        await first.open()
        with pytest.raises(Mistake, match="Another house has"):
            await second.open()
        await first.close()
        await second.open()
        await second.close()

    asyncio.run(run())


def test_bots_of_a_table_that_nobody_opens_go_on_after_a_restart(tmp_path):
    """Their process was killed in the middle of their turn."""

    async def run():
        settings = Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1, bot_pause=0)
        first = House(settings)
        await first.store.open()
        live = await table_of_two(first)
        seat = live.table.played.to_act[0]
        await first.store.change_seat(live.table.id, seat, stand_in="medium")
        await first.store.set_driver(live.table.id, first.store.worker)
        first.thinkers.close()
        await first.store.close()
        second = House(settings)
        await second.open()
        try:
            async with asyncio.timeout(60):
                while not await second.store.log(live.table.id, ACTIONS):
                    await asyncio.sleep(0.05)
        finally:
            await second.close()

    asyncio.run(run())


# What one client may use


def test_ids_that_do_not_exist_leave_nothing_behind(house, visitor):
    for number in range(50):
        assert visitor.client.get(f"/t/nothing{number}").status_code == 404
    assert not house.house.tables.on_their_way


def test_a_client_opens_so_many_tables_and_shows_so_few_on_the_first_page(open_house):
    running = open_house("quota", tables=(6.0, 0.0))
    with httpx.Client(base_url=f"{running.address}/api/v1") as client:
        wish = {"game": "rush", "seats": [""], "public": True}
        answers = [client.post("/tables", json=wish) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
        assert "3 tables of yours wait" in answers[-1].json()["error"]
        answers = [client.post("/tables", json=wish | {"public": False}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert "wait a little" in answers[-1].json()["error"]
        assert len(client.get("/tables").json()) == 3


def test_a_match_can_not_be_filled_with_talk_or_take_backs_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(playing, "MOST_SAID", 2)
    monkeypatch.setattr(playing, "MOST_UNDONE", 1)
    monkeypatch.setattr(playing, "MOST_ENTRIES", 6)

    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1))
        await house.store.open()
        try:
            live = await table_of_two(house)
            for _ in range(2):
                await house.playing.say(live, 0, "Hello")
            with pytest.raises(Mistake, match="So much was said"):
                await house.playing.say(live, 0, "Hello")
            seat = live.table.played.to_act[0]
            await house.playing.act(live, seat, 0, None)
            await house.playing.act(live, seat, live.table.choices(seat)[0], None)
            await house.playing.undo(live, seat, None)
            await house.playing.act(live, seat, live.table.choices(seat)[0], None)
            with pytest.raises(Mistake, match="So much was taken back"):
                await house.playing.undo(live, seat, None)
            with pytest.raises(Mistake, match="too long"):
                await house.playing.act(live, 1 - seat, 0, None)
        finally:
            await house.close()

    asyncio.run(run())


def test_play_now_seats_someone_who_is_called_as_a_bot_would_be(house):
    for name in ("Anna", "Bruno"):
        someone = Visitor(house.address)
        answer = someone.post("/now/rush", name=name)
        assert answer.status_code == 200 and f"{name} <em>(you)</em>" in answer.text
        someone.client.close()


def test_a_name_that_is_refused_leaves_no_table_behind(house, visitor):
    count = len(house.house.tables.live)
    assert visitor.post("/new/rush", **{"name": "a:b", "seat-1": "person"}).status_code == 400
    wish = {"game": "rush", "seats": [""], "name": "a:b"}
    assert visitor.client.post("/api/v1/tables", json=wish).status_code == 400
    assert len(house.house.tables.live) == count and "None yet" in visitor.get("/mine")
