"""Too much of everything, while an ordinary visitor must be served, and afterwards nothing may be left of it."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from parlour.web.guests import COOKIE
from tests.attack.house import House
from tests.attack.report import Part
from tests.attack.wire import Answer, Client, Line, NoAnswer, loopback, request

HALF_OPEN = 1100  # more than the 1024 files that a process may usually have open
HELD = 8  # seconds that they are held
STREAMS = 2000
STRANGERS = 5000
IDS = 6000
WORDS = 400
SLOWEST = 10  # seconds until an ordinary visitor must have an answer, whatever others do
MORE_MEMORY = 40  # MB: what a flood may leave behind; 2,500 ids of 16 KB that are kept would just be it
MORE_FILES = 20
JSON = (b"Content-Type", b"application/json")


@asynccontextmanager
async def served(part: Part, house: House, what: str) -> AsyncIterator[None]:
    """While something goes on, an ordinary visitor looks in all the time; afterwards the house is as it was."""
    before = house.use()
    slowest = [0.0]
    visiting = asyncio.create_task(visit(part, house.port, what, slowest))
    try:
        yield
    finally:
        visiting.cancel()
        await asyncio.gather(visiting, return_exceptions=True)
    for _ in range(30):
        now = house.use()
        if now.files <= before.files + MORE_FILES:
            break
        await asyncio.sleep(0.5)
    part.figures[what] = (
        f"an ordinary visitor waited at most {slowest[0]:.2f} s; memory {now.memory - before.memory:+.0f} MB, "
        f"files {now.files - before.files:+d}, threads {now.threads - before.threads:+d}"
    )
    part.demand(now.files <= before.files + MORE_FILES, f"{what}: {now.files - before.files} files stay open")
    part.demand(now.memory <= before.memory + MORE_MEMORY, f"{what}: {now.memory - before.memory:.0f} MB stay")


async def visit(part: Part, port: int, what: str, slowest: list[float]) -> None:
    """Look in, from an address that nobody else has, on a new line each time."""
    while True:
        began = time.monotonic()
        client = Client(port, loopback(39_000))
        try:
            async with asyncio.timeout(SLOWEST):
                answer = await client.ask("GET", "/")
            part.demand(answer.status == 200, f"{what}: an ordinary visitor is answered {answer.status}")
        except TimeoutError:
            part.fault(f"{what}: an ordinary visitor gets no answer within {SLOWEST} s")
        except NoAnswer as silence:
            part.fault(f"{what}: an ordinary visitor is not served ({silence})")
        client.hang_up()
        slowest[0] = max(slowest[0], time.monotonic() - began)
        await asyncio.sleep(0.1)


async def half_open_lines(part: Part, house: House) -> None:
    """Lines on which half a request came, and no more."""
    lines: list[Line] = []

    async def hold(number: int) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(20):
                line = await Line.open(house.port, loopback(number % 50))
            lines.append(line)
            half = (
                b"POST /t/x/act HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\ntoken=",
                b"GET / HTTP/1.1\r\nHos",
                b"",
            )
            await line.send(half[number % 3])

    async with served(part, house, f"{HALF_OPEN:,} half-open lines"):
        try:
            for start in range(0, HALF_OPEN, 100):
                await asyncio.gather(*(hold(number) for number in range(start, start + 100)))
            await asyncio.sleep(HELD)
        finally:
            for line in lines:
                line.cut()


async def slow_senders(part: Part, house: House) -> None:
    """A header of a letter a second."""

    async def drip(number: int) -> None:
        with contextlib.suppress(OSError):
            line = await Line.open(house.port, loopback(number))
            for letter in b"GET / HTTP/1.1\r\nX-Slow: yes"[:HELD]:
                await line.send(bytes([letter]))
                await asyncio.sleep(1)
            line.cut()

    async with served(part, house, "300 slow senders"):
        await asyncio.gather(*(drip(number) for number in range(300)))


async def streams_dropped(part: Part, house: House) -> None:
    """Streams of all kinds, dropped as soon as they have begun."""
    table, token = await new_table(house)
    kinds = (f"/t/{table}/stream", f"/api/v1/tables/{table}/stream", f"/t/{table}/stream?narrow=1&last=x")

    async def drop(number: int) -> None:
        with contextlib.suppress(OSError, NoAnswer):
            line = await Line.open(house.port, loopback(number % 400))
            cookie = ((b"Cookie", f"{COOKIE}={token}".encode()), (b"Accept-Encoding", b"gzip"))[: 1 + number % 2]
            await line.send(request("GET", kinds[number % 3], house.port, b"", cookie))
            if number % 4:
                await line.answer()
            line.cut()

    async with served(part, house, f"{STREAMS:,} streams opened and dropped"):
        for start in range(0, STREAMS, 100):
            await asyncio.gather(*(drop(number) for number in range(start, start + 100)))


async def streams_unread(part: Part, house: House) -> None:
    """Streams that are open and that nobody reads, at a table where much is said."""
    table, token = await new_table(house)
    lines = []
    async with served(part, house, "100 streams that nobody reads"):
        try:
            for number in range(100):
                line = await Line.open(house.port, loopback(number))
                line.writer.transport.pause_reading()  # type: ignore[attr-defined]
                await line.send(request("GET", f"/t/{table}/stream", house.port))
                lines.append(line)
            await talk(house, table, token, 150, "x" * 490)
        finally:
            for line in lines:
                line.cut()


async def ids_of_no_table(part: Part, house: House) -> None:
    async def look(number: int) -> None:
        name = f"{number:x}".zfill(16) + "x" * (16_000 if number % 2 else 0)
        path = f"/t/{name}" if number % 3 else f"/api/v1/tables/{name}"
        with contextlib.suppress(NoAnswer):
            client = Client(house.port, loopback(number % 400))
            answer = await client.ask("GET", path)
            client.hang_up()
            part.demand(answer.status in (404, 414, 400, 429), f"a table that isn't there is answered {answer.status}")

    async with served(part, house, f"{IDS:,} ids of no table"):
        for start in range(0, IDS, 50):
            await asyncio.gather(*(look(number) for number in range(start, start + 50)))


async def strangers(part: Part, house: House) -> None:
    """Each from an address of its own, with a cookie of its own."""

    async def come(number: int) -> None:
        client = Client(house.port, loopback(2000 + number))
        with contextlib.suppress(NoAnswer):
            await client.ask("GET", "/mine")
        client.hang_up()

    async with served(part, house, f"{STRANGERS:,} strangers"):
        for start in range(0, STRANGERS, 50):
            await asyncio.gather(*(come(number) for number in range(start, start + 50)))


async def talkative_table(part: Part, house: House) -> None:
    """A table of Intrigue where everything said is a promise, or one that the game has to understand."""
    table, token = await new_table(house, "intrigue", ["easy", "easy"])
    names = json.loads((await ask(house, "GET", f"/tables/{table}", token)).body)["names"]
    said = f"{names[1]}, I promise to pay {{number}},000 for my clerk."
    async with served(part, house, f"{WORDS} words at a table of Intrigue"):
        first = await talk(house, table, token, 20, said)
        last = await talk(house, table, token, WORDS - 20, said)
    part.figures["a word there"] = f"{1000 * first:.0f} ms at first, {1000 * last:.0f} ms in the end"


async def crowd_of_experts(part: Part, house: House) -> None:
    """Twenty tables of experts alone, opened by one who left; a bot of someone else still moves."""
    async with served(part, house, "20 tables of experts"):
        for number in range(20):
            table, token = await new_table(house, ("crystallia", "rush")[number % 2], ["expert"] * 3)
            await ask(house, "POST", f"/tables/{table}/resign", token)
        await asyncio.sleep(3)
        waits = [await time_of_a_bot(house, game) for game in ("rush", "crystallia", "chandelier")]
    part.figures["a medium bot beside them"] = f"moves after {', '.join(f'{wait:.1f} s' for wait in waits)}"
    part.demand(max(waits) < SLOWEST, f"a medium bot waits for experts of other tables for {max(waits):.0f} s")


async def time_of_a_bot(house: House, game: str) -> float:
    """Seconds until a bot has answered one's move."""
    table, token = await new_table(house, game, ["medium"] * 2)
    began = time.monotonic()
    await ask(house, "POST", f"/tables/{table}/resign", token)
    number = 0
    while not number and time.monotonic() - began < 60:
        number = json.loads((await ask(house, "GET", f"/tables/{table}")).body)["number"]
        await asyncio.sleep(0.1)
    return time.monotonic() - began


async def new_table(house: House, game: str = "rush", seats: list[str] | None = None) -> tuple[str, str]:
    wish = {"game": game, "seats": ["medium"] if seats is None else seats, "name": "Ada"}
    told = json.loads((await ask(house, "POST", "/tables", "", wish)).body)
    return told["table"], told["token"]


DICE = random.Random(0)


async def ask(house: House, method: str, path: str, token: str = "", body: object = None) -> Answer:
    headers = [(b"Authorization", f"Bearer {token}".encode())] if token else []
    sent = b"" if body is None else json.dumps(body).encode()
    client = Client(house.port, loopback(DICE.randrange(1000)))
    answer = await client.ask(method, f"/api/v1{path}", sent, *headers, JSON)
    client.hang_up()
    return answer


async def talk(house: House, table: str, token: str, words: int, said: str) -> float:
    """Say something again and again; gives the time of the last one in seconds."""
    took = 0.0
    for number in range(words):
        began = time.monotonic()
        text = said.replace("{number}", str(number % 9 + 1))
        await ask(house, "POST", f"/tables/{table}/talk", token, {"text": text, "id": f"{DICE.random()}"})
        took = time.monotonic() - began
    return took


FLOODS: tuple[Callable[[Part, House], Awaitable[None]], ...] = (
    half_open_lines, slow_senders, streams_dropped, streams_unread, ids_of_no_table, strangers, talkative_table,
    crowd_of_experts,
)  # fmt: skip


async def floods(part: Part, house: House) -> None:
    """One after the other."""
    for flood in FLOODS:
        try:
            await flood(part, house)
        except (NoAnswer, ValueError, KeyError, OSError) as error:
            part.fault(f"{flood.__name__}: broke off with {type(error).__name__} {error}")
    for fault, count in house.faults().items():
        part.faults[f"in its log: {fault}"] = count
