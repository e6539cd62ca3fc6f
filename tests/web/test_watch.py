"""Watching a house that runs: its health, its figures and what it writes down."""

import asyncio
import contextlib
import json
import re
import socket
import sqlite3

import httpx
import pytest
import sqlalchemy as sa
from prometheus_client.parser import text_string_to_metric_families

from parlour.kit.mistake import Mistake
from parlour.web import metrics
from parlour.web.guests import COOKIE, fingerprint_of
from parlour.web.health import Health
from parlour.web.house import House, Settings
from tests.web.conftest import ServedHouse, Visitor, wait_until


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


class WatchedHouse(ServedHouse):
    """A house that shows its figures and writes JSON lines."""

    def __init__(self, folder):
        self.figures = f"127.0.0.1:{free_port()}"
        self.log_file = folder / "log"
        self.database_file = folder / "house.sqlite"
        with self.log_file.open("w") as log:
            options = ("--metrics", self.figures, "--log", "json")
            super().__init__(f"sqlite:///{self.database_file}", *options, log=log)

    def figure(self, name, **labels):
        """A figure as Prometheus reads it; 0 where nothing has been counted yet."""
        text = httpx.get(f"http://{self.figures}/metrics").text
        samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
        return sum(s.value for s in samples if s.name == name and labels.items() <= s.labels.items())

    def lines(self):
        return [json.loads(line) for line in self.log_file.read_text().splitlines()]


@pytest.fixture(scope="module")
def open_watched(tmp_path_factory):
    """Opens watched houses, and closes all of them in the end."""
    with contextlib.ExitStack() as closing:

        def open_():
            house = WatchedHouse(tmp_path_factory.mktemp("watched"))
            closing.callback(house.close)
            return house

        yield open_


@pytest.fixture(scope="module")
def watched(open_watched):
    return open_watched()


# Health


def test_an_open_house_is_live_and_ready(house):
    house.wait_until_compiled()
    wait_until(lambda: house.house.readiness.prepared, "The preparation")
    for question, state in (("live", "live"), ("ready", "ready")):
        answer = httpx.get(f"{house.address}/health/{question}")
        assert (answer.status_code, answer.json()) == (200, {"state": state})


def test_health_is_told_to_those_who_ask_often(open_house):
    busy = open_house("busy", reads=(1, 0.1))
    assert {httpx.get(f"{busy.address}/health/live").status_code for _ in range(5)} == {200}
    assert [httpx.get(f"{busy.address}/rules/rush").status_code for _ in range(3)] == [200, 429, 429]


def trouble(tmp_path, break_it):
    """Why a house isn't ready after something was done to it."""

    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1))
        house.readiness.prepared = True
        await house.store.open()
        try:
            async with contextlib.AsyncExitStack() as undoing:
                await break_it(house, undoing)
                return await Health().why_not_ready(house)
        finally:
            await house.close()

    return asyncio.run(run())


def test_a_house_that_closes_is_not_ready(tmp_path):
    async def close(house, _):
        house.close_streams()

    assert trouble(tmp_path, close) == "The house is closing."


def test_a_house_whose_database_keeps_it_waiting_is_not_ready(tmp_path):
    async def hold(house, undoing):
        await undoing.enter_async_context(house.store.engine.connect())  # SQLite's only one

    assert trouble(tmp_path, hold) == "The database hasn't answered within a second."


def test_a_house_whose_database_is_broken_is_not_ready(tmp_path):
    async def damage(house, _):
        with contextlib.closing(sqlite3.connect(tmp_path / "house.sqlite")) as connection:
            connection.execute("drop table alembic_version")

    assert trouble(tmp_path, damage) == "The database can't be used: OperationalError."


def test_a_house_whose_games_are_not_compiled_is_not_ready(tmp_path):
    async def begin_anew(house, _):
        house.readiness.prepared = False

    assert trouble(tmp_path, begin_anew) == "Games are being compiled: 0 of 4 are ready."


def test_however_many_ask_the_store_is_asked_once(tmp_path):
    asked, health = [], Health()

    async def ask(house, _):
        sa.event.listen(house.store.engine.sync_engine, "checkout", lambda *_: asked.append(1))
        assert await asyncio.gather(*(health.why_not_ready(house) for _ in range(20))) == [""] * 20
        assert len(asked) == 1

    assert trouble(tmp_path, ask) == ""


# Figures


def test_figures_tell_what_happens_in_the_house(watched):
    visitor = Visitor(watched.address)
    table = visitor.play_now()
    with visitor.client.stream("GET", f"{table}/stream") as stream:
        events = stream.iter_text()  # closed as soon as nobody holds it
        next(events)
        posts = 0
        while not watched.figure("parlour_frame_seconds_count") * watched.figure(
            "parlour_bot_seconds_count", bot="medium"
        ):
            actions, asked = visitor.offered(table)
            assert visitor.post(f"{table}/act", action=actions[0], asked=asked).status_code == 200
            posts += 1
        assert watched.figure("parlour_tables") == watched.figure("parlour_streams") == 1
    assert visitor.client.post(f"{table}/act", content="x" * 70_000).status_code == 413
    visitor.client.close()
    wait_until(lambda: watched.figure("parlour_streams") == 0, "The end of the stream")
    wait_until(
        lambda: watched.figure("parlour_entries_total", kind="played") > posts, "The move of a bot that has chosen"
    )
    assert watched.figure("parlour_commit_seconds_count") == posts, "Bots come by no request."
    assert watched.figure("parlour_requests_total", method="POST", route="/t/{id_}/act", status="303") == posts
    assert watched.figure("parlour_refused_requests_total", status="413") == 1
    assert watched.figure("parlour_bots_asked") <= 1 <= watched.figure("parlour_bot_workers")
    assert watched.figure("parlour_store_errors_total") == 0


def test_figures_are_not_at_the_port_that_people_use(watched):
    assert httpx.get(f"{watched.address}/metrics").status_code == 404


@pytest.mark.parametrize("address", ["9100", ":9100", "localhost:", "localhost:metrics", "localhost:99999"])
def test_an_address_that_is_none_is_told_in_a_sentence(address):
    with pytest.raises(Mistake, match=r"Metrics are shown at HOST:PORT, such as 127\.0\.0\.1:9100, not at"):
        metrics.publish(address)


def test_an_address_that_is_taken_is_told_in_a_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Mistake, match=f"Metrics can't be shown at 127.0.0.1:{port}"):
            metrics.publish(f"127.0.0.1:{port}")


# What is written down


def test_every_request_is_a_line_with_the_id_that_its_answer_has(watched):
    answer = httpx.get(f"{watched.address}/rules/rush?bare=1")
    wait_until(lambda: any(line.get("route") == "/rules/{name}" for line in watched.lines()), "The line")
    line = next(line for line in watched.lines() if line.get("route") == "/rules/{name}")
    assert line["request"] == answer.headers["x-request-id"] and re.fullmatch(r"[0-9a-f]{16}", line["request"])
    assert (line["level"], line["method"], line["status"]) == ("info", "GET", 200)
    assert line["message"] == "GET /rules/{name}: 200" and {"time", "milliseconds"} <= set(line)


def test_no_line_holds_a_secret(open_watched):
    """Everything secret is used once, also where the house fails and writes down how."""
    watched = open_watched()
    visitor, friend = Visitor(watched.address), Visitor(watched.address)
    table = visitor.post("/new/rush", **{"name": "Rosalinde", "seat-1": "person"}).url.path
    page = visitor.post(f"{table}/link", seat=1).text
    link = re.search(r"/seat/([\w-]{43})", page)
    assert link
    friend.get(f"/seat/{link[1]}?ask=because-of-this")
    friend.post(f"/seat/{link[1]}", name="Svenja")
    visitor.post(f"{table}/say", text="Nobody else may read this")
    wish = {"game": "rush", "seats": [""], "name": "Programme"}
    token = visitor.client.post("/api/v1/tables", json=wish).json()["token"]
    with contextlib.closing(sqlite3.connect(watched.database_file)) as connection:
        connection.execute("drop table seats")
    failed = visitor.post(f"/seat/{link[1]}", name="Svenja")
    assert failed.status_code == 500 and "default-src 'none'" in failed.headers["content-security-policy"]
    id_ = failed.headers["x-request-id"]
    failures = lambda: [line["exception"] for line in watched.lines() if line["request"] == id_ and "exception" in line]  # noqa: E731
    wait_until(lambda: bool(failures()), "The line about the failure")
    assert "no such table: seats" in failures()[0]
    hidden = [link[1], token, "because-of-this", "Rosalinde", "Svenja", "Programme", "Nobody else"]
    for person in (visitor, friend):
        secret = person.client.cookies[COOKIE]
        hidden += [secret, fingerprint_of(secret), person.token]
        person.client.close()
    written = watched.log_file.read_text()
    assert [secret for secret in [*hidden, fingerprint_of(link[1]), fingerprint_of(token)] if secret in written] == []
    assert watched.figure("parlour_store_errors_total") > 0
