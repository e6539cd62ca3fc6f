"""Talk that a game understands: statements among what is said, and what became of the promises.

Whatever is said is free text in the log. A game may have a module `talk` that recognises some of it as statements,
which people can type and bots can answer. It offers:

| function | means |
|---|---|
| `read(seat, text, names)` | the statement that these words of a seat make, or None; it has a `seat` and a `to` |
| `write(statement, names)` | the words of a statement |
| `promise(statement, earlier)` | the promise that a statement makes, given those before it, or None |
| `judge(promise, before, after, seat, number)` | whether an action kept a promise, or None if it is still open |

Bots of such a game may have `answer(statement, view, seat, promises)`, a statement or None, and
`act(view, seat, promises)`, an action that minds what was promised.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from parlour.kit.game import SPECTATOR
from parlour.kit.luck import fresh, give
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


def statement_in(match: "Match", seat: int, text: str) -> Any:
    """What a game understands of something said: a statement, or None."""
    return match.game.talk.read(seat, text, match.names) if match.game.talk else None


def promises(match: "Match") -> list[Promise]:
    """Every promise of a match with what became of it, from the log alone.

    Promises are judged by what a spectator sees, so a mark gives nothing away. To say something can't be undone;
    an action that is taken back has kept and broken nothing.
    """
    from parlour.kit.match import Played, Said, Undone  # which imports this module

    talk = match.game.talk
    if talk is None or not any(isinstance(entry, Said) for entry in match.entries):
        return []
    made: list[Promise] = []
    heard: list[Any] = []
    marks: list[dict[int, Promise]] = []  # before each action that stands
    for number, entry, before, so_far in match.retold():
        match entry:
            case Said(seat, text):
                statement = statement_in(so_far, seat, text)
                promised = statement and talk.promise(statement, heard)
                heard += [statement] if statement else []
                made += [Promise(number, promised)] if promised else []
            case Played():
                marks.append({promise.number: promise for promise in made})
                if any(promise.mark is Mark.OPEN for promise in made):
                    made = [judged(so_far, promise, before, entry, number) for promise in made]
            case Undone():
                earlier = marks.pop()
                made = [earlier.get(promise.number, replace(promise, mark=Mark.OPEN, settled=None)) for promise in made]
    return made


def judged(match: "Match", promise: Promise, before: "Position", played: "Played", number: int) -> Promise:
    """A promise after an action."""
    if promise.mark is not Mark.OPEN:
        return promise
    kept = match.game.talk.judge(promise.statement, *match.witnessed(before, played, SPECTATOR))
    return promise if kept is None else replace(promise, mark=Mark.KEPT if kept else Mark.BROKEN, settled=number)


def told(match: "Match", promise: Promise, voice: Voice) -> str:
    """A promise that was kept or broken, in a sentence."""
    giver, receiver = promise.statement.seat, promise.statement.to
    deed = voice.does(giver, "keeps" if promise.mark is Mark.KEPT else "breaks")
    return f"{deed} a promise to {voice.whom(receiver)}: “{match.game.talk.write(promise.statement, match.names)}”"


# For bots that sit at a table where people talk

MINDFUL = ("heuristic", "medium")  # bots that mind what was promised


def minded(match: "Match", bot: str) -> bool:
    """Whether a bot of that name has something to mind: its game understands talk, and someone has talked."""
    from parlour.kit.match import Said

    return bool(match.game.talk) and bot in MINDFUL and any(isinstance(entry, Said) for entry in match.entries)


def reply(match: "Match", seat: int) -> str | None:
    """What the heuristic bot at a seat answers to the last entry, if that was a statement made to it."""
    from parlour.kit.match import Said

    last = match.entries[-1] if match.entries else None
    answer = getattr(match.game.bots, "answer", None)
    if not isinstance(last, Said) or answer is None:
        return None
    statement = statement_in(match, last.seat, last.text)
    if statement is None or statement.to != seat:
        return None
    answered = answer(statement, match.view(seat), seat, promises(match))
    return match.game.talk.write(answered, match.names) if answered else None


def action(match: "Match", seat: int, luck: "Luck | None" = None) -> int:
    """What the heuristic bot at a seat does, minding what was promised where its game has a talk."""
    view = match.view(seat)
    give(view, luck or fresh())
    act = getattr(match.game.bots, "act", None)
    return int(act(view, seat, promises(match)) if act else match.game.bots.heuristic(view, seat))
