"""The words of actions as files of format 1 have them. Those files are read by them, so they never change."""

from parlour.kit.voice import Voice


def action(s, seat, number, voice: Voice) -> str:
    return ("show the card", "swap the card")[number]
