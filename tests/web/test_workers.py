"""Several processes of one house on one PostgreSQL: they wake each other."""

import asyncio
import contextlib
import json
import threading
import time
import uuid

import httpx
import pytest

from tests.web.conftest import ServedHouse, wait_until


@pytest.fixture
def two_workers(postgres_database):
    with contextlib.ExitStack() as closing:
        houses = []
        for _ in range(2):
            houses.append(ServedHouse(postgres_database))
            closing.callback(houses[-1].close)
        yield houses


class Person:
    """Someone whose stream and orders go to one process."""

    def __init__(self, house: ServedHouse) -> None:
        self.client = httpx.Client(base_url=f"{house.address}/api/v1", timeout=60)
        self.view: dict = {"number": -1, "choices": []}

    def open_table(self, *seats: str) -> None:
        wish = {"game": "rush", "seats": seats or [""], "name": "Ada", "options": {"turn_limit": 8}}
        self.take(self.client.post("/tables", json=wish))

    def sit(self, table: str) -> None:
        self.take(self.client.post(f"/tables/{table}/seats", json={"name": "Bo", "seat": 1}))

    def take(self, answer: httpx.Response) -> None:
        assert answer.status_code == 201, answer.text
        self.table = answer.json()["table"]
        self.client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        self.listening = threading.Thread(target=self.listen, daemon=True)
        self.listening.start()

    def listen(self) -> None:
        with (
            contextlib.suppress(httpx.TransportError),
            self.client.stream("GET", f"/tables/{self.table}/stream") as lines,
        ):
            for line in lines.iter_lines():
                if line:
                    self.view = json.loads(line)

    def close(self) -> None:
        self.listening.join(60)  # the stream ends with the match
        self.client.close()

    def act(self) -> int:
        """Take the first choice, again if the database was away; gives its number in the log."""
        deed = {"action": self.view["choices"][0]["action"], "asked": self.view["asked"], "id": uuid.uuid4().hex}
        answer = self.client.post(f"/tables/{self.table}/actions", json=deed)
        while answer.status_code == 503:
            time.sleep(0.1)
            answer = self.client.post(f"/tables/{self.table}/actions", json=deed)
        assert answer.status_code == 200, answer.text
        return answer.json()["number"]


def ask_database(database: str, question: str) -> int:
    async def ask():
        import asyncpg

        connection = await asyncpg.connect(database)
        answer = await connection.fetchval(question)
        await connection.close()
        return answer

    return asyncio.run(ask())


def cut_all_lines(database: str) -> None:
    """What happens when PostgreSQL is restarted: every connection is lost."""
    ask_database(
        database,
        "select count(pg_terminate_backend(pid)) from pg_stat_activity "
        "where datname = current_database() and pid != pg_backend_pid()",
    )


def test_a_move_at_one_process_is_seen_at_once_at_the_other(two_workers, postgres_database):
    """A match between people at two processes, to its end; in the middle the database drops all its connections."""
    people = [Person(house) for house in two_workers]
    people[0].open_table()
    people[1].sit(people[0].table)
    delays = []
    while not people[0].view.get("over"):
        wait_until(lambda: any(p.view["choices"] for p in people) or people[0].view.get("over", False), "The turn")
        if people[0].view.get("over"):
            break
        mover = next(person for person in people if person.view["choices"])
        number, began = mover.act(), time.monotonic()
        wait_until(lambda number=number: min(p.view["number"] for p in people) >= number, "The move at both")  # type: ignore[misc]
        delays.append(time.monotonic() - began)
        if number == 5:
            cut_all_lines(postgres_database)
    wait_until(lambda: all(person.view.get("over") for person in people), "The end")
    for person in people:
        person.close()
    assert len(delays) > 10
    delays.sort()
    assert delays[len(delays) // 2] < 2, f"They seem to be found by chance only: {delays}"


def test_bots_of_a_killed_process_are_taken_over_by_another_at_which_nobody_looks(two_workers, postgres_database):
    ada = Person(two_workers[0])
    ada.open_table("medium", "medium")
    while True:  # until the bots are to act
        wait_until(lambda: bool(ada.view["choices"]), "The turn")
        number = ada.act()
        wait_until(lambda number=number: ada.view["number"] >= number, "The next view")  # type: ignore[misc]
        if 0 not in ada.view["to_act"]:
            break
    two_workers[0].kill()
    kept = ask_database(postgres_database, "select count(*) from entries")
    wait_until(lambda: ask_database(postgres_database, "select count(*) from entries") > kept, "The bots' next move")
    ada.client.close()
