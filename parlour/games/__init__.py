"""The shelf: every folder here is a game, and other packages can add theirs.

Another package adds a game by an entry point in the group `parlour.games` that names its `GAME`:

    [project.entry-points."parlour.games"]
    checkers = "checkers_for_parlour:GAME"
"""

import functools
import importlib
import importlib.metadata
import pkgutil

from parlour.kit.game import Game
from parlour.kit.mistake import Mistake


@functools.cache
def games() -> dict[str, Game]:
    """All games of the house by name, in alphabetical order."""
    found = [importlib.import_module(f"{__name__}.{folder.name}").GAME for folder in pkgutil.iter_modules(__path__)]
    found += [point.load() for point in importlib.metadata.entry_points(group="parlour.games")]
    return {game.name: game for game in sorted(found, key=lambda game: game.name)}


def game(name: str) -> Game:
    """The game of that name."""
    try:
        return games()[name.strip().lower()]
    except KeyError:
        raise Mistake(f"There is no game {name!r} in the house; there is {', '.join(games())}.") from None
