"""A game's card on the shelf: its name, players and options, and the verbs of its rules bound together.

A game is a package with the modules `rules`, `words` and `bots` and the file `rulebook.md`, and may have the modules
`board`, `talk` and `first_words`. They are loaded when they are first needed, so that looking along the shelf takes no
time.
"""

import importlib
import importlib.resources
import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from parlour.kit.mistake import Mistake

if TYPE_CHECKING:
    from parlour.kit.luck import Luck
    from parlour.kit.record import Position

SPECTATOR = -1
VERBS = ("start", "actors", "legal", "play", "score", "hide", "guess")

Options = Mapping[str, str | int]  # values by name


@dataclass(frozen=True)
class Option:
    """Something a table may choose: one of several words, or a whole number in a range.

    One that is `past` says how matches of an earlier version of the rules are played. They keep it, but a new match
    can't choose it.
    """

    name: str
    help: str
    values: tuple[str, ...] | range
    default: str | int
    past: bool = False

    def read(self, text: str | int) -> str | int:
        """The value that someone means by `text`."""
        if isinstance(self.values, range):
            try:
                value = int(text)
            except ValueError:
                value = self.values.start - 1
            if value in self.values:
                return value
            raise Mistake(
                f"Option {self.name} is a whole number from {self.values.start} to {self.values[-1]}, not {text!r}."
            )
        matching = [value for value in self.values if value.lower() == str(text).strip().lower()]
        if matching:
            return matching[0]
        raise Mistake(f"Option {self.name} is {' or '.join(map(repr, self.values))}, not {text!r}.")

    def code(self, value: str | int) -> int:
        """A value as the number that the rules know it by."""
        return value if isinstance(value, int) else list(self.values).index(value)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Setting:
    """What a match is set up with: how many play, and the value of every option.

    A past option is told only where it isn't at its default: `codes` holds all of them, in the order of the card.
    """

    players: int
    options: Options
    codes: tuple[int, ...]
    differing: Options  # those that aren't at their default, which is what is written down of a match


@dataclass(frozen=True, eq=False)
class Game:
    """One game of the house."""

    name: str
    title: str
    summary: str
    players: range
    minutes: int
    version: int  # of the rules: a match names the version that it was written under
    options: tuple[Option, ...]
    package: str
    # From each version to the next: what the options of a match of the one are in the other. Those at their default
    # may be missing, so one that changes its default or its meaning must be put in.
    upgrades: tuple[Callable[[Options], Options], ...] = ()

    def __post_init__(self) -> None:
        if len(self.upgrades) != self.version - 1:
            raise TypeError(
                f"{self.title} of version {self.version} has {len(self.upgrades)} upgrades of older matches."
            )

    @cached_property
    def rules(self) -> Any:
        return self._module("rules")

    @cached_property
    def words(self) -> Any:
        return self._module("words")

    @cached_property
    def bots(self) -> Any:
        return self._module("bots")

    @cached_property
    def talk(self) -> Any:
        """The statements that players can make, or None if the game has none of its own."""
        return self._module_if_there("talk")

    @cached_property
    def board(self) -> Any:
        """How the game is drawn, or None if it is told in words only."""
        return self._module_if_there("board")

    @cached_property
    def first_words(self) -> Any:
        """The words of actions in files of format 1, or None if the game has no such files."""
        return self._module_if_there("first_words")

    @cached_property
    def rulebook(self) -> str:
        return importlib.resources.files(self.package).joinpath("rulebook.md").read_text("utf-8")

    @cached_property
    def verbs(self) -> "Verbs":
        """The rules as machine code."""
        from parlour.kit.compiled import bind

        rules, loaded = self.rules, cast(Any, sys.modules)
        if loaded.get(rules.__name__) is not rules:  # changed by `with_rules`
            return Verbs(rules)
        calls = bind("parlour.kit.calls", rules.__name__, rules=rules)
        verbs = Verbs(rules, lambda verb: quick(verb, getattr(calls, verb.__name__)))
        verbs.surprises, verbs.outlooks = calls.surprises, calls.outlooks  # type: ignore[method-assign]
        verbs.alike = calls.alike  # type: ignore[method-assign]
        return verbs

    @cached_property
    def interpreted(self) -> "Verbs":
        """The same rules as ordinary Python."""
        from parlour.kit.compiled import interpreted

        return Verbs(self.rules, interpreted)

    @cached_property
    def plain(self) -> "Game":
        """The whole game, its words and board included, as ordinary Python: slow, but there at once."""
        from parlour.kit.compiled import interpreted_module

        twin = replace(self)
        modules = {name: interpreted_module(getattr(self, name)) for name in ("rules", "words", "bots")}
        for name in ("board", "talk", "first_words"):
            modules[name] = getattr(self, name) and interpreted_module(getattr(self, name))
        twin.__dict__.update(modules, verbs=self.interpreted, plain=twin)
        return twin

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options of a new match."""
        return tuple(option for option in self.options if not option.past)

    def setting(self, players: int | None = None, options: Options | None = None) -> Setting:
        """Check the wishes for a new match and fill in what was left open."""
        return self._setting(self.players.start if players is None else players, options or {}, self.offered)

    def setting_of(self, version: int, players: int, options: Options) -> Setting:
        """What a match of some version of the rules was set up with, as the present version knows it."""
        if version not in range(1, self.version + 1):
            raise Mistake(
                f"It was played by version {version} of the rules of {self.title}; "
                f"this house has version {self.version}" + (" and older ones." if self.version > 1 else ".")
            )
        for upgrade in self.upgrades[version - 1 :]:
            options = upgrade(options)
        return self._setting(players, options, self.options)

    def _setting(self, players: int, wishes: Options, known: tuple[Option, ...]) -> Setting:
        if players not in self.players:
            raise Mistake(f"{self.title} is for {self.players.start} to {self.players[-1]} players, not {players}.")
        names = [option.name for option in known]
        for name in wishes:
            if name not in names:
                raise Mistake(f"{self.title} has no option {name!r}; it has {', '.join(names) or 'none'}.")
        chosen = {option: option.read(wishes.get(option.name, option.default)) for option in self.options}
        differing = {option.name: value for option, value in chosen.items() if value != option.default}
        told = {option.name: value for option, value in chosen.items() if not option.past or option.name in differing}
        return Setting(players, told, tuple(option.code(value) for option, value in chosen.items()), differing)

    def with_rules(self, **verbs: Callable) -> "Game":
        """The same game with some verbs exchanged, to try a change of the rules."""
        changed = ModuleType(f"{self.package}.changed_rules")
        changed.__dict__.update(vars(self.rules), **verbs)
        other = replace(self)
        other.__dict__.update(rules=changed, words=self.words, bots=self.bots, board=self.board)
        return other

    def _module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    def _module_if_there(self, name: str) -> ModuleType | None:
        return self._module(name) if importlib.util.find_spec(f"{self.package}.{name}") else None


class Verbs:
    """The seven functions of a game's rules, and the few handy forms of them that everyone needs.

    The seven work on a record in place and speak in numbers; the others give lists, names and copies.
    """

    start: Callable
    actors: Callable
    legal: Callable
    play: Callable
    score: Callable
    hide: Callable
    guess: Callable

    def __init__(self, rules: Any, run: Callable[[Callable], Callable] = lambda verb: verb) -> None:
        import numpy as np

        for verb in VERBS:
            setattr(self, verb, run(getattr(rules, verb)))
        self.State: type[Position] = rules.State
        self.choice_space = lambda: np.zeros(rules.MOST_CHOICES, np.int32)
        self.point_space = lambda: np.zeros(rules.SEATS, np.int32)

    def begin(self, setting: Setting, luck: "Luck") -> "Position":
        """A new match, set up from this luck."""
        from parlour.kit.luck import give

        s = self.State()
        give(s, luck)
        self.start(s, setting.players, *setting.codes)
        return s

    def to_act(self, s: "Position") -> list[int]:
        """The seats that may act now: none when the match is over, several in a sealed choice."""
        seats = int(self.actors(s))
        return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]

    def choices(self, s: "Position", seat: int) -> list[int]:
        """The legal actions of a seat."""
        choices = self.choice_space()
        return choices[: self.legal(s, seat, choices)].tolist()

    def after(self, s: "Position", seat: int, action: int) -> "Position":
        """The position after an action; the one before stays as it was."""
        t = s.copy()
        self.play(t, seat, action)
        return t

    def standing(self, s: "Position") -> tuple[list[int], list[int]]:
        """Every seat's points, and the seats that stand first."""
        points = self.point_space()
        leaders = int(self.score(s, points))
        return points[: s.players].tolist(), [seat for seat in range(s.players) if leaders >> seat & 1]

    def view(self, s: "Position", seat: int) -> "Position":
        """What a seat knows: a copy with the rest blanked."""
        t = s.copy()
        self.hide(t, seat)
        return t

    def surprises(self, worlds: Any, words: Any, seat: int, action: int) -> bool:
        """Whether an action looks different to its seat in some worlds; `words` is the same memory as numbers."""
        for world in worlds:
            self.guess(world, seat)
            self.play(world, seat, action)
            self.hide(world, seat)
        return bool((words != words[0]).any())

    def outlooks(self, copies: Any, seat: int, actions: Any, listener: int) -> None:
        """Make each of many copies of a position what a listener would know after another action of a seat."""
        for copy, action in zip(copies, actions, strict=True):
            self.play(copy, seat, int(action))
            self.hide(copy, listener)

    def alike(self, worlds: Any, words: Any, seat: int, listener: int, tried: Any, out: Any) -> bool:
        """Whether all that a seat could do looks the same to a listener in some worlds; `tried` gets the actions."""
        for place, world in enumerate(worlds):
            self.guess(world, listener)
            tried[place] = out[place % self.legal(world, seat, out)]
            self.play(world, seat, int(tried[place]))
            self.hide(world, listener)
        return bool((words == words[0]).all())

    def world(self, view: "Position", seat: int, luck: "Luck") -> "Position":
        """A random whole position that fits what a seat knows."""
        from parlour.kit.luck import give

        t = view.copy()
        give(t, luck)
        self.guess(t, seat)
        return t


def quick(verb: Callable, call: Callable) -> Callable:
    """A verb that takes the quick way into compiled code for a record that has an array of its own."""

    def either(s: "Position", *more: Any) -> Any:
        row = s.base
        return call(row, *more) if row.size == 1 else verb(s, *more)  # type: ignore[attr-defined]

    return either
