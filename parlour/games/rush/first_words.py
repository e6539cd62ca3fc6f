"""The words of actions as files of format 1 have them. Those files are read by them, so they never change.

Where `words` is to say something better, it gets words of its own.
"""

from parlour.games.rush.rules import (
    ALL_COLOURS,
    ALL_SHAPES,
    ATTACK,
    COLOUR,
    DISCARD,
    DRAW,
    FIRST_SHAPE_WILD,
    FIRST_WILD,
    HIDDEN,
    LEAVE,
    PLAY,
    SHAPE,
    TAKE,
)
from parlour.kit.actions import decode, within
from parlour.kit.record import Position
from parlour.kit.voice import Voice

COLOUR_NAMES = ("blue", "green", "orange", "red", "yellow")
SHAPE_NAMES = ("circle", "cross", "pentagon", "square", "star")


def action(s: Position, seat: int, number: int, voice: Voice) -> str:
    """What a seat would do, distinct among its legal actions."""
    if number == DRAW.first:
        return "draw"
    if number == TAKE.first:
        return f"take {card_name(int(s.discard[s.discard_size - 1]))}" if s.discard_size else "take a discard"
    for block, verb in ((PLAY, "play"), (DISCARD, "discard"), (LEAVE, "remove")):
        if within(number, block):
            return f"{verb} {card_name(number - block.first)}"
    wild, victim, target = decode(ATTACK, number)
    whose = voice.whose(victim) if victim < s.players else f"seat {victim}'s"
    return f"put {card_name(wild + FIRST_WILD)} on {whose} {card_name(target)}"


def card_name(card: int) -> str:
    if card == HIDDEN:
        return "hidden card"
    if card == ALL_COLOURS:
        return "all-colours wild"
    if card == ALL_SHAPES:
        return "all-shapes wild"
    if card >= FIRST_SHAPE_WILD:
        return f"{SHAPE_NAMES[SHAPE[card]]} wild"
    if card >= FIRST_WILD:
        return f"{COLOUR_NAMES[COLOUR[card]]} wild"
    return f"{COLOUR_NAMES[COLOUR[card]]} {SHAPE_NAMES[SHAPE[card]]}"
