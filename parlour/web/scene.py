"""What all eyes see alike of one version of a table, and what was drawn of it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from parlour.kit.talk import Form, Mark
from parlour.web.table import Table


class SeatShown(NamedTuple):
    """A seat as all see it: who has it, whether they are there, and what became of their promises."""

    name: str
    colour: str
    free: bool
    away: bool
    bot: str | None
    stand_in: str | None
    promised: tuple[tuple[str, int], ...]

    @property
    def player(self) -> str | None:
        return self.bot or self.stand_in


class PromiseCard(NamedTuple):
    """A promise as it lies on the table: who gave it to whom, its words, and what became of it."""

    number: int  # of the entry that made it
    colour: str
    giver: str
    receiver: str
    words: str
    mark: str


class Unanswered(NamedTuple):
    """Something said to a seat that waits for its word, with what it may answer."""

    seat: int
    colour: str
    speaker: str
    words: str
    answers: tuple[str, ...]


class Talked(NamedTuple):
    """All that is about talk: the promises on their cards, what waits for a seat's answer, and what it can state."""

    at: str
    seated: bool
    cards: tuple[PromiseCard, ...] = ()
    waiting: tuple[Unanswered, ...] = ()
    forms: tuple[Form, ...] = ()


@dataclass
class Scene:
    """One version of a table."""

    version: int
    acting: tuple[int, ...]
    places: tuple[SeatShown, ...]
    frames: dict[tuple[int, bool, bool, bool], list[str]] = field(default_factory=dict)  # as lines
    talks: dict[int, tuple[Talked, list[str]]] = field(default_factory=dict)  # of each seat what was drawn last


def scene_of(table: Table, before: Scene | None) -> Scene:
    """The scene that a table shows now: a new one if the one before is of another version."""
    if before and before.version == table.version:
        return before
    acting = tuple(table.match.to_act) if table.match else ()
    return Scene(table.version, acting, seats_shown(table), talks=before.talks if before else {})


def seats_shown(table: Table) -> tuple[SeatShown, ...]:
    """All seats of a table."""
    promised = Counter((one.statement.seat, one.mark) for one in table.promises()) if table.match else Counter()
    return tuple(
        SeatShown(
            place.name,
            place.colour,
            place.free,
            place.away,
            place.bot,
            place.stand_in,
            tuple((mark.value, count) for mark in Mark if (count := promised[seat, mark])) if promised else (),
        )
        for seat, place in enumerate(table.places)
    )
