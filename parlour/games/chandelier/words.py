"""The Rainbow Chandelier in words: the names of people and places, of every action, and of what just happened."""

import functools
from collections.abc import Iterable

from parlour.games.chandelier import first_words
from parlour.games.chandelier.events import (
    BankOpened,
    Bought,
    BoughtNothing,
    BribeSealed,
    CouldNotPay,
    CouncilPaid,
    Ended,
    Event,
    FavourWon,
    FoundNothing,
    LotSealed,
    PursesOpened,
    RoundBegan,
    Stole,
    Stranded,
    Tie,
    Visited,
)
from parlour.games.chandelier.first_words import COLOUR_NAMES, PERSON_NAMES, banked_so_far, tile_name
from parlour.games.chandelier.rules import (
    BEST_LOT,
    BRIBE,
    BUY,
    CASH_IN,
    COLOURS,
    COUNCIL_PAYS,
    EMPTY,
    FOUNTAIN_OF,
    GIVES,
    HIDDEN,
    PERSON,
    PRICE,
    ROOFS,
    ROUNDS,
    SET_PAYS,
    STEAL,
    TOWNS,
    TURNS,
    VISIT,
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
from parlour.kit.voice import SHAPE_OF, SIGNS, Voice, upper_first

CRYSTAL_SIGNS = tuple(SIGNS[name] for name in COLOUR_NAMES)


PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")

# People and places


def money(amount: int, voice: Voice) -> str:
    return voice.mention("money", f"{amount}K")


def crystal(colour: int, text: str, voice: Voice, seat: int = EMPTY) -> str:
    """Words for crystals of a colour, on a player's string if one is given."""
    piece = "" if seat == EMPTY else f"string-{seat}-{colour}"
    return voice.mention("crystal", text, COLOUR_NAMES[colour], SHAPE_OF[COLOUR_NAMES[colour]], piece)


def crystals(counts: Iterable[int], voice: Voice) -> str:
    """So many crystals of each colour: "2 red and 1 blue crystal"."""
    held = [(count, colour) for colour, count in enumerate(counts) if count]
    named = Voice.list_of(crystal(colour, f"{count} {COLOUR_NAMES[colour]}", voice) for count, colour in held)
    return f"{named} crystal{'s' if held[-1][0] > 1 else ''}"


def goods(kind: int, voice: Voice) -> str:
    """The crystals that are to be had on a tile."""
    return crystals(GIVES[kind].tolist(), voice)


def tile(kind: int, roof: int, voice: Voice) -> str:
    """Who is on a tile, with the colours of what is to be had."""
    if not voice.marks:
        return tile_name(kind)
    sold = "-".join(crystal(colour, COLOUR_NAMES[colour], voice) for colour in range(COLOURS) if GIVES[kind, colour])
    return f"{sold} {voice.mention('tile', PERSON_NAMES[PERSON[kind]], '', '', f'roof-{roof}')}".strip()


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
        return take_named(s, number - VISIT.first, voice)
    if number == BUY.first and s.person != EMPTY:
        return f"buy {goods(int(s.person), voice)} for {money(PRICE[s.person], voice)}"
    if within(number, STEAL):
        victim, colour, _ = decode(STEAL, number)
        whom = voice.whom(victim) if victim < s.players else f"seat {victim}"
        return f"steal a {crystal(colour, f'{COLOUR_NAMES[colour]} crystal', voice, victim)} from {whom}"
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


def take_named(s: Position, roof: int, voice: Voice) -> str:
    where = roof_name(s.town, roof)
    if s.roof[roof] == EMPTY:
        return f"visit {where}"
    return f"visit the {tile(int(s.roof[roof]), roof, voice)} on {where}"


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
        return f"Your turn: {question(s, voice.listener, voice)}."
    return f"Waiting for {Voice.list_of(map(voice.who, awaited))} to {errand(s, len(awaited) > 1, voice)}."


def question(s: Position, seat: int, voice: Voice) -> str:
    """What the listener has to choose."""
    phase = int(s.phase)
    if phase == Phase.BRIBE:
        return f"choose a bribe from 0K to {s.cash[seat]}K, which stays sealed until all have chosen"
    if phase == Phase.VISIT:
        return f"visit someone {where_to(s)}"
    if phase == Phase.BUY:
        return f"buy {goods(int(s.person), voice)} for {PRICE[s.person]}K, or buy nothing"
    if phase == Phase.STEAL:
        return "choose the crystal that the thief takes from an opponent"
    if phase == Phase.COUNCIL:
        return f"take {COUNCIL_PAYS}K, or the council's favour: {favour_means(int(s.favours))}"
    colour = next_colour(s, seat)
    held = s.crystals[seat, colour]
    warning = f"; a lot of more than {BEST_LOT} pays no more" if held > BEST_LOT else ""
    return f"choose how many of {held} {COLOUR_NAMES[colour]} to cash in ({banked_so_far(s, seat)}K so far{warning})"


def favour_means(holders: int) -> str:
    """What a favour brings when others hold one already."""
    return f"{PLACES[holders]} in the next turn, without a bribe"


def errand(s: Position, several: bool, voice: Voice) -> str:
    """What someone else has to choose; of a sealed choice no more than what it is about."""
    phase = int(s.phase)
    if phase == Phase.BRIBE:
        return "choose their bribes" if several else "choose a bribe"
    if phase == Phase.BANK:
        return "choose what to cash in"
    if phase == Phase.VISIT:
        return f"visit someone {where_to(s)}"
    if phase == Phase.BUY:
        return f"buy {goods(int(s.person), voice)} for {PRICE[s.person]}K or nothing"
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


def told(event: Event, voice: Voice) -> list[str]:
    """What happened, as far as the listener can know."""
    match event:
        case BribeSealed(seat, amount):
            if amount == HIDDEN:
                return [f"{voice.does(seat, 'has')} a bribe ready."]
            return [f"{voice.does(seat, 'puts')} {money(amount, voice)} into {voice.whose(seat)} purse as a bribe."]
        case PursesOpened():
            return bribery_told(event, voice)
        case Visited():
            return [visit_told(event, voice)]
        case LotSealed():
            return [lot_told(event, voice)]
        case BankOpened(lots):
            return banking_told(lots, voice)
        case RoundBegan(number):
            return [f"Round {number} begins: everyone is back in town, dealt anew to the roofs."]
        case Ended(totals):
            counted = Voice.list_of(f"{voice.whom(seat)} {money(worth, voice)}" for seat, worth in enumerate(totals))
            return [f"The last round is over: with majorities, sets and all crystals paid out, it is {counted}."]
        case _:
            return [meeting_told(event, voice)]


def bribery_told(opened: PursesOpened, voice: Voice) -> list[str]:
    """Whose favour counts, what everyone offered, who tied and threw what, and the order that came of it."""
    favoured, offers = opened.favoured, opened.offers
    some = any(amount for _, amount in offers)
    story = []
    if favoured:
        verb = voice.verb(favoured[0], "goes") if len(favoured) == 1 else "go"
        story.append(f"By the council's favour {names(favoured, voice, ' and then ')} {verb} first.")
    if some:
        bids = ", ".join(f"{voice.whom(seat)} {money(bid, voice) if bid else 'nothing'}" for seat, bid in offers)
        story.append(f"The purses are opened: {bids}.")
    elif offers:
        (seat, _), *others = offers
        story.append("Nobody offers a bribe." if others else f"{voice.does(seat, 'offers')} no bribe.")
    story += [tie_told(tie, voice) for tie in opened.ties]
    if opened.first_pays and some:
        payers = [f"{voice.whom(seat)} {voice.verb(seat, 'pays')}" for seat, _ in opened.paid]
        story.append(f"Only {payers[0]}." if payers else "Nobody pays.")
    return [*story, f"The turn order is {names(opened.order, voice, ', ')}."]


def names(seats: Iterable[int], voice: Voice, between: str) -> str:
    return between.join(voice.whom(int(seat)) for seat in seats)


def tie_told(tie: Tie, voice: Voice) -> str:
    """All throws of those who offered the same."""
    throws = [", ".join(f"{voice.whom(seat)} {die}" for seat, die in throw) for throw in tie.throws]
    who = upper_first(Voice.list_of(voice.whom(seat) for seat in sorted(tie.seats)))
    return f"{who} tie at {money(tie.amount, voice)} and throw the die: {'; again '.join(throws)}."


def visit_told(visit: Visited, voice: Voice) -> str:
    """Where the marker goes and who is met; what a preacher gives needs no further word."""
    seat, kind = visit.seat, visit.kind
    if visit.start == EMPTY:
        moves = f"{voice.does(seat, 'starts')} at"
    else:
        stays = visit.start == visit.fountain
        moves = f"{voice.does(seat, 'stays')} at" if stays else f"{voice.does(seat, 'goes')} on to"
    who = tile(kind, visit.roof, voice)
    only = ", the only one in reach" if visit.forced else ""
    gift = f", who gives {goods(kind, voice)}" if PERSON[kind] == Person.PREACHER else ""
    where = fountain_name(visit.town, visit.fountain)
    return f"{moves} {where} and {voice.verb(seat, 'visits')} the {who}{only}{gift}."


def meeting_told(event: Event, voice: Voice) -> str:
    """What came of meeting someone, or that nobody could be met."""
    match event:
        case Bought(seat, kind):
            return f"{voice.does(seat, 'buys')} {goods(kind, voice)} for {money(PRICE[kind], voice)}."
        case BoughtNothing(seat):
            return f"{voice.does(seat, 'buys')} nothing."
        case CouldNotPay(seat, kind):
            return f"{voice.who(seat)} can't pay the {money(PRICE[kind], voice)}."
        case Stole(seat, victim, colour):
            what = f"a {crystal(colour, f'{COLOUR_NAMES[colour]} crystal', voice, victim)}"
            return f"The thief takes {what} from {voice.whom(victim)} for {voice.whom(seat)}."
        case FoundNothing():
            return "No opponent has a crystal, so the thief takes nothing."
        case CouncilPaid(seat):
            return f"The council pays {voice.whom(seat)} {money(COUNCIL_PAYS, voice)}."
        case FavourWon(seat):
            return f"{voice.does(seat, 'takes')} the council's favour for the next turn."
        case Stranded(seat):
            return f"{voice.does(seat, 'passes')}: no tile is left within one step of the marker."
    raise TypeError(f"There are no words for {event}.")


def lot_told(lot: LotSealed, voice: Voice) -> str:
    """A choice for the bank is made, but not revealed yet."""
    seat, colour = lot.seat, lot.colour
    if colour == EMPTY:
        return f"{voice.does(seat, 'is')} {'ready' if lot.ready else 'sorting crystals'} for the bank."
    if lot.count:
        counts = [lot.count if other == colour else 0 for other in range(COLOURS)]
        choice = f"cash in {crystals(counts, voice)} for {money(lot_pays(lot.count), voice)}"
    else:
        choice = f"keep {crystal(colour, COLOUR_NAMES[colour], voice, seat)}"
    return f"{voice.does(seat, 'chooses')} to {choice}{f': {money(lot.total, voice)} in all' if lot.ready else ''}."


def banking_told(lots: tuple[tuple[int, tuple[int, ...]], ...], voice: Voice) -> list[str]:
    if not lots:
        return ["Nobody has a crystal to cash in."]
    story = ["The bank opens."]
    for seat, counts in lots:
        paid = sum(int(lot_pays(count)) for count in counts)
        what = f"{crystals(counts, voice)} for {money(paid, voice)}" if any(counts) else "nothing"
        story.append(f"{voice.does(seat, 'cashes')} in {what}.")
    return story


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
    return rows + [(voice.who(seat), player_told(s, seat, voice)) for seat in range(s.players)]


def tile_told(s: Position, roof: int) -> str:
    """A roof with its number, and who is there with what: "4 merchant ▲▲ 2K"."""
    kind = s.roof[roof]
    if kind == EMPTY:
        return f"{roof + 1} –"
    signs = "".join(sign * count for sign, count in zip(CRYSTAL_SIGNS, GIVES[kind], strict=True))
    price = f"{PRICE[kind]}K" if PRICE[kind] else ""
    return " ".join(filter(None, [str(roof + 1), PERSON_NAMES[PERSON[kind]], signs, price]))


def player_told(s: Position, seat: int, voice: Voice) -> str:
    counts = enumerate(s.crystals[seat])
    held = "  ".join(crystal(colour, f"{CRYSTAL_SIGNS[colour]}{count}", voice, seat) for colour, count in counts)
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
    rows = [(voice.who(seat), score_told(s, seat, voice)) for seat in range(s.players)]
    most = max(worth(s, seat) for seat in range(s.players))
    level = [seat for seat in range(s.players) if worth(s, seat) == most]
    if len(level) > 1:
        counts = ", ".join(f"{voice.whom(seat)} {crystals_held(s, seat)}" for seat in level)
        rows.append(("tie", f"most crystals before they were cashed in decides: {counts}"))
    return rows


def score_told(s: Position, seat: int, voice: Voice) -> str:
    held = s.crystals[seat].tolist()
    places = [int(majority_pays(s, seat, colour, held[colour])) for colour in range(COLOURS)]
    lots = [int(lot_pays(count)) for count in held]
    sets = int(complete_sets(s, seat))
    parts = [
        f"{s.cash[seat]}K cash",
        signed("majorities", places, voice),
        f"{sets} set{'s' if sets > 1 else ''} {SET_PAYS * sets}K" if sets else "",
        signed("crystals", lots, voice),
    ]
    return f"{worth(s, seat)}K: {', '.join(filter(None, parts))}"


def signed(label: str, amounts: list[int], voice: Voice) -> str:
    """What each colour pays: "crystals ▲ 8K ■ 2K", or nothing."""
    paid = [
        crystal(colour, f"{CRYSTAL_SIGNS[colour]} {amount}K", voice) for colour, amount in enumerate(amounts) if amount
    ]
    return f"{label} {' '.join(paid)}" if paid else ""
