"""A real browser for the tests and the pictures: Debian's Chromium, driven by Playwright."""

import shutil
import time
from pathlib import Path

AXE = Path(__file__).parent / "vendor" / "axe-4.14.0.min.js"
OFF = ("gpu", "quic", "background-networking", "component-update", "sync")
FLAGS = ["--headless", "--no-sandbox", "--no-first-run", *(f"--disable-{what}" for what in OFF)]
PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1440, "height": 900}
STEPS = 6  # that one action takes at most


def chromium() -> str | None:
    """Where the browser is, if there is one."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Player:
    """Someone at a table in the browser. All that goes wrong in a page is kept in `faults`."""

    def __init__(self, browser, address: str, size=None, **more) -> None:
        self.address = address
        self.context = browser.new_context(viewport=size or WIDE, **more)
        self.faults: list[str] = []
        self.foreign: list[str] = []
        self.page = self.new_page()

    def new_page(self):
        page = self.context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.extend([said.text] if said.type == "error" else []))
        page.on("request", lambda sent: self.foreign.extend([] if sent.url.startswith(self.address) else [sent.url]))
        return page

    def press(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def play_now(self, game: str) -> str:
        self.go("/")
        self.page.click(f"form[action='/now/{game}'] button")
        self.page.wait_for_selector("#the-table")
        return self.page.url.removeprefix(self.address)

    @property
    def over(self) -> bool:
        return self.page.locator("#the-end").count() > 0

    @property
    def my_turn(self) -> bool:
        return self.page.locator("#the-table.my-turn").count() > 0

    def wait(self, until, what: str, seconds: float = 20) -> None:
        """Look again and again, as people do."""
        limit = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < limit, f"{what} never came."
            self.page.wait_for_timeout(20)

    def number(self) -> int:
        return int(self.page.locator("#the-table > input[name=number]").get_attribute("value"))

    def act_by_clicks(self) -> None:
        """One action: follow lit pieces as far as they lead, or take the first button."""
        before = self.number()
        for _ in range(STEPS):
            if self.answered(before):
                return
            chosen = self.chosen()
            next_ = self.page.locator("#the-board .piece.lit:not(.chosen)")
            if next_.count():
                next_.first.dispatch_event("click")
            else:
                self.first_button().click()
            self.wait(lambda chosen=chosen: self.answered(before) or self.chosen() != chosen, "The answer to an action")

    def chosen(self) -> int:
        """How many pieces are picked so far for an action of several steps."""
        return self.page.locator("#the-board .chosen").count()

    def answered(self, before: int) -> bool:
        return self.over or self.number() > before

    def first_button(self):
        return self.page.locator("#the-bar .confirm:visible, #the-bar .choice:not(fieldset):visible").first

    def act_by_keys(self) -> None:
        """The same with the keyboard alone: tab to the board or the bar, Enter, until something has happened."""
        before = self.number()
        for _ in range(STEPS):
            if self.answered(before):
                return
            chosen = self.chosen()
            wanted = "#the-board .piece[tabindex='0']:not(.chosen), #the-bar .confirm, #the-bar .choice:not(fieldset)"
            self.tab_to(wanted)
            self.page.keyboard.press("Enter")
            self.wait(lambda chosen=chosen: self.answered(before) or self.chosen() != chosen, "The answer to an action")

    def tab_to(self, wanted: str) -> None:
        """Press arrows and tab until something that is wanted has the focus."""
        for step in range(60):
            if self.page.evaluate("wanted => document.activeElement?.matches?.(wanted)", wanted):
                return
            on_board = self.page.evaluate("document.activeElement?.matches?.('#the-board .piece')")
            keys = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Tab")
            self.page.keyboard.press(keys[step % 5] if on_board else "Tab")
        raise AssertionError(f"The keyboard never reached {wanted}.")

    def violations(self) -> list[str]:
        """What axe finds on this page."""
        self.page.evaluate(AXE.read_text("utf-8"))
        self.page.wait_for_timeout(50)
        found = self.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        return [f"{one['id']}: {one['help']} at {[node['target'] for node in one['nodes'][:3]]}" for one in found]

    def sideways(self) -> int:
        """How many pixels the page is wider than the screen."""
        return self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def close(self) -> None:
        self.context.close()
