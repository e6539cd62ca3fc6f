"""What the modules of a game offer. A module that fits is one: nothing has to be inherited or registered.

Of the modules themselves `rules`, `events`, `words` and `bots` must be there; `board`, `talk` and `first_words` may be.
What is optional within a module is a protocol of its own here: `isinstance(game.board, Ghosts)` tells whether it is
there.

mypy holds every game on the shelf to these (`tests/kit/test_parts.py`). At load it is looked at once more that nothing
is missing, for games from elsewhere.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from parlour.kit.actions import Actions
    from parlour.kit.drawing import Picture, Piece
    from parlour.kit.events import Gain, Holdings
    from parlour.kit.record import Position
    from parlour.kit.talk import Form, Promise
    from parlour.kit.voice import Voice

Rows = list[tuple[str, str]]  # a label and a text each
Kind = TypeVar("Kind")


class Rules(Protocol):
    """`rules.py`: the position and the verbs, all of them compiled."""

    State: "type[Position]"
    ACTIONS: "Actions"
    SEATS: int  # places in the record
    MOST_CHOICES: int  # the most legal actions that a seat can have

    @property
    def start(self) -> Callable[..., None]:
        """Set up a match: `start(s, players, …)`, the others being the options of the card by their names."""

    def actors(self, s: "Position", /) -> int: ...
    def legal(self, s: "Position", seat: int, out: Any, /) -> int: ...
    def play(self, s: "Position", seat: int, action: int, /) -> None: ...
    def score(self, s: "Position", out: Any, /) -> int: ...
    def hide(self, s: "Position", seat: int, /) -> None: ...
    def guess(self, s: "Position", seat: int, /) -> None: ...
    def sound(self, s: "Position", /) -> bool: ...


class Events(Protocol):
    """`events.py`: what an action brought about, from what a listener knows (see `parlour.kit.events`)."""

    def events(self, before: "Position", after: "Position", seat: int, action: int, /) -> Iterable[Any]: ...
    def holdings(self, s: "Position", /) -> "Holdings": ...
    def gains(self, event: Any, /) -> "Iterable[Gain]": ...


# Words


class Words(Protocol):
    """`words.py`: a game in words, from what the listener knows."""

    def action(self, s: "Position", seat: int, number: int, voice: "Voice", /) -> str: ...
    def why_not(self, s: "Position", seat: int, number: int, voice: "Voice", /) -> str: ...
    def ask(self, s: "Position", voice: "Voice", /) -> str: ...
    def told(self, event: Any, voice: "Voice", /) -> list[str]: ...
    def look(self, s: "Position", voice: "Voice", /) -> Rows: ...
    def result(self, s: "Position", voice: "Voice", /) -> Rows: ...


@runtime_checkable
class Deeds(Protocol):
    """Words that say what an action counts as in a report, whomever it is done to."""

    def deed(self, s: "Position", seat: int, number: int, /) -> str: ...


@runtime_checkable
class Misreads(Protocol):
    """Words that say why what someone typed can't be an action, if they know."""

    def misread(self, text: str, /) -> str | None: ...


class FirstWords(Protocol):
    """`first_words.py`: the words of actions in files of format 1."""

    def action(self, s: "Position", seat: int, number: int, voice: "Voice", /) -> str: ...


# Boards


class Board(Protocol):
    """`board.py`: the position as a picture."""

    def draw(self, s: "Position", voice: "Voice", narrow: bool, /) -> "Picture": ...
    def path(self, s: "Position", seat: int, action: int, /) -> tuple[str, ...]: ...


@runtime_checkable
class Amounts(Protocol):
    """A board with actions that are amounts."""

    def amount(self, s: "Position", seat: int, action: int, voice: "Voice", /) -> tuple[str, int] | None: ...


@runtime_checkable
class Ghosts(Protocol):
    """A board that shows beforehand what an action would do."""

    def foresees(self, action: int, /) -> bool: ...
    def ghost(
        self, s: "Position", seat: int, action: int, voice: "Voice", narrow: bool, /
    ) -> "tuple[Piece, str] | None": ...


# Bots


class Bots(Protocol):
    """`bots.py`: what a sensible player does, compiled."""

    def heuristic(self, s: "Position", seat: int, /) -> int: ...


@runtime_checkable
class Shrewd(Protocol):
    """Bots with a player who is as quick and closer to how players who think behave, for a wary search."""

    def shrewd(self, s: "Position", seat: int, /) -> int: ...


@runtime_checkable
class Hasty(Protocol):
    """Bots with a quicker player for rollouts, where the heuristic takes too long."""

    def hasty(self, s: "Position", seat: int, /) -> int: ...


@runtime_checkable
class Fickle(Protocol):
    """Bots that say whether they leave much to chance."""

    FICKLE: bool


@runtime_checkable
class Foreseeing(Protocol):
    """Bots that know everyone's chance to win, for trials that end after `FAR` moves."""

    FAR: int

    def foresee(self, s: "Position", chances: Any, /) -> bool: ...


@runtime_checkable
class Bargainers(Protocol):
    """Bots of a game with talk: they answer statements and mind promises."""

    def answer(self, statement: Any, s: "Position", seat: int, promises: "Sequence[Promise]", /) -> Any: ...
    def act(self, s: "Position", seat: int, promises: "Sequence[Promise]", /) -> int: ...


# Talk


class Talk(Protocol):
    """`talk.py`: statements among what is said. What one is only the game knows, but it has a `seat` and a `to`."""

    def read(self, seat: int, text: str, names: Sequence[str], /) -> Any: ...
    def write(self, statement: Any, names: Sequence[str], /) -> str: ...
    def promise(self, statement: Any, earlier: Sequence[Any], /) -> Any: ...
    def judge(self, promise: Any, before: "Position", after: "Position", seat: int, number: int, /) -> bool | None: ...
    def forms(self, seat: int, names: Sequence[str], /) -> "list[Form]": ...
    def answers(self, statement: Any, /) -> list[Any]: ...


def checked(module: ModuleType, kind: type[Kind]) -> Kind:
    """A module of a game as the kind of part that it is; refused with a sentence if something is missing."""
    needed: Mapping[str, Any] = {**inspect.get_annotations(kind), **vars(kind)}
    missing = [name for name in needed if not name.startswith("_") and not hasattr(module, name)]
    if missing:
        raise TypeError(
            f"{module.__name__} lacks {', '.join(missing)}: parlour.kit.parts.{kind.__name__} says what it must offer."
        )
    return module  # type: ignore[return-value]
