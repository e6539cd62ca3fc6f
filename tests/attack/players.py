"""People who play on whatever happens.

Each listens to the stream of one seat, answers every question at once, and sends again what got no answer, as the pages
do.
"""

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from parlour import games
from tests.attack.ledger import Deed, Fate
from tests.attack.wire import Answer, Client, Line, NoAnswer, loopback, request, sentence

AGAIN = 0.2  # seconds until something is tried again
TALKATIVE = 0.05  # of the questions are answered with a word before
SEATS = {"chandelier": 3, "crystallia": 4, "intrigue": 3, "rush": 4}


@dataclass
class Company:
    """All who play, and what they did and heard."""

    port: int
    dice: random.Random
    players: list["Player"] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)  # what the house said when it couldn't
    over: set[str] = field(default_factory=set)
    numbers: dict[str, tuple[int, float]] = field(default_factory=dict)  # the last entry of each table, and since when
    tasks: dict["Player", asyncio.Task] = field(default_factory=dict)
    met: int = 0
    playing: bool = True  # otherwise everyone only listens

    async def open_table(self, game: str, bots: int = 0) -> str:
        """A table of people, some seats with bots; all of them play from now on."""
        people = SEATS[game] - bots
        wish: dict[str, Any] = {"game": game, "seats": [*[""] * (people - 1), *["medium"] * bots], "name": "Player 0"}
        if game == "rush":
            wish["options"] = {"turn_limit": 30}
        first = await self.taken("/tables", wish)
        for seat in range(people):
            sat = first if not seat else await self.taken(f"/tables/{first['table']}/seats", named(seat))
            self.met += 1
            self.players.append(Player(self, first["table"], seat, sat["token"], loopback(20_000 + self.met)))
        self.numbers[first["table"]] = (0, time.monotonic())
        return first["table"]

    async def taken(self, path: str, wish: dict[str, Any]) -> dict[str, Any]:
        """A seat. Whoever gets no answer asks again, at a new table in the worst case."""
        kind = (b"Content-Type", b"application/json")
        for _ in range(300):
            client = Client(self.port, loopback(self.dice.randrange(10_000)))
            with contextlib.suppress(NoAnswer):
                answer = await client.ask("POST", f"/api/v1{path}", json.dumps(wish).encode(), kind)
                client.hang_up()
                if answer.status == 201:
                    return json.loads(answer.body)
                if answer.status < 500 and answer.status != 429:
                    raise RuntimeError(f"No seat: {answer.status} {sentence(answer)}")
            await asyncio.sleep(AGAIN)
        raise RuntimeError("The house gives no seats.")

    def begin(self) -> None:
        """Let all play who don't yet."""
        for player in self.players:
            if player not in self.tasks:
                self.tasks[player] = asyncio.create_task(player.play())

    async def go_home(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    def heard(self, table: str, view: dict[str, Any]) -> None:
        if view["number"] > self.numbers[table][0]:
            self.numbers[table] = (view["number"], time.monotonic())
        if view["over"]:
            self.over.add(table)

    @property
    def unfinished(self) -> list[str]:
        return [table for table in self.numbers if table not in self.over]

    async def keep_busy(self, tables: int) -> None:
        """As many tables as are wanted, of all games in turn, then of all games with a bot."""
        names = list(games())
        while len(self.unfinished) < tables:
            number = len(self.numbers)
            await self.open_table(names[number % len(names)], bots=number // len(names) % 2)
        self.begin()

    async def finish(self, moves: int = 10_000, patience: float = 60) -> list[str]:
        """Play all to the end, or some moves more; tells of the tables that are stuck."""
        self.begin()
        enough = {table: self.numbers[table][0] + moves for table in self.unfinished}
        while left := [table for table in self.unfinished if self.numbers[table][0] < enough[table]]:
            waiting = [table for table in left if time.monotonic() - self.numbers[table][1] > patience]
            if waiting == left:
                return [await self.told(table) for table in waiting]
            await asyncio.sleep(0.1)
        return []

    async def told(self, table: str) -> str:
        """How a table stands, and what its people have seen of it."""
        client = Client(self.port, loopback(9999))
        answer = await client.ask("GET", f"/api/v1/tables/{table}")
        client.hang_up()
        if answer.status != 200:
            return f"to look at it is answered {answer.status}"
        view = json.loads(answer.body)
        seen = {player.seat: player.view.get("number") for player in self.players if player.table == table}
        return f"{view['game']}, entry {view['number']}, to act {view['to_act']}; people have seen {seen}"


def named(seat: int) -> dict[str, Any]:
    return {"name": f"Player {seat}", "seat": seat}


@dataclass(eq=False)
class Player:
    """Someone at one seat."""

    company: Company
    table: str
    seat: int
    token: str
    source: str
    view: dict[str, Any] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    back: float = 0  # when the stream brought something last

    @property
    def bearer(self) -> tuple[bytes, bytes]:
        return (b"Authorization", f"Bearer {self.token}".encode())

    async def play(self) -> None:
        """Until the match is over."""
        listening = asyncio.create_task(self.listen())
        client = Client(self.company.port, self.source)
        try:
            while self.table not in self.company.over:
                self.news.clear()
                if self.view.get("choices") and self.company.playing:
                    await self.answer_question(client)
                else:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self.news.wait(), 1)
        finally:
            listening.cancel()
            client.hang_up()

    async def listen(self) -> None:
        """Take views as they come; a line that was lost is taken up again."""
        while self.table not in self.company.over:
            with contextlib.suppress(OSError, NoAnswer, asyncio.IncompleteReadError, ValueError, TimeoutError):
                await self.listen_once()
            await asyncio.sleep(AGAIN)

    async def listen_once(self) -> None:
        line = await Line.open(self.company.port, self.source)
        try:
            await line.send(
                request("GET", f"/api/v1/tables/{self.table}/stream", self.company.port, b"", (self.bearer,))
            )
            status, _ = await line.head()
            if status != 200:
                await asyncio.sleep(AGAIN)
                return
            text = b""
            async for part in line.chunks():
                text += part
                *whole, text = text.split(b"\n")
                for one in filter(None, whole):
                    self.see(json.loads(one))
        finally:
            line.cut()

    def see(self, view: dict[str, Any]) -> None:
        self.view = view
        self.back = time.monotonic()
        self.company.heard(self.table, view)
        self.news.set()

    async def answer_question(self, client: Client) -> None:
        dice, view = self.company.dice, self.view
        if dice.random() < TALKATIVE:
            said = Deed(self.table, self.seat, f"{dice.random()}", None, view["number"])
            await self.do(client, said, "/talk", {"text": f"I say {said.id}", "id": said.id})
        action = dice.choice(view["choices"])["action"]
        deed = Deed(self.table, self.seat, f"{dice.random()}", action, view["asked"])
        await self.do(client, deed, "/actions", {"action": action, "asked": view["asked"], "id": deed.id})
        if self.view is view and deed.fate is Fate.REFUSED:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), 1)
        elif self.view is view:
            self.view = {**view, "choices": []}  # until the stream says more

    async def do(self, client: Client, deed: Deed, path: str, body: dict[str, Any]) -> None:
        """Send it until it is answered."""
        self.company.deeds.append(deed)
        while True:
            try:
                answer = await self.post(client, path, body)
            except NoAnswer:
                await asyncio.sleep(AGAIN)
                continue
            if answer.status < 400:
                deed.fate = Fate.ACCEPTED
                return
            if answer.status >= 500:
                self.company.refusals[f"{answer.status}: {sentence(answer)}"] += 1
            elif answer.status != 429:
                deed.fate = Fate.REFUSED
                return
            await asyncio.sleep(AGAIN)

    async def post(self, client: Client, path: str, body: dict[str, Any]) -> Answer:
        kind = (b"Content-Type", b"application/json")
        where = f"/api/v1/tables/{self.table}{path}"
        return await client.ask("POST", where, json.dumps(body).encode(), self.bearer, kind)
