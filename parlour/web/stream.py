"""Frames as they come, by server-sent events: works wherever a web page does.

Each event is a whole frame, so one that is missed doesn't matter, and a page that comes back just gets the newest. The
stream is compressed as a whole: a frame much like the one before costs next to nothing.
"""

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable

from parlour.web.frame import Eyes, frame, frame_id
from parlour.web.house import House, Live

BEAT = 20  # seconds of silence until a line that only says "still here"
RETRY = "retry: 1000\n\n"


async def frames(house: House, live: Live, eyes: Eyes, last: str) -> AsyncIterator[str]:
    """The events for one page; `last` is the id of the frame that it has already."""
    yield RETRY
    async with house.watching(live, eyes.seat) as watcher:
        while not house.closing.is_set():
            watcher.clear()
            if frame_id(house, live) != last:
                last = frame_id(house, live)
                yield event(last, frame(house, live, eyes))
            try:
                async with asyncio.timeout(BEAT):
                    await watcher.wait()
            except TimeoutError:
                yield ": still here\n\n"


def event(id_: str, html: str) -> str:
    lines = html.replace("\n", "\ndata: ")
    return f"id: {id_}\nevent: frame\ndata: {lines}\n\n"


async def compressed(events: AsyncIterator[str], accepts: str) -> AsyncIterator[bytes]:
    """The events as bytes, gzipped if the browser takes it."""
    pack: Callable[[bytes], bytes] = bytes
    if "gzip" in accepts:
        packer = zlib.compressobj(level=1, wbits=31, memLevel=6)
        pack = lambda part: packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH)  # noqa: E731
    async for part in events:
        yield pack(part.encode())
