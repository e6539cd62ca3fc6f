"""Bots think by fair turns, and a helper that is killed, fails or hangs does no harm."""

import asyncio
import contextlib
import multiprocessing
import operator
import os
import signal
import threading
import time

import pytest

from parlour import game, games
from parlour.bots.roster import first_choice, think
from parlour.kit.luck import Luck
from parlour.web import attendance, driving, thinking
from parlour.web.house import House, Settings
from parlour.web.thinking import Thinkers
from parlour.web.turns import Order, Turns
from parlour.web.worker import Closed, Died, Fault, Worker
from tests.web.test_presence import until


@contextlib.contextmanager
def own_children():
    """Gives the processes that were started since."""
    before = set(multiprocessing.active_children())
    yield lambda: set(multiprocessing.active_children()) - before


def in_a_house(tmp_path, work, workers=1, ready=("rush",)):
    """Run `work` with a house in which some games are ready at once and nothing else is being compiled."""

    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=workers, bot_pause=0))
        house.readiness.compiled.update(ready)
        house.readiness.searchable.update(ready)
        await house.store.open()
        try:
            async with asyncio.timeout(300):
                await work(house)
        finally:
            await house.close()

    asyncio.run(run())


async def table_with_bots(house, bots, owner="Ann", name="rush"):
    return await house.tables.create(name, bots, {}, "host", False, owner)


LUCK: Luck = (1, 2)


def an_order(bot="medium", owner="Ann", name="rush", compiled=False):
    """The first choice of a match."""
    verbs = game(name).verbs
    s, seat = first_choice(game(name), game(name).setting(), LUCK)
    return Order(owner, name, bot, seat, verbs.view(s, seat).tobytes(), verbs.choices(s, seat), compiled, LUCK)


# Turns


def test_fifty_tables_of_one_owner_make_nobody_else_wait(tmp_path):
    """In the order in which the bots of the tables came to their fourth move, the other owner's are among the first."""

    async def work(house):
        moved = []

        async def follow(live, owner):
            async with house.attendance.watching(live, -1):
                await until(lambda: live.table.number > 3)
                moved.append(owner)
                await house.playing.pause(live, True)

        crowd = [await table_with_bots(house, ["expert"] * 2, "Ann") for _ in range(50)]
        following = [asyncio.create_task(follow(live, "Ann")) for live in crowd]
        alone = await table_with_bots(house, ["expert"] * 2, "Bo")
        following.append(asyncio.create_task(follow(alone, "Bo")))
        await until(lambda: "Bo" in moved)
        assert moved.index("Bo") < 5
        await asyncio.gather(*following)  # and the others have their turn, too

    in_a_house(tmp_path, work)


def waiting(turns, *orders):
    for order in orders:
        turns.wait(order)
    return orders


def test_owners_take_turns_and_so_do_their_tables():
    turns = Turns(at_once=1)
    ann, bo = [an_order() for _ in range(3)], [an_order(owner="Bo") for _ in range(2)]
    waiting(turns, *ann, *bo)
    assert turns.next() is ann[0] and turns.next() is bo[0]
    waiting(turns, last := an_order(owner="Cy"))
    assert list(iter(turns.next, None)) == [ann[1], bo[1], last, ann[2]]
    assert len(turns) == 0


def test_an_owner_has_so_many_searches_under_way_but_a_quick_bot_needs_not_wait_for_them():
    turns = Turns(at_once=1)
    first, second = waiting(turns, *(an_order("expert", compiled=True) for _ in range(2)))
    (quick,) = waiting(turns, an_order("medium", compiled=True))
    (other,) = waiting(turns, an_order("expert", owner="Bo", compiled=True))
    assert [turns.next() for _ in range(4)] == [first, other, quick, None]
    turns.end(first)
    assert turns.next() is second


def test_who_waits_no_longer_has_no_turn():
    turns = Turns(at_once=1)
    first, second = waiting(turns, an_order(), an_order())
    turns.forget(first)
    assert turns.next() is second and turns.next() is None


def test_time_is_shared_by_owners_and_then_by_the_searches_of_each():
    turns = Turns(at_once=1)
    assert turns.shares("Ann") == 1
    waiting(turns, *(an_order("expert", compiled=True) for _ in range(9)), an_order("medium", compiled=True))
    assert turns.shares("Ann") == 10 and turns.shares("Bo") == 2
    waiting(turns, an_order("hard", owner="Cy", compiled=True))
    assert turns.shares("Ann") == 20 and turns.shares("Bo") == 3


# Tables that were left


def test_bots_rest_where_nobody_looks_until_someone_does(tmp_path, monkeypatch):
    monkeypatch.setattr(driving, "LEFT_ALONE", 0)

    async def work(house):
        live = await table_with_bots(house, ["easy"] * 3)
        async with house.attendance.watching(live, -1):
            await house.tables.find(live.table.id)
            await until(lambda: live.table.number > 5)
        await until(lambda: live.bots.done())
        assert not live.table.over
        assert live.table.id not in await house.store.adopt()  # no other process sees to them either
        left = live.table.number
        await house.attendance.look_around()
        assert live.bots.done() and live.table.number == left
        async with house.attendance.watching(live, -1):
            await house.tables.find(live.table.id)
            await until(lambda: live.table.number > left)

    in_a_house(tmp_path, work)


def test_a_program_that_asks_now_and_then_keeps_the_bots_playing(tmp_path, monkeypatch):
    monkeypatch.setattr(driving, "LEFT_ALONE", 2)

    async def work(house):
        live = await table_with_bots(house, ["easy"] * 3)
        while not live.table.over:
            await house.tables.find(live.table.id)
            await asyncio.sleep(0.1)

    in_a_house(tmp_path, work)


def test_a_table_that_was_left_in_a_bots_turn_leaves_the_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(driving, "LEFT_ALONE", 0)
    monkeypatch.setattr(attendance, "IDLE", 0)

    async def work(house):
        live = await table_with_bots(house, ["easy"] * 3)
        await house.attendance.look_around()
        assert live.table.id not in house.tables.live
        again = await house.tables.find(live.table.id)
        assert again.table.number == live.table.number

    in_a_house(tmp_path, work)


# Killed


def test_killed_workers_are_replaced_one_by_one_and_every_table_goes_on(tmp_path):
    async def work(house):
        with own_children() as children:
            tables = [await table_with_bots(house, ["expert"] * 2, f"owner {number}") for number in range(30)]
            async with contextlib.AsyncExitStack() as looking:
                for live in tables:
                    await looking.enter_async_context(house.attendance.watching(live, -1))
                for count in (1, 10):
                    await until(lambda count=count: sum(live.table.number > 0 for live in tables) >= count)
                    for child in children():
                        os.kill(child.pid, signal.SIGKILL)
                most = 0
                while any(live.table.number < 2 for live in tables):
                    most = max(most, len(children()))
                    assert not any(live.bots.done() for live in tables)
                    await asyncio.sleep(0.02)
            assert most == 2

    in_a_house(tmp_path, work, workers=2)


def test_a_bot_plays_even_if_every_process_is_killed():
    async def run():
        thinkers, done = Thinkers(1), threading.Event()
        with own_children() as children:

            def kill():
                while not done.wait(0.02):
                    for child in children():
                        with contextlib.suppress(ProcessLookupError, ValueError):
                            os.kill(child.pid, signal.SIGKILL)

            killing = threading.Thread(target=kill)
            killing.start()
            try:
                order = an_order()
                assert await thinkers.think(order) in order.choices
            finally:
                done.set()
                killing.join()
                thinkers.close()
        return thinkers.figures

    figures = asyncio.run(run())
    assert figures.replaced == 4 and figures.failed == 2 and figures.done == 1 and figures.waiting == 0


def test_a_killed_compiler_goes_on(monkeypatch):
    monkeypatch.setattr(thinking, "PAUSES", (0.01,))

    async def run():
        thinkers = Thinkers(1)
        with own_children() as children:
            try:
                compiling = asyncio.create_task(thinkers.compile("rush"))
                await until(children)
                os.kill(children().pop().pid, signal.SIGKILL)
                await compiling
                return thinkers.figures.replaced
            finally:
                thinkers.close()

    assert asyncio.run(run()) == 1


def test_a_game_that_can_not_be_compiled_is_played_uncompiled_and_the_others_go_on(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(thinking, "PAUSES", (0.01,))
    first, *others = games()

    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1, bot_pause=0))
        with own_children() as children:
            await house.open()
            try:
                while not caplog.records:
                    for child in children():
                        os.kill(child.pid, signal.SIGKILL)
                    await asyncio.sleep(0.02)
                async with asyncio.timeout(300):
                    await until(lambda: house.readiness.searchable == set(others))
                    live = await table_with_bots(house, ["expert"] * 3, name=first)
                    await until(lambda: live.table.number > 2)
                return house.readiness.compiled
            finally:
                await house.close()

    assert asyncio.run(run()) == set(others)
    assert [record.getMessage() for record in caplog.records] == [f"{first} can't be made ready."]


# Failing and hanging


def test_for_a_bot_that_fails_the_usual_one_plays_and_that_is_told_once(caplog):
    async def run():
        thinkers = Thinkers(1)
        try:
            return [await thinkers.think(an_order("nobody", compiled=True)) for _ in range(2)], thinkers.figures
        finally:
            thinkers.close()

    actions, figures = asyncio.run(run())
    order, rush = an_order(), game("rush")
    usual = think(rush, "medium", rush.rules.State.from_bytes(order.view), order.seat, LUCK)
    assert actions == [usual] * 2
    assert figures.failed == 2 and figures.replaced == 0
    assert len(caplog.records) == 1 and "nobody" in caplog.text


def test_for_a_bot_that_hangs_the_usual_one_plays_in_a_new_process(monkeypatch, caplog):
    monkeypatch.setattr(thinking, "LONGEST_THOUGHT", 3)

    async def run():
        thinkers = Thinkers(1)
        with own_children() as children:
            try:
                await thinkers.think(an_order("easy"))
                os.kill(children().pop().pid, signal.SIGSTOP)
                order = an_order("easy")
                assert await thinkers.think(order) in order.choices
                assert len(children()) == 1
                return thinkers.figures
            finally:
                thinkers.close()

    figures = asyncio.run(run())
    assert figures.replaced == 1 and figures.failed == 1
    assert "longer than 3 s" in caplog.text


def test_a_bot_whose_talk_fails_stops_no_table(tmp_path, monkeypatch, caplog):
    def fail(*_):
        raise RuntimeError("no word")

    monkeypatch.setattr("parlour.kit.talk.action", fail)

    async def work(house):
        live = await table_with_bots(house, ["medium"] * 3, name="intrigue")
        await house.playing.say(live, 0, "Good evening")
        await until(lambda: live.table.number > 4)

    in_a_house(tmp_path, work, ready=())
    assert len(caplog.records) == 1 and "no word" in caplog.text


def test_where_there_is_no_choice_nobody_has_to_think():
    async def run():
        thinkers = Thinkers(1)
        with own_children() as children:
            try:
                assert await thinkers.think(Order("Ann", "rush", "expert", 0, b"", [7], True)) == 7
                assert not children()
            finally:
                thinkers.close()

    asyncio.run(run())


# Workers


@pytest.fixture
def worker():
    worker = Worker()
    yield worker
    worker.close()
    worker.dismiss()


def test_a_worker_does_one_thing_after_another_in_one_process(worker):
    pid = worker.do(60, os.getpid)
    with pytest.raises(Fault, match="ZeroDivisionError"):
        worker.do(60, operator.truediv, 1, 0)
    assert worker.do(60, os.getpid) == pid != os.getpid() and worker.replaced == 0


def test_a_worker_that_dies_or_takes_too_long_is_replaced_at_the_next_thing(worker):
    pids = {worker.do(60, os.getpid)}
    with pytest.raises(Died):
        worker.do(60, os._exit, 1)
    pids.add(worker.do(60, os.getpid))
    with pytest.raises(Fault, match=r"longer than 0\.1 s"):
        worker.do(0.1, time.sleep, 600)
    pids.add(worker.do(60, os.getpid))
    assert len(pids) == 3 and worker.replaced == 2


# Closing


def test_nothing_is_left_running_when_the_thinkers_close_in_the_middle_of_a_thought():
    async def run():
        thinkers = Thinkers(2)
        with own_children() as children:
            orders = [an_order("expert", f"owner {number}", compiled=True) for number in range(4)]
            thoughts = [asyncio.create_task(thinkers.think(order)) for order in orders]
            endless = asyncio.get_running_loop().run_in_executor(None, thinkers.compiler.do, 600, time.sleep, 600)
            await until(lambda: len(children()) == 3)
            thinkers.close()
            assert not children()
            await asyncio.wait(thoughts)
            assert all(thought.cancelled() for thought in thoughts)
            with pytest.raises(Died):
                await endless
            with pytest.raises(Closed):
                thinkers.compiler.do(1, os.getpid)
            assert not children()

    asyncio.run(run())
