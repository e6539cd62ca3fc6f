"""Figures of a running house for Prometheus, at an address of their own: never at the port that people use."""

import time
from collections.abc import Awaitable, Sized
from contextvars import ContextVar
from typing import Any

import sqlalchemy as sa
from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics, start_http_server
from sqlalchemy.ext.asyncio import AsyncEngine

from parlour.kit.mistake import Mistake
from parlour.web.thinking import Thinkers

disable_created_metrics()  # of each figure, when it began: nobody asked

STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)  # seconds, between which is counted

arrived: ContextVar[float | None] = ContextVar("arrived", default=None)  # when the order came that is being carried out

tables = Gauge("parlour_tables", "Tables in memory.")
streams = Gauge("parlour_streams", "Open streams of pages and programs.")
entries = Counter("parlour_entries", "What was played, said and undone, by people and bots.", ["kind"])
commit_seconds = Histogram("parlour_commit_seconds", "From an order until its entry is committed.", buckets=STEPS)
frame_seconds = Histogram("parlour_frame_seconds", "From an order until a frame with it is sent.", buckets=STEPS)
bot_workers = Gauge("parlour_bot_workers", "Processes in which bots think.")
bot_workers_replaced = Gauge("parlour_bot_workers_replaced", "Such processes that died or had to be killed.")
bots_asked = Gauge("parlour_bots_asked", "Bots that are to move.")
bots_waiting = Gauge("parlour_bots_waiting", "Those of them whose turn to think hasn't come.")
bot_seconds = Histogram("parlour_bot_seconds", "From asking a bot until it has chosen.", ["bot"], buckets=STEPS)
store_errors = Counter("parlour_store_errors", "Orders that the database did not carry out.")
requests = Counter("parlour_requests", "Answered requests.", ["method", "route", "status"])
refused = Counter("parlour_refused_requests", "Requests that were not even looked at.", ["status"])


def publish(address: str) -> None:
    """Show the figures at HOST:PORT."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise Mistake(f"Metrics are shown at HOST:PORT, such as 127.0.0.1:9100, not at {address!r}.")
    try:
        start_http_server(int(port), host.strip("[]"))
    except OSError as error:
        raise Mistake(f"Metrics can't be shown at {address} ({error.strerror}); name another --metrics.") from None


def observe(engine: AsyncEngine, thinkers: Thinkers, live: Sized) -> None:
    """Count what a house has and what goes wrong in its database."""
    tables.set_function(lambda: len(live))
    bot_workers.set(len(thinkers.workers))
    bots_waiting.set_function(lambda: thinkers.figures.waiting)
    bot_workers_replaced.set_function(lambda: thinkers.figures.replaced)
    sa.event.listen(engine.sync_engine, "handle_error", count_error)
    sa.event.listen(engine.sync_engine, "do_connect", connect)


def count_error(context: Any) -> None:
    """An order that failed; that another entry was first is no error."""
    if not isinstance(context.sqlalchemy_exception, sa.exc.IntegrityError):
        store_errors.inc()


def connect(dialect: Any, record: Any, arguments: Any, options: Any) -> Any:
    """Connect as usual; where nothing is there to connect to, that is counted here: it is no error of a driver."""
    try:
        return dialect.connect(*arguments, **options)
    except OSError:
        store_errors.inc()
        raise


def committed(kind: str) -> None:
    """An entry is in the store."""
    entries.labels(kind).inc()
    since = arrived.get()
    if since is not None:
        commit_seconds.observe(time.monotonic() - since)


def shown(since: float | None) -> None:
    """A frame was sent; `since` is when the order came that made it, if one did."""
    if since is not None:
        frame_seconds.observe(time.monotonic() - since)


async def thinking(bot: str, thought: Awaitable[int]) -> int:
    """Count and time a bot's thought."""
    with bots_asked.track_inprogress(), bot_seconds.labels(bot).time():
        return await thought
