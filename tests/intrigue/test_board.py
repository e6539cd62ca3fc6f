"""What the board of Intrigue shows and which clicks mean what, in positions built by hand."""

from xml.etree import ElementTree

from parlour.games.intrigue import GAME, board
from parlour.kit.notation import find_action
from parlour.kit.voice import SEAT_COLOURS, Voice
from tests.intrigue.table import NAMES, do, table

RED, YELLOW, GREEN, BLUE, VIOLET = range(5)
BRIBED = ("Yellow: bribe 3,000", "Green: bribe 5,000")


def pieces(match, seat, narrow=False, voice=None):
    """The pieces that a seat sees, by id."""
    svg = "\n".join(board.draw(match.view(seat), voice or Voice(NAMES, seat), narrow))
    return {piece.get("id"): piece for piece in ElementTree.fromstring(svg)[1]}


def labels(match, seat):
    return {id_: piece.get("aria-label") for id_, piece in pieces(match, seat).items()}


def words_in(piece):
    return [text.strip() for text in piece.itertext() if text.strip()]


def path(match, name, words):
    seat = match.names.index(name)
    return board.path(match.view(seat), seat, find_action(match, seat, words))


def place(piece):
    return piece.get("transform")


def test_a_scholar_walks_from_home_to_the_gate_by_two_clicks():
    match = table("Red", round_number=1)
    click = path(match, "Red", "send a clerk to Blue's palace")
    assert click == ("scholar-0-3-0|scholar-0-3-1", "palace-3")
    before = pieces(match, RED)["scholar-0-3-0"]
    do(match, "Red: send a clerk to Blue's palace")
    assert place(pieces(match, RED)["scholar-0-3-0"]) != place(before)
    assert labels(match, RED)["scholar-0-3-0"] == "Your clerk, waiting before Blue's palace"


def test_a_rival_is_hired_by_clicking_scholar_and_window_a_lone_one_by_the_window():
    match = table("Red", waiting={"Red": ["Yellow clerk", "Green clerk", "Blue priest"]})
    do(match, "Blue: bribe 1,000 for the priest")
    assert path(match, "Red", "hire Blue's priest into the 10,000 area") == ("window-0-2",)
    do(match, "Red: hire Blue's priest into the 10,000 area", *(f"{deed} for the clerk" for deed in BRIBED))
    assert path(match, "Red", "hire Green's clerk into the 6,000 area") == ("scholar-2-3-0", "window-0-1")


def test_who_is_kept_is_clicked_and_the_resident_has_stepped_out():
    match = table("Red", residents={"Red": {"3,000": "Yellow doctor"}}, waiting={"Red": ["Green doctor"]})
    assert labels(match, RED)["scholar-1-1-0"] == "Yellow's doctor, called to your palace"
    do(match, *(f"{deed} for the doctor" for deed in BRIBED))
    assert path(match, "Red", "keep Yellow's doctor") == ("scholar-1-1-0",)
    do(match, "Red: keep Yellow's doctor")
    assert labels(match, RED)["scholar-1-1-0"] == "Yellow's doctor, in the 3,000 area of your palace"
    assert labels(match, RED)["scholar-2-1-0"] == "Green's doctor, banished to the island"


def test_a_bribe_is_an_amount_and_its_coins_slide_to_the_hearing():
    match = table("Red", waiting={"Red": ["Yellow clerk", "Green clerk"]})
    view = match.view(YELLOW)
    choices = GAME.verbs.choices(view, YELLOW)
    told = [board.amount(view, YELLOW, action, Voice(NAMES, YELLOW)) for action in choices]
    assert told[0] == ("bribe for your clerk", 1000) and told[-1] == ("bribe for your clerk", 32000)
    assert {board.path(view, YELLOW, action) for action in choices} == {()}
    before = pieces(match, RED)["bribe-0"]
    do(match, "Yellow: bribe 3,000 for the clerk")
    after = pieces(match, RED)["bribe-0"]
    assert place(after) != place(before) and "3,000" in words_in(after)


def test_a_sealed_bribe_shows_its_amount_to_its_giver_alone():
    match = table("Red", waiting={"Red": ["Yellow clerk", "Green clerk"]}, secret_bribes="yes")
    do(match, "Yellow: bribe 7,000 for the clerk")
    assert words_in(pieces(match, YELLOW)["bribe-0"]) == ["7,000"]
    assert words_in(pieces(match, GREEN)["bribe-0"]) == ["sealed"]


def test_the_docket_says_what_is_settled_now_and_then():
    match = table(
        "Red",
        residents={"Red": {"10,000": "Blue priest", "3,000": "Green doctor"}},
        waiting={"Red": ["Yellow clerk", "Green clerk", "Yellow priest", "Yellow doctor", "Blue scientist"]},
    )
    assert labels(match, RED)["docket"] == (
        "Round 2 of 5: uncontested, scientist; external conflict, clerk; internal conflict, 3,000, doctor; "
        "internal conflict, 10,000, priest; You send two scholars; Yellow's turn"
    )


def test_others_money_is_shown_only_if_it_lies_open():
    assert "32,000" not in words_in(pieces(table("Red"), RED)["name-1"])
    assert "32,000" in words_in(pieces(table("Red"), YELLOW)["name-1"])
    assert "32,000" in words_in(pieces(table("Red", open_money="yes"), RED)["name-1"])


def test_colours_are_the_table_s_or_else_the_rulebook_s():
    match = table("Red")
    assert list(board.colours_of(Voice(NAMES)))[:2] == ["red", "yellow"]
    chosen = list(SEAT_COLOURS)
    assert board.colours_of(Voice(NAMES, RED, chosen)) == SEAT_COLOURS
    ours, theirs = (pieces(match, RED, voice=Voice(NAMES, RED, colours)) for colours in (SEAT_COLOURS, chosen))
    assert ElementTree.tostring(ours["palace-1"]) != ElementTree.tostring(theirs["palace-1"])
