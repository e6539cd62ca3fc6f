"""Luck: the published generator, fair rolls, the same stream everywhere."""

from collections import Counter

import numpy as np
import pytest

from parlour.kit import luck
from parlour.kit.compiled import interpreted
from parlour.kit.record import record, u64

Dice = record("TestDice", luck=(u64, 2), marks=(u64, 2))
WORD = 2**64 - 1


def dice(seed=1, stream=0):
    s = Dice()
    luck.sow(s, seed, stream)
    return s


def reference(first, second):
    """Xoroshiro128++ in Python's whole numbers, after its authors' C."""

    def rotl(x, k):
        return (x << k | x >> (64 - k)) & WORD

    while True:
        yield (rotl((first + second) & WORD, 17) + first) & WORD
        second ^= first
        first, second = rotl(first, 49) ^ second ^ (second << 21) & WORD, rotl(second, 28)


@pytest.mark.parametrize("run", [lambda f: f, interpreted], ids=["compiled", "interpreted"])
def test_the_words_are_those_of_the_published_generator(run):
    s = Dice()
    luck.give(s, (0x0123456789ABCDEF, 0xFEDCBA9876543210))
    expected = reference(0x0123456789ABCDEF, 0xFEDCBA9876543210)
    assert [int(run(luck.next_word)(s)) for _ in range(100)] == [next(expected) for _ in range(100)]


def test_compiled_and_interpreted_roll_the_same():
    fast, plain = dice(), dice()
    for sides in [1, 2, 6, 87, 1000, 2**31] * 50:
        assert luck.roll(fast, sides) == interpreted(luck.roll)(plain, sides)
    assert fast == plain


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 10, 87])
def test_every_side_comes_up_equally_often(sides):
    s = dice(seed=5)
    counts = Counter(luck.roll(s, sides) for _ in range(sides * 2000))
    assert sorted(counts) == list(range(sides))
    chi_square = sum((count - 2000) ** 2 / 2000 for count in counts.values())
    assert chi_square < sides + 5 * np.sqrt(2 * sides)


def test_a_shuffle_keeps_the_cards_and_reaches_every_order():
    s, orders = dice(), set()
    for _ in range(300):
        cards = np.arange(4)
        luck.shuffle(s, cards, 4)
        orders.add(tuple(cards.tolist()))
    assert len(orders) == 24 and all(sorted(order) == [0, 1, 2, 3] for order in orders)


def test_seeds_and_streams_give_different_luck():
    held = {luck.held(dice(seed, stream)) for seed in range(50) for stream in range(50)}
    assert len(held) == 2500
    assert len({word for pair in held for word in pair}) == 5000


def test_a_seeded_source_repeats_and_fresh_luck_does_not():
    one, two = luck.seeded(3), luck.seeded(3)
    assert [one() for _ in range(5)] == [two() for _ in range(5)]
    assert luck.fresh() != luck.fresh()


def test_no_luck_is_ever_all_zero():
    assert all(any(luck.fresh()) and any(luck.seeded(n)()) and any(luck.held(dice(n))) for n in range(200))
