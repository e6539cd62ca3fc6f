"""What a table may choose: yes or no, one of several words, or a whole number in a range.

>>> class Pace(Word):
...     SLOW = "slow"
...     AT_ONCE = "at once"
>>> pace = Option("pace", "How fast it goes.", Pace, Pace.SLOW)
>>> pace.default, pace.read("At once"), pace.code("at once") == Pace.AT_ONCE == 1
('slow', 'at once', True)
>>> loud = Option("loud", "Whether one may shout.", bool, False)
>>> loud.read("yes"), loud.written(True), loud.code(True)
(True, 'yes', 1)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from parlour.kit.mistake import Mistake

Value = bool | int | str
Options = Mapping[str, Value]  # values by name

NO_YES = ("no", "yes")  # as files and people have it; programs may say it in their own way
FALSE_TRUE = ("false", "true")


class Word(IntEnum):
    """The values of an option: to people each is a word, to the rules a number, which is its place."""

    word: str

    def __new__(cls, word: str) -> "Word":
        place = len(cls.__members__)
        value = int.__new__(cls, place)
        value._value_, value.word = place, word
        return value


@dataclass(frozen=True)
class Option:
    """Something a table may choose; `bool` as its values means yes or no.

    One that is `past` says how matches of an earlier version of the rules are played. They keep it, but a new match
    can't choose it.
    """

    name: str  # of the parameter of `start` that it reaches the rules by
    help: str
    values: type[bool] | type[Word] | tuple[str, ...] | range
    default: Value
    past: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "default", self.read(self.default))

    @property
    def is_yes_or_no(self) -> bool:
        return self.values is bool

    @property
    def numbers(self) -> range | None:
        """The numbers to choose from, if it is a number."""
        return self.values if isinstance(self.values, range) else None

    @property
    def words(self) -> tuple[str, ...]:
        """The words to choose from, in the order of their codes; none if it is a number."""
        if isinstance(self.values, range):
            return ()
        if isinstance(self.values, tuple):
            return self.values
        return tuple(value.word for value in self.values) if issubclass(self.values, Word) else NO_YES

    def read(self, wish: Value) -> Value:
        """The value that someone means."""
        if self.numbers is not None:
            return self._read_number(self.numbers, wish)
        if isinstance(wish, Word):
            return wish.word
        said = str(wish).strip().lower()
        if self.is_yes_or_no and said in FALSE_TRUE:
            return said == FALSE_TRUE[True]
        for word in self.words:
            if word.lower() == said:
                return word == NO_YES[True] if self.is_yes_or_no else word
        raise Mistake(f"Option {self.name} is {' or '.join(map(repr, self.words))}, not {wish!r}.")

    def _read_number(self, numbers: range, wish: Value) -> int:
        try:
            number = numbers.start - 1 if isinstance(wish, bool) else int(wish)
        except ValueError:
            number = numbers.start - 1
        if number not in numbers:
            raise Mistake(f"Option {self.name} is a whole number from {numbers.start} to {numbers[-1]}, not {wish!r}.")
        return number

    def written(self, value: Value) -> str | int:
        """A value as it stands in files and is shown to people."""
        return NO_YES[value] if isinstance(value, bool) else value

    def code(self, value: Value) -> int:
        """A value as the number that the rules know it by."""
        return self.words.index(value) if isinstance(value, str) else int(value)
