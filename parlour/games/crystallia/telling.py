"""What happened in Crystallia, and why, in words."""

from parlour.games.crystallia.data import PAIRS
from parlour.games.crystallia.events import (
    ALL_PASSED,
    EARNED,
    EARNED_ALREADY,
    LAST_STONE,
    NEVER_THREE,
    NO_STONE_LEFT,
    NOT_IN_THE_FIRST,
    ONE_LEFT,
    AbilityLost,
    ByTalisman,
    ChosePlatforms,
    CoveredAbility,
    CoveredAgain,
    CoveredTwice,
    Ended,
    Event,
    InLine,
    LaidStone,
    MadeFour,
    MustName,
    Naming,
    NothingToName,
    OnSpaces,
    PaidNothing,
    Passed,
    PaysLater,
    PickedStone,
    PlatformEmptied,
    PlatformsShown,
    RichTurn,
    TookCrystals,
    TookStone,
    TouchingNothing,
    TurnBegan,
    TurnEnded,
    Uncovered,
    UsedNoMore,
    WentOut,
    Why,
    WonSupercrystal,
)
from parlour.games.crystallia.names import (
    COLOUR_NAMES,
    CRYSTAL_NAMES,
    NUMBER_WORDS,
    SPOT_SQUARES,
    at,
    crystal,
    halves,
    how_many,
    line,
    number_of,
    platforms_told,
    spot_name,
    stone,
)
from parlour.games.crystallia.rules import Extra, Phase
from parlour.games.crystallia.runs import squares_in
from parlour.kit.voice import Voice, upper_first

LAYING = {Phase.PLACE: "lays", Phase.MOVE: "moves", Phase.TURN: "turns"}
ENDINGS = {
    ONE_LEFT: "Only one player is left: the match is over.",
    NO_STONE_LEFT: "The last stone of the pyramid is laid: the match is over.",
    ALL_PASSED: "All have passed in a row: the match is over.",
}


def told(event: Event, voice: Voice) -> list[str]:
    """What happened, as far as the listener can know."""
    match event:
        case ChosePlatforms(seat):
            return [f"{voice.does(seat, 'has')} chosen which platforms to flip."]
        case PlatformsShown(flipped):
            flips = [
                f"{voice.whom(seat)} {voice.verb(seat, 'flips')} {platforms_told(platforms)}"
                for seat, platforms in enumerate(flipped)
            ]
            return [f"Everyone has: {'; '.join(flips)}."]
        case TookStone(seat, number, kind):
            return [f"{voice.does(seat, 'takes')} the {stone(number, kind, voice)} stone from the pyramid."]
        case Uncovered(number, kind):
            return [f"That uncovers stone {number_of(number)}, a {stone(number, kind, voice)}."]
        case PickedStone(seat, number, kind, spot, turns):
            where = f"{stone(number, kind, voice)} on {spot_name(spot)}"
            return [f"{voice.does(seat, 'picks')} the {where} to {'turn' if turns else 'move'}."]
        case LaidStone(seat, _, _, _, phase):
            return [f"{voice.does(seat, LAYING[Phase(phase)])} {where_it_lies(event, voice)}."]
        case MadeFour() | CoveredAgain():
            return [one_more_told(event, voice)]
        case CoveredAbility(seat, square, turns):
            verb = "turn" if turns else "move"
            return [f"{upper_first(at(square, voice))} is a {verb} space: {voice.whom(seat)} may {verb} another stone."]
        case CoveredTwice(square):
            return [f"{upper_first(at(square, voice))} was covered before in this turn: its ability works only once."]
        case AbilityLost(turns):
            return [f"No stone can be {'turned' if turns else 'moved'}: the ability is lost."]
        case UsedNoMore(seat):
            return [f"{voice.does(seat, 'uses')} no more abilities."]
        case PaysLater():
            return ["The stone pays when that is done."]
        case TurnEnded():
            return []
        case TurnBegan(seat, second, reason):
            why = "an Again space" if reason == Extra.SPACE else "four in line"
            return [f"For {why}, {voice.whom(seat)} {voice.verb(seat, 'has')} a second turn."] if second else []
        case Passed(seat):
            return [f"{voice.who(seat)} can neither lay a stone nor use a talisman, and {voice.verb(seat, 'passes')}."]
        case Ended(why):
            return [ENDINGS[why]]
        case _:
            return crystals_told(event, voice)


# Stones and squares


def where_it_lies(laid: LaidStone, voice: Voice) -> str:
    first, second = (at(square, voice) for square in SPOT_SQUARES[laid.spot])
    one, two = PAIRS[laid.kind]
    name = stone(laid.stone, laid.kind, voice)
    if one == two:
        return f"the {name} on {first} and {second}"
    return f"the {name}: {halves(laid.kind, laid.spot, voice)}"


def one_more_told(event: MadeFour | CoveredAgain, voice: Voice) -> str:
    """Why one more turn is earned, or why it isn't."""
    if isinstance(event, MadeFour):
        why = f"{line(event.run, voice)} are four {crystal(event.colour, CRYSTAL_NAMES[event.colour], voice)}"
    else:
        why = f"{at(event.square, voice)} is an Again space"
    effects = {
        EARNED: f": {voice.whom(event.seat)} {voice.verb(event.seat, 'earns')} one more turn.",
        LAST_STONE: ", but the match ends with this stone.",
        NEVER_THREE: ", but never more than two turns follow each other.",
        EARNED_ALREADY: ", but the turn that follows is earned already.",
        NOT_IN_THE_FIRST: ", which has no effect in the very first turn.",
    }
    return f"{upper_first(why)}{effects[event.effect]}"


# Crystals


def crystals_told(event: Event, voice: Voice) -> list[str]:
    """What came of crystals, or why none did."""
    match event:
        case TookCrystals():
            return taking_told(event, voice)
        case WonSupercrystal(seat, colour, count):
            name = crystal(colour, COLOUR_NAMES[colour], voice)
            return [f"{voice.does(seat, 'is')} first with {NUMBER_WORDS[count]} {name}: the {name} supercrystal!"]
        case WentOut(seat, colour, count, lost_turn):
            lost = ", and the turn that was earned is lost" if lost_turn else ""
            out = f"{voice.whom(seat)} {voice.verb(seat, 'is')} out{lost}!"
            name = crystal(colour, f"{count} {COLOUR_NAMES[colour]}", voice)
            return [f"{voice.does(seat, 'has')} {name} crystals, which is too many: {out}"]
        case PlatformEmptied(_, colour, count):
            name, back = crystal(colour, COLOUR_NAMES[colour], voice), NUMBER_WORDS[count]
            return [
                f"That is one too many for the flipped {name} platform: all {back} go back, and a black crystal comes."
            ]
        case PaidNothing():
            return ["The stone matches nothing that it touches and pays nothing."]
        case MustName(seat, alone):
            return [f"{why_named(alone)}: {voice.whom(seat)} must name a colour."]
        case NothingToName(seat, alone, black):
            takes = f"{voice.whom(seat)} {voice.verb(seat, 'takes')} {how_many(black, 'black crystal')}"
            return [f"{why_named(alone)}, but there is nothing left to name: {takes}."]
        case RichTurn(seat, collected):
            many = how_many(collected, "coloured crystal")
            return [f"That makes {many} in one turn: {voice.whom(seat)} {voice.verb(seat, 'takes')} a black one."]
    raise TypeError(f"There are no words for {event}.")


def why_named(alone: bool) -> str:
    return "The stone touches no other" if alone else "All these crystals are wild"


def taking_told(taken: TookCrystals, voice: Voice) -> list[str]:
    """So many crystals, black ones where the supply runs out."""
    seat, colour = taken.seat, taken.colour
    name = COLOUR_NAMES[colour]
    parts = [crystal(colour, how_many(taken.count, f"{name} crystal"), voice)] if taken.count else []
    parts += [how_many(taken.black, "black crystal")] if taken.black else []
    short = f", as the supply has no {'more ' if taken.count else ''}{name}" if taken.black else ""
    takes = f"{voice.whom(seat)} {voice.verb(seat, 'takes')} {' and '.join(parts)}{short}"
    story = [f"{upper_first(reason(taken, taken.why, voice))}: {takes}."]
    if isinstance(taken.why, ByTalisman):
        left = taken.why.left
        story.append("It was the last." if left == 0 else f"{upper_first(how_many(left, 'talisman'))} left.")
    return story


def reason(taken: TookCrystals, why: Why, voice: Voice) -> str:
    """Why crystals come."""
    name = COLOUR_NAMES[taken.colour]
    match why:
        case OnSpaces(squares):
            under = Voice.list_of(at(square, voice) for square in squares)
            kind = "is a" if len(squares) == 1 else "are both a"
            return f"{under} {kind} {crystal(taken.colour, name, voice)} space"
        case InLine(run, wild):
            count, wilds = len(squares_in(run)), len(squares_in(wild))
            with_wilds = f", {NUMBER_WORDS[wilds]} of them wild" if wilds else ""
            return f"{line(run, voice)} are {NUMBER_WORDS[count]} {crystal(taken.colour, name, voice)}{with_wilds}"
        case TouchingNothing():
            return "the stone touches no other"
        case ByTalisman():
            return "a talisman instead of a stone"
        case Naming(run):
            for_wilds = f" for the {NUMBER_WORDS[len(squares_in(run))]} wilds from {line(run, voice)}" if run else ""
            return f"{voice.does(taken.seat, 'names')} {crystal(taken.colour, name, voice)}{for_wilds}"
