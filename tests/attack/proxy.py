"""A proxy as a host would put before several processes of a house: each new connection goes to one that lives."""

import asyncio
import contextlib
import itertools
from collections.abc import Sequence

from tests.attack.wire import HOST, LONGEST_LINE


class Proxy:
    """Listens at a free port of this machine and passes bytes on, in turn to each of the ports behind it."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = ports
        self.turn = itertools.count()
        self.open: set[asyncio.Task] = set()

    async def __aenter__(self) -> "Proxy":
        self.server = await asyncio.start_server(self.serve, HOST, 0, limit=LONGEST_LINE, backlog=1000)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for task in self.open:
            task.cancel()
        await asyncio.gather(*self.open, return_exceptions=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self.open.add(task)
        task.add_done_callback(self.open.discard)
        try:
            behind = await self.reach(writer.get_extra_info("peername")[0])
            if behind:
                await self.pass_on(reader, writer, *behind)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort()

    async def reach(self, source: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """A connection to the next process that takes one, from the address of who asks."""
        first = next(self.turn)
        for number in range(len(self.ports)):
            port = self.ports[(first + number) % len(self.ports)]
            with contextlib.suppress(OSError):
                return await asyncio.open_connection(HOST, port, local_addr=(source, 0), limit=LONGEST_LINE)
        return None

    async def pass_on(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        behind: asyncio.StreamReader,
        onward: asyncio.StreamWriter,
    ) -> None:
        """Both ways, until one of them ends."""
        ways = [asyncio.create_task(copy(reader, onward)), asyncio.create_task(copy(behind, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            onward.transport.abort()


async def copy(source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while part := await source.read(65536):
            to.write(part)
            await to.drain()
