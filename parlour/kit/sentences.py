"""Sentences that mention things: a player, a card, a square, an amount of money.

A front that shows more than words speaks with a voice that marks what it mentions. Its sentences hold each mention
between characters that nobody can write (`parlour.kit.voice.UNSEEN`); `parts` takes them apart, `unmarked` gives the
words alone.

>>> told = f"Anna plays the {marked(Mention('card', 'red star', 'red', 'star', 'card-7'))}."
>>> unmarked(told)
'Anna plays the red star.'
>>> parts(told)[1].text, parts(told)[1].colour, parts(told)[2]
('red star', 'red', '.')
"""

from typing import NamedTuple

# The shapes that stand for things beside their colour, as one types them.
SHAPES = {
    "triangle": "▲",
    "circle": "●",
    "star": "★",
    "square": "■",
    "diamond": "◆",
    "pentagon": "⬟",
    "cross": "✚",
    "heart": "♥",
    "wild": "◈",
}
OPENING, NEXT, CLOSING = "\ue000\ue001\ue002"


class Mention(NamedTuple):
    """Words that name something on the table, and how it is told apart there."""

    kind: str  # player, card, stone, square, crystal, tile, scholar or money
    text: str
    colour: str = ""
    sign: str = ""  # what stands for it beside its colour: one of SHAPES, or a player's initial
    piece: str = ""  # what its id on the board is or begins with; several are parted by spaces

    @property
    def name(self) -> str:
        """The words without a sign at their beginning, for those who show the sign by themselves."""
        return self.text.removeprefix(SHAPES.get(self.sign, " ")).lstrip()


def marked(mention: Mention) -> str:
    """A mention as it stands in a sentence."""
    kind, text, *rest = mention
    return f"{OPENING}{NEXT.join((kind, *rest, text))}{CLOSING}"


def parts(sentence: str) -> list[str | Mention]:
    """A sentence as words and mentions, in order."""
    found: list[str | Mention] = []
    for words in sentence.split(OPENING):
        if CLOSING in words:
            inside, words = words.split(CLOSING, 1)
            kind, colour, sign, piece, text = inside.split(NEXT)
            found.append(Mention(kind, text, colour, sign, piece))
        if words:
            found.append(words)
    return found


def unmarked(sentence: str) -> str:
    """The words of a sentence."""
    if OPENING not in sentence:
        return sentence
    return "".join(part if isinstance(part, str) else part.text for part in parts(sentence))
