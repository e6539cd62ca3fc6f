"""What Crystallia's picture shows, and the clicks that mean an action."""

import re

from parlour.games.crystallia import GAME, board
from parlour.games.crystallia.data import STONES
from parlour.games.crystallia.rules import FIRST_SQUARE, FLIP, LAY, SECOND_SQUARE, TAKE, TALISMAN, Phase, is_double
from parlour.kit.luck import seeded
from parlour.kit.voice import Voice

VOICE = Voice(("Anna", "Bruno"), 0)


def begin(advanced="no", seed=1):
    return GAME.verbs.begin(GAME.setting(2, {"advanced": advanced}), seeded(seed)())


def label_of(svg, id_):
    found = re.search(f'id="{id_}" class="piece" [^>]*aria-label="([^"]*)"', svg)
    assert found, f"There is no piece {id_}."
    return found[1]


def test_all_stones_are_there_and_face_down_ones_have_backs():
    s = begin()
    svg = "\n".join(board.draw(GAME.verbs.view(s, 0), VOICE))
    labels = [label_of(svg, f"stone-{stone}") for stone in range(STONES)]
    assert sum("face-down" in label for label in labels) == 4 + 6


def test_a_stone_is_taken_by_a_click_and_laid_by_two():
    s = begin()
    seat = int(s.seat)
    (take, *_) = [action for action in GAME.verbs.choices(s, seat) if TAKE.first <= action < TALISMAN.first]
    assert board.path(s, seat, take) == (f"stone-{take - TAKE.first}",)
    s = GAME.verbs.after(s, seat, take)
    assert s.phase == Phase.PLACE
    for action in GAME.verbs.choices(s, seat):
        one, two = (f"cell-{squares[action - LAY.first]}" for squares in (FIRST_SQUARE, SECOND_SQUARE))
        either = f"{one}|{two}"
        assert board.path(s, seat, action) == ((either, either) if is_double(s, int(s.stone)) else (one, two))


def test_a_talisman_is_clicked_and_then_a_colour():
    s = begin()
    assert board.path(s, int(s.seat), TALISMAN.first + 2) == ("talisman-0|talisman-1|talisman-2", "supply-2")
    s = GAME.verbs.after(s, int(s.seat), TALISMAN.first + 2)
    svg = "\n".join(board.draw(GAME.verbs.view(s, 0), VOICE))
    assert 'id="used-2"' in svg
    assert 'id="talisman-2"' not in svg


def test_both_sides_of_each_platform_can_be_chosen():
    s = begin("yes")
    assert board.path(s, 0, FLIP.first + 0b0101) == ("side-0-1", "side-1-0", "side-2-1", "side-3-0")
    s = GAME.verbs.after(s, 0, FLIP.first + 0b0101)
    s = GAME.verbs.after(s, 1, FLIP.first)
    svg = "\n".join(board.draw(GAME.verbs.view(s, 0), VOICE))
    assert label_of(svg, "platform-0-0") == "your red platform, flipped: 0 of 5"
    assert label_of(svg, "platform-1-0") == "Bruno&#x27;s red platform: 0 of 9"
