"""Who is spoken of, and to whom: "You take" for the one who listens, "Anna takes" for the rest.

>>> voice = Voice(["Anna", "Bruno"], listener=0)
>>> voice.does(0, "passes"), voice.does(1, "has"), voice.whose(0), voice.whose(1)
('You pass', 'Bruno has', 'your', "Bruno's")
>>> voice.list_of(["a", "b", "c"])
'a, b and c'
"""

import re
from collections.abc import Iterable, Sequence

from parlour.kit.game import SPECTATOR
from parlour.kit.sentences import CLOSING, NEXT, OPENING, SHAPES, Mention, marked

# The colour of each seat where nobody chose another, in the order of `parlour.kit.drawing.COLOURS`.
SEAT_COLOURS = ("red", "blue", "yellow", "green", "purple", "orange", "teal", "rose")
# Each colour of a seat or a crystal has a shape that is its own.
SHAPE_OF = dict(zip(SEAT_COLOURS, SHAPES, strict=False))
SIGNS = {colour: SHAPES[shape] for colour, shape in SHAPE_OF.items()}

# The names of seats that have nobody's own: of bots, and where a match is played just to try something.
SEAT_NAMES = (
    *("Anna", "Bruno", "Cleo", "Dario", "Elif", "Femi", "Gala", "Hugo"),
    *("Ida", "Jonas", "Kira", "Levi", "Mara", "Nico", "Olga", "Pablo"),
)

# What a terminal or a page would obey instead of showing it: controls, overrides of the direction of writing, and
# halves of characters, which can't even be written down. Joiners stay: some scripts and emoji are made of them.
# The marks of our own sentences are nobody else's.
UNSEEN = re.compile(f"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff{OPENING}-{CLOSING}]")

IRREGULAR = {"has": "have", "is": "are", "does": "do", "goes": "go"}


class Voice:
    """The names and colours at a table, and the seat that is told the story; a value, so what it told can be kept."""

    def __init__(
        self,
        names: Iterable[str],
        listener: int = SPECTATOR,
        colours: Iterable[str] = SEAT_COLOURS,
        marks: bool = False,
    ) -> None:
        """With `marks`, what is mentioned is marked in what it says (`parlour.kit.sentences`)."""
        self.names = tuple(names)
        self.listener = listener
        self.colours = tuple(colours)
        self.marks = marks
        self._value = self.names, listener, self.colours, self.colours is SEAT_COLOURS, marks

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Voice) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def mention(self, kind: str, text: str, colour: str = "", sign: str = "", piece: str = "") -> str:
        """Words that name something on the table; how it looks there and where is for those who show it."""
        return marked(Mention(kind, text, colour, sign, piece)) if self.marks else text

    def player(self, seat: int, text: str) -> str:
        """Words for a player."""
        if not self.marks:
            return text
        return self.mention("player", text, self.colours[seat], upper_first(self.names[seat])[:1], f"player-{seat}")

    def who(self, seat: int) -> str:
        return self.player(seat, "You" if seat == self.listener else self.names[seat])

    def whom(self, seat: int) -> str:
        return self.player(seat, "you" if seat == self.listener else self.names[seat])

    def whose(self, seat: int) -> str:
        return self.player(seat, "your" if seat == self.listener else f"{self.names[seat]}'s")

    def does(self, seat: int, verb: str) -> str:
        """Who and what: the verb is given as for someone else, "takes"."""
        return f"{self.who(seat)} {self.verb(seat, verb)}"

    def verb(self, seat: int, verb: str) -> str:
        """The verb alone, as it goes with who does it."""
        return as_to_you(verb) if seat == self.listener else verb

    @staticmethod
    def list_of(things: Iterable[str]) -> str:
        *most, last = things
        return f"{', '.join(most)} and {last}" if most else last

    def winners(self, leaders: Sequence[int]) -> str:
        """Who has won, in one sentence."""
        if len(leaders) == 1:
            return f"{self.does(leaders[0], 'wins')}!"
        return f"{self.list_of(map(self.who, leaders))} share the win."


def as_to_you(verb: str) -> str:
    """ "takes" as one says it to "you": "take"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes")) else verb[:-1]


def upper_first(text: str) -> str:
    """The text as the beginning of a sentence."""
    if text.startswith(OPENING):
        mention, rest = text.split(CLOSING, 1)
        *about, words = mention.split(NEXT)
        return f"{NEXT.join((*about, upper_first(words)))}{CLOSING}{rest}"
    return text[:1].upper() + text[1:]


def readable(text: str) -> str:
    """What someone wrote, on one line and without what can't be seen.

    >>> readable("Hello \\x1b[2J\\n  Łukasz \\u202e👪")
    'Hello [2J Łukasz 👪'
    """
    return " ".join(UNSEEN.sub("", text).split())
