"""Ordinary people: with a browser that has no script, or with a program. What they could send is kept for others."""

import json
import random
import re
import urllib.parse
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from typing import Any

from parlour import games
from parlour.web.guests import COOKIE, Guest, fingerprint_of
from tests.attack.orders import Form, Forms, Order
from tests.attack.routes import way_of
from tests.attack.wire import Answer, Client, Header

KEPT = 40  # orders of each way
SECRET = re.compile(r"/seat/([\w-]{43})")


class Knowledge:
    """What is known of a house from playing in it: tables, secrets, links, and orders that could be given now."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.orders: dict[str, deque[Order]] = defaultdict(lambda: deque(maxlen=KEPT))
        self.tables: deque[str] = deque(maxlen=KEPT)
        self.links: deque[str] = deque(maxlen=KEPT)
        self.secrets: dict[str, str] = {}  # by their marks
        self.made = 0  # tables that the house opened
        self.trap = ""  # a bot's file that must not be run
        self.people: Sequence[Visitor | Program] = ()

    def keep(self, order: Order | None) -> None:
        if order:
            self.orders[str(order.way)].append(order)

    def learn(self, secret: str) -> None:
        self.secrets[fingerprint_of(secret)] = secret

    def take(self, answer: Answer) -> None:
        """Learn what an answer tells: a seat's token, a cookie, a new table."""
        secret = answer.cookies.get(COOKIE)
        if secret:
            self.learn(secret)
        where = re.fullmatch(r"/t/([\w-]+)", answer.header("location"))
        if where and where[1] not in self.tables:
            self.opened(where[1])
        if b"/seat/" in answer.body:
            self.links.extend(SECRET.findall(answer.body.decode("utf-8", "replace")))
        if answer.status == 201:
            token = json.loads(answer.body)
            self.learn(token["token"])
            if token["table"] not in self.tables:
                self.opened(token["table"])

    def opened(self, table: str) -> None:
        self.tables.append(table)
        self.made += 1


def is_act(form: Form) -> bool:
    return form.action.endswith("/act") and len(form.fields) > 3


def orders_by_way(orders: Iterable[Order | None]) -> dict[str, Order]:
    return {str(order.way): order for order in orders if order}


class Visitor:
    """Someone with a browser that has no script."""

    def __init__(self, knowledge: Knowledge, source: str, dice: random.Random) -> None:
        self.knowledge = knowledge
        self.client = Client(knowledge.port, source)
        self.dice = dice
        self.secret = ""
        self.table = ""
        self.to_act = False
        self.answers: list[int] = []

    @property
    def headers(self) -> tuple[Header, ...]:
        return ((b"Cookie", f"{COOKIE}={self.secret}".encode()),) if self.secret else ()

    @property
    def token(self) -> str:
        return Guest(self.secret, False, "").token

    async def ask(self, method: str, target: str, body: bytes = b"", *headers: Header) -> Answer:
        answer = await self.client.ask(method, target, body, *self.headers, *headers)
        self.secret = answer.cookies.get(COOKIE, self.secret)
        self.knowledge.take(answer)
        self.answers.append(answer.status)
        return answer

    async def look(self, target: str) -> tuple[Answer, list[Form], list[str]]:
        """A page with its forms and links, all of which could be used."""
        answer = await self.ask("GET", target)
        self.knowledge.keep(self.seen(target))
        if not answer.header("content-type").startswith("text/html"):
            return answer, [], []
        html = answer.body.decode("utf-8", "replace")
        page = Forms(html)
        self.to_act = any(is_act(form) for form in page.found)
        for form in page.found:
            self.knowledge.keep(form.order(self.dice, self.headers))
        for link in page.links:
            self.knowledge.keep(self.seen(link))
        return answer, page.found, page.links

    def seen(self, target: str) -> Order | None:
        """A link as an order."""
        path, _, query = target.partition("?")
        way = way_of("GET", urllib.parse.unquote(path))
        return Order(way, path, tuple(urllib.parse.parse_qsl(query)), self.headers) if way else None

    async def send(self, form: Form) -> Answer:
        order = form.order(self.dice, self.headers)
        assert order, form
        answer = await self.ask("POST", order.path, order.body, *order.all_headers[len(order.headers) :])
        if answer.header("location").startswith("/t/"):
            self.table = answer.header("location")
        return answer

    async def refresh(self) -> dict[str, Order]:
        """Look what could be sent now."""
        _, forms, _ = await self.look(self.table or "/")
        return orders_by_way(form.order(self.dice, self.headers) for form in forms)

    async def live(self) -> None:
        """One thing that people do: come, sit, play, talk, look around, go."""
        if not self.table:
            await self.come()
            return
        answer, forms, links = await self.look(self.table)
        if answer.status != 200:
            self.table = ""
            return
        if self.dice.random() < 0.2:
            await self.look_around(links)
        acts = [form for form in forms if is_act(form)]
        others = [form for form in forms if form not in acts]
        if acts and self.dice.random() < 0.8:
            await self.send(self.dice.choice(acts))
        elif others and self.dice.random() < 0.3:
            await self.send(self.dice.choice(others))
        elif self.dice.random() < 0.1:
            self.table = ""

    async def come(self) -> None:
        """To the first page, and from there to a table: a new one, one that waits, or by a link."""
        _, forms, _ = await self.look("/")
        way = self.dice.randrange(4)
        if way == 0:
            await self.send(self.dice.choice(forms))
        elif way == 1 and self.knowledge.links:
            _, forms, _ = await self.look(f"/seat/{self.dice.choice(self.knowledge.links)}")
            for form in forms[:1]:
                await self.send(form)
        elif way == 2 and self.knowledge.tables:
            self.table = f"/t/{self.dice.choice(self.knowledge.tables)}"
        else:
            _, forms, _ = await self.look(f"/new/{self.dice.choice(list(games()))}")
            await self.send(self.dice.choice(forms))

    async def look_around(self, links: list[str]) -> None:
        """What else there is to see at a table."""
        number = self.dice.randrange(1, 30)
        action = self.dice.randrange(100)
        more = [f"{self.table}/ghost?action={action}&narrow=1", "/mine", "/docs"]
        more += [f"{self.table}/stream?narrow=1&last=x", f"{self.table}/replay?step={number}&seat=0&narrow=0", *links]
        more += [f"{self.table}/match.parlour", "/static/table.js", "/openapi.json"]
        await self.look(self.dice.choice(more))


class Program:
    """Someone who plays by the API."""

    def __init__(self, knowledge: Knowledge, source: str, dice: random.Random) -> None:
        self.knowledge = knowledge
        self.client = Client(knowledge.port, source)
        self.dice = dice
        self.token = ""
        self.table = ""
        self.view: dict[str, Any] = {}
        self.answers: list[int] = []

    @property
    def to_act(self) -> bool:
        return bool(self.token and self.view.get("choices"))

    @property
    def headers(self) -> tuple[Header, ...]:
        return ((b"Authorization", f"Bearer {self.token}".encode()),) if self.token else ()

    def order(self, method: str, path: str, json: dict[str, Any] | None = None, **query: str) -> Order:
        """What could be sent; others may send it, too."""
        way = way_of(method, f"/api/v1{path}")
        assert way, path
        made = Order(way, f"/api/v1{path}", tuple(query.items()), self.headers, None, json)
        self.knowledge.keep(made)
        return made

    async def send(self, order: Order) -> Answer:
        answer = await self.client.ask(order.way.method, order.target, order.body, *order.all_headers)
        self.answers.append(answer.status)
        self.knowledge.take(answer)
        return answer

    async def take(self, order: Order) -> bool:
        """Get a seat, and remember it."""
        answer = await self.send(order)
        if answer.status != 201:
            return False
        seat = json.loads(answer.body)
        self.table, self.token = f"/tables/{seat['table']}", seat["token"]
        return True

    async def open_table(self, game: str, seats: list[str], **options: Any) -> bool:
        wish = {"game": game, "seats": seats, "options": options, "name": "Ada", "public": self.dice.random() < 0.5}
        return await self.take(self.order("POST", "/tables", wish))

    async def sit(self, table: str, seat: int = -1) -> bool:
        return await self.take(self.order("POST", f"/tables/{table}/seats", {"name": f"Bo {seat}", "seat": seat}))

    async def look(self) -> dict[str, Any]:
        answer = await self.send(self.order("GET", self.table, since="0"))
        self.view = json.loads(answer.body) if answer.status == 200 else {}
        return self.view

    def could(self) -> list[Order]:
        """All that could be sent from what was seen last, the most usual first."""
        id_ = str(self.dice.random())
        choice = self.dice.choice(self.view.get("choices") or [{"action": 0, "name": "play[0]", "words": "play"}])
        named = choice[self.dice.choice(("action", "name", "words"))]
        deed = {"action": named, "asked": self.view.get("asked", 0), "id": id_}
        table = self.table
        return [
            self.order("POST", f"{table}/actions", deed),
            self.order("POST", f"{table}/undo", {"number": self.view.get("number", 0), "id": id_}),
            self.order("POST", f"{table}/talk", {"text": f"Anna, I say {id_}", "id": id_}),
            self.order("GET", f"{table}/stream", since="0"),
            self.order("GET", f"{table}/match"),
            self.order("POST", f"{table}/fill", bot="medium"),
            self.order("GET", "/tables"),
            self.order("GET", "/games"),
            self.order("POST", f"{table}/resign"),
        ]

    async def refresh(self) -> dict[str, Order]:
        """Look what could be sent now."""
        if not self.token or not await self.look():
            return {}
        return orders_by_way(self.could())

    async def live(self) -> None:
        """One thing that a program does."""
        if not self.token:
            await self.come()
        elif not await self.look() or self.view.get("over"):
            self.could()
            self.token = ""
        else:
            first, *others = self.could()
            if self.view["choices"] and self.dice.random() < 0.8:
                await self.send(first)
            elif self.dice.random() < 0.2:
                await self.send(self.dice.choice(others[:-1]))

    async def come(self) -> None:
        waiting = await self.send(self.order("GET", "/tables"))
        found = json.loads(waiting.body) if waiting.status == 200 else []
        if found and self.dice.random() < 0.5:
            await self.sit(self.dice.choice(found)["table"])
            return
        game = self.dice.choice(list(games().values()))
        count = self.dice.choice(game.players) - 1
        options = {"turn_limit": self.dice.choice((8, 40))} if game.name == "rush" else {}
        await self.open_table(game.name, self.dice.choices(["", "easy", "medium"], k=count), **options)
