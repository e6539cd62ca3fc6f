"""Which games are compiled: until one is, its tables run as plain Python."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping

from parlour import game as game_named
from parlour import games
from parlour.kit.game import Game
from parlour.kit.mistake import Mistake
from parlour.web.door import Missing
from parlour.web.live import Live
from parlour.web.table import Table
from parlour.web.thinking import Thinkers, rehearse

log = logging.getLogger("parlour")


class Readiness:
    """The games of the house, as fast as they are by now."""

    def __init__(self, thinkers: Thinkers, tell: Callable[[str], None]) -> None:
        self.thinkers = thinkers
        self.tell = tell  # whoever started the house how far it is
        self.compiled: set[str] = set()  # games whose rules are
        self.searchable: set[str] = set()  # games whose search is
        self.prepared = False  # whether the rules of all were tried

    def game(self, name: str) -> Game:
        """A game of the house: compiled, or as plain Python until it is."""
        try:
            found = game_named(name)
        except Mistake as mistake:
            raise Missing(str(mistake)) from None
        return found if found.name in self.compiled else found.uncompiled

    def use_compiled(self, table: Table) -> None:
        """Let a table go on with compiled rules, if they are there: positions are the same bytes."""
        if table.game.name in self.compiled:
            table.game = game_named(table.game.name)
            if table.match:
                table.match.game = table.game

    async def get_ready(self, tables: Mapping[str, Live]) -> None:
        """Compile the rules of all games behind everyone's back, then let the tables use them; then the searches."""
        self.thinkers.wake()
        await self._compile_rules(tables)
        self.prepared = True
        await self._compile_searches()
        self.thinkers.compiler.dismiss()
        self.tell("The bots that think ahead are ready")

    async def _compile_rules(self, tables: Mapping[str, Live]) -> None:
        names = list(games())
        for count in range(1, len(names) + 1):
            name = most_wanted(names, tables)
            names.remove(name)
            began = time.monotonic()
            try:
                await self.thinkers.compile(name)
                await asyncio.to_thread(rehearse, name)
            except Exception:  # one game that can't be played is no reason to close the others
                log.exception("%s can't be made ready.", name)
                continue
            self.compiled.add(name)
            for live in tables.values():
                self.use_compiled(live.table)
            took = time.monotonic() - began
            self.tell(f"{game_named(name).title} is ready ({count} of {len(games())}, {took:.0f} s)")

    async def _compile_searches(self) -> None:
        for name in [name for name in games() if name in self.compiled]:
            try:
                await self.thinkers.compile_search(name)
            except Exception:  # its bots that would search play as the usual one does
                log.exception("The search of %s can't be made ready.", name)
                continue
            self.searchable.add(name)


def most_wanted(names: list[str], tables: Mapping[str, Live]) -> str:
    """The game that is played at most tables now; among equals the first."""
    played = [live.table.game.name for live in tables.values() if not live.table.over]
    return max(names, key=played.count)
