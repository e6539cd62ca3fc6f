"""Who thinks next: owners of tables take turns, and so do the tables of each, so that many push out nobody's one.

>>> turns = Turns(at_once=1)
>>> for owner, table in ("Ann", 1), ("Ann", 2), ("Ann", 3), ("Bo", 1):
...     turns.wait(Order(owner, "rush", "medium", seat=table, view=b"", choices=[], compiled=False))
>>> [(order.owner, order.seat) for order in iter(turns.next, None)]
[('Ann', 1), ('Bo', 1), ('Ann', 2), ('Ann', 3)]
"""

import time
from collections import Counter
from dataclasses import dataclass, field

from parlour.bots.roster import SEARCHING
from parlour.kit.luck import Luck, fresh


@dataclass(frozen=True, eq=False)
class Order:
    """A bot's turn at a table: on whose account it thinks, what its seat knows, and what it can choose from."""

    owner: str
    game: str
    bot: str
    seat: int
    view: bytes
    choices: list[int]
    compiled: bool
    luck: Luck = field(default_factory=fresh)
    since: float = field(default_factory=time.monotonic)

    @property
    def searches(self) -> bool:
        return self.compiled and self.bot in SEARCHING


class Turns:
    """The orders that wait, and how many searches each owner has under way."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once  # searches of one owner under way at the same time
        self._waiting: dict[str, list[Order]] = {}  # whose turn was longest ago comes first, and so do older orders
        self._under_way: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(map(len, list(self._waiting.values())))  # a list of its own: figures are read from other threads

    def wait(self, order: Order) -> None:
        self._waiting.setdefault(order.owner, []).append(order)

    def next(self) -> Order | None:
        """The order whose turn it is, if any may begin; the owner's others wait until everyone else had a turn."""
        for owner, orders in self._waiting.items():
            for order in orders:
                if not order.searches or self._under_way[owner] < self.at_once:
                    self.forget(order)
                    if rest := self._waiting.pop(owner, None):
                        self._waiting[owner] = rest
                    self._under_way[owner] += order.searches
                    return order
        return None

    def forget(self, order: Order) -> None:
        """An order waits no longer."""
        orders = self._waiting.get(order.owner, [])
        if order in orders:
            orders.remove(order)
            if not orders:
                del self._waiting[order.owner]

    def end(self, order: Order) -> None:
        """An order that had its turn is done."""
        self._under_way[order.owner] -= order.searches
        if not self._under_way[order.owner]:
            del self._under_way[order.owner]

    def shares(self, owner: str) -> int:
        """Into how many parts the time is cut for a search of this owner: by owners, then by the owner's searches."""
        searches = {each: sum(order.searches for order in orders) for each, orders in self._waiting.items()}
        own = 1 + searches.pop(owner, 0)
        return own * (1 + sum(map(bool, searches.values())))
