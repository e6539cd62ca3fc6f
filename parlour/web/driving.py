"""The bots at their seats: they play in their turn, as long as someone looks, and answer what is said to them."""

import asyncio
import contextlib
import time
import traceback

from parlour.bots.roster import BOTS, minds
from parlour.kit import talk
from parlour.web import metrics
from parlour.web.door import USUAL_BOT
from parlour.web.ledger import Ledger
from parlour.web.live import Live
from parlour.web.readiness import Readiness
from parlour.web.store import HEARTBEAT, Unreachable
from parlour.web.table import Stale
from parlour.web.tasks import Tasks
from parlour.web.thinking import Thinkers
from parlour.web.turns import Order

HEAD_START = 3  # seconds that the bots of a table are left to the process that moved there last, while it lives
LEFT_ALONE = 60  # seconds without a look until the bots of a table rest: the time of a round, or between two polls


class Driving:
    """Whoever moves the bots of all tables."""

    def __init__(self, ledger: Ledger, thinkers: Thinkers, readiness: Readiness, tasks: Tasks, pause: float) -> None:
        self.ledger = ledger
        self.thinkers = thinkers
        self.readiness = readiness
        self.tasks = tasks
        self.pause = pause  # seconds that a bot takes at least

    def drive(self, live: Live) -> None:
        """Let the bots of a table play, if it is their turn, someone looks and they aren't at it."""
        if (live.bots is None or live.bots.done()) and next_bot(live) is not None and is_looked_at(live):
            live.bots = self.tasks.begin(self._play(live))

    async def _play(self, live: Live) -> None:
        while (seat := next_bot(live)) is not None and is_looked_at(live):
            if live.elsewhere and await self._moves_on_elsewhere(live):
                continue
            table = live.table
            bot, asked = table.places[seat].player, table.asked[seat]
            assert bot
            action, _ = await asyncio.gather(self._choice_of(live, seat, bot), asyncio.sleep(self.pause))
            try:
                async with self.ledger.alone_at(live) as table:
                    if table.places[seat].player == bot and not table.halted and table.asked[seat] == asked:
                        await self.ledger.keep(live, table.act(seat, action, asked))
            except Stale:
                pass  # someone was quicker: the next one to act may be another
            except Unreachable:
                await asyncio.sleep(HEARTBEAT)
            live.show()
        if seat is not None:
            with contextlib.suppress(Unreachable):
                await self.ledger.let_rest(live)

    async def _choice_of(self, live: Live, seat: int, bot: str) -> int:
        """What a bot plays at a seat."""
        match, name = live.table.played, live.table.game.name
        if minds(bot, match):
            try:
                return talk.action(match, seat)
            except Exception:
                self.thinkers.tell_once(name, bot, traceback.format_exc())
        order = Order(
            owner=live.owner,
            game=name,
            bot=bot if name in self.readiness.searchable or not BOTS[bot].searches else USUAL_BOT,
            seat=seat,
            view=match.view(seat).tobytes(),
            choices=live.table.choices(seat),
            compiled=name in self.readiness.compiled,
        )
        return await metrics.thinking(order.bot, self.thinkers.think(order))

    async def _moves_on_elsewhere(self, live: Live) -> bool:
        """Whether the process that moved last goes on with the bots; if it has gone, this one does."""
        number, until = live.table.number, time.monotonic() + self.pause + HEAD_START
        store = self.ledger.store
        while live.table.number == number and time.monotonic() < until and store.alive(live.elsewhere):
            await asyncio.sleep(HEARTBEAT / 4)
        return live.table.number > number

    async def answer(self, live: Live) -> None:
        """What was just said may be a statement made to a bot; whoever asks is alone at the table."""
        for seat, place in enumerate(live.table.places):
            answer = talk.reply(live.table.played, seat) if place.player else None
            if answer:
                await self.ledger.keep(live, live.table.say(seat, answer))
                break  # a statement is made to one player


def next_bot(live: Live) -> int | None:
    """The seat of the bot that is to act, if one is."""
    table = live.table
    if table.match is None or table.halted:
        return None
    return next((seat for seat in table.match.to_act if table.places[seat].player), None)


def is_looked_at(live: Live) -> bool:
    """Whether anyone looks at a table, or did a moment ago; bots don't play for nobody."""
    return bool(live.watchers) or time.monotonic() - live.used < LEFT_ALONE
