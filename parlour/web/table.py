"""A table: who sits where, the match once it has begun, and what each pair of eyes has been told.

It lives in memory and knows nothing of pages or the store. What may change it is a value first: `act`, `undo` and
`say` give a `Proposal`, `seated` and `seated_bot` a `Place`. Whoever keeps the table writes that down, and only then
lets it in by `enter` or `take`: nobody can see what isn't kept. Everything here can be rebuilt from the seats and the
log.
"""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import monotonic

from parlour.kit.game import SPECTATOR, Game, Setting
from parlour.kit.luck import Luck
from parlour.kit.match import Entry, Match, Proposal, Said, Seat, Undone, check_seats, tell
from parlour.kit.mistake import Mistake
from parlour.kit.talk import Promise, promises, told_settled
from parlour.kit.voice import SEAT_COLOURS, SEAT_NAMES, Voice
from parlour.web.kinds import kind_of

CLOSED = "This table was closed by the house: nobody can play here any more."
AWAY_AFTER = 8  # seconds without an open page: a reload or a short break in the line is no absence


class Stale(Mistake):
    """An answer to a question that is no longer asked."""


class Presence:
    """Whether the person of a seat is there."""

    def __init__(self) -> None:
        self.pages = 0  # open ones
        self.seen = monotonic()  # when the last of them was open

    @property
    def away_for(self) -> float:
        """Seconds without an open page."""
        return 0 if self.pages else monotonic() - self.seen

    def look(self) -> None:
        """Someone is, or was until now, at the table."""
        self.seen = monotonic()


@dataclass(frozen=True)
class Place:
    """A seat of the table and who has it: nobody yet, a person, or a bot."""

    name: str = ""
    colour: str = ""
    bot: str | None = None  # the bot whose seat it is
    stand_in: str | None = None  # a bot that plays for a person who left
    holders: frozenset[str] = frozenset()  # the fingerprints of those who may act here: one person, many devices
    presence: Presence = field(default_factory=Presence, compare=False)

    @property
    def free(self) -> bool:
        return not self.name

    @property
    def person(self) -> bool:
        """Whether the seat is a person's, here or away."""
        return not self.free and not self.bot

    @property
    def player(self) -> str | None:
        """The bot that decides here now, if one does."""
        return self.bot or self.stand_in

    @property
    def away(self) -> bool:
        return not self.bot and self.presence.away_for > AWAY_AFTER

    def held_by(self, fingerprint: str) -> bool:
        """Whether that fingerprint may act here; takes as long whatever it is."""
        matching = [hmac.compare_digest(fingerprint, holder) for holder in self.holders]
        return any(matching)


@dataclass(frozen=True)
class Line:
    """One entry as a listener was told it, in sentences with marks."""

    number: int
    seat: int
    kind: str
    sentences: tuple[str, ...]


class Table:
    """One table of the house."""

    def __init__(self, id_: str, game: Game, setting: Setting, places: list[Place], host: str, public: bool) -> None:
        self.id = id_
        self.game = game
        self.setting = setting
        self.places = places
        self.host = host
        self.public = public
        self.paused = False
        self.lost = False  # whether its log has lost its end at some time
        self.closed = False  # by the house, for good
        self.match: Match | None = None
        self.version = 0  # of all that can be seen: grows with every change
        self.asked = [0] * setting.players  # the entry since which each seat has been asked what it is asked now
        self._choices: list[list[int]] = [[] for _ in places]
        self._lines: dict[int, list[Line]] = {}
        self._undo: dict[int, tuple[int, str | None]] = {}
        self._promises: tuple[int, list[Promise]] = (0, [])

    # Seats

    def seat_of(self, fingerprint: str) -> int:
        """The seat that a fingerprint holds, or SPECTATOR."""
        return next((n for n, place in enumerate(self.places) if place.held_by(fingerprint)), SPECTATOR)

    def seated(self, seat: int, name: str, colour: str, fingerprint: str) -> Place:
        """A free seat as it would be with a person."""
        self.refuse_when_closed()
        name = tidy(name)
        if seat not in range(len(self.places)) or not self.places[seat].free:
            raise Mistake("That seat is taken; choose another one.")
        self.check_name(seat, name)
        taken = {place.colour for place in self.places if not place.free}
        fitting = [c for c in (colour, self.places[seat].colour, *SEAT_COLOURS) if c in SEAT_COLOURS and c not in taken]
        return Place(name, fitting[0], holders=frozenset([fingerprint]))

    def seated_bot(self, seat: int, bot: str) -> Place:
        """A free seat as it would be with a bot, under the first name that nobody has."""
        self.refuse_when_closed()
        taken = {other.name.lower() for other in self.places}
        taken_colours = {other.colour for other in self.places if not other.free}
        name = next(name for name in SEAT_NAMES if name.lower() not in taken)
        colour = next(c for c in (self.places[seat].colour, *SEAT_COLOURS) if c and c not in taken_colours)
        return Place(name, colour, bot)

    def take(self, seat: int, place: Place) -> None:
        """Let a seat be what was kept of it."""
        self.places[seat] = place
        self.changed()

    def check_name(self, seat: int, name: str) -> None:
        names = [place.name or f"seat {number}" for number, place in enumerate(self.places)]
        names[seat] = name
        check_seats(self.setting, [Seat(one) for one in names])

    @property
    def full(self) -> bool:
        return not any(place.free for place in self.places)

    @property
    def waits_in_public(self) -> bool:
        """Whether all can see that it waits for people."""
        return self.public and self.match is None

    @property
    def seen_now(self) -> tuple[int, ...]:
        """The seats whose people have a page open."""
        return tuple(number for number, place in enumerate(self.places) if place.presence.pages)

    # The match

    def begin(self, luck: Luck) -> None:
        """Everyone sits: deal."""
        if not self.full:
            raise Mistake("Some seats are still free: wait for people, or fill them with bots.")
        seats = [Seat(place.name, place.bot) for place in self.places]
        self.match = Match(self.game, self.setting, seats, luck)
        self._ask_anew(None)
        self.changed()

    def restore(self, luck: Luck, entries: Iterable[Entry]) -> None:
        """Begin, and go through what has happened since."""
        self.begin(luck)
        for entry in entries:
            self.follow(entry)

    def follow(self, entry: Entry) -> None:
        """Enter what the log has."""
        self.enter(self.played.propose(entry))

    @property
    def played(self) -> Match:
        if self.match is None:
            raise Mistake("The match hasn't begun: not all seats are taken.")
        return self.match

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    @property
    def number(self) -> int:
        return len(self.match.entries) if self.match else 0

    def voice(self, listener: int, marks: bool = False) -> Voice:
        """How a listener is told of the table; with marks for those who show more than words."""
        return Voice([place.name for place in self.places], listener, [place.colour for place in self.places], marks)

    def act(self, seat: int, action: int, asked: int | None = None) -> Proposal:
        """An action that answers the question of entry `asked`."""
        match = self.played
        self.refuse_when_halted()
        if asked is not None and asked != self.asked[seat]:
            raise Stale("The table has moved on since you chose: look again, then choose.")
        return match.propose_action(seat, action)

    def undo(self, seat: int) -> Proposal:
        """Taking the seat's last action back."""
        self.refuse_when_halted()
        return self.played.propose_undo(seat)

    def say(self, seat: int, text: str) -> Proposal:
        """Something said to all."""
        self.refuse_when_closed()
        return self.played.propose_talk(seat, text)

    def enter(self, proposal: Proposal) -> None:
        """Let in what was proposed and is kept now: from here on all can see it."""
        match, before = self.played, proposal.before
        entry = match.enter(proposal)
        for listener, lines in self._lines.items():
            voice = self.voice(listener, marks=True)
            settled = told_settled(match, self.promises(), self.number, voice)
            lines.append(line(self.number, entry, tell(match, before, entry, voice) + settled))
        if not isinstance(entry, Said):
            self._ask_anew(entry)
        self.changed()

    @property
    def halted(self) -> bool:
        """Whether nobody may act now."""
        return self.paused or self.closed

    def refuse_when_halted(self) -> None:
        self.refuse_when_closed()
        if self.paused:
            raise Mistake("The table is paused; the host can let it go on.")

    def refuse_when_closed(self) -> None:
        if self.closed:
            raise Mistake(CLOSED)

    def why_no_undo(self, seat: int) -> str | None:
        """Why a seat can't take back, or None if it can; worked out once for each position."""
        if self._undo.get(seat, (-1, None))[0] != self.number:
            self._undo[seat] = (self.number, self.played.why_no_undo(seat))
        return self._undo[seat][1]

    def choices(self, seat: int) -> list[int]:
        return self._choices[seat] if seat != SPECTATOR else []

    # What is told

    def lines(self, listener: int) -> list[Line]:
        """The story so far, as a listener may know it."""
        match = self.match
        if match is None:
            return []
        if listener not in self._lines:
            told = zip(match.story(self.voice(listener, marks=True)), match.entries, strict=True)
            self._lines[listener] = [line(number, entry, sentences) for (number, sentences), entry in told]
        return self._lines[listener]

    def promises(self) -> list[Promise]:
        """Every promise so far with what became of it; worked out once for each entry."""
        if self._promises[0] != self.number:
            self._promises = (self.number, promises(self.played))
        return self._promises[1]

    def changed(self) -> None:
        """Something that can be seen is different now."""
        self.version += 1

    def _ask_anew(self, entry: Entry | None) -> None:
        """Note what each seat may do now, and since when it has been asked just that.

        In a sealed choice the others' actions leave a seat's question as it was, so an answer to it isn't stale.
        """
        match = self.played
        acting = match.to_act
        for seat in range(self.setting.players):
            choices = match.choices(seat) if seat in acting else []
            if choices != self._choices[seat] or entry is None or entry.seat == seat or isinstance(entry, Undone):
                self.asked[seat] = self.number
            self._choices[seat] = choices


def tidy(name: str) -> str:
    """A name as it is written at the table."""
    return " ".join(name.split()) or "Guest"


def line(number: int, entry: Entry, sentences: list[str]) -> Line:
    return Line(number, entry.seat, kind_of(entry), tuple(sentences))
