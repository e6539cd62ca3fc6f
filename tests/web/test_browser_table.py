"""What a person sees and does at a table in a real browser: tabs, amounts, ghosts, statements, a log that points."""

import pytest

from tests.web.browsing import PHONE, Player
from tests.web.test_browser import browser, players, seat_two

__all__ = ["browser", "players"]  # the fixtures of the other browser tests

pytestmark = pytest.mark.flaky(reruns=2)  # a browser on a busy machine may be too late once, not three times


def turn(player: Player) -> None:
    player.wait(lambda: player.my_turn or player.over, "The turn", 60)


def asked(player: Player) -> str:
    return player.page.locator("#the-ask").inner_text()


def play_until(player: Player, game: str, *words: str) -> None:
    """Play until something is asked in these words, in another match if one ends before."""
    player.play_now(game)
    for _ in range(200):
        turn(player)
        if all(word in asked(player) for word in words):
            return
        if player.over:
            player.play_now(game)
        else:
            player.act_by_clicks()
    raise AssertionError(f"“{words}” was never asked.")


def ids(player: Player, pieces: str) -> list[str]:
    return player.page.locator(f"#the-board {pieces}").evaluate_all("found => found.map(piece => piece.id)")


# Phone


@pytest.mark.parametrize("game", ["intrigue", "crystallia"])
def test_on_a_phone_log_and_talk_are_behind_tabs_and_the_bar_is_low(players, game):
    one = players(size=PHONE, is_mobile=True, has_touch=True)
    one.play_now(game)
    turn(one)
    seen = {
        tab: [one.page.locator(part).is_visible() for part in ("#the-board", "#the-log", "#the-words")]
        for tab in ("board", "log", "talk")
        if one.page.locator(f"#the-tab-{tab}").check(force=True) is None
    }
    assert seen == {"board": [True, False, False], "log": [False, True, False], "talk": [False, True, True]}
    one.page.locator("#the-tab-log").focus()
    one.page.keyboard.press("ArrowLeft")
    assert one.page.locator("#the-board").is_visible(), "The tabs go by keys, too."
    if ids(one, ".lit"):
        assert one.page.locator("#the-bar").bounding_box()["height"] < PHONE["height"] * 0.25
    assert one.sideways() <= 0 and one.violations() == []


def test_on_a_phone_something_that_may_be_clicked_is_in_sight(players):
    one = players(size=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    one.play_now("chandelier")
    in_sight = """[...document.querySelectorAll("#the-board .piece.lit")].some(piece => {
        const box = piece.getBoundingClientRect()
        return box.top >= 0 && box.bottom <= document.getElementById("the-bar").getBoundingClientRect().top
    })"""
    lit = 0
    for _ in range(20):
        turn(one)
        if one.over:
            break
        if ids(one, ".lit"):
            lit += 1
            one.wait(lambda: one.page.evaluate(in_sight), "A lit piece")
        one.act_by_clicks()
    assert lit


# Amounts


def test_an_amount_goes_by_steps_and_is_told_in_words(players):
    one = players()
    play_until(one, "intrigue", "bribe")
    stepper = one.page.locator(".stepper:visible")
    words, amounts = stepper.locator("output"), stepper.locator("option").all_inner_texts()
    assert words.inner_text() == amounts[0] and words.inner_text().startswith("Bribe 1,000 for the ")
    for key, place in (("+", 1), ("+5 more", 6), ("−", 5), ("Most", len(amounts) - 1), ("Least", 0)):
        button = stepper.get_by_role("button", name={"+": "More", "−": "Less"}.get(key, key), exact=True)
        button.focus()
        one.page.keyboard.press("Enter")
        assert words.inner_text() == amounts[place]
    stepper.get_by_role("button", name="More", exact=True).click()
    one.page.fill("#the-words", "One moment")
    one.page.press("#the-words", "Enter")
    one.wait(lambda: "One moment" in one.page.locator("#the-log").inner_text(), "The words")
    assert words.inner_text() == amounts[1], "What was set stays when others talk."
    stepper.get_by_role("button", name="Confirm").click()
    one.wait(lambda: "with 2,000 for your" in one.page.locator("#the-log").inner_text(), "The bribe")


# Ghosts


def test_a_ghost_shows_the_stone_and_what_it_would_bring_and_a_chosen_square_is_let_go(players):
    one = players()
    play_until(one, "crystallia", "lay the")
    first = ids(one, ".lit")[0]
    one.page.locator(f"#{first}").dispatch_event("click")
    second = next(id_ for id_ in ids(one, ".lit") if id_ != first)
    one.page.locator(f"#{second}").focus()
    one.page.wait_for_selector("#the-board .ghost", state="attached")
    assert one.page.locator("#the-gain").inner_text().endswith(".")
    one.page.locator(f"#{first}").dispatch_event("click")
    assert one.chosen() == 0 and one.page.locator("#the-board .ghost").count() == 0


def test_the_squares_of_a_double_are_let_go_as_well(players):
    one = players()
    play_until(one, "crystallia", "lay the", "double")
    first = ids(one, ".lit")[0]
    number = one.number()
    for chosen in (1, 0, 1):
        one.page.locator(f"#{first}").dispatch_event("click")
        assert one.chosen() == chosen
    one.page.locator(f"#{next(id_ for id_ in ids(one, '.lit') if id_ != first)}").dispatch_event("click")
    one.wait(lambda: one.number() > number, "The stone")


# The log


def test_lines_of_the_log_point_at_their_pieces_by_mouse_and_keys_also_after_a_reload(players):
    one = players()
    play_until(one, "crystallia", "lay the")
    one.page.locator("#the-log li").first.hover()
    one.page.wait_for_selector("#the-board .pointed", state="attached")
    pointed = ids(one, ".pointed")
    assert any(id_.startswith("stone-") for id_ in pointed)
    one.page.reload()
    one.page.locator("#the-log").focus()
    one.page.keyboard.press("ArrowDown")
    one.page.wait_for_selector("#the-board .pointed", state="attached")
    assert ids(one, ".pointed") == pointed
    one.page.locator("#the-ask").hover()
    one.page.wait_for_selector("#the-board .pointed", state="detached")


# Statements


def test_a_statement_is_filled_in_and_answered_with_a_click(players):
    one, two = players(), players()
    seat_two(one, two, "intrigue")
    one.page.get_by_text("Make a statement").click()
    one.page.get_by_text("Demand a bribe").click()
    demand = one.page.locator("details.form[open]")
    demand.locator("[name=to]").select_option("Sven")
    demand.locator("[name=amount]").evaluate("field => { field.type = 'text'; field.value = '8,500' }")
    demand.get_by_role("button", name="Say it").click()
    one.page.wait_for_selector("#the-talk .refusal")
    assert "in steps of 1,000" in one.page.locator("#the-talk .refusal").inner_text()
    assert demand.locator("[name=amount]").input_value() == "8,500"
    demand.locator("[name=amount]").fill("8,000")
    demand.get_by_role("button", name="Say it").click()
    two.page.get_by_role("button", name="Rosa, I accept.").click()
    for player in (one, two):
        player.page.wait_for_selector("#the-cards .card.open")
        assert player.violations() == []
    assert not two.page.locator(".waiting").count()
    one.faults.clear()  # a refusal is a fault in the browser's eyes
