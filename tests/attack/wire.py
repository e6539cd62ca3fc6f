"""HTTP by hand: any bytes can be sent, every answer is read as far as it goes. Loopback, and nowhere else."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

HOST = "127.0.0.1"  # there is no way to name another
PATIENCE = 30  # seconds until an answer that hasn't come won't come
STREAMS = ("text/event-stream", "application/x-ndjson")
LONGEST_LINE = 2**22

Header = tuple[bytes, bytes]


class NoAnswer(Exception):
    """A request that should have been answered wasn't: the line was cut, or nothing came in time."""


@dataclass(frozen=True)
class Answer:
    """What the house said; of a stream only its beginning."""

    status: int
    headers: list[tuple[str, str]] = field(repr=False, default_factory=list)
    body: bytes = b""

    def header(self, name: str) -> str:
        return next((value for found, value in self.headers if found == name), "")

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies that it sets."""
        pairs = [value.partition(";")[0].partition("=") for name, value in self.headers if name == "set-cookie"]
        return {name: value for name, _, value in pairs}

    @property
    def streams(self) -> bool:
        return self.header("content-type").startswith(STREAMS)


def loopback(number: int) -> str:
    """An address of this machine for one client of many: a house limits each of them by itself."""
    return f"127.{16 + number // 40_000 % 200}.{1 + number // 200 % 200}.{1 + number % 200}"


class Line:
    """A connection to a port of this machine."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int, source: str = HOST) -> "Line":
        return cls(*await asyncio.open_connection(HOST, port, local_addr=(source, 0), limit=LONGEST_LINE))

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self, method: str = "GET", patience: float = PATIENCE) -> Answer:
        """The next answer; NoAnswer if none comes."""
        try:
            async with asyncio.timeout(patience):
                return await self._read(method)
        except TimeoutError:
            raise NoAnswer(f"nothing came within {patience} s") from None
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            raise NoAnswer(type(error).__name__) from None

    async def _read(self, method: str) -> Answer:
        status, headers = await self.head()
        if status < 200:
            return await self._read(method)
        answer = Answer(status, headers)
        if method == "HEAD" or status in (204, 304):
            return answer
        if answer.streams:
            return Answer(status, headers, await self.reader.read(1000))
        if answer.header("transfer-encoding"):
            return Answer(status, headers, b"".join([part async for part in self.chunks()]))
        length = answer.header("content-length")
        return Answer(status, headers, await self.reader.readexactly(int(length)) if length else b"")

    async def head(self) -> tuple[int, list[tuple[str, str]]]:
        """The first line's status, and the headers."""
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
        pairs = (line.partition(":") for line in lines)
        return int(first.split()[1]), [(name.lower(), value.strip()) for name, _, value in pairs]

    async def chunks(self) -> AsyncIterator[bytes]:
        """The parts of an answer that comes in chunks, as they come."""
        while size := int((await self.reader.readline()).strip() or b"0", 16):
            yield (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readline()

    @property
    def usable(self) -> bool:
        return not (self.reader.at_eof() or self.writer.is_closing())

    def cut(self) -> None:
        """Hang up at once."""
        with contextlib.suppress(Exception):
            self.writer.transport.abort()


def request(method: str, target: str, port: int, body: bytes = b"", headers: tuple[Header, ...] = ()) -> bytes:
    """A request in good order."""
    head = f"{method} {target} HTTP/1.1\r\nHost: {HOST}:{port}\r\n".encode()
    if body or method == "POST":
        head += f"Content-Length: {len(body)}\r\n".encode()
    return head + b"".join(name + b": " + value + b"\r\n" for name, value in headers) + b"\r\n" + body


class Client:
    """Somebody with an address and a line that is kept as long as it holds."""

    def __init__(self, port: int, source: str = HOST) -> None:
        self.port = port
        self.source = source
        self.line: Line | None = None

    async def ask(self, method: str, target: str, body: bytes = b"", *headers: Header) -> Answer:
        """Send a request in good order; NoAnswer if the house isn't there or doesn't answer.

        It is sent again if the line that was kept has been cut meanwhile, as a browser does.
        """
        kept = self.line is not None and self.line.usable
        if not kept:
            self.hang_up()
        line, self.line = self.line, None
        try:
            line = line or await Line.open(self.port, self.source)
            await line.send(request(method, target, self.port, body, headers))
            answer = await line.answer(method)
        except BaseException as error:
            if line:
                line.cut()
            if not isinstance(error, OSError | NoAnswer):
                raise
            if kept and "within" not in str(error):
                return await self.ask(method, target, body, *headers)
            raise NoAnswer(str(error) or type(error).__name__) from None
        if answer.streams or answer.header("connection") == "close":
            line.cut()
        else:
            self.line = line
        return answer

    def hang_up(self) -> None:
        if self.line:
            self.line.cut()
        self.line = None


SENTENCES = re.compile(r'"error":\s*"((?:[^"\\]|\\.)*)"|<p class="lead">(.*?)</p>', re.DOTALL)


def sentence(answer: Answer) -> str:
    """What an answer says, short enough for a table."""
    text = answer.body.decode("utf-8", "replace")
    found = SENTENCES.search(text)
    return " ".join((found[1] or found[2] if found else text).split())[:120]
