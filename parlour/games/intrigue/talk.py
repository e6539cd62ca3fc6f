"""The statements of Intrigue: what players ask, demand, promise and threaten in words that bots understand too.

    Anna: "Bruno, put my clerk into the 10,000 area."
    Bruno: "Anna, pay me 8,000 for your clerk."
    Anna: "Bruno, I accept."
    Bruno: "Anna, I promise to keep your doctor."

Anything else that is said is free talk. Nothing said binds anyone. A promise is kept or broken by what its giver
does next in the matter, and to accept what someone asked or demanded is a promise too.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from parlour.games.intrigue.events import Bribed, Decided, Ended, Event, events
from parlour.games.intrigue.rules import AREAS, LEAST_BRIBE, MOST_BRIBE, NONE, SALARY
from parlour.games.intrigue.words import OCCUPATION_NAMES, ducats
from parlour.kit.record import Position
from parlour.kit.talk import Blank, Form


class Verb(Enum):
    """What a statement does, with the form of its words."""

    ASK = "{to}, put my {occupation} into the {area} area."
    DEMAND = "{to}, pay me {amount} for your {occupation}."
    PROMISE_HIRE = "{to}, I promise to hire your next {occupation} into the {area} area."
    PROMISE_KEEP = "{to}, I promise to keep your {occupation}."
    PROMISE_PAY = "{to}, I promise to pay {amount} for my {occupation}."
    THREATEN = "{to}, think again, or I will banish your {occupation}."
    ACCEPT = "{to}, I accept."
    REFUSE = "{to}, I refuse."


PROMISES = (Verb.PROMISE_HIRE, Verb.PROMISE_KEEP, Verb.PROMISE_PAY)
ANSWERS = (Verb.ACCEPT, Verb.REFUSE)


@dataclass(frozen=True)
class Statement:
    """Something that a seat says to another; what its verb doesn't speak of is NONE."""

    verb: Verb
    seat: int
    to: int
    occupation: int = NONE
    area: int = NONE
    amount: int = NONE  # in thousands


# Words both ways


def write(statement: Statement, names: Sequence[str]) -> str:
    """A statement in words."""
    return statement.verb.value.format(
        to=names[statement.to],
        occupation=OCCUPATION_NAMES[statement.occupation],
        area=ducats(int(SALARY[statement.area])),
        amount=ducats(statement.amount),
    )


def read(seat: int, text: str, names: Sequence[str]) -> Statement | None:
    """The statement that a seat makes by these words, or None if they are free talk."""
    said = " ".join(text.split())
    for verb in Verb:
        found = pattern(verb, tuple(names)).fullmatch(said)
        if found:
            return understood(verb, seat, found.groupdict(), names)
    return None


def understood(verb: Verb, seat: int, parts: dict[str, str], names: Sequence[str]) -> Statement | None:
    """A statement from its parts, unless it is to oneself or of an amount that nobody can pay."""
    to = place_of(parts["to"], names)
    occupation = place_of(parts["occupation"], OCCUPATION_NAMES) if "occupation" in parts else NONE
    area = SALARY.tolist().index(thousands(parts["area"])) if "area" in parts else NONE
    amount = thousands(parts["amount"]) if "amount" in parts else NONE
    if to == seat or ("amount" in parts and not 0 < amount <= MOST_BRIBE):
        return None
    return Statement(verb, seat, to, occupation, area, amount)


def place_of(said: str, words: Sequence[str]) -> int:
    """Which of some words was said; as the pattern knows it, for which ſ is an s."""
    return next(place for place, word in enumerate(words) if re.fullmatch(re.escape(word), said, re.IGNORECASE))


def thousands(digits: str) -> int:
    """An amount of ducats in thousands; 0 if it is no multiple of 1,000."""
    amount = int(digits.replace(",", ""))
    return 0 if amount % 1000 else amount // 1000


@lru_cache(maxsize=256)
def pattern(verb: Verb, names: tuple[str, ...]) -> re.Pattern:
    """What the words of a verb look like at a table; the full stop and upper case may be missing."""
    areas = [ducats(int(SALARY[area])) for area in range(AREAS)]
    parts = {
        "to": one_of(names),
        "occupation": one_of(OCCUPATION_NAMES),
        "area": one_of([*areas, *(area.replace(",", "") for area in areas)]),
        "amount": r"\d[\d,]{0,8}",
    }
    form = re.escape(verb.value.rstrip("."))
    for part, looks in parts.items():
        form = form.replace(re.escape(f"{{{part}}}"), f"(?P<{part}>{looks})")
    return re.compile(form + "[.!]*", re.IGNORECASE)


def one_of(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in words)


# Forms

KINDS = {
    Verb.ASK: "Ask for a post",
    Verb.DEMAND: "Demand a bribe",
    Verb.PROMISE_HIRE: "Promise a post",
    Verb.PROMISE_KEEP: "Promise to keep",
    Verb.PROMISE_PAY: "Promise a bribe",
    Verb.THREATEN: "Threaten",
}


def forms(seat: int, names: Sequence[str]) -> list[Form]:
    """What a seat can say to the others beside answers, to be filled in."""
    blanks = {
        "to": Blank("To whom", tuple(name for other, name in enumerate(names) if other != seat)),
        "occupation": Blank("Which scholar", OCCUPATION_NAMES),
        "area": Blank("Which area", tuple(ducats(salary) for salary in sorted(SALARY.tolist()))),
        "amount": Blank("How many ducats", range(1000 * LEAST_BRIBE, 1000 * MOST_BRIBE + 1, 1000)),
    }
    return [
        Form(
            verb.name.lower().replace("_", "-"),
            label,
            verb.value,
            {name: blank for name, blank in blanks.items() if f"{{{name}}}" in verb.value},
        )
        for verb, label in KINDS.items()
    ]


def answers(statement: Statement) -> list[Statement]:
    """Yes and no, to all that isn't an answer itself."""
    if statement.verb in ANSWERS:
        return []
    return [Statement(verb, statement.to, statement.seat) for verb in ANSWERS]


# Promises


def promise(statement: Statement, earlier: Sequence[Statement]) -> Statement | None:
    """The promise that a statement makes: it is one itself, or accepts what was asked or demanded last."""
    if statement.verb in PROMISES:
        return statement
    if statement.verb is not Verb.ACCEPT:
        return None
    return accepted(statement, earlier)


def accepted(answer: Statement, earlier: Sequence[Statement]) -> Statement | None:
    """The promise to do what the other said last, if that was a wish that has no answer yet."""
    for said in reversed(earlier):
        if (said.seat, said.to) == (answer.seat, answer.to) and said.verb in ANSWERS:
            return None
        if (said.seat, said.to) == (answer.to, answer.seat):
            if said.verb is Verb.ASK:
                return Statement(Verb.PROMISE_HIRE, answer.seat, answer.to, said.occupation, said.area)
            if said.verb is Verb.DEMAND:
                return Statement(Verb.PROMISE_PAY, answer.seat, answer.to, said.occupation, amount=said.amount)
            return None
    return None


def judge(promised: Statement, before: Position, after: Position, seat: int, number: int) -> bool | None:
    """Whether an action kept a promise, or None if it had nothing to do with it."""
    for event in events(before, after, seat, number):
        kept = verdict(promised, event, after)
        if kept is not None:
            return kept
    return None


def verdict(promised: Statement, event: Event, after: Position) -> bool | None:
    match promised.verb, event:
        case Verb.PROMISE_PAY, Bribed(promised.seat, promised.to, promised.occupation, amount):
            return amount >= promised.amount
        case Verb.PROMISE_HIRE, Decided(promised.seat, promised.occupation):
            holds_the_post = promised.to == event.resident and promised.area == event.area
            if promised.to in event.applicants or holds_the_post:
                return event.winner == promised.to and event.area == promised.area
        case Verb.PROMISE_KEEP, Decided(promised.seat, promised.occupation) if event.resident == promised.to:
            return event.winner == promised.to
        case Verb.PROMISE_KEEP, Ended() if after.resident[promised.seat, promised.occupation] == promised.to:
            return True
    return None
