"""The Rainbow Chandelier in words: the names of people and places, of every action, and of what just happened."""

import functools
from collections.abc import Iterable

from parlour.games.chandelier import first_words
from parlour.games.chandelier.first_words import (
    COLOUR_NAMES,
    PERSON_NAMES,
    banked_so_far,
    crystals,
    goods,
    tile_name,
)
from parlour.games.chandelier.rules import (
    BEST_LOT,
    BRIBE,
    CASH_IN,
    COLOURS,
    COUNCIL_PAYS,
    EMPTY,
    FOUNTAIN_OF,
    GIVES,
    PERSON,
    PRICE,
    ROOFS,
    ROUNDS,
    SET_PAYS,
    STEAL,
    TOWNS,
    TURNS,
    VISIT,
    News,
    Payers,
    Person,
    Phase,
    actors,
    complete_sets,
    crystals_held,
    in_reach,
    lot_pays,
    majority_pays,
    next_colour,
    worth,
)
from parlour.kit.actions import decode, within
from parlour.kit.record import Position
from parlour.kit.voice import SIGNS, Voice, upper_first

CRYSTAL_SIGNS = tuple(SIGNS[name] for name in COLOUR_NAMES)


# People and places


def fountain_name(town: int, fountain: int) -> str:
    return TOWNS[town].fountains[fountain].name


def roof_name(town: int, roof: int) -> str:
    return f"roof {roof + 1}, {fountain_name(town, FOUNTAIN_OF[town, roof])}"


def bits(seats: int) -> list[int]:
    return [seat for seat in range(int(seats).bit_length()) if seats >> seat & 1]


# Actions


def action(s: Position, seat: int, number: int, voice: Voice) -> str:
    """What a seat would do, distinct among its legal actions."""
    if within(number, VISIT):
        return take_named(s, number - VISIT.first)
    return first_words.action(s, seat, number, voice)


def deed(s: Position, seat: int, number: int) -> str:
    """What an action counts as: which person was visited, what was bought; not where, from whom or how many."""
    if within(number, BRIBE):
        return "bribe something" if number > BRIBE.first else "bribe nothing"
    if within(number, VISIT):
        return f"visit the {tile_name(s.roof[number - VISIT.first])}"
    if within(number, STEAL):
        return f"steal a {COLOUR_NAMES[decode(STEAL, number)[1]]} crystal"
    if within(number, CASH_IN):
        colour, count, _ = decode(CASH_IN, number)
        return f"cash in {COLOUR_NAMES[colour]}" if count else f"keep all {COLOUR_NAMES[colour]}"
    return action(s, seat, number, Voice([]))


def take_named(s: Position, roof: int) -> str:
    where = roof_name(s.town, roof)
    return f"visit {where}" if s.roof[roof] == EMPTY else f"visit the {tile_name(s.roof[roof])} on {where}"


def why_not(s: Position, seat: int, number: int, voice: Voice) -> str:
    """Why an action isn't legal now."""
    if s.phase == Phase.OVER:
        return "the match is over."
    asked = {
        Phase.BRIBE: (BRIBE, "a bribe is to be chosen now."),
        Phase.VISIT: (VISIT, "a tile is to be taken now."),
        Phase.STEAL: (STEAL, "a crystal is to be stolen now."),
        Phase.BANK: (CASH_IN, "crystals for the bank are to be chosen now."),
        Phase.BUY: (None, "the seller waits for an answer."),
        Phase.COUNCIL: (None, "the council person waits for an answer."),
    }
    block, reason = asked[Phase(s.phase)]
    if block is None or not within(number, block):
        return reason
    if block is BRIBE:
        return f"a bribe is at most all of one's cash, here {s.cash[seat]}K."
    if block is VISIT:
        return why_not_take(s, number - VISIT.first)
    if block is STEAL:
        victim, colour, _ = decode(STEAL, number)
        if victim == seat or victim >= s.players:
            return "the thief steals from an opponent."
        return f"{voice.who(victim)} has no {COLOUR_NAMES[colour]} crystal."
    colour, _, _ = decode(CASH_IN, number)
    if colour != next_colour(s, seat):
        return f"the {COLOUR_NAMES[next_colour(s, seat)]} crystals are to be decided on now."
    return f"there are only {s.crystals[seat, colour]} of them."


def why_not_take(s: Position, roof: int) -> str:
    if s.roof[roof] == EMPTY:
        return "that tile was taken in this round."
    return f"it is more than one step from the marker at {fountain_name(s.town, s.marker)}."


# What is asked


def ask(s: Position, voice: Voice) -> str:
    """Who must choose what, in one sentence."""
    awaited = bits(actors(s))
    if not awaited:
        return "The match is over."
    if voice.listener in awaited:
        return f"Your turn: {question(s, voice.listener)}."
    return f"Waiting for {Voice.list_of(map(voice.who, awaited))} to {errand(s, len(awaited) > 1)}."


def question(s: Position, seat: int) -> str:
    """What the listener has to choose."""
    phase = int(s.phase)
    if phase == Phase.BRIBE:
        return f"choose a bribe from 0K to {s.cash[seat]}K, which stays sealed until all have chosen"
    if phase == Phase.VISIT:
        return f"visit someone {where_to(s)}"
    if phase == Phase.BUY:
        return f"buy {goods(int(s.person))} for {PRICE[s.person]}K, or buy nothing"
    if phase == Phase.STEAL:
        return "choose the crystal that the thief takes from an opponent"
    if phase == Phase.COUNCIL:
        return f"take {COUNCIL_PAYS}K, or the council's favour: first in the next turn without a bribe"
    colour = next_colour(s, seat)
    held = s.crystals[seat, colour]
    warning = f"; a lot of more than {BEST_LOT} pays no more" if held > BEST_LOT else ""
    return f"choose how many of {held} {COLOUR_NAMES[colour]} to cash in ({banked_so_far(s, seat)}K so far{warning})"


def errand(s: Position, several: bool) -> str:
    """What someone else has to choose; of a sealed choice no more than what it is about."""
    phase = int(s.phase)
    if phase == Phase.BRIBE:
        return "choose their bribes" if several else "choose a bribe"
    if phase == Phase.BANK:
        return "choose what to cash in"
    if phase == Phase.VISIT:
        return f"visit someone {where_to(s)}"
    if phase == Phase.BUY:
        return f"buy {goods(int(s.person))} for {PRICE[s.person]}K or nothing"
    if phase == Phase.STEAL:
        return "choose the crystal that the thief takes"
    return f"choose between {COUNCIL_PAYS}K and the council's favour"


def where_to(s: Position) -> str:
    return directions(int(s.town), int(s.marker), int(in_reach(s)))


@functools.lru_cache(2000)
def directions(town: int, marker: int, roofs: int) -> str:
    """Where the roofs of a bit set are, seen from the marker."""
    if marker == EMPTY:
        return "anywhere in town"
    here = fountain_name(town, marker)
    around = {int(FOUNTAIN_OF[town, roof]) for roof in range(ROOFS) if roofs >> roof & 1}
    if marker not in around:
        return f"one step from {here}"
    return f"at {here}" + (" or one step from it" if len(around) > 1 else "")


# What happened


def tell(before: Position, after: Position, seat: int, number: int, voice: Voice) -> list[str]:
    """What an action did and what followed from it, as far as the listener can know."""
    if not after.news_size:
        return sealed_told(before, after, seat, number, voice)
    story: list[str] = []
    marker = int(before.marker)
    for what, who, one, two in after.news[: after.news_size].tolist():
        if what == News.BRIBERY:
            story += bribery_told(after, voice)
        elif what == News.BANKING:
            story += banking_told(before, after, voice)
        elif what == News.NEW_TOWN:
            story.append(f"Round {after.rounds + 1} begins, with everyone back in town on another roof.")
        elif what == News.TAKES:
            story.append(visit_told(after, marker, bool(story) or not within(number, VISIT), who, one, two, voice))
            marker = int(FOUNTAIN_OF[after.town, one])
        else:
            story.append(meeting_told(after, what, who, one, two, voice))
    return story + (end_told(after, voice) if after.phase == Phase.OVER else [])


def sealed_told(before: Position, after: Position, seat: int, number: int, voice: Voice) -> list[str]:
    """A choice is made, but not revealed yet."""
    if before.phase == Phase.BRIBE:
        if seat == voice.listener:
            return [f"You put {number - BRIBE.first}K into your purse as a bribe."]
        return [f"{voice.does(seat, 'has')} a bribe ready."]
    ready = not after.awaited >> seat & 1
    if seat != voice.listener:
        return [f"{voice.does(seat, 'is')} {'ready' if ready else 'sorting crystals'} for the bank."]
    colour, count, _ = decode(CASH_IN, number)
    choice = f"cash in {crystals_of(count, colour)} for {lot_pays(count)}K" if count else f"keep {COLOUR_NAMES[colour]}"
    return [f"You choose to {choice}{f': {banked_so_far(after, seat)}K in all' if ready else ''}."]


def crystals_of(count: int, colour: int) -> str:
    return crystals(count if other == colour else 0 for other in range(COLOURS))


def bribery_told(s: Position, voice: Voice) -> list[str]:
    """Whose favour counts, what everyone offered, who tied and threw what, and the order that came of it."""
    holders = [int(seat) for seat in s.order[: s.players] if s.bribe[seat] == EMPTY]
    bidders = [int(seat) for seat in s.order[: s.players] if s.bribe[seat] != EMPTY]
    story = []
    if holders:
        verbs = "goes first" if len(holders) == 1 and holders[0] != voice.listener else "go first"
        story.append(f"By the council's favour {names(holders, voice, ' and then ')} {verbs}.")
    if any(s.bribe[seat] > 0 for seat in bidders):
        story.append(f"The purses are opened: {', '.join(offer(s, seat, voice) for seat in bidders)}.")
    elif bidders:
        story.append("Nobody offers a bribe." if len(bidders) > 1 else f"{voice.does(bidders[0], 'offers')} no bribe.")
    for amount in sorted({int(s.bribe[seat]) for seat in bidders}, reverse=True):
        tied = [seat for seat in bidders if s.bribe[seat] == amount]
        if len(tied) > 1:
            story.append(tie_told(s, tied, amount, voice))
    if s.bribes == Payers.FIRST and any(s.bribe[seat] > 0 for seat in bidders):
        pays = "pay" if bidders[0] == voice.listener else "pays"
        story.append("Nobody pays." if holders else f"Only {voice.whom(bidders[0])} {pays}.")
    return [*story, f"The turn order is {names(s.order[: s.players], voice, ', ')}."]


def names(seats: Iterable[int], voice: Voice, between: str) -> str:
    return between.join(voice.whom(int(seat)) for seat in seats)


def offer(s: Position, seat: int, voice: Voice) -> str:
    return f"{voice.whom(seat)} {f'{s.bribe[seat]}K' if s.bribe[seat] else 'nothing'}"


def tie_told(s: Position, tied: list[int], amount: int, voice: Voice) -> str:
    """All throws of those who offered the same, who stand there in the order that came of it."""
    throws = []
    for throw in range(s.throws):
        thrown = [f"{voice.whom(seat)} {s.dice[seat, throw]}" for seat in tied if s.dice[seat, throw] != EMPTY]
        if thrown:
            throws.append(", ".join(thrown))
    who = upper_first(Voice.list_of(voice.whom(seat) for seat in sorted(tied)))
    return f"{who} tie at {amount}K and throw the die: {'; again '.join(throws)}."


def visit_told(s: Position, marker: int, forced: bool, seat: int, roof: int, kind: int, voice: Voice) -> str:
    """Where the marker goes and who is met; what a preacher gives needs no further word."""
    fountain = int(FOUNTAIN_OF[s.town, roof])
    if marker == EMPTY:
        moves = f"{voice.does(seat, 'starts')} at"
    else:
        moves = f"{voice.does(seat, 'stays')} at" if marker == fountain else f"{voice.does(seat, 'goes')} on to"
    visits = "visit" if seat == voice.listener else "visits"
    only = ", the only one in reach" if forced else ""
    gift = f", who gives {goods(kind)}" if PERSON[kind] == Person.PREACHER else ""
    return f"{moves} {fountain_name(s.town, fountain)} and {visits} the {tile_name(kind)}{only}{gift}."


def meeting_told(s: Position, what: int, seat: int, one: int, two: int, voice: Voice) -> str:
    """What came of meeting someone, or that nobody could be met."""
    if what == News.BUYS:
        return f"{voice.does(seat, 'buys')} {goods(one)} for {PRICE[one]}K."
    if what == News.DECLINES:
        return f"{voice.does(seat, 'buys')} nothing."
    if what == News.CANT_PAY:
        return f"{voice.who(seat)} can't pay the {PRICE[one]}K."
    if what == News.STEALS:
        return f"The thief takes a {COLOUR_NAMES[two]} crystal from {voice.whom(one)} for {voice.whom(seat)}."
    if what == News.FINDS_NOTHING:
        return "No opponent has a crystal, so the thief takes nothing."
    if what == News.IS_PAID:
        return f"The council pays {voice.whom(seat)} {COUNCIL_PAYS}K."
    if what == News.WINS_FAVOUR:
        return f"{voice.does(seat, 'takes')} the council's favour for the next turn."
    return f"{voice.does(seat, 'passes')}: no tile is left within one step of the marker."


def banking_told(before: Position, after: Position, voice: Voice) -> list[str]:
    """What everyone has cashed in, which is what everyone now has less."""
    if before.phase != Phase.BANK:
        return ["Nobody has a crystal to cash in."]
    story = []
    for seat in range(after.players):
        lots = before.crystals[seat] - after.crystals[seat]
        if before.crystals[seat].any():
            paid = sum(int(lot_pays(count)) for count in lots)
            what = f"{crystals(lots)} for {paid}K" if lots.any() else "nothing"
            story.append(f"{voice.does(seat, 'cashes')} in {what}.")
    return ["The bank opens.", *story]


def end_told(s: Position, voice: Voice) -> list[str]:
    totals = Voice.list_of(f"{voice.whom(seat)} {worth(s, seat)}K" for seat in range(s.players))
    return [f"The last round is over: with majorities, sets and all crystals paid out, it is {totals}."]


# The position


def look(s: Position, voice: Voice) -> list[tuple[str, str]]:
    """The table as rows of a label and a text."""
    turn = f"{min(s.rounds + 1, ROUNDS)} of {ROUNDS}"
    if s.phase not in (Phase.BANK, Phase.OVER):
        turn += f", turn {s.turns + 1} of {TURNS[s.players]}"
    rows = [("round", turn)]
    for number, fountain in enumerate(TOWNS[s.town].fountains):
        roofs = [roof for roof in range(ROOFS) if FOUNTAIN_OF[s.town, roof] == number]
        here = "  ← marker" if s.marker == number else ""
        rows.append((fountain.name, "   ".join(tile_told(s, roof) for roof in roofs) + here))
    if s.order[0] != EMPTY and s.phase < Phase.BANK:
        rows.append(("turn order", names(s.order[: s.players], voice, ", ")))
    return rows + [(voice.who(seat), player_told(s, seat)) for seat in range(s.players)]


def tile_told(s: Position, roof: int) -> str:
    """A roof with its number, and who is there with what: "4 merchant ▲▲ 2K"."""
    kind = s.roof[roof]
    if kind == EMPTY:
        return f"{roof + 1} –"
    signs = "".join(sign * count for sign, count in zip(CRYSTAL_SIGNS, GIVES[kind], strict=True))
    price = f"{PRICE[kind]}K" if PRICE[kind] else ""
    return " ".join(filter(None, [str(roof + 1), PERSON_NAMES[PERSON[kind]], signs, price]))


def player_told(s: Position, seat: int) -> str:
    held = "  ".join(f"{sign}{count}" for sign, count in zip(CRYSTAL_SIGNS, s.crystals[seat], strict=True))
    return ", ".join(filter(None, [f"{s.cash[seat]}K", held, favour_told(s, seat), choice_told(s, seat)]))


def favour_told(s: Position, seat: int) -> str:
    return "has the council's favour" if seat in s.favour.tolist() else ""


def choice_told(s: Position, seat: int) -> str:
    """The bribe of this turn, or how far a sealed choice is."""
    awaited = s.awaited >> seat & 1
    if s.phase == Phase.BRIBE:
        if awaited or s.bribe[seat] == EMPTY:
            return "thinks about a bribe" if awaited else ""
        return f"bribe {s.bribe[seat]}K" if s.bribe[seat] >= 0 else "bribe is ready"
    if s.phase == Phase.BANK:
        return "thinks about banking" if awaited else "is ready for the bank"
    return f"bribe {s.bribe[seat]}K" if s.phase < Phase.BANK and s.bribe[seat] != EMPTY else ""


def result(s: Position, voice: Voice) -> list[tuple[str, str]]:
    """The final scores explained, a row a seat."""
    rows = [(voice.who(seat), score_told(s, seat)) for seat in range(s.players)]
    most = max(worth(s, seat) for seat in range(s.players))
    level = [seat for seat in range(s.players) if worth(s, seat) == most]
    if len(level) > 1:
        counts = ", ".join(f"{voice.whom(seat)} {crystals_held(s, seat)}" for seat in level)
        rows.append(("tie", f"most crystals before they were cashed in decides: {counts}"))
    return rows


def score_told(s: Position, seat: int) -> str:
    held = s.crystals[seat].tolist()
    places = [int(majority_pays(s, seat, colour, held[colour])) for colour in range(COLOURS)]
    lots = [int(lot_pays(count)) for count in held]
    sets = int(complete_sets(s, seat))
    parts = [
        f"{s.cash[seat]}K cash",
        signed("majorities", places),
        f"{sets} set{'s' if sets > 1 else ''} {SET_PAYS * sets}K" if sets else "",
        signed("crystals", lots),
    ]
    return f"{worth(s, seat)}K: {', '.join(filter(None, parts))}"


def signed(label: str, amounts: list[int]) -> str:
    """What each colour pays: "crystals ▲ 8K ■ 2K", or nothing."""
    paid = [f"{sign} {amount}K" for sign, amount in zip(CRYSTAL_SIGNS, amounts, strict=True) if amount]
    return f"{label} {' '.join(paid)}" if paid else ""
