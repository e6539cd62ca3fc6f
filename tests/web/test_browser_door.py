"""The door of the house in a real browser: behind a proxy and below a path, forms that came by the stream, limits."""

import contextlib

import pytest

from tests.web.proxying import Proxy
from tests.web.test_browser import browser, guests, open_table, players

__all__ = ["browser", "players"]  # the fixtures of the other browser tests

pytestmark = pytest.mark.flaky(reruns=2)  # a browser on a busy machine may be too late once, not three times


def test_a_table_behind_a_proxy_and_below_a_path_is_like_any_other(browser, open_house):
    house = open_house("below-in-browser", proxies=("127.0.0.5",), path="/games")
    house.wait_until_compiled()
    with contextlib.closing(Proxy(house.port, "127.0.0.5", "http")) as proxy, guests(browser, proxy.address) as come:
        one = come()
        one.go("/games")
        one.page.click("form[action='/games/now/crystallia'] button")
        one.page.wait_for_selector("#the-table.my-turn")
        assert one.page.url.startswith(f"{proxy.address}/games/t/")
        one.page.hover("#the-board .piece.lit")
        for _ in range(2):
            one.wait(lambda: one.my_turn or one.over, "The turn")
            one.act_by_clicks()
        one.page.fill("#the-words", "Hello")
        one.press("Say")
        one.page.wait_for_selector("#the-log li.said")
        one.page.hover("#the-log li >> nth=1")
        one.page.click("[data-rules]")
        one.page.wait_for_selector("#the-rules-text h1")
        one.press("Close")
        one.page.click("text=Replay")
        one.page.wait_for_selector("#the-table.replay")
        one.page.click("text=First")
        one.page.wait_for_url("**/games/t/*/replay?step=0&**")
        assert set(one.answers) <= {204, 303}


def test_a_form_that_came_by_the_stream_is_signed_by_the_page(players):
    host, friend, late = players(), players(), players()
    table = open_table(host, "rush", "person")
    for guest, name in ((friend, "Sven"), (late, "Tove")):
        guest.go(table)
        guest.page.fill("[name=name]", name)
    friend.press("Sit down")
    late.page.wait_for_selector("form[action$='/sit']", state="detached")  # the match has begun
    for guest in (friend, host):
        guest.page.wait_for_selector("#the-words")
        guest.page.fill("#the-words", f"Hello {guest is host}")
        guest.press("Say")
    host.page.wait_for_selector("text=Sven says: “Hello False”")
    friend.page.wait_for_selector("text=Rosa says: “Hello True”")
    assert not {403, 400} & {*host.answers, *friend.answers}


def test_a_seat_that_becomes_free_is_taken_by_the_form_that_then_comes(players):
    host, friend, late = players(), players(), players()
    table = open_table(host, "rush", "person", "person")
    friend.go(table)
    friend.page.fill("[name=name]", "Sven")
    friend.press("Sit down")
    late.go(table)
    late.page.evaluate("document.querySelector('form[action$=\"/sit\"]').remove()")
    host.page.click("#the-seat-1 summary")
    host.press("Remove Sven")
    late.page.wait_for_selector("form[action$='/sit'] [name=name]")
    late.page.fill("[name=name]", "Łukasz 👪")
    late.press("Sit down")
    late.page.wait_for_selector("text=Łukasz 👪 (you)")
    late.go("/new/rush")
    assert late.page.input_value("[name=name]") == "Łukasz 👪"


def test_a_page_says_in_words_why_it_can_not_listen_or_act(browser, open_house):
    house = open_house("narrow-door", streams=(1, 5), writes=(2, 0.01))
    house.wait_until_compiled()
    refused = ("429", "Too Many Requests")
    with guests(browser, house.address) as come:
        one = come(forgiven=refused)
        table = one.play_now("rush")
        two = come(forgiven=refused)
        two.go(table)
        two.page.wait_for_selector("#the-line-state:visible")
        assert "Too many tables are watched" in two.page.locator("#the-line-state").inner_text()
        for _ in range(2):
            one.page.fill("#the-words", "Hello")
            one.press("Say")
        one.page.wait_for_selector("#the-talk .refusal")
        assert "That is too fast" in one.page.locator("#the-talk .refusal").inner_text()
        assert one.page.input_value("#the-words") == "Hello"
        one.close()
        two.page.wait_for_selector("#the-line-state", state="hidden")
