"""Connect four, written with Parlour's kit to be raced against other people's connect four. Not in the house."""

from parlour.kit.game import Game

GAME = Game(
    name="connect_four",
    title="Connect Four",
    summary="Drop stones into seven columns; the first with four in a row wins.",
    players=range(2, 3),
    minutes=10,
    version=1,
    options=(),
    package=__name__,
)
