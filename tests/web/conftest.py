"""A house to test in: one that runs in this process, on a fresh database, with bots that don't dawdle."""

import asyncio
import contextlib
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import IO

import httpx
import pytest

from parlour import games
from parlour.kit.match import Entry
from parlour.web.house import Settings
from parlour.web.lines import Server
from parlour.web.serve import listen, make_server
from tests.web.postgres import Unavailable, running_postgres


def wait_until(true: Callable[[], bool], what: str, seconds: float = 60) -> None:
    limit = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < limit, f"{what} never came."
        time.sleep(0.02)


class RunningHouse:
    """A house at a port of this machine; it can be stopped and opened again on the same database and port."""

    def __init__(self, database: str, **settings) -> None:
        self.settings = Settings(database, **({"bot_pause": 0.01, "workers": 1} | FAST | settings))
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port = found.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.open()

    def open(self) -> None:
        self.server, sockets = make_server(self.settings), [listen("127.0.0.1", self.port)]
        self.thread = threading.Thread(target=lambda: run(self.server, sockets), daemon=True)
        self.thread.start()
        wait_until(lambda: self.server.started or not self.thread.is_alive(), "The open house")
        assert self.thread.is_alive(), "The house did not open."

    def wait_until_compiled(self) -> None:
        """Until then, pages say that they are waiting for it."""
        wait_until(lambda: self.house.readiness.compiled == set(games()), "The compiled rules", 600)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)

    def log(self, table: str) -> list[Entry]:
        """All entries of a match so far; `table` is the path of its page."""
        return list(self.house.tables.live[table.removeprefix("/t/")].table.played.entries)

    @property
    def house(self):
        return self.server.config.app.state.house  # type: ignore[union-attr]


def run(server: Server, sockets: list[socket.socket]) -> None:
    """On the event loop that `parlour serve` would take."""
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets))


class ServedHouse:
    """A house as `parlour serve` opens it, in a process of its own that can be killed."""

    def __init__(self, database: str, *options: str, log: IO | int | None = None) -> None:
        self.database = database
        self.options = options
        self.log = log  # where it writes what it logs
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port = found.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.open()

    def open(self) -> None:
        command = [sys.executable, "-m", "parlour", "serve", "--no-open"]
        command += ["--port", str(self.port), "--database", self.database, *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self.log)
        wait_until(self.answers, "The open house", 120)

    def answers(self) -> bool:
        assert self.process.poll() is None, "The house did not open."
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(self.address, timeout=20).status_code == 200
        return False

    def kill(self) -> None:
        """As if the power were cut."""
        self.process.kill()
        self.process.wait(20)

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()


FAST = dict.fromkeys(("reads", "writes", "tables"), (10_000.0, 10_000.0))


@pytest.fixture(scope="session")
def open_house(tmp_path_factory):
    """Opens houses, and closes all of them in the end."""
    with contextlib.ExitStack() as closing:

        def open_(name: str = "house", **settings) -> RunningHouse:
            file = tmp_path_factory.mktemp(name) / "house.sqlite"
            running = RunningHouse(f"sqlite:///{file}", **settings)
            closing.callback(running.close)
            return running

        yield open_


@pytest.fixture
def served_house(tmp_path):
    house = ServedHouse(f"sqlite:///{tmp_path / 'house.sqlite'}")
    yield house
    house.close()


@pytest.fixture(scope="session")
def house(open_house):
    return open_house()


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL of our own, at a free port of this machine."""
    with contextlib.ExitStack() as closing:
        try:
            server = closing.enter_context(running_postgres())
        except Unavailable as reason:
            pytest.skip(str(reason))
        yield server


@pytest.fixture
def postgres_database(postgres):
    """The address of a new database."""
    return postgres.new_database()


another_postgres_database = postgres_database


class Visitor:
    """Someone with a browser that has no script."""

    def __init__(self, address: str) -> None:
        self.token = ""
        self.client = httpx.Client(base_url=address, follow_redirects=True, timeout=20)
        self.get("/")

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        found = re.search(r'name="token" value="(\w{32})"', answer.text)
        self.token = found[1] if found else self.token
        return answer.text

    def post(self, path: str, **fields) -> httpx.Response:
        return self.client.post(path, data={"token": self.token, **fields})

    def play_now(self, game: str = "rush") -> str:
        answer = self.post(f"/now/{game}")
        assert answer.status_code == 200
        return answer.url.path

    def offered(self, table: str) -> tuple[list[int], int]:
        """The actions on the page, and the question that they answer; waits for the turn."""
        for _ in range(2000):
            page = self.get(table)
            buttons, amounts = r'name="action" value="(\d+)"', r'<option value="(\d+)"'
            actions = [int(number) for number in re.findall(buttons, page) or re.findall(amounts, page)]
            if actions or 'id="the-end"' in page:
                found = re.search(r'name="asked" value="(\d+)"', page)
                assert found
                return actions, int(found[1])
            time.sleep(0.01)
        raise AssertionError("The turn never came.")


@pytest.fixture
def visitor(house):
    someone = Visitor(house.address)
    yield someone
    someone.client.close()


friend = visitor  # another one
