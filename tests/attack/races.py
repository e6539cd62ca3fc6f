"""Two at once: clicks, claims, links, undos, fills. At one process of a house, or at several that share the orders."""

import asyncio
import json
import random
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from parlour import games
from parlour.web.guests import COOKIE, Guest, new_secret
from tests.attack import ledger
from tests.attack.report import Part
from tests.attack.wire import Answer, Client, Header, loopback, sentence

JSON = (b"Content-Type", b"application/json")
FORM = (b"Content-Type", b"application/x-www-form-urlencoded")
ACCEPTED = (200, 201, 204, 303)
CROWD = 6  # how many try the same at once


class Hall:
    """Where races are held: orders go to the processes of the house in turn, each from an address of its own."""

    def __init__(self, ports: Sequence[int], database: str, seed: int) -> None:
        self.ports = ports
        self.database = database
        self.dice = random.Random(seed)
        self.sent = 0
        self.answers: list[Answer] = []

    async def ask(self, method: str, path: str, body: bytes = b"", *headers: Header) -> Answer:
        self.sent += 1
        client = Client(self.ports[self.sent % len(self.ports)], loopback(30_000 + self.sent))
        answer = await client.ask(method, path, body, *headers)
        client.hang_up()
        self.answers.append(answer)
        return answer

    async def api(self, path: str, token: str = "", body: object = None, method: str = "POST") -> Answer:
        sent = json.dumps(body).encode() if body is not None else b""
        return await self.ask(method, f"/api/v1/tables{path}", sent, JSON, *bearer(token))

    async def form(self, path: str, secret: str, **fields: object) -> Answer:
        """A form of a page, sent with the cookie of a guest."""
        told = {"token": Guest(secret, False, "").token, **fields}
        body = "&".join(f"{name}={value}" for name, value in told.items()).encode()
        return await self.ask("POST", path, body, FORM, (b"Cookie", f"{COOKIE}={secret}".encode()))

    async def opened(self, game: str, seats: list[str], **options: object) -> tuple[str, str]:
        """A table and the token of its first seat."""
        wish = {"game": game, "seats": seats, "name": "Ada", "options": options}
        told = json.loads((await self.api("", "", wish)).body)
        return told["table"], told["token"]

    async def of_people(self, game: str, count: int = 0, **options: object) -> tuple[str, list[str]]:
        """A table where people sit at all seats, and their tokens."""
        count = count or games()[game].players[0]
        table, first = await self.opened(game, [""] * (count - 1), **options)
        tokens = [first]
        for seat in range(1, count):
            answer = await self.api(f"/{table}/seats", "", {"name": f"Bo {seat}", "seat": seat})
            tokens.append(json.loads(answer.body)["token"])
        return table, tokens

    async def view(self, table: str, token: str = "") -> dict[str, Any]:
        return json.loads((await self.api(f"/{table}", token, method="GET")).body)

    async def mover(self, table: str, tokens: list[str]) -> tuple[str, dict[str, Any]]:
        """Someone who may act now, and what they see; waits until the processes agree on it."""
        for _ in range(100):
            number = len(await self.log(table))
            for token in tokens:
                views = [await self.view(table, token) for _ in self.ports]
                if views[0].get("choices") and all(view.get("number") == number for view in views):
                    return token, views[0]
            await asyncio.sleep(0.05)
        raise AssertionError("nobody may act")

    async def agreed(self, table: str, token: str) -> list[dict[str, Any]]:
        """What each process shows, when they had the time to hear of each other."""
        views = []
        for _ in range(50):
            views = [await self.view(table, token) for _ in self.ports]
            if all(view["begun"] and view["names"] == views[0]["names"] for view in views):
                break
            await asyncio.sleep(0.1)
        return views

    async def log(self, table: str) -> list[ledger.Row]:
        return (await ledger.logs(self.database))[table]


def bearer(token: str) -> tuple[Header, ...]:
    return ((b"Authorization", f"Bearer {token}".encode()),) if token else ()


def accepted(answers: Sequence[Answer]) -> int:
    return sum(answer.status in ACCEPTED for answer in answers)


def told(answers: Sequence[Answer]) -> str:
    return ", ".join(sorted(f"{one.status} {sentence(one) if one.status >= 400 else ''}".strip() for one in answers))


Race = Callable[[Part, Hall, str], Awaitable[None]]
RACES: dict[str, Race] = {}


def race(run: Race) -> Race:
    RACES[run.__name__.replace("_", " ")] = run
    return run


@race
async def two_clicks_at_once(part: Part, hall: Hall, game: str) -> None:
    table, tokens = await hall.of_people(game)
    for _ in range(5):
        token, view = await hall.mover(table, tokens)
        before = len(await hall.log(table))
        chosen = [hall.dice.choice(view["choices"])["action"] for _ in range(CROWD)]
        deeds = [{"action": action, "asked": view["asked"], "id": f"{hall.dice.random()}"} for action in chosen]
        answers = await asyncio.gather(*(hall.api(f"/{table}/actions", token, deed) for deed in deeds))
        after = len(await hall.log(table))
        part.demand(
            accepted(answers) == 1 == after - before,
            f"of several clicks at once {accepted(answers)} were accepted and {after - before} done ({told(answers)})",
        )


@race
async def a_post_resent_at_once(part: Part, hall: Hall, game: str) -> None:
    table, tokens = await hall.of_people(game)
    token, view = await hall.mover(table, tokens)
    deed = {"action": view["choices"][0]["action"], "asked": view["asked"], "id": "the same"}
    answers = await asyncio.gather(*(hall.api(f"/{table}/actions", token, deed) for _ in range(CROWD)))
    again = await hall.api(f"/{table}/actions", token, deed)
    part.demand(accepted(answers) == CROWD, f"a post resent was refused ({told(answers)})")
    part.demand(again.status == 200, f"a post resent later was answered {again.status}")
    words = {"text": "Once only", "id": "a word"}
    answers = await asyncio.gather(*(hall.api(f"/{table}/talk", token, words) for _ in range(CROWD)))
    part.demand(accepted(answers) == CROWD, f"a word resent was refused ({told(answers)})")
    part.demand(len(await hall.log(table)) == 2, f"a post resent was done {len(await hall.log(table))} times")


@race
async def undo_and_others(part: Part, hall: Hall, game: str) -> None:
    """Take back twice at once, while others act; whatever happens, the log has what was accepted and no more."""
    table, tokens = await hall.of_people(game)
    for _ in range(6):
        token, view = await hall.mover(table, tokens)
        deed = {"action": hall.dice.choice(view["choices"])["action"], "asked": view["asked"]}
        number = json.loads((await hall.api(f"/{table}/actions", token, deed)).body).get("number")
        before = len(await hall.log(table))
        other, seen = await hall.mover(table, tokens)
        next_ = {"action": hall.dice.choice(seen["choices"])["action"], "asked": seen["asked"]}
        answers = await asyncio.gather(
            hall.api(f"/{table}/undo", token, {"number": number, "id": f"{hall.dice.random()}"}),
            hall.api(f"/{table}/undo", token, {"number": number, "id": f"{hall.dice.random()}"}),
            hall.api(f"/{table}/actions", other, next_),
        )
        after = len(await hall.log(table))
        part.demand(
            accepted(answers) == after - before,
            f"undo and action at once: {accepted(answers)} accepted, {after - before} done ({told(answers)})",
        )
        part.demand(accepted(answers[:2]) <= 1, f"an action was taken back twice ({told(answers)})")


@race
async def a_seat_claimed_at_once(part: Part, hall: Hall, game: str) -> None:
    count = games()[game].players[0]
    table, first = await hall.opened(game, [""] * (count - 1))
    wishes = [{"name": f"Claimant {number}", "seat": 1} for number in range(CROWD)]
    answers = await asyncio.gather(*(hall.api(f"/{table}/seats", "", wish) for wish in wishes))
    part.demand(accepted(answers) == 1, f"a seat was given to {accepted(answers)} at once ({told(answers)})")
    winners = [json.loads(answer.body) for answer in answers if answer.status == 201]
    views = [await hall.view(table, winner["token"]) for winner in winners]
    part.demand(all(view["seat"] == 1 for view in views), "who was given a seat doesn't have it")
    wishes = [{"name": f"Late {number}", "seat": -1} for number in range(CROWD)]
    answers = await asyncio.gather(*(hall.api(f"/{table}/seats", "", wish) for wish in wishes))
    part.demand(accepted(answers) == count - 2, f"{count - 2} seats went to {accepted(answers)} ({told(answers)})")
    views = await hall.agreed(table, first)
    part.demand(all(view["begun"] for view in views), "a full table hasn't begun")


@race
async def a_seat_just_taken(part: Part, hall: Hall, game: str) -> None:
    """Whoever has a seat has it at every process, from the moment they are told so: the next page may come from any."""
    count = games()[game].players[0]
    table, first = await hall.opened(game, [""] * (count - 1))
    for _ in hall.ports:
        await hall.view(table)  # so that every process has the table as it was
    tokens = [first]
    for seat in range(1, count):
        sat = await hall.api(f"/{table}/seats", "", {"name": f"New {seat}", "seat": seat})
        tokens.append(json.loads(sat.body)["token"])
        for _ in hall.ports:
            answer = await hall.api(f"/{table}", tokens[-1], method="GET")
            part.demand(answer.status == 200, f"a seat just taken is answered {answer.status} {sentence(answer)}")
    token, view = await hall.mover(table, tokens)
    deed = {"action": view["choices"][0]["action"], "asked": view["asked"], "id": "first"}
    for _ in hall.ports:
        answer = await hall.api(f"/{table}/actions", token, deed)
        part.demand(answer.status == 200, f"a deed resent at the next process is answered {answer.status}")


@race
async def one_guest_at_two_seats(part: Part, hall: Hall, game: str) -> None:
    if games()[game].players[-1] < 4:
        return
    table, _ = await hall.opened(game, [""] * 3)
    secret = new_secret()
    answers = await asyncio.gather(
        *(hall.form(f"/t/{table}/sit", secret, seat=seat, name=f"Twin{seat}") for seat in (1, 2, 3))
    )
    part.demand(accepted(answers) == 1, f"one guest was given {accepted(answers)} seats ({told(answers)})")


@race
async def one_link_at_once(part: Part, hall: Hall, game: str) -> None:
    """Whoever is told that they have the seat has it; nobody else does."""
    table, first = await hall.opened(game, [""] * (games()[game].players[0] - 1))
    page = await hall.form(f"/t/{table}/link", first, seat=1)
    link = re.search(rb"/seat/([\w-]{43})", page.body)
    if not link:
        part.fault(f"no link was given: {page.status} {sentence(page)}")
        return
    guests = [new_secret() for _ in range(CROWD)]
    path = f"/seat/{link[1].decode()}"
    answers = await asyncio.gather(*(hall.form(path, guest, name=f"Guest{n}") for n, guest in enumerate(guests)))
    part.demand(accepted(answers) >= 1, f"a link gave nobody its seat ({told(answers)})")
    for guest, answer in zip(guests, answers, strict=True):
        seen = await hall.api(f"/{table}", guest, method="GET")
        has = seen.status == 200 and json.loads(seen.body)["seat"] == 1
        part.demand(has == (answer.status == 303), f"a link was answered {answer.status}, and its seat given: {has}")
    newer = await hall.form(f"/t/{table}/link", guests[0] if accepted(answers[:1]) else first, seat=1)
    stale = await hall.form(path, new_secret(), name="Late")
    if newer.status == 200:
        part.demand(stale.status == 404, f"a stale link was answered {stale.status} {sentence(stale)}")


@race
async def filled_at_once(part: Part, hall: Hall, game: str) -> None:
    """The host lets bots in twice at once, while someone sits down."""
    table, first = await hall.opened(game, [""] * (games()[game].players[-1] - 1))
    answers = await asyncio.gather(
        hall.api(f"/{table}/fill?bot=easy", first),
        hall.api(f"/{table}/seats", "", {"name": "Quick", "seat": 1}),
        hall.api(f"/{table}/fill?bot=medium", first),
        hall.api(f"/{table}/fill?bot=easy", first),
    )
    views = await hall.agreed(table, first)
    names = sorted({tuple(view["names"]) for view in views})
    part.demand(len(names) == 1, f"the processes don't agree who sits at a filled table: {names}")
    part.demand(all(view["begun"] for view in views), f"a filled table hasn't begun ({told(answers)})")
    part.demand(len(set(names[0])) == len(names[0]), f"two at a filled table have one name: {names}")
    if answers[1].status == 201:
        part.demand("Quick" in names[0], f"someone was given a seat, and a bot has it: {names}")


@race
async def somebody_elses_seat(part: Part, hall: Hall, game: str) -> None:
    """Tokens of other tables, of seats that were given up, and of people for whom a bot plays, move nothing."""
    table, tokens = await hall.of_people(game)
    _, others = await hall.of_people(game)
    token, view = await hall.mover(table, tokens)
    deed = {"action": view["choices"][0]["action"], "asked": view["asked"]}
    foreign = await hall.api(f"/{table}/actions", others[0], deed)
    part.demand(foreign.status == 403, f"a token of another table was answered {foreign.status}")
    stranger = await hall.form(f"/t/{table}/act", new_secret(), **deed)
    part.demand(stranger.status == 403, f"a stranger's click was answered {stranger.status}")
    waiting = next(one for one in tokens if one != token)
    resigned = await asyncio.gather(*(hall.api(f"/{table}/resign", waiting) for _ in range(3)))
    part.demand(accepted(resigned) >= 1, f"resigning thrice: {told(resigned)}")
    for path, body in (("/actions", deed), ("/undo", {}), ("/talk", {"text": "I am still here"}), ("/resign", None)):
        answer = await hall.api(f"/{table}{path}", waiting, body)
        part.demand(answer.status == 403, f"the token of a seat given up was answered {answer.status} at {path}")
    await hall.form(f"/t/{table}/leave", token)
    await asyncio.sleep(len(hall.ports) - 1)  # until the other processes have heard of it
    played = await hall.api(f"/{table}/actions", token, {"action": 0})
    part.demand(400 <= played.status < 500, f"acting while a bot plays for one was answered {played.status}")


@race
async def after_the_end(part: Part, hall: Hall, game: str) -> None:
    """Nothing is played, taken back or resigned when a match is over."""
    if game != "rush":  # the only one that can be made short
        return
    table, tokens = await hall.of_people(game, 2, turn_limit=2)
    for _ in range(60):
        if any([(await hall.view(table))["over"] for _ in hall.ports]):
            break
        token, view = await hall.mover(table, tokens)
        await hall.api(f"/{table}/actions", token, {"action": view["choices"][0]["action"], "asked": view["asked"]})
    before = len(await hall.log(table))
    for token in tokens:
        for body in ({"action": 0}, {"action": 0, "asked": before}, {"action": "draw"}, {"action": -1}):
            answer = await hall.api(f"/{table}/actions", token, body)
            part.demand(400 <= answer.status < 500, f"acting after the end was answered {answer.status}")
        answer = await hall.api(f"/{table}/undo", token, {})
        part.demand(400 <= answer.status < 500, f"taking back after the end was answered {answer.status}")
    part.demand(len(await hall.log(table)) == before, "something was played after the end")
    file = await hall.api(f"/{table}/match", method="GET")
    part.demand(file.status == 200, f"the file of a match that is over was answered {file.status}")


async def races(part: Part, ports: Sequence[int], database: str, seed: int, played: Sequence[str]) -> None:
    """All of them, at tables of these games in turn."""
    hall = Hall(ports, database, seed)
    for game in played:
        for name, run in RACES.items():
            try:
                await run(part, hall, game)
            except (ValueError, KeyError, AssertionError, TypeError) as error:
                last = hall.answers[-1]
                part.fault(f"{name}: {type(error).__name__} {error}; last answer {last.status} {sentence(last)}")
    for answer in hall.answers:
        if answer.status >= 500:
            part.fault(f"answered {answer.status}: {sentence(answer)}")
    part.figures["orders"] = f"{hall.sent:,} in {len(RACES)} kinds of races"
    wrong = ledger.faults([], await ledger.logs(database))
    for fault in wrong:
        part.fault(fault)
