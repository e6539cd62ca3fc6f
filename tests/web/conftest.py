"""A house to test in: one that runs in this process, on a fresh database, with bots that don't dawdle."""

import asyncio
import contextlib
import getpass
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import IO

import httpx
import pytest

from parlour import games
from parlour.kit.match import Entry
from parlour.web.house import Settings
from parlour.web.serve import Server, listen, make_server


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
        wait_until(lambda: self.house.ready == set(games()), "The compiled rules", 600)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)

    def log(self, table: str) -> list[Entry]:
        """All entries of a match so far; `table` is the path of its page."""
        return list(self.house._live[table.removeprefix("/t/")].table.played.entries)

    @property
    def house(self):
        return self.server.config.app.state.house  # type: ignore[union-attr]


def run(server: Server, sockets: list[socket.socket]) -> None:
    """On the event loop that `parlour serve` would take."""
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets))


class ServedHouse:
    """A house as `parlour serve` opens it, in a process of its own that can be killed."""

    def __init__(self, database: str, errors: int | IO[str] | None = None) -> None:
        self.database = database
        self.errors = errors  # where to; else to those of the tests
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port = found.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.open()

    def open(self) -> None:
        command = [sys.executable, "-m", "parlour", "serve", "--no-open"]
        command += ["--port", str(self.port), "--database", self.database]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self.errors)
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


FAST = {"reads": (10_000.0, 10_000.0), "writes": (10_000.0, 10_000.0)}


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


def program(name):
    """A program of PostgreSQL: on the path, or where Debian puts it."""
    found = shutil.which(name) or max(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), default=None)
    return str(Path(found).resolve()) if found else None


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    """A PostgreSQL of our own, at a free port of this machine; its server refuses to run as root."""
    initdb, server = program("initdb"), program("postgres")
    if not initdb or not server:
        pytest.skip("PostgreSQL's programs (initdb, postgres) aren't installed.")
    as_user: list[str] = []
    folder = Path("/tmp") / f"parlour-postgres-{os.getpid()}"
    folder.mkdir()
    if getpass.getuser() == "root":
        if subprocess.run(["id", "postgres"], capture_output=True).returncode:
            pytest.skip("PostgreSQL doesn't run as root, and there is no user 'postgres'.")
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        shutil.chown(folder, "postgres", "postgres")
    with contextlib.ExitStack() as closing:
        closing.callback(shutil.rmtree, folder, ignore_errors=True)
        data = folder / "data"
        made = [*as_user, initdb, "-D", str(data), "-U", "parlour", "--auth=trust", "--no-sync", "--encoding=UTF8"]
        done = subprocess.run(made, capture_output=True, text=True, cwd=folder)
        if done.returncode:
            pytest.skip(f"initdb can't make a database here: {done.stderr.strip()[-200:]}")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        run = [*as_user, server, "-D", str(data), "-p", str(port), "-k", str(folder), "-h", "127.0.0.1", "-F"]
        running = closing.enter_context(subprocess.Popen(run, cwd=folder, stderr=subprocess.DEVNULL))
        closing.callback(running.terminate)
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield f"postgresql://parlour@127.0.0.1:{port}/"


@pytest.fixture
def postgres_database(postgres):
    """The address of a new database."""
    name = f"test{uuid.uuid4().hex}"

    async def create():
        import asyncpg

        for _ in range(100):  # it listens a moment before it answers
            with contextlib.suppress(OSError, asyncpg.PostgresError):
                connection = await asyncpg.connect(f"{postgres}postgres")
                await connection.execute(f"create database {name}")
                await connection.close()
                return
            await asyncio.sleep(0.1)
        raise AssertionError("PostgreSQL doesn't answer.")

    asyncio.run(create())
    return postgres + name


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
