"""A house to test in: one that runs in this process, on a fresh database, with bots that don't dawdle."""

import asyncio
import contextlib
import re
import socket
import threading
import time

import httpx
import pytest
import uvicorn

from parlour import games
from parlour.web.app import make_app
from parlour.web.house import Settings
from parlour.web.serve import Server


class RunningHouse:
    """A house at a port of this machine; it can be stopped and opened again on the same database and port."""

    def __init__(self, database: str, **settings) -> None:
        self.settings = Settings(database, **({"bot_pause": 0.01, "workers": 1} | FAST | settings))
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port = found.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.open()

    def open(self) -> None:
        config = uvicorn.Config(
            make_app(self.settings), port=self.port, log_level="error", timeout_graceful_shutdown=2, lifespan="on"
        )
        self.server = Server(config)
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve()), daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "The house did not open."
            time.sleep(0.01)

    def wait_until_compiled(self) -> None:
        """Until then, pages say that they are waiting for it."""
        while self.house.ready != set(games()):
            time.sleep(0.05)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)

    @property
    def house(self):
        return self.server.config.app.state.house  # type: ignore[union-attr]


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


@pytest.fixture(scope="session")
def house(open_house):
    return open_house()


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
