"""Rainbow Rush in words: the names of cards, of every action, and of what just happened."""

import functools

import numpy as np

from parlour.games.rush.events import (
    Attacked,
    Completed,
    Discarded,
    Drew,
    Event,
    Laid,
    LimitReached,
    Removed,
    Shuffled,
    Took,
)
from parlour.games.rush.first_words import COLOUR_NAMES, SHAPE_NAMES, card_name
from parlour.games.rush.rules import (
    ATTACK,
    COLOUR,
    DISCARD,
    DRAW,
    EMPTY,
    FIRST_WILD,
    HIDDEN,
    LEAVE,
    PLAY,
    SHAPE,
    TAKE,
    Phase,
    State,
    best_partial,
    can_draw,
    can_leave,
    fitting,
    is_complete,
    is_wild,
)
from parlour.kit.actions import decode, within
from parlour.kit.record import Position
from parlour.kit.sentences import SHAPES
from parlour.kit.voice import Voice, upper_first

__all__ = ["COLOUR_NAMES", "SHAPE_NAMES", "action", "ask", "look", "result", "told", "why_not"]

SHAPE_PLURALS = ("circles", "crosses", "pentagons", "squares", "stars")
JUST_TAKEN = "it was just taken from the discard pile."


# Cards


def card_shape(card: int) -> str:
    """The shape that stands for a card beside its colour."""
    return "wild" if is_wild(card) else SHAPE_NAMES[SHAPE[card]]


def card_sign(card: int) -> str:
    return "▒" if card == HIDDEN else SHAPES[card_shape(card)]


def card_colour(card: int) -> str:
    """The name of a card's colour; a wild that may be any has none."""
    return COLOUR_NAMES[COLOUR[card]] if card != HIDDEN and COLOUR[card] >= 0 else ""


def mention(card: int, voice: Voice) -> str:
    """A card by its name."""
    return voice.mention("card", card_name(card), card_colour(card), card_shape(card), f"card-{card}")


def signed(card: int, voice: Voice) -> str:
    """A card in a row of the table, with its sign."""
    shape = "" if card == HIDDEN else card_shape(card)
    return voice.mention("card", f"{card_sign(card)} {card_name(card)}", card_colour(card), shape, f"card-{card}")


def top_discard(s: Position) -> int:
    return int(s.discard[s.discard_size - 1]) if s.discard_size else EMPTY


def cards_of(places: np.ndarray) -> tuple[int, ...]:
    return tuple(card for card in places.tolist() if card != EMPTY)


# Actions


def action(s: Position, seat: int, number: int, voice: Voice) -> str:
    """What a seat would do, distinct among its legal actions."""
    if number == DRAW.first:
        return "draw"
    if number == TAKE.first:
        return f"take {mention(top_discard(s), voice)}" if s.discard_size else "take a discard"
    for block, verb in ((PLAY, "play"), (DISCARD, "discard"), (LEAVE, "remove")):
        if within(number, block):
            return f"{verb} {mention(number - block.first, voice)}"
    wild, victim, target = decode(ATTACK, number)
    whose = voice.whose(victim) if victim < s.players else f"seat {victim}'s"
    return f"put {mention(wild + FIRST_WILD, voice)} on {whose} {mention(target, voice)}"


def deed(s: Position, seat: int, number: int) -> str:
    """What an action counts as: each wild by itself, all ordinary cards together."""
    if within(number, TAKE):
        return "take a discard"
    for block, verb in ((PLAY, "play"), (DISCARD, "discard"), (LEAVE, "remove")):
        if within(number, block):
            card = number - block.first
            return f"{verb} {card_name(card) if is_wild(card) else 'an ordinary card'}"
    if within(number, ATTACK):
        return f"attack with {card_name(decode(ATTACK, number)[0] + FIRST_WILD)}"
    return "draw"


def why_not(s: Position, seat: int, number: int, voice: Voice) -> str:
    """Why an action isn't legal now."""
    if s.phase == Phase.DRAW and not within(number, DRAW) and not within(number, TAKE):
        return "a turn begins with drawing a card."
    if s.phase == Phase.LEAVE and not within(number, LEAVE):
        return "the rainbow has six cards, and one must be removed first."
    if number == DRAW.first:
        return "a card was drawn already." if s.phase != Phase.DRAW else "there is no card left to draw."
    if number == TAKE.first:
        return why_not_take(s)
    if within(number, LEAVE) and s.phase != Phase.LEAVE:
        return "the rainbow has no sixth card."
    if within(number, LEAVE):
        return JUST_TAKEN if number - LEAVE.first in s.rainbow[seat] else "that card is not in the rainbow."
    if within(number, DISCARD) and number - DISCARD.first == s.taken:
        return JUST_TAKEN
    if within(number, PLAY) or within(number, DISCARD):
        return "that card is not in hand."
    return why_not_attack(s, seat, number)


def why_not_take(s: Position) -> str:
    if s.phase != Phase.DRAW:
        return "a card was drawn already."
    if not s.discard_size:
        return "the discard pile is empty."
    if is_wild(top_discard(s)):
        return "a wild can never be taken from the discard pile."
    return f"a wild replaced it, and it is locked for {turns(s.locked[s.discard_size - 1])}."


def why_not_attack(s: Position, seat: int, number: int) -> str:
    wild, victim, target = decode(ATTACK, number)
    if victim >= s.players or victim == seat:
        return "an attack is on an opponent."
    if wild + FIRST_WILD not in s.hand[seat]:
        return "that wild is not in hand."
    return f"there is no {card_name(target)} in that rainbow."


def turns(count: int) -> str:
    return "this turn" if count == 1 else f"{count} more turns"


# What is asked


def ask(s: Position, voice: Voice) -> str:
    """Whose turn it is and what they must do, in one sentence."""
    phase, seat = int(s.phase), int(s.seat)
    if phase == Phase.OVER:
        return "The match is over."
    if phase == Phase.DRAW:
        what = "draw a card" if can_draw(s) else "take a card"
        top = top_discard(s)
        if top != EMPTY and not is_wild(top) and not s.locked[s.discard_size - 1]:
            what += f", or take the {mention(top, voice)} from the discard pile" if can_draw(s) else ""
    elif phase == Phase.LEAVE:
        what = "choose which of six cards leaves the rainbow"
        if not can_leave(s, seat, s.newest):
            what += f"; the {mention(int(s.newest), voice)} was just taken and must stay"
    else:
        what = "play a card or discard one"
        targets = any(s.rainbow_size[other] for other in range(s.players) if other != seat)
        if targets and (seat != voice.listener or any(map(is_wild, cards_of(s.hand[seat])))):
            what = "play a card, discard one, or put a wild on an opponent's rainbow"
    return f"Your turn: {what}." if seat == voice.listener else f"Waiting for {voice.who(seat)} to {what}."


# What happened


def told(event: Event, voice: Voice) -> list[str]:
    """What happened, as far as the listener can know."""
    match event:
        case Shuffled():
            return ["The discard pile, but for its top card, is shuffled into a new draw pile."]
        case Drew(seat, card):
            back = voice.mention("card", "a card", "", "", f"back-{seat}")
            return [f"{voice.does(seat, 'draws')} {back if card == HIDDEN else f'the {mention(card, voice)}'}."]
        case Took(seat, card):
            return [f"{voice.does(seat, 'takes')} the {mention(card, voice)} from the discard pile."]
        case Laid(seat, card):
            return [f"{voice.does(seat, 'plays')} the {mention(card, voice)}."]
        case Discarded(seat, card):
            return [f"{voice.does(seat, 'discards')} the {mention(card, voice)}."]
        case Removed(seat, card, locked):
            lock = f", which is locked for {next_turns(locked)}" if locked else ""
            return [f"{voice.does(seat, 'removes')} the {mention(card, voice)}{lock}."]
        case Attacked(seat, wild, victim, card, locked):
            lock = f" and is locked for {next_turns(locked)}" if locked else ""
            return [
                f"{voice.does(seat, 'puts')} the {mention(wild, voice)} on {voice.whose(victim)} "
                f"{mention(card, voice)}, which goes to the discard pile{lock}."
            ]
        case Completed(seat, shape):
            return [f"{upper_first(voice.whose(seat))} rainbow of {SHAPE_PLURALS[shape]} is complete."]
        case LimitReached(turns, seats):
            wins = "rainbow wins" if len(seats) == 1 else "rainbows share the win"
            return [f"The limit of {turns} turns is reached: the best unfinished {wins}."]


def next_turns(count: int) -> str:
    return "the next turn" if count == 1 else f"the next {count} turns"


@functools.lru_cache(5000)
def best_fit(rainbow: tuple[int, ...]) -> tuple[int, str]:
    """How many cards of a rainbow fit into a complete one at best, and the shape that most of them fit."""
    s = State()
    s.rainbow[0, : len(rainbow)] = rainbow
    s.rainbow_size[0] = len(rainbow)
    return int(best_partial(s, 0)), SHAPE_PLURALS[max(range(len(SHAPE_NAMES)), key=lambda shape: fitting(s, 0, shape))]


# The position


def look(s: Position, voice: Voice) -> list[tuple[str, str]]:
    """The table as rows of a label and a text."""
    limit = f" of at most {s.turn_limit}" if s.turn_limit else ""
    rows = [
        ("turn", f"{min(s.turn + 1, s.turn_limit or s.turn + 1)}{limit}"),
        ("draw pile", f"{s.pile_size} cards"),
        ("discard pile", discards_told(s, voice)),
    ]
    for seat in range(s.players):
        rows.append((voice.who(seat), rainbow_told(s, seat, voice)))
        hand = hand_told(s, seat, voice)
        if hand:
            rows.append(("", hand))
    return rows


def discards_told(s: Position, voice: Voice) -> str:
    if not s.discard_size:
        return "empty"
    text = f"{signed(top_discard(s), voice)} on top of {s.discard_size}"
    locked = s.locked[s.discard_size - 1]
    if is_wild(top_discard(s)):
        return text + " (a wild can't be taken)"
    return text + (f" (locked for {turns(locked)}: a wild replaced it)" if locked else "")


def rainbow_told(s: Position, seat: int, voice: Voice) -> str:
    cards = cards_of(s.rainbow[seat])
    if not cards:
        return "no rainbow yet"
    fit, shapes = best_fit(cards)
    return "  ".join(signed(card, voice) for card in cards) + f"  ({fit} of 5 fit: {shapes})"


def hand_told(s: Position, seat: int, voice: Voice) -> str:
    cards = cards_of(s.hand[seat])
    known = [card for card in cards if card != HIDDEN]
    if len(known) == len(cards):
        return "hand: " + ("  ".join(signed(card, voice) for card in sorted(cards)) or "none")
    text = f"hand: {len(cards)} cards"
    return text + (", among them " + ", ".join(signed(card, voice) for card in known) if known else "")


def result(s: Position, voice: Voice) -> list[tuple[str, str]]:
    """The final scores explained, a row a seat."""
    rows = []
    for seat in range(s.players):
        fit, shapes = best_fit(cards_of(s.rainbow[seat]))
        text = f"a complete rainbow of {shapes}" if is_complete(s, seat) else f"{fit} of 5 cards fit a rainbow"
        rows.append((voice.who(seat), text))
    return rows
