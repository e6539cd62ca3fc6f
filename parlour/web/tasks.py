"""What the house does beside answering requests: tasks that end with it, and whose failure is told."""

import asyncio
import contextvars
import logging
from collections.abc import Coroutine

log = logging.getLogger("parlour")


class Tasks:
    """All that is under way."""

    def __init__(self) -> None:
        self.running: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, context=contextvars.Context())  # not of the request that happens to start it
        self.running.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self.running.discard(task)
        if not task.cancelled() and task.exception():
            log.error("A task of the house failed.", exc_info=task.exception())

    async def end(self) -> None:
        """Cut all of them off."""
        for task in self.running:
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
