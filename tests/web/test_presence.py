"""Someone leaves in the middle: a bot plays for them while others wait, and hands the seat back."""

import asyncio
import contextlib

import pytest

from parlour.kit.mistake import Mistake
from parlour.web.attendance import GIVEN_UP
from parlour.web.door import USUAL_BOT
from parlour.web.house import House, Settings
from parlour.web.readiness import most_wanted

NAMES = ("Anna", "Bo", "Cy")


class Clock:
    """The clock by which a table knows how long someone has been away."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("parlour.web.table.monotonic", clock)
    return clock


def at_a_table(tmp_path, work, players=2):
    """Run `work` with a house, a table of people who all look at it, and what makes each of them look away."""

    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1, bot_pause=0))
        await house.store.open()
        try:
            live = await house.tables.create("rush", [""] * players, {"turn_limit": 6}, "host", public=False)
            for seat, name in enumerate(NAMES[:players]):
                await house.seats.sit(live, seat, name, "", name)
            async with contextlib.AsyncExitStack() as here:
                leaving = []
                for seat in range(players):
                    page = await here.enter_async_context(contextlib.AsyncExitStack())
                    await page.enter_async_context(house.attendance.watching(live, seat))
                    leaving.append(page.aclose)
                async with asyncio.timeout(120):
                    await work(house, live, leaving)
        finally:
            await house.close()

    asyncio.run(run())


async def until(true):
    while not true():
        await asyncio.sleep(0.01)


def test_a_bot_plays_for_someone_who_was_away_for_three_minutes_and_hands_the_seat_back(tmp_path, clock):
    async def work(house, live, leaving):
        table = live.table
        seat = table.match.to_act[0]
        asked = table.asked[seat]
        await leaving[seat]()
        clock.time += GIVEN_UP - 1
        await house.attendance.look_around()
        assert table.places[seat].away and table.places[seat].stand_in is None
        clock.time += 2
        await house.attendance.look_around()
        assert table.places[seat].stand_in == USUAL_BOT
        await until(lambda: seat not in table.match.to_act)
        assert {entry.seat for entry in table.match.entries} == {seat}
        with pytest.raises(Mistake, match="take your seat back first"):
            await house.playing.act(live, seat, 0, asked)
        async with house.attendance.watching(live, seat):
            await house.seats.set_stand_in(live, seat, None)
            assert not table.places[seat].away and table.places[seat].player is None
            clock.time += GIVEN_UP + 1  # they think for long, but they are there
            await play_until_asked(house, live, seat)
            await house.attendance.look_around()
            assert table.places[seat].stand_in is None
            number = table.number
            await house.playing.act(live, seat, table.choices(seat)[0], table.asked[seat])
            assert table.number == number + 1

    at_a_table(tmp_path, work)


async def play_until_asked(house, live, seat):
    """The others play anything until a seat is asked."""
    while seat not in live.table.match.to_act:
        other = live.table.match.to_act[0]
        await house.playing.act(live, other, live.table.choices(other)[0], live.table.asked[other])


def test_a_seat_comes_back_with_the_bot_after_a_restart(tmp_path, clock):
    async def work(house, live, leaving):
        seat = live.table.match.to_act[0]
        await leaving[seat]()
        clock.time += GIVEN_UP + 1
        await house.attendance.look_around()
        again = await house.ledger.load(live.table.id)
        assert again.places[seat].stand_in == USUAL_BOT and again.places[seat].holders == {NAMES[seat]}

    at_a_table(tmp_path, work)


def test_nobody_is_replaced_while_nobody_waits_or_the_table_is_paused(tmp_path, clock):
    async def work(house, live, leaving):
        seat = live.table.match.to_act[0]
        await leaving[seat]()
        clock.time += GIVEN_UP + 1
        await house.playing.pause(live, True)
        await house.attendance.look_around()
        assert live.table.places[seat].stand_in is None
        await house.playing.pause(live, False)
        await leaving[1 - seat]()
        async with house.attendance.watching(live, -1):  # someone only watches
            await house.attendance.look_around()
        assert live.table.places[seat].stand_in is None

    at_a_table(tmp_path, work)


def test_the_last_person_at_a_table_plays_on_to_the_end(tmp_path, clock):
    async def work(house, live, leaving):
        table = live.table
        await leaving[0]()
        await leaving[2]()
        clock.time += GIVEN_UP + 1
        while not table.over:
            if 1 in table.match.to_act:
                await house.playing.act(live, 1, table.choices(1)[0], table.asked[1])
            await house.attendance.look_around()
            await asyncio.sleep(0.01)
        assert {entry.seat for entry in table.match.entries} == {0, 1, 2}

    at_a_table(tmp_path, work, players=3)


def test_a_bot_that_failed_is_asked_again(tmp_path, clock, monkeypatch):
    async def work(house, live, leaving):
        table = live.table
        seat = table.match.to_act[0]
        thinkers = house.thinkers.think

        async def fail(*_):
            house.thinkers.think = thinkers
            raise RuntimeError("no idea")

        house.thinkers.think = fail
        await house.seats.set_stand_in(live, seat, USUAL_BOT)
        await until(lambda: live.bots.done())
        await house.attendance.look_around()
        await until(lambda: seat not in table.match.to_act)

    at_a_table(tmp_path, work)


def test_what_is_being_played_is_compiled_first(tmp_path):
    async def work(house, live, leaving):
        assert most_wanted(["chandelier", "crystallia", "rush"], house.tables.live) == "rush"
        assert most_wanted(["chandelier", "crystallia"], house.tables.live) == "chandelier"

    at_a_table(tmp_path, work)
