"""Bots beside a crowd: how long those of one table take, alone and beside 50 tables of experts by another address.

    python -m bench.crowd

A house as `parlour serve` opens it. Someone plays Rainbow Rush against two experts, at once when asked; measured is the
time from each of their moves until they are asked again, pauses of the bots included. Then another address opens 50
tables with three experts each and keeps looking at them and moving there, and the same is measured again.
"""

import contextlib
import http.client
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.web import free_port

ROUNDS = 8
TABLES = 50
READY = "think ahead are ready"


class Program:
    """A seat at a table by the API, from an address of its own; all of 127.0.0.0/8 is this machine."""

    def __init__(self, port: int, address: str, game: str, bots: list[str]) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=600, source_address=(address, 0))
        self.token = ""
        opened = self.call("POST", "/tables", {"game": game, "seats": bots})
        self.table, self.token = f"/tables/{opened['table']}", opened["token"]

    def call(self, method: str, path: str, body: object = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self.line.request(method, f"/api/v1{path}", json.dumps(body) if body else None, headers)
        answer = self.line.getresponse()
        said = answer.read()
        self.line.close()  # the house hangs up on a line that was silent for long; the next call opens it again
        assert answer.status in (200, 201), said
        return json.loads(said)

    def move(self) -> bool:
        """Play the first choice, if it is our turn."""
        view = self.call("GET", self.table)
        if not view["choices"]:
            return False
        self.call("POST", f"{self.table}/actions", {"action": view["choices"][0]["action"], "asked": view["asked"]})
        return True


def seconds_a_round(port: int, address: str) -> list[float]:
    """From each own move until the next one, where bots moved between them."""
    me = Program(port, address, "rush", ["expert", "expert"])
    rounds: list[float] = []
    moved = 0.0
    while len(rounds) < ROUNDS:
        if me.move():
            now = time.perf_counter()
            rounds += [now - moved] if moved and now - moved > 0.5 else []
            moved = now
        else:
            time.sleep(0.05)
    return rounds


def keep_busy(programs: list[Program], done: threading.Event) -> None:
    """Look at all tables again and again, and move."""
    while not done.is_set():
        for program in programs:
            program.move()
            time.sleep(0.02)


@contextlib.contextmanager
def house(port: int) -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-u", "-m", "parlour", "serve", "--no-open", "--port", str(port)]
        command += ["--database", f"sqlite:///{Path(folder) / 'house.sqlite'}"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        try:
            for line in process.stdout:
                print(line.strip(), file=sys.stderr)
                if READY in line:
                    break
            yield
        finally:
            process.terminate()
            process.wait(60)
            process.stdout.close()


def main() -> None:
    port, done = free_port(), threading.Event()
    with house(port):
        alone = seconds_a_round(port, "127.0.0.2")
        crowd = [Program(port, "127.0.0.3", "chandelier", ["expert"] * 3) for _ in range(TABLES)]
        keeping = threading.Thread(target=keep_busy, args=(crowd, done))
        keeping.start()
        try:
            beside = seconds_a_round(port, "127.0.0.4")
            assert keeping.is_alive(), "The crowd has left."
        finally:
            done.set()
            keeping.join()
    medians = statistics.median(alone), statistics.median(beside)
    print(f"alone: {medians[0]:.2f} s a round, at most {max(alone):.2f}")
    print(f"beside {TABLES} tables: {medians[1]:.2f} s a round, at most {max(beside):.2f}")
    print(f"ratio: {medians[1] / medians[0]:.2f}")


if __name__ == "__main__":
    main()
