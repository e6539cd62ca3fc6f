"""Who is spoken of, and to whom: "You take" for the one who listens, "Anna takes" for the rest.

>>> voice = Voice(["Anna", "Bruno"], listener=0)
>>> voice.does(0, "passes"), voice.does(1, "has"), voice.whose(0), voice.whose(1)
('You pass', 'Bruno has', 'your', "Bruno's")
>>> voice.list_of(["a", "b", "c"])
'a, b and c'
"""

import re
from collections.abc import Iterable

from parlour.kit.game import SPECTATOR

# The colour of each seat where nobody chose another, in the order of `parlour.kit.drawing.COLOURS`.
SEAT_COLOURS = ("red", "blue", "yellow", "green", "purple", "orange", "teal", "rose")
SIGNS = dict(zip(SEAT_COLOURS, "▲●★■◆⬟✚♥", strict=True))  # of the colours, as one types them

# What a terminal or a page would obey instead of showing it: controls, overrides of the direction of writing, and
# halves of characters, which can't even be written down. Joiners stay: some scripts and emoji are made of them.
UNSEEN = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

IRREGULAR = {"has": "have", "is": "are", "does": "do", "goes": "go"}


class Voice:
    """The names and colours at a table, and the seat that is told the story; a value, so what it told can be kept."""

    def __init__(self, names: Iterable[str], listener: int = SPECTATOR, colours: Iterable[str] = SEAT_COLOURS) -> None:
        self.names = tuple(names)
        self.listener = listener
        self.colours = tuple(colours)
        self._value = self.names, listener, self.colours, self.colours is SEAT_COLOURS

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Voice) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def who(self, seat: int) -> str:
        return "You" if seat == self.listener else self.names[seat]

    def whom(self, seat: int) -> str:
        return "you" if seat == self.listener else self.names[seat]

    def whose(self, seat: int) -> str:
        return "your" if seat == self.listener else f"{self.names[seat]}'s"

    def does(self, seat: int, verb: str) -> str:
        """Who and what: the verb is given as for someone else, "takes"."""
        return f"{self.who(seat)} {plain(verb) if seat == self.listener else verb}"

    @staticmethod
    def list_of(things: Iterable[str]) -> str:
        *most, last = things
        return f"{', '.join(most)} and {last}" if most else last


def plain(verb: str) -> str:
    """ "takes" as one says it to "you"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes")) else verb[:-1]


def upper_first(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def readable(text: str) -> str:
    """What someone wrote, on one line and without what can't be seen.

    >>> readable("Hello \\x1b[2J\\n  Łukasz \\u202e👪")
    'Hello [2J Łukasz 👪'
    """
    return " ".join(UNSEEN.sub("", text).split())
