"""Positions of The Rainbow Chandelier built by hand: say what matters, the rest is as after the set-up."""

from collections.abc import Callable, Mapping, Sequence

from parlour.games.chandelier import GAME
from parlour.games.chandelier.rules import (
    EMPTY,
    FOUNTAIN_OF,
    KINDS,
    ROOFS,
    TILES_PER_VISIT,
    TOWNS,
    Phase,
    begin_banking,
    begin_bribery,
    sound,
)
from parlour.games.chandelier.words import tile_name
from parlour.kit.luck import give
from parlour.kit.match import Match, Seat
from parlour.kit.record import Position
from tests import hearing

NAMES = ("Anna", "Bruno", "Cleo", "Dario", "Elif", "Femi")
ANNA, BRUNO, CLEO, DARIO = range(4)
KIND = {tile_name(kind): kind for kind in range(len(KINDS))}
FOUNTAIN = {fountain.name: number for number, fountain in enumerate(TOWNS[0].fountains)}


def match_of(players: int, options: Mapping[str, str | int]) -> Match:
    """The same match every time, until luck comes in."""
    setting = GAME.setting_of(GAME.version, players, options)
    return Match(GAME, setting, [Seat(name) for name in NAMES[:players]], luck=(1, 2))


def deal(match: Match, cash: Sequence[int], crystals: Sequence[Sequence[int]], rounds: int, turns: int) -> Position:
    s = match.position
    s.rounds, s.turns = rounds, turns
    for seat, amount in enumerate(cash):
        s.cash[seat] = amount
    for seat, held in enumerate(crystals):
        s.crystals[seat] = held
    return s


def bribery(
    players: int = 4,
    cash: Sequence[int] = (),
    crystals: Sequence[Sequence[int]] = (),
    favours: Sequence[int] = (),
    rounds: int = 0,
    turns: int = 0,
    **options: str | int,
) -> Match:
    """A bribery begins; `favours` are the holders in the order in which they took it, crystals red to green."""
    match = match_of(players, options)
    s = deal(match, cash, crystals, rounds, turns)
    s.favours = len(favours)
    s.favour[: len(favours)] = favours
    begin_bribery(s)
    return match


def visits(
    town: Mapping[str, Sequence[str]],
    players: int = 4,
    order: Sequence[int] | None = None,
    marker: str | None = None,
    cash: Sequence[int] = (),
    crystals: Sequence[Sequence[int]] = (),
    favours: Sequence[int] = (),
    rounds: int = 0,
    turns: int = 0,
    **options: str | int,
) -> Match:
    """The visits begin, in a town where only these tiles are left: for each fountain the people on its first roofs.

    With a marker, the first of the order has had their visit and left it there.
    """
    match = match_of(players, options)
    s = deal(match, cash, crystals, rounds, turns)
    s.roof[:], s.covered = EMPTY, 0
    for name, people in town.items():
        roofs = [roof for roof in range(ROOFS) if FOUNTAIN_OF[0, roof] == FOUNTAIN[name]]
        assert len(people) <= len(roofs), f"{name} has {len(roofs)} roofs only."
        for roof, person in zip(roofs, people, strict=False):
            s.roof[roof] = KIND[person]
            s.covered |= 1 << roof
    s.order[:players] = order or range(players)
    s.bribe[:players] = 0
    s.favours = len(favours)
    s.favour[: len(favours)] = favours
    s.marker = FOUNTAIN[marker] if marker else EMPTY
    s.phase, s.awaited, s.place = Phase.VISIT, 0, 1 if marker else 0
    s.to_take = TILES_PER_VISIT[players]
    assert sound(s), f"This can't be:\n{s}"
    return match


def bank(players: int, crystals: Sequence[Sequence[int]], cash: Sequence[int] = (), rounds: int = 0) -> Match:
    """The banking after a round begins."""
    match = match_of(players, {})
    s = deal(match, cash, crystals, rounds, 0)
    s.order[:players] = range(players)
    s.bribe[:players] = 0
    s.awaited = 0
    begin_banking(s)
    return match


def scored(crystals: Sequence[Sequence[int]], cash: Sequence[int] | None = None) -> Position:
    """The match is over, and the players have this."""
    match = match_of(len(crystals), {})
    s = deal(match, cash or [0] * len(crystals), crystals, 3, 0)
    s.awaited, s.phase = 0, Phase.OVER
    return s


def can(match: Match, seat: int) -> list[str]:
    """What a seat may do, in words."""
    return [match.in_words(seat, action) for action in match.choices(seat)]


def do(match: Match, *moves: str) -> None:
    """Play moves in words: "Anna: bribe 3K"; of a visit, the person is enough."""
    for move in moves:
        name, _, words = move.partition(": ")
        seat = NAMES.index(name)
        fitting = [action for action in match.choices(seat) if matches(match.in_words(seat, action), words)]
        assert fitting, f"{name} can't {words!r}, only {can(match, seat)}"
        match.act(seat, fitting[0])


def matches(full: str, words: str) -> bool:
    return full == words or full.startswith((f"{words} on roof", f"{words}, "))


def with_luck(match: Match, move: str, wanted: Callable[[Position], bool]) -> None:
    """Play a move with luck that leads to what is wanted, such as certain throws of the die."""
    name, _, words = move.partition(": ")
    seat = NAMES.index(name)
    action = next(action for action in match.choices(seat) if match.in_words(seat, action) == words)
    for seed in range(1, 100_000):
        after = match.position.copy()
        give(after, (seed * 0x9E3779B97F4A7C15 % 2**64, seed))
        match.game.verbs.play(after, seat, action)
        if wanted(after):
            match.dice = lambda: (seed * 0x9E3779B97F4A7C15 % 2**64, seed)  # noqa: B023
            match.act(seat, action)
            return
    raise AssertionError("No luck.")


def cash(match: Match) -> list[int]:
    return match.position.cash[: match.setting.players].tolist()


def order(match: Match) -> list[str]:
    """The turn order, by name."""
    return [NAMES[seat] for seat in match.position.order[: match.setting.players]]


def crystals(match: Match, seat: int) -> list[int]:
    """Red, blue, yellow, green."""
    return match.position.crystals[seat].tolist()


def last_told(match: Match, listener: int = -1) -> str:
    """What a listener is told of the last action."""
    return " ".join(hearing.last_told(match, listener))
