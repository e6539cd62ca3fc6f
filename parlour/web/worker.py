"""A process beside the house that does one thing after another for it, and is there again when it was killed."""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

SPAWN = multiprocessing.get_context("spawn")
Answer = TypeVar("Answer")


class Fault(Exception):
    """Something that a worker was told to do brought no answer. Its text says why."""


class Died(Fault):
    """The process ended on the way, or couldn't be started."""


class Closed(Exception):
    """The worker does nothing any more."""


class Worker:
    """One process and the line to it. Whoever calls `do` waits, so threads do."""

    def __init__(self, niceness: int = 0) -> None:
        self.niceness = niceness
        self.replaced = 0  # processes that died or had to be killed
        self.knows: set[Any] = set()  # what the process needn't be told again
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._closed = False
        self._doing, self._changing = threading.Lock(), threading.Lock()

    def _start(self) -> Connection:
        """See to it that there is a process, and give the line to it."""
        with self._changing:
            if self._closed:
                raise Closed
            if self._process is None or self._line is None:
                line, end = SPAWN.Pipe()
                process = SPAWN.Process(target=serve, args=(end, self.niceness), daemon=True)
                process.start()
                end.close()  # the process has it now; with a copy here its death would go unnoticed
                self._process, self._line = process, line
                self.knows.clear()
            return self._line

    def do(self, limit: float, function: Callable[..., Answer], *given: Any) -> Answer:
        """What a function gives there, within so many seconds, when nothing else is done there."""
        with self._doing:
            return self._do(limit, function, *given)

    def _do(self, limit: float, function: Callable[..., Answer], *given: Any) -> Answer:
        try:
            line = self._start()
            line.send((function, given))
            if not line.poll(limit):
                raise TimeoutError
            well, answer = line.recv()
        except (EOFError, OSError) as end:
            self.replaced += 1
            self.dismiss()
            if isinstance(end, TimeoutError):
                raise Fault(f"It took longer than {limit:g} s.") from None
            raise Died("Its process ended before there was an answer.") from None
        if not well:
            raise Fault(answer)
        told: Answer = answer
        return told

    def dismiss(self) -> None:
        """End the process, whatever it is at; the next thing to do starts another."""
        with self._changing:
            if self._process and self._line:
                self._process.kill()
                self._process.join()
                self._process.close()
                self._line.close()
            self._process = self._line = None

    def close(self) -> None:
        """End the process for good. Whoever waits for it is told that it died."""
        with self._changing:
            self._closed = True
            if self._process:
                self._process.kill()


def serve(line: Connection, niceness: int) -> None:
    """The life of a worker process: it ends with the line."""
    belong_to_house(niceness)
    while True:
        try:
            function, given = line.recv()
        except EOFError:
            return
        try:
            line.send((True, function(*given)))
        except Exception:
            line.send((False, traceback.format_exc()))


def belong_to_house(niceness: int) -> None:
    """Ctrl-C is for the house, which tells its workers when to stop; if it was killed, they go by themselves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=leave_after, args=(multiprocessing.parent_process(),), daemon=True).start()


def leave_after(house: BaseProcess) -> None:
    house.join()
    os._exit(0)
