"""What an action shows, and to whom, found the same way for every game."""

from parlour.kit.game import Verbs
from parlour.kit.luck import Luck, fresh, give
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


def sealed(verbs: Verbs, before: Position, played: tuple[int, int, Luck | None], listener: int) -> bool:
    """Whether a listener may not know which action was played: by a seat, with its number and the luck it got.

    So it is when another one, though it led to another position, would look the same to the listener.
    """
    seat, action, luck = played
    if seat == listener:
        return False

    def position_and_sight(choice: int) -> tuple[bytes, bytes]:
        after = before.copy()
        if luck:
            give(after, luck)
        verbs.play(after, seat, choice)
        return after.tobytes(), verbs.view(after, listener).tobytes()

    real, seen = position_and_sight(action)
    others = (position_and_sight(other) for other in verbs.choices(before, seat) if other != action)
    return any(looks == seen and position != real for position, looks in others)
