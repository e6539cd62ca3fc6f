"""The house: live tables in memory, every entry kept before anyone sees it, bots at their seats.

A table is rebuilt from the store when it is first asked for, so a restart loses nothing. One lock a table: what happens
there happens in one order. In the store the key (match, number) decides who was first.
"""

import asyncio
import contextlib
import contextvars
import json
import logging
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from parlour import game as game_named
from parlour import games
from parlour.bots.roster import BOTS, LEVELS
from parlour.kit import talk
from parlour.kit.game import SPECTATOR, Game
from parlour.kit.luck import fresh
from parlour.kit.match import Entry
from parlour.kit.mistake import Mistake
from parlour.kit.voice import SEAT_COLOURS
from parlour.table.live import Place, Stale, Table
from parlour.web import door, keeping, metrics
from parlour.web.door import USUAL_BOT
from parlour.web.store import News, Store, TooLate, read_luck
from parlour.web.thinking import NAMES, Thinkers, rehearse, sample

log = logging.getLogger("parlour")

BOT_NAMES = (*NAMES, "Ida", "Jonas", "Kira", "Levi", "Mara", "Nico", "Olga", "Pablo")
IDLE = 15 * 60  # seconds without a page until a table leaves the memory
ROUNDS = 5  # seconds between two looks around the house
BEAT = 20  # seconds of silence until those who look are told that the house is still here
GIVEN_UP = 180  # seconds away, with others waiting, until a bot plays for someone
REMEMBERED_POSTS = 64
LONGEST_POST = 64  # characters of its id
HEAD_START = 3  # seconds that the bots of a table are left to the process that moved there last


class Missing(Mistake):
    """There is no such thing here."""


class NotYours(Mistake):
    """Someone else may do that, but not you."""


@dataclass(frozen=True)
class Settings:
    """How a house is run."""

    database: str
    bot_pause: float = 0.7  # seconds a bot takes at least, so that people can follow
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    reads: tuple[float, float] = (400, 100)  # a client's requests at once, and then a second
    writes: tuple[float, float] = (60, 20)
    keep_finished: int | None = None  # days that a match is kept after its end; None means for ever
    keep_abandoned: int | None = None  # and after the last entry, if it has no end
    tell: Callable[[str], None] = lambda sentence: None  # progress, for whoever started it


class Live:
    """A table with what the running house needs beside it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Event] = set()
        self.bots: asyncio.Task | None = None
        self.posts: dict[str, None] = {}  # of late, so that a resent one is harmless
        self.used = self.heard = time.monotonic()
        self.since = time.time()  # when the last entry came
        self.scene: Any = None  # how the table looks now, once someone has looked
        self.gone: tuple[int, ...] = ()  # the seats whose people were away at the last round
        self.elsewhere = False  # whether the last entry came from another process of the house
        self.logs: dict[int, list[str]] = {}  # the lines of the log as HTML, by who is told
        self.posted: float | None = None  # when the order came that made the last change, if one did

    def show(self) -> None:
        """Wake all who look at the table."""
        self.used = self.heard = time.monotonic()
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
        self.searchable: set[str] = set()  # games whose search is
        self.closing = asyncio.Event()
        self._live: dict[str, Live] = {}
        self._pictures: dict[str, str] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task] = set()

    async def open(self) -> None:
        await self.store.open()
        metrics.observe(self)
        self.spawn(self._get_ready())
        self.spawn(self._look_around())
        self.spawn(self._hear_others())
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
        self.thinkers.wake(names)
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
        for name in games():
            await self.thinkers.compile_search(name)
            self.searchable.add(name)

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
        if name not in self._pictures:
            self._pictures[name] = await asyncio.to_thread(sample, game)
        return self._pictures[name]

    # Tables

    async def create(
        self, game: str, seating: list[str], options: dict[str, str | int], host: str, public: bool
    ) -> Live:
        """A new table. `seating` says for each seat: a bot's level, or nothing for a person."""
        chosen = self.game(game)
        setting = chosen.setting(len(seating), options)
        places = [Place(colour=SEAT_COLOURS[number]) for number in range(setting.players)]
        table = Table(secrets.token_urlsafe(12), chosen, setting, places, host, public)
        for number, bot in enumerate(seating):
            if bot:
                table.sit_bot(number, door.bot(bot), BOT_NAMES)
        row = {"id": table.id, "game": chosen.name, "version": chosen.version, "players": setting.players}
        row |= {"options": json.dumps(dict(setting.options)), "host": host, "public": public}
        await self.store.add_match(row, [{"name": p.name, "colour": p.colour, "bot": p.bot} for p in places])
        live = self._live[table.id] = Live(table)
        await self._begin_if_full(live)
        return live

    async def table(self, id_: str) -> Live:
        """The live table of that id, rebuilt from its log if need be."""
        if id_ not in self._live:
            async with self._loading.setdefault(id_, asyncio.Lock()):
                if id_ not in self._live:
                    live = Live(await self._load(id_))
                    live.posts = await self._posts(id_)
                    self._live[id_] = live
                    self._use_compiled(self._live[id_].table)
            self._loading.pop(id_, None)
            self.drive(self._live[id_])
        live = self._live[id_]
        live.used = time.monotonic()
        return live

    async def _load(self, id_: str) -> Table:
        row = await self.store.match(id_)
        if row is None:
            raise Missing("There is no such table in this house.")
        game = self.game(row.game)
        if row.version != game.version:
            raise Missing(
                f"This match was played by version {row.version} of the rules of {game.title}; "
                f"the house now has version {game.version}."
            )
        found, held = await self.store.places(id_)
        places = [
            Place(seat.name, seat.colour, door.kept_bot(seat.bot), door.kept_bot(seat.stand_in)) for seat in found
        ]
        for holder in held:
            places[holder.seat].holders.add(holder.mark)
        table = Table(id_, game, game.setting(row.players, json.loads(row.options)), places, row.host, row.public)
        table.paused, table.closed = row.paused, row.closed
        if row.luck:
            table.restore(read_luck(row.luck), await self.store.log(id_))
        return table

    async def _posts(self, id_: str) -> dict[str, None]:
        """What was sent to a table of late."""
        return dict.fromkeys(await self.store.posts(id_, REMEMBERED_POSTS))

    async def _reload(self, live: Live) -> None:
        """Make a table what the store says; who looks at it still does."""
        before, live.table, live.logs = live.table, await self._load(live.table.id), {}
        live.posts = await self._posts(live.table.id)
        live.table.version = before.version + 1
        for old, new in zip(before.places, live.table.places, strict=True):
            new.pages, new.seen = old.pages, old.seen

    # Seats

    async def sit(self, live: Live, seat: int, name: str, colour: str, mark: str) -> int:
        """A person takes a free seat, any if `seat` is -1; gives the seat."""
        name = " ".join(name.split()) or "Guest"
        async with live.lock:
            table = live.table
            if table.seat_of(mark) != SPECTATOR:
                raise Mistake("You have a seat at this table already.")
            free = [number for number, place in enumerate(table.places) if place.free]
            if not free:
                raise Mistake("All seats are taken, but you may watch.")
            seat = free[0] if seat == -1 else seat
            table.sit(seat, name, colour, mark)
            try:
                await self.store.take_seat(table.id, seat, mark, name, table.places[seat].colour)
            except TooLate:
                await self._reload(live)
                raise Mistake("That seat is taken; choose another one.") from None
            await self._begin_if_full(live)
        live.show()
        return seat

    async def fill(self, live: Live, bot: str = USUAL_BOT) -> None:
        """Bots take all free seats, and the match begins."""
        level = door.bot(bot)
        async with live.lock:
            for number, place in enumerate(live.table.places):
                if place.free:
                    live.table.sit_bot(number, level, BOT_NAMES)
                    await self.store.change_seat(
                        live.table.id, number, name=place.name, colour=place.colour, bot=place.bot
                    )
            await self._begin_if_full(live)
        live.show()

    async def _begin_if_full(self, live: Live) -> None:
        table = live.table
        if table.match is None and table.full:
            table.begin(await self.store.begin_match(table.id, fresh()))
            live.since = time.time()
            self.drive(live)

    async def set_stand_in(self, live: Live, seat: int, bot: str | None) -> None:
        """Let a bot play for a person who left, or hand the seat back."""
        async with live.lock:
            live.table.places[seat].stand_in = bot
            await self.store.change_seat(live.table.id, seat, stand_in=bot)
            live.table.changed()
        live.show()
        self.drive(live)

    async def remove(self, live: Live, seat: int) -> None:
        """Take a seat from its person: a bot has it from now on, or it is free again before the match."""
        async with live.lock:
            place = live.table.places[seat]
            place.holders.clear()
            place.stand_in = None
            place.bot = USUAL_BOT if live.table.match else None
            if not live.table.match:
                place.name = ""
            await self.store.drop_holders(live.table.id, seat)
            await self.store.change_seat(live.table.id, seat, name=place.name, bot=place.bot, stand_in=None)
            live.table.changed()
        live.show()
        self.drive(live)

    async def set_link(self, live: Live, seat: int, mark: str) -> None:
        """Make a new link the one that gives a seat; an older one no longer does."""
        await self.store.change_seat(live.table.id, seat, link=mark)

    async def claim(self, live: Live, seat: int, mark: str, name: str) -> None:
        """Whoever came by a seat's link has the seat, be it free or held already on another device."""
        if live.table.places[seat].free:
            await self.sit(live, seat, name, "", mark)
            return
        if live.table.places[seat].bot:
            raise Mistake("A bot has that seat now.")
        if live.table.seat_of(mark) not in (SPECTATOR, seat):
            raise Mistake("You have another seat at this table already.")
        async with live.lock:
            await self.store.add_holder(live.table.id, seat, mark)
            live.table.places[seat].holders.add(mark)
        live.show()

    async def pause(self, live: Live, paused: bool) -> None:
        async with live.lock:
            live.table.paused = paused
            await self.store.change_match(live.table.id, paused=paused)
            live.table.changed()
        live.show()
        self.drive(live)

    # Playing

    async def act(self, live: Live, seat: int, action: int, asked: int | None, post: str = "") -> None:
        """Play an action; a post that came before is not done twice."""
        async with live.lock:
            if post in live.posts:
                return
            self._refuse_when_bot_plays(live, seat)
            await self._keep(live, live.table.act(seat, action, asked), post)
        live.show()
        self.drive(live)

    async def undo(self, live: Live, seat: int, number: int | None, post: str = "") -> None:
        """Take back; `number` is the last entry that the person had seen."""
        async with live.lock:
            if post in live.posts:
                return
            if number is not None and number != live.table.number:
                raise Stale("The table has moved on since: look again.")
            await self._keep(live, live.table.undo(seat), post)
        live.show()
        self.drive(live)

    async def say(self, live: Live, seat: int, text: str, post: str = "") -> None:
        async with live.lock:
            if post in live.posts:
                return
            if await self._keep(live, live.table.say(seat, " ".join(text.split())), post):
                await self._let_a_bot_answer(live)
        live.show()

    async def _let_a_bot_answer(self, live: Live) -> None:
        """What was just said may be a statement made to a bot."""
        for seat, place in enumerate(live.table.places):
            answer = talk.reply(live.table.played, seat) if place.player else None
            if answer:
                await self._keep(live, live.table.say(seat, answer))
                break  # a statement is made to one player

    def _refuse_when_bot_plays(self, live: Live, seat: int) -> None:
        if live.table.places[seat].player:
            raise Mistake("A bot plays for you now: take your seat back first.")

    async def _keep(self, live: Live, entry: Entry, post: str = "") -> bool:
        """Write down what the table has just done; tell if it is new, or another process did the same post before.

        If another was first, go on from what the log has.
        """
        table, post = live.table, post[:LONGEST_POST]
        try:
            await self.store.add_entry(table.id, table.number, entry, table.over, post)
        except BaseException as failure:
            await self._reload(live)
            if not isinstance(failure, TooLate):
                raise
            if post in live.posts:
                return False
            raise Stale("Someone was quicker: look again, then choose.") from None
        remember_post(live, post)
        live.since = time.time()
        live.elsewhere = False
        return True

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
            live.table.places[seat].look()
        if news.seen:
            return
        async with live.lock:
            if news.number and live.table.match:
                if news.number <= live.table.number:
                    return
                for entry in await self.store.log(live.table.id, after=live.table.number):
                    live.table.follow(entry)
                live.elsewhere = True
                live.since = time.time()
            else:
                await self._reload(live)
        live.show()
        self.drive(live)

    # Bots

    def drive(self, live: Live) -> None:
        """Let the bots of a table play, if it is their turn and they aren't at it."""
        if (live.bots is None or live.bots.done()) and self._next_bot(live) is not None:
            live.bots = self.spawn(self._play_bots(live))

    def _next_bot(self, live: Live) -> int | None:
        table = live.table
        if table.match is None or table.halted:
            return None
        return next((seat for seat in table.match.to_act if table.places[seat].player), None)

    async def _play_bots(self, live: Live) -> None:
        while (seat := self._next_bot(live)) is not None:
            if live.elsewhere and await self._moves_on_elsewhere(live):
                continue
            table = live.table
            bot, asked = table.places[seat].player, table.asked[seat]
            assert bot and table.match
            compiled = table.game.name in self.ready
            able = bot if table.game.name in self.searchable or not BOTS[bot].searches else USUAL_BOT
            pause = asyncio.sleep(self.settings.bot_pause)
            if talk.minded(table.match, bot):
                action = talk.action(table.match, seat)
                await pause
            else:
                view = table.match.view(seat).tobytes()
                thought = metrics.thinking(able, self.thinkers.think(table.game.name, able, view, seat, compiled))
                action, _ = await asyncio.gather(thought, pause)
            with contextlib.suppress(Stale):
                async with live.lock:
                    table = live.table
                    if table.places[seat].player == bot and not table.halted and table.asked[seat] == asked:
                        await self._keep(live, table.act(seat, action, asked))
            live.show()

    async def _moves_on_elsewhere(self, live: Live) -> bool:
        """Whether the process that moved last goes on with the bots; if it has gone, this one does."""
        number = live.table.number
        await asyncio.sleep(self.settings.bot_pause + HEAD_START)
        return live.table.number > number

    # Who is there

    @contextlib.asynccontextmanager
    async def watching(self, live: Live, seat: int) -> AsyncIterator[asyncio.Event]:
        """While someone looks at a table: an event that is set whenever it changes."""
        watcher = asyncio.Event()
        live.watchers.add(watcher)
        metrics.streams.inc()
        if seat != SPECTATOR:
            live.table.places[seat].pages += 1
            if live.table.places[seat].pages == 1:
                self._seen_anew(live)
        try:
            yield watcher
        finally:
            live.watchers.discard(watcher)
            metrics.streams.dec()
            if seat != SPECTATOR:
                live.table.places[seat].pages -= 1
                live.table.places[seat].look()

    def _seen_anew(self, live: Live) -> None:
        live.table.changed()
        live.show()

    async def _look_around(self) -> None:
        """Every few seconds: show who has gone away, put bots in for those who stay away, forget idle tables."""
        while True:
            await asyncio.sleep(ROUNDS)
            try:
                await self.look_around()
            except Exception:
                log.exception("The round through the house was cut short.")

    async def look_around(self) -> None:
        """One round."""
        for id_, live in list(self._live.items()):
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
            if not live.watchers and time.monotonic() - live.used > IDLE and self._next_bot(live) is None:
                self._live.pop(id_, None)
        here = {id_: seats for id_, live in self._live.items() if (seats := live.table.seen_now)}
        if here and self.store.shared:
            await self.store.tell_who_is_seen(here)

    async def _replace_those_given_up(self, live: Live) -> None:
        """A match with others waiting doesn't hang on someone who has left."""
        table = live.table
        waiting = any(place.pages for place in table.places)
        for seat in table.played.to_act if waiting else []:
            place = table.places[seat]
            if not place.player and place.away_for > GIVEN_UP:
                await self.set_stand_in(live, seat, USUAL_BOT)


def remember_post(live: Live, post: str) -> None:
    if post:
        live.posts[post] = None
        while len(live.posts) > REMEMBERED_POSTS:
            live.posts.pop(next(iter(live.posts)))


def levels() -> dict[str, str]:
    """The bots that can be chosen, with what they are like."""
    return {level: BOTS[level].about for level in LEVELS}
