"""Every table that should go on can be played to its end: shown by doing it."""

import asyncio
import json
import random
import sys
import time
from typing import Any

from parlour import games
from parlour.kit.notation import read
from parlour.web.guests import COOKIE, Guest, fingerprint_of
from tests.attack import ledger
from tests.attack.house import House
from tests.attack.report import Part
from tests.attack.wire import Answer, Client, NoAnswer, loopback

STUCK = 90  # seconds without a move where somebody is to move
AT_ONCE = 60  # tables that are played at a time
LONGEST = 600  # seconds for all of them together


async def play_out(part: Part, house: House, secrets: dict[str, str], most: int, seed: int = 0) -> None:
    """Play all open matches of a house to their ends, or `most` of them if there are more."""
    found = await ledger.open_matches(house.database)
    random.Random(seed).shuffle(found)
    keys, bots = await ledger.keys(house.database), await ledger.bots(house.database)
    door = asyncio.Semaphore(AT_ONCE)
    ends: list[str] = []
    until = time.monotonic() + LONGEST

    async def one(number: int, match: Any) -> None:
        known = {
            seat: next((secrets[mark] for mark in marks if mark in secrets), "")
            for seat, marks in keys[match.id].items()
        }
        async with door:
            player = Table(house, match, known, bots[match.id], loopback(5000 + number))
            try:
                ends.append(await player.play(until))
            except NoAnswer as silence:
                part.fault(f"A table could not be played on: no answer ({silence})")
                ends.append("unanswered")
            if ends[-1] == "stuck":
                part.fault(f"A table of {match.game} is stuck: {player.why}")

    print(f"  playing {min(most, len(found))} tables on", file=sys.stderr, flush=True)
    await asyncio.gather(*(one(number, match) for number, match in enumerate(found[:most])))
    part.figures["tables played on"] = ", ".join(f"{ends.count(end)} {end}" for end in sorted(set(ends))) or "none"
    if len(found) > most:
        part.figures["open tables besides"] = len(found) - most


class Table:
    """A table and the secrets of those who sit there."""

    def __init__(self, house: House, match: Any, secrets: dict[int, str], bots: set[int], source: str) -> None:
        self.house = house
        self.match = match
        self.secrets = secrets
        self.bots = bots
        self.client = Client(house.port, source)
        self.dice = random.Random(match.id)
        self.why = ""

    async def ask(self, method: str, path: str, secret: str = "", body: object = None) -> Answer:
        headers = [(b"Authorization", f"Bearer {secret}".encode())] if secret else []
        sent = b"" if body is None else json.dumps(body).encode()
        for _ in range(100):
            kind = (b"Content-Type", b"application/json")
            answer = await self.client.ask(method, f"/api/v1/tables/{self.match.id}{path}", sent, *headers, kind)
            if answer.status != 429:
                return answer
            await asyncio.sleep(1)
        raise NoAnswer("too fast for ever")

    async def play(self, until: float) -> str:
        """Play on; says how it ended."""
        last, since = -1, time.monotonic()
        while time.monotonic() < until:
            answer = await self.ask("GET", "")
            if answer.status != 200:
                self.why = f"looking at it is answered {answer.status}"
                return "stuck"
            view = json.loads(answer.body)
            if view["over"]:
                return await self.told()
            if view["number"] != last:
                last, since = view["number"], time.monotonic()
            moved = await self.move(view)
            if moved is None:
                return "waiting for people whom we don't know"
            if time.monotonic() - since > STUCK:
                self.why = self.why or f"nothing happens for {STUCK} s; seats {view['to_act']} are to act"
                return "stuck"
            if not moved:
                await asyncio.sleep(0.3)
        return "still moving when time was up"

    async def move(self, view: dict[str, Any]) -> bool | None:
        """Act for someone who is to act; None if we know none of them and no bot is among them."""
        if view["paused"]:
            return await self.go_on()
        for seat in view["to_act"]:
            if seat in self.bots or not self.secrets.get(seat):
                continue
            own = json.loads((await self.ask("GET", "", self.secrets[seat])).body)
            if not own.get("choices"):
                continue
            deed = {"action": self.dice.choice(own["choices"])["action"], "asked": own["asked"]}
            answer = await self.ask("POST", "/actions", self.secrets[seat], deed)
            if answer.status == 200:
                self.why = ""
                return True
            self.why = f"a legal action is answered {answer.status}: {answer.body[:150]!r}"
        if any(seat in self.bots for seat in view["to_act"]) or self.why:
            return False
        return None if not any(self.secrets.get(seat) for seat in view["to_act"]) else False

    async def go_on(self) -> bool | None:
        """The host lets a paused table go on; None if we don't know the host."""
        hosts = [secret for secret in self.secrets.values() if secret and fingerprint_of(secret) == self.match.host]
        if not hosts:
            return None
        body = f"token={Guest(hosts[0], False, '').token}&paused=no".encode()
        cookie = (b"Cookie", f"{COOKIE}={hosts[0]}".encode())
        kind = (b"Content-Type", b"application/x-www-form-urlencoded")
        answer = await self.client.ask("POST", f"/t/{self.match.id}/pause", body, cookie, kind)
        self.why = f"a paused table can't go on: {answer.status}"
        return answer.status == 303

    async def told(self) -> str:
        """The file of the match, which must be one that our rules can follow."""
        answer = await self.ask("GET", "/match")
        try:
            read(answer.body.decode(), games())
        except ValueError as error:
            self.why = f"its file can't be read: {str(error)[:200]}"
            return "stuck"
        return "played to the end"
