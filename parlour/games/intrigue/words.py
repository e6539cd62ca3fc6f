"""Intrigue in words: the names of scholars and areas, of every action, and of what just happened."""

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from parlour.games.intrigue.events import (
    Began,
    Bribed,
    Called,
    Collected,
    Covered,
    Decided,
    Ended,
    Event,
    Sent,
    line,
)
from parlour.games.intrigue.first_words import (
    OCCUPATION_NAMES,
    SALARIES,
    action,
    area_name,
    bribed_for,
    ducats,
    known,
    meaning,
    owing,
)
from parlour.games.intrigue.rules import (
    AREAS,
    BANISHED,
    BRIBE,
    COPIES,
    HIDDEN,
    HIRE,
    HOME,
    KEEP,
    LEAST_BRIBE,
    MOST_BRIBE,
    NOBODY,
    NONE,
    NOT_GIVEN,
    OCCUPATIONS,
    ROUNDS,
    SALARY,
    SEND,
    SENT_A_TURN,
    WAITING,
    Phase,
    Stage,
    applies,
    at_home,
    highest_bribe,
    income,
    money_left,
    next_bribe,
    occupations_at,
)
from parlour.kit.actions import decode, within
from parlour.kit.record import Position, plain
from parlour.kit.voice import SEAT_COLOURS, SIGNS, Voice, upper_first

__all__ = ["SALARIES", "action", "ask", "bribed_for", "look", "meaning", "result", "told", "why_not"]

COLOUR_NAMES = ("red", "yellow", "green", "blue", "violet")
COLOUR_SIGNS = SIGNS | {"violet": SIGNS["purple"]}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


# Money, areas, scholars


def colours_of(voice: Voice) -> Sequence[str]:
    """The players' colours: those they have at the table, or else those of the rulebook, seat by seat."""
    return COLOUR_NAMES if voice.colours is SEAT_COLOURS else voice.colours


def sign_of(seat: int, voice: Voice) -> str:
    return COLOUR_SIGNS[colours_of(voice)[seat]]


def signed(seat: int, voice: Voice) -> str:
    return f"{sign_of(seat, voice)} {voice.who(seat)}"


def owners(seat: int, voice: Voice) -> str:
    """Whose it is, standing alone: "Anna's", "yours"."""
    return "yours" if seat == voice.listener else voice.whose(seat)


def money(amount: int, voice: Voice) -> str:
    return voice.mention("money", ducats(amount))


def scholar(seat: int, occupation: int, voice: Voice) -> str:
    """Someone's scholar."""
    return f"{voice.whose(seat)} {trade(seat, occupation, OCCUPATION_NAMES[occupation], voice)}"


def trade(seat: int, occupation: int, text: str, voice: Voice) -> str:
    """Words for scholars of a player."""
    return voice.mention("scholar", text, "", "", f"scholar-{seat}-{occupation}")


def palace(seat: int, voice: Voice) -> str:
    return f"{voice.whose(seat)} {voice.mention('square', 'palace', '', '', f'palace-{seat}')}"


def scholars(found: Iterable[tuple[int, int]], voice: Voice) -> str:
    """Several scholars, given as seat and occupation: "Anna's doctor and both of Bruno's clerks"."""
    told = []
    for (seat, occupation), group in itertools.groupby(sorted(found)):
        many = len(list(group))
        both = trade(seat, occupation, f"{OCCUPATION_NAMES[occupation]}s", voice)
        told.append(scholar(seat, occupation, voice) if many == 1 else f"both of {voice.whose(seat)} {both}")
    return voice.list_of(told)


# Actions


def deed(s: Position, seat: int, number: int) -> str:
    """What an action counts as: which occupation it is about; not whose, where or how much."""
    if within(number, BRIBE):
        return f"bribe for the {OCCUPATION_NAMES[s.trade[next_bribe(s, seat)]]}"
    if within(number, HIRE):
        occupation, _, area = decode(HIRE, number)
        return f"hire a {OCCUPATION_NAMES[occupation]} into the {area_name(area)}"
    if within(number, KEEP):
        occupation, chosen, _ = decode(KEEP, number)
        verb = "keep" if chosen == s.resident[s.seat, occupation] else "replace"
        return f"{verb} a resident {OCCUPATION_NAMES[occupation]}"
    return f"send a {OCCUPATION_NAMES[decode(SEND, number)[0]]}"


def why_not(s: Position, seat: int, number: int, voice: Voice) -> str:
    """Why an action isn't legal now."""
    if within(number, BRIBE):
        return why_not_bribe(s, seat, number - BRIBE.first + LEAST_BRIBE)
    if within(number, SEND):
        return why_not_send(s, seat, number)
    if s.phase == Phase.BRIBES:
        return "the bribes come first."
    if s.phase == Phase.SEND:
        return "all applications at this palace are settled."
    occupation, chosen, area = decode(HIRE if within(number, HIRE) else KEEP, number)
    if occupation != s.occupation:
        return f"the decision now is about the {OCCUPATION_NAMES[s.occupation]}."
    if within(number, HIRE) and s.phase == Phase.KEEP:
        return f"the {OCCUPATION_NAMES[occupation]} already has an area in this palace."
    if within(number, KEEP) and s.phase == Phase.HIRE:
        return f"there is no {OCCUPATION_NAMES[occupation]} in this palace yet, so one is hired into a free area."
    if not known(chosen, s) or not applies(s, s.seat, chosen, occupation):
        return f"that player has no {OCCUPATION_NAMES[occupation]} applying here."
    return f"the {area_name(area)} is taken."


def why_not_bribe(s: Position, seat: int, amount: int) -> str:
    if s.phase != Phase.BRIBES:
        return "no bribe is due."
    if money_left(s, seat) == 0:
        return f"who has no money at all gives exactly {ducats(LEAST_BRIBE)}, which the bank pays."
    return f"only {ducats(money_left(s, seat))} are left."


def why_not_send(s: Position, seat: int, number: int) -> str:
    if s.phase != Phase.SEND:
        return "the applications at the player's own palace are settled first."
    occupation, palace, _ = decode(SEND, number)
    if palace == seat:
        return "scholars never apply at their own palace."
    if not known(palace, s):
        return "there is no such palace in this match."
    if not at_home(s, seat, occupation):
        return f"there is no {OCCUPATION_NAMES[occupation]} left at home."
    return "the two scholars of a turn must go to different palaces."


def misread(text: str) -> str | None:
    """Why words that look like a bribe mean no action at all, or None if they don't look like one."""
    form = re.match(r"bribe -?([\d,]+)", text)
    if not form:
        return None
    if int(form[1].replace(",", "") or 0) > 1000 * MOST_BRIBE:
        return f"a bribe is at most {ducats(MOST_BRIBE)}, which is twice what the best post can ever pay."
    return f"a bribe is a multiple of 1,000, at least {ducats(LEAST_BRIBE)}, and no more than is in the purse."


# What is asked


def ask(s: Position, voice: Voice) -> str:
    """Whose turn it is and what they must do, in one sentence."""
    now = plain(s)
    if now.phase == Phase.OVER:
        return "The match is over."
    if now.phase == Phase.BRIBES:
        return ask_for_bribe(s, voice)
    what = {Phase.HIRE: ask_to_hire, Phase.KEEP: ask_to_keep, Phase.SEND: ask_to_send}[now.phase](now, voice)
    return f"Your turn: {what}." if now.seat == voice.listener else f"Waiting for {voice.who(now.seat)} to {what}."


def ask_for_bribe(s: Position, voice: Voice) -> str:
    """Which conflict it is, who bribes now and who after that."""
    now = plain(s)
    conflict = f"{batch_name(now, voice)} at {palace(now.seat, voice)}"
    due = owing(now)
    seats = [seat for seat, _ in itertools.groupby(seat for seat, _ in due)]
    mine = [OCCUPATION_NAMES[occupation] for seat, occupation in due if seat == voice.listener]
    others = voice.list_of(map(voice.whom, seats[1:])) if seats[1:] and not now.sealed else ""
    if mine and (now.sealed or seats[0] == voice.listener):
        secretly = " secretly" if now.sealed else ""
        after = f"; {others} {'bribes' if len(seats) == 2 else 'bribe'} after you" if others else ""
        return (
            f"Your turn: bribe {voice.whom(now.seat)}{secretly} for your {mine[0]}, {range_told(s, voice)}; "
            f"{conflict}{after}."
        )
    later = f", then {others}" if others else ""
    if now.sealed:
        return f"{upper_first(conflict)}: waiting for secret bribes from {voice.list_of(map(voice.whom, dict(due)))}."
    return f"{upper_first(conflict)}: {voice.who(seats[0])} bribes next{later}."


def range_told(s: Position, voice: Voice) -> str:
    most = highest_bribe(s, voice.listener)
    return ducats(most) if most == LEAST_BRIBE else f"{ducats(LEAST_BRIBE)} to {ducats(most)}"


def batch_name(s: Any, voice: Voice) -> str:
    """The batch at hand by its occupations."""
    return stage_name(s, s.stage, sorted({occupation for _, occupation in line(s)}), voice)


def stage_name(s: Any, stage: int, occupations: list[int], voice: Voice) -> str:
    """Applications by their occupations: "external conflicts for the scientist and the clerk"."""
    if stage == Stage.INTERNAL:
        (occupation,) = occupations
        return (
            f"internal conflict for the {OCCUPATION_NAMES[occupation]} in the {area_name(s.area[s.seat][occupation])}"
        )
    plural = "s" if len(occupations) > 1 else ""
    what = f"uncontested application{plural} of" if stage == Stage.UNCONTESTED else f"external conflict{plural} for"
    return f"{what} {voice.list_of(f'the {OCCUPATION_NAMES[occupation]}' for occupation in occupations)}"


def ask_to_hire(s: Any, voice: Voice) -> str:
    rivals = applicants(s)
    if len(rivals) == 1:
        return f"choose an area for {scholar(rivals[0], s.occupation, voice)}"
    return (
        f"hire {' or '.join(scholar(seat, s.occupation, voice) for seat in rivals)} into an area; the rest are banished"
    )


def ask_to_keep(s: Any, voice: Voice) -> str:
    resident = s.resident[s.seat][s.occupation]
    area = area_name(s.area[s.seat][s.occupation])
    others = " or ".join(owners(seat, voice) for seat in applicants(s) if seat != resident)
    return f"keep {scholar(resident, s.occupation, voice)} in the {area}, or give the post to {others}"


def applicants(s: Any) -> list[int]:
    """The players whose scholars apply for the post that is decided about."""
    return [seat for seat in range(s.players) if WAITING + s.seat in s.where[seat][s.occupation]]


def ask_to_send(s: Any, voice: Voice) -> str:
    if s.to_send == SENT_A_TURN:
        return "send two scholars to other palaces, one after the other"
    elsewhere = f" to a palace other than {owners(s.sent_to, voice)}" if s.two_palaces else ""
    return f"send a second scholar{elsewhere}"


# What happened


def told(event: Event, voice: Voice) -> list[str]:
    match event:
        case Began(seat, number, new_round):
            beginning = [f"Round {number} begins."] if new_round else []
            return [*beginning, f"It is {voice.whose(seat)} turn."]
        case Collected(seat, amount, final):
            if not amount:
                return [f"{voice.does(seat, 'has')} no scholar in a post and {voice.verb(seat, 'gets')} no salary."]
            payment = "the final payment" if final else "salaries"
            return [f"{voice.does(seat, 'collects')} {money(amount, voice)} in {payment}."]
        case Called():
            return [call_told(event, voice)]
        case Covered(seat, _, occupation, amount):
            how_much = "" if amount == HIDDEN else f" of {money(amount, voice)}"
            purpose = trade(seat, occupation, OCCUPATION_NAMES[occupation], voice)
            return [f"{voice.does(seat, 'covers')} a bribe{how_much} for the {purpose}."]
        case Bribed():
            return [bribe_told(event, voice)]
        case Decided():
            return [decision_told(event, voice)]
        case Sent(seat, occupation, host):
            who = trade(seat, occupation, OCCUPATION_NAMES[occupation], voice)
            return [f"{voice.does(seat, 'sends')} a {who} to {palace(host, voice)}."]
        case Ended():
            return ["The match is over."]


def call_told(call: Called, voice: Voice) -> str:
    """Which applications are settled now."""
    where = f"at {palace(call.palace, voice)}"
    if call.stage == Stage.UNCONTESTED:
        return f"Uncontested {where}: {scholars(call.line, voice)}."
    if call.stage == Stage.EXTERNAL:
        by_occupation = sorted(call.line, key=lambda scholar: scholar[1])
        groups = [list(group) for _, group in itertools.groupby(by_occupation, key=lambda scholar: scholar[1])]
        conflicts = "; ".join(scholars(group, voice) for group in groups)
        return f"External conflict{'s' if len(groups) > 1 else ''} {where}: {conflicts}."
    (resident, occupation), *applicants = call.line
    name = OCCUPATION_NAMES[occupation]
    rivals = (
        [scholars([rival for rival in applicants if rival[0] != resident], voice)]
        if set(applicants) - {(resident, occupation)}
        else []
    )
    rivals += [f"{voice.whose(resident)} other {name}"] if (resident, occupation) in applicants else []
    contest = f"{voice.whose(resident)} resident {name} against {voice.list_of(rivals)}"
    return f"Internal conflict {where} for the {area_name(call.area)}: {contest}."


def bribe_told(bribe: Bribed, voice: Voice) -> str:
    purpose = f"for {scholar(bribe.seat, bribe.occupation, voice)}"
    if bribe.bank:
        return f"{voice.does(bribe.seat, 'has')} no money: the bank pays {voice.whom(bribe.palace)} 1,000 {purpose}."
    if bribe.seat != voice.listener:
        purpose = f"for the {trade(bribe.seat, bribe.occupation, OCCUPATION_NAMES[bribe.occupation], voice)}"
    return f"{voice.does(bribe.seat, 'bribes')} {voice.whom(bribe.palace)} with {money(bribe.amount, voice)} {purpose}."


def decision_told(decision: Decided, voice: Voice) -> str:
    """Who got a post, and who goes to the island."""
    owner, winner = decision.palace, scholar(decision.winner, decision.occupation, voice)
    area = f"the {area_name(decision.area)}"
    if decision.resident == NOBODY:
        deed = f"{voice.does(owner, 'hires')} {winner} into {area}"
    elif decision.resident == decision.winner:
        deed = f"{voice.does(owner, 'keeps')} {winner} in {area}"
    else:
        resident = scholar(decision.resident, decision.occupation, voice)
        deed = f"In {area} {voice.whom(owner)} {voice.verb(owner, 'replaces')} {resident} by {winner}"
    return f"{deed}{banishment_told(decision, voice)}."


def banishment_told(decision: Decided, voice: Voice) -> str:
    if not decision.banished:
        return ""
    names = []
    for seat, group in itertools.groupby(decision.banished):
        whose = voice.whose(seat)
        both = len(list(group)) == COPIES
        other = "other " if seat == decision.winner else ""
        name = OCCUPATION_NAMES[decision.occupation]
        names.append(f"both of {whose} {name}s" if both else f"{whose} {other}{name}")
    return f" and {voice.verb(decision.palace, 'banishes')} {voice.list_of(names)}"


# The position


def look(s: Position, voice: Voice) -> list[tuple[str, str]]:
    """The table as rows of a label and a text."""
    rows = [("round", f"{s.round_number} of {ROUNDS}, begun by {voice.whom(int(s.first))}")]
    if s.phase != Phase.OVER:
        rows.append(("turn", f"{signed(int(s.seat), voice)}{now_told(s, voice)}"))
    to_come = agenda(s, voice)
    if to_come:
        rows.append(("then", to_come))
    if s.bribes:
        rows.append(("bribes", ", ".join(bribe_in_line(s, place, voice) for place in range(s.bribes))))
    for seat in range(s.players):
        rows.append((signed(seat, voice), player_told(s, seat, voice)))
        rows.append(("", palace_told(s, seat, voice)))
    rows.append(("island", island_told(s, voice) or "empty"))
    return rows


def now_told(s: Position, voice: Voice) -> str:
    if s.phase == Phase.SEND:
        return f": {NUMBERS[s.to_send]} to send"
    return f": {batch_name(s, voice)}"


def agenda(s: Position, voice: Voice) -> str:
    """What will be settled at this palace after the batch at hand, in order."""
    batches = []
    for stage in range(s.stage, Stage.SETTLED):
        occupations = [o for o in range(OCCUPATIONS) if occupations_at(s, stage) >> o & 1]
        if stage == Stage.INTERNAL:
            occupations.sort(key=lambda o: SALARY[s.area[s.seat, o]])
            waiting = [o for o in occupations if s.stage != stage or o != s.occupation]
            batches += [stage_name(s, stage, [o], voice) for o in waiting]
        elif stage != s.stage and occupations:
            batches.append(stage_name(s, stage, occupations, voice))
    sending = ["two scholars are sent"] if s.phase != Phase.SEND and s.round_number < ROUNDS else []
    return ", then ".join(batches + sending) if s.phase != Phase.OVER else ""


def bribe_in_line(s: Position, place: int, voice: Voice) -> str:
    amount = int(s.bribe[place])
    given = "to come" if amount == NOT_GIVEN else "covered" if amount == HIDDEN else ducats(amount)
    return f"{scholar(int(s.briber[place]), int(s.trade[place]), voice)}: {given}"


def player_told(s: Position, seat: int, voice: Voice) -> str:
    parts = []
    if seat == voice.listener or s.open_money or s.phase == Phase.OVER:
        parts.append(f"{ducats(int(s.cash[seat]))} ducats")
    home = [int((s.where[seat, occupation] == HOME).sum()) for occupation in range(OCCUPATIONS)]
    names = [f"{NUMBERS[n]} {OCCUPATION_NAMES[o]}{'s' if n > 1 else ''}" for o, n in enumerate(home) if n]
    parts.append(f"income {ducats(income(s, seat))}" if income(s, seat) else "no income")
    parts.append(f"at home {', '.join(names)}" if names else "nobody at home")
    return "; ".join(parts)


def palace_told(s: Position, palace: int, voice: Voice) -> str:
    residents = {int(s.area[palace, o]): o for o in range(OCCUPATIONS) if s.area[palace, o] != NONE}
    areas = []
    for area in range(AREAS):
        occupation = residents.get(area)
        who = "free" if occupation is None else resident_told(int(s.resident[palace, occupation]), occupation, voice)
        areas.append(f"{ducats(int(SALARY[area]))} {who}")
    waiting = found(s, WAITING + palace)
    return "palace: " + ", ".join(areas) + (f"; waiting: {scholars(waiting, voice)}" if waiting else "")


def resident_told(seat: int, occupation: int, voice: Voice) -> str:
    return f"{sign_of(seat, voice)} {scholar(seat, occupation, voice)}"


def island_told(s: Position, voice: Voice) -> str:
    banished = [scholar for palace in range(s.players) for scholar in found(s, BANISHED + palace)]
    return scholars(banished, voice) if banished else ""


def found(s: Position, place: int) -> list[tuple[int, int]]:
    """The scholars who are at a place, as seat and occupation."""
    return [
        (seat, o) for seat in range(s.players) for o in range(OCCUPATIONS) for at in s.where[seat, o] if at == place
    ]


def result(s: Position, voice: Voice) -> list[tuple[str, str]]:
    """The final scores explained, a row a seat."""
    return [(voice.who(seat), fortune_told(s, seat)) for seat in range(s.players)]


def fortune_told(s: Position, seat: int) -> str:
    final = income(s, seat)
    source = f"{ducats(final)} of them from the final payment" if final else "nothing from the final payment"
    return f"{ducats(int(s.cash[seat]))} ducats, {source}"
