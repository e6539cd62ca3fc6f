"""Takes the pictures of the house's pages for the documents, in a real browser: `make pictures`.

Every page, for each game alike, on a wide screen and on a phone, in light and in dark.
"""

import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from parlour import games
from parlour.kit.luck import fresh, give
from parlour.web.table import Table
from tests.web.browsing import FLAGS, Player, chromium
from tests.web.conftest import RunningHouse

PICTURES = Path(__file__).parent / "pictures"
SCREENS = {"wide": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
BRIEFLY = {("wide", "light"), ("phone", "dark")}  # screens for pages that look much the same on the others
MOVES = 12  # of the person, before the picture of a table may be taken
MOMENT = {"chandelier": "buy", "crystallia": "lay the", "intrigue": "bribe", "rush": "play a card"}
SAID = {
    "intrigue": (
        "Anna, put my doctor into the 3,000 area.",
        "Anna, I promise to pay 2,000 for my doctor.",
        "Anna, I promise to pay 40,000 for my clerk.",
        "Anna, I promise to pay 40,000 for my priest.",
        "Bruno, I promise to keep your priest.",
    )
}


def take(page, name: str) -> None:
    """A picture of what is on the screen, in few colours."""
    page.wait_for_timeout(400)
    path = PICTURES / f"{name}.png"
    page.screenshot(path=path)
    with Image.open(path) as shot:
        few = shot.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)  # a quarter of the size


class Visit:
    """One person in a browser of each size and shade, all at the same seat."""

    def __init__(self, browser: Browser, house: RunningHouse) -> None:
        self.house = house
        self.first = Player(browser, house.address, size=SCREENS["wide"], color_scheme="dark")
        self.first.go("/")
        cookies = self.first.context.storage_state()
        self.screens = {
            (kind, scheme): Player(browser, house.address, size=size, color_scheme=scheme, storage_state=cookies)
            for kind, size in SCREENS.items()
            for scheme in ("light", "dark")
        }

    def take(self, path: str, name: str, before=lambda player: None, screens=()) -> None:
        """A page on some screens or on all, after something was done on it."""
        for kind, scheme in screens or self.screens:
            player = self.screens[kind, scheme]
            player.go(path)
            before(player)
            take(player.page, f"{name}-{kind}-{scheme}")
            player.go("/mine")  # so that this page no longer listens to the table

    def table_at(self, path: str) -> Table:
        return self.house.house.tables.live[path.removeprefix("/t/")].table

    def play_to_a_moment(self, game: str) -> str:
        """A table in the middle of a match, with a choice before the person that shows what the game is like."""
        player = self.first
        path = player.play_now(game)
        for words in SAID.get(game, ()):
            player.page.fill("#the-words", words)
            player.page.press("#the-words", "Enter")
            player.wait(lambda words=words: words in player.page.locator("#the-log").inner_text(), "The words")
        for move in range(10 * MOVES):
            player.wait(lambda: player.my_turn or player.over, "The turn", 60)
            if player.over:
                break
            if move >= MOVES and MOMENT[game] in player.page.locator("#the-ask").inner_text():
                return path
            self.act(path)
        return self.play_to_a_moment(game)  # this match was over too soon

    def act(self, path: str) -> None:
        """What a sensible player would do, by the button that means it."""
        player, action = self.first, self.sensible(path)
        before = player.number()
        player.page.evaluate(
            """action => {
                const amount = document.querySelector(`#the-bar option[value="${action}"]`)
                if (amount) amount.selected = true
                const confirm = amount?.closest(".stepper").querySelector(".confirm")
                ;(confirm ?? document.querySelector(`#the-bar button[value="${action}"]`)).click()
            }""",
            action,
        )
        player.wait(lambda: player.over or player.number() > before, "The answer to an action")

    def sensible(self, path: str) -> int:
        table = self.table_at(path)
        view = table.played.view(0)
        give(view, fresh())
        return int(table.game.bots.heuristic(view, 0))

    def lift(self, path: str):
        """Where pieces have ghosts: choose the first piece of a sensible action and point at the second."""
        table, action = self.table_at(path), self.sensible(path)
        steps = table.game.board.path(table.played.view(0), 0, action)

        def before(player: Player) -> None:
            if hasattr(table.game.board, "ghost"):
                first, second = (player.page.locator("#" + step.split("|")[-place]) for place, step in enumerate(steps))
                first.dispatch_event("click")
                second.focus()

        return before

    def finish(self) -> None:
        """A bot plays on for the person until the end."""
        if not self.first.over:
            self.first.press("Leave")
            self.first.wait(lambda: self.first.over, "The end", 120)

    def close(self) -> None:
        for player in (self.first, *self.screens.values()):
            player.close()


def tab(name: str):
    return lambda player: player.page.locator(f"#the-tab-{name}").check(force=True)


def of_game(visit: Visit, game: str) -> None:
    visit.take(f"/new/{game}", f"{game}-set-up", screens=BRIEFLY)
    visit.take(f"/rules/{game}", f"{game}-rules", screens=BRIEFLY)
    path = visit.play_to_a_moment(game)
    visit.take(path, f"{game}-table", visit.lift(path))
    visit.take(path, f"{game}-log", tab("log"), [("phone", "light")])
    visit.take(path, f"{game}-talk", tab("talk"), [("phone", "dark")])
    visit.finish()
    visit.take(path, f"{game}-end", lambda player: player.page.wait_for_timeout(2200))
    visit.take(f"{path}/replay?step={visit.table_at(path).number // 2}", f"{game}-replay", screens=BRIEFLY)


def main(wanted: list[str]) -> None:
    if not chromium():
        sys.exit("The pictures of the house need Chromium; on Debian: apt install chromium.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        house = RunningHouse(f"sqlite:///{folder}/house.sqlite")
        house.wait_until_compiled()
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        visit = Visit(browser, house)
        visit.take("/", "home")
        for game in wanted:
            of_game(visit, game)
        visit.take("/mine", "mine")
        visit.close()
        browser.close()
        house.close()


if __name__ == "__main__":
    main(sys.argv[1:] or list(games()))
