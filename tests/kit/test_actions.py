"""Actions: fixed numbers in named blocks, the same inside compiled code and out."""

import pytest

from parlour.kit.actions import Actions, decode, encode, within
from parlour.kit.compiled import compiled
from parlour.kit.mistake import Mistake

ACTIONS = Actions()
PASS = ACTIONS.block("pass")
BID = ACTIONS.block("bid", amount=10)
MOVE = ACTIONS.block("move", piece=4, row=3, column=5)


@compiled
def move_number(piece, row, column):
    return encode(MOVE, piece, row, column)


def test_every_action_has_one_number_and_one_name():
    names = [ACTIONS.name(action) for action in range(ACTIONS.count)]
    assert len(set(names)) == ACTIONS.count == 1 + 10 + 60
    assert [ACTIONS.number(name) for name in names] == list(range(ACTIONS.count))


def test_compiled_code_and_python_agree():
    for piece in range(4):
        for row in range(3):
            for column in range(5):
                number = move_number(piece, row, column)
                assert number == encode(MOVE, piece, row, column)
                assert decode(MOVE, number) == (piece, row, column)
                assert within(number, MOVE) and not within(number, BID) and not within(number, PASS)


@pytest.mark.parametrize("name", ["bid", "bid[10]", "bid[1, 2]", "bid[-1]", "sing", "pass[0]", "", "move[1, 2"])
def test_a_name_that_means_nothing_is_refused(name):
    with pytest.raises(Mistake, match=r"the blocks are: pass, bid\[amount\], move\[piece, row, column\]"):
        ACTIONS.number(name)


def test_a_number_out_of_the_space_is_refused():
    with pytest.raises(Mistake, match="from 0 to 70"):
        ACTIONS.name(71)


def test_four_choices_are_too_many_for_one_action():
    with pytest.raises(TypeError, match="at most three"):
        Actions().block("move", a=1, b=1, c=1, d=1)
