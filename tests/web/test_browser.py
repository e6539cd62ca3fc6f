"""The house in a real browser: whole matches by clicks and by keys, lost lines, two tabs, phones, and what axe says."""

import contextlib

import pytest

from parlour import games
from tests.web.browsing import FLAGS, PHONE, WIDE, Player, chromium

SHORT = {"rush": {"turn_limit": 15}}  # the others are short enough as they are

pytestmark = pytest.mark.flaky(reruns=2)  # a browser on a busy machine may be too late once, not three times


@pytest.fixture(scope="module")  # not longer: while Playwright runs, nothing else in this thread can use asyncio
def browser():
    if not chromium():
        pytest.skip("There is no Chromium here; on Debian: apt install chromium.")
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as driver:
        try:
            browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        except Error as error:
            pytest.skip(f"The Chromium of this machine doesn't start: {error}")
        yield browser
        browser.close()


@pytest.fixture
def players(browser, house):
    """Brings people to the house; in the end none of their pages may have failed or asked anyone else."""
    house.wait_until_compiled()
    with guests(browser, house.address) as come:
        yield come


@contextlib.contextmanager
def guests(browser, address):
    came: list[Player] = []

    def come(**how) -> Player:
        came.append(Player(browser, address, **how))
        return came[-1]

    try:
        yield come
    finally:
        for player in came:
            player.close()
    for player in came:
        assert not player.foreign, f"Something was asked of another host: {player.foreign}"
        assert not player.failed, f"A page failed: {player.failed}"


def open_table(one: Player, game: str, second: str, third: str = "") -> str:
    """A table of one's own; `second` and `third` say who else sits there."""
    one.go(f"/new/{game}")
    one.page.fill("[name=name]", "Rosa")
    one.page.select_option("[name=seat-1]", second)
    one.page.select_option("[name=seat-2]", third)
    for name, value in SHORT.get(game, {}).items():
        one.page.fill(f"[name=option-{name}]", str(value))
    one.press("Open the table")
    one.page.wait_for_selector("#the-table")
    return one.page.url.removeprefix(one.address)


def seat_two(one: Player, two: Player, game: str) -> str:
    """A table of two people and a bot."""
    table = open_table(one, game, "person", "medium")
    two.go(table)
    two.page.fill("[name=name]", "Sven")
    two.press("Sit down")
    for player in (one, two):
        player.page.wait_for_selector("#the-board")
    return table


@pytest.mark.parametrize("game", games())
def test_a_whole_match_by_two_browsers_and_a_bot(players, game):
    """One of them on a phone, someone watches, and there is a reload in the middle."""
    one, two, watcher = players(), players(size=PHONE, is_mobile=True, has_touch=True), players()
    table = seat_two(one, two, game)
    watcher.go(table)
    actions = 0
    while not one.over:
        one.wait(lambda: one.my_turn or two.my_turn or one.over, "The turn")
        for player in (one, two):
            if player.my_turn:
                player.act_by_clicks()
                actions += 1
        if actions in (8, 9):
            reload_in_the_middle(one)
    for player in (one, two, watcher):
        player.page.wait_for_selector("#the-end")
        assert player.page.locator("#the-end h2").inner_text().endswith(("!", "win."))
    assert not watcher.page.locator("#the-bar .choice, #the-words").count()
    look_at_the_replay(watcher, table)


def reload_in_the_middle(one: Player) -> None:
    """Whoever loads the page anew has lost nothing, though the others may have gone on meanwhile."""
    number, log = one.number(), one.log()
    one.page.reload()
    assert one.number() >= number and one.log().endswith(log.splitlines()[-1])


def look_at_the_replay(watcher: Player, table: str) -> None:
    watcher.go(f"{table}/replay?step=1")
    watcher.page.click("text=Next")
    watcher.page.wait_for_function("() => location.search.includes('step=2')")
    watcher.page.wait_for_function("() => document.querySelector('h1').innerText.includes('step 2 of')")
    last = watcher.page.locator("[data-replay] input[name=step]").get_attribute("max")
    watcher.go(f"{table}/replay?step={last}")  # an address that someone was sent
    assert f"step {last} of {last}" in watcher.page.locator("h1").inner_text()


@pytest.mark.parametrize("game", games())
def test_the_keyboard_alone_plays_a_whole_match(players, game):
    one = players(reduced_motion="reduce")
    open_table(one, game, "medium", "medium" if games()[game].players.start > 2 else "")
    while not one.over:
        one.wait(lambda: one.my_turn or one.over, "The turn")
        if one.my_turn:
            one.act_by_keys()
    one.page.wait_for_selector("#the-end")


def test_three_clicks_from_the_first_page_to_the_first_move(players):
    one = players()
    one.play_now("rush")  # the first click
    one.wait(lambda: one.my_turn, "The turn")
    before = one.number()
    one.page.locator("#pile").click()  # the second
    one.wait(lambda: one.number() > before, "The move")


@pytest.mark.parametrize("game", games())
def test_a_reload_changes_nothing(players, game):
    one = players()
    one.play_now(game)
    one.wait(lambda: one.my_turn, "The turn")
    one.act_by_clicks()
    one.wait(lambda: one.my_turn, "The next turn")
    number, log = one.number(), one.log()
    one.page.reload()
    assert one.number() == number and one.log() == log
    one.act_by_clicks()


@pytest.mark.parametrize("game", games())
def test_two_tabs_on_one_seat_show_the_same_and_a_stale_click_is_refused(players, game):
    one = players(forgiven=("ERR_FAILED", "409"))
    table = one.play_now(game)
    one.wait(lambda: one.my_turn, "The turn")
    asleep = one.new_page()
    asleep.route("**/stream*", lambda route: route.abort())  # this tab doesn't hear of anything
    asleep.goto(one.address + table)
    second = one.new_page()
    second.goto(one.address + table)
    one.act_by_clicks()
    number = one.number()
    second.wait_for_function("number => +document.querySelector('[name=number]').value >= number", arg=number)
    one.wait(lambda: one.my_turn, "The next turn")
    one.wait(lambda: second.locator("#the-log").inner_text() == one.log(), "The same log")
    number = one.number()
    asleep.locator("#the-bar button.choice, #the-bar .confirm").first.evaluate(
        "button => button.form.requestSubmit(button)"
    )
    asleep.wait_for_selector(".refusal")
    assert "moved on" in asleep.locator(".refusal").inner_text() and one.number() == number


@pytest.mark.parametrize("game", games())
def test_an_action_whose_answer_was_lost_is_sent_again_and_done_once(players, house, game):
    one = players(forgiven=("ERR_FAILED",))
    table = one.play_now(game)
    one.wait(lambda: one.my_turn, "The turn")
    posts: list[tuple[int, str]] = []

    def lose_the_first_answer(route):
        answer = route.fetch()
        posts.append((answer.status, route.request.post_data))
        if len(posts) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    one.page.route("**/act", lose_the_first_answer)
    one.act_by_clicks()
    one.wait(lambda: len(posts) == 2, "The action, sent again")
    assert [status for status, _ in posts] == [204, 204] and posts[0][1] == posts[1][1]
    assert [entry.seat for entry in house.log(table)].count(0) == 1
    assert not one.page.locator(".refusal").count()


def test_a_double_click_is_one_action(players):
    one = players()
    one.play_now("rush")
    one.wait(lambda: one.my_turn, "The turn")
    one.answers.clear()
    one.page.locator("#pile").dblclick()
    one.wait(lambda: "You draw" in one.log() and one.answers, "The move")
    assert one.answers == [204] and one.log().count("You draw") == 1


def test_a_killed_house_goes_on_without_a_reload_and_without_a_double_move(browser, served_house):
    """All four games at once: what was clicked while the house was down is done once when it is up again."""
    with guests(browser, served_house.address) as come:
        people = {game: come(forgiven=("ERR_",)) for game in games()}  # that nobody answers is no fault of the page
        for game, one in people.items():
            one.play_now(game)
            one.page.evaluate("window.stayed = true")
        for one in people.values():
            one.wait(lambda one=one: one.my_turn, "The turn", 120)
        questions = {game: one.question() for game, one in people.items()}
        logs = {game: one.log() for game, one in people.items()}
        served_house.kill()
        for one in people.values():
            one.answers.clear()
            one.send_by_clicks()
        served_house.open()
        for game, one in people.items():
            asked = questions[game]
            one.wait(lambda one=one, asked=asked: one.question() != asked, "The move after the restart", 120)
            one.wait(lambda one=one: one.answers, "The answer to it")
            one.wait(lambda one=one: one.my_turn or one.over, "The turn after it", 120)
            assert one.answers == [204] and one.page.evaluate("window.stayed"), game
            assert one.log().endswith(logs[game]), game
            one.act_by_clicks()


def test_pieces_glide_to_their_place(players):
    one = players()
    one.play_now("rush")
    one.wait(lambda: one.my_turn, "The turn")
    one.act_by_clicks()
    one.page.evaluate(
        "document.addEventListener('transitionrun', run => {"
        "  if (run.target.matches('#the-board .piece') && run.propertyName == 'transform') window.glided = true })"
    )
    one.act_by_clicks()
    one.wait(lambda: one.page.evaluate("window.glided") is True, "The glide")


def test_people_talk(players):
    one, two = players(), players()
    seat_two(one, two, "rush")
    one.page.fill("#the-words", "Good luck, <all>!")
    one.page.keyboard.press("Enter")
    two.wait(lambda: "Good luck, <all>!" in two.log(), "The words")
    assert one.page.locator("#the-words").input_value() == ""


def test_what_is_half_done_survives_what_the_others_do(players):
    """Words half typed, and a card that was picked up."""
    one, two = players(), players()
    seat_two(one, two, "rush")
    mover, talker = (one, two) if one.my_turn else (two, one)
    mover.wait(lambda: mover.my_turn, "The turn")
    mover.act_by_clicks()
    mover.page.fill("#the-words", "I was about to")
    mover.page.locator("#the-board .piece.lit").first.dispatch_event("click")
    picked = mover.page.locator("#the-board .chosen").get_attribute("id")
    talker.page.fill("#the-words", "Hello")
    talker.page.keyboard.press("Enter")
    mover.wait(lambda: "Hello" in mover.log(), "The words")
    assert mover.page.locator("#the-words").input_value() == "I was about to"
    assert mover.page.locator("#the-board .chosen").get_attribute("id") == picked


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (WIDE, "light")], ids=["phone-dark", "wide-light"])
def test_axe_finds_nothing_and_no_page_is_too_wide(players, size, scheme):
    one = players(size=size, color_scheme=scheme, reduced_motion="reduce", forgiven=("404",))
    pages = ["/", "/mine", "/docs", "/nothing"]
    for game in games():
        table = one.play_now(game)
        one.wait(lambda: one.my_turn, "The turn")
        pages += [f"/rules/{game}", f"/new/{game}", table, f"{table}/replay"]
    for path in pages:
        one.go(path)
        assert one.violations() == [], path
        assert one.sideways() <= 0, f"{path} is {one.sideways()} pixels too wide."


def test_axe_finds_nothing_in_lobby_link_and_end(players):
    one = players(reduced_motion="reduce")
    one.go("/new/rush")
    one.page.fill("[name=option-turn_limit]", "5")
    one.press("Open the table")
    assert one.violations() == []
    table = one.page.url.removeprefix(one.address)
    guest = players(reduced_motion="reduce")
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
    one.page.wait_for_selector("#the-end")
    assert one.violations() == []
