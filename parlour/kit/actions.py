"""An action is a small integer with a fixed meaning, laid out in named blocks.

>>> ACTIONS = Actions()
>>> DRAW = ACTIONS.block("draw")
>>> ATTACK = ACTIONS.block("attack", card=3, seat=8)
>>> encode(ATTACK, 2, 5)
22
>>> decode(ATTACK, 22)
(2, 5, 0)
>>> within(22, DRAW), within(22, ATTACK), ACTIONS.count
(False, True, 25)
>>> ACTIONS.name(22), ACTIONS.number("attack[2, 5]")
('attack[2, 5]', 22)
"""

import re
from typing import NamedTuple

from parlour.kit.compiled import compiled
from parlour.kit.mistake import Mistake

NAME = re.compile(r"\s*(\w+)\s*(?:\[([\d,\s]{0,40})\])?\s*")  # of an action: its block and choices


class Block(NamedTuple):
    """A run of actions of one kind, by up to three choices; a plain tuple of numbers, so compiled code knows it."""

    first: int
    size: int
    second_size: int
    third_size: int


@compiled
def encode(block, first=0, second=0, third=0):
    """The number of an action of a block."""
    return block.first + (first * block.second_size + second) * block.third_size + third


@compiled
def decode(block, action):
    """The three choices of an action of a block; those that a block doesn't have are 0."""
    rest = action - block.first
    return (
        rest // (block.second_size * block.third_size),
        rest // block.third_size % block.second_size,
        rest % block.third_size,
    )


@compiled
def within(action, block):
    """Whether an action belongs to a block."""
    return block.first <= action < block.first + block.size


class Actions:
    """A game's action space: blocks, one after the other."""

    def __init__(self) -> None:
        self.blocks: dict[str, tuple[Block, dict[str, int]]] = {}
        self.count = 0

    def block(self, name: str, **sizes: int) -> Block:
        """Add a block: the choices that make up its actions, by name, with how many of each there are."""
        if len(sizes) > 3:
            raise TypeError("A block has at most three choices: split the action in two.")
        one, two, three = [*sizes.values(), 1, 1, 1][:3]
        block = Block(self.count, one * two * three, two, three)
        self.blocks[name] = block, sizes
        self.count += block.size
        return block

    def kind(self, action: int) -> str:
        """The name of the block that an action is of."""
        for name, (block, _) in self.blocks.items():
            if block.first <= action < block.first + block.size:
                return name
        raise Mistake(f"There is no action {action}: they go from 0 to {self.count - 1}.")

    def name(self, action: int) -> str:
        """An action as its block and choices, `attack[2, 5]`: the same in every position."""
        name = self.kind(action)
        block, sizes = self.blocks[name]
        rest, chosen = action - block.first, list[str]()
        for size in reversed(sizes.values()):
            rest, choice = divmod(rest, size)
            chosen.insert(0, str(choice))
        return f"{name}[{', '.join(chosen)}]" if sizes else name

    def number(self, name: str) -> int:
        """The action that `name` gave this name to."""
        form = NAME.fullmatch(name)
        if form and form[1] in self.blocks:
            block, sizes = self.blocks[form[1]]
            chosen = [int(number) for number in (form[2] or "").replace(",", " ").split()]
            if len(chosen) == len(sizes) and all(c < size for c, size in zip(chosen, sizes.values(), strict=True)):
                place = 0
                for choice, size in zip(chosen, sizes.values(), strict=True):
                    place = place * size + choice
                return block.first + place
        raise Mistake(f"{name!r} is no action; the blocks are: {', '.join(map(self._form, self.blocks))}.")

    def _form(self, name: str) -> str:
        sizes = self.blocks[name][1]
        return f"{name}[{', '.join(sizes)}]" if sizes else name
