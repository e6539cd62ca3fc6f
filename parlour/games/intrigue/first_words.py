"""The words of actions as files of format 1 have them. Those files are read by them, so they never change.

Where `words` is to say something better, it gets words of its own.
"""

import functools
from typing import Any

from parlour.games.intrigue.events import line
from parlour.games.intrigue.rules import BRIBE, HIRE, KEEP, LEAST_BRIBE, NOBODY, NONE, NOT_GIVEN, SALARY, SEND
from parlour.kit.actions import Block, decode, within
from parlour.kit.record import Position, plain
from parlour.kit.voice import Voice

OCCUPATION_NAMES = ("scientist", "doctor", "priest", "clerk")
SALARIES = SALARY.tolist()


def action(s: Position, seat: int, number: int, voice: Voice) -> str:
    """What a seat would do, distinct among its legal actions."""
    s = plain(s)
    block, occupation, chosen, area = meaning(number)
    if block is BRIBE:
        trade = bribed_for(s, seat)
        purpose = f" for the {OCCUPATION_NAMES[trade]}" if trade != NONE else ""
        return f"bribe {ducats(number - BRIBE.first + LEAST_BRIBE)}{purpose}"
    if block is HIRE:
        return f"hire {someones(s, chosen, occupation, voice)} into the {area_name(area)}"
    if block is KEEP:
        resident = s.resident[s.seat][occupation]
        if resident in (NOBODY, chosen):
            return f"keep {someones(s, chosen, occupation, voice)}"
        return f"replace {scholar(resident, occupation, voice)} by {someones(s, chosen, occupation, voice)}"
    whose = voice.whose(chosen) if known(chosen, s) else f"seat {chosen}'s"
    return f"send a {OCCUPATION_NAMES[occupation]} to {whose} palace"


@functools.cache
def meaning(action: int) -> tuple[Block, int, int, int]:
    """The block of an action, and its choices."""
    block = next(block for block in (BRIBE, HIRE, KEEP, SEND) if within(action, block))
    return block, *decode(block, action)


def bribed_for(s: Any, seat: int) -> int:
    """The occupation of the scholar for whom a seat bribes next, or NONE."""
    due = owing(s)
    return next((trade for giver, trade in (due if s.sealed else due[:1]) if giver == seat), NONE)


def owing(s: Any) -> list[tuple[int, int]]:
    """The scholars of the batch for whom a bribe is still to come, as seat and occupation."""
    return [who for who, bribe in zip(line(s), s.bribe, strict=False) if bribe == NOT_GIVEN]


def someones(s: Any, seat: int, occupation: int, voice: Voice) -> str:
    return scholar(seat, occupation, voice) if known(seat, s) else f"seat {seat}'s {OCCUPATION_NAMES[occupation]}"


def scholar(seat: int, occupation: int, voice: Voice) -> str:
    return f"{voice.whose(seat)} {OCCUPATION_NAMES[occupation]}"


def known(seat: int, s: Any) -> bool:
    return 0 <= seat < s.players


def ducats(amount: int) -> str:
    """An amount of money, which the rules count in thousands."""
    return f"{amount * 1000:,}"


def area_name(area: int) -> str:
    return f"{ducats(SALARIES[area])} area"
