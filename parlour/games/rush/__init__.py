"""Rainbow Rush: be the first with five cards of one shape in all five colours."""

from parlour.kit.game import Game
from parlour.kit.options import Option, Options, Word


class Lock(Word):
    """The option `lock`."""

    TWO_TURNS = "two turns"
    VICTIMS_TURN = "victim's turn"


def from_version_1(options: Options) -> Options:
    """There a turn could be passed: take the top discard, play it as the sixth card, and let it leave."""
    return {**options, "taken_may_leave": True}


GAME = Game(
    name="rush",
    title="Rainbow Rush",
    summary="A card race: lay five cards of one shape in all five colours, and spoil the others' rainbows with wilds.",
    players=range(2, 9),
    minutes=20,
    version=2,
    options=(
        Option(
            "lock",
            "How long a card that a wild replaced stays locked on the discard pile: "
            "for the next turn, or until the player who lost it has had a turn.",
            Lock,
            Lock.TWO_TURNS,
        ),
        Option(
            "turn_limit",
            "After so many turns in all, the best unfinished rainbows share the win; 0 means no limit.",
            range(100_001),
            300,
        ),
        Option(
            "taken_may_leave",
            "Whether a card that was taken from the discards and played as the sixth may leave in the same turn.",
            bool,
            False,
            past=True,
        ),
    ),
    package=__name__,
    upgrades=(from_version_1,),
)
