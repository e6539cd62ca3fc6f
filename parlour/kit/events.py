"""What the events of a game have in common.

A game has a module `events`. Its events are small frozen dataclasses; whatever tells, judges, counts or shows what
happened starts from them. It offers:

| function | means |
|---|---|
| `events(before, after, seat, action)` | what an action brought about, in order, from two records of one listener |
| `holdings(s)` | what each seat has on the table, as far as the record shows it |
| `gains(event)` | what an event says of that: who got how much of what; what is lost counts below 0 |

The last two are for checking: what the events of an action say adds up to what the records say.
"""

from collections import Counter
from collections.abc import Iterable

Holdings = dict[tuple[int, str], int]  # of a seat and a thing, how many
Gain = tuple[int, str, int]  # a seat, a thing, how many more


def total(gains: Iterable[Gain]) -> Holdings:
    """What some gains come to; what was won and lost again isn't there."""
    sums: Counter[tuple[int, str]] = Counter()
    for seat, thing, count in gains:
        sums[seat, thing] += count
    return {key: count for key, count in sums.items() if count}


def difference(before: Holdings, after: Holdings) -> Holdings:
    """How much more everyone has."""
    changes = {key: after.get(key, 0) - before.get(key, 0) for key in before | after}
    return {key: count for key, count in changes.items() if count}
