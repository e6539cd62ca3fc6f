"""Parlour: a house for tabletop games. Rules written once, for people, bots and researchers.

>>> import parlour
>>> parlour.game("rush").title
'Rainbow Rush'
"""

from parlour.games import game, games

__all__ = ["game", "games"]
__version__ = "0.1.0"
