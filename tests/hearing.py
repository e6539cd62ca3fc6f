"""What someone at a table is told."""

from parlour.kit.game import SPECTATOR
from parlour.kit.match import Match, tell


def last_told(match: Match, listener: int = SPECTATOR) -> list[str]:
    """The sentences of the last action that stands."""
    last = match._steps[-1]
    return tell(match, last.before, last.played, match.voice(listener))
