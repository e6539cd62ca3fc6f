"""What strangers may say, checked once before anything else of the house sees it: a list or a pattern for each."""

from parlour.bots.roster import LEVELS
from parlour.kit.mistake import Mistake

USUAL_BOT = "medium"


def bot(text: str) -> str:
    """The level of a bot that someone wants; files and searches of one's own belong to the command line."""
    level = text.strip().lower()
    if level not in LEVELS:
        raise Mistake(f"There is no bot {shortened(text)} in this house; there is {', '.join(LEVELS)}.")
    return level


def kept_bot(name: str | None) -> str | None:
    """The bot of a seat as the store has it; in the place of one that isn't on the list sits the usual one."""
    return name if name is None or name in LEVELS else USUAL_BOT


def shortened(text: str) -> str:
    """What someone sent, quoted and short enough for a sentence."""
    return repr(text if len(text) <= 40 else f"{text[:40]}…")
