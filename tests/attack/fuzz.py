"""Hostile requests over all routes, while ordinary people play: none may be answered by a fault of the house.

Every route gets every kind of hostility in turn. What request number `n` is follows from the seed and `n`, but for the
ids and tokens that the house gave out.
"""

import asyncio
import contextlib
import json
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

from parlour import games
from tests.attack import nasty
from tests.attack.ending import play_out
from tests.attack.hostility import KINDS, Shot, good, shot
from tests.attack.house import House, Use
from tests.attack.orders import Order
from tests.attack.people import Knowledge, Program, Visitor
from tests.attack.report import Part
from tests.attack.routes import Way, ways
from tests.attack.wire import PATIENCE, Answer, Line, NoAnswer, loopback

AT_ONCE = 24  # hostile lines at a time
PEOPLE = 20  # who play meanwhile
SOURCES = 400  # addresses that the hostile ones come from
MOST_TABLES = 300  # that may be opened in all, and one more for every 100 requests: memory is judged beside them
DEEP = ("strange text", "strange number", "strange json", "strange path", "strange query", "spliced", "missing fields")
CREATING = ("POST /now/{name}", "POST /new/{name}", "POST /t/{id_}/again", "POST /api/v1/tables")
DESTROYING = ("POST /api/v1/tables/{table}/resign", "POST /t/{id_}/leave", "POST /t/{id_}/remove", "POST /t/{id_}/fill")
SPARED = 0.8  # of the tables that they would take from their people
ESCAPED = nasty.CANARY.encode()

# Bounds of what the house may have more at the end than after a fifth of the requests, when every route has been hit by
# every kind and all caches are warm. A leak of 1 KB a request would be 80 MB in the whole run.
MORE_MEMORY = 60  # MB
MEMORY_A_TABLE = 0.6  # MB; measured 0.2 to 0.4 with log, lines and drawings of all seats
MORE_FILES = 40
MORE_THREADS = 8


@dataclass
class Tally:
    """What was sent and answered."""

    sent: int = 0
    hits: Counter[tuple[str, str]] = field(default_factory=Counter)
    statuses: dict[str, Counter[int]] = field(default_factory=dict)
    unanswered: int = 0

    def answered(self, way: Way, status: int) -> None:
        self.statuses.setdefault(str(way), Counter())[status] += 1

    @property
    def all_statuses(self) -> Counter[int]:
        return sum(self.statuses.values(), Counter())


async def fuzz(part: Part, house: House, requests: int, seed: int, played_out: int) -> None:
    """Send them all, then play tables to their ends."""
    knowledge, tally = Knowledge(house.port), Tally()
    trace = set_trap(knowledge, house.complaints.parent)
    people = make_people(knowledge, seed)
    knowledge.people = people
    await settle_in(knowledge, random.Random(seed))
    await asyncio.gather(*(person.live() for person in people for _ in range(3)), return_exceptions=True)
    playing = [asyncio.create_task(keep_living(part, person)) for person in people]
    numbers = iter(range(requests))
    warm: list[tuple[Use, int]] = []

    async def attack() -> None:
        for number in numbers:
            if number == requests // 5:
                warm.append((house.use(), knowledge.made))
            if number % 10_000 == 0:
                print(f"  {number:,} of {requests:,}", file=sys.stderr, flush=True)
            await one(part, knowledge, tally, seed, number)

    try:
        await asyncio.gather(*(attack() for _ in range(min(AT_ONCE, requests))))
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for person in people:
            person.client.hang_up()
    await judge(part, house, knowledge, tally, warm[0])
    part.demand(not trace.exists(), "A file that a stranger named was run.")
    await play_out(part, house, knowledge.secrets, played_out, seed)
    for fault, count in house.faults().items():
        part.faults[f"in its log: {fault}"] = count


def set_trap(knowledge: Knowledge, folder: Path) -> Path:
    """A bot's file that leaves a trace when it is run; gives the trace."""
    trace, file = folder / "trace", folder / "mine.py"
    file.write_text(f"open({str(trace)!r}, 'w').close()\nclass Mine:\n    pass\n")
    knowledge.trap = f"{file}:Mine"
    return trace


def make_people(knowledge: Knowledge, seed: int) -> list[Visitor | Program]:
    kinds: tuple[type[Visitor] | type[Program], ...] = (Visitor, Program)
    return [
        kinds[number % 2](knowledge, loopback(1000 + number), random.Random(seed * 1000 + number))
        for number in range(PEOPLE)
    ]


async def settle_in(knowledge: Knowledge, dice: random.Random) -> None:
    """Something of everything: a match that is over, and of each game a table that waits, with a link to a seat."""
    programs = [Program(knowledge, loopback(900 + number), dice) for number in range(2)]
    await programs[0].open_table("rush", [""], turn_limit=4)
    await programs[1].sit(programs[0].table.rpartition("/")[2], 1)
    for _ in range(200):
        if (await programs[0].look()).get("over"):
            break
        for program in programs:
            if (await program.look()).get("choices"):
                await program.send(program.could()[0])
    programs[0].could()
    visitors = [Visitor(knowledge, loopback(910 + number), dice) for number in range(1 + 2 * len(games()))]
    visitors[0].secret = programs[0].token
    for path in ("", "/replay", "/match.parlour"):
        await visitors[0].look(f"/t/{programs[0].table.rpartition('/')[2]}{path}")
    for name, host, guest in zip(games(), visitors[1::2], visitors[2::2], strict=True):
        await invite(knowledge, name, host, guest)
    for client in [*(one.client for one in programs), *(one.client for one in visitors)]:
        client.hang_up()


async def invite(knowledge: Knowledge, name: str, host: Visitor, guest: Visitor) -> None:
    """A table whose host makes a link, and someone who looks at it."""
    _, forms, _ = await host.look(f"/new/{name}")
    await host.send(forms[0])
    _, forms, _ = await host.look(host.table)
    for form in [form for form in forms if form.action.endswith("/link")][:1]:
        await host.send(form)
        await host.look(f"/seat/{knowledge.links[-1]}")
    await guest.look(host.table)


async def keep_living(part: Part, person: Visitor | Program) -> None:
    """Ordinary people go on all the time, and must always be served."""
    while True:
        try:
            await person.live()
        except NoAnswer as silence:
            part.fault(f"An ordinary {type(person).__name__.lower()} was not answered ({silence})")
        if person.answers and person.answers[-1] >= 500:
            part.fault(f"An ordinary {type(person).__name__.lower()} was answered {person.answers[-1]}")
        await asyncio.sleep(person.dice.random() * 0.3)


async def one(part: Part, knowledge: Knowledge, tally: Tally, seed: int, number: int) -> None:
    """One hostile request."""
    dice = nasty.Dice(f"{seed} {number}")
    everywhere, kinds = ways(), [*KINDS, *DEEP * 3]
    way, name = everywhere[number % len(everywhere)], kinds[number // len(everywhere) % len(kinds)]
    dice.turn = tally.hits[str(way), name]
    order = good(way, dice, knowledge, await what_could_be_sent(way, name, dice, knowledge))
    too_many = str(way) in CREATING and knowledge.made > MOST_TABLES + number // 100
    if too_many or (str(way) in DESTROYING and dice.random() < SPARED):
        order = without_its_table(order)
    made = shot(KINDS[name](order, dice, knowledge), knowledge.port)
    tally.sent += 1
    tally.hits[str(way), name] += 1
    try:
        answers = await fire(knowledge.port, made, loopback(dice.randrange(SOURCES)))
    except NoAnswer as silence:
        tally.unanswered += 1
        if made.sure:
            part.fault(f"{name}: no answer ({silence})", f"n={number} {made.data[:600]!r}")
        return
    for answer in answers:
        tally.answered(way, answer.status)
        knowledge.take(answer)
        for fault in faults_of(made, answer):
            part.fault(f"{name}: {fault}", f"n={number} {made.data[:600]!r}")


async def what_could_be_sent(way: Way, kind: str, dice: random.Random, knowledge: Knowledge) -> dict[str, Order]:
    """By someone at a table who may act just now, for what should reach deep."""
    if kind not in DEEP or way.method != "POST" or not way.blanks:
        return {}
    wanted = Program if way.path.startswith("/api/") else Visitor
    able = [person for person in knowledge.people if isinstance(person, wanted) and person.to_act]
    if not able:
        return {}
    try:
        return await dice.choice(able).refresh()
    except NoAnswer:
        return {}


def without_its_table(order: Order) -> Order:
    """The same for a table that isn't there: enough were opened, or given up."""
    if order.json is not None:
        return replace(order, json={**order.json, "game": "no such game"})
    return replace(order, path=re.sub(r"/(now|new|t|tables)/[^/]+", r"/\1/none", order.path))


async def fire(port: int, made: Shot, source: str) -> list[Answer]:
    """Send it on a line of its own."""
    try:
        line = await Line.open(port, source)
    except OSError as error:
        raise NoAnswer(f"no line: {type(error).__name__}") from None
    try:
        with contextlib.suppress(ConnectionError):  # the house may hang up before it has read all
            await line.send(made.data)
        if not made.patience:
            return []
        patience = PATIENCE if made.sure else made.patience
        answers = []
        for _ in range(made.answers):
            answers.append(await line.answer(made.method, patience))
            if not line.usable or answers[-1].header("connection") == "close" or answers[-1].streams:
                break
        return answers
    finally:
        line.cut()


def faults_of(made: Shot, answer: Answer) -> list[str]:
    """What is wrong with an answer, whatever was asked."""
    if answer.status >= 500:
        return [f"answered {answer.status}"]
    faults = []
    kind = answer.header("content-type")
    ours = answer.header("content-security-policy")  # else the web server itself refused what isn't HTTP
    if kind.startswith(("text/html", "image/svg")) and ESCAPED in answer.body:
        faults.append("what somebody wrote stands in the page as it is")
    if kind.startswith("text/html") and not ours:
        faults.append("a page without the security policy")
    to_api = made.data.split(b" ", 2)[1].startswith(b"/api/v1/")
    if ours and to_api and answer.status >= 400 and made.method != "HEAD" and not says_error(answer.body):
        faults.append(f"{answer.status} of the API without the JSON that docs/api.md promises")
    return faults


def says_error(body: bytes) -> bool:
    try:
        return bool(json.loads(body).get("error"))
    except (ValueError, AttributeError):
        return False


async def judge(part: Part, house: House, knowledge: Knowledge, tally: Tally, warm: tuple[Use, int]) -> None:
    """What must hold when all is over."""
    statuses = tally.all_statuses
    part.figures["requests"] = f"{tally.sent:,} of {len(KINDS)} kinds over {len(ways())} routes"
    part.figures["answers"] = ", ".join(f"{status}: {count:,}" for status, count in sorted(statuses.items()))
    part.figures["rightly unanswered"] = tally.unanswered
    part.figures["tables opened"] = knowledge.made
    never = [str(way) for way in ways() if not any(tally.hits[str(way), kind] for kind in KINDS)]
    part.demand(not never, f"Routes that were never hit: {', '.join(never)}")
    untried = sum(not tally.hits[str(way), kind] for way in ways() for kind in KINDS)
    part.figures["pairs of route and kind not tried"] = untried
    deep = [str(way) for way in ways() if not any(s < 400 for s in tally.statuses.get(str(way), {}))]
    part.figures["routes that only refused"] = ", ".join(deep) or "none"
    part.demand(house.runs, "The house has died.")
    if house.runs:
        await judge_use(part, house, knowledge, warm)


async def judge_use(part: Part, house: House, knowledge: Knowledge, warm: tuple[Use, int]) -> None:
    """Memory, files and threads against those after the warm-up."""
    before, made = warm
    tables = knowledge.made - made
    for _ in range(20):  # lines that were cut are noticed soon, not at once
        now = house.use()
        if now.files <= before.files + MORE_FILES:
            break
        await asyncio.sleep(0.5)
    allowed = MORE_MEMORY + MEMORY_A_TABLE * tables
    part.figures["memory"] = f"{before.memory:.0f} MB when warm, {now.memory:.0f} MB at the end, {tables} tables later"
    part.figures["files, threads"] = (
        f"{before.files}, {before.threads} when warm; {now.files}, {now.threads} at the end"
    )
    part.demand(now.memory - before.memory <= allowed, f"Memory grew by {now.memory - before.memory:.0f} MB")
    part.demand(now.files <= before.files + MORE_FILES, f"Open files grew from {before.files} to {now.files}")
    part.demand(now.threads <= before.threads + MORE_THREADS, f"Threads grew from {before.threads} to {now.threads}")
