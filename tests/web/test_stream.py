"""What a stream sends makes the frames that a page would be given."""

import asyncio
import random
import zlib

from hypothesis import given
from hypothesis import strategies as st

from parlour.web.frame import Eyes, frame
from parlour.web.house import House, Settings
from parlour.web.stream import KEPT, changes, compressed, frames

LINES = st.lists(st.sampled_from(["", "<ul>", "</ul>", "<li>Anna", "<li>Bruno", "+", "=0 1"]), max_size=12)


def applied(before, sent):
    """A text from the one before and what has changed."""
    now = []
    for change in sent:
        if change.startswith("+"):
            now.append(change[1:])
        else:
            first, after = map(int, change[1:].split())
            now += before[first:after]
    return now


@given(LINES, LINES)
def test_changes_make_one_text_of_another(before, now):
    assert applied(before, changes(before, now)) == now


@given(LINES)
def test_a_text_that_stays_is_sent_as_one_line_at_most(lines):
    assert len(list(changes(lines, lines))) == min(len(lines), 1)


def test_a_stream_begins_with_a_whole_frame_and_goes_on_with_what_has_changed(tmp_path):
    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1))
        await house.store.open()
        live = await house.tables.create("rush", ["", ""], {"turn_limit": 6}, "host", public=False)
        for name in ("Anna", "Bo"):
            await house.seats.sit(live, -1, name, "", name)
        eyes = Eyes(1, False, False)
        shown: list[str] = []
        sizes: list[int] = []
        stream = frames(house, live, eyes, "Bo", "")
        assert (await anext(stream)).startswith("retry")
        while True:
            event = await anext(stream)
            _, kind, *data = event.removesuffix("\n\n").split("\n")
            sent = [line.removeprefix("data: ") for line in data]
            assert kind == ("event: change" if shown else "event: frame")
            shown = applied(shown, sent) if shown else sent
            assert "\n".join(shown) == frame(house, live, eyes)
            sizes.append(len(event))
            if live.table.over:
                break
            seat = live.table.played.to_act[0]
            await house.playing.act(live, seat, live.table.choices(seat)[0], None)
        await stream.aclose()
        await house.close()
        assert max(sizes[1:]) < sizes[0]

    asyncio.run(run())


def packed_parts(parts, accepts):
    """What is sent of a stream, part by part."""

    async def events():
        for part in parts:
            yield part

    async def run():
        return [sent async for sent in compressed(events(), accepts)]

    return asyncio.run(run())


def test_a_gzipped_stream_is_read_part_by_part_as_it_was_written():
    dice = random.Random(1)
    lines = [f"data: +<li>{dice.random()} ★</li>\n" for _ in range(200)]
    parts = ["retry: 1000\n\n", *("".join(dice.choices(lines, k=size)) for size in (1, 3000, 0, 50, 2000, 50, 50))]
    assert len(parts[2]) > 2 * KEPT
    unpack = zlib.decompressobj(wbits=31).decompress
    sent = packed_parts(parts, "gzip, deflate, br")
    assert [unpack(part).decode() for part in sent] == parts
    assert packed_parts(parts, "identity") == [part.encode() for part in parts]


def test_what_was_sent_before_makes_the_next_part_small():
    dice = random.Random(1)
    frame = "".join(f"<li>{dice.random()}</li>" for _ in range(400))
    first, second = packed_parts([frame, frame], "gzip")
    assert len(second) < len(first) / 5
