"""What a stream sends makes the frames that a page would be given."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from parlour.web.frame import Eyes, frame
from parlour.web.house import House, Settings
from parlour.web.stream import changes, frames

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
        live = await house.create("rush", ["", ""], {"turn_limit": 6}, "host", public=False)
        for name in ("Anna", "Bo"):
            await house.sit(live, -1, name, "", name)
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
            await house.act(live, seat, live.table.choices(seat)[0], None)
        await stream.aclose()
        await house.close()
        assert max(sizes[1:]) < sizes[0]

    asyncio.run(run())
