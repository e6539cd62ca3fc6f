"""What strangers may say, checked once before anything else of the house sees it: a list or a pattern for each.

What is refused is quoted, but never at length.
"""

import re
from urllib.parse import parse_qsl, unquote

from parlour.bots.roster import BOTS, LEVELS
from parlour.kit.match import LONGEST_NAME
from parlour.kit.mistake import Mistake
from parlour.kit.options import Options
from parlour.kit.voice import SEAT_COLOURS, readable

USUAL_BOT = "medium"

TABLE = re.compile(r"[A-Za-z0-9_-]{16}")
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
BEARER = re.compile(rf"\s*(?:bearer\s+)?({SECRET.pattern})\s*", re.IGNORECASE)
WHOLE = re.compile(r"-?[0-9]{1,9}")
LARGEST = 10**9 - 1  # number that anyone may name
LONGEST_QUOTE = 40
LONGEST_FIELD = 2000  # more than anything that is asked for, so that what is too long can come back as it was typed
LONGEST_ID = 64
LONGEST_ACTION = 300
MOST_FIELDS = 200


class Missing(Mistake):
    """There is no such thing here."""


class NotYours(Mistake):
    """Someone else may do that, but not you."""


class TooMuch(Mistake):
    """One client has had its share."""


# In an address


def table(text: str) -> str:
    """The id of a table."""
    if not TABLE.fullmatch(text):
        raise Missing("There is no such table in this house.")
    return text


def link(text: str) -> str:
    """The secret of a link that gives a seat."""
    if not SECRET.fullmatch(text):
        raise Missing("This link gives no seat, or no longer: ask for a new one.")
    return text


def game(text: str) -> str:
    """The name of a game as the shelf spells it; of one that isn't there, enough to say so."""
    return short(readable(text).lower())


def number(text: str, what: str = "number") -> int:
    """A whole number."""
    if not WHOLE.fullmatch(text.strip()):
        raise Mistake(f"The {what} must be a whole number, not {shortened(text)}.")
    return int(text)


# Who someone is


def secret(text: str) -> str | None:
    """The secret in a cookie, if it can be one."""
    return text if SECRET.fullmatch(text) else None


def bearer(text: str) -> str | None:
    """The token in the header of a program, if it can be one."""
    found = BEARER.fullmatch(text)
    return found[1] if found else None


def name(text: str) -> str:
    """A name that someone wants to be called by; the table has more to say about it."""
    called = printable(text)
    if len(called) > LONGEST_NAME:
        raise Mistake(f"A name is 1 to {LONGEST_NAME} characters, and {shortened(called)} is longer.")
    return called


def kept_name(text: str) -> str:
    """The name in a cookie, as we or an earlier house wrote it there."""
    return printable(unquote(text))[:LONGEST_NAME].strip()


def printable(text: str) -> str:
    """What can be seen of a text: names that look the same must be the same."""
    return " ".join("".join(sign for sign in readable(text) if sign.isprintable()).split())


def colour(text: str) -> str:
    """One of the colours of seats, or none."""
    if text and text not in SEAT_COLOURS:
        raise Mistake(f"There is no colour {shortened(text)}; there is {', '.join(SEAT_COLOURS)}.")
    return text


# What someone wants


def form(body: bytes) -> dict[str, str]:
    """The fields of a form."""
    try:
        fields = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Mistake("The form can't be read.") from None
    if any(len(part) > LONGEST_FIELD for field in fields for part in field):
        raise Mistake(f"A field of the form is longer than {LONGEST_FIELD:,} characters.")
    return dict(fields)


def message_id(text: str) -> str:
    """The id by which a message that is sent again is known."""
    if len(text) > LONGEST_ID:
        raise Mistake(f"The id of a request has at most {LONGEST_ID} characters.")
    return readable(text)


def action(said: int | str) -> int | str:
    """An action by its number, or by its name or words."""
    if (isinstance(said, str) and len(said) > LONGEST_ACTION) or (isinstance(said, int) and abs(said) > LARGEST):
        raise Mistake(f"There is no action {shortened(str(said))}.")
    if isinstance(said, str) and WHOLE.fullmatch(said):
        return int(said)
    return said


def bot(text: str) -> str:
    """The level of a bot that someone wants; files and searches of one's own belong to the command line."""
    level = text.strip().lower()
    if level not in LEVELS:
        raise Mistake(f"There is no bot {shortened(text)} in this house; there is {', '.join(LEVELS)}.")
    return level


def levels() -> dict[str, str]:
    """The bots that can be wanted, with what they are like."""
    return {level: BOTS[level].about for level in LEVELS}


def kept_bot(name: str | None) -> str | None:
    """The bot of a seat as the store has it; in the place of one that isn't on the list sits the usual one."""
    return name if name is None or name in LEVELS else USUAL_BOT


def options(wishes: Options) -> Options:
    """The options of a table, each short enough to be one; the game knows which there are."""
    for option, value in wishes.items():
        if len(option) > LONGEST_QUOTE:
            raise Mistake(f"There is no option {shortened(option)}.")
        if len(str(value)) > LONGEST_QUOTE:
            raise Mistake(f"Option {option!r} can't be {shortened(str(value))}.")
    return dict(wishes)


def short(text: str) -> str:
    """What someone sent, short enough for a sentence."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


def shortened(text: str) -> str:
    """What someone sent, quoted and short enough for a sentence."""
    return repr(short(text))
