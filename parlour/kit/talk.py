"""Talk that a game understands: statements among what is said, and what became of the promises.

Whatever is said is free text in the log. A game may have a module `talk` that recognises some of it as statements,
which people can type and bots can answer. It offers:

| function | means |
|---|---|
| `read(seat, text, names)` | the statement that these words of a seat make, or None; it has a `seat` and a `to` |
| `write(statement, names)` | the words of a statement |
| `promise(statement, earlier)` | the promise that a statement makes, given those before it, or None |
| `judge(promise, before, after, seat, number)` | whether an action kept a promise, or None if it is still open |
| `forms(seat, names)` | the statements that a seat can make, each as a `Form` to fill in |
| `answers(statement)` | the statements that answer one in a word, if it asks for an answer |

Bots of such a game may have `answer(statement, view, seat, promises)`, a statement or None, and
`act(view, seat, promises)`, an action that minds what was promised.
"""

import string
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from parlour.kit.game import SPECTATOR
from parlour.kit.luck import fresh, give
from parlour.kit.mistake import Mistake
from parlour.kit.parts import Bargainers, Talk
from parlour.kit.voice import Voice

if TYPE_CHECKING:
    from parlour.kit.luck import Luck
    from parlour.kit.match import Match, Played
    from parlour.kit.record import Position


class Mark(Enum):
    """What became of a promise."""

    OPEN = "open"
    KEPT = "kept"
    BROKEN = "broken"


@dataclass(frozen=True)
class Promise:
    """A promise in the log: the entry that made it, what was promised, and the entry that kept or broke it."""

    number: int
    statement: Any
    mark: Mark = Mark.OPEN
    settled: int | None = None


def talk_of(match: "Match") -> Talk:
    """The talk of a match whose game understands some: nobody asks where nothing was understood."""
    assert match.game.talk, f"{match.game.title} has no talk of its own."
    return match.game.talk


def statement_in(match: "Match", seat: int, text: str) -> Any:
    """What a game understands of something said: a statement, or None."""
    return match.game.talk.read(seat, text, match.names) if match.game.talk else None


def statements(match: "Match") -> dict[int, Any]:
    """Every statement of a match, by the number of its entry."""
    from parlour.kit.match import Said  # which imports this module

    said = ((number, entry) for number, entry in enumerate(match.entries, 1) if isinstance(entry, Said))
    made = {number: statement_in(match, entry.seat, entry.text) for number, entry in said}
    return {number: statement for number, statement in made.items() if statement}


def unanswered(match: "Match", seat: int) -> list[tuple[Any, list[Any]]]:
    """What was said to a seat and waits for its word, with the answers in a word: of each other player, the last."""
    last = {}
    for statement in statements(match).values():
        if seat in (statement.seat, statement.to):
            other = statement.to if statement.seat == seat else statement.seat
            last[other] = statement
    waiting = [statement for statement in last.values() if statement.to == seat]
    return [(statement, answers) for statement in waiting if (answers := talk_of(match).answers(statement))]


# Statements as forms


@dataclass(frozen=True)
class Blank:
    """A gap in the words of a form: what it asks for, and what may stand there, some words or a range of amounts."""

    label: str
    choices: tuple[str, ...] | range

    def read(self, given: str) -> str:
        """What was put into the gap, as it is written in the statement."""
        words = " ".join(given.split())
        if isinstance(self.choices, range):
            digits = words.replace(",", "")
            if digits.isdecimal() and int(digits) in self.choices:
                return f"{int(digits):,}"
            first, last, step = self.choices.start, self.choices[-1], self.choices.step
            wanted = f"a number from {first:,} to {last:,} in steps of {step:,}"
        else:
            for choice in self.choices:
                if words.lower() == choice.lower():
                    return choice
            wanted = f"one of {Voice.list_of(self.choices)}"
        what = f"not “{words[:40]}”" if words else "which is missing"
        raise Mistake(f"{self.label}: {wanted}, {what}.")


@dataclass(frozen=True)
class Form:
    """A kind of statement to fill in: its words, with a blank for each name in braces.

    >>> offer = Form("offer", "offer", "{to}, I give you {count}.", {"to": Blank("to", ("Anna",)),
    ...                                                              "count": Blank("how many", range(1, 4))})
    >>> offer.fill({"to": "anna", "count": "2"})
    'Anna, I give you 2.'
    >>> [(words, name) for words, name, _ in offer.parts]
    [('', 'to'), (', I give you ', 'count'), ('.', None)]
    """

    name: str  # of letters and hyphens
    label: str
    words: str
    blanks: Mapping[str, Blank] = field(hash=False)

    @property
    def parts(self) -> list[tuple[str, str | None, Blank | None]]:
        """The words in pieces, each with the blank that follows it."""
        pieces = string.Formatter().parse(self.words)
        return [(words, name, self.blanks[name] if name else None) for words, name, _, _ in pieces]

    def fill(self, given: Mapping[str, str]) -> str:
        """The words with every blank filled in."""
        return self.words.format_map({name: blank.read(given.get(name, "")) for name, blank in self.blanks.items()})


def forms(match: "Match", seat: int) -> list[Form]:
    """The statements that a seat can make."""
    return match.game.talk.forms(seat, match.names) if match.game.talk else []


def worded(match: "Match", seat: int, given: Mapping[str, str]) -> str:
    """What a seat says: its own words, or those of the form that it filled in."""
    wanted = given.get("form")
    if not wanted:
        return given.get("text", "")
    for form in forms(match, seat):
        if form.name == wanted:
            return form.fill(given)
    raise Mistake(f"{match.game.title} has no statement {wanted[:40]!r}.")


# Promises


def promises(match: "Match") -> list[Promise]:
    """Every promise of a match with what became of it, from the log alone.

    Promises are judged by what a spectator sees, so a mark gives nothing away. To say something can't be undone;
    an action that is taken back has kept and broken nothing.
    """
    from parlour.kit.match import Played, Said, Undone  # which imports this module

    promised = promises_made(match)
    if not promised:
        return []
    made: list[Promise] = []
    marks: list[dict[int, Promise]] = []  # before each action that stands
    for number, entry, before, so_far in match.retold():
        match entry:
            case Said():
                made += [Promise(number, promised[number])] if number in promised else []
            case Played():
                marks.append({promise.number: promise for promise in made})
                if any(promise.mark is Mark.OPEN for promise in made):
                    made = [judged(so_far, promise, before, entry, number) for promise in made]
            case Undone():
                earlier = marks.pop()
                made = [earlier.get(promise.number, replace(promise, mark=Mark.OPEN, settled=None)) for promise in made]
    return made


def promises_made(match: "Match") -> dict[int, Any]:
    """What was promised in a match, by the number of the entry that did it."""
    heard: list[Any] = []
    made = {}
    for number, statement in statements(match).items():
        promised = talk_of(match).promise(statement, heard)
        if promised:
            made[number] = promised
        heard.append(statement)
    return made


def judged(match: "Match", promise: Promise, before: "Position", played: "Played", number: int) -> Promise:
    """A promise after an action."""
    if promise.mark is not Mark.OPEN:
        return promise
    kept = talk_of(match).judge(promise.statement, *match.witnessed(before, played, SPECTATOR))
    return promise if kept is None else replace(promise, mark=Mark.KEPT if kept else Mark.BROKEN, settled=number)


def told(match: "Match", promise: Promise, voice: Voice) -> str:
    """A promise that was kept or broken, in a sentence."""
    giver, receiver = promise.statement.seat, promise.statement.to
    deed = voice.does(giver, "keeps" if promise.mark is Mark.KEPT else "breaks")
    return f"{deed} a promise to {voice.whom(receiver)}: “{talk_of(match).write(promise.statement, match.names)}”"


def told_settled(match: "Match", made: list[Promise], number: int, voice: Voice) -> list[str]:
    """In words, the promises that an entry kept or broke."""
    return [told(match, promise, voice) for promise in made if promise.settled == number]


# For bots that sit at a table where people talk


def to_be_minded(match: "Match") -> bool:
    """Whether there is something to mind: the game understands talk, and someone has talked."""
    from parlour.kit.match import Said

    return bool(match.game.talk) and any(isinstance(entry, Said) for entry in match.entries)


def reply(match: "Match", seat: int) -> str | None:
    """What the heuristic bot at a seat answers to the last entry, if that was a statement made to it."""
    from parlour.kit.match import Said

    last, bots, talk = match.entries[-1] if match.entries else None, match.game.bots, match.game.talk
    if not isinstance(last, Said) or not isinstance(bots, Bargainers) or talk is None:
        return None
    statement = statement_in(match, last.seat, last.text)
    if statement is None or statement.to != seat:
        return None
    answered = bots.answer(statement, match.view(seat), seat, promises(match))
    return talk.write(answered, match.names) if answered else None


def action(match: "Match", seat: int, luck: "Luck | None" = None) -> int:
    """What the heuristic bot at a seat does, minding what was promised where its game has a talk."""
    view, bots = match.view(seat), match.game.bots
    give(view, luck or fresh())
    return int(bots.act(view, seat, promises(match)) if isinstance(bots, Bargainers) else bots.heuristic(view, seat))
