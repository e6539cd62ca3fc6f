"""A house as `parlour serve` opens it, in a process of its own: opened, killed, opened again, watched from outside."""

import asyncio
import re
import resource
import socket
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.attack.wire import Client, NoAnswer

PATIENCE = 120  # seconds until it must be open
USUAL_FILES = 1024  # how many a process may have open where nobody thought of it
READY = re.compile(rb"is ready \((\d+) of (\d+)")
FRAME = re.compile(r'File ".*?/(parlour/[^"]+)", line (\d+), in (\S+)')


class Gone(Exception):
    """The house isn't there any more, though nobody stopped it."""


@dataclass(frozen=True)
class Use:
    """What a process has of the machine."""

    memory: float  # MB
    files: int
    threads: int


class House:
    """One process of a house at a port of this machine."""

    def __init__(self, database: str, folder: Path, name: str = "house") -> None:
        self.database = database
        self.told = folder / f"{name}.out"
        self.complaints = folder / f"{name}.err"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen | None = None

    async def open(self) -> "House":
        command = [sys.executable, "-m", "parlour", "serve", "--no-open"]
        command += ["--port", str(self.port), "--database", self.database]
        with self.told.open("wb") as told, self.complaints.open("ab") as complaints:
            self.process = subprocess.Popen(command, stdout=told, stderr=complaints)
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (min(USUAL_FILES, hard), hard))
        until = time.monotonic() + PATIENCE
        while not await self.answers():
            if time.monotonic() > until or self.process.poll() is not None:
                raise Gone(f"The house did not open: {self.complaints.read_text(errors='replace')[-500:]}")
            await asyncio.sleep(0.05)
        return self

    async def answers(self) -> bool:
        client = Client(self.port)
        try:
            return (await client.ask("GET", "/api/v1/games")).status == 200
        except NoAnswer:
            return False
        finally:
            client.hang_up()

    async def compiled(self) -> None:
        """Wait until all games are: before that, memory and speed say little."""
        until = time.monotonic() + 600
        while time.monotonic() < until:
            ready = READY.findall(self.told.read_bytes())
            if any(done == all_ for done, all_ in ready):
                return
            await asyncio.sleep(0.2)
        raise Gone("The games never got ready.")

    def kill(self) -> None:
        """As if the power were cut."""
        if self.process:
            self.process.kill()
            self.process.wait(20)
            self.process = None

    def close(self) -> None:
        """In good order; by force if it doesn't."""
        if not self.process:
            return
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
        self.process = None

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def use(self) -> Use:
        """What it has of the machine now."""
        if not self.process or not self.runs:
            raise Gone("The house has died.")
        at = Path(f"/proc/{self.process.pid}")
        status = (at / "status").read_text()
        number = {name: int(re.search(rf"{name}:\s+(\d+)", status)[1]) for name in ("VmRSS", "Threads")}  # type: ignore[index]
        return Use(number["VmRSS"] / 1024, len(list((at / "fd").iterdir())), number["Threads"])

    def faults(self) -> Counter[str]:
        """What it complained about: each traceback by its end and its last place in our code, with how often."""
        return faults_in(self.complaints.read_text(errors="replace"))


def faults_in(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for part in text.split("Traceback (most recent call last):")[1:]:
        lines = part.split("\n")
        end = next((line for line in lines if line and not line.startswith((" ", "\t"))), "?")
        places = FRAME.findall(part.partition(end)[0])
        where = "{}:{} {}".format(*places[-1]) if places else "outside of our code"
        found[f"{end[:160]} @ {where}"] += 1
    return found
