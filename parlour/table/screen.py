"""What the terminal looks like: pieces painted in their colours, rows in a frame."""

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from parlour.kit.voice import Voice

COLOURS = {
    "red": "bold red1",
    "blue": "bold dodger_blue1",
    "yellow": "bold yellow1",
    "green": "bold green3",
    "orange": "bold dark_orange",
    "purple": "bold medium_purple1",
    "violet": "bold medium_purple1",
}


class PieceHighlighter(RegexHighlighter):
    """Paints the names of colours, with the sign before them, in their colour; the words stay readable without."""

    base_style = "piece."
    highlights = [rf"(?P<{colour}>(?:[^\w\s.,:()] )?\b{colour}\b)" for colour in COLOURS]  # noqa: RUF012


def make_console(**settings: bool) -> Console:
    styles = {f"piece.{colour}": style for colour, style in COLOURS.items()}
    return Console(highlighter=PieceHighlighter(), theme=Theme(styles), **settings)  # type: ignore[arg-type]


def painted(words: str) -> Text:
    """Words with the names of colours painted."""
    return PieceHighlighter()(words)


def rows(lines: list[tuple[str, str]], title: str) -> Panel:
    """Rows of label and text in a frame."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for label, line in lines:
        grid.add_row(Text(label), painted(line))
    return Panel(grid, title=title, title_align="left", border_style="dim")


def winners(leaders: list[int], voice: Voice) -> str:
    """Who has won, in one sentence."""
    if len(leaders) == 1:
        return f"{voice.does(leaders[0], 'wins')}!"
    return f"{Voice.list_of(voice.who(seat) for seat in leaders)} share the win."
