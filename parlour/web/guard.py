"""What stands at the door: security headers, limits of size and rate, and no orders from foreign pages."""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from parlour.web import metrics

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

LARGEST_REQUEST = 64 * 1024
MOST_CLIENTS = 10_000  # whose rate is remembered

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


class TooLarge(Exception):
    """A request's body is longer than anything that is asked for here."""


class Guard:
    """Goes around the whole application."""

    def __init__(self, app: Any, reads: Bucket, writes: Bucket) -> None:
        self.app = app
        self.reads = reads
        self.writes = writes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope)
        if refusal:
            metrics.refused.labels(refusal[0]).inc()
            await answer(send, *refusal)
            return
        began = False

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                present = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *((n, v) for n, v in HEADERS if n not in present)]
            await send(message)

        try:
            await self.app(scope, limited(receive), with_headers)
        except TooLarge:
            if not began:
                await answer(send, 413, "That is more than this house takes at once.")

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request isn't even looked at."""
        headers = dict(scope["headers"])
        client = scope["client"][0] if scope.get("client") else "unknown"
        writing = scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if not (self.writes if writing else self.reads).take(client):
            return 429, "That is too fast: wait a moment, then try again."
        if int(headers.get(b"content-length", b"0") or 0) > LARGEST_REQUEST:
            return 413, "That is more than this house takes at once."
        if writing and not scope["path"].startswith("/api/") and foreign(headers):
            return 403, "This was sent from another site's page, so it was not done."
        return None


def foreign(headers: dict[bytes, bytes]) -> bool:
    """Whether a browser says that a request comes from somebody else's page."""
    site = headers.get(b"sec-fetch-site", b"").decode()
    if site and site not in ("same-origin", "none"):
        return True
    origin = headers.get(b"origin", b"").decode()
    return bool(origin) and urlsplit(origin).netloc != headers.get(b"host", b"").decode()


def limited(receive: Receive) -> Receive:
    """The same request, cut off where it gets too large: its length needn't be what it said."""
    size = 0

    async def take() -> MutableMapping[str, Any]:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > LARGEST_REQUEST:
            raise TooLarge
        return message

    return take


async def answer(send: Send, status: int, sentence: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *HEADERS]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence.encode()})
