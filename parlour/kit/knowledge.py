"""What an action shows, and to whom, found the same way for every game."""

from collections.abc import Iterable

from parlour.kit.game import SPECTATOR, Verbs
from parlour.kit.luck import Luck, give, seeded
from parlour.kit.record import Position

dice = seeded(1)
WORLDS = [dice() for _ in range(24)]  # that a surprise looks the same with all these lucks is as good as impossible


def reveals(verbs: Verbs, view: Position, seat: int, action: int) -> bool:
    """Whether an action tells its seat something it can't know yet.

    It is played in several worlds that fit what the seat knows, each with its own luck. If what the seat sees
    afterwards differs between them, the action reveals something and can't be taken back.
    """
    seen = set()
    for luck in WORLDS:
        world = verbs.world(view, seat, luck)
        verbs.play(world, seat, action)
        verbs.hide(world, seat)
        seen.add(world.tobytes())
        if len(seen) > 1:
            return True
    return False


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
    real = verbs.after(with_luck, seat, action)
    seen = verbs.view(real, SPECTATOR).tobytes()
    alike = []
    for choice in verbs.choices(before, seat):
        if choice != action:
            other = verbs.after(with_luck, seat, choice)
            whole = other.tobytes()
            verbs.hide(other, SPECTATOR)
            if other.tobytes() == seen and whole != real.tobytes():
                alike.append(type(real).from_bytes(whole))

    def unknown(listener: int) -> bool:
        sight = verbs.view(real, listener).tobytes()
        return any(verbs.view(other, listener).tobytes() == sight for other in alike)

    return frozenset(listener for listener in listeners if alike and listener != seat and unknown(listener))
