"""What a game's designer wants to know, one small class a figure.

A figure watches every game at three moments and keeps rows of a table of its own:

- `before`: the position is set up;
- `step`: someone has chosen an action, and it isn't played yet;
- `after`: the game is over.

`show` then makes a section of the page from the rows of all games. To add a figure, write its class and put it into
`FIGURES`.

A game helps with words: `deed(view, seat, action)` in its `words.py` says what an action counts as ("attack with the
blue wild"). Without it an action counts as what `words.action` calls it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from parlour.kit.game import Game, Setting
from parlour.kit.parts import Deeds as WithDeeds
from parlour.kit.record import Array, Position
from parlour.kit.voice import Voice, upper_first
from parlour.lab import plots
from parlour.lab.intervals import half_width, wilson

Row = tuple[Any, ...]
Table = dict[str, Array]

TENTHS = 10
FEWEST = 30  # seats that did a thing, before anything is said about it
MOST_SHOWN = 12  # deeds that go with winning, and as many that go with losing
MOST_OF_A_KIND = 3  # of them from one block of actions, or its cards would crowd out the rest


@dataclass
class Watched:
    """A game while it is watched."""

    game: Game
    setting: Setting
    number: int
    bots: Sequence[str]  # one a seat
    s: Position
    leaders: int = 0  # bit set of the seats that stand first
    moves: int = 0
    # at `step`
    seat: int = 0
    view: Any = None  # what that seat knows
    choices: int = 0
    action: int = 0
    # at `after`
    points: Sequence[int] = ()
    winners: Sequence[int] = ()

    @property
    def players(self) -> int:
        return self.setting.players

    def share(self, seat: int) -> float:
        """A seat's share of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def block(self) -> str:
        """The block of the chosen action."""
        return self.game.rules.ACTIONS.kind(self.action)

    def deed(self) -> str:
        """What the chosen action counts as, whomever it is done to."""
        words = self.game.words
        if isinstance(words, WithDeeds):
            return words.deed(self.view, self.seat, self.action)
        return words.action(self.view, self.seat, self.action, Voice(["someone"] * self.players, self.seat))


@dataclass(frozen=True)
class Study:
    """All games of a report."""

    game: Game
    setting: Setting
    bots: Sequence[str]
    games: int
    seed: int
    tables: dict[str, Table]

    @cached_property
    def even(self) -> float:
        return 1 / self.setting.players


@dataclass(frozen=True)
class Section:
    """A part of the page."""

    title: str
    finding: str  # one or two sentences
    picture: str  # SVG, or nothing
    note: str = ""  # how it is counted
    tile: tuple[str, str] = ("", "")  # the figure in short: a number, and what it is


class Figure:
    """One thing to find out about a game."""

    columns: ClassVar[tuple[str, ...]]

    def __init__(self) -> None:
        self.rows: list[Row] = []

    @classmethod
    def name(cls) -> str:
        return "".join(
            "_" * (letter.isupper() and place > 0) + letter.lower() for place, letter in enumerate(cls.__name__)
        )

    def before(self, match: Watched) -> None:
        pass

    def step(self, match: Watched) -> None:
        pass

    def after(self, match: Watched) -> None:
        pass

    @staticmethod
    def show(study: Study, table: Table) -> Section | None:
        raise NotImplementedError


class Seats(Figure):
    """Whether it matters where one sits."""

    columns = ("game", "seat", "bot", "win")

    def after(self, match: Watched) -> None:
        for seat, bot in enumerate(match.bots):
            self.rows.append((match.number, seat, bot, match.share(seat)))

    @staticmethod
    def show(study: Study, table: Table) -> Section:
        shares = [float(table["win"][table["seat"] == seat].mean()) for seat in range(study.setting.players)]
        ranges = [wilson(share, study.games) for share in shares]
        best = int(np.argmax(shares))
        told = f"Seat {best} wins most: {percent(shares[best])} of the games, where even is {percent(study.even)}."
        uneven = [seat for seat, (low, high) in enumerate(ranges) if not low <= study.even <= high]
        named = upper_first(seats_named(uneven)) if uneven else "No seat"
        told += f" {named} {'differ' if len(uneven) > 1 else 'differs'} from even by more than chance explains."
        picture = plots.shares(
            [f"seat {seat}" for seat in range(len(shares))], shares, ranges, study.even, "share of wins"
        )
        note = "The lines are 95% intervals; a shared win counts its fraction."
        tile = (percent(shares[best]), f"of wins for the best seat, {best}")
        return Section("Where one sits", told, picture, note, tile)


class Length(Figure):
    """How long a game is."""

    columns = ("game", "moves")

    def after(self, match: Watched) -> None:
        self.rows.append((match.number, match.moves))

    @staticmethod
    def show(study: Study, table: Table) -> Section:
        moves = table["moves"]
        short, middle, long = np.percentile(moves, [5, 50, 95])
        told = (
            f"A game takes {moves.mean():.0f} ± {half_width(moves):.1f} moves, about "
            f"{moves.mean() / study.setting.players:.0f} a player. "
            f"Nine in ten take {short:.0f} to {long:.0f}; the longest took {moves.max()}."
        )
        picture = plots.histogram(moves, "moves", "games", middle, f"half take more than {middle:.0f}")
        return Section(
            "How long it is",
            told,
            picture,
            "A move is one choice, also one without an alternative.",
            (f"{moves.mean():.0f}", "moves a game"),
        )


class Choices(Figure):
    """How many legal actions there are to choose from, in the course of a game."""

    columns = ("game", "tenth", "moves", "decisions", "choices", "most_choices")

    def before(self, match: Watched) -> None:
        self.counts: list[int] = []

    def step(self, match: Watched) -> None:
        self.counts.append(match.choices)

    def after(self, match: Watched) -> None:
        for tenth, part in enumerate(np.array_split(np.array(self.counts), TENTHS)):
            real = part[part > 1]
            self.rows.append((match.number, tenth, len(part), len(real), int(real.sum()), int(real.max(initial=0))))

    @staticmethod
    def show(study: Study, table: Table) -> Section:
        decisions, choices = int(table["decisions"].sum()), int(table["choices"].sum())
        mean = choices / max(decisions, 1)
        free = decisions / int(table["moves"].sum())
        means, lows, highs = [], [], []
        for tenth in range(TENTHS):
            here = (table["tenth"] == tenth) & (table["decisions"] > 0)
            ratio = table["choices"][here] / table["decisions"][here] if here.any() else np.zeros(1)
            low, high = np.percentile(ratio, [10, 90])
            means.append(float(table["choices"][here].sum() / max(table["decisions"][here].sum(), 1)))
            lows.append(min(float(low), means[-1]))
            highs.append(max(float(high), means[-1]))
        told = (
            f"Whoever decides has {mean:.1f} choices on average, {table['most_choices'].max()} at most. "
            f"{percent(1 - free)} of the moves leave no choice."
        )
        picture = plots.course(means, lows, highs, "legal actions a decision")
        note = "Moves without an alternative don't count here. The band holds the middle eight of ten games."
        return Section("How much there is to choose", told, picture, note, (f"{mean:.1f}", "choices a decision"))


class Scores(Figure):
    """How far the points lie apart in the end."""

    columns = ("game", "seat", "points", "place")

    def after(self, match: Watched) -> None:
        standing = [(seat in match.winners, points) for seat, points in enumerate(match.points)]
        for seat, points in enumerate(match.points):
            place = 1 + sum(other > standing[seat] for other in standing)
            self.rows.append((match.number, seat, points, place))

    @staticmethod
    def show(study: Study, table: Table) -> Section:
        points = table["points"].reshape(study.games, -1)
        ordered = np.sort(points, axis=1)[:, ::-1]
        margin = ordered[:, 0] - ordered[:, 1]
        told = (
            f"Scores go from {points.min()} to {points.max()}. The best of a game is {ordered[:, 0].mean():.1f} on "
            f"average, {margin.mean():.1f} more than the next; in {percent((margin == 0).mean())} of the games "
            f"it is shared."
        )
        names = ["best", "2nd", "3rd", *(f"{place}th" for place in range(4, 20))][: points.shape[1]]
        picture = plots.spread([ordered[:, place] for place in range(points.shape[1])], names, "points in the end")
        note = "The scores of each game in order. Dot: the mean; thick: the middle half; thin: nine in ten."
        return Section(
            "How far scores lie apart", told, picture, note, (f"{margin.mean():.1f}", "points ahead of the next")
        )


class Blocks(Figure):
    """Which kinds of action winners take more often than losers, by the blocks of the action space."""

    columns = ("game", "seat", "block", "times", "win")

    def before(self, match: Watched) -> None:
        self.blocks = {
            name: range(block.first, block.first + block.size)
            for name, (block, _) in match.game.rules.ACTIONS.blocks.items()
        }
        self.times = [[0] * match.game.rules.ACTIONS.count for _ in range(match.players)]

    def step(self, match: Watched) -> None:
        self.times[match.seat][match.action] += 1

    def after(self, match: Watched) -> None:
        for seat, times in enumerate(self.times):
            for name, actions in self.blocks.items():
                count = sum(times[actions.start : actions.stop])
                self.rows.append((match.number, seat, name, count, match.share(seat)))

    @staticmethod
    def show(study: Study, table: Table) -> Section | None:
        kinds = list(dict.fromkeys(table["block"].tolist()))
        shape = (study.games, study.setting.players, len(kinds))
        times, won = table["times"].reshape(shape), (table["win"] > 0).reshape(shape)
        split = won[:, :, 0].any(axis=1) & ~won[:, :, 0].all(axis=1)  # someone won and someone lost
        if not split.any():
            return None
        times, won = times[split], won[split]
        winners = (times * won).sum(axis=1) / won.sum(axis=1)
        losers = (times * ~won).sum(axis=1) / (~won).sum(axis=1)
        rows = []
        for number, kind in enumerate(kinds):
            apart = winners[:, number] - losers[:, number]
            label = kind.replace("_", " ")
            rows.append(
                (
                    label,
                    float(winners[:, number].mean()),
                    float(losers[:, number].mean()),
                    float(apart.mean()),
                    half_width(apart),
                )
            )
        rows = [row for row in rows if row[1] or row[2]]
        sure = sorted((row for row in rows if abs(row[3]) > row[4]), key=lambda row: -abs(row[3]) / max(row[1], row[2]))
        told = "Winners and losers do every kind of thing about as often."
        if sure:
            (label, win, lose, _, _), *more = sure[:3]
            told = f"A winner does “{label}” {win:.1f} times a game and a loser {lose:.1f} times"
            told += "".join(f"; “{label}” {win:.1f} and {lose:.1f}" for label, win, lose, _, _ in more) + "."
        picture = plots.against(rows, "times a game and seat")
        note = (
            "By kind of action. Beside it: how much more often winners did it in the same game, with its 95% interval."
        )
        return Section("What winners do more often", told, picture, note)


class Deeds(Figure):
    """Which single deeds go with winning."""

    columns = ("game", "seat", "block", "deed", "times", "win")

    def before(self, match: Watched) -> None:
        self.done: list[Counter[tuple[str, str]]] = [Counter() for _ in range(match.players)]

    def step(self, match: Watched) -> None:
        if match.choices > 1:  # what one had to do tells nothing about doing it
            self.done[match.seat][match.block(), match.deed()] += 1

    def after(self, match: Watched) -> None:
        for seat, done in enumerate(self.done):
            for (block, deed), times in sorted(done.items()):
                self.rows.append((match.number, seat, block, deed, times, match.share(seat)))

    @staticmethod
    def show(study: Study, table: Table) -> Section | None:
        doers: dict[tuple[str, str], list[float]] = {}
        for block, deed, win in zip(table["block"], table["deed"], table["win"], strict=True):
            doers.setdefault((block, deed), []).append(win)
        common = {deed: wins for deed, wins in doers.items() if len(wins) >= FEWEST}
        rows = []
        for (block, deed), wins in common.items():
            share = sum(wins) / len(wins)
            low, high = wilson(share, len(wins))
            if not low <= study.even <= high:
                rows.append((block, deed, share, (low, high), len(wins)))
        rows.sort(key=lambda row: (-row[2], row[1]))
        good = a_few_of_each([row for row in rows if row[2] > study.even])
        bad = a_few_of_each([row for row in rows[::-1] if row[2] < study.even])[::-1]
        if not rows:
            return None
        told = (
            f"{len(common)} different deeds were done by at least {FEWEST} seats; {len(rows)} of them go with winning "
            f"or losing more than chance explains (one in twenty would anyway)."
        )
        _, deed, share, _, _ = (good or bad)[0]
        told += f" Who did “{deed}” won {percent(share)} of the games."
        _, names, shares, ranges, counts = zip(*good, *bad, strict=True)
        picture = plots.shares(names, shares, ranges, study.even, "share of wins of who did it", counts)
        note = (
            "How often they won who did it at least once, by choice, and how many did; "
            f"the {MOST_OF_A_KIND} strongest of each kind of action. "
            "What goes with winning need not be what causes it."
        )
        return Section("Which deeds go with winning", told, picture, note)


def a_few_of_each(rows: list[Row]) -> list[Row]:
    """The first rows, not too many of one block."""
    seen: Counter[str] = Counter()
    kept: list[Row] = []
    for row in rows:
        seen[row[0]] += 1
        if seen[row[0]] <= MOST_OF_A_KIND and len(kept) < MOST_SHOWN:
            kept.append(row)
    return kept


class Leads(Figure):
    """How often the lead changes."""

    columns = ("game", "changes", "leaders")

    def before(self, match: Watched) -> None:
        self.changes, self.last, self.led = 0, 0, set[int]()

    def step(self, match: Watched) -> None:
        self.look(match.leaders)

    def look(self, leaders: int) -> None:
        alone = leaders & (leaders - 1) == 0
        if alone and leaders != self.last:
            self.changes += self.last != 0
            self.last = leaders
            self.led.add(leaders)

    def after(self, match: Watched) -> None:
        self.look(match.leaders)
        self.rows.append((match.number, self.changes, len(self.led)))

    @staticmethod
    def show(study: Study, table: Table) -> Section:
        changes = table["changes"]
        told = (
            f"The lead changes hands {changes.mean():.1f} ± {half_width(changes):.1f} times a game; in "
            f"{percent((changes == 0).mean())} of the games it never does. {table['leaders'].mean():.1f} of "
            f"{study.setting.players} players lead at some time."
        )
        picture = plots.histogram(changes, "changes of the lead", "games")
        note = "Who alone has the best score leads; a tie changes nothing until someone else leads alone."
        return Section(
            "How often the lead changes", told, picture, note, (f"{changes.mean():.1f}", "lead changes a game")
        )


class Decided(Figure):
    """When the winner takes the lead for good."""

    columns = ("game", "moves", "decided_after", "in_last_tenth")

    def before(self, match: Watched) -> None:
        self.leaders, self.since = -1, 0

    def step(self, match: Watched) -> None:
        self.look(match.leaders, match.moves)

    def look(self, leaders: int, moves: int) -> None:
        if leaders != self.leaders:
            self.leaders, self.since = leaders, moves

    def after(self, match: Watched) -> None:
        self.look(match.leaders, match.moves)
        late = self.since > (TENTHS - 1) / TENTHS * match.moves
        self.rows.append((match.number, match.moves, self.since, late))

    @staticmethod
    def show(study: Study, table: Table) -> Section:
        when = table["decided_after"] / table["moves"]
        late = float(table["in_last_tenth"].mean())
        low, high = wilson(late, study.games)
        early = float((when < 0.5).mean())
        told = (
            f"{percent(late)} of the games ({percent(low)} to {percent(high)}) are decided in the last tenth of the "
            f"moves, {percent(early)} in the first half."
        )
        tenth = np.clip(np.ceil(when * TENTHS).astype(int), 1, TENTHS)
        counts = [float((tenth == one).mean()) for one in range(1, TENTHS + 1)]
        picture = plots.bars(counts, [f"{one}." for one in range(1, TENTHS + 1)], "tenth of the game", "share of games")
        note = "A game is decided when its winner takes the lead and keeps it to the end."
        return Section("When it is decided", told, picture, note, (percent(late), "decided in the last tenth"))


class Foresight(Figure):
    """How often whoever leads along the way wins in the end."""

    columns = ("game", "tenth", "right")

    def before(self, match: Watched) -> None:
        self.leaders: list[int] = []

    def step(self, match: Watched) -> None:
        self.leaders.append(match.leaders)

    def after(self, match: Watched) -> None:
        self.leaders.append(match.leaders)
        for tenth in range(TENTHS + 1):
            leaders = self.leaders[round(match.moves * tenth / TENTHS)]
            seats = [seat for seat in range(match.players) if leaders >> seat & 1]
            self.rows.append((match.number, tenth, sum(map(match.share, seats)) / max(len(seats), 1)))

    @staticmethod
    def show(study: Study, table: Table) -> Section:
        right = [float(table["right"][table["tenth"] == tenth].mean()) for tenth in range(TENTHS + 1)]
        ranges = [wilson(share, study.games) for share in right]
        told = (
            f"Who leads at half time wins {percent(right[5])} of the games, and {percent(right[9])} after nine tenths; "
            f"a blind guess is right in {percent(study.even)}."
        )
        lows, highs = [low for low, _ in ranges], [high for _, high in ranges]
        picture = plots.course(right, lows, highs, "share of games won by the leader", study.even)
        note = "Where several share the lead, each counts as an equal part of the guess. The band is the 95% interval."
        return Section("How early one can tell", told, picture, note)


FIGURES: tuple[type[Figure], ...] = (Seats, Length, Choices, Scores, Blocks, Deeds, Leads, Decided, Foresight)


# Help for the sentences


def percent(share: float) -> str:
    return f"{100 * share:.0f}%" if 0.095 < share < 0.995 or share in (0, 1) else f"{100 * share:.1f}%"


def seats_named(seats: Sequence[int]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {Voice.list_of(map(str, seats))}"
