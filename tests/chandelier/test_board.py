"""The board of The Rainbow Chandelier: room for any town, purses that stay closed, and clicks."""

import itertools

import pytest

from parlour.games.chandelier import GAME, board
from parlour.games.chandelier.rules import ROOFS, TOWNS
from parlour.games.chandelier.town import Fountain, Town
from parlour.kit.match import Match
from parlour.kit.voice import Voice
from tests.chandelier.table import ANNA, BRUNO, NAMES, bank, bribery, do, scored, visits


def picture(match: Match, seat: int) -> str:
    return "\n".join(board.draw(match.view(seat), Voice(NAMES, seat)))


def paths(match: Match, seat: int) -> set[tuple[str, ...]]:
    return {board.path(match.view(seat), seat, action) for action in match.choices(seat)}


def town_of(count: int, docks: int, *more: tuple[int, int]) -> Town:
    """Fountains in a line, the first of them docks, with more steps between some."""
    docking = set(itertools.combinations(range(docks), 2))
    steps = {(n, n + 1) for n in range(count - 1)} | docking | set(more)
    next_to = [[f"F{b if a == n else a}" for a, b in sorted(steps) if n in (a, b)] for n in range(count)]
    threes = ROOFS - 2 * count
    return Town(
        "some town",
        tuple(Fountain(f"F{n}", 3 if n < threes else 2, tuple(next_to[n]), n < docks) for n in range(count)),
    )


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(
    "town",
    [TOWNS[0], town_of(10, 0), town_of(7, 2, (0, 6), (2, 5)), town_of(8, 8), town_of(9, 3, (0, 8))],
    ids=["harbour", "a line", "seven", "docks only", "nine"],
)
def test_every_town_finds_room_without_overlap(town, narrow):
    ground, spots = board.site(narrow), board.places(town, narrow)
    roof = (board.ROOF_WIDTH * ground.scale, board.ROOF_HEIGHT * ground.scale)
    at = [*spots.fountains, *spots.roofs]
    sizes = [ground.fountain] * len(spots.fountains) + [roof] * ROOFS
    assert board.overlap(at, sizes) < 0.5
    for (x, y), (width, height) in zip(at, sizes, strict=True):
        assert width / 2 <= x <= ground.width - width / 2 and height / 2 <= y <= ground.height - height / 2
    assert board.town_ground(town, narrow)


def test_the_docks_of_the_harbour_lie_below_the_hill():
    spots = board.places(TOWNS[0], False)
    low = {fountain.name: y for fountain, (_, y) in zip(TOWNS[0].fountains, spots.fountains, strict=True)}
    assert max(low, key=low.__getitem__) == "South Dock" and min(low, key=low.__getitem__) == "Hill Square"


def test_a_ring_is_found_in_whatever_order_the_file_has_it():
    fountains = TOWNS[0].fountains
    mixed = Town("mixed", tuple(fountains[n] for n in (3, 0, 6, 1, 7, 2, 5, 4)))
    order = board.ring(mixed)
    neighbours = zip(order, order[1:] + order[:1], strict=True)
    assert all(b in mixed.steps(a) for a, b in neighbours)


def test_a_purse_is_closed_to_others_until_all_are_opened():
    match = bribery(players=2)
    do(match, "Anna: bribe 3K")
    assert "Your purse, closed, with 3K" in picture(match, ANNA)
    assert "Anna&#x27;s purse, closed" in picture(match, BRUNO) and "3K" not in picture(match, BRUNO).split("bank")[0]
    do(match, "Bruno: bribe 1K")
    assert "Anna&#x27;s bribe: 3K" in picture(match, BRUNO)


def test_a_tie_shows_the_dice():
    match = bribery(players=2)
    do(match, "Anna: bribe 2K", "Bruno: bribe 2K")
    assert picture(match, ANNA).count("thrown for the tie") == 2


def test_roofs_then_answers_are_clicked():
    match = visits({"Hill Square": ["red merchant", "thief"]}, cash=(5, 5, 5, 5))
    assert paths(match, ANNA) == {("roof-18",), ("roof-19",)}
    do(match, "Anna: visit the red merchant")
    assert paths(match, ANNA) == {("answer-buy",), ("answer-decline",)}
    assert "You meet the red merchant" in picture(match, ANNA)


def test_a_thief_is_shown_the_strings_of_opponents():
    crystals = ((1, 0, 0, 0), (0, 2, 0, 0), (0, 0, 0, 3), (0, 0, 0, 0))
    match = visits({"Hill Square": ["thief", "red merchant"]}, crystals=crystals)
    do(match, "Anna: visit the thief")
    assert paths(match, ANNA) == {("string-1-1",), ("string-2-3",)}


def test_bribes_and_lots_are_amounts_in_the_bar():
    for match in (bribery(), bank(2, ((3, 0, 0, 0), (1, 0, 0, 0)))):
        view, choices = match.view(ANNA), match.choices(ANNA)
        amounts = [board.amount(view, ANNA, action, Voice(NAMES, ANNA)) for action in choices]
        assert [number for _, number in filter(None, amounts)] == list(range(len(choices)))
        assert paths(match, ANNA) == {()}


def test_at_the_end_the_purses_stand_by_money():
    s = scored(((0, 0, 0, 0), (5, 0, 0, 0), (1, 0, 0, 0)), cash=(3, 0, 1))
    assert board.line_up(s) == [1, 2, 0]


@pytest.mark.parametrize("players", GAME.players)
def test_the_picture_is_of_modest_size(players):
    match = bribery(players=players)
    assert len(picture(match, ANNA)) < 80_000
