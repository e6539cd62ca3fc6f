"""A seat is its person's: streams, links, devices and posts of others give nothing of it."""

import contextlib
import re
import threading

import httpx
import pytest

from parlour.web.guests import COOKIE
from tests.web.conftest import Visitor, wait_until
from tests.web.test_kept import Program


class Stream:
    """The raw stream of a table's page, as long as it lasts."""

    def __init__(self, visitor, table):
        self.text, self.ended = "", threading.Event()
        cookies = {COOKIE: visitor.client.cookies[COOKIE]}

        def run():
            with (
                contextlib.suppress(httpx.TransportError),
                httpx.Client(base_url=str(visitor.client.base_url), timeout=60, cookies=cookies) as client,
                client.stream("GET", f"{table}/stream") as answer,
            ):
                for part in answer.iter_text():
                    self.text += part
            self.ended.set()

        threading.Thread(target=run, daemon=True).start()
        wait_until(lambda: "event: frame" in self.text, "The first frame")


@pytest.fixture
def crowd(house):
    """Some who haven't been here yet."""
    guests = [Visitor(house.address) for _ in range(6)]
    yield guests
    for guest in guests:
        guest.client.close()


def open_for(visitor, people=2):
    seats = {f"seat-{number}": "person" for number in range(1, people)}
    table = visitor.post("/new/rush", name="Rosa", **seats).url.path
    visitor.get(table)
    return table


def program_at(house, table):
    with httpx.Client(base_url=f"{house.address}/api/v1") as client:
        taken = client.post(f"/tables/{table.removeprefix('/t/')}/seats", json={"name": "Bo"}).json()
    return Program(house.address, taken)


# Streams


def test_streams_end_with_the_seat_before_the_match(house, visitor, friend):
    """Someone sat down, listened and left: the hand of whoever sits there next isn't theirs to see."""
    table = open_for(visitor, people=3)
    bo = program_at(house, table).listen()
    assert bo.ask("POST", "/resign").status_code == 204
    assert bo.ended.wait(10)
    friend.get(table)
    friend.post(f"{table}/sit", name="Sven", seat=1)
    program_at(house, table)
    assert not any(view["begun"] for view in bo.streamed)


def test_a_page_that_left_its_seat_is_streamed_no_hand(house, visitor, friend):
    table = open_for(visitor)
    friend.get(table)
    friend.post(f"{table}/sit", name="Sven", seat=1)
    stream = Stream(friend, table)
    assert "in your hand" in stream.text
    visitor.post(f"{table}/remove", seat=1)
    assert stream.ended.wait(10)
    seen = len(stream.text)
    again = Stream(friend, table)
    assert "in your hand" not in again.text and len(stream.text) == seen


# Links


def link_for(visitor, table, seat):
    page = visitor.post(f"{table}/link", seat=seat).text
    found = re.search(r"/seat/[\w-]{43}", page)
    assert found
    return found[0]


def test_a_link_dies_when_someone_sits_down_there(house, visitor, friend):
    table = open_for(visitor)
    link = link_for(visitor, table, 1)
    bo = program_at(house, table)
    assert friend.post(link, name="Mallory").status_code == 404
    assert bo.view()["seat"] == 1


def test_a_link_for_a_free_seat_is_good_once(visitor, friend, crowd):
    table = open_for(visitor)
    link = link_for(visitor, table, 1)
    assert friend.post(link, name="Sven").status_code == 200
    assert crowd[0].post(link, name="Mallory").status_code == 404
    assert friend.post(link, name="Sven").status_code == 404


def test_a_link_for_another_device_is_good_once(visitor, friend, crowd):
    table = visitor.play_now()
    visitor.get(table)
    link = link_for(visitor, table, 0)
    assert friend.post(link).status_code == 200 and "(you)" in friend.get(table)
    assert crowd[0].post(link).status_code == 404 and "(you)" not in crowd[0].get(table)


@pytest.mark.parametrize("own", [True, False])
def test_two_who_come_by_one_link_at_once_do_not_both_get_the_seat(visitor, crowd, own):
    table = visitor.play_now() if own else open_for(visitor)
    visitor.get(table)
    link = link_for(visitor, table, 0 if own else 1)
    answers: list[int] = []

    def come(guest, number):
        answers.append(guest.post(link, name=f"Guest {number}").status_code)

    coming = [threading.Thread(target=come, args=(guest, n)) for n, guest in enumerate(crowd)]
    for one in coming:
        one.start()
    for one in coming:
        one.join(30)
    assert answers.count(200) == 1 and sum("(you)" in guest.get(table) for guest in crowd) == 1


# Devices


def test_someone_lists_their_devices_and_ends_one(visitor, friend):
    table = visitor.play_now()
    visitor.get(table)
    friend.client.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
    friend.post(link_for(visitor, table, 0))
    stream = Stream(friend, table)
    page = visitor.get(f"{table}/devices")
    assert "Firefox on Linux" in page and "this one" in page
    found = re.search(r'name="device" value="(\w{16})"', page)
    assert found
    assert visitor.post(f"{table}/end-device", device=found[1]).status_code == 200
    assert stream.ended.wait(10)
    assert "(you)" not in friend.get(table) and "(you)" in visitor.get(table)
    assert "Firefox" not in visitor.get(f"{table}/devices")
    assert visitor.post(f"{table}/end-device", device=found[1]).status_code == 400
    assert friend.client.get(f"{table}/devices").status_code == 403


# Programs


def test_a_post_of_a_page_does_not_use_up_a_programs_id(house, visitor):
    table = open_for(visitor)
    bo = program_at(house, table)
    visitor.post(f"{table}/say", text="Hello", post="1 7")
    talk = {"text": "Good day", "id": "7"}
    assert [bo.ask("POST", "/talk", json=talk).json()["number"] for _ in range(2)] == [2, 2]


def test_a_bot_plays_for_nobody_at_a_free_seat(visitor):
    table = open_for(visitor)
    assert visitor.post(f"{table}/stand-in", seat=1).status_code == 400
    assert visitor.post(f"{table}/remove", seat=1).status_code == 400


def test_a_program_that_only_asks_now_and_then_is_there(house, visitor):
    table = open_for(visitor)
    bo = program_at(house, table)
    place = house.house.tables.live[bo.table].table.places[1]
    place.presence.seen -= 1000
    assert place.away
    bo.view()
    assert not place.away


def test_a_program_takes_its_seat_back(house, visitor):
    table = open_for(visitor)
    bo = program_at(house, table)
    house.house.tables.live[bo.table].table.places[1].presence.seen -= 1000
    visitor.post(f"{table}/stand-in", seat=1)
    assert bo.view()["stand_in"]
    assert not bo.ask("POST", "/return").json()["stand_in"]
