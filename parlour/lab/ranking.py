"""Who is how strong: what the games of a tournament say, and how surely.

The rating is a Plackett-Luce model of who wins (Bradley and Terry's for two): a bot's chance is its strength divided
by the strengths of all at the table. Ratings are in Elo's measure: 400 more means ten times the strength; the field's
mean is 1500.

The independent trials are the deals and not the games: a deal's games share its luck. So all intervals come from how
much the deals differ, which makes them narrower the better the rotations cancel the luck out.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from parlour.kit.mistake import Mistake
from parlour.kit.record import Array
from parlour.lab.intervals import SURE, wilson
from parlour.lab.tournament import Outcome, Plan

ELO = 400 / math.log(10)
MEAN_RATING = 1500
DOUBT = 1 / 9  # precision of the belief, before any game, that strengths are about equal: bounds who never lost
ENOUGH_DEALS = 10  # with fewer, how much they differ says little, and games count as independent


@dataclass(frozen=True)
class Place:
    """A bot's place in the ranking, with 95% intervals."""

    bot: str
    rating: float
    rating_interval: tuple[float, float]
    games: int
    win_share: float  # of the games of one of its seats
    win_interval: tuple[float, float]
    seconds_a_move: float
    longest_move: float


@dataclass(frozen=True)
class Ranking:
    """What a tournament has shown."""

    plan: Plan
    games: int
    places: list[Place]  # the best first
    above: dict[str, dict[str, float | None]]  # how often a bot ended above another, when both were at the table

    def summary(self) -> dict[str, Any]:
        """The whole result as one object of plain values."""
        return {
            "game": self.plan.game.name,
            "players": self.plan.setting.players,
            "options": dict(self.plan.setting.options),
            "bots": list(self.plan.bots),
            "seed": self.plan.seed,
            "games": self.games,
            "of_games": self.plan.games,
            "ranking": [asdict(place) for place in self.places],
            "above": self.above,
        }


def need_scipy() -> Any:
    try:
        import scipy.optimize
    except ImportError:
        raise Mistake("Ratings need SciPy: pip install 'parlour[lab]'.") from None
    return scipy.optimize


def ranking(plan: Plan, outcomes: Sequence[Outcome]) -> Ranking:
    """What these games of a tournament show."""
    if not outcomes:
        raise Mistake("No game of this tournament was played yet.")
    outcomes = sorted(outcomes, key=lambda one: one.game)  # sums in floating point depend on the order
    bots = list(dict.fromkeys(plan.bots))
    seats, wins = seats_and_wins(bots, outcomes)
    deals = np.unique([one.deal for one in outcomes], return_inverse=True)[1]
    ratings, errors = rated(seats, wins, deals)
    places = []
    for number, bot in enumerate(bots):
        mine = [(one, seat) for one in outcomes for seat, name in enumerate(one.seats) if name == bot]
        moves = sum(one.moves[seat] for one, seat in mine)
        share, interval = win_share(seats[:, number], wins[:, number], deals)
        half = SURE * errors[number]
        places.append(
            Place(
                bot,
                ratings[number],
                (ratings[number] - half, ratings[number] + half),
                int((seats[:, number] > 0).sum()),
                share,
                interval,
                sum(one.seconds[seat] for one, seat in mine) / max(moves, 1),
                max((one.longest[seat] for one, seat in mine), default=0.0),
            )
        )
    places.sort(key=lambda place: -place.rating)
    return Ranking(plan, len(outcomes), places, who_ends_above(places, outcomes))


def seats_and_wins(bots: list[str], outcomes: Sequence[Outcome]) -> tuple[Array, Array]:
    """How many seats each bot had in each game, and what share of the win."""
    seats, wins = np.zeros((2, len(outcomes), len(bots)))
    place = {bot: number for number, bot in enumerate(bots)}
    for row, outcome in enumerate(outcomes):
        for bot in outcome.seats:
            seats[row, place[bot]] += 1
        for winner in outcome.winners:
            wins[row, place[outcome.seats[winner]]] += 1 / len(outcome.winners)
    return seats, wins


def rated(seats: Array, wins: Array, deals: Array) -> tuple[list[float], list[float]]:
    """Ratings and their standard errors."""
    bots = seats.shape[1]

    def chances(strength: Array) -> Array:
        weight: Array = seats * np.exp(strength - strength.max())
        weight /= weight.sum(axis=1, keepdims=True)
        return weight

    def surprise(strength: Array) -> float:
        highest = strength.max()
        table = np.log((seats * np.exp(strength - highest)).sum(axis=1)) + highest
        return float(table.sum() - (wins @ strength).sum() + DOUBT / 2 * strength @ strength)

    def slope(strength: Array) -> Array:
        pull: Array = (chances(strength) - wins).sum(axis=0) + DOUBT * strength
        return pull

    def curvature(strength: Array) -> Array:
        expected = chances(strength)
        bend: Array = np.diag(expected.sum(axis=0)) - expected.T @ expected + DOUBT * np.eye(bots)
        return bend

    found = need_scipy().minimize(surprise, np.zeros(bots), jac=slope, hess=curvature, method="trust-exact").x
    variance = np.linalg.inv(curvature(found))
    if (count := int(deals.max()) + 1) >= ENOUGH_DEALS:  # the sandwich of Huber and White, with deals as clusters
        pulls = summed_by(deals, wins - chances(found))
        variance = variance @ (pulls.T @ pulls * count / (count - 1) + DOUBT * np.eye(bots)) @ variance
    to_mean = np.eye(bots) - 1 / bots
    errors = np.sqrt(np.diag(to_mean @ variance @ to_mean))
    return (MEAN_RATING + ELO * (found - found.mean())).tolist(), (ELO * errors).tolist()


def summed_by(deals: Array, rows: Array) -> Array:
    total = np.zeros((int(deals.max()) + 1, *rows.shape[1:]))
    np.add.at(total, deals, rows)
    return total


def win_share(seats: Array, wins: Array, deals: Array) -> tuple[float, tuple[float, float]]:
    """The share of wins a seat, and Wilson's interval for as many trials as the deals are worth (Kish's measure)."""
    total = seats.sum()
    if not total:
        return 0.0, (0.0, 1.0)
    share, trials = float(wins.sum() / total), float((seats > 0).sum())
    if (count := int(deals.max()) + 1) >= ENOUGH_DEALS:
        apart = summed_by(deals, wins - share * seats)
        variance = float(apart @ apart) * count / (count - 1) / total**2
        if 0 < share < 1:
            trials = min(share * (1 - share) / max(variance, 1e-12), 4 * float(total))
    return share, wilson(share, trials)


def who_ends_above(places: list[Place], outcomes: Sequence[Outcome]) -> dict[str, dict[str, float | None]]:
    """For each two bots, how often a seat of one ended above a seat of the other; level counts half."""
    better: dict[tuple[str, str], float] = defaultdict(float)
    met: dict[tuple[str, str], int] = defaultdict(int)
    for one in outcomes:
        for seat, bot in enumerate(one.seats):
            for other, rival in enumerate(one.seats):
                if bot != rival:
                    met[bot, rival] += 1
                    better[bot, rival] += above(one, seat, other)
    names = [place.bot for place in places]
    return {
        bot: {rival: better[bot, rival] / met[bot, rival] if met[bot, rival] else None for rival in names}
        for bot in names
    }


def above(outcome: Outcome, seat: int, other: int) -> float:
    """Winners stand above the rest, whatever the points; the rest stand by their points."""
    mine, theirs = ((one in outcome.winners, outcome.points[one]) for one in (seat, other))
    if mine[0] and theirs[0]:
        return 0.5
    return float(mine > theirs) if mine != theirs else 0.5
