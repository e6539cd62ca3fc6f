"""Rainbow Rush: be the first with five cards of one shape in all five colours."""

from parlour.kit.game import Game, Option

GAME = Game(
    name="rush",
    title="Rainbow Rush",
    summary="A card race: lay five cards of one shape in all five colours, and spoil the others' rainbows with wilds.",
    players=range(2, 9),
    minutes=20,
    version=1,
    options=(
        Option(
            "lock",
            "How long a card that a wild replaced stays locked on the discard pile: "
            "for the next turn, or until the player who lost it has had a turn.",
            ("two turns", "victim's turn"),
            "two turns",
        ),
        Option(
            "turn_limit",
            "After so many turns in all, the best unfinished rainbows share the win; 0 means no limit.",
            range(100_001),
            300,
        ),
    ),
    package=__name__,
)
