"""A table in the terminal: one person among bots, shown only what that seat knows."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from parlour.bots.roster import MOST_ITERATIONS, minds, think
from parlour.bots.searcher import ponder
from parlour.kit import talk
from parlour.kit.luck import fresh
from parlour.kit.match import Match, tell
from parlour.kit.mistake import Mistake
from parlour.kit.notation import find_action, save
from parlour.kit.voice import Voice
from parlour.terminal.screen import make_console, painted, rows

HELP = "a number or words · Enter: the only move · h: hint · u: undo · say …: talk · ?: rules · q: quit"
HINT_SECONDS = 1.0
BEST_FEW = 6


def advice(match: Match, seat: int, seconds: float) -> Table:
    """What a search thinks of a seat's choices: how often it tried each, what it expects, how it would go on."""
    thought = ponder(match.game, match.view(seat), seat, fresh(), MOST_ITERATIONS, seconds, match.names)
    title = f"{thought.iterations:,} guessed worlds, {thought.moves:,} moves in {thought.seconds:.1f} s"
    table = Table("move", "tried", "value", "and then", title=title, title_justify="left")
    for one in thought.candidates[:BEST_FEW]:
        tried = f"{one.visits / max(1, thought.iterations):.0%}"
        value = f"{one.value:.2f}" if one.visits else ""
        table.add_row(painted(match.in_words(seat, one.action)), tried, value, painted("; ".join(one.line[1:])))
    return table


class Leave(Exception):
    """The person has left the table."""


class Terminal:
    """Shows a match to the person at one seat, asks for their moves, and lets the bots play the others."""

    def __init__(self, match: Match, seat: int, file: Path | None = None, console: Console | None = None) -> None:
        self.match = match
        self.seat = seat
        self.file = file
        self.console = console or make_console()
        self.words = match.game.words
        self.voice = Voice(match.names, seat, marks=True)

    def run(self) -> None:
        """Play until the match is over or the person leaves."""
        try:
            while not self.match.over:
                if self.seat in self.match.to_act:
                    self.take_turn()
                else:
                    self.let_bot_play(self.match.to_act[0])
        except (Leave, EOFError, KeyboardInterrupt):
            self.leave()
            return
        self.show_end()

    # The others

    def let_bot_play(self, seat: int) -> None:
        bot = self.match.seats[seat].bot
        assert bot, "Nobody is there to play this seat."
        dice = self.match.dice or fresh
        if minds(bot, self.match):
            self.act(seat, talk.action(self.match, seat, dice()))
        else:
            self.act(seat, think(self.match.game, bot, self.match.view(seat), seat, dice()))

    def act(self, seat: int, action: int) -> None:
        """Play an action and tell what happened."""
        before = self.match.position
        played = self.match.act(seat, action)
        for sentence in tell(self.match, before, played, self.voice):
            self.console.print(painted(f"  {sentence}"), style=None if seat == self.seat else "dim")

    def say(self, words: str) -> None:
        """Say something to all, and hear what the bots answer."""
        self.match.say(self.seat, words)
        asked = len(self.match.entries)
        answers = [(seat, talk.reply(self.match, seat)) for seat, one in enumerate(self.match.seats) if one.bot]
        for seat, answer in answers:
            if answer:
                self.match.say(seat, answer)
        for entry in self.match.entries[asked - 1 :]:
            for sentence in tell(self.match, self.match.position, entry, self.voice):
                self.console.print(painted(f"  {sentence}"))

    # The person

    def take_turn(self) -> None:
        """Show the table, then ask until the person has moved."""
        self.show()
        while True:
            if self.answer(self.choices(), self.console.input("[bold]> [/]").strip()):
                return

    def choices(self) -> list[int]:
        """This seat's legal actions, alike ones together."""
        return sorted(self.match.choices(self.seat))

    def answer(self, choices: list[int], text: str) -> bool:
        """Do what the person typed; say whether the position has changed."""
        if text == "?":
            self.console.print(Markdown(self.match.game.rulebook))
        elif text.lower() in ("h", "hint"):
            self.console.print(advice(self.match, self.seat, HINT_SECONDS))
        elif text.lower().startswith("say "):
            self.try_to(lambda: self.say(text[4:].strip()))
        elif text.lower() in ("q", "quit", "exit"):
            raise Leave
        elif text.lower() in ("u", "undo"):
            return self.try_to(lambda: self.match.undo(self.seat))
        elif not text and len(choices) > 1:
            self.show()
        else:
            return self.try_to(lambda: self.act(self.seat, self.meant(choices, text)))
        return False

    def try_to(self, do: Callable[[], None]) -> bool:
        try:
            do()
        except Mistake as mistake:
            self.console.print(str(mistake), style="yellow", markup=False)
            return False
        return True

    def meant(self, choices: list[int], text: str) -> int:
        """The action that a number, words or the beginning of words mean."""
        if not text:
            return choices[0]
        if text.isdigit():
            if 1 <= int(text) <= len(choices):
                return choices[int(text) - 1]
            raise Mistake(f"Choose a number from 1 to {len(choices)}.")
        wanted = " ".join(text.lower().split())
        begun = [a for a in choices if self.match.in_words(self.seat, a).lower().startswith(wanted)]
        return begun[0] if len(begun) == 1 else find_action(self.match, self.seat, text)

    # What is shown

    def show(self) -> None:
        """The table as this seat knows it, what is asked, and the numbered choices."""
        view = self.match.view(self.seat)
        self.console.print()
        self.console.print(rows(self.words.look(view, self.voice), self.match.game.title))
        self.console.print(painted(self.words.ask(view, self.voice)), style="bold")
        items = [self.choice(number, action) for number, action in enumerate(self.choices(), 1)]
        self.console.print(Columns(items, padding=(0, 3), column_first=True))
        self.console.print(HELP, style="dim", markup=False, highlight=False)

    def choice(self, number: int, action: int) -> Text:
        words = self.words.action(self.match.view(self.seat), self.seat, action, self.voice)
        return Text.assemble((f"{number:3} ", "bold cyan"), painted(words))

    def show_end(self) -> None:
        """Count the scores, name the winner, and offer to keep the match."""
        view = self.match.view(self.seat)
        _, leaders = self.match.game.verbs.standing(view)
        self.console.print()
        self.console.print(rows(self.words.look(view, self.voice), self.match.game.title))
        self.console.print(rows(self.words.result(view, self.voice), "The result"))
        self.console.print(painted(self.voice.winners(leaders)), style="bold")
        if self.file:
            self.keep(self.file)

    def leave(self) -> None:
        name = f"{self.match.game.name}-{datetime.now():%Y%m%d-%H%M%S}.parlour"
        self.console.print()
        self.keep(self.file or Path(name))

    def keep(self, file: Path) -> None:
        save(self.match, file)
        more = "Look at it again" if self.match.over else "Go on"
        command = f"parlour replay {file}" if self.match.over else f"parlour play --resume {file}"
        self.console.print(f"The match is in {file}. {more} with: {command}", markup=False, highlight=False)
