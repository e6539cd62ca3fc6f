"""What people do at a table: play, take back, talk, and let it rest."""

from parlour.kit.match import Entry, Said, Undone
from parlour.kit.mistake import Mistake
from parlour.web.driving import Driving
from parlour.web.ledger import Ledger
from parlour.web.live import Live
from parlour.web.table import Stale, Table

LONGEST_ID = 64  # characters of a message's, as the store keeps it
# in one match: what is said or done for ever fills the memory
MOST_SAID, MOST_UNDONE, MOST_ENTRIES = 1_000, 500, 10_000


class Playing:
    """What is done at all tables."""

    def __init__(self, ledger: Ledger, driving: Driving) -> None:
        self.ledger = ledger
        self.driving = driving

    async def act(self, live: Live, seat: int, action: int, asked: int | None, message_id: str = "") -> None:
        """Play an action; a message that came before is not done twice."""
        message_id = known_as(seat, message_id)
        async with self.ledger.alone_at(live) as table:
            if message_id in live.messages:
                return
            if table.places[seat].player:
                raise Mistake("A bot plays for you now: take your seat back first.")
            if table.number >= MOST_ENTRIES:
                raise Mistake("This match has become too long for the house: it can't go on.")
            await self.ledger.keep(live, table.act(seat, action, asked), message_id)
        live.show()
        self.driving.drive(live)

    async def undo(self, live: Live, seat: int, number: int | None, message_id: str = "") -> None:
        """Take back; `number` is the last entry that the person had seen."""
        message_id = known_as(seat, message_id)
        async with self.ledger.alone_at(live) as table:
            if message_id in live.messages:
                return
            if number is not None and number != table.number:
                raise Stale("The table has moved on since: look again.")
            if count_of(table, Undone) >= MOST_UNDONE:
                raise Mistake("So much was taken back in this match that what is done now stands.")
            await self.ledger.keep(live, table.undo(seat), message_id)
        live.show()
        self.driving.drive(live)

    async def say(self, live: Live, seat: int, text: str, message_id: str = "") -> None:
        """Say something to all; a bot may answer it."""
        message_id = known_as(seat, message_id)
        async with self.ledger.alone_at(live) as table:
            if message_id in live.messages:
                return
            if count_of(table, Said) >= MOST_SAID:
                raise Mistake("So much was said in this match that the house can't take down any more.")
            if await self.ledger.keep(live, table.say(seat, " ".join(text.split())), message_id):
                await self.driving.answer(live)
        live.show()

    async def pause(self, live: Live, paused: bool) -> None:
        """Nobody may act until the table goes on, or it goes on."""
        async with self.ledger.alone_at(live) as table:
            await self.ledger.store.change_match(table.id, paused=paused)
            table.paused = paused
            table.changed()
            await self.ledger.note_driver(live)
        live.show()
        self.driving.drive(live)


def known_as(seat: int, message_id: str) -> str:
    """A message's id as the log knows it: with the seat that sent it, so that nobody uses up another's."""
    return f"{seat} {message_id}"[:LONGEST_ID] if message_id else ""


def count_of(table: Table, kind: type[Entry]) -> int:
    return sum(isinstance(entry, kind) for entry in table.played.entries)
