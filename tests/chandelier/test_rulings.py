"""The Rainbow Chandelier by its rules: every ruling and every worked example, set up by hand."""

from collections import Counter

import pytest

from parlour.games.chandelier import GAME, TileSet
from parlour.games.chandelier.rules import (
    BOX,
    BRIBE,
    EMPTY,
    KINDS,
    LOT_PAYS,
    MOST_CASH,
    TOWNS,
    VISIT,
    Person,
    Phase,
)
from parlour.games.chandelier.words import tile_name
from parlour.kit import checks
from parlour.kit.mistake import Mistake
from parlour.kit.record import Position
from parlour.kit.voice import Voice
from tests.chandelier.table import (
    ANNA,
    BRUNO,
    CLEO,
    DARIO,
    bank,
    bribery,
    can,
    cash,
    crystals,
    do,
    last_told,
    match_of,
    order,
    scored,
    visits,
    with_luck,
)

# Components


def test_everyone_starts_with_12k_and_no_crystals():
    match = match_of(6, {})
    assert cash(match) == [12] * 6
    assert not match.position.crystals.any()


def test_the_pure_set_has_four_each_of_five_personalities():
    tiles = Counter(KINDS[kind][0] for kind in BOX[TileSet.PURE])
    assert tiles == dict.fromkeys(Person, 4)
    names = {tile_name(kind) for kind in BOX[TileSet.PURE]}
    assert {
        f"{colour} {who}" for colour in ("red", "blue", "yellow", "green") for who in ("preacher", "merchant", "vendor")
    } < names


def test_the_mixed_set_sells_every_pair_and_every_triple_of_colours():
    people = Counter(KINDS[kind][0] for kind in BOX[TileSet.MIXED])
    assert [people[person] for person in Person] == [4, 6, 4, 3, 3]
    sold = [set(KINDS[kind][1]) for kind in BOX[TileSet.MIXED] if KINDS[kind][0] in (Person.MERCHANT, Person.VENDOR)]
    assert sorted(map(len, sold)) == [2] * 6 + [3] * 4
    assert len({frozenset(colours) for colours in sold}) == 10


def test_the_supply_is_unlimited():
    match = visits({"West Dock": ["red vendor"], "South Dock": ["thief", "thief"]}, crystals=[[12, 0, 0, 0]], rounds=2)
    do(match, "Anna: visit the red vendor", "Anna: buy 3 red crystals for 4K")
    assert crystals(match, ANNA) == [15, 0, 0, 0]


# Bribery


def test_all_bribes_are_paid_win_or_lose():
    match = bribery(4)
    do(match, "Anna: bribe 3K", "Bruno: bribe 1K", "Cleo: bribe 0K", "Dario: bribe 5K")
    assert order(match) == ["Dario", "Anna", "Bruno", "Cleo"]
    assert cash(match) == [9, 11, 12, 7]
    assert last_told(match) == (
        "The purses are opened: Dario 5K, Anna 3K, Bruno 1K, Cleo nothing. The turn order is Dario, Anna, Bruno, Cleo."
    )


def test_with_bribes_first_only_the_first_pays():
    match = bribery(4, bribes="first")
    do(match, "Anna: bribe 3K", "Bruno: bribe 1K", "Cleo: bribe 0K", "Dario: bribe 5K")
    assert order(match) == ["Dario", "Anna", "Bruno", "Cleo"]
    assert cash(match) == [12, 12, 12, 7]
    assert "Only Dario pays." in last_told(match)


def test_with_bribes_first_nobody_pays_when_the_favour_put_someone_first():
    match = bribery(3, favours=[CLEO], bribes="first")
    do(match, "Anna: bribe 3K", "Bruno: bribe 5K")
    assert order(match) == ["Cleo", "Bruno", "Anna"]
    assert cash(match) == [12, 12, 12]
    assert "Nobody pays." in last_told(match)


def test_a_bribe_is_at_most_all_of_ones_cash():
    match = bribery(2, cash=[3, 12])
    assert can(match, ANNA) == ["bribe 0K", "bribe 1K", "bribe 2K", "bribe 3K"]
    with pytest.raises(Mistake, match="at most all of one's cash, here 3K"):
        match.act(ANNA, BRIBE.first + 4)


def test_who_has_no_cash_is_not_asked_for_a_bribe():
    match = bribery(3, cash=[0, 4, 0])
    assert match.to_act == [BRUNO]
    do(match, "Bruno: bribe 1K")
    assert order(match)[0] == "Bruno"
    assert match.position.bribe.tolist()[:3] == [0, 1, 0]


def test_nobody_can_ever_have_more_cash_than_can_be_offered():
    """12K, four council persons in each of three rounds, and twice 14K for each of four colours."""
    assert MOST_CASH == 12 + 3 * 4 * 2 + 2 * 4 * 14
    match = bribery(2, cash=[MOST_CASH, 1])
    assert can(match, ANNA)[-1] == "bribe 148K"


# Ties


def throws(s: Position, seat: int) -> list[int]:
    return [int(number) for number in s.dice[seat] if number != EMPTY]


def test_a_tie_of_two_goes_to_the_higher_throw():
    match = bribery(4)
    do(match, "Anna: bribe 2K", "Cleo: bribe 1K", "Dario: bribe 0K")
    with_luck(match, "Bruno: bribe 2K", lambda s: throws(s, ANNA) == [3] and throws(s, BRUNO) == [5])
    assert order(match) == ["Bruno", "Anna", "Cleo", "Dario"]
    assert throws(match.position, CLEO) == throws(match.position, DARIO) == []
    assert "Anna and Bruno tie at 2K and throw the die: Bruno 5, Anna 3." in last_told(match)
    assert "You and Bruno tie at 2K and throw the die: Bruno 5, you 3." in last_told(match, ANNA)


def test_a_tie_of_two_is_thrown_again_while_they_are_equal():
    match = bribery(2)
    do(match, "Anna: bribe 2K")
    with_luck(match, "Bruno: bribe 2K", lambda s: throws(s, ANNA) == [4, 1, 6] and throws(s, BRUNO) == [4, 1, 2])
    assert order(match) == ["Anna", "Bruno"]
    assert "throw the die: Anna 4, Bruno 4; again Anna 1, Bruno 1; again Anna 6, Bruno 2." in last_told(match)


def test_of_a_tie_of_three_only_those_still_equal_throw_again():
    match = bribery(4)
    do(match, "Anna: bribe 2K", "Bruno: bribe 2K", "Dario: bribe 9K")
    with_luck(
        match,
        "Cleo: bribe 2K",
        lambda s: [throws(s, seat) for seat in (ANNA, BRUNO, CLEO)] == [[2, 3], [6], [2, 5]],
    )
    assert order(match) == ["Dario", "Bruno", "Cleo", "Anna"]
    assert "Anna, Bruno and Cleo tie at 2K and throw the die: Bruno 6, Cleo 2, Anna 2; again Cleo 5, Anna 3." in (
        last_told(match)
    )


def test_three_tied_first_and_two_of_them_still_ahead_keep_their_places_before_the_third():
    match = bribery(3)
    do(match, "Anna: bribe 1K", "Bruno: bribe 1K")
    with_luck(
        match,
        "Cleo: bribe 1K",
        lambda s: [throws(s, seat) for seat in (ANNA, BRUNO, CLEO)] == [[5, 1], [4], [5, 6]],
    )
    assert order(match) == ["Cleo", "Anna", "Bruno"]


def test_each_group_of_equal_bribes_throws_for_itself():
    match = bribery(4)
    do(match, "Anna: bribe 0K", "Bruno: bribe 3K", "Cleo: bribe 3K")
    with_luck(match, "Dario: bribe 0K", lambda s: [throws(s, seat) for seat in range(4)] == [[6], [1], [2], [5]])
    assert order(match) == ["Cleo", "Bruno", "Anna", "Dario"]
    assert "Bruno and Cleo tie at 3K" in last_told(match)
    assert "Anna and Dario tie at 0K" in last_told(match)


def test_when_nobody_has_cash_the_dice_alone_settle_the_order():
    town = {"Market Plaza": ["thief"] * 3, "West Dock": ["red preacher", "blue preacher"]}
    match = visits(town, 3, cash=[0, 0, 0])
    do(match, "Anna: visit the thief", "Bruno: visit the thief", "Cleo: visit the thief")
    assert match.position.phase == Phase.VISIT and match.position.turns == 1
    assert all(throws(match.position, seat) for seat in range(3))
    assert "Nobody offers a bribe. Anna, Bruno and Cleo tie at 0K and throw the die" in last_told(match)


# The council's favour


COUNCILS = {
    "Market Plaza": ["council person"] * 3,
    "West Dock": ["red preacher", "blue preacher"],
    "Hill Square": ["thief"] * 2,
}


def test_two_holders_of_the_favour_go_first_in_the_order_in_which_they_took_it():
    match = visits(COUNCILS, order=[CLEO, ANNA, BRUNO, DARIO])
    do(match, "Cleo: visit the council person", "Cleo: take the council's favour")
    do(match, "Anna: visit the council person", "Anna: take the council's favour")
    do(match, "Bruno: visit the red preacher", "Dario: visit the council person", "Dario: take 2K")
    assert match.to_act == [BRUNO, DARIO]
    do(match, "Dario: bribe 14K", "Bruno: bribe 1K")
    assert order(match) == ["Cleo", "Anna", "Dario", "Bruno"]
    assert cash(match) == [12, 11, 12, 0]
    assert last_told(match).startswith("By the council's favour Cleo and then Anna go first. The purses are opened: ")


def test_the_favour_is_used_up_in_the_next_bribery():
    match = bribery(2, favours=[BRUNO])
    assert match.to_act == [ANNA]
    do(match, "Anna: bribe 12K")
    assert order(match) == ["Bruno", "Anna"]
    assert match.position.favours == 0 and cash(match) == [0, 12]


def test_the_favour_of_the_last_turn_of_a_round_counts_in_the_next_round():
    match = visits(COUNCILS, 3, turns=4, cash=[5, 5, 5])
    do(match, "Anna: visit the council person", "Anna: take 2K")
    do(match, "Bruno: visit the council person", "Bruno: take the council's favour")
    do(match, "Cleo: visit the council person", "Cleo: take 2K")
    assert match.position.rounds == 1 and match.position.phase == Phase.BRIBE  # nobody had a crystal to bank
    assert match.to_act == [ANNA, CLEO]
    do(match, "Anna: bribe 7K", "Cleo: bribe 0K")
    assert order(match) == ["Bruno", "Anna", "Cleo"]


def test_the_favour_outlasts_a_banking():
    match = bank(2, crystals=[[1, 0, 0, 0], [0, 0, 0, 0]])
    match.position.favours, match.position.favour[0] = 1, BRUNO
    do(match, "Anna: keep all red")
    assert match.position.rounds == 1 and match.to_act == [ANNA]
    assert match.position.favour[0] == BRUNO


def test_on_the_last_turn_of_the_last_round_the_council_only_pays():
    match = visits(COUNCILS, order=[CLEO, ANNA, BRUNO, DARIO], rounds=2, turns=3)
    do(match, "Cleo: visit the council person")
    assert match.to_act == [ANNA]
    assert cash(match) == [12, 12, 14, 12]
    assert "The council pays Cleo 2K." in last_told(match)


def test_on_the_last_turn_of_an_earlier_round_the_favour_can_be_taken():
    match = visits(COUNCILS, rounds=1, turns=3)
    do(match, "Anna: visit the council person")
    assert can(match, ANNA) == ["take 2K", "take the council's favour"]


def test_who_has_the_favour_already_is_paid_instead_of_getting_a_second_one():
    match = visits(COUNCILS, 2)
    do(match, "Anna: visit the council person", "Anna: take the council's favour", "Anna: visit the council person")
    assert match.to_act == [BRUNO]
    assert cash(match) == [14, 12]


def test_the_only_bidder_still_chooses_a_bribe():
    match = bribery(2, favours=[ANNA])
    assert can(match, BRUNO)[0] == "bribe 0K" and len(can(match, BRUNO)) == 13


def test_when_all_have_the_favour_nobody_is_asked():
    match = visits({**COUNCILS, "Lantern Plaza": ["red vendor", "blue vendor"]}, 2)
    do(match, "Anna: visit the council person", "Anna: take the council's favour", "Anna: visit the red preacher")
    do(match, "Bruno: visit the blue preacher", "Bruno: visit the council person", "Bruno: take the council's favour")
    assert order(match) == ["Anna", "Bruno"] and match.to_act == [ANNA]
    assert match.position.phase == Phase.VISIT and match.position.turns == 1


# Visits


def test_the_first_player_may_start_at_any_fountain_that_has_a_tile():
    match = visits({"Lantern Plaza": ["red preacher"], "Chapel Plaza": ["blue preacher", "thief"]})
    assert can(match, ANNA) == [
        "visit the red preacher on roof 1, Lantern Plaza",
        "visit the blue preacher on roof 11, Chapel Plaza",
        "visit the thief on roof 12, Chapel Plaza",
    ]


def test_a_later_player_stays_or_moves_the_marker_one_step():
    town = {
        "Lantern Plaza": ["red preacher"],
        "Market Plaza": ["blue preacher"],
        "Chapel Plaza": ["thief"],
        "Hill Square": ["green preacher"],
    }
    match = visits({**town, "West Dock": ["yellow preacher"]}, marker="Lantern Plaza")
    assert can(match, BRUNO) == [
        "visit the red preacher on roof 1, Lantern Plaza",
        "visit the yellow preacher on roof 4, West Dock",
        "visit the green preacher on roof 19, Hill Square",
    ]
    with pytest.raises(Mistake, match="more than one step from the marker at Lantern Plaza"):
        match.act(BRUNO, VISIT.first + 5)


def test_a_marker_goes_from_dock_to_dock_across_the_ring():
    docks = {"South Dock": ["red preacher"], "East Dock": ["blue preacher"], "Orchard Plaza": ["thief"]}
    match = visits(docks, marker="West Dock")
    assert can(match, BRUNO) == [
        "visit the red preacher on roof 9, South Dock",
        "visit the blue preacher on roof 14, East Dock",
    ]
    do(match, "Bruno: visit the blue preacher")
    assert "Bruno goes on to East Dock" in last_told(match)
    assert can(match, CLEO) == [
        "visit the red preacher on roof 9, South Dock",
        "visit the thief on roof 16, Orchard Plaza",
    ]


def test_hill_square_is_no_dock():
    match = visits({"Hill Square": ["red preacher"], "South Dock": ["thief"] * 2}, marker="West Dock")
    assert [choice.split(", ")[-1] for choice in can(match, BRUNO)] == ["South Dock"] * 2


def test_a_stranded_player_passes_and_the_marker_stays():
    town = {"Lantern Plaza": ["red preacher", "blue preacher"], "Chapel Plaza": ["thief"] * 3}
    match = visits(town, marker="Hill Square", cash=[3, 3, 3, 3])
    do(match, "Bruno: visit the red preacher")  # Cleo has one tile in reach, and Dario none
    assert crystals(match, CLEO) == [0, 1, 0, 0]
    assert last_told(match) == (
        "Bruno goes on to Lantern Plaza and visits the red preacher, who gives 1 red crystal. "
        "Cleo stays at Lantern Plaza and visits the blue preacher, the only one in reach, who gives 1 blue crystal. "
        "Dario passes: no tile is left within one step of the marker."
    )
    assert cash(match) == [3, 3, 3, 3]
    assert match.position.turns == 1 and match.position.phase == Phase.BRIBE
    assert match.position.covered.bit_count() == 3


def test_whoever_follows_a_stranded_player_is_stranded_too():
    """The marker has stayed where nothing is left in reach."""
    town = {"Hill Square": ["red preacher", "thief"], "Market Plaza": ["thief"] * 3, "Chapel Plaza": ["red vendor"]}
    match = visits(town)
    do(match, "Anna: visit the red preacher")
    assert "Cleo passes" in last_told(match) and "Dario passes" in last_told(match)
    assert match.position.turns == 1 and match.position.covered.bit_count() == 4


def test_a_tile_is_gone_for_the_rest_of_the_round_and_back_in_the_next():
    match = visits({"West Dock": ["red preacher", "thief"], "South Dock": ["thief"] * 2}, cash=[0] * 4, turns=3)
    do(match, "Anna: visit the red preacher")
    assert match.position.roof[3] == EMPTY
    do(match, "Bruno: visit the thief", "Cleo: visit the thief")
    while match.position.phase != Phase.BANK:
        do(match, f"{('Anna', 'Bruno', 'Cleo', 'Dario')[match.to_act[0]]}: {can(match, match.to_act[0])[0]}")
    seat = match.to_act[0]
    match.act(seat, match.choices(seat)[0])
    assert match.position.rounds == 1 and (match.position.roof != EMPTY).all()


def test_two_players_take_two_tiles_each_with_a_step_for_each():
    town = {
        "Lantern Plaza": ["red preacher"],
        "West Dock": ["blue preacher"],
        "Market Plaza": ["yellow preacher", "thief"],
        "South Dock": ["green preacher", "thief"],
        "Chapel Plaza": ["council person"],
    }
    match = visits(town, 2, order=[BRUNO, ANNA])
    do(match, "Bruno: visit the red preacher")
    assert match.to_act == [ANNA]  # Bruno's second tile was the only one in reach
    assert crystals(match, BRUNO) == [1, 1, 0, 0]
    do(match, "Anna: visit the yellow preacher", "Anna: visit the green preacher")
    assert crystals(match, ANNA) == [0, 0, 1, 1]
    assert match.position.phase == Phase.BRIBE and match.position.turns == 1


@pytest.mark.parametrize(("players", "turns"), [(2, 4), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_turns_of_a_round(players, turns):
    """Five turns with three players, three with six, else four; three rounds of them, with a banking between."""
    seen = [(int(s.rounds), int(s.turns)) for s, seat, _ in checks.walk(GAME, GAME.setting(players), 7) if seat >= 0]
    assert {turn for turn in seen if turn[1] < turns} == {(r, t) for r in range(3) for t in range(turns)}
    assert {r for r, t in seen if t == turns} <= {0, 1}  # the bankings


# Whom you meet


def test_a_preacher_gives_a_crystal():
    match = visits({"West Dock": ["green preacher", "thief"], "South Dock": ["council person"]})
    do(match, "Anna: visit the green preacher")
    assert crystals(match, ANNA) == [0, 0, 0, 1] and cash(match)[ANNA] == 12


@pytest.mark.parametrize(
    ("person", "offer", "price", "goods"),
    [
        ("blue merchant", "2 blue crystals", 2, [0, 2, 0, 0]),
        ("red vendor", "3 red crystals", 4, [3, 0, 0, 0]),
        ("red-green merchant", "1 red and 1 green crystal", 2, [1, 0, 0, 1]),
        ("red-blue-yellow vendor", "1 red, 1 blue and 1 yellow crystal", 4, [1, 1, 1, 0]),
    ],
)
def test_sellers_sell_all_or_nothing(person, offer, price, goods):
    mixed = "mixed" if "-" in person else "pure"
    match = visits({"West Dock": [person, "thief"], "South Dock": ["thief"]}, tiles=mixed)
    do(match, f"Anna: visit the {person}")
    assert can(match, ANNA) == [f"buy {offer} for {price}K", "buy nothing"]
    do(match, f"Anna: buy {offer} for {price}K")
    assert crystals(match, ANNA) == goods and cash(match)[ANNA] == 12 - price


def test_a_tile_may_be_taken_without_buying():
    match = visits({"West Dock": ["red vendor", "thief"], "South Dock": ["thief"]})
    do(match, "Anna: visit the red vendor", "Anna: buy nothing")
    assert crystals(match, ANNA) == [0] * 4 and cash(match)[ANNA] == 12 and match.to_act == [BRUNO]


def test_a_vendor_one_cannot_pay_may_be_taken_to_deny_it():
    match = visits({"West Dock": ["red vendor", "blue preacher"], "South Dock": ["thief"] * 2}, cash=[3, 12, 12, 12])
    do(match, "Anna: visit the red vendor")
    assert crystals(match, ANNA) == [0] * 4 and cash(match)[ANNA] == 3
    assert match.to_act == [BRUNO] and not any("vendor" in choice for choice in can(match, BRUNO))
    assert last_told(match) == "Anna starts at West Dock and visits the red vendor. Anna can't pay the 4K."


def test_the_thief_takes_any_crystal_from_any_opponent():
    match = visits({"West Dock": ["thief"] * 2}, 3, crystals=[[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 1]])
    do(match, "Anna: visit the thief")
    assert can(match, ANNA) == ["steal a blue crystal from Bruno", "steal a green crystal from Cleo"]  # one must be
    do(match, "Anna: steal a blue crystal from Bruno")
    assert crystals(match, ANNA) == [1, 1, 0, 0] and crystals(match, BRUNO) == [0, 1, 0, 0]


def test_the_thief_does_nothing_when_no_opponent_has_a_crystal():
    match = visits({"West Dock": ["thief"] * 2, "South Dock": ["thief"]}, crystals=[[3, 0, 0, 0]])
    do(match, "Anna: visit the thief")
    assert crystals(match, ANNA) == [3, 0, 0, 0] and match.to_act == [BRUNO]
    assert "No opponent has a crystal" in last_told(match)


def test_the_only_possible_theft_is_not_asked_for():
    match = visits({"West Dock": ["thief"] * 2, "South Dock": ["thief"]}, crystals=[[0] * 4, [0, 0, 2, 0]])
    do(match, "Anna: visit the thief")
    assert crystals(match, ANNA) == [0, 0, 1, 0] and match.to_act == [BRUNO]
    assert "The thief takes a yellow crystal from Bruno for Anna." in last_told(match)


# The bank


@pytest.mark.parametrize(("count", "paid"), [(0, 0), (1, 2), (2, 5), (3, 8), (4, 11), (5, 14), (6, 14), (7, 14)])
def test_what_the_bank_pays_for_a_lot(count, paid):
    """The crystals of a colour are one lot: seven bring no more than five."""
    match = bank(2, crystals=[[7, 0, 0, 0], [0, 0, 0, 0]])
    do(match, f"Anna: cash in {count} red for {paid}K" if count else "Anna: keep all red")
    assert cash(match) == [12 + paid, 12]
    assert crystals(match, ANNA) == [7 - count, 0, 0, 0]


def test_a_lot_of_more_than_five_is_warned_of():
    match = bank(2, crystals=[[6, 0, 0, 0], [0, 0, 0, 0]])
    assert can(match, ANNA)[-2:] == [
        "cash in 5 red for 14K, 14K in all",
        "cash in 6 red for 14K, 14K in all (5 would bring as much)",
    ]


def test_the_total_is_shown_before_the_last_choice_confirms_it():
    match = bank(2, crystals=[[2, 0, 3, 0], [1, 0, 0, 0]])
    do(match, "Anna: cash in 2 red for 5K")
    assert can(match, ANNA) == [
        "keep all yellow, 5K in all",
        "cash in 1 yellow for 2K, 7K in all",
        "cash in 2 yellow for 5K, 10K in all",
        "cash in 3 yellow for 8K, 13K in all",
    ]


def test_colours_of_which_one_holds_none_are_not_asked():
    match = bank(3, crystals=[[0, 1, 0, 2], [0, 0, 0, 0], [0, 0, 1, 0]])
    assert match.to_act == [ANNA, CLEO]
    do(match, "Anna: cash in 1 blue for 2K", "Anna: keep all green", "Cleo: cash in 1 yellow for 2K")
    assert cash(match) == [14, 12, 14]
    assert [crystals(match, seat) for seat in range(3)] == [[0, 0, 0, 2], [0] * 4, [0] * 4]
    assert last_told(match).startswith(
        "The bank opens. Anna cashes in 1 blue crystal for 2K. Cleo cashes in 1 yellow crystal for 2K. Round 2 begins"
    )


def test_after_the_third_round_there_is_no_banking():
    town = {"West Dock": ["red preacher", "blue preacher"], "South Dock": ["thief"], "East Dock": ["thief"]}
    match = visits(town, rounds=2, turns=3, crystals=[[1, 1, 0, 0], [0] * 4, [0] * 4, [0] * 4])
    while not match.over:
        match.act(match.to_act[0], match.choices(match.to_act[0])[0])
    assert match.position.phase == Phase.OVER


def last_turn(**options):
    """The very last visit is about to be made."""
    town = {"West Dock": ["red preacher", "blue preacher"]}
    return visits(town, 3, [BRUNO, CLEO, ANNA], "West Dock", rounds=2, turns=4, **options)


def test_the_marker_leaves_the_board_after_the_last_visit_of_the_match_too():
    match = last_turn()
    do(match, "Cleo: visit the red preacher")
    assert match.over and match.position.marker == EMPTY
    assert not any("marker" in text for _, text in GAME.words.look(match.view(), Voice(match.names)))


def test_in_a_match_of_version_1_the_marker_stayed_where_the_last_visit_was():
    match = last_turn(marker_stays="yes")
    do(match, "Cleo: visit the red preacher")
    assert match.over and TOWNS[0].fountains[match.position.marker].name == "West Dock"
    assert GAME.setting_of(1, 3, {}).options["marker_stays"] is True


# Final scoring


def points(s: Position) -> list[int]:
    return GAME.verbs.standing(s)[0]


def lots(*counts: int) -> int:
    return sum(int(LOT_PAYS[min(count, 5)]) for count in counts)


@pytest.mark.parametrize(
    ("red", "places"),
    [
        ([4, 3, 2, 1], [5, 3, 1, 0]),
        ([3, 3, 2, 1], [3, 3, 1, 0]),  # two tied first get 3K each, the next player is third
        ([4, 3, 3, 1], [5, 1, 1, 0]),  # tied second get 1K each, and there is no third
        ([4, 3, 2, 2], [5, 3, 0, 0]),  # tied for the last paid place get nothing
        ([3, 3, 3, 1], [3, 3, 3, 0]),  # three tied first use up three places
        ([2, 2, 2, 2], [3, 3, 3, 3]),
        ([4, 2, 2, 2], [5, 1, 1, 1]),
        ([3, 3, 2, 2], [3, 3, 0, 0]),
        ([4, 0, 0, 0], [5, 0, 0, 0]),  # a player with none never places
        ([4, 1, 0, 0], [5, 3, 0, 0]),
        ([4, 3, 2], [5, 3, 0]),  # three players: no third place
        ([3, 3, 2], [3, 3, 0]),
        ([4, 3, 3], [5, 0, 0]),
        ([4, 3], [5, 0]),  # two players: no second place
        ([3, 3], [0, 0]),  # two players tied in a two-player game get nothing
    ],
)
def test_colour_majorities(red, places):
    s = scored([[count, 0, 0, 0] for count in red])
    assert points(s) == [lots(count) + place for count, place in zip(red, places, strict=True)]


def test_each_colour_has_its_own_majority():
    s = scored([[2, 0, 0, 1], [1, 1, 0, 0]])
    assert points(s) == [lots(2, 1) + 5 + 5, lots(1, 1) + 5]


def test_complete_sets_pay_and_still_count_for_all_else():
    s = scored([[2, 2, 3, 2], [0, 0, 0, 0]])
    assert points(s) == [2 * 4 + 4 * 5 + lots(2, 2, 3, 2), 0]


def test_the_final_cash_in_pays_one_lot_a_colour():
    assert points(scored([[9, 0, 0, 0], [0] * 4], cash=[3, 0])) == [3 + 5 + 14, 0]


def test_a_tie_for_the_win_goes_to_more_crystals():
    """Anna: 14K + 5K for six red. Bruno: 19K in cash."""
    s = scored([[6, 0, 0, 0], [0, 0, 0, 0]], cash=[0, 19])
    assert GAME.verbs.standing(s) == ([19, 19], [ANNA])
    s = scored([[6, 0, 0, 0], [0, 1, 0, 0]], cash=[0, 12])
    assert GAME.verbs.standing(s) == ([19, 19], [ANNA])


def test_a_tie_in_money_and_crystals_is_shared():
    s = scored([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]], cash=[5, 5, 1])
    assert GAME.verbs.standing(s) == ([12, 12, 1], [ANNA, BRUNO])
