"""A house that is told to stop under load: what was answered is kept, everyone is told, and it goes quietly."""

import asyncio
import contextlib
import signal
import socket
import sqlite3
import threading
import time

import httpx
import pytest

from parlour.web.guard import CLOSING
from tests.web.conftest import ServedHouse, wait_until


class Pair:
    """Two people at one table who move as fast as they can, as long as they are answered."""

    def __init__(self, address: str) -> None:
        self.client = httpx.Client(base_url=f"{address}/api/v1", timeout=60)
        first = self.client.post("/tables", json={"game": "rush", "seats": [""], "name": "Ada"}).json()
        self.table = first["table"]
        second = self.client.post(f"/tables/{self.table}/seats", json={"name": "Bo"}).json()
        self.tokens = [first["token"], second["token"]]
        self.answered = 0  # the last entry that one of them was told is done
        self.thread = threading.Thread(target=self.play, daemon=True)
        self.thread.start()

    def play(self) -> None:
        with contextlib.suppress(httpx.TransportError), contextlib.closing(self.client):
            seat, view = 0, self.look(0)
            while not view["over"]:
                if not view["choices"]:
                    seat = 1 - seat
                    view = self.look(seat)
                    continue
                deed = {"action": view["choices"][0]["action"], "asked": view["asked"]}
                answer = self.client.post(f"/tables/{self.table}/actions", json=deed, headers=self.bearer(seat))
                if answer.status_code == 429:
                    time.sleep(0.1)
                    continue
                assert answer.status_code == 200, answer.text
                view = answer.json()
                self.answered = view["number"]

    def look(self, seat: int) -> dict:
        return self.client.get(f"/tables/{self.table}", headers=self.bearer(seat)).json()

    def bearer(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}


class Listener:
    """A stream, and all that came on it."""

    def __init__(self, house: ServedHouse, path: str) -> None:
        self.line = socket.create_connection(("127.0.0.1", house.port), 60)
        self.line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.heard = b""
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self) -> None:
        with self.line:
            while part := self.line.recv(65536):
                self.heard += part


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_house_that_is_told_to_stop_keeps_what_it_answered_and_goes_quietly(tmp_path, sent):
    database, errors = tmp_path / "house.sqlite", tmp_path / "errors"
    with errors.open("w") as file:
        house = ServedHouse(f"sqlite:///{database}", log=file)
        try:
            pairs = [Pair(house.address) for _ in range(3)]
            wait_until(lambda: all(pair.answered > 5 for pair in pairs), "The first moves", 120)
            listeners = [Listener(house, f"/t/{pair.table}/stream") for pair in pairs]
            listeners += [Listener(house, f"/api/v1/tables/{pair.table}/stream") for pair in pairs]
            wait_until(lambda: all(one.heard.count(b"\r\n\r\n") for one in listeners), "The streams")
            form = b"POST /now/rush HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
            with contextlib.ExitStack() as closing:
                for begun in (b"", b"GET / HT", form, form + b"token=", b"\x16\x03\x01 is no HTTP\r\n\r\n"):
                    half = closing.enter_context(socket.create_connection(("127.0.0.1", house.port), 20))
                    half.sendall(begun)
                with socket.create_connection(("127.0.0.1", house.port), 20) as gone:
                    gone.sendall(form)
                house.process.send_signal(sent)
                assert house.process.wait(30) == 0
        finally:
            house.close()
    assert errors.read_text() == ""
    for pair in pairs:
        pair.thread.join(20)
    for one in listeners:
        one.thread.join(20)
        assert one.heard.endswith(b"0\r\n\r\n"), "A stream was cut off instead of ended."
    with contextlib.closing(sqlite3.connect(database)) as kept:
        for pair in pairs:
            numbers = kept.execute(
                "select number from entries where match = ? order by number", (pair.table,)
            ).fetchall()
            assert len(numbers) >= pair.answered > 5 and numbers == [(n,) for n in range(1, len(numbers) + 1)]


def test_who_is_not_answered_before_the_house_closes_is_told_so(open_house, monkeypatch, caplog):
    house = open_house("closing")
    asked = threading.Event()

    async def never(*_):
        asked.set()
        await asyncio.sleep(600)

    monkeypatch.setattr(house.house.store, "waiting", never)
    told: list[httpx.Response] = []
    asking = threading.Thread(target=lambda: told.append(httpx.get(house.address, timeout=60)))
    asking.start()
    assert asked.wait(60)
    house.close()
    asking.join(60)
    assert told[0].status_code == 503 and told[0].text == CLOSING
    assert not [line for line in caplog.records if line.exc_info]
