"""The heuristic of Crystallia at hand-built tables, and its strength."""

import pytest

from parlour.bots.roster import think
from parlour.games.crystallia import GAME
from parlour.kit.match import Match
from parlour.lab.simulate import simulate
from tests.crystallia.table import ANNA, BRUNO, FILES, act, crystals, has_supercrystal, lay, table

ALL_RED = {f"{column}{row}": "R" for column in FILES for row in range(1, 7)}
USED_UP = {"B": ANNA, "G": BRUNO, "P": ANNA}  # talismans


def wish(match: Match) -> str:
    return match.in_words(match.to_act[0], choice(match))


def choice(match: Match) -> int:
    seat = match.to_act[0]
    return think(GAME, "heuristic", match.view(seat), seat, (1, 2))


def take_turn(match: Match) -> None:
    """Let the bot do all that belongs to one turn."""
    turn = match.position.turn
    while match.to_act and match.position.turn == turn:
        act(match, choice(match))


def wins(players: int, games: int, *bots: str, **options: str) -> float:
    """The share of games that the only heuristic among these bots wins."""
    results = simulate(GAME, GAME.setting(players, options), bots, games, seed=1)
    return float(results.wins[:, bots.index("heuristic")].mean())


@pytest.mark.parametrize("bots", [("heuristic", "random"), ("random", "heuristic")], ids=" ".join)
def test_it_beats_a_random_player_from_either_seat(bots):
    assert wins(2, 1000, *bots) >= 0.95


@pytest.mark.parametrize("players", [3, 4])
def test_one_of_it_beats_several_random_players(players):
    assert wins(players, 300, "heuristic", *["random"] * (players - 1)) >= 0.95


def test_it_beats_a_random_player_who_may_flip_platforms():
    assert wins(2, 300, "heuristic", "random", advanced="yes") >= 0.9


def test_it_does_not_take_a_thirteenth_crystal_while_there_is_another_way():
    spaces = {"e3": "R", "a1": "R", "i6": "R"}
    match = table(["RR c3 d3"], ["RB"], spaces, platforms={ANNA: [12, 4, 4, 4]}, talismans=USED_UP, left=1)
    take_turn(match)
    assert crystals(match)[0] == 12


def test_it_takes_a_supercrystal_that_is_there():
    spaces = {"e3": "G", "e4": "R", "a1": "B", "i6": "P"}
    match = table(spaces=spaces, platforms={ANNA: [5, 5, 8, 5], BRUNO: [6, 6, 6, 6]}, left=7)
    take_turn(match)
    assert has_supercrystal(match, "G") == ANNA


def test_it_leaves_a_tenth_crystal_for_a_fifth_one():
    match = table(platforms={ANNA: [9, 4, 9, 9]}, spaces={"a1": "R", "a6": "B", "i1": "G", "i6": "P"})
    take_turn(match)
    assert crystals(match)[1] > 4 and crystals(match)[0] == crystals(match)[2] == crystals(match)[3] == 9


def test_it_takes_an_extra_turn():
    match = table(spaces={"e3": "!"})
    take_turn(match)
    assert match.to_act == [ANNA] and match.position.second


def test_it_takes_no_extra_turn_that_would_be_its_ruin():
    # Only the corner is free of red, and the second stone would find no place there after one from a2 to a3.
    spaces = ALL_RED | {"a1": ".", "a2": ".", "a3": "!"}
    match = table([], ["BG", "BG"], spaces, platforms={ANNA: [12, 4, 4, 4]}, talismans=USED_UP, left=2)
    take_turn(match)
    assert match.to_act == [BRUNO] and crystals(match)[0] == 12


def test_it_escapes_with_a_talisman_when_every_place_is_ruin():
    match = table(left=1, platforms={ANNA: [11, 4, 4, 9]}, spaces=ALL_RED)
    assert wish(match) in ("use a talisman for blue", "use a talisman for green")


def test_it_names_a_colour_that_it_has_room_for():
    match = table(pyramid=["RB"], platforms={ANNA: [9, 3, 3, 3]}, supercrystals={"R": BRUNO})
    lay(match, "RB c3 d3")
    assert wish(match) == "name blue"
