"""Whether an action would show a seat something new, found the same way for every game."""

from parlour.kit.game import Verbs
from parlour.kit.luck import fresh
from parlour.kit.record import Position

WORLDS = 24  # that a surprise looks the same in all of them is then as good as impossible


def reveals(verbs: Verbs, view: Position, seat: int, action: int) -> bool:
    """Whether an action tells its seat something it can't know yet.

    It is played in several worlds that fit what the seat knows, each with its own luck. If what the seat sees
    afterwards differs between them, the action reveals something and can't be taken back.
    """
    seen = set()
    for _ in range(WORLDS):
        world = verbs.world(view, seat, fresh())
        seen.add(verbs.view(verbs.after(world, seat, action), seat).tobytes())
        if len(seen) > 1:
            return True
    return False
