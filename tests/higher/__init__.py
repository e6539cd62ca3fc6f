"""Higher, a tiny game to try the kit on: each player holds a secret card, may swap it, and shows it in the end."""

from parlour.kit.game import Game
from parlour.kit.options import Option

GAME = Game(
    name="higher",
    title="Higher",
    summary="Swap your secret card or show it; the highest wins.",
    players=range(2, 4),
    minutes=1,
    version=1,
    options=(Option("rounds", "How many rounds at most.", range(1, 6), 3),),
    package=__name__,
)
