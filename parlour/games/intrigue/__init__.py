"""Intrigue: place your scholars in other people's palaces, by bribes and promises that nobody need keep."""

from parlour.kit.game import Game
from parlour.kit.options import Option

GAME = Game(
    name="intrigue",
    title="Intrigue",
    summary="Send scholars to each other's palaces and bribe the owners for good posts. No promise binds.",
    players=range(3, 6),
    minutes=45,
    version=1,
    options=(
        Option("open_money", "Whether everyone's money lies open; if not, each sees only their own.", bool, False),
        Option(
            "two_palaces",
            "Whether the two scholars of a turn must go to two different palaces.",
            bool,
            False,
        ),
        Option(
            "secret_bribes",
            "Whether all bribes of a batch are given unseen and shown together, instead of one after the other.",
            bool,
            False,
        ),
    ),
    package=__name__,
)
