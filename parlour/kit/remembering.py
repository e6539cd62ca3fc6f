"""Functions that remember what they drew, all of them together within so many bytes.

What they gave is kept in two halves: in the newer is all that was asked for of late, in the older what was before. When
the newer half is full, it becomes the older one, and what was there is forgotten, unless it was asked for again. So to
find something costs one look into a dictionary, and what is in use stays.

>>> memory = Memory(10_000)
>>> @memory.remembered
... def stars(count):
...     print("drawing", count)
...     return "★" * count
>>> stars(3) == stars(3)
drawing 3
True
"""

import functools
import sys
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

BOUND = 32 * 2**20  # bytes of drawings, at all tables together
ENTRY = 600  # bytes that a drawing takes beside its texts: mostly the facts that it was drawn from

Given = ParamSpec("Given")
Drawing = TypeVar("Drawing")


class Memory:
    """What some functions remember."""

    def __init__(self, bound: int) -> None:
        self.bound = bound
        self.newer = 0  # bytes in the newer half
        self._there: set[int] = set()  # which rows and pieces are in it
        self._halves: list[Callable[[], None]] = []  # what makes those of each function older

    def grow_old(self) -> None:
        """Begin a new half, and forget the older one."""
        self.newer = 0
        self._there.clear()
        for grow_old in self._halves:
            grow_old()

    def _weigh(self, drawing: object) -> int:
        """How many bytes a drawing adds to the newer half: pieces that several share are there once."""
        if not isinstance(drawing, tuple | list):
            return sys.getsizeof(drawing)
        if id(drawing) in self._there:
            return 0
        self._there.add(id(drawing))
        return sys.getsizeof(drawing) + sum(map(self._weigh, drawing))

    def forget(self) -> None:
        """Begin anew."""
        self.grow_old()
        self.grow_old()

    def remembered(self, function: Callable[Given, Drawing]) -> Callable[Given, Drawing]:
        """The same function of plain facts, which remembers what it gave."""
        newer: dict[Any, Drawing] = {}
        older: dict[Any, Drawing] = {}

        def grow_old() -> None:
            nonlocal newer, older
            newer, older = {}, newer

        @functools.wraps(function)
        def remembering(*given: Given.args, **named: Given.kwargs) -> Drawing:
            facts = (given, *named.items()) if named else given
            try:
                return newer[facts]
            except KeyError:
                pass
            try:
                found = older[facts]
            except KeyError:
                found = function(*given, **named)
            self.newer += ENTRY + self._weigh(found)
            newer[facts] = found
            if self.newer > self.bound // 2:
                self.grow_old()
            return found

        self._halves.append(grow_old)
        remembering.memory = self  # type: ignore[attr-defined]
        return remembering


drawings = Memory(BOUND)
remembered = drawings.remembered
