"""Who watches at the door: every request gets an id and is counted and logged, by its route, not its address."""

import logging
import secrets
import time
from collections.abc import MutableMapping, Sequence
from typing import Any

from starlette.routing import BaseRoute, Mount, Route

from parlour.web import health, logs, metrics
from parlour.web.guard import Receive, Scope, Send

log = logging.getLogger("parlour.requests")

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Watch:
    """Goes around the guard, so that what it refuses is seen, too, and health is told to those who ask often."""

    def __init__(self, app: Any, routes: Sequence[BaseRoute]) -> None:
        self.app = app
        self.paths: dict[Any, str] = {route.endpoint: route.path for route in routes if isinstance(route, Route)}
        self.paths |= {route.app: route.path for route in routes if isinstance(route, Mount)}
        self.health = health.Health()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["path"] in (health.LIVE, health.READY):
            await self.health.answer(scope["app"].state.house, scope["path"], send)
            return
        began = time.monotonic()
        id_ = secrets.token_hex(8)
        logs.request_id.set(id_)
        metrics.arrived.set(began if scope["method"] == "POST" else None)
        status = 500  # unless it is answered otherwise

        async def with_id(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", id_.encode())]
            await send(message)

        try:
            await self.app(scope, receive, with_id)
        finally:
            note(scope["method"], self.paths.get(scope.get("endpoint"), "none"), status, time.monotonic() - began)


def note(method: str, route: str, status: int, seconds: float) -> None:
    """Count an answered request and write it down."""
    method = method if method in METHODS else "other"
    metrics.requests.labels(method, route, status).inc()
    facts = {"method": method, "route": route, "status": status, "milliseconds": round(1000 * seconds, 1)}
    log.info("%s %s: %d", method, route, status, extra={"facts": facts})
