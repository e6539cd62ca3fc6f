"""The house in a real browser: clicks, keys, lost lines, two tabs, phones, and what axe says."""

import time

import pytest

from parlour import games
from tests.web.browsing import PHONE, WIDE, Player, chromium

CLICKS = 60  # of one person in a match; then a bot plays on to its end, so that long games don't take for ever


@pytest.fixture(scope="module")
def browser():
    if not chromium():
        pytest.skip("There is no Chromium here; on Debian: apt install chromium.")
    from playwright.sync_api import sync_playwright

    from tests.web.browsing import FLAGS

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def players(browser, house):
    """Brings people to the house; in the end none of their pages may have failed or asked anyone else."""
    house.wait_until_compiled()
    came: list[Player] = []

    def come(**how) -> Player:
        came.append(Player(browser, house.address, **how))
        return came[-1]

    yield come
    for player in came:
        player.close()
        assert not player.foreign, f"Something was asked of another host: {player.foreign}"
        assert not player.faults, f"A page failed: {player.faults}"


def seat_two(one: Player, two: Player, game: str, **options) -> str:
    """A table of two people and a bot."""
    one.go(f"/new/{game}")
    one.page.fill("[name=name]", "Rosa")
    one.page.select_option("[name=seat-1]", "person")
    if len(games()[game].players) > 1 or games()[game].players.start > 2:
        one.page.select_option("[name=seat-2]", "medium")
    for name, value in options.items():
        one.page.fill(f"[name=option-{name}]", str(value))
    one.press("Open the table")
    one.page.wait_for_selector("#the-table")
    table = one.page.url.removeprefix(one.address)
    two.go(table)
    two.page.fill("[name=name]", "Sven")
    two.press("Sit down")
    for player in (one, two):
        player.page.wait_for_selector("#the-board")
    return table


OPTIONS = {"rush": {"turn_limit": 15}}


@pytest.mark.parametrize("game", games())
def test_a_whole_match_by_two_browsers_and_a_bot(players, game):
    one, two = players(), players(size=PHONE, is_mobile=True, has_touch=True)
    table = seat_two(one, two, game, **OPTIONS.get(game, {}))
    watcher = players()
    watcher.go(table)
    clicks = 0
    while not one.over and clicks < CLICKS:
        for player in (one, two):
            if player.my_turn:
                player.act_by_clicks()
                clicks += 1
        one.page.wait_for_timeout(10)
    for player in (one, two):
        if not player.over:
            player.press("Leave")
    for player in (one, two, watcher):
        player.wait(lambda player=player: player.over, "The end", 90)
    assert one.page.locator("#the-end h2").inner_text().endswith(("!", "win."))
    assert not watcher.page.locator("#the-bar .choice").count()
    watcher.go(f"{table}/replay?step=1")
    watcher.page.click("text=Next")
    watcher.page.wait_for_function("location.search.includes('step=2')")
    assert "step 2 of" in watcher.page.locator("h1").inner_text()


@pytest.mark.parametrize("game", games())
def test_the_keyboard_alone_is_enough(players, game):
    one = players()
    one.play_now(game)
    for _ in range(8):
        one.wait(lambda: one.my_turn or one.over, "The turn", 40)
        if one.over:
            break
        one.act_by_keys()
    assert one.page.locator("#the-log li").count() >= 8


def test_three_clicks_from_the_first_page_to_the_first_move(players):
    one = players()
    one.play_now("rush")  # the first click
    one.wait(lambda: one.my_turn, "The turn")
    before = one.number()
    one.page.locator("#pile").click()  # the second
    one.wait(lambda: one.number() > before, "The move")


def test_a_reload_in_the_middle_changes_nothing(players):
    one = players()
    one.play_now("rush")
    one.wait(lambda: one.my_turn, "The turn")
    one.act_by_clicks()
    number, log = one.number(), one.page.locator("#the-log").inner_text()
    one.page.reload()
    assert one.number() == number and one.page.locator("#the-log").inner_text() == log
    one.act_by_clicks()


def test_two_tabs_on_one_seat_show_the_same_and_move_once(players):
    one = players()
    table = one.play_now("rush")
    one.wait(lambda: one.my_turn, "The turn")
    second = one.new_page()
    second.goto(one.address + table)
    before = one.number()
    for tab in (one.page, second):
        tab.evaluate("document.querySelector('#pile').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    one.wait(lambda: one.number() > before, "The move")
    one.page.wait_for_timeout(300)
    log = one.page.locator("#the-log").inner_text()
    assert log.count("You draw") == 1 and second.locator("#the-log").inner_text() == log
    one.faults.clear()  # the slower tab was refused, and the browser says so


def test_a_restarted_house_goes_on_without_a_reload_and_without_a_double_move(browser, open_house):
    house = open_house("restart")
    house.wait_until_compiled()
    one = Player(browser, house.address)
    one.play_now("rush")
    one.wait(lambda: one.my_turn, "The turn")
    one.page.evaluate("window.stayed = true")
    one.page.locator("#pile").click()
    one.wait(lambda: "You draw" in one.page.locator("#the-log").inner_text(), "The move")
    number = one.number()
    house.close()
    one.page.locator("#the-board .piece.lit").first.dispatch_event("click")
    one.page.locator("#the-board .piece.lit[id^=rainbow]").first.dispatch_event("click")  # sent to a house that is shut
    time.sleep(0.7)
    house.open()
    one.wait(lambda: one.number() > number, "The move after the restart", 30)
    played = one.page.locator("#the-log").inner_text()
    assert played.count("You play") == 1 and one.page.evaluate("window.stayed")
    one.close()


def test_pieces_glide_to_their_place(players):
    one = players()
    one.play_now("rush")
    one.wait(lambda: one.my_turn, "The turn")
    one.act_by_clicks()
    one.page.evaluate(
        "document.addEventListener('transitionrun', run => {"
        "  if (run.target.matches('#the-board .piece') && run.propertyName == 'transform') window.glided = true })"
    )
    one.page.locator("#the-board .piece.lit").first.dispatch_event("click")
    one.page.locator("#the-board .piece.lit[id^=rainbow]").first.dispatch_event("click")
    one.wait(lambda: one.page.evaluate("window.glided") is True, "The glide")


def test_people_talk(players):
    one, two = players(), players()
    seat_two(one, two, "rush")
    one.page.fill("#the-words", "Good luck, <all>!")
    one.page.keyboard.press("Enter")
    two.wait(lambda: "Good luck, <all>!" in two.page.locator("#the-log").inner_text(), "The words")
    assert one.page.locator("#the-words").input_value() == ""


def test_words_half_typed_survive_what_the_others_do(players):
    one, two = players(), players()
    seat_two(one, two, "rush")
    one.page.fill("#the-words", "I was about to")
    two.page.fill("#the-words", "Hello")
    two.page.keyboard.press("Enter")
    one.wait(lambda: "Hello" in one.page.locator("#the-log").inner_text(), "The words")
    assert one.page.locator("#the-words").input_value() == "I was about to"


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (WIDE, "light")], ids=["phone-dark", "wide-light"])
def test_axe_finds_nothing_and_no_page_is_too_wide(players, size, scheme):
    one = players(size=size, color_scheme=scheme, reduced_motion="reduce")
    pages = ["/", "/mine", "/docs", "/nothing"]
    for game in games():
        table = one.play_now(game)
        one.wait(lambda: one.my_turn, "The turn", 60)
        pages += [f"/rules/{game}", f"/new/{game}", table, f"{table}/replay"]
    for path in pages:
        one.go(path)
        assert one.violations() == [], path
        assert one.sideways() <= 0, f"{path} is {one.sideways()} pixels too wide."
    one.faults.clear()  # the page that isn't there is a fault in the browser's eyes


def test_axe_finds_nothing_in_lobby_link_and_end(players):
    one = players(reduced_motion="reduce")
    one.go("/new/rush")
    one.press("Open the table")
    assert one.violations() == []
    table = one.page.url.removeprefix(one.address)
    guest = players()
    guest.go(table)
    assert guest.violations() == []
    one.press("A link for seat 2")
    link = one.page.locator(".address").input_value()
    assert one.violations() == []
    guest.page.goto(link)
    assert guest.violations() == []
    one.go(table)
    one.press("Fill with bots and begin")
    one.page.wait_for_selector("#the-board")
    one.press("Leave")
    one.wait(lambda: one.over, "The end", 60)
    assert one.violations() == []
