"""The tables in memory: opened anew, or brought from the store when someone first asks for one."""

import asyncio
import json
import secrets
import time
from dataclasses import dataclass

from parlour.kit.options import Options
from parlour.kit.voice import SEAT_COLOURS
from parlour.web import door
from parlour.web.door import TooMuch
from parlour.web.driving import Driving
from parlour.web.guard import Bucket
from parlour.web.ledger import Ledger
from parlour.web.live import Live
from parlour.web.table import Place, Table

MOST_OPEN = 3  # tables of one client that wait for people in everyone's sight


@dataclass(frozen=True)
class Person:
    """Someone who opens a table and sits down at it."""

    seat: int
    name: str
    colour: str
    fingerprint: str
    device: str = ""


def new_id() -> str:
    """An id that nobody can guess; it doesn't begin like an option of the command line."""
    while (id_ := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return id_


class Tables:
    """All live tables, by their ids."""

    def __init__(self, ledger: Ledger, driving: Driving, openings: Bucket) -> None:
        self.live: dict[str, Live] = {}
        self.ledger = ledger
        self.driving = driving
        self.openings = openings  # that each client may have
        self.on_their_way: dict[str, asyncio.Task[None]] = {}

    async def create(
        self,
        game: str,
        seating: list[str],
        options: Options,
        host: str,
        public: bool,
        owner: str = "",
        person: Person | None = None,
    ) -> Live:
        """A new table, at which someone may sit at once; `seating` has a bot's level or nothing for each seat."""
        chosen = self.ledger.readiness.game(game)
        setting = chosen.setting(len(seating), options)
        places = [Place(colour=SEAT_COLOURS[number]) for number in range(setting.players)]
        table = Table(new_id(), chosen, setting, places, host, public)
        if person:
            table.take(person.seat, table.seated(person.seat, person.name, person.colour, person.fingerprint))
        for number, bot in enumerate(seating):
            if bot:
                table.take(number, table.seated_bot(number, door.bot(bot)))
        self._refuse_too_many(owner or host, public and not table.full)
        row = {"id": table.id, "game": chosen.name, "version": chosen.version, "players": setting.players}
        row |= {"options": json.dumps(dict(setting.differing)), "host": host, "public": public}
        held = [{"seat": person.seat, "mark": person.fingerprint, "device": person.device}] if person else []
        seats = [{"name": place.name, "colour": place.colour, "bot": place.bot} for place in places]
        await self.ledger.store.add_match(row, seats, held)
        live = Live(table, owner)
        await self._let_in(live)
        self.driving.drive(live)
        return live

    def _refuse_too_many(self, owner: str, listed: bool) -> None:
        """One client's tables leave room for those of others, in the house and on its first page."""
        waiting = [live for live in self.live.values() if live.owner == owner and live.table.waits_in_public]
        if listed and len(waiting) >= MOST_OPEN:
            raise TooMuch(f"{len(waiting)} tables of yours wait for people already: let one of them begin first.")
        if not self.openings.take(owner):
            raise TooMuch("You have opened many tables in a short time: wait a little, or go on at one of them.")

    async def find(self, id_: str) -> Live:
        """The live table of that id, rebuilt from its log if need be."""
        if id_ not in self.live:
            if id_ not in self.on_their_way:
                self.on_their_way[id_] = asyncio.create_task(self._bring(id_))
                self.on_their_way[id_].add_done_callback(lambda _: self.on_their_way.pop(id_))
            await asyncio.shield(self.on_their_way[id_])
        live = self.live[id_]
        live.used = time.monotonic()
        self.driving.drive(live)
        return live

    async def _bring(self, id_: str) -> None:
        await self._let_in(await self.ledger.bring(id_))

    async def _let_in(self, live: Live) -> None:
        """From here on others find the table, too; if all sit, the match begins: who was to begin it may be gone."""
        self.live[live.table.id] = live
        async with self.ledger.alone_at(live):
            await self.ledger.begin_if_full(live)

    def forget(self, live: Live) -> None:
        """Let a table leave the memory."""
        self.live.pop(live.table.id, None)
