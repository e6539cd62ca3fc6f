"""Crystallia: lay stones in lines of one colour and collect crystals, many of each colour but not too many."""

from parlour.kit.game import Game
from parlour.kit.options import Option

GAME = Game(
    name="crystallia",
    title="Crystallia",
    summary="Stones with two crystals, laid like dominoes: lines of one colour bring crystals, too many bring ruin.",
    players=range(2, 5),
    minutes=30,
    version=1,
    options=(
        Option(
            "advanced",
            "Before the first turn all choose secretly which of their platforms to flip: only five places there, "
            "but two points a crystal, and a sixth one empties the platform.",
            bool,
            False,
        ),
    ),
    package=__name__,
)
