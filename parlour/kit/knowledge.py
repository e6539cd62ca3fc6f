"""What an action shows, and to whom, found the same way for every game."""

from collections.abc import Iterable

import numpy as np

from parlour.kit.game import SPECTATOR, Verbs
from parlour.kit.luck import Luck, give, seeded
from parlour.kit.record import Array, Position, u64

dice = seeded(1)
# The luck of so many worlds that a surprise which looks the same in all of them is as good as impossible.
WORLDS = np.array([dice() for _ in range(24)], u64)


def reveals(verbs: Verbs, view: Position, seat: int, action: int) -> bool:
    """Whether an action tells its seat something it can't know yet.

    It is played in several worlds that fit what the seat knows, each with its own luck. If what the seat sees
    afterwards differs between them, the action reveals something and can't be taken back.
    """
    worlds, words = copies(view, len(WORLDS))
    worlds["luck"] = WORLDS
    return bool(verbs.reveals_in(worlds, words, seat, action))


def alike(verbs: Verbs, view: Position, seat: int) -> frozenset[int]:
    """The actions of a seat that all look the same to those who watch; none if they could tell them apart.

    `view` is what a spectator knows before the seat acts. In several worlds that fit it the seat does one of the things
    that it could do there. The answer depends on nothing else, so what is made of it can't tell what was really done.
    """
    worlds, words = copies(view, len(WORLDS))
    worlds["luck"] = WORLDS
    tried = np.zeros(len(WORLDS), np.int32)
    same = verbs.alike_in(worlds, words, seat, SPECTATOR, tried, verbs.choice_space())
    return frozenset(tried.tolist()) if same else frozenset()


def copies(position: Position, count: int) -> tuple[Array, Array]:
    """A position many times over, and the same memory as numbers."""
    records = np.frombuffer(bytearray(position.tobytes() * count), position.layout)
    return records, records.view(np.ndarray).view(np.int64).reshape(count, -1)


def unknown_to(
    verbs: Verbs, before: Position, played: tuple[int, int, Luck | None], listeners: Iterable[int]
) -> frozenset[int]:
    """The listeners who may not know which action was played: by a seat, with its number and the luck it got.

    So it is when another one, though it led to another position, would look the same to the listener. To a spectator,
    who knows least, it then looks the same too: what a spectator can tell apart needn't be compared again.
    """
    seat, action, luck = played
    with_luck = before.copy()
    if luck:
        give(with_luck, luck)
    choices = verbs.choices(before, seat)
    views, words = copies(with_luck, len(choices))
    verbs.views_after(views, seat, np.array(choices, np.int32), SPECTATOR)
    same = (words == words[choices.index(action)]).all(1)
    if same.sum() == 1:
        return frozenset()
    real = verbs.after(with_luck, seat, action)
    others = (verbs.after(with_luck, seat, choices[place]) for place in np.flatnonzero(same))
    alike = [other for other in others if other != real]

    def unknown(listener: int) -> bool:
        sight = verbs.view(real, listener).tobytes()
        return any(verbs.view(other, listener).tobytes() == sight for other in alike)

    return frozenset(listener for listener in listeners if alike and listener != seat and unknown(listener))
