"""What stands at the door: security headers, limits of size and rate, and no orders from foreign pages."""

import asyncio
import contextlib
import functools
import ipaddress
import json
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from parlour.web import metrics

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Refusal = tuple[int, str]  # a status, and a sentence that says why

LARGEST_REQUEST = 64 * 1024
MOST_CLIENTS = 10_000  # whose rate is remembered
LONGEST_ADDRESS = 64
TOO_LARGE = "That is more than this house takes at once."
TOO_FAST = "That is too fast: wait a moment, then try again."
TOO_MANY = "Too many tables are watched from your network: close some of their pages, then try again."
FULL = "The house is full: try again in a while."
CLOSING = "The house is closing: try again in a while."
FOREIGN = "This was sent from another site's page, so it was not done."
ELSEWHERE = "There is no such page in this house."
WAIT = {429: b"1", 503: b"10"}  # seconds until it is worth to try again

# Pieces are placed by the SVG attribute `transform`, not by `style`, so no inline style is needed either.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), interest-cohort=()"),
]


def household(address: str) -> str:
    """Whose limits an address counts for: IPv6 gives every household a whole network of addresses.

    >>> household("192.0.2.7"), household("::ffff:192.0.2.7"), household("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    return network_of(address) if len(address) <= LONGEST_ADDRESS else "unknown"


@functools.lru_cache(MOST_CLIENTS)
def network_of(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


def client_of(scope: Scope) -> str:
    """Whose limits a request counts for."""
    return household(scope["client"][0]) if scope.get("client") else "unknown"


class Bucket:
    """So many requests at once, then so many a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self.clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> bool:
        """Whether a client may go on."""
        now = time.monotonic()
        left, then = self.clients.get(client, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        allowed = left >= 1
        self.clients[client] = (left - allowed, now)
        self.clients.move_to_end(client)
        if len(self.clients) > MOST_CLIENTS:
            self.clients.popitem(last=False)
        return allowed


class Crowd:
    """How many of something are there now, for each client and in all, and how many may be."""

    def __init__(self, most: int, in_all: int) -> None:
        self.most = most
        self.in_all = in_all
        self.count = 0
        self.of: Counter[str] = Counter()

    def enter(self, client: str) -> None:
        self.count += 1
        self.of[client] += 1

    def leave(self, client: str) -> None:
        self.count -= 1
        self.of[client] -= 1
        if not self.of[client]:
            del self.of[client]

    @contextlib.contextmanager
    def one_more(self, client: str) -> Iterator[None]:
        self.enter(client)
        try:
            yield
        finally:
            self.leave(client)


class Guard:
    """Goes around the whole application."""

    def __init__(self, app: Any, reads: Bucket, writes: Bucket, streams: Crowd, path: str) -> None:
        self.app = app
        self.reads = reads
        self.writes = writes
        self.streams = streams
        self.path = path  # below which the house stands

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["root_path"] = self.path
        refusal = self.refusal(scope)
        if refusal:
            metrics.refused.labels(refusal[0]).inc()
            await answer(scope, send, *refusal)
            return
        with contextlib.ExitStack() as leaving, contextlib.suppress(ClientDisconnect):
            if is_stream(scope):
                leaving.enter_context(self.streams.one_more(client_of(scope)))
            try:
                await self.app(scope, limited(receive), with_headers(scope, send))
            except asyncio.CancelledError:  # the house closes, and has waited for this one as long as it could
                with contextlib.suppress(RuntimeError):  # if it is half answered
                    await answer(scope, send, 503, CLOSING)

    def refusal(self, scope: Scope) -> Refusal | None:
        """Why a request isn't even looked at."""
        headers, client = dict(scope["headers"]), client_of(scope)
        writing = scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if not (self.writes if writing else self.reads).take(client):
            return 429, TOO_FAST
        if not f"{scope['path']}/".startswith(f"{self.path}/"):
            return 404, ELSEWHERE
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 9 or int(length) > LARGEST_REQUEST:
            return 413, TOO_LARGE
        if is_stream(scope) and self.streams.of[client] >= self.streams.most:
            return 429, TOO_MANY
        if is_stream(scope) and self.streams.count >= self.streams.in_all:
            return 503, FULL
        if writing and not for_programs(scope) and foreign(headers):
            return 403, FOREIGN
        return None


def inside(scope: Scope) -> str:
    """The address that is asked for, as seen from the door of the house."""
    path: str = scope["path"]
    return path.removeprefix(scope["root_path"])


def is_stream(scope: Scope) -> bool:
    return inside(scope).endswith("/stream")


def for_programs(scope: Scope) -> bool:
    return inside(scope).startswith("/api/")


def foreign(headers: dict[bytes, bytes]) -> bool:
    """Whether a browser says that a request comes from somebody else's page."""
    if headers.get(b"sec-fetch-site", b"none") not in (b"same-origin", b"none", b""):
        return True
    origin = headers.get(b"origin", b"")
    return bool(origin) and origin.partition(b"://")[2] != headers.get(b"host", b"")


def limited(receive: Receive) -> Receive:
    """The same request, cut off where it gets too large: its length needn't be what it said."""
    size = 0

    async def take() -> MutableMapping[str, Any]:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > LARGEST_REQUEST:
            raise HTTPException(413, TOO_LARGE)
        return message

    return take


def with_headers(scope: Scope, send: Send) -> Send:
    """The same answer, with the security headers that it lacks; what isn't the same for all is kept by nobody."""
    wanted = HEADERS if inside(scope).startswith("/static/") else [*HEADERS, (b"cache-control", b"no-store")]

    async def pass_on(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *((n, v) for n, v in wanted if n not in present)]
        await send(message)

    return pass_on


async def answer(scope: Scope, send: Send, status: int, sentence: str) -> None:
    """A refusal as short as can be: text for people, JSON for a program or our script."""
    as_json = for_programs(scope) or any(name == b"x-parlour" for name, _ in scope["headers"])
    kind, text = (b"application/json", json.dumps({"error": sentence})) if as_json else (b"text/plain", sentence)
    headers = [(b"content-type", kind + b"; charset=utf-8"), (b"content-length", b"%d" % len(text.encode())), *HEADERS]
    if status in WAIT:
        headers.append((b"retry-after", WAIT[status]))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})
