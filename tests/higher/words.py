"""Higher in words."""

from parlour.kit.voice import Voice, upper_first
from tests.higher.events import AllShown, Event, Showed
from tests.higher.first_words import action

__all__ = ["action", "ask", "look", "result", "told", "why_not"]


def why_not(s, seat, number, voice: Voice) -> str:
    return "a card that was shown stays."


def ask(s, voice: Voice) -> str:
    if not s.turns_left:
        return "The match is over."
    return f"{upper_first(voice.whose(s.seat))} turn: show or swap the card."


def told(event: Event, voice: Voice) -> list[str]:
    if isinstance(event, AllShown):
        return []
    return [f"{voice.does(event.seat, 'shows' if isinstance(event, Showed) else 'swaps')} the card."]


def look(s, voice: Voice) -> list[tuple[str, str]]:
    return [(voice.who(seat), "?" if s.card[seat] < 0 else str(s.card[seat])) for seat in range(s.players)]


result = look
