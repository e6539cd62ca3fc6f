"""Every board is drawn as docs/architecture.md says, can be played by clicks, and shows nothing that is hidden."""

import itertools
import re
import sys
from xml.etree import ElementTree

import pytest

from parlour import games
from parlour.kit import remembering
from parlour.kit.checks import onlookers, some
from parlour.kit.game import SPECTATOR
from parlour.kit.luck import seeded
from parlour.kit.voice import SEAT_NAMES, Voice

TABLES = [(game, players) for game in games().values() if game.board for players in game.players]
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = "svg g path circle ellipse rect line polyline polygon text tspan title defs linearGradient radialGradient stop"
WIDEST, NARROWEST = 1200, 360


def table_id(table):
    return f"{table[0].name}-{table[1]}"


def whose_board_has(function):
    """Only the tables whose board has what it needn't have."""
    tables = [table for table in TABLES if hasattr(table[0].board, function)]
    return pytest.mark.parametrize("positions", tables, indirect=True, ids=table_id)


@pytest.fixture(params=TABLES, ids=table_id)
def positions(request):
    """Positions from all over a match, each with the seats that look at it."""
    game, players = request.param
    setting = game.setting(players)
    return game, setting, list(some(game, setting, seed=players, about=5))


def drawings(game, setting, s):
    for seat in onlookers(setting):
        for narrow in (False, True):
            view = game.verbs.view(s, seat)
            yield seat, narrow, ElementTree.fromstringlist(game.board.draw(view, Voice(SEAT_NAMES, seat), narrow))


def pieces_of(svg):
    (group,) = [g for g in svg.findall(f"{SVG}g") if g.get("class") == "pieces"]
    return list(group)


def ids_of(svg):
    return [piece.get("id") for piece in pieces_of(svg)]


def test_pictures_are_plain_shapes_with_labelled_pieces(positions):
    game, setting, spots = positions
    for s, _, _ in spots:
        for _, narrow, svg in drawings(game, setting, s):
            ids = ids_of(svg)
            assert len(ids) == len(set(ids)), f"Two pieces have one id: {sorted(ids)}"
            assert all(re.fullmatch(r"(?!the-)[a-z][a-z0-9-]*", id_) for id_ in ids), ids
            assert all(piece.get("aria-label") for piece in pieces_of(svg)), "A piece has no label."
            for element in svg.iter():
                assert element.tag.removeprefix(SVG) in SHAPES.split(), f"{element.tag} isn't a plain shape."
                for name in element.attrib:
                    assert name != "style" and not name.startswith("on"), f"{element.tag} has {name}."
            inner = [e for piece in pieces_of(svg) for e in piece.iter() if e is not piece and e.get("id")]
            assert not inner, "A piece's drawing has ids of its own."
            _, _, width, _ = map(float, svg.get("viewBox").split())
            assert width == NARROWEST if narrow else width <= WIDEST
            sizes = [float(e.get("font-size")) for e in svg.iter(f"{SVG}text") if e.get("font-size")]
            assert min(sizes, default=14) >= 14, f"Text of {min(sizes)} units is too small."


def test_pieces_keep_their_order(positions):
    game, setting, spots = positions
    before: set[tuple[str, str]] = set()
    for s, _, _ in spots:
        for _, _, svg in drawings(game, setting, s):
            ids = ids_of(svg)
            before.update(itertools.pairwise(ids))
    turned = [(a, b) for a, b in before if (b, a) in before]
    assert not turned, f"These pieces change their order: {turned[:5]}"


def test_every_legal_action_has_a_path_of_pieces_that_are_there(positions):
    game, _, spots = positions
    for s, _, _ in spots:
        for seat in game.verbs.to_act(s):
            view = game.verbs.view(s, seat)
            for narrow in (False, True):
                there = set(ids_of(ElementTree.fromstringlist(game.board.draw(view, Voice(SEAT_NAMES, seat), narrow))))
                paths = {game.board.path(view, seat, action) for action in game.verbs.choices(view, seat)}
                for path in paths:
                    wanted = {id_ for step in path for id_ in step.split("|")}
                    assert wanted <= there, f"{path} leads over {wanted - there}, which isn't drawn."
                steps = {tuple(path[:length]) for path in paths for length in range(1, len(path))}
                assert not steps & paths, f"{steps & paths} begins another path too."


@whose_board_has("amount")
def test_amounts_of_one_path_and_name_differ(positions):
    game, _, spots = positions
    for s, _, _ in spots:
        for seat in game.verbs.to_act(s):
            view = game.verbs.view(s, seat)
            met = set()
            for action in game.verbs.choices(view, seat):
                found = game.board.amount(view, seat, action, Voice(SEAT_NAMES, seat))
                if found:
                    key = (game.board.path(view, seat, action), *found)
                    assert key not in met, f"Two actions are {key}."
                    met.add(key)


def test_a_board_shows_nothing_that_its_seat_can_not_know(positions):
    game, setting, spots = positions
    dice = seeded(1)
    for s, _, _ in spots:
        for seat in onlookers(setting):
            view = game.verbs.view(s, seat)
            other = game.verbs.view(game.verbs.world(view, seat, dice()), seat)
            voice = Voice(SEAT_NAMES, seat)
            for narrow in (False, True):
                assert game.board.draw(view, voice, narrow) == game.board.draw(other, voice, narrow)


def test_no_line_of_a_board_is_two(positions):
    game, setting, spots = positions
    for s, _, _ in spots:
        for seat in onlookers(setting):
            assert not any(
                "\n" in line for line in game.board.draw(game.verbs.view(s, seat), Voice(SEAT_NAMES, seat), False)
            )


def test_what_was_drawn_before_changes_no_drawing(positions):
    """Boards remember their parts: whatever a part shows must be among the facts it is remembered by."""
    game, setting, spots = positions
    names = [f"{name} the Other" for name in SEAT_NAMES]
    looks = [(s, seat, narrow) for s, _, _ in spots for seat in onlookers(setting) for narrow in (False, True)]

    def look(one, names):
        s, seat, narrow = one
        return game.board.draw(game.verbs.view(s, seat), Voice(names, seat), narrow)

    forget(game.board)
    others = [look(one, names) for one in looks]
    drawn = [look(one, SEAT_NAMES) for one in looks]
    assert others == [look(one, names) for one in looks]
    for one, was in zip(reversed(looks), reversed(drawn), strict=True):
        forget(game.board)
        assert look(one, SEAT_NAMES) == was


def forget(board):
    """Let a board and its game's words begin anew."""
    remembering.drawings.forget()
    for module in [module for name, module in sys.modules.items() if name.startswith(board.__package__)]:
        for found in vars(module).values():
            getattr(found, "cache_clear", lambda: None)()


@whose_board_has("ghost")
def test_a_ghost_is_a_piece_of_the_board_and_foresees_nothing_that_its_seat_can_not_know(positions):
    game, _, spots = positions
    ghost, dice, met = game.board.ghost, seeded(1), 0
    for s, _, _ in spots:
        for seat in game.verbs.to_act(s):
            view, voice = game.verbs.view(s, seat), Voice(SEAT_NAMES, seat)
            other = game.verbs.view(game.verbs.world(view, seat, dice()), seat)
            choices = game.verbs.choices(view, seat)
            for narrow in (False, True):
                seen = [ghost(view, seat, action, voice, narrow) for action in choices]
                assert seen == [ghost(other, seat, action, voice, narrow) for action in choices]
                assert [one is not None for one in seen] == list(map(game.board.foresees, choices))
                assert len({one is None for one in seen}) == 1, "Choices that are there together are of one kind."
                there = ids_of(ElementTree.fromstringlist(game.board.draw(view, voice, narrow)))
                assert all(piece.id in there and words for piece, words in filter(None, seen))
                met += sum(one is not None for one in seen)
    assert met


def test_names_are_escaped(positions):
    game, setting, spots = positions
    names = [f"<b>{seat}&" for seat in range(setting.players)]
    svg = "\n".join(game.board.draw(game.verbs.view(spots[0][0], SPECTATOR), Voice(names, SPECTATOR), False))
    assert "<b>" not in svg
    ElementTree.fromstring(svg)
