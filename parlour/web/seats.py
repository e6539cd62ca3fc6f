"""Who has which seat: people sit down, leave and come back, by links and on several devices; bots stand in for them."""

from dataclasses import replace

from parlour.kit.game import SPECTATOR
from parlour.kit.mistake import Mistake
from parlour.web import door
from parlour.web.door import USUAL_BOT, Missing
from parlour.web.driving import Driving
from parlour.web.ledger import Ledger
from parlour.web.live import Live
from parlour.web.store import Seated, TooLate
from parlour.web.table import Place, Stale

SEATED = "You have a seat at this table already."


class Seats:
    """The seats of all tables."""

    def __init__(self, ledger: Ledger, driving: Driving) -> None:
        self.ledger = ledger
        self.store = ledger.store
        self.driving = driving

    def _show(self, live: Live) -> None:
        live.show()
        self.driving.drive(live)

    async def seat_of(self, live: Live, fingerprint: str) -> int:
        """The seat that a fingerprint holds, or SPECTATOR; also if it was given a moment ago by another process."""
        seat = live.table.seat_of(fingerprint)
        if seat == SPECTATOR and self.store.shared and await self.store.holds(live.table.id, fingerprint):
            async with self.ledger.alone_at(live) as table:
                if table.seat_of(fingerprint) == SPECTATOR:
                    await self.ledger.reload(live)
            live.show()
            seat = live.table.seat_of(fingerprint)
        return seat

    # Sitting down

    async def sit(self, live: Live, seat: int, name: str, colour: str, fingerprint: str, device: str = "") -> int:
        """A person takes a free seat, any if `seat` is -1; gives the seat."""
        async with self.ledger.alone_at(live) as table:
            if table.seat_of(fingerprint) != SPECTATOR:
                raise Mistake(SEATED)
            free = [number for number, place in enumerate(table.places) if place.free]
            if not free:
                raise Mistake("All seats are taken, but you may watch.")
            seat = free[0] if seat == -1 else seat
            place = table.seated(seat, name, colour, fingerprint)
            try:
                await self.store.take_seat(table.id, seat, fingerprint, place.name, place.colour, device)
            except (TooLate, Seated) as late:
                await self.ledger.reload(live)
                said = SEATED if isinstance(late, Seated) else "That seat is taken; choose another one."
                raise Mistake(said) from None
            table.take(seat, place)
            await self.ledger.begin_if_full(live)
        self._show(live)
        return seat

    async def fill(self, live: Live, bot: str = USUAL_BOT) -> None:
        """Bots take all free seats, and the match begins."""
        level = door.bot(bot)
        async with self.ledger.alone_at(live) as table:
            for seat, free in enumerate(table.places):
                if free.free:
                    place = table.seated_bot(seat, level)
                    try:
                        await self.store.seat_bot(table.id, seat, level, place.name, place.colour)
                    except TooLate:  # a person sat down there, at another process
                        await self.ledger.reload(live)
                        raise Stale("Someone has just sat down: look again.") from None
                    table.take(seat, place)
            await self.ledger.begin_if_full(live)
        self._show(live)

    # Leaving and coming back

    async def set_stand_in(self, live: Live, seat: int, bot: str | None) -> None:
        """Let a bot play for a person who left, or hand the seat back."""
        async with self.ledger.alone_at(live) as table:
            if not table.places[seat].person or table.match is None:
                raise Mistake("A bot can play for a person in a match that has begun, and nobody else.")
            await self.store.change_seat(table.id, seat, stand_in=bot)
            table.take(seat, replace(table.places[seat], stand_in=bot))
            await self.ledger.note_driver(live)
        self._show(live)

    async def remove(self, live: Live, seat: int) -> None:
        """Take a seat from its person: a bot has it from now on, or it is free again before the match."""
        async with self.ledger.alone_at(live) as table:
            old = table.places[seat]
            if old.free or (old.bot and table.match):
                raise Mistake("There is nobody at that seat who could be removed.")
            place = Place(old.name, old.colour, USUAL_BOT) if table.match else Place(colour=old.colour)
            await self.store.empty_seat(table.id, seat, name=place.name, bot=place.bot, stand_in=None)
            table.take(seat, place)
            await self.ledger.note_driver(live)
        self._show(live)

    # Links and devices

    async def set_link(self, live: Live, seat: int, link: str) -> None:
        """Make a new link the one that gives a seat; an older one no longer does."""
        await self.store.change_seat(live.table.id, seat, link=link)

    async def claim(self, live: Live, seat: int, link: str, fingerprint: str, name: str, device: str = "") -> None:
        """Whoever comes first by a seat's link has the seat, be it free or held already on another device."""
        if live.table.places[seat].free:
            await self.sit(live, seat, name, "", fingerprint, device)
            return
        if live.table.seat_of(fingerprint) not in (SPECTATOR, seat):
            raise Mistake(SEATED)
        async with self.ledger.alone_at(live) as table:
            try:
                await self.store.use_link(table.id, seat, link, fingerprint, device)
            except TooLate:
                raise Missing("This link gives no seat, or no longer: ask for a new one.") from None
            except Seated:
                raise Mistake(SEATED) from None
            place = table.places[seat]
            table.take(seat, replace(place, holders=place.holders | {fingerprint}))
        live.show()

    async def end_device(self, live: Live, seat: int, fingerprint: str) -> None:
        """A device of a seat's person doesn't hold it any more."""
        async with self.ledger.alone_at(live) as table:
            await self.store.drop_holder(table.id, seat, fingerprint)
            place = table.places[seat]
            table.take(seat, replace(place, holders=place.holders - {fingerprint}))
        live.show()
