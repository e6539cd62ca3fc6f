"""A match is its log: how it was set up, and a numbered list of entries. All else is computed from it.

The match is also the referee: it holds the only whole position, takes actions only from those who may act, gives
each action fresh luck, and hands out nothing but what a seat may know.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour.kit.game import SPECTATOR, Game, Setting
from parlour.kit.knowledge import alike, reveals, unknown_to
from parlour.kit.luck import Luck, fresh, give, held
from parlour.kit.mistake import Mistake
from parlour.kit.record import Position
from parlour.kit.talk import promises, told_settled
from parlour.kit.voice import Voice, readable

SEALED = -1  # stands for an action that a listener may not know yet
LONGEST_NAME = 30
LONGEST_TALK = 500


@dataclass(frozen=True)
class Seat:
    """Who sits at a seat: a person, or the bot of that name."""

    name: str
    bot: str | None = None


@dataclass(frozen=True)
class Played:
    """An action, with the luck that was put into the record for it if it used any."""

    seat: int
    action: int
    luck: Luck | None = None


@dataclass(frozen=True)
class Undone:
    """A seat took its last action back."""

    seat: int


@dataclass(frozen=True)
class Said:
    """Something a seat said to all."""

    seat: int
    text: str


Entry = Played | Undone | Said


@dataclass(eq=False)
class Step:
    """An action that stands, and the position before it."""

    game: Game
    before: Position
    played: Played

    @cached_property
    def alike(self) -> frozenset[int]:
        """In a sealed choice, the actions that it could have been for all that was seen; else none."""
        return alike(self.game.verbs, self.game.verbs.view(self.before, SPECTATOR), self.played.seat)

    @cached_property
    def unknown_to(self) -> frozenset[int]:
        """The listeners who may not know which action it was.

        In a sealed choice these are all others, even if the seat had nothing left to choose: that would tell them what
        it chose before.
        """
        listeners = frozenset((SPECTATOR, *range(int(self.before.players))))
        if self.alike - {self.played.action}:
            return listeners - {self.played.seat}
        action = self.played.seat, self.played.action, self.played.luck
        return unknown_to(self.game.verbs, self.before, action, listeners)


@dataclass(frozen=True, eq=False)
class Proposal:
    """What an entry would make of a match: the positions around it, and which actions would stand then.

    A value: nothing has changed until it is entered, so whoever keeps the log can write the entry down first.
    """

    entry: Entry
    before: Position
    after: Position
    stay: int  # how many of the actions that stand now would still do so
    steps: Sequence[Step] = ()  # those that would stand after them


class Match:
    """One match of a game, from its set-up to wherever it stands."""

    def __init__(
        self,
        game: Game,
        setting: Setting,
        seats: Sequence[Seat],
        luck: Luck | None = None,
        dice: Callable[[], Luck] | None = fresh,
    ) -> None:
        """`dice` gives the luck for each action; without any, the luck of the beginning goes on."""
        check_seats(setting, seats)
        self.game = game
        self.setting = setting
        self.seats = list(seats)
        self.luck = luck or fresh()
        self.dice = dice
        self.entries: list[Entry] = []
        self.position = game.verbs.begin(setting, self.luck)
        self._steps: list[Step] = []  # the actions that stand

    # Looking

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def to_act(self) -> list[int]:
        return self.game.verbs.to_act(self.position)

    @property
    def over(self) -> bool:
        return not self.to_act

    def view(self, seat: int = SPECTATOR) -> Position:
        """What a seat knows of the position: the only thing that leaves the referee."""
        return self.game.verbs.view(self.position, seat)

    def choices(self, seat: int) -> list[int]:
        """The legal actions of a seat, from what it knows."""
        return self.game.verbs.choices(self.view(seat), seat)

    def in_words(self, seat: int, action: int) -> str:
        """An action of a seat in the game's words."""
        return self.game.words.action(self.view(seat), seat, action, Voice(self.names))

    @property
    def result(self) -> str:
        """Every seat's points and who stands first, in one line."""
        points, leaders = self.game.verbs.standing(self.position)
        counted = ", ".join(f"{name} {number}" for name, number in zip(self.names, points, strict=True))
        return f"{counted}; first: {Voice.list_of(self.names[seat] for seat in leaders)}"

    def voice(self, listener: int = SPECTATOR) -> Voice:
        """A voice that tells a listener of it."""
        return Voice(self.names, listener)

    def story(self, voice: Voice) -> Iterator[tuple[int, list[str]]]:
        """The match so far in words, as a voice's listener may know it: each entry's number and its sentences."""
        made = promises(self)
        for number, entry, before, match in self.retold():
            yield number, tell(match, before, entry, voice) + told_settled(self, made, number, voice)

    def retold(self) -> "Iterator[tuple[int, Entry, Position, Match]]":
        """The match played again: each entry with its number, the position before it and the match after it."""
        match = self.until(0)
        for number, entry in enumerate(self.entries, 1):
            before = match.position
            match.apply(entry)
            yield number, entry, before, match

    def until(self, number: int) -> "Match":
        """The match as it stood after an entry of that number, to look at or to go on from; after 0 it begins."""
        match = Match(self.game, self.setting, self.seats, self.luck, self.dice)
        for entry in self.entries[:number]:
            match.apply(entry)
        return match

    def witnessed(self, before: Position, played: Played, listener: int) -> tuple[Position, Position, int, int]:
        """The action just played as `listener` may know it: the positions around it, its seat, and it or SEALED."""
        verbs = self.game.verbs
        last = self._steps[-1] if self._steps else None
        step = last if last and last.before is before else Step(self.game, before, played)
        action = SEALED if listener in step.unknown_to else played.action
        return verbs.view(before, listener), verbs.view(self.position, listener), played.seat, action

    # Acting

    def act(self, seat: int, action: int) -> Entry:
        """Play an action, with fresh luck."""
        return self.enter(self.propose_action(seat, action))

    def undo(self, seat: int) -> None:
        """Take back this seat's last action, if it showed it nothing and nobody has acted on it since."""
        self.enter(self.propose_undo(seat))

    def say(self, seat: int, text: str) -> None:
        """Say something to all at the table."""
        self.enter(self.propose_talk(seat, text))

    def apply(self, entry: Entry) -> None:
        """Enter what was logged before: an action with the luck it had, talk, or an action taken back."""
        self.enter(self.propose(entry))

    def propose_action(self, seat: int, action: int) -> Proposal:
        """An action, with fresh luck."""
        return self.propose(Played(seat, action, self.dice() if self.dice else None))

    def propose_talk(self, seat: int, text: str) -> Proposal:
        """Something said to all, as far as it can be read."""
        return self.propose(Said(seat, readable(text)))

    def propose_undo(self, seat: int) -> Proposal:
        """Taking this seat's last action back, if it may."""
        reason = self.why_no_undo(seat)
        if reason:
            raise Mistake(reason)
        return self.propose(Undone(seat))

    def propose(self, entry: Entry) -> Proposal:
        """What an entry would make of the match; what the rules don't allow is refused."""
        if entry.seat not in range(self.setting.players):
            raise Mistake(f"There is no seat {entry.seat} at a table of {self.setting.players}.")
        match entry:
            case Played():
                self._check(entry.seat, entry.action)
                return self._played(entry)
            case Undone():
                at = self._last_action_of(entry.seat)
                left = None if at is None else self._without(at)
                if at is None or left is None:
                    raise Mistake(f"{self.seats[entry.seat].name} has nothing to take back here.")
                return Proposal(entry, self.position, left[1], at, left[0][at:])
            case Said():
                if not 0 < len(entry.text.strip()) <= LONGEST_TALK:
                    raise Mistake(f"Talk is between 1 and {LONGEST_TALK} characters long.")
                return Proposal(entry, self.position, self.position, len(self._steps))

    def enter(self, proposal: Proposal) -> Entry:
        """Make what was proposed the next entry."""
        assert proposal.before is self.position, "This was proposed for another position."
        self._steps[proposal.stay :] = proposal.steps
        self.position = proposal.after
        self.entries.append(proposal.entry)
        return proposal.entry

    def why_no_undo(self, seat: int) -> str | None:
        """Why a seat can't take back its last action, or None if it can.

        It follows from what the seat knows and what everyone knows, so neither the answer nor that taking back works
        tells the seat anything about what lies under cover.
        """
        if self.over:
            return "The match is over."
        if not self._steps:
            return "There is nothing to take back yet."
        at = self._last_action_of(seat)
        if at is None or not self._is_untouched(at):
            name = self.seats[self._steps[-1].played.seat].name
            return f"{name} has acted since: only your own last action can be taken back."
        last = self._steps[at]
        if reveals(self.game.verbs, self.game.verbs.view(last.before, seat), seat, last.played.action):
            return "That can't be taken back: it has shown you something new."
        return None

    def _last_action_of(self, seat: int) -> int | None:
        """Where a seat's last action stands among those that count."""
        return next((at for at in reversed(range(len(self._steps))) if self._steps[at].played.seat == seat), None)

    def _is_untouched(self, at: int) -> bool:
        """Whether nobody has acted on knowing the action at `at`.

        So it is as long as nobody else has acted at all; or if all who have were asked together with its seat, in a
        sealed choice that nothing has opened: whatever they all chose looks the same to those who watch.
        """
        since = self._steps[at + 1 :]
        asked = self.game.verbs.to_act(self._steps[at].before)
        return not since or (
            all(step.played.seat in asked for step in since) and all(step.alike for step in self._steps[at:])
        )

    def _without(self, at: int) -> tuple[list[Step], Position] | None:
        """The actions without the one at `at`, and the position they lead to; None if others act on it.

        What others have chosen since stands. In a sealed choice it can: nobody's choices depend on another's.
        """
        steps, position = self._steps[:at], self._steps[at].before
        for step in self._steps[at + 1 :]:
            played = step.played
            if played.action not in self.game.verbs.choices(position, played.seat):
                return None
            steps.append(Step(self.game, position, played))
            position = self._after(position, played)
        return steps, position

    def _played(self, played: Played) -> Proposal:
        after = self._after(self.position, played)
        if played.luck and held(after) == played.luck:  # not used: what isn't chance needs no luck in the log
            give(after, held(self.position))
            played = Played(played.seat, played.action)
        step = Step(self.game, self.position, played)
        return Proposal(played, self.position, after, len(self._steps), [step])

    def _after(self, position: Position, played: Played) -> Position:
        after = position.copy()
        if played.luck:
            give(after, played.luck)
        self.game.verbs.play(after, played.seat, played.action)
        return after

    def _check(self, seat: int, action: int) -> None:
        """Refuse, with a sentence, whatever the rules don't allow."""
        if seat not in range(self.setting.players):
            raise Mistake(f"There is no seat {seat} at a table of {self.setting.players}.")
        acting = self.to_act
        if not acting:
            raise Mistake("The match is over.")
        if seat not in acting:
            others = Voice.list_of(self.seats[other].name for other in acting)
            raise Mistake(f"It is not {self.seats[seat].name}'s turn: {others} must act first.")
        if action not in range(self.game.rules.ACTIONS.count):
            raise Mistake(f"There is no action {action} in {self.game.title}.")
        if action not in self.choices(seat):
            reason = self.game.words.why_not(self.view(seat), seat, action, Voice(self.names))
            raise Mistake(f"{self.seats[seat].name} can't {self.in_words(seat, action)}: {reason}")


def tell(match: Match, before: Position, entry: Entry, voice: Voice) -> list[str]:
    """What an entry that was just applied means to the listener of a voice."""
    if isinstance(entry, Said):
        return [f"{voice.does(entry.seat, 'says')}: “{readable(entry.text)}”"]
    if isinstance(entry, Undone):
        return [f"{voice.does(entry.seat, 'takes')} that back."]
    happened = match.game.events.events(*match.witnessed(before, entry, voice.listener))
    return [sentence for event in happened for sentence in match.game.words.told(event, voice)]


def check_seats(setting: Setting, seats: Sequence[Seat]) -> None:
    """Names must be told apart, in the log and by people."""
    if len(seats) != setting.players:
        raise Mistake(f"{setting.players} players need {setting.players} names, not {len(seats)}.")
    for seat in seats:
        if not seat.name.strip() or len(seat.name) > LONGEST_NAME or seat.name != " ".join(seat.name.split()):
            raise Mistake(f"A name is 1 to {LONGEST_NAME} characters with single spaces between words: {seat.name!r}.")
        if set(seat.name) & set(':"[]{}#') or not seat.name.isprintable():
            raise Mistake(f"A name can't contain : \" [ ] {{ }} or #: {seat.name!r}.")
    names = [seat.name.lower() for seat in seats]
    for name in names:
        if names.count(name) > 1:
            raise Mistake(f"Two players can't both be called {name!r}.")
