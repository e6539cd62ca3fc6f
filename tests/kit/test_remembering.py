"""What is remembered has a bound in bytes, and what is in use stays."""

from parlour.kit.compiled import interpreted_module
from parlour.kit.remembering import ENTRY, Memory


def drawing(memory):
    """A function that remembers, and how often it was at work for each number."""
    drawn: list[int] = []

    @memory.remembered
    def draw(number, size=1000):
        drawn.append(number)
        return ("x" * size, f"{number}")

    return draw, drawn


def test_what_was_drawn_is_not_drawn_again():
    draw, drawn = drawing(Memory(1_000_000))
    assert draw(1) is draw(1)
    assert draw(1, size=5) is draw(1, size=5) and draw(1, size=5) != draw(1)
    assert drawn == [1, 1]


def test_it_never_holds_more_than_its_bound():
    memory = Memory(100_000)
    draw, drawn = drawing(memory)
    other, _ = drawing(memory)
    draw(1)
    one = memory.newer
    assert ENTRY + 1000 < one < ENTRY + 1500
    for number in range(10_000):
        draw(number)
        other(number)
        assert memory.newer <= memory.bound // 2
    drawn.clear()
    for number in range(10_000):
        draw(number)
    remembered = 10_000 - len(drawn)
    assert remembered * one <= memory.bound


def test_what_several_drawings_share_is_counted_once():
    memory = Memory(1_000_000)
    draw, _ = drawing(memory)

    @memory.remembered
    def row(first, last):
        return tuple(draw(number) for number in range(first, last))

    row(0, 10)
    before = memory.newer
    row(0, 9)
    assert memory.newer - before < ENTRY + 500


def test_what_is_asked_for_again_and_again_stays():
    draw, drawn = drawing(Memory(100_000))
    for number in range(1000):
        draw(-1)
        draw(number)
    assert drawn.count(-1) == 1


def test_a_twin_that_is_interpreted_remembers_for_itself():
    from parlour.games.rush import board

    twin = interpreted_module(board)
    assert twin.face is not board.face
    assert twin.face(3) == board.face(3) and twin.face(3) is not board.face(3)
