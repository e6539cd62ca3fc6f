"""Crystallia in words: every action, what is asked, why something is not allowed, the position and the result."""

import functools
from collections.abc import Sequence
from typing import Any

from parlour.games.crystallia import first_words
from parlour.games.crystallia.data import (
    COLOURS,
    COVERED_BY,
    PAIRS,
    PYRAMID_ROWS,
    STONES,
    TALISMANS,
    row_starts,
)
from parlour.games.crystallia.names import (
    COLOUR_NAMES,
    CRYSTAL_NAMES,
    CRYSTAL_SIGNS,
    NUMBER_WORDS,
    SPACE_SIGNS,
    SPOT_SQUARES,
    at,
    crystal,
    halves,
    how_many,
    line_name,
    meaning,
    number_of,
    signed_stone,
    spot_name,
    square_name,
    squares_in,
    stone,
    stone_handled,
    stone_name,
    stone_on_board,
)
from parlour.games.crystallia.rules import (
    DIRECTIONS,
    EMPTY,
    FIRST_SQUARE,
    FLIP,
    FLIPPED_RING,
    HIDDEN,
    LAY,
    LEFT,
    MOVE_STONE,
    NAME,
    RING,
    SECOND_SQUARE,
    STOP,
    SUPERCRYSTAL_POINTS,
    SWINGS,
    TAKE,
    TALISMAN,
    TURN_STONE,
    Phase,
    State,
    blacks,
    can_move,
    can_turn,
    is_available,
    is_double,
    is_flipped,
    is_isolated,
    line_to_name,
    may_use_talisman,
    occupied,
    pick_up,
    platform_points,
    player_before,
    points,
    put_down,
    run_of_wilds,
    some_stone_fits,
    squares_of,
    supercrystals,
    swung,
    wilds,
)
from parlour.games.crystallia.runs import ACROSS, BIT, COLUMNS, DOWN, LONGEST, ROWS, run_through
from parlour.games.crystallia.telling import told
from parlour.kit.actions import within
from parlour.kit.record import Position, plain
from parlour.kit.voice import Voice

__all__ = ["action", "ask", "look", "result", "told", "why_not"]

# Actions


def action(s: Position, seat: int, number: int, voice: Voice) -> str:
    """What a seat would do, distinct among its legal actions."""
    now = plain(s)
    block, chosen = meaning(number)
    if block is TAKE:
        return f"take {stone(chosen, now.kind[chosen], voice)} (stone {number_of(chosen)})"
    if block is LAY and voice.marks and stone_handled(now) != EMPTY:
        return marked_lay(now.kind[stone_handled(now)], chosen)
    if block is TALISMAN or block is NAME:
        verb = "use a talisman for" if block is TALISMAN else "name"
        return f"{verb} {crystal(chosen, COLOUR_NAMES[chosen], voice, f'supply-{chosen}')}"
    if block is MOVE_STONE or block is TURN_STONE:
        return f"{'move' if block is MOVE_STONE else 'turn'} {lying_stone(now, chosen, voice)}"
    return first_words.action(s, seat, number, voice)


@functools.cache
def marked_lay(kind: int, spot: int) -> str:
    """Which crystal comes to lie on which square, with marks; there are many of these, asked for again and again."""
    voice = Voice((), marks=True)
    first, second = (at(square, voice) for square in SPOT_SQUARES[spot])
    one, two = PAIRS[kind]
    if one == two:
        return f"lay double {crystal(one, CRYSTAL_NAMES[one], voice)} on {first} and {second}"
    return f"lay {halves(kind, spot, voice)}"


def lying_stone(s: Any, number: int, voice: Voice) -> str:
    """A stone with the place that tells it from another of its kind."""
    if s.spot[number] == EMPTY:
        return stone_on_board(s, number)
    return f"{stone(number, s.kind[number], voice)} on {spot_name(s.spot[number])}"


def deed(s: Position, seat: int, number: int) -> str:
    """What an action counts as: which stone was taken, which ability or colour was chosen; not where."""
    if within(number, TAKE):
        return f"take {stone_name(s, number - TAKE.first)}"
    if within(number, LAY):
        return "lay a stone"
    if within(number, MOVE_STONE):
        return "move a stone"
    if within(number, TURN_STONE):
        return "turn a stone"
    return action(s, seat, number, Voice([]))


# Why not


def why_not(s: Position, seat: int, number: int, voice: Voice) -> str:
    """Why an action isn't legal now."""
    if s.phase == Phase.FLIP:
        return "first all choose which platforms they flip."
    if within(number, FLIP):
        return "platforms are flipped only before the first turn, and only in the advanced game."
    if within(number, LAY):
        return why_not_lay(s, number - LAY.first)
    if stone_handled(s) != EMPTY:
        return f"the {stone_name(s, stone_handled(s))} must be laid first."
    if within(number, MOVE_STONE):
        return why_not_use(s, number - MOVE_STONE.first, "move", int(s.moves_due))
    if within(number, TURN_STONE):
        return why_not_use(s, number - TURN_STONE.first, "turn", int(s.turns_due))
    if within(number, STOP):
        return "no ability is waiting to be used."
    if within(number, NAME):
        return "that colour is not on the stone." if s.phase == Phase.NAME else "there is no colour to name."
    if s.phase == Phase.ABILITY:
        return "first the abilities must be used or declined."
    if s.phase == Phase.NAME:
        return "first a colour must be named."
    if within(number, TAKE):
        return why_not_take(s, number - TAKE.first)
    return why_no_talisman(s, seat, number - TALISMAN.first, voice)


def why_not_take(s: Position, stone: int) -> str:
    if not s.pyramid >> stone & 1:
        return "that stone is no longer in the pyramid."
    if not is_available(s, stone):
        on_it = [other for other in range(STONES) if int(s.pyramid) & int(COVERED_BY[stone]) & 1 << other]
        names = Voice.list_of(f"stone {number_of(other)}" for other in on_it)
        return f"{names} {'lies' if len(on_it) == 1 else 'lie'} on it."
    return "it fits nowhere: there is no free pair of squares where it makes no five in line."


def why_no_talisman(s: Position, seat: int, colour: int, voice: Voice) -> str:
    before = int(player_before(s, seat))
    if s.second and some_stone_fits(s):
        return "in a second turn a stone must be laid as long as one fits."
    if sum(used != EMPTY for used in s.talisman) == TALISMANS:
        return f"all {NUMBER_WORDS[TALISMANS]} talismans are used up."
    if s.used_talisman[seat]:
        return "talismans can't be used in two turns running."
    if s.used_talisman[before]:
        return f"{voice.does(before, 'has')} used one in the turn before."
    if s.talisman[colour] != EMPTY:
        return f"a talisman was used for {COLOUR_NAMES[colour]} already."
    return f"the supply has no {COLOUR_NAMES[colour]} crystal."


def why_not_use(s: Position, stone: int, verb: str, due: int) -> str:
    if s.phase != Phase.ABILITY or not due:
        return f"no {verb} space is waiting to be used."
    if s.spot[stone] == EMPTY:
        return "that stone is not on the board."
    if stone == s.stone:
        return f"it is the stone just played, and only another one can {verb}."
    return "there is no other place where it could lie."


def why_not_lay(s: Position, spot: int) -> str:
    stone = stone_handled(s)
    if stone == EMPTY:
        return "there is no stone to lay: choose one first."
    if SECOND_SQUARE[spot] == EMPTY:
        return "half of the stone would stick out over the edge of the board."
    if is_double(s, stone) and spot % DIRECTIONS >= LEFT:
        return f"a double looks the same either way round: name {square_name(SECOND_SQUARE[spot])} first."
    if s.phase == Phase.MOVE and spot % DIRECTIONS != s.spot[stone] % DIRECTIONS:
        return "a stone that moves keeps its orientation."
    if s.spot[stone] == spot:
        return "it lies there already."
    if s.phase == Phase.TURN and spot not in [swung(s, stone, swing) for swing in range(SWINGS)]:
        return "a stone turns around one of its crystals, which stays on its square."
    t = s.copy()
    pick_up(t, stone)
    taken = squares_in(int(occupied(t)) & int(squares_of(spot)))
    if taken:
        names = Voice.list_of(map(square_name, taken))
        return f"there {'is a stone' if len(taken) == 1 else 'are stones'} on {names}."
    put_down(t, stone, spot)
    return why_too_long(t, spot)


def why_too_long(s: Position, spot: int) -> str:
    """Which line through a spot is longer than four."""
    for colour in range(COLOURS):
        squares = int(s.showing[colour])
        for square in (FIRST_SQUARE[spot], SECOND_SQUARE[spot]):
            for step in (ACROSS, DOWN):
                run = int(run_through(squares, squares & int(BIT[square]), step))
                if len(squares_in(run)) > LONGEST:
                    count = NUMBER_WORDS[len(squares_in(run))]
                    wild = ", with wilds" if run & int(wilds(s)) else ""
                    return f"{line_name(run)} would be {count} {COLOUR_NAMES[colour]} in line{wild}; four are the most."
    return "that can't be done now."


# What is asked


def ask(s: Position, voice: Voice) -> str:
    """Whose turn it is and what they must do, in one sentence."""
    now = plain(s)
    if now.phase == Phase.OVER:
        return "The match is over."
    if now.phase == Phase.FLIP:
        choosing = [seat for seat in range(now.players) if now.flipped[seat] == EMPTY]
        if voice.listener in choosing:
            return "Your turn: choose in secret which of your platforms to flip."
        return f"Waiting for {Voice.list_of(map(voice.who, choosing))} to choose in secret which platforms to flip."
    what = what_to_do(s.tobytes(), voice.marks)
    return f"Your turn: {what}." if now.seat == voice.listener else f"Waiting for {voice.who(now.seat)} to {what}."


@functools.lru_cache(100)  # for all who are told it, one after the other
def what_to_do(record: bytes, marks: bool) -> str:
    s, voice = State.from_bytes(record), Voice((), marks=marks)
    if s.phase == Phase.CHOOSE:
        again = ", in a second turn" if s.second else ""
        if not some_stone_fits(s):
            return f"use a talisman, as no stone can be laid{again}"
        talisman = may_use_talisman(s, int(s.seat), True)
        return f"take a stone from the pyramid{' or use a talisman' if talisman else ''}{again}"
    if s.phase == Phase.PLACE:
        return f"lay the {stone(int(s.stone), int(s.kind[s.stone]), voice)} stone"
    if s.phase == Phase.MOVE:
        return f"move the {lying_stone(s, int(s.lifted), voice)} somewhere else"
    if s.phase == Phase.TURN:
        return f"turn the {lying_stone(s, int(s.lifted), voice)} around one of its crystals"
    if s.phase == Phase.NAME:
        return (
            f"name a colour and take {how_many(int(s.naming[line_to_name(s)]), 'crystal')} of it, as {why_to_name(s)}"
        )
    return f"choose another stone to {' or '.join(usable_abilities(s))}, or use no more abilities"


def usable_abilities(s: Position) -> list[str]:
    moves = s.moves_due and any(can_move(s, number) for number in range(STONES))
    turns = s.turns_due and any(can_turn(s, number) for number in range(STONES))
    return (["move"] if moves else []) + (["turn"] if turns else [])


def why_to_name(s: Position) -> str:
    if is_isolated(s, int(s.stone)):
        return "the stone touches no other"
    return f"{line_name(int(run_of_wilds(s, int(s.stone), line_to_name(s))))} are all wild"


# The position


def look(s: Position, voice: Voice) -> list[tuple[str, str]]:
    """The table as rows of a label and a text."""
    rows = [("board", " ".join("abcdefghi"))]
    rows += [(str(row + 1), board_row_told(s, row)) for row in range(ROWS)]
    for row, start in enumerate(row_starts()):
        stones = [pyramid_stone_told(s, number) for number in range(start, start + PYRAMID_ROWS[row])]
        rows.append(("" if row else "pyramid", "   ".join(filter(None, stones)) or "–"))
    rows.append(("supply", each_colour(s.supply, voice)))
    rows.append(("talismans", talismans_told(s, voice)))
    for seat in range(s.players):
        rows += [(voice.who(seat), player_told(s, seat, voice))]
    return rows


def board_row_told(s: Position, row: int) -> str:
    """Crystals on stones are full signs, spaces of the board hollow ones."""
    signs = [square_sign(s, square) for square in range(row * COLUMNS, (row + 1) * COLUMNS)]
    return " ".join(signs)


def square_sign(s: Position, square: int) -> str:
    showing = [colour for colour in range(COLOURS) if int(s.showing[colour]) & int(BIT[square])]
    if len(showing) > 1:
        return CRYSTAL_SIGNS[-1]
    return CRYSTAL_SIGNS[showing[0]] if showing else SPACE_SIGNS[int(s.space[square])]


def pyramid_stone_told(s: Position, stone: int) -> str:
    if not s.pyramid >> stone & 1:
        return ""
    text = f"{number_of(stone)} {signed_stone(s, stone)}"
    return f"[{text}]" if is_available(s, stone) else text


def each_colour(counts: Sequence[object], voice: Voice) -> str:
    names = [crystal(colour, f"{CRYSTAL_SIGNS[colour]} {COLOUR_NAMES[colour]}", voice) for colour in range(COLOURS)]
    return "  ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))


def talismans_told(s: Position, voice: Voice) -> str:
    used = [colour for colour in range(COLOURS) if s.talisman[colour] != EMPTY]
    text = f"{TALISMANS - len(used)} left"
    by = [f"{COLOUR_NAMES[colour]} by {voice.whom(int(s.talisman[colour]))}" for colour in used]
    return text + (f"; used for {Voice.list_of(by)}" if by else "")


def player_told(s: Position, seat: int, voice: Voice) -> str:
    if s.flipped[seat] in (EMPTY, HIDDEN):
        return "choosing platforms" if s.flipped[seat] == EMPTY else "has chosen platforms"
    text = each_colour([platform_told(s, seat, colour) for colour in range(COLOURS)], voice)
    text += f"  black {blacks(s, seat)}"
    own = [COLOUR_NAMES[colour] for colour in range(COLOURS) if s.supercrystal[colour] == seat]
    text += f"  supercrystal: {Voice.list_of(own)}" if own else ""
    return text + ("  out of the match" if s.out[seat] else f"  = {points(s, seat)} points")


def platform_told(s: Position, seat: int, colour: int) -> str:
    places = FLIPPED_RING if is_flipped(s, seat, colour) else RING
    return f"{s.platform[seat, colour]}/{places}"


def result(s: Position, voice: Voice) -> list[tuple[str, str]]:
    """The final scores explained, a row a seat."""
    return [(voice.who(seat), result_told(s, seat, voice)) for seat in range(s.players)]


def result_told(s: Position, seat: int, voice: Voice) -> str:
    if s.out[seat]:
        colour = max(range(COLOURS), key=lambda colour: s.platform[seat, colour])
        return f"out, with {s.platform[seat, colour]} {COLOUR_NAMES[colour]} crystals"
    parts = [
        f"{platform_points(s, seat, colour)} for "
        + crystal(colour, f"{s.platform[seat, colour]} {COLOUR_NAMES[colour]}", voice)
        + (" (flipped)" if is_flipped(s, seat, colour) else "")
        for colour in range(COLOURS)
    ]
    if supercrystals(s, seat):
        parts.append(
            f"{SUPERCRYSTAL_POINTS * supercrystals(s, seat)} for {how_many(supercrystals(s, seat), 'supercrystal')}"
        )
    if blacks(s, seat):
        parts.append(f"−{blacks(s, seat)} for {how_many(blacks(s, seat), 'black crystal')}")
    return f"{points(s, seat)} points: {Voice.list_of(parts)}"
