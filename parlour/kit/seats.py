"""Seats as bit sets: seat 0 is the lowest bit."""

from parlour.kit.compiled import compiled


@compiled
def first_of(seats):
    """The lowest seat of a bit set that has one."""
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


@compiled
def count_of(seats):
    """How many seats are in a bit set."""
    count = 0
    while seats:
        seats &= seats - 1
        count += 1
    return count
