"""Takes the pictures of the house's pages for the documents, in a real browser: `make pictures`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from parlour import games
from tests.web.browsing import FLAGS, PHONE, WIDE, Player, chromium
from tests.web.conftest import RunningHouse

PICTURES = Path(__file__).parent / "pictures"
MOVES = 10  # of the person, before the picture of a table is taken


def take(player: Player, name: str) -> None:
    player.page.wait_for_timeout(400)
    player.page.screenshot(path=PICTURES / f"{name}.png")


def table(player: Player, game: str) -> str:
    """A table in the middle of a match, with the turn at the person."""
    address = player.play_now(game)
    for _ in range(MOVES):
        player.wait(lambda: player.my_turn or player.over, "The turn", 60)
        if player.over:
            break
        player.act_by_clicks()
    player.wait(lambda: player.my_turn or player.over, "The turn", 60)
    return address


def main() -> None:
    if not chromium():
        sys.exit("The pictures of the house need Chromium; on Debian: apt install chromium.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        house = RunningHouse(f"sqlite:///{folder}/house.sqlite")
        house.wait_until_compiled()
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        for size, scheme, kind in ((WIDE, "dark", "wide"), (PHONE, "light", "phone")):
            player = Player(browser, house.address, size=size, color_scheme=scheme)
            player.go("/")
            take(player, f"home-{kind}")
            for game in games():
                address = table(player, game)
                take(player, f"{game}-table-{kind}")
                player.go(f"{address}/replay?step=5")
                take(player, f"{game}-replay-{kind}")
                player.go(f"/new/{game}")
                take(player, f"{game}-set-up-{kind}")
                player.go(f"/rules/{game}")
                take(player, f"{game}-rules-{kind}")
            player.go("/mine")
            take(player, f"mine-{kind}")
            player.close()
        browser.close()
        house.close()


if __name__ == "__main__":
    main()
