"""What the terminal looks like: pieces painted in their colours, rows in a frame."""

from rich.console import Console
from rich.highlighter import NullHighlighter
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from parlour.kit.sentences import SHAPES, parts

COLOURS = {
    "red": "bold red1",
    "blue": "bold dodger_blue1",
    "yellow": "bold yellow1",
    "green": "bold green3",
    "orange": "bold dark_orange",
    "purple": "bold medium_purple1",
    "violet": "bold medium_purple1",
}


def make_console(**settings: bool) -> Console:
    return Console(highlighter=NullHighlighter(), **settings)  # type: ignore[arg-type]


def painted(sentence: str) -> Text:
    """A sentence with what it mentions in its colour, after its sign."""
    text = Text()
    for part in parts(sentence):
        if isinstance(part, str):
            text.append(part)
        else:
            sign = f"{SHAPES[part.sign]} " if part.sign in SHAPES else ""
            text.append(f"{sign}{part.name}", "bold" if part.kind == "player" else COLOURS.get(part.colour, ""))
    return text


def rows(lines: list[tuple[str, str]], title: str) -> Panel:
    """Rows of label and text in a frame."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for label, line in lines:
        grid.add_row(painted(label), painted(line))
    return Panel(grid, title=title, title_align="left", border_style="dim")
