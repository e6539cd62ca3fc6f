"""Pairs of histories that look the same to someone, though others have secretly done or been dealt something else."""

import random
from collections.abc import Iterator
from copy import copy
from dataclasses import replace

from parlour.kit.checks import likewise, parted, random_entry, some_luck
from parlour.kit.game import Game, Setting
from parlour.kit.luck import give, seeded
from parlour.kit.match import Match, Seat
from parlour.kit.record import Position
from parlour.kit.talk import forms
from parlour.kit.voice import SEAT_NAMES

TRIES = 25
LATE = 16  # entries before the last, among which a twin begins to differ


def histories(game: Game, setting: Setting, seed: int) -> Iterator[Match]:
    """A random match entry by entry, in which people also talk and take back."""
    chance, dice = random.Random(seed), seeded(seed)
    match = Match(game, setting, [Seat(name) for name in SEAT_NAMES[: setting.players]], dice(), dice)
    while not match.over:
        yield parted(match)
        if chance.random() < 0.1:
            talk_at_random(match, chance)
        else:
            random_entry(match, chance)


def talk_at_random(match: Match, chance: random.Random) -> None:
    """Someone makes a statement of the game, or just talks."""
    seat = chance.randrange(match.setting.players)
    possible = forms(match, seat)
    if not possible:
        match.say(seat, "What now?")
        return
    form = chance.choice(possible)
    match.say(seat, form.fill({name: str(chance.choice(blank.choices)) for name, blank in form.blanks.items()}))


def twin(match: Match, listener: int, chance: random.Random) -> Match | None:
    """A history that looks the same to a listener, though other things are secret in it now; None if none is found."""
    so_far = [begun(match), *(parted(after) for _, _, _, after in match.retold())]
    for _ in range(TRIES):
        first = max(0, len(match.entries) - chance.randrange(LATE))
        other: Match | None = begun(match, listener, chance) if first == 0 else parted(so_far[first])
        for number in range(first, len(match.entries)):
            sight = so_far[number + 1].view(listener)
            other = other and likewise(other, match.entries[number], sight, listener, chance)
        if other and secrets(other) != secrets(match):
            return other
    return None


def secrets(match: Match) -> bytes:
    """All that is in a position but the luck."""
    position = match.position.copy()
    give(position, (0, 0))
    return position.tobytes()


def begun(match: Match, listener: int | None = None, chance: random.Random | None = None) -> Match:
    """A match at its beginning; with a listener, other things are dealt where that one can't see them."""
    other = Match(match.game, match.setting, match.seats, match.luck)
    if listener is None or chance is None:
        return other
    world = match.game.verbs.world(other.view(listener), listener, some_luck(chance))
    return Match(dealt(match.game, world), match.setting, match.seats, match.luck)


def dealt(game: Game, world: Position) -> Game:
    """A game in which every match begins with the same deal."""
    other, verbs = replace(game), copy(game.verbs)
    verbs.begin = lambda setting, luck: world.copy()  # type: ignore[method-assign]
    other.__dict__.update(vars(game), verbs=verbs)
    return other
