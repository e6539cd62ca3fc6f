"""What happened in Crystallia, and why: an action told by going through it once more.

The teller takes the position before the action and carries the action out on a copy, step by step, with the rules'
own functions; what each step brings is a sentence.
"""

from parlour.games.crystallia.data import AGAIN, COLOURS, MOVE, STONES, WILD
from parlour.games.crystallia.names import (
    COLOUR_NAMES,
    CRYSTAL_NAMES,
    NUMBER_WORDS,
    coloured,
    crystals_of,
    how_many,
    line_name,
    number_of,
    platforms_told,
    square_name,
    squares_in,
    stone_handled,
    stone_name,
    stone_on_board,
)
from parlour.games.crystallia.rules import (
    EMPTY,
    FIRST_SQUARE,
    HIDDEN,
    LAY,
    LINES,
    MOVE_STONE,
    NAME,
    RICH_TURN,
    SECOND_SQUARE,
    TAKE,
    TALISMAN,
    TURN_STONE,
    Extra,
    Phase,
    earn_extra_turn,
    gain_ability,
    is_double,
    is_flipped,
    is_isolated,
    line_to_name,
    makes_four,
    matching_run,
    naming_matters,
    newly_covered,
    pay,
    pick_up,
    player_after,
    players_left,
    put_down,
    run_of_wilds,
    some_ability_works,
    squares_of,
    take_black,
    take_crystal,
    wilds,
)
from parlour.games.crystallia.runs import ACROSS, BIT, DOWN, in_fours, run_through
from parlour.kit.actions import within
from parlour.kit.record import Position
from parlour.kit.voice import Voice, upper_first


def tell(before: Position, after: Position, seat: int, number: int, voice: Voice) -> list[str]:
    """What an action did, as far as the listener can know."""
    t = before.copy()
    if before.phase == Phase.FLIP:
        return tell_flip(after, seat, voice)
    if within(number, TAKE):
        return tell_take(before, after, seat, number - TAKE.first, voice)
    if within(number, MOVE_STONE):
        return [f"{voice.does(seat, 'picks')} the {stone_on_board(t, number - MOVE_STONE.first)} to move."]
    if within(number, TURN_STONE):
        return [f"{voice.does(seat, 'picks')} the {stone_on_board(t, number - TURN_STONE.first)} to turn."]
    if within(number, TALISMAN):
        story = tell_talisman(t, seat, number - TALISMAN.first, voice)
    elif within(number, LAY):
        story = tell_lay(t, seat, number - LAY.first, voice)
        if after.phase == Phase.ABILITY and after.turn == before.turn:
            return story
        if not t.out[seat]:
            story += tell_lost_abilities(t) + tell_activation(t, seat, voice)
    elif within(number, NAME):
        story = tell_name(t, seat, number - NAME.first, voice)
    else:
        story = [f"{voice.does(seat, 'uses')} no more abilities.", *tell_activation(t, seat, voice)]
    return story + tell_end_of_turn(t, after, seat, voice)


def tell_flip(after: Position, seat: int, voice: Voice) -> list[str]:
    story = [f"{voice.does(seat, 'has')} chosen which platforms to flip."]
    if after.phase != Phase.FLIP:
        flips = [
            f"{voice.whom(other)} {verb(voice, other, 'flips')} {platforms_told(int(after.flipped[other]))}"
            for other in range(after.players)
        ]
        story.append(f"Everyone has: {'; '.join(flips)}.")
    return story


def tell_take(before: Position, after: Position, seat: int, stone: int, voice: Voice) -> list[str]:
    story = [f"{voice.does(seat, 'takes')} the {stone_name(after, stone)} stone from the pyramid."]
    for other in range(STONES):
        if before.kind[other] == HIDDEN != after.kind[other]:
            story.append(f"That uncovers stone {number_of(other)}, a {stone_name(after, other)}.")
    return story


def tell_talisman(t: Position, seat: int, colour: int, voice: Voice) -> list[str]:
    t.talisman[colour] = seat
    count = sum(used == EMPTY for used in t.talisman) - 1  # one colour always stays without
    left = "It was the last." if count == 0 else f"{upper_first(how_many(count, 'talisman'))} left."
    return [*tell_crystals(t, seat, colour, 1, "A talisman instead of a stone", voice), left]


def tell_gain(s: Position, seat: int, number: int, voice: Voice) -> list[str]:
    """What it would bring to lay the stone at hand like that, from what can be seen before it is done."""
    t = s.copy()
    _, *story = tell_lay(t, seat, number - LAY.first, voice)
    if t.out[seat]:
        return story
    if some_ability_works(t):
        return [*story, "The stone pays when that is done."]
    story += tell_lost_abilities(t) + tell_activation(t, seat, voice)
    still_naming = any(t.naming) and naming_matters(t)
    return story + ([] if still_naming else tell_rich_turn(t, seat, voice))


# Laying a stone


def tell_lay(t: Position, seat: int, spot: int, voice: Voice) -> list[str]:
    """A stone comes to lie somewhere; the lines and spaces under it."""
    stone = stone_handled(t)
    verb = {Phase.PLACE: "lays", Phase.MOVE: "moves", Phase.TURN: "turns"}[Phase(int(t.phase))]
    showing = [int(squares) for squares in t.showing]
    stood_on = int(squares_of(pick_up(t, stone)))
    put_down(t, stone, spot)
    t.lifted = EMPTY
    story = [f"{voice.does(seat, verb)} {where_it_lies(t, stone)}."]
    for colour, run in fours_made(t, showing):
        story.append(tell_extra(t, seat, Extra.FOUR, f"{line_name(run)} are four {CRYSTAL_NAMES[colour]}", voice))
    return story + tell_spaces(t, seat, spot, stood_on, voice)


def where_it_lies(t: Position, stone: int) -> str:
    spot = t.spot[stone]
    first, second = square_name(FIRST_SQUARE[spot]), square_name(SECOND_SQUARE[spot])
    if is_double(t, stone):
        return f"the {stone_name(t, stone)} on {first} and {second}"
    one, two = crystals_of(t, stone)
    return f"the {stone_name(t, stone)}: {CRYSTAL_NAMES[one]} on {first}, {CRYSTAL_NAMES[two]} on {second}"


def fours_made(t: Position, before: list[int]) -> list[tuple[int, int]]:
    """The runs of four that hold a new square: colour (or WILD, of wilds alone) and squares."""
    made = set()
    for colour in range(COLOURS):
        squares = int(t.showing[colour])
        if makes_four(t, colour, before[colour]):
            for step in (ACROSS, DOWN):
                for square in squares_in(int(in_fours(squares, step)) & ~before[colour]):
                    run = int(run_through(squares, int(BIT[square]), step))
                    made.add((WILD if run & ~int(wilds(t)) == 0 else colour, run))
    return sorted(made)


def tell_spaces(t: Position, seat: int, spot: int, stood_on: int, voice: Voice) -> list[str]:
    """What the spaces that are newly covered bring: first the crystals, in the order of their colours."""
    squares = [int(FIRST_SQUARE[spot]), int(SECOND_SQUARE[spot])]
    spaces = [int(newly_covered(t, square, stood_on)) for square in squares]
    story = []
    for colour in range(COLOURS):
        under = [square_name(square) for square, space in zip(squares, spaces, strict=True) if space == colour]
        if under and not t.out[seat]:
            verb = "is a" if len(under) == 1 else "are both a"
            why = f"{Voice.list_of(under)} {verb} {COLOUR_NAMES[colour]} space"
            story += tell_crystals(t, seat, colour, len(under), why, voice)
    if t.out[seat]:
        return story
    for square, space in zip(squares, spaces, strict=True):
        if space >= MOVE:
            story.append(tell_ability(t, seat, square, space, voice))
    return story


def tell_ability(t: Position, seat: int, square: int, space: int, voice: Voice) -> str:
    bit = int(BIT[square])
    if t.worked & bit:
        return f"The ability on {square_name(square)} has worked already in this turn."
    if space == AGAIN:
        t.worked |= bit
        return tell_extra(t, seat, Extra.SPACE, f"{square_name(square)} is an Again space", voice)
    gain_ability(t, space, bit)
    verb = "move" if space == MOVE else "turn"
    return f"{upper_first(square_name(square))} is a {verb} space: {voice.whom(seat)} may {verb} another stone."


def tell_extra(t: Position, seat: int, reason: int, why: str, voice: Voice) -> str:
    """Why one more turn follows, or why it doesn't."""
    had = t.extra
    earn_extra_turn(t, int(reason))
    if t.extra != had:
        return f"{upper_first(why)}: {voice.whom(seat)} will have one more turn."
    if t.second:
        return f"{upper_first(why)}, but never more than two turns follow each other."
    if had != Extra.NONE:
        return f"{upper_first(why)}, but the turn that follows is earned already."
    return f"{upper_first(why)}, which has no effect in the very first turn."


def tell_lost_abilities(t: Position) -> list[str]:
    story = []
    if t.moves_due:
        story.append("No stone can be moved: the ability is lost.")
    if t.turns_due:
        story.append("No stone can be turned: the ability is lost.")
    return story


# Activating the stone


def tell_activation(t: Position, seat: int, voice: Voice) -> list[str]:
    """What the stone just played pays for where it lies."""
    stone = int(t.stone)
    if is_isolated(t, stone):
        colour = crystals_of(t, stone)[0]
        if is_double(t, stone) and colour != WILD:
            return tell_crystals(t, seat, colour, 1, "The stone touches no other", voice)
        t.naming[0] = 1
        return tell_black_for_all(t, seat, "The stone touches no other", voice)
    story = []
    for colour in range(COLOURS):
        for line in range(LINES):
            run = int(matching_run(t, stone, colour, line))
            if run and not t.out[seat]:
                count = NUMBER_WORDS[len(squares_in(run))]
                why = f"{line_name(run)} are {count} {COLOUR_NAMES[colour]}{with_wilds(t, run)}"
                story += tell_crystals(t, seat, colour, int(pay(run)), why, voice)
    for line in range(LINES):
        t.naming[line] = pay(run_of_wilds(t, stone, line))
    story += tell_black_for_all(t, seat, "All these crystals are wild", voice)
    return story or ["The stone matches nothing that it touches and pays nothing."]


def with_wilds(t: Position, run: int) -> str:
    count = len(squares_in(run & int(wilds(t))))
    return f", {NUMBER_WORDS[count]} of them wild" if count else ""


def tell_black_for_all(t: Position, seat: int, why: str, voice: Voice) -> list[str]:
    """A colour that must be named is asked for, unless the supply has none of those that may be named."""
    count = int(sum(t.naming))
    if t.out[seat] or not count or naming_matters(t):
        return [f"{why}: {voice.whom(seat)} may name a colour."] if count and not t.out[seat] else []
    for _ in range(count):
        take_black(t, seat)
    return [
        f"{why}, but there is nothing left to name: {voice.does(seat, 'takes')} {how_many(count, 'black crystal')}."
    ]


def tell_name(t: Position, seat: int, colour: int, voice: Voice) -> list[str]:
    line = int(line_to_name(t))
    count = int(t.naming[line])
    t.naming[line] = 0
    why = f"{voice.does(seat, 'names')} {COLOUR_NAMES[colour]}"
    if not is_isolated(t, int(t.stone)):
        run = int(run_of_wilds(t, int(t.stone), line))
        why += f" for the {NUMBER_WORDS[len(squares_in(run))]} wilds from {line_name(run)}"
    story = tell_crystals(t, seat, colour, count, why, voice)
    return story + (tell_black_for_all(t, seat, "All these crystals are wild", voice) if sum(t.naming) else [])


# Crystals


def tell_crystals(t: Position, seat: int, colour: int, count: int, why: str, voice: Voice) -> list[str]:
    """Crystals come one at a time: so many of the colour, black ones when it runs out, and what they lead to."""
    taken, black = 0, 0
    story: list[str] = []
    for _ in range(count):
        if t.out[seat]:
            break
        supply, owner, held = int(t.supply[colour]), int(t.supercrystal[colour]), int(t.platform[seat, colour])
        take_crystal(t, seat, colour)
        taken, black = taken + (supply > 0), black + (supply == 0)
        story += tell_platform(t, seat, colour, held + 1, t.supercrystal[colour] != owner, voice) if supply else []
    name = COLOUR_NAMES[colour]
    parts = ([coloured(taken, colour)] if taken else []) + ([how_many(black, "black crystal")] if black else [])
    short = f", as the supply has no {'more ' if taken else ''}{name}" if black else ""
    return [
        f"{upper_first(why)}: {voice.whom(seat)} {verb(voice, seat, 'takes')} {' and '.join(parts)}{short}.",
        *story,
    ]


def tell_platform(t: Position, seat: int, colour: int, count: int, first: bool, voice: Voice) -> list[str]:
    """What a crystal does that makes so many on its platform."""
    name = COLOUR_NAMES[colour]
    if first:
        return [f"{voice.does(seat, 'is')} first with {NUMBER_WORDS[count]} {name}: the {name} supercrystal!"]
    if t.out[seat]:
        return [f"{voice.does(seat, 'has')} {count} {name} crystals, which is too many: {voice.does(seat, 'is')} out!"]
    if is_flipped(t, seat, colour) and t.platform[seat, colour] == 0:
        back = NUMBER_WORDS[count]
        return [f"That is one too many for the flipped {name} platform: all {back} go back, and a black crystal comes."]
    return []


def verb(voice: Voice, seat: int, third_person: str) -> str:
    """The verb alone, as it goes with who does it."""
    return voice.does(seat, third_person).removeprefix(f"{voice.who(seat)} ")


# The end of a turn


def tell_rich_turn(t: Position, seat: int, voice: Voice) -> list[str]:
    if t.collected < RICH_TURN or t.out[seat]:
        return []
    take_black(t, seat)
    count = how_many(int(t.collected), "coloured crystal")
    return [f"That makes {count} in one turn: {voice.whom(seat)} {verb(voice, seat, 'takes')} a black one."]


def tell_end_of_turn(t: Position, after: Position, seat: int, voice: Voice) -> list[str]:
    if after.turn == t.turn:
        return []
    story = tell_rich_turn(t, seat, voice)
    passing = seat
    if t.extra == Extra.NONE or t.out[seat]:
        passing = int(player_after(after, seat))
    elif after.pyramid:
        why = "an Again space" if t.extra == Extra.SPACE else "four in line"
        story.append(f"For {why}, {voice.whom(seat)} {verb(voice, seat, 'has')} a second turn.")
    for _ in range(after.turn - t.turn - 1):
        passes = verb(voice, passing, "passes")
        story.append(f"{voice.who(passing)} can neither lay a stone nor use a talisman, and {passes}.")
        passing = int(player_after(after, passing))
    return story + (tell_end(after) if after.phase == Phase.OVER else [])


def tell_end(after: Position) -> list[str]:
    if players_left(after) == 1:
        return ["Only one player is left: the match is over."]
    if after.pyramid == 0:
        return ["The last stone of the pyramid is laid: the match is over."]
    return ["All have passed in a row: the match is over."]
