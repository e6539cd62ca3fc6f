"""The house: live tables in memory, every entry kept before anyone sees it, bots at their seats.

A table is rebuilt from the store when it is first asked for, so a restart loses nothing. One lock a table: what happens
there happens in one order: it is proposed, kept in the store, and only then let in, so that nobody ever sees what isn't
kept. In the store the key (match, number) decides who was first. When the store didn't answer, nobody knows what it has
kept: the table is then rebuilt from it before anything else happens there.
"""

import asyncio
import contextlib
import contextvars
import json
import logging
import os
import secrets
import time
import traceback
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from typing import Any

from parlour import game as game_named
from parlour import games
from parlour.bots.roster import BOTS, LEVELS
from parlour.kit import talk
from parlour.kit.game import SPECTATOR, Game
from parlour.kit.luck import fresh
from parlour.kit.match import Proposal, Said, Undone
from parlour.kit.mistake import Mistake
from parlour.kit.voice import SEAT_COLOURS
from parlour.table.live import Place, Presence, Stale, Table
from parlour.web import door, keeping, metrics
from parlour.web.door import USUAL_BOT, Missing
from parlour.web.guard import Bucket
from parlour.web.store import Gap, News, Store, TooLate, Unreachable, read_luck
from parlour.web.thinking import NAMES, Thinkers, rehearse, sample
from parlour.web.turns import Order

log = logging.getLogger("parlour")

BOT_NAMES = (*NAMES, "Ida", "Jonas", "Kira", "Levi", "Mara", "Nico", "Olga", "Pablo")
IDLE = 15 * 60  # seconds without a page until a table leaves the memory
ROUNDS = 5  # seconds between two looks around the house
BEAT = 20  # seconds of silence until those who look are told that the house is still here
GIVEN_UP = 180  # seconds away, with others waiting, until a bot plays for someone
REMEMBERED_POSTS = 64
LONGEST_POST = 64  # characters of its id
HEAD_START = 3  # seconds that the bots of a table are left to the process that moved there last, while it lives
LEFT_ALONE = 60  # seconds without a look until the bots of a table rest: the time of a round, or between two polls
HEARTBEAT = 1  # seconds between two signs of life to the other processes
UNKNOWN = "?"  # in the place of a process that isn't known
MOST_OPEN = 3  # tables of one client that wait for people in everyone's sight
MOST_SAID, MOST_UNDONE, MOST_ENTRIES = (
    1_000,
    500,
    10_000,
)  # in one match: what is said or done for ever fills the memory


class NotYours(Mistake):
    """Someone else may do that, but not you."""


class TooMuch(Mistake):
    """One client has had its share."""


@dataclass(frozen=True)
class Person:
    """Someone who opens a table and sits down at it."""

    seat: int
    name: str
    colour: str
    mark: str
    device: str = ""


@dataclass(frozen=True)
class Settings:
    """How a house is run."""

    database: str
    bot_pause: float = 0.7  # seconds a bot takes at least, so that people can follow
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    reads: tuple[float, float] = (400, 100)  # a client's requests at once, and then a second
    writes: tuple[float, float] = (60, 20)
    tables: tuple[float, float] = (60, 0.05)  # that a client may open at once, and then a second
    keep_finished: int | None = None  # days that a match is kept after its end; None means for ever
    keep_abandoned: int | None = None  # and after the last entry, if it has no end
    tell: Callable[[str], None] = lambda sentence: None  # progress, for whoever started it
    streams: tuple[int, int] = (200, 4_000)  # open at once for a client, and in all
    lines: tuple[int, int] = (400, 8_000)  # connections, in the same way
    proxies: tuple[str, ...] = ()  # addresses and networks that are believed who asks through them
    path: str = ""  # below which the house stands at its host


class Live:
    """A table with what the running house needs beside it."""

    def __init__(self, table: Table, owner: str = "", driver: str | None = None) -> None:
        self.table = table
        self.owner = owner or table.host  # the client who opened it
        self.driver = driver  # the process whose bots are to act, as the store has it
        self.doubtful = False  # whether the store may have kept something that isn't here
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Event] = set()
        self.bots: asyncio.Task | None = None
        self.posts: dict[str, None] = {}  # of late, so that a resent one is harmless
        self.used = self.heard = time.monotonic()
        self.since = time.time()  # when the last entry came
        self.scene: Any = None  # how the table looks now, once someone has looked
        self.gone: tuple[int, ...] = ()  # the seats whose people were away at the last round
        self.elsewhere = ""  # the other process of the house that the last entry came from, if it did
        self.logs: dict[int, list[str]] = {}  # the lines of the log as HTML, by who is told
        self.posted: float | None = None  # when the order came that made the last change, if one did

    def show(self) -> None:
        """Wake all who look at the table."""
        self.heard = time.monotonic()
        self.posted = metrics.arrived.get()
        for watcher in self.watchers:
            watcher.set()


class House:
    """All tables, the store behind them and the bots beside them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.thinkers = Thinkers(settings.workers)
        self.boot = secrets.token_hex(4)
        self.ready: set[str] = set()  # games whose rules are compiled
        self.prepared = False  # whether that was tried for all of them
        self.searchable: set[str] = set()  # games whose search is
        self.closing = asyncio.Event()
        self._live: dict[str, Live] = {}
        self._openings = Bucket(*settings.tables)
        self._pictures: dict[str, str] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task] = set()

    async def open(self) -> None:
        await self.store.open()
        metrics.observe(self)
        self.spawn(self._get_ready())
        self.spawn(self._look_around())
        self.spawn(self._hear_others())
        self.spawn(self._show_life() if self.store.shared else self._adopt())
        self.spawn(keeping.sweep(self))

    async def close(self) -> None:
        self.close_streams()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        await self.store.close()

    def close_streams(self) -> None:
        """Let every stream end, so that the house can close; their pages come back by themselves."""
        self.closing.set()
        for live in self._live.values():
            live.show()

    def spawn(self, work: Any) -> asyncio.Task:
        task = asyncio.create_task(work, context=contextvars.Context())  # not of the request that happens to start it
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("A task of the house failed.", exc_info=task.exception())

    # Games

    def game(self, name: str) -> Game:
        """A game of the house: compiled, or as plain Python until it is."""
        try:
            found = game_named(name)
        except Mistake as mistake:
            raise Missing(str(mistake)) from None
        return found if found.name in self.ready else found.plain

    async def _get_ready(self) -> None:
        """Compile the rules of all games behind everyone's back, then let the tables use them."""
        names = list(games())
        self.thinkers.wake()
        for count in range(1, len(names) + 1):
            name = self.most_wanted(names)
            names.remove(name)
            began = time.monotonic()
            try:
                await self.thinkers.compile(name)
                await asyncio.to_thread(rehearse, name)
            except Exception:  # one game that can't be played is no reason to close the others
                log.exception("%s can't be made ready.", name)
                continue
            self.ready.add(name)
            for live in self._live.values():
                self._use_compiled(live.table)
            took = time.monotonic() - began
            self.settings.tell(f"{game_named(name).title} is ready ({count} of {len(games())}, {took:.0f} s)")
        self.prepared = True
        for name in [name for name in games() if name in self.ready]:
            try:
                await self.thinkers.compile_search(name)
            except Exception:  # its bots that would search play as the usual one does
                log.exception("The search of %s can't be made ready.", name)
                continue
            self.searchable.add(name)
        self.thinkers.compiler.dismiss()
        self.settings.tell("The bots that think ahead are ready")

    def most_wanted(self, names: list[str]) -> str:
        """The game that is played at most tables now; among equals the first."""
        played = [live.table.game.name for live in self._live.values() if not live.table.over]
        return max(names, key=played.count)

    def _use_compiled(self, table: Table) -> None:
        """Let a table go on with compiled rules, if they are there: positions are the same bytes."""
        if table.game.name in self.ready:
            table.game = game_named(table.game.name)
            if table.match:
                table.match.game = table.game

    async def picture(self, name: str) -> str:
        """A game as one sees it in the middle of a match, drawn once."""
        game = self.game(name)
        if game.name not in self._pictures:
            self._pictures[game.name] = await asyncio.to_thread(sample, game)
        return self._pictures[game.name]

    # Tables

    async def create(
        self,
        game: str,
        seating: list[str],
        options: dict[str, str | int],
        host: str,
        public: bool,
        owner: str = "",
        person: Person | None = None,
    ) -> Live:
        """A new table, at which someone may sit at once; `seating` has a bot's level or nothing for each seat."""
        chosen = self.game(game)
        setting = chosen.setting(len(seating), options)
        places = [Place(colour=SEAT_COLOURS[number]) for number in range(setting.players)]
        table = Table(secrets.token_urlsafe(12), chosen, setting, places, host, public)
        if person:
            table.take(person.seat, table.seated(person.seat, tidy(person.name), person.colour, person.mark))
        for number, bot in enumerate(seating):
            if bot:
                table.take(number, table.seated_bot(number, door.bot(bot), BOT_NAMES))
        self._refuse_too_many(owner or host, public and not table.full)
        row = {"id": table.id, "game": chosen.name, "version": chosen.version, "players": setting.players}
        row |= {"options": json.dumps(dict(setting.differing)), "host": host, "public": public}
        held = [{"seat": person.seat, "mark": person.mark, "device": person.device}] if person else []
        await self.store.add_match(row, [{"name": p.name, "colour": p.colour, "bot": p.bot} for p in places], held)
        live = self._live[table.id] = Live(table, owner)
        async with self._alone_at(live):
            await self._begin_if_full(live)
        return live

    def _refuse_too_many(self, owner: str, listed: bool) -> None:
        """One client's tables leave room for those of others, in the house and on its first page."""
        waiting = [live for live in self._live.values() if live.owner == owner and live.table.waits_in_public]
        if listed and len(waiting) >= MOST_OPEN:
            raise TooMuch(f"{len(waiting)} tables of yours wait for people already: let one of them begin first.")
        if not self._openings.take(owner):
            raise TooMuch("You have opened many tables in a short time: wait a little, or go on at one of them.")

    async def table(self, id_: str) -> Live:
        """The live table of that id, rebuilt from its log if need be."""
        if id_ not in self._live:
            if id_ not in self._loading:
                self._loading[id_] = asyncio.create_task(self._bring(id_))
                self._loading[id_].add_done_callback(lambda _: self._loading.pop(id_))
            await asyncio.shield(self._loading[id_])
        live = self._live[id_]
        live.used = time.monotonic()
        self.drive(live)
        return live

    async def _bring(self, id_: str) -> Live:
        """Rebuild a table and put it into the house."""
        live = Live(await self._load(id_), driver=UNKNOWN)
        live.posts = await self._posts(id_)
        self._use_compiled(live.table)
        self._live[id_] = live
        return live

    async def _load(self, id_: str) -> Table:
        row = await self.store.match(id_)
        if row is None:
            raise Missing("There is no such table in this house.")
        game = self.game(row.game)
        try:
            setting = game.setting_of(row.version, row.players, json.loads(row.options))
        except Mistake as mistake:
            raise Missing(str(mistake)) from None
        found, held = await self.store.places(id_)
        marks: list[set[str]] = [set() for _ in found]
        for holder in held:
            marks[holder.seat].add(holder.mark)
        places = [
            Place(seat.name, seat.colour, door.kept_bot(seat.bot), door.kept_bot(seat.stand_in), frozenset(of))
            for seat, of in zip(found, marks, strict=True)
        ]
        table = Table(id_, game, setting, places, row.host, row.public)
        table.paused, table.closed = row.paused, row.closed
        if row.luck:
            entries = await self.store.log(id_, game.rules.ACTIONS)
            table.lost = await self._mend_gap(id_, len(entries))
            table.restore(read_luck(row.luck), entries)
        return table

    async def _mend_gap(self, id_: str, length: int) -> bool:
        """Let a log whose middle was lost end there; tells whether that has happened to it."""
        lowest, highest = await self.store.ends_of_log(id_)
        if highest > length:
            log.error("The log of table %s has no entry %d: it goes on from the one before.", id_, length + 1)
            await self.store.set_aside(id_, length)
        return lowest < 0 or highest > length

    async def _posts(self, id_: str) -> dict[str, None]:
        """What was sent to a table of late."""
        return dict.fromkeys(await self.store.posts(id_, REMEMBERED_POSTS))

    async def _reload(self, live: Live) -> None:
        """Make a table what the store says; who looks at it still does."""
        table, posts = await self._load(live.table.id), await self._posts(live.table.id)
        before, live.table, live.posts, live.logs = live.table, table, posts, {}
        live.driver = UNKNOWN
        table.version = before.version + 1
        for seat, (old, new) in enumerate(zip(before.places, table.places, strict=True)):
            if old.holders & new.holders:
                table.places[seat] = replace(new, presence=old.presence)
        self._use_compiled(table)

    @contextlib.asynccontextmanager
    async def _alone_at(self, live: Live) -> AsyncIterator[Table]:
        """While nobody else changes a table, which is what the store says."""
        async with live.lock:
            if live.doubtful:
                await self._reload(live)
                live.doubtful = False
                live.show()
            try:
                yield live.table
            except (Unreachable, asyncio.CancelledError):
                live.doubtful = True
                raise

    # Seats

    async def sit(self, live: Live, seat: int, name: str, colour: str, mark: str, device: str = "") -> int:
        """A person takes a free seat, any if `seat` is -1; gives the seat."""
        async with self._alone_at(live) as table:
            if table.seat_of(mark) != SPECTATOR:
                raise Mistake("You have a seat at this table already.")
            free = [number for number, place in enumerate(table.places) if place.free]
            if not free:
                raise Mistake("All seats are taken, but you may watch.")
            seat = free[0] if seat == -1 else seat
            place = table.seated(seat, tidy(name), colour, mark)
            try:
                await self.store.take_seat(table.id, seat, mark, place.name, place.colour, device)
            except TooLate:
                await self._reload(live)
                raise Mistake("That seat is taken; choose another one.") from None
            table.take(seat, place)
            await self._begin_if_full(live)
        live.show()
        return seat

    async def fill(self, live: Live, bot: str = USUAL_BOT) -> None:
        """Bots take all free seats, and the match begins."""
        level = door.bot(bot)
        async with self._alone_at(live) as table:
            for seat, place in enumerate(table.places):
                if place.free:
                    bots = table.seated_bot(seat, level, BOT_NAMES)
                    await self.store.change_seat(
                        table.id, seat, name=bots.name, colour=bots.colour, bot=bots.bot, link=None
                    )
                    table.take(seat, bots)
            await self._begin_if_full(live)
        live.show()

    async def _begin_if_full(self, live: Live) -> None:
        table = live.table
        if table.match is None and table.full:
            table.begin(await self.store.begin_match(table.id, fresh()))
            live.since = time.time()
            await self._note_driver(live)
            self.drive(live)

    async def set_stand_in(self, live: Live, seat: int, bot: str | None) -> None:
        """Let a bot play for a person who left, or hand the seat back."""
        async with self._alone_at(live) as table:
            if not table.places[seat].person or table.match is None:
                raise Mistake("A bot can play for a person in a match that has begun, and nobody else.")
            await self.store.change_seat(table.id, seat, stand_in=bot)
            table.take(seat, replace(table.places[seat], stand_in=bot))
            await self._note_driver(live)
        live.show()
        self.drive(live)

    async def remove(self, live: Live, seat: int) -> None:
        """Take a seat from its person: a bot has it from now on, or it is free again before the match."""
        async with self._alone_at(live) as table:
            old = table.places[seat]
            if old.free or (old.bot and table.match):
                raise Mistake("There is nobody at that seat who could be removed.")
            place = Place(old.name, old.colour, USUAL_BOT) if table.match else Place(colour=old.colour)
            await self.store.empty_seat(table.id, seat, name=place.name, bot=place.bot, stand_in=None)
            table.take(seat, place)
            await self._note_driver(live)
        live.show()
        self.drive(live)

    async def set_link(self, live: Live, seat: int, link: str) -> None:
        """Make a new link the one that gives a seat; an older one no longer does."""
        await self.store.change_seat(live.table.id, seat, link=link)

    async def claim(self, live: Live, seat: int, link: str, mark: str, name: str, device: str = "") -> None:
        """Whoever comes first by a seat's link has the seat, be it free or held already on another device."""
        if live.table.places[seat].free:
            await self.sit(live, seat, name, "", mark, device)
            return
        if live.table.seat_of(mark) not in (SPECTATOR, seat):
            raise Mistake("You have another seat at this table already.")
        async with self._alone_at(live) as table:
            try:
                await self.store.use_link(table.id, seat, link, mark, device)
            except TooLate:
                raise Missing("This link gives no seat, or no longer: ask for a new one.") from None
            place = table.places[seat]
            table.take(seat, replace(place, holders=place.holders | {mark}))
        live.show()

    async def end_device(self, live: Live, seat: int, mark: str) -> None:
        """A device of a seat's person doesn't hold it any more."""
        async with self._alone_at(live) as table:
            await self.store.drop_holder(table.id, seat, mark)
            place = table.places[seat]
            table.take(seat, replace(place, holders=place.holders - {mark}))
        live.show()

    async def pause(self, live: Live, paused: bool) -> None:
        async with self._alone_at(live) as table:
            await self.store.change_match(table.id, paused=paused)
            table.paused = paused
            table.changed()
            await self._note_driver(live)
        live.show()
        self.drive(live)

    # Playing

    async def act(self, live: Live, seat: int, action: int, asked: int | None, post: str = "") -> None:
        """Play an action; a post that came before is not done twice."""
        post = known_as(seat, post)
        async with self._alone_at(live) as table:
            if post in live.posts:
                return
            if table.places[seat].player:
                raise Mistake("A bot plays for you now: take your seat back first.")
            if table.number >= MOST_ENTRIES:
                raise Mistake("This match has become too long for the house: it can't go on.")
            await self._keep(live, table.act(seat, action, asked), post)
        live.show()
        self.drive(live)

    async def undo(self, live: Live, seat: int, number: int | None, post: str = "") -> None:
        """Take back; `number` is the last entry that the person had seen."""
        post = known_as(seat, post)
        async with self._alone_at(live) as table:
            if post in live.posts:
                return
            if number is not None and number != table.number:
                raise Stale("The table has moved on since: look again.")
            if count_of(table, Undone) >= MOST_UNDONE:
                raise Mistake("So much was taken back in this match that what is done now stands.")
            await self._keep(live, table.undo(seat), post)
        live.show()
        self.drive(live)

    async def say(self, live: Live, seat: int, text: str, post: str = "") -> None:
        post = known_as(seat, post)
        async with self._alone_at(live) as table:
            if post in live.posts:
                return
            if count_of(table, Said) >= MOST_SAID:
                raise Mistake("So much was said in this match that the house can't take down any more.")
            if await self._keep(live, table.say(seat, " ".join(text.split())), post):
                await self._let_a_bot_answer(live)
        live.show()

    async def _let_a_bot_answer(self, live: Live) -> None:
        """What was just said may be a statement made to a bot."""
        for seat, place in enumerate(live.table.places):
            answer = talk.reply(live.table.played, seat) if place.player else None
            if answer:
                await self._keep(live, live.table.say(seat, answer))
                break  # a statement is made to one player

    async def _keep(self, live: Live, proposal: Proposal, post: str = "") -> bool:
        """Write down what is proposed, then let it in; tell if it is new, or another process did the same post before.

        If another was first, go on from what the log has.
        """
        table = live.table
        acting = table.game.verbs.to_act(proposal.after)
        driver = self._driver(table, acting)
        changes = {} if driver == live.driver else {"driver": driver}
        try:
            await self.store.add_entry(
                table.id, table.game.rules.ACTIONS, table.number + 1, proposal.entry, not acting, post, **changes
            )
        except (TooLate, Gap):
            await self._reload(live)
            if post in live.posts:
                return False
            raise Stale("Someone was quicker: look again, then choose.") from None
        table.enter(proposal)
        remember_post(live, post)
        live.driver = driver
        live.since = time.time()
        live.elsewhere = ""
        return True

    def _driver(self, table: Table, acting: list[int]) -> str | None:
        """The process that has to see to the bots of a table when these seats are to act: this one, or none."""
        waited_for = not table.halted and any(table.places[seat].player for seat in acting)
        return self.store.worker if waited_for else None

    async def _note_driver(self, live: Live) -> None:
        driver = self._driver(live.table, live.table.match.to_act if live.table.match else [])
        if driver != live.driver:
            await self.store.set_driver(live.table.id, driver)
            live.driver = driver

    # Other processes of the same house, on one database

    async def _hear_others(self) -> None:
        async for news in self.store.news():
            known = [self._live[news.match]] if news.match in self._live else []
            for live in known if news.match else list(self._live.values()):
                try:
                    await self._catch_up(live, news)
                except Missing:  # it was not kept any longer
                    self._live.pop(live.table.id, None)
                except Exception:  # one table that can't be read is no reason to be deaf to the others
                    log.exception("What happened elsewhere at table %s can't be followed.", live.table.id)

    async def _catch_up(self, live: Live, news: News) -> None:
        """Make a table what another process has made of it."""
        for seat in news.seen:
            live.table.places[seat].presence.look()
        if news.seen:
            return
        async with self._alone_at(live) as table:
            if news.number and table.match:
                if news.number <= table.number:
                    return
                for entry, post in await self.store.sent_log(table.id, table.game.rules.ACTIONS, table.number):
                    table.follow(entry)
                    remember_post(live, post)
                live.elsewhere = news.worker
                live.driver = UNKNOWN
                live.since = time.time()
            else:
                await self._reload(live)
        live.show()
        self.drive(live)

    async def _show_life(self) -> None:
        """Let the other processes know that this one runs, and see to the tables of those that don't any more."""
        began = time.monotonic()
        while True:
            await asyncio.sleep(HEARTBEAT)
            with contextlib.suppress(Unreachable):
                await self.store.beat()
                if time.monotonic() - began > HEAD_START:  # by then it has heard of all others
                    await self._adopt()

    async def _adopt(self) -> None:
        """Bring in the tables whose bots nobody sees to, because their process has gone: their matches go on."""
        for id_ in await self.store.adopt():
            try:
                live = await self.table(id_)
            except Exception:  # one table that can't be read is no reason to leave the others alone
                log.exception("Table %s can't be taken over.", id_)
                continue
            live.driver, live.elsewhere = self.store.worker, ""
            self.drive(live)

    # Bots

    def drive(self, live: Live) -> None:
        """Let the bots of a table play, if it is their turn, someone looks and they aren't at it."""
        if (live.bots is None or live.bots.done()) and self._next_bot(live) is not None and self._is_looked_at(live):
            live.bots = self.spawn(self._play_bots(live))

    def _next_bot(self, live: Live) -> int | None:
        table = live.table
        if table.match is None or table.halted:
            return None
        return next((seat for seat in table.match.to_act if table.places[seat].player), None)

    def _is_looked_at(self, live: Live) -> bool:
        """Whether anyone looks at a table, or did a moment ago; bots don't play for nobody."""
        return bool(live.watchers) or time.monotonic() - live.used < LEFT_ALONE

    async def _play_bots(self, live: Live) -> None:
        while (seat := self._next_bot(live)) is not None and self._is_looked_at(live):
            if live.elsewhere and await self._moves_on_elsewhere(live):
                continue
            table = live.table
            bot, asked = table.places[seat].player, table.asked[seat]
            assert bot
            action, _ = await asyncio.gather(self._choice_of(live, seat, bot), asyncio.sleep(self.settings.bot_pause))
            try:
                async with self._alone_at(live) as table:
                    if table.places[seat].player == bot and not table.halted and table.asked[seat] == asked:
                        await self._keep(live, table.act(seat, action, asked))
            except Stale:
                pass  # someone was quicker: the next one to act may be another
            except Unreachable:
                await asyncio.sleep(HEARTBEAT)
            live.show()
        if seat is not None:
            with contextlib.suppress(Unreachable):
                await self._let_rest(live)

    async def _choice_of(self, live: Live, seat: int, bot: str) -> int:
        """What a bot plays at a seat."""
        match, name = live.table.played, live.table.game.name
        if talk.minded(match, bot):
            try:
                return talk.action(match, seat)
            except Exception:
                self.thinkers.tell_once(name, bot, traceback.format_exc())
        order = Order(
            owner=live.owner,
            game=name,
            bot=bot if name in self.searchable or not BOTS[bot].searches else USUAL_BOT,
            seat=seat,
            view=match.view(seat).tobytes(),
            choices=live.table.choices(seat),
            compiled=name in self.ready,
        )
        return await metrics.thinking(order.bot, self.thinkers.think(order))

    async def _let_rest(self, live: Live) -> None:
        """The bots of a table wait until someone looks again; no process has to see to them."""
        if live.driver == self.store.worker:
            async with self._alone_at(live) as table:
                await self.store.set_driver(table.id, None)
                live.driver = None

    async def _moves_on_elsewhere(self, live: Live) -> bool:
        """Whether the process that moved last goes on with the bots; if it has gone, this one does."""
        number, until = live.table.number, time.monotonic() + self.settings.bot_pause + HEAD_START
        while live.table.number == number and time.monotonic() < until and self.store.alive(live.elsewhere):
            await asyncio.sleep(HEARTBEAT / 4)
        return live.table.number > number

    # Who is there

    @contextlib.asynccontextmanager
    async def watching(self, live: Live, seat: int) -> AsyncIterator[asyncio.Event]:
        """While someone looks at a table: an event that is set whenever it changes."""
        watcher = asyncio.Event()
        live.watchers.add(watcher)
        metrics.streams.inc()
        presence = live.table.places[seat].presence if seat != SPECTATOR else Presence()
        presence.pages += 1
        if seat != SPECTATOR and presence.pages == 1:
            self._seen_anew(live)
        try:
            yield watcher
        finally:
            live.watchers.discard(watcher)
            metrics.streams.dec()
            live.used = time.monotonic()
            presence.pages -= 1
            presence.look()

    def _seen_anew(self, live: Live) -> None:
        live.table.changed()
        live.show()

    async def _look_around(self) -> None:
        """Every few seconds: show who has gone away, put bots in for those who stay away, forget idle tables."""
        while True:
            await asyncio.sleep(ROUNDS)
            await self.look_around()

    async def look_around(self) -> None:
        """One round."""
        for live in list(self._live.values()):
            try:
                await self._look_at(live)
            except Unreachable:
                pass  # that is told already, and this table has its turn again
            except Missing:  # it was not kept any longer
                self._live.pop(live.table.id, None)
            except Exception:  # one table is no reason to neglect the others
                log.exception("The round through the house leaves out table %s.", live.table.id)
        here = {id_: seats for id_, live in self._live.items() if (seats := live.table.seen_now)}
        if here and self.store.shared:
            with contextlib.suppress(Unreachable):
                await self.store.tell_who_is_seen(here)

    async def _look_at(self, live: Live) -> None:
        """One table of a round."""
        if live.doubtful:
            async with self._alone_at(live):
                pass
        table = live.table
        gone = tuple(number for number, place in enumerate(table.places) if not place.free and place.away)
        if live.gone != gone:
            live.gone = gone
            self._seen_anew(live)
        if live.watchers and table.match and not table.halted:
            await self._replace_those_given_up(live)
        if live.watchers and time.monotonic() - live.heard > BEAT:
            live.show()
        self.drive(live)
        resting = live.bots is None or live.bots.done()
        if not live.watchers and time.monotonic() - live.used > IDLE and resting:
            self._live.pop(table.id, None)

    async def _replace_those_given_up(self, live: Live) -> None:
        """A match with others waiting doesn't hang on someone who has left."""
        table = live.table
        waiting = any(place.presence.pages for place in table.places)
        for seat in table.played.to_act if waiting else []:
            place = table.places[seat]
            if not place.player and place.presence.away_for > GIVEN_UP:
                await self.set_stand_in(live, seat, USUAL_BOT)


def remember_post(live: Live, post: str) -> None:
    if post:
        live.posts[post] = None
        while len(live.posts) > REMEMBERED_POSTS:
            live.posts.pop(next(iter(live.posts)))


def tidy(name: str) -> str:
    """A name as it is written at the table."""
    return " ".join(name.split()) or "Guest"


def known_as(seat: int, post: str) -> str:
    """A post as the log knows it: by the seat that sent it, so that nobody uses up another's."""
    return f"{seat} {post}"[:LONGEST_POST] if post else ""


def count_of(table: Table, kind: type) -> int:
    return sum(isinstance(entry, kind) for entry in table.played.entries)


def levels() -> dict[str, str]:
    """The bots that can be chosen, with what they are like."""
    return {level: BOTS[level].about for level in LEVELS}
