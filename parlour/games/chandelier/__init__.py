"""The Rainbow Chandelier: bribe for turn order, visit townspeople for crystals, and end up with most money."""

from parlour.games.chandelier import town
from parlour.kit.game import Game
from parlour.kit.options import Option, Options, Word

TOWNS = town.names()


class TileSet(Word):
    """The option `tiles`."""

    PURE = "pure"
    MIXED = "mixed"


class Payers(Word):
    """The option `bribes`."""

    ALL = "all"
    FIRST = "first"


def from_version_1(options: Options) -> Options:
    """There the marker was left standing when the match ended."""
    return {**options, "marker_stays": True}


GAME = Game(
    name="chandelier",
    title="The Rainbow Chandelier",
    summary="Sealed bribes for turn order, a town full of crystal sellers and thieves, and the most money after "
    "three rounds.",
    players=range(2, 7),
    minutes=45,
    version=2,
    options=(
        Option(
            "tiles",
            "What a merchant or vendor sells: pure, all crystals of one colour; or mixed, each of another colour.",
            TileSet,
            TileSet.PURE,
        ),
        Option(
            "bribes",
            "Who pays the bribe: all who bid, win or lose, or only the player who ends up first.",
            Payers,
            Payers.ALL,
        ),
        Option(
            "marker_stays",
            "Whether the marker stays on the board after the very last visit.",
            bool,
            False,
            past=True,
        ),
        # A town of one's own is a file beside the harbour; with the harbour alone there is nothing to choose.
        *([Option("town", "The map that is played on.", TOWNS, town.DEFAULT)] if len(TOWNS) > 1 else []),
    ),
    package=__name__,
    upgrades=(from_version_1,),
)
