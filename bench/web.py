"""The house under load: 500 tables of four, every seat on its stream, 200 moves a second for a minute.

    make bench-web
    python -m bench.web --tables 50 --moves 20 --seconds 10 --game rush
    python -m bench.web --processes 2 --database postgres --moves 400

A quarter of the tables plays each game, by random legal moves. One process on SQLite, or several on a PostgreSQL of our
own with the tables spread over them by their ids, against one client process. Each move is a POST as the page sends it;
its latency is the time from there until the frame with it has arrived, measured at every seat of the table. In the end
every seat must have seen every move that was accepted.
"""

import argparse
import asyncio
import contextlib
import json
import random
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parlour import games
from parlour.web.guests import COOKIE, Guest

NUMBER = re.compile(rb'name="number" value="(\d+)"')
ASKED = re.compile(rb'name="asked" value="(\d+)"')
ACTION = re.compile(rb'name="action" value="(\d+)"')
AMOUNTS = re.compile(rb"data-amounts.*?</select>", re.DOTALL)
AMOUNT = re.compile(rb'<option value="(\d+)"')
GENEROUS = 1e9  # this client may ask as fast as it likes
MANY = 1_000_000  # and listen as often
SEATS = 4


@dataclass
class Seat:
    """A seat with its stream: the lines of the last frame that came."""

    table: "LoadTable"
    token: str
    number: int = -1
    lines: list[bytes] = field(default_factory=list)


@dataclass
class LoadTable:
    """A table: its seats, and the move that is under way."""

    id: str
    seats: list[Seat] = field(default_factory=list)
    sent: float = 0
    wanted: int = 0  # the number that all seats wait for
    arrived: int = 0


class Load:
    """All tables and what was measured."""

    def __init__(self, ports: Sequence[int], gzip: bool) -> None:
        self.ports = ports
        self.gzip = gzip
        self.tables: list[LoadTable] = []
        self.latencies: list[float] = []
        self.moves = 0
        self.slipped = 0.0  # how much later than it was due a move was sent at worst: the client's own lateness
        self.refused = 0
        self.resent = 0
        self.put_off = 0  # moves that were due when no table could be found that had none under way
        self.bytes = 0
        self.measuring = False
        self.idle: dict[int, list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]] = {port: [] for port in ports}

    # HTTP, as little as is needed: the client shares the machine with the house

    def port_of(self, table: str) -> int:
        """The process that serves a table: a proxy would choose it by the path in the same way."""
        return self.ports[zlib.crc32(table.encode()) % len(self.ports)]

    async def call(self, port: int, path: str, body: bytes, headers: str) -> tuple[int, bytes]:
        """One order. The house hangs up on a line that was silent for long: then it is sent again, as pages do."""
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(body)}\r\n"
        request = f"{head}{headers}\r\n".encode() + body
        while self.idle[port]:
            try:
                return await self.exchange(port, *self.idle[port].pop(), request)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.resent += self.measuring
        return await self.exchange(port, *await asyncio.open_connection("127.0.0.1", port), request)

    async def exchange(
        self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
    ) -> tuple[int, bytes]:
        writer.write(request)
        answered = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answered)
        answer = await reader.readexactly(int(length[1])) if length else b""
        self.idle[port].append((reader, writer))
        return int(answered.split(None, 2)[1]), answer

    async def api(self, port: int, path: str, **body: object) -> dict:
        kind = "Content-Type: application/json\r\n"
        status, answer = await self.call(port, f"/api/v1{path}", json.dumps(body).encode(), kind)
        assert status == 201, answer
        return json.loads(answer)

    # Tables

    async def open_table(self, game: str) -> None:
        somewhere = random.choice(self.ports)  # nobody knows the id before
        first = await self.api(somewhere, "/tables", game=game, seats=[""] * (SEATS - 1), name="Player 0")
        table = LoadTable(first["table"])
        tokens = [first["token"]]
        for seat in range(1, SEATS):
            there = self.port_of(table.id)
            sat = await self.api(there, f"/tables/{table.id}/seats", name=f"Player {seat}", seat=seat)
            tokens.append(sat["token"])
        table.seats = [Seat(table, token) for token in tokens]
        self.tables.append(table)

    async def listen(self, seat: Seat) -> None:
        """Take the frames of a seat as they come."""
        port = self.port_of(seat.table.id)
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        encoding = "Accept-Encoding: gzip\r\n" if self.gzip else ""
        writer.write(
            f"GET /t/{seat.table.id}/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Cookie: {COOKIE}={seat.token}\r\n{encoding}\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        unpack = zlib.decompressobj(wbits=31).decompress if self.gzip else bytes
        text = b""
        while True:
            size = int((await reader.readline()).strip() or b"0", 16)
            if not size:
                return
            part = (await reader.readexactly(size + 2))[:-2]
            self.bytes += size
            text += unpack(part)
            while b"\n\n" in text:
                event, _, text = text.partition(b"\n\n")
                found = NUMBER.search(event)
                if found:  # it changes with every move, so it is in every frame and change
                    seat.number = int(found[1])
                    seat.lines = lines_of(event, seat.lines)
                    self.take(seat)

    def take(self, seat: Seat) -> None:
        """A frame has come to a seat."""
        table = seat.table
        if table.sent and seat.number == table.wanted:
            if self.measuring:
                self.latencies.append(time.perf_counter() - table.sent)
            table.arrived += 1
            if table.arrived == SEATS:
                table.sent = 0

    async def move(self, table: LoadTable) -> None:
        """One move at a table, by whoever is to act."""
        for seat in table.seats:
            frame = b"\n".join(seat.lines)
            actions = offered(frame)
            if actions:
                break
        else:  # the match is over
            self.put_off += self.measuring
            return
        asked = ASKED.search(frame)
        assert asked
        token = Guest(seat.token, False, "").token
        body = (
            f"token={token}&action={int(random.choice(actions))}&asked={int(asked[1])}&post={random.random()}".encode()
        )
        table.wanted, table.arrived, table.sent = seat.number + 1, 0, time.perf_counter()
        headers = (
            f"Cookie: {COOKIE}={seat.token}\r\nX-Parlour: 1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        )
        status, _ = await self.call(self.port_of(table.id), f"/t/{table.id}/act", body, headers)
        if status == 204:
            self.moves += self.measuring
        else:
            self.refused += 1
            table.sent = 0

    async def run(self, rate: float, seconds: float) -> None:
        """Moves at a steady rate, each at a table that has none under way."""
        began = time.perf_counter()
        tasks: set[asyncio.Task] = set()
        for number in range(int(rate * seconds)):
            due = began + number / rate
            await asyncio.sleep(max(0, due - time.perf_counter()))
            self.slipped = max(self.slipped, self.measuring * (time.perf_counter() - due))
            free = [table for table in random.sample(self.tables, min(8, len(self.tables))) if not table.sent]
            if free:
                task = asyncio.create_task(self.move(free[0]))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
            else:
                self.put_off += self.measuring
        await asyncio.gather(*tasks)
        await asyncio.sleep(1)


def lines_of(event: bytes, before: list[bytes]) -> list[bytes]:
    """The lines of the frame that an event brings: as they are, or as what has changed in the one before."""
    _, kind, *data = event.split(b"\n")
    sent = [line.removeprefix(b"data: ") for line in data]
    if kind == b"event: frame":
        return sent
    lines = []
    for line in sent:
        if line.startswith(b"+"):
            lines.append(line[1:])
        else:
            first, after = map(int, line[1:].split())
            lines += before[first:after]
    return lines


def offered(frame: bytes) -> list[bytes]:
    """The actions in a frame: as buttons, and as the amounts of steppers."""
    return ACTION.findall(frame) + [action for of in AMOUNTS.findall(frame) for action in AMOUNT.findall(of)]


@dataclass
class Running:
    """The processes of a house that is under load."""

    ports: list[int]
    processes: list[int]
    database: list[int]  # processes of the PostgreSQL that was started for it

    def used(self) -> tuple[float, float]:
        """Processor seconds and memory (MB) of the house so far."""
        each = [used_by(process) for process in self.processes]
        return sum(seconds for seconds, _ in each), sum(memory for _, memory in each)

    def used_by_database(self) -> float:
        """Processor seconds of its PostgreSQL so far, the connections included."""
        return sum(used_by(child)[0] for process in self.database for child in (process, *children(process)))


async def measure(running: Running, wish: argparse.Namespace) -> dict:
    load = Load(running.ports, not wish.plain)
    played = [wish.game] if wish.game else list(games())
    empty = running.used()[1]
    for start in range(0, wish.tables, 10):
        numbers = range(start, min(start + 10, wish.tables))
        await asyncio.gather(*(load.open_table(played[number % len(played)]) for number in numbers))
    seated = running.used()[1]
    streams = []
    for table in load.tables:
        streams += [asyncio.create_task(load.listen(seat)) for seat in table.seats]
        await asyncio.sleep(0.005)
    while any(seat.number < 0 for table in load.tables for seat in table.seats):
        await asyncio.sleep(0.1)
    watched = running.used()[1]
    await load.run(wish.moves, 5)  # until everything is warm
    load.measuring, load.bytes = True, 0
    began, own = time.perf_counter(), time.process_time()
    busy, written = running.used()[0], running.used_by_database()
    await load.run(wish.moves, wish.seconds)
    took, own = time.perf_counter() - began - 1, time.process_time() - own
    busy, written = running.used()[0] - busy, running.used_by_database() - written
    lost = sum(max(seat.number for seat in table.seats) - seat.number for table in load.tables for seat in table.seats)
    for stream in streams:
        stream.cancel()
    return summary(load, took, lost) | {
        "processes": len(running.processes),
        "house_cpu": round(busy / took, 2),
        "house_ms_a_move": round(1000 * busy / max(1, load.moves), 2),
        "database_ms_a_move": round(1000 * written / max(1, load.moves), 2),
        "client_cpu": round(own / took, 2),
        "house_mb": round(running.used()[1]),
        "empty_house_mb": round(empty),
        "kb_a_table": round(1024 * (seated - empty) / wish.tables),
        "kb_a_stream": round(1024 * (watched - seated) / (wish.tables * SEATS)),
    }


def summary(load: Load, took: float, lost: int) -> dict:
    ordered = sorted(load.latencies)
    share = lambda part: round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1)  # noqa: E731
    return {
        "tables": len(load.tables),
        "streams": len(load.tables) * SEATS,
        "moves_a_second": round(load.moves / took, 1),
        "frames": len(ordered),
        "frames_lost": lost + load.moves * SEATS - len(ordered),
        "refused": load.refused,
        "resent": load.resent,
        "put_off": load.put_off,
        "p50_ms": share(0.5),
        "p99_ms": share(0.99),
        "client_late_ms": round(1000 * load.slipped, 1),
        "worst_ms": round(1000 * ordered[-1], 1),
        "bytes_a_frame": round(load.bytes / max(1, len(ordered))),
        "compressed": load.gzip,
    }


def serve(port: int, database: str) -> None:
    """The house, as `parlour serve` runs it, but for the limits a client."""
    from parlour.web.house import Settings
    from parlour.web.serve import serve

    free, crowd = (GENEROUS, GENEROUS), (MANY, MANY)
    settings = Settings(database, reads=free, writes=free, tables=free, tell=print, streams=crowd, lines=crowd)
    serve(settings, "127.0.0.1", port, False, print)


@contextlib.contextmanager
def running_house(processes: int, database: str) -> Iterator[Running]:
    """A house of so many processes on a database of its own; all is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as closing:
        address, servers = f"sqlite:///{Path(folder) / 'house.sqlite'}", []
        if database == "postgres":
            from tests.web.postgres import running_postgres

            server = closing.enter_context(running_postgres())
            assert server.running
            address, servers = server.new_database(), [server.running.pid]
        ports = [free_port() for _ in range(processes)]
        houses = [closing.enter_context(process_of_a_house(port, address)) for port in ports]
        yield Running(ports, houses, servers)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@contextlib.contextmanager
def process_of_a_house(port: int, database: str) -> Iterator[int]:
    command = [sys.executable, "-m", "bench.web", "--serve", str(port), database]
    house = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert house.stdout
    for line in house.stdout:  # opened, then one line a game when it is compiled
        print(line.strip(), file=sys.stderr)
        ready = re.search(r"\((\d+) of (\d+),", line)
        if ready and ready[1] == ready[2]:
            break
    try:
        yield house.pid
    finally:
        house.terminate()
        house.wait(60)
        house.stdout.close()


def children(process: int) -> list[int]:
    """The processes that one has started."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []


def used_by(process: int) -> tuple[float, float]:
    """Processor seconds and memory (MB) of a process so far."""
    ticks = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return (int(ticks[11]) + int(ticks[12])) / 100, int(memory[1]) / 1024 if memory else 0


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--tables", type=int, default=500)
    wishes.add_argument("--moves", type=float, default=200, help="a second, in all")
    wishes.add_argument("--seconds", type=float, default=60)
    wishes.add_argument("--processes", type=int, default=1, help="of the house; more than one need PostgreSQL")
    wishes.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    wishes.add_argument("--game", choices=games(), help="play this one alone")
    wishes.add_argument("--plain", action="store_true", help="streams without compression")
    wishes.add_argument("--serve", nargs=2, metavar=("PORT", "DATABASE"), help=argparse.SUPPRESS)
    wish = wishes.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if wish.serve:
        serve(int(wish.serve[0]), wish.serve[1])
        return
    if wish.processes > 1 and wish.database == "sqlite":
        wishes.error("SQLite is for one process: add --database postgres.")
    with running_house(wish.processes, wish.database) as running:
        results = asyncio.run(measure(running, wish))
    print(json.dumps(results, indent=2))
    assert results["frames_lost"] == 0, "Frames were lost."


if __name__ == "__main__":
    main()
