"""Frames as they come, by server-sent events: works wherever a web page does.

The first event of a stream is a whole frame, so one that was missed before doesn't matter, and a page that comes back
just gets the newest. Each one after it says how it differs from the one before:

>>> list(changes(["<ul>", "<li>Anna", "<li>Bruno", "</ul>"], ["<ul>", "<li>Anna", "<li>Clara", "</ul>"]))
['=0 2', '+<li>Clara', '=3 4']

A stream is compressed together with what others say, so its size could tell them of a secret in it: it has none. The
page knows the guest's token, and puts it into the forms that come.
"""

import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator

from parlour.web import metrics
from parlour.web.frame import TOKEN_HOLE, Eyes, frame_id, frame_lines
from parlour.web.house import House
from parlour.web.live import Live

RETRY = "retry: 1000\n\n"
GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # how such a stream begins
KEPT = 16 * 1024  # bytes of what was sent, in which the next part finds what it repeats


async def frames(house: House, live: Live, eyes: Eyes, fingerprint: str, last: str) -> AsyncGenerator[str, None]:
    """The events for one page; `last` is the id of the frame that it has already.

    They end when whoever looks gets or loses a seat: the page then comes back, and is given what it may see now.
    """
    yield RETRY
    shown: list[str] = []
    posted = live.posted
    async with house.attendance.watching(live, eyes.seat) as watcher:
        while not house.closing.is_set() and live.table.seat_of(fingerprint) == eyes.seat:
            watcher.clear()
            if frame_id(house, live) != last:
                last, before, shown = frame_id(house, live), shown, frame_lines(house, live, eyes)
                yield event(last, "change", changes(before, shown)) if before else event(last, "frame", shown)
                if live.posted != posted:
                    posted = live.posted
                    metrics.shown(posted)
            else:
                yield ": still here\n\n"
            await watcher.wait()


def event(id_: str, kind: str, lines: Iterable[str]) -> str:
    data = "\ndata: ".join(lines).replace(TOKEN_HOLE, "")
    return f"id: {id_}\nevent: {kind}\ndata: {data}\n\n"


def changes(before: list[str], now: list[str]) -> Iterator[str]:
    """How to make a text from the one before: `=` and which of its lines come next, or `+` and a new line."""
    places = {line: place for place, line in enumerate(before)}
    first = after = 0
    for line in now:
        if after < len(before) and before[after] == line:
            after += 1
            continue
        if first < after:
            yield f"={first} {after}"
        if line in places:
            first = places[line]
            after = first + 1
        else:
            yield f"+{line}"
            first = after = after + 1  # most likely it stands for the one that was here
    if first < after:
        yield f"={first} {after}"


async def compressed(events: AsyncIterator[str], accepts: str) -> AsyncIterator[bytes]:
    """The events as bytes, gzipped if the browser takes it."""
    head, before = GZIP, b""
    async for part in events:
        sent = part.encode()
        if "gzip" in accepts:
            yield head + packed(sent, before)
            head, before = b"", (before + sent)[-KEPT:]
        else:
            yield sent
        del part, sent  # nobody needs them while nothing comes


def packed(sent: bytes, before: bytes) -> bytes:
    """The next part of a gzipped stream, which ends with `before`.

    A compressor takes 160 KB, and most streams are silent most of the time. So each part has a compressor of its own,
    which is shown the end of what was sent before: the browser has that, too, and goes on from there.
    """
    packer = zlib.compressobj(level=1, wbits=-zlib.MAX_WBITS, memLevel=6, zdict=before)
    return packer.compress(sent) + packer.flush(zlib.Z_SYNC_FLUSH)
