"""All chance comes from the generator inside a record: its field `luck`, two 64-bit words.

The generator is xoroshiro128++ (Blackman and Vigna, public domain). It gives the same stream interpreted and
compiled, on any processor and on a GPU. Simulations `sow` it from a seed; at a table the referee puts `fresh`
words from the operating system in before every action.

Everything here stays in uint64: Numba turns a mix of uint64 and int64 into floating point.
"""

import random
import secrets
from collections.abc import Callable
from typing import Any

import numpy as np

from parlour.kit.compiled import compiled
from parlour.kit.mistake import Mistake
from parlour.kit.record import Position, record, u64

Luck = tuple[int, int]

# Luck without a game, for a bot's own choices: the luck of a match is then the same whoever plays.
Dice = record(
    "Dice",
    luck=(u64, 2),
    own=u64,  # unused: keeps Numba from taking a game's record, which begins with its luck, for a kind of dice
)

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
LOW_HALF = np.uint64(0xFFFFFFFF)


@compiled
def rotate(word, bits):
    return (word << np.uint64(bits)) | (word >> np.uint64(64 - bits))


@compiled
def next_word(s):
    """The next 64 random bits."""
    first, second = s.luck[0], s.luck[1]
    word = rotate(first + second, 17) + first
    second ^= first
    s.luck[0] = rotate(first, 49) ^ second ^ (second << np.uint64(21))
    s.luck[1] = rotate(second, 28)
    return word


@compiled
def roll(s, sides):
    """A number from 0 to sides - 1, each equally likely (Lemire's method)."""
    range_ = np.uint64(sides)
    product = (next_word(s) >> np.uint64(32)) * range_
    if product & LOW_HALF < range_:
        unfair = (LOW_HALF + np.uint64(1) - range_) % range_
        while product & LOW_HALF < unfair:
            product = (next_word(s) >> np.uint64(32)) * range_
    return np.int64(product >> np.uint64(32))


@compiled
def shuffle(s, cards, count):
    """Put the first `count` of `cards` into random order."""
    for last in range(count - 1, 0, -1):
        other = roll(s, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


@compiled
def mix(word):
    """The finishing steps of splitmix64: close seeds give words that have nothing in common."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def sow(s, seed, stream):
    """Set the luck from a seed; each stream of a seed is a sequence of its own."""
    ground = mix(np.uint64(seed) + GOLDEN) + np.uint64(2) * np.uint64(stream) * GOLDEN
    s.luck[0] = mix(ground + GOLDEN)
    s.luck[1] = mix(ground + GOLDEN + GOLDEN) | np.uint64(1)  # never all zero: that state has no successor


def fresh() -> Luck:
    """New luck from the operating system."""
    return secrets.randbits(64), secrets.randbits(63) | 1 << 63


def check_seed(seed: int) -> None:
    """Refuse what `sow` can't use."""
    if not 0 <= seed < 2**63:
        raise Mistake(f"A seed is a whole number from 0 to {2**63 - 1}.")


def seeded(seed: int) -> Callable[[], Luck]:
    """A source of luck that gives the same sequence for the same seed."""
    chance = random.Random(seed)
    return lambda: (chance.getrandbits(64), chance.getrandbits(64) | 1)


def sown(seed: int, stream: int) -> Position:
    """Dice with the luck of one stream of a seed."""
    dice = Dice()
    sow(dice, seed, stream)
    return dice


def drawn(dice: Position) -> Luck:
    """Luck for someone's own use, out of dice."""
    return int(next_word(dice)), int(next_word(dice)) | 1


def give(s: Any, luck: Luck) -> None:
    """Put luck into a record."""
    s.luck[0], s.luck[1] = np.uint64(luck[0]), np.uint64(luck[1])


def held(s: Any) -> Luck:
    """The luck in a record."""
    return int(s.luck[0]), int(s.luck[1])
