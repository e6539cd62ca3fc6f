"""A real browser for the tests and the pictures: Debian's Chromium, driven by Playwright."""

import shutil
import time
from pathlib import Path

AXE = Path(__file__).parent / "vendor" / "axe-4.14.0.min.js"
OFF = ("gpu", "quic", "background-networking", "component-update", "sync", "dev-shm-usage")
FLAGS = ["--headless", "--no-sandbox", "--no-first-run", *(f"--disable-{what}" for what in OFF)]
PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1440, "height": 900}
PATIENCE = 60  # seconds until something that must come is missed; a busy machine may take some of them
STEPS = 8  # that one action takes at most
MOST_KEYS = 80  # to get from anywhere to something that can be chosen

ARROWS = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Tab")
FOLD = "#the-bar details:not([open]) > summary"

# Questions to the page
ASKED = "() => document.querySelector('#the-end') ? 'nothing' : document.querySelector('[name=asked]').value"
PICKED = "() => [...document.querySelectorAll('#the-board .chosen')].map(piece => piece.id).join(' ')"
SENDING = "document.querySelector('#the-table.sending')"
REFUSED = "document.querySelector('#the-bar .refusal')"
STEPPED = f"([asked, picked]) => {REFUSED} || ({ASKED})() != asked || (!{SENDING} && ({PICKED})() != picked)"
CLICK_NEXT_PIECE = """() => {
  const piece = document.querySelector('#the-board .piece.lit:not(.chosen)');
  piece?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  return Boolean(piece);
}"""
FOCUSED = """() => {
  const here = document.activeElement;
  if (here.matches('#the-board .piece[tabindex="0"]:not(.chosen), #the-bar .confirm, #the-bar .choice:not(fieldset)'))
    return 'wanted';
  return here.matches('#the-board .piece') ? 'board' : here.matches('FOLD') ? 'fold' : 'elsewhere';
}""".replace("FOLD", FOLD)


def chromium() -> str | None:
    """Where the browser is, if there is one."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Player:
    """Someone at a table in the browser.

    All that goes wrong in a page is kept in `faults`, what was asked of other hosts in `foreign`, and the status of
    every answer to an order in `answers`. What a test breaks on purpose, it names in `forgiven`.
    """

    def __init__(self, browser, address: str, size=None, forgiven: tuple[str, ...] = (), **more) -> None:
        self.address = address
        self.forgiven = forgiven
        self.context = browser.new_context(viewport=size or WIDE, **more)
        self.faults: list[str] = []
        self.foreign: list[str] = []
        self.answers: list[int] = []
        self.page = self.new_page()

    def new_page(self):
        page = self.context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.extend([said.text] if said.type == "error" else []))
        page.on("request", lambda sent: self.foreign.extend([] if sent.url.startswith(self.address) else [sent.url]))
        page.on("response", lambda answer: self.answers.extend([answer.status] * (answer.request.method == "POST")))
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
    def failed(self) -> list[str]:
        return [fault for fault in self.faults if not any(words in fault for words in self.forgiven)]

    @property
    def over(self) -> bool:
        return self.page.locator("#the-end").count() > 0

    @property
    def my_turn(self) -> bool:
        return self.page.locator("#the-table.my-turn").count() > 0

    def wait(self, until, what: str, seconds: float = PATIENCE) -> None:
        """Look again and again, as people do."""
        limit = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < limit, f"{what} never came.{self.shown()}"
            self.page.wait_for_timeout(20)

    def shown(self) -> str:
        """What the page says just now, for whoever has to find out what went wrong."""
        return f"\n{self.page.url}: {self.page.locator('#the-bar').inner_text()}\n{self.faults}"

    def number(self) -> int:
        return int(self.page.locator("#the-table > input[name=number]").get_attribute("value"))

    def question(self) -> str:
        """The number of the question that the page asks, or `nothing` at the end."""
        return self.page.evaluate(ASKED)

    def log(self) -> str:
        return self.page.locator("#the-log").inner_text()

    def chosen(self) -> int:
        """How many pieces are picked so far for an action of several steps."""
        return self.page.locator("#the-board .chosen").count()

    def act_by_clicks(self) -> None:
        """One action by the mouse: follow lit pieces as far as they lead, or take the first button."""
        self._act(self._click)

    def act_by_keys(self) -> None:
        """One action by the keyboard alone: go to the board or the bar, Enter, until something has happened."""
        self._act(self._key)

    def send_by_clicks(self) -> None:
        """The same while nobody answers: until it is on its way."""
        for _ in range(STEPS):
            if self.page.evaluate(f"() => Boolean({SENDING})"):
                return
            self._click()
        raise AssertionError(f"{STEPS} clicks sent nothing.{self.shown()}")

    def _act(self, step) -> None:
        asked = self.question()
        for _ in range(STEPS):
            picked = self.page.evaluate(PICKED)
            step()
            self.page.wait_for_function(STEPPED, arg=[asked, picked], polling=20)
            assert not self.page.evaluate(f"() => Boolean({REFUSED})"), f"That was refused.{self.shown()}"
            if self.question() != asked:
                return
        raise AssertionError(f"{STEPS} steps made no action.{self.shown()}")

    def _click(self) -> None:
        # Pieces may lie on one another, so the event goes to the one that is meant.
        if self.page.evaluate(CLICK_NEXT_PIECE):
            return
        button = self.page.locator("#the-bar .confirm:visible, #the-bar .choice:not(fieldset):visible").first
        fold = self.page.locator(f"{FOLD}:visible").first
        self.wait(lambda: button.count() or fold.count(), "Something to click")
        while not button.count():
            fold.click()
        button.click()

    def _key(self) -> None:
        for step in range(MOST_KEYS):
            at = self.page.evaluate(FOCUSED)
            if at == "wanted":
                self.page.keyboard.press("Enter")
                return
            keys = {"board": ARROWS[step % len(ARROWS)], "fold": "Enter"}
            self.page.keyboard.press(keys.get(at, "Tab"))
        raise AssertionError(f"{MOST_KEYS} keys reached nothing that can be chosen.{self.shown()}")

    def violations(self) -> list[str]:
        """What axe finds on this page."""
        self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        return [f"{one['id']}: {one['help']} at {[node['target'] for node in one['nodes'][:3]]}" for one in found]

    def sideways(self) -> int:
        """How many pixels the page is wider than the screen."""
        return self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def close(self) -> None:
        self.context.close()
