"""Draws the pictures of the documents: `make pictures`."""

import io
from pathlib import Path

from rich.console import Console
from rich.highlighter import NullHighlighter
from rich.terminal_theme import TerminalTheme

from parlour import game
from parlour.bots.roster import think
from parlour.kit.luck import seeded
from parlour.kit.match import Match, Seat
from parlour.kit.voice import SEAT_NAMES
from parlour.terminal.table import Terminal

PICTURES = Path(__file__).parent / "pictures"
FELT = TerminalTheme(
    (16, 28, 24),
    (232, 224, 208),
    [(16, 28, 24), (220, 90, 80), (120, 180, 110), (214, 178, 94)] * 2,
)
# Like Rich's own frame, without the font that it would load from elsewhere.
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
<rect fill="#101c18" width="100%" height="100%" rx="10"/>
<g transform="translate({terminal_x}, 24)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">
{matrix}
</g></g></svg>
"""


def terminal(name: str, players: int, seed: int, moves: int) -> None:
    """A match in the terminal after some moves, as its first seat sees it."""
    one, dice = game(name), seeded(seed)
    screen = Console(record=True, width=100, file=io.StringIO(), highlighter=NullHighlighter(), force_terminal=True)
    seats = [Seat(name, "heuristic") for name in ("Guest", *SEAT_NAMES)[:players]]
    match = Match(one, one.setting(players), seats, dice(), dice)
    table = Terminal(match, 0, console=screen)
    while moves > 0 or match.to_act != [0]:
        if moves == players * 2:
            screen.export_text(clear=True)  # show only what happened lately
        seat = match.to_act[0]
        table.act(seat, think(one, "heuristic", match.view(seat), seat, dice()))
        moves -= 1
    table.show()
    screen.save_svg(str(PICTURES / f"{name}-terminal.svg"), theme=FELT, code_format=FRAME, unique_id=name)


if __name__ == "__main__":
    terminal("rush", players=3, seed=11, moves=41)
