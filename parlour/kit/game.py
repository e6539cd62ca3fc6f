"""A game's card on the shelf: its name, players and options, and the verbs of its rules bound together.

A game is a package with the modules `rules`, `events`, `words` and `bots` and the file `rulebook.md`, and may have the
modules `board`, `talk` and `first_words`. They are loaded when they are first needed, so that looking along the shelf
takes no time. What each of them offers is in `parlour.kit.parts`.
"""

import functools
import importlib
import importlib.resources
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from parlour.kit import parts
from parlour.kit.mistake import Mistake
from parlour.kit.options import Option, Options

if TYPE_CHECKING:
    from parlour.kit.luck import Luck
    from parlour.kit.record import Position

SPECTATOR = -1
VERBS = ("start", "actors", "legal", "play", "score", "hide", "guess")

Part = TypeVar("Part")
Verb = Callable[..., Any]


@dataclass(frozen=True)
class Setting:
    """What a match is set up with: how many play, and the value of every option.

    A past option is told only where it isn't at its default.
    """

    players: int
    options: Options
    codes: Mapping[str, int]  # of all options by name, past ones too: what the rules know their values by
    differing: Mapping[str, str | int]  # those that aren't at their default, as they are written down of a match


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
    exchanged: tuple[tuple[str, Verb], ...] = ()  # verbs that aren't those of the module `rules`

    def __post_init__(self) -> None:
        if len(self.upgrades) != self.version - 1:
            raise TypeError(
                f"{self.title} of version {self.version} has {len(self.upgrades)} upgrades of older matches."
            )

    @cached_property
    def rules(self) -> parts.Rules:
        rules = self._part("rules", parts.Rules)
        if not self.exchanged:
            return rules
        from parlour.kit.compiled import compiled_for_now

        other = ModuleType(f"{self.package}.exchanged_rules")
        other.__dict__.update(vars(rules))
        other.__dict__.update({name: compiled_for_now(verb) for name, verb in self.exchanged})
        return cast(parts.Rules, other)

    @cached_property
    def words(self) -> parts.Words:
        return self._part("words", parts.Words)

    @cached_property
    def events(self) -> parts.Events:
        return self._part("events", parts.Events)

    @cached_property
    def bots(self) -> parts.Bots:
        return self._part("bots", parts.Bots)

    @cached_property
    def talk(self) -> parts.Talk | None:
        """The statements that players can make, or None if the game has none of its own."""
        return self._part_if_there("talk", parts.Talk)

    @cached_property
    def board(self) -> parts.Board | None:
        """How the game is drawn, or None if it is told in words only."""
        return self._part_if_there("board", parts.Board)

    @cached_property
    def first_words(self) -> parts.FirstWords | None:
        """The words of actions in files of format 1, or None if the game has no such files."""
        return self._part_if_there("first_words", parts.FirstWords)

    @cached_property
    def rulebook(self) -> str:
        return importlib.resources.files(self.package).joinpath("rulebook.md").read_text("utf-8")

    @cached_property
    def verbs(self) -> "Verbs":
        """The rules as machine code. Verbs that were exchanged run as they were given."""
        if self.exchanged:
            return Verbs(self._rules_as_given, self.options)
        from parlour.kit.compiled import bind

        calls: Any = bind("parlour.kit.calls", self)
        verbs = Verbs(self.rules, self.options, lambda verb: quick(verb, getattr(calls, verb.__name__)))
        verbs.reveals_in, verbs.views_after = calls.reveals_in, calls.views_after  # type: ignore[method-assign]
        verbs.alike_in = calls.alike_in  # type: ignore[method-assign]
        return verbs

    @cached_property
    def interpreted(self) -> "Verbs":
        """The same rules as ordinary Python."""
        from parlour.kit.compiled import interpreted

        return Verbs(self._rules_as_given, self.options, interpreted)

    @cached_property
    def uncompiled(self) -> "Game":
        """The whole game, its words and board included, as ordinary Python: slow, but there at once."""
        from parlour.kit.compiled import interpreted_module

        twin = replace(self)
        for name in ("rules", "events", "words", "bots", "board", "talk", "first_words"):
            module = getattr(self, name)
            twin.__dict__[name] = module and interpreted_module(module)
        twin.__dict__.update(verbs=self.interpreted, uncompiled=twin)
        return twin

    @cached_property
    def bound(self) -> dict[str, ModuleType]:
        """The modules that were bound to this game, if its verbs were exchanged; they are nobody else's."""
        return {}

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
        differing = {option.name: option.written(value) for option, value in chosen.items() if value != option.default}
        told = {option.name: value for option, value in chosen.items() if not option.past or option.name in differing}
        codes = {option.name: option.code(value) for option, value in chosen.items()}
        return Setting(players, told, codes, differing)

    def with_rules(self, **verbs: Verb) -> "Game":
        """The same game with some verbs exchanged, to try a change of the rules; words, board and bots stay.

        The bots still think by the rules as they were, so what they want may no longer be wise. In compiled games, as
        the lab and the search play them, the verbs given are compiled, for this process alone.
        """
        for name in verbs:
            if name not in VERBS:
                raise TypeError(f"There is no verb {name!r} to exchange; there is {', '.join(VERBS)}.")
        return replace(self, exchanged=(*self.exchanged, *verbs.items()))

    @property
    def _rules_as_given(self) -> Any:
        return SimpleNamespace(**{**vars(self.rules), **dict(self.exchanged)})

    def _part(self, name: str, kind: type[Part]) -> Part:
        return parts.checked(importlib.import_module(f"{self.package}.{name}"), kind)

    def _part_if_there(self, name: str, kind: type[Part]) -> Part | None:
        return self._part(name, kind) if importlib.util.find_spec(f"{self.package}.{name}") else None

    def __reduce__(self) -> tuple[Callable[..., "Game"], tuple[Any, ...]]:
        """A game is sent to another process as the place of its card, or as what makes it different from that."""
        if getattr(sys.modules.get(self.package), "GAME", None) is self:
            return _card_in, (self.package,)
        return _game_of, tuple(getattr(self, field.name) for field in fields(self))


def _card_in(package: str) -> Game:
    card: Game = importlib.import_module(package).GAME
    return card


@functools.lru_cache(64)  # so that one game that comes many times is one, and what it needs is compiled once
def _game_of(*values: Any) -> Game:
    return Game(*values)


class Verbs:
    """The seven functions of a game's rules, and the few handy forms of them that everyone needs.

    The seven work on a record in place and speak in numbers; the others give lists, names and copies.
    """

    start: Verb
    actors: Verb
    legal: Verb
    play: Verb
    score: Verb
    hide: Verb
    guess: Verb

    def __init__(
        self, rules: parts.Rules, options: Sequence[Option], run: Callable[[Verb], Verb] = lambda verb: verb
    ) -> None:
        if reason := why_options_miss_start(rules, options):
            raise TypeError(reason)
        import numpy as np

        for verb in VERBS:
            setattr(self, verb, run(getattr(rules, verb)))
        self.State: type[Position] = rules.State
        self.choice_space = lambda: np.zeros(rules.MOST_CHOICES, np.int32)
        self.point_space = lambda: np.zeros(rules.SEATS, np.int32)
        self._parameters = option_parameters(rules)

    def options_of(self, setting: Setting) -> tuple[int, ...]:
        """The options of a setting as `start` takes them: each code goes where the parameter of its name is."""
        return tuple(setting.codes.get(one.name, one.default) for one in self._parameters)

    def begin(self, setting: Setting, luck: "Luck") -> "Position":
        """A new match, set up from this luck."""
        from parlour.kit.luck import give

        s = self.State()
        give(s, luck)
        self.start(s, setting.players, *self.options_of(setting))
        return s

    def to_act(self, s: "Position") -> list[int]:
        """The seats that may act now: none when the match is over, several in a sealed choice."""
        seats = int(self.actors(s))
        return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]

    def choices(self, s: "Position", seat: int) -> list[int]:
        """The legal actions of a seat."""
        choices = self.choice_space()
        return cast(list[int], choices[: self.legal(s, seat, choices)].tolist())

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

    def reveals_in(self, worlds: Any, words: Any, seat: int, action: int) -> bool:
        """Whether an action looks different to its seat in some worlds; `words` is the same memory as numbers."""
        for world in worlds:
            self.guess(world, seat)
            self.play(world, seat, action)
            self.hide(world, seat)
        return bool((words != words[0]).any())

    def views_after(self, copies: Any, seat: int, actions: Any, listener: int) -> None:
        """Make each of many copies of a position what a listener would know after another action of a seat."""
        for copy, action in zip(copies, actions, strict=True):
            self.play(copy, seat, int(action))
            self.hide(copy, listener)

    def alike_in(self, worlds: Any, words: Any, seat: int, listener: int, tried: Any, out: Any) -> bool:
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


def option_parameters(rules: parts.Rules) -> list[inspect.Parameter]:
    """The parameters of `start` that are options: all but the record and the number of players."""
    return list(inspect.signature(rules.start).parameters.values())[2:]


def why_options_miss_start(rules: parts.Rules, options: Sequence[Option]) -> str | None:
    """A sentence on how the options of a card differ from the parameters of `start`, or None if they don't.

    A parameter that has a default may be missing on the card: the option isn't offered everywhere.
    """
    taken, known = option_parameters(rules), [option.name for option in options]
    for name in known:
        if name not in [one.name for one in taken]:
            return f"The card has an option {name!r}, but `start` of the rules has no parameter of that name."
    for one in taken:
        if one.name not in known and one.default is one.empty:
            return f"`start` of the rules has a parameter {one.name!r}, but the card has no option of that name."
    return None


def quick(verb: Verb, call: Verb) -> Verb:
    """A verb that takes the quick way into compiled code for a record that has an array of its own."""

    def either(s: "Position", *more: Any) -> Any:
        row = s.base
        return call(row, *more) if row.size == 1 else verb(s, *more)  # type: ignore[attr-defined]

    return either
