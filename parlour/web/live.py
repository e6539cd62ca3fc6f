"""A live table: the table itself, who looks at it, and what the running house has to know about it."""

import asyncio
import time

from parlour.web import metrics
from parlour.web.scene import Scene
from parlour.web.table import Table

REMEMBERED_MESSAGES = 64
UNKNOWN = "?"  # in the place of a process that isn't known


class Live:
    """A table with what the running house needs beside it."""

    def __init__(self, table: Table, owner: str = "", driver: str | None = None) -> None:
        self.table = table
        self.owner = owner or table.host  # the client who opened it
        self.driver = driver  # the process whose bots are to act, as the store has it
        self.doubtful = False  # whether the store may have kept something that isn't here
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Event] = set()
        self.bots: asyncio.Task[None] | None = None  # while they play
        self.messages: dict[str, None] = {}  # the ids of those of late, so that a resent one is harmless
        self.used = self.heard = time.monotonic()
        self.since = time.time()  # when the last entry came
        self.scene: Scene | None = None  # how the table looks now, once someone has looked
        self.gone: tuple[int, ...] = ()  # the seats whose people were away at the last round
        self.elsewhere = ""  # the other process of the house that the last entry came from, if it did
        self.logs: dict[int, list[str]] = {}  # the lines of the log as HTML, by who is told
        self.posted: float | None = None  # when the order came that made the last change, if one did

    def show(self) -> None:
        """Wake all who look at the table."""
        self.heard = time.monotonic()
        self.posted = metrics.arrived.get()
        for watcher in self.watchers:
            watcher.set()

    def remember(self, message_id: str) -> None:
        """A message was carried out."""
        if message_id:
            self.messages[message_id] = None
            while len(self.messages) > REMEMBERED_MESSAGES:
                self.messages.pop(next(iter(self.messages)))
