"""Intrigue positions built by hand: say who works where and who waits, and the owner's turn begins.

The players are called by their colours, as in a rulebook's examples: Red, Yellow, Green, Blue and Violet, clockwise.
"""

from collections.abc import Mapping, Sequence

from parlour.games.intrigue import GAME
from parlour.games.intrigue.rules import BANISHED, CAPITAL, EMPLOYED, HOME, SALARY, WAITING, Phase, go_on
from parlour.games.intrigue.words import OCCUPATION_NAMES
from parlour.kit.match import Match, Seat, tell
from parlour.kit.notation import find_action

NAMES = ("Red", "Yellow", "Green", "Blue", "Violet")
RED, YELLOW, GREEN, BLUE, VIOLET = range(5)
AREA = {f"{salary},000": area for area, salary in enumerate(SALARY.tolist())}


def table(
    owner: str = "Red",
    players: int = 4,
    residents: Mapping[str, Mapping[str, str]] | None = None,
    waiting: Mapping[str, Sequence[str]] | None = None,
    banished: Mapping[str, Sequence[str]] | None = None,
    cash: Mapping[str, int] | None = None,
    round_number: int = 2,
    first: str = "Red",
    **options: str,
) -> Match:
    """A match at the beginning of the owner's turn.

    `residents` and `waiting` are by palace: {"Red": {"3,000": "Green doctor"}}, {"Red": ["Violet priest"]};
    `banished` by who banished them. Cash is in thousands.
    """
    match = Match(GAME, GAME.setting(players, options), [Seat(name) for name in NAMES[:players]])
    s = match.position
    s.first, s.seat, s.round_number = NAMES.index(first), NAMES.index(owner), round_number
    s.to_send, s.phase = 0, Phase.SALARIES
    for palace, posts in (residents or {}).items():
        for area, scholar in posts.items():
            seat, occupation = move(s, scholar, EMPLOYED + NAMES.index(palace))
            s.area[NAMES.index(palace), occupation] = AREA[area]
            s.resident[NAMES.index(palace), occupation] = seat
    for palace, scholars in (waiting or {}).items():
        for scholar in scholars:
            _, occupation = move(s, scholar, WAITING + NAMES.index(palace))
            s.waiting[NAMES.index(palace), occupation] += 1
    for palace, scholars in (banished or {}).items():
        for scholar in scholars:
            move(s, scholar, BANISHED + NAMES.index(palace))
    for name, amount in (cash or {}).items():
        s.cash[NAMES.index(name)] = amount
    s.paid = s.cash.sum() - CAPITAL * players
    go_on(s)
    return match


def move(s, scholar: str, place: int) -> tuple[int, int]:
    """Put a scholar from home to a place: its owner and occupation."""
    name, occupation = scholar.split()
    seat, trade = NAMES.index(name), OCCUPATION_NAMES.index(occupation)
    copy = s.where[seat, trade].tolist().index(HOME)
    s.where[seat, trade, copy] = place
    return seat, trade


def do(match: Match, *deeds: str) -> None:
    """Play actions in words: "Blue: bribe 8,000 for the clerk"."""
    for deed in deeds:
        name, _, words = deed.partition(": ")
        seat = match.names.index(name)
        match.act(seat, find_action(match, seat, words))


def hear(match: Match, deed: str) -> dict[int, list[str]]:
    """Play an action in words; what each seat, and a spectator, is told about it."""
    before = match.position
    do(match, deed)
    return {
        listener: tell(match, before, match.entries[-1], match.voice(listener))
        for listener in range(-1, match.setting.players)
    }


def can(match: Match, name: str) -> list[str]:
    seat = match.names.index(name)
    return [match.in_words(seat, action) for action in match.choices(seat)]


def to_act(match: Match) -> list[str]:
    return [match.names[seat] for seat in match.to_act]


def cash(match: Match) -> list[int]:
    """Everyone's money in thousands."""
    return match.position.cash[: match.setting.players].tolist()


def posts(match: Match, palace: str) -> dict[str, str]:
    """Who works in a palace, by area."""
    s, seat = match.position, match.names.index(palace)
    return {
        f"{SALARY[s.area[seat, trade]]},000": f"{match.names[s.resident[seat, trade]]} {OCCUPATION_NAMES[trade]}"
        for trade in range(len(OCCUPATION_NAMES))
        if s.area[seat, trade] >= 0
    }


def island(match: Match) -> list[str]:
    return everyone_at(match, range(BANISHED, BANISHED + len(NAMES)))


def queue(match: Match, palace: str) -> list[str]:
    """Who waits at a palace."""
    return everyone_at(match, [WAITING + match.names.index(palace)])


def everyone_at(match: Match, places: Sequence[int]) -> list[str]:
    where = match.position.where
    return [
        f"{name} {occupation}"
        for seat, name in enumerate(match.names)
        for trade, occupation in enumerate(OCCUPATION_NAMES)
        for place in where[seat, trade]
        if place in places
    ]


def line(match: Match) -> list[str]:
    """The scholars of the batch at hand in the order of their bribes."""
    s = match.position
    return [f"{match.names[s.briber[n]]} {OCCUPATION_NAMES[s.trade[n]]}" for n in range(s.bribes)]
