"""What a sensible player of Intrigue does.

It counts what a post can still pay. It bribes with a share of that, outbids a rival as long as the post stays worth
it, and gives the least where it can't win. As an owner it honours money: who pays more gets the post, and a good
area only goes for a good bribe. It spares those who pay its own scholars, is harder on those who lead, and takes
some vengeance on those who banished its scholars or broke a promise to it. It sends its scholars to different
palaces, where the posts are good, few others apply and the owner has done it no harm.
"""

from collections.abc import Sequence

import numpy as np

from parlour.games.intrigue.rules import (
    AREAS,
    BANISHED,
    BRIBE,
    COPIES,
    HIRE,
    HOME,
    KEEP,
    LEAST_BRIBE,
    NOBODY,
    NONE,
    OCCUPATIONS,
    ROUNDS,
    SALARY,
    SEND,
    Phase,
    Stage,
    applies,
    at_home,
    can_send_to,
    highest_bribe,
    income,
    is_free,
    next_bribe,
)
from parlour.games.intrigue.talk import Statement, Verb
from parlour.kit.actions import encode
from parlour.kit.compiled import compiled
from parlour.kit.luck import roll
from parlour.kit.record import Position
from parlour.kit.talk import Mark, Promise

PERCENT = 100
FICKLE = True  # these players leave much to chance; the search has to know

BEST_FIRST = np.argsort(-SALARY)  # the areas from the highest salary to the lowest

# Bribes, in percent of what is at stake.
FOR_AN_AREA = 7  # uncontested: the post is sure, only the area isn't
FOR_A_POST = 20  # an opening bid in a conflict
AT_MOST = 60  # the highest bid against a rival

FAIR_SHARE = 20  # of what an area can still pay: the favour that an owner wants for it, in percent

# What an owner weighs, in thousands of ducats.
OUT_OF_WORK = 2  # for each scholar of mine that someone has banished
BROKEN_WORD = 6  # for each promise to me that someone has broken
MONEY_TALKS = 2  # for each thousand of the bribe: who pays today pays again
MOST_GOODWILL = 10  # for the salaries of mine that someone could end
ENVY = 8  # a lead of so many thousands weighs one
IN_OFFICE = 1  # for a resident, who is known


@compiled
def heuristic(s, seat):
    """The action of a sensible player who knows what is in `s`."""
    if s.phase == Phase.BRIBES:
        return fitting_bribe(s, seat) - LEAST_BRIBE
    if s.phase == Phase.HIRE:
        winner = favourite(s, seat, s.occupation)
        return encode(HIRE, s.occupation, winner, deserved_area(s, seat, winner))
    if s.phase == Phase.KEEP:
        return encode(KEEP, s.occupation, favourite(s, seat, s.occupation))
    return best_application(s, seat)


@compiled
def shrewd(s, seat):
    """Like the heuristic, but as an owner it honours money only half of the time, and else decides on a whim.

    Nothing binds an owner, and those who think do what helps them most. Nobody can tell what that will be, so the
    search reckons with owners of both kinds.
    """
    if (s.phase == Phase.HIRE or s.phase == Phase.KEEP) and roll(s, 2):
        return whim(s, seat)
    return heuristic(s, seat)


# What things are worth


@compiled
def payments_left(s, seat):
    """How often a player will still be paid for a post that he has from now on."""
    turn_to_come = (seat - s.first) % s.players > (s.seat - s.first) % s.players
    return ROUNDS - s.round_number + 1 + (turn_to_come and s.round_number > 1)


@compiled
def average_free_salary(s, palace):
    """What a new occupation can expect at a palace, in hundredths of a thousand."""
    total, count = 0, 0
    for area in range(AREAS):
        if is_free(s, palace, area):
            total += SALARY[area]
            count += 1
    return PERCENT * total // max(count, 1)


@compiled
def best_free_salary(s, palace):
    best = 0
    for area in range(AREAS):
        if is_free(s, palace, area):
            best = max(best, SALARY[area])
    return best


@compiled
def challengers(s, seat, palace, occupation):
    """How many scholars at home could still be sent against a player's resident."""
    count = 0
    for other in range(s.players):
        if other != seat and other != palace:
            for copy in range(COPIES):
                count += s.where[other, occupation, copy] == HOME
    return count


@compiled
def grudge(s, seat, other):
    """What a player holds against another: banished scholars and broken promises."""
    harm = BROKEN_WORD * s.distrust[other]
    for occupation in range(OCCUPATIONS):
        for copy in range(COPIES):
            if s.where[seat, occupation, copy] == BANISHED + other:
                harm += OUT_OF_WORK
    return harm


@compiled
def income_from(s, seat, palace):
    """The salaries that a player's scholars have at one palace."""
    salaries = 0
    for occupation in range(OCCUPATIONS):
        if s.resident[palace, occupation] == seat:
            salaries += SALARY[s.area[palace, occupation]]
    return salaries


@compiled
def prospects(s, seat):
    """What a player would own at the end if nothing changed any more."""
    return s.cash[seat] + income(s, seat) * payments_left(s, seat)


@compiled
def lead(s, seat, other):
    """How far another player is ahead of the average of those whom I play against."""
    total = 0
    for third in range(s.players):
        if third != seat:
            total += prospects(s, third)
    return prospects(s, other) - total // (s.players - 1)


# Bribing


@compiled
def fitting_bribe(s, seat):
    """What the scholar whose bribe is due is worth to his owner."""
    place = next_bribe(s, seat)
    occupation = s.trade[place]
    most = purse(s, seat, place)
    stake = at_stake(s, seat, occupation)
    if s.stage == Stage.UNCONTESTED:
        return min(max(stake * FOR_AN_AREA // PERCENT + roll(s, 2), LEAST_BRIBE), most)
    rival, own = 0, 0
    for other in range(s.bribes):
        if s.trade[other] == occupation:
            if s.briber[other] == seat:
                own = max(own, s.bribe[other])
            else:
                rival = max(rival, s.bribe[other])
    bid = max(stake * FOR_A_POST // PERCENT + roll(s, 3), rival + 1)
    if own > 0 or bid > stake * AT_MOST // PERCENT or bid > most:
        return LEAST_BRIBE
    return max(bid, LEAST_BRIBE)


@compiled
def purse(s, seat, place):
    """What can be spent on one bribe: the rest of the line must be served too."""
    later = 0
    for other in range(place + 1, s.bribes):
        later += s.briber[other] == seat
    return max(highest_bribe(s, seat) // (1 + later), LEAST_BRIBE)


@compiled
def at_stake(s, seat, occupation):
    """What a post at the palace whose turn it is can still pay, less if many could come and contest it."""
    palace = s.seat
    if s.area[palace, occupation] != NONE:
        salary = PERCENT * SALARY[s.area[palace, occupation]]
    elif s.stage == Stage.UNCONTESTED:
        salary = PERCENT * best_free_salary(s, palace)
    else:
        salary = average_free_salary(s, palace)
    risk = 4 + challengers(s, seat, palace, occupation)
    return salary * payments_left(s, seat) * 4 // (risk * PERCENT)


# Hiring


@compiled
def bribes_of(s, seat, occupation):
    """What a player gave for scholars of an occupation in the batch at hand."""
    total = 0
    for place in range(s.bribes):
        if s.briber[place] == seat and s.trade[place] == occupation:
            total += s.bribe[place]
    return total


@compiled
def favour(s, seat, other, occupation):
    """How glad an owner would be to give a player a post, in thousands."""
    liking = MONEY_TALKS * bribes_of(s, other, occupation) - grudge(s, seat, other)
    if s.round_number < ROUNDS:
        liking += min(income_from(s, seat, other), MOST_GOODWILL)
    ahead = lead(s, seat, other)
    if s.resident[seat, occupation] == other:
        liking += IN_OFFICE
        ahead -= SALARY[s.area[seat, occupation]] * payments_left(s, other)  # the post itself is in question
    return liking - ahead // ENVY


@compiled
def wants(s, palace, seat, occupation):
    """Whether a player has a scholar of an occupation working at a palace, or waiting there."""
    return s.resident[palace, occupation] == seat or applies(s, palace, seat, occupation)


@compiled
def favourite(s, seat, occupation):
    """Of all who have a scholar of an occupation waiting or working here, the one who deserves it most."""
    chosen, best = NOBODY, 0
    for other in range(s.players):
        if wants(s, seat, other, occupation):
            liking = favour(s, seat, other, occupation)
            if chosen == NOBODY or liking > best or (liking == best and roll(s, 2)):
                chosen, best = other, liking
    return chosen


@compiled
def deserved_area(s, seat, winner):
    """The best free area that the bribe is a fair share of, after those in the batch who deserve a better one."""
    liking = favour(s, seat, winner, s.occupation)
    better = 0
    for occupation in range(s.occupation + 1, OCCUPATIONS):
        if s.area[seat, occupation] == NONE and s.waiting[seat, occupation] > 0 and in_batch(s, occupation):
            rival = favourite(s, seat, occupation)
            better += favour(s, seat, rival, occupation) > liking
    rank, lowest = 0, NONE
    for place in range(AREAS):
        area = BEST_FIRST[place]
        if is_free(s, seat, area):
            fair = SALARY[area] * payments_left(s, winner) * FAIR_SHARE <= max(liking, 1) * PERCENT
            if fair and rank >= better:
                return area
            rank, lowest = rank + 1, area
    return lowest


@compiled
def in_batch(s, occupation):
    for place in range(s.bribes):
        if s.trade[place] == occupation:
            return True
    return False


@compiled
def whim(s, seat):
    """Any of those who want the post gets it; in the worst area if he is ahead of the others, else in the best."""
    rivals = 0
    for other in range(s.players):
        rivals += wants(s, seat, other, s.occupation)
    winner, left = NOBODY, roll(s, rivals)
    for other in range(s.players):
        if wants(s, seat, other, s.occupation):
            if left == 0:
                winner = other
            left -= 1
    if s.phase == Phase.KEEP:
        return encode(KEEP, s.occupation, winner)
    ahead, given = lead(s, seat, winner) > 0, NONE
    for place in range(AREAS):
        area = BEST_FIRST[place]
        if is_free(s, seat, area) and (ahead or given == NONE):
            given = area  # the last free one is the worst
    return encode(HIRE, s.occupation, winner, given)


# Sending


@compiled
def best_application(s, seat):
    """The scholar and the palace that promise most."""
    chosen, best = NONE, 0
    for occupation in range(OCCUPATIONS):
        if at_home(s, seat, occupation):
            for palace in range(s.players):
                if can_send_to(s, palace):
                    promise = PERCENT * outlook(s, seat, occupation, palace) + roll(s, PERCENT)
                    if chosen == NONE or promise > best:
                        chosen, best = encode(SEND, occupation, palace), promise
    return chosen


@compiled
def outlook(s, seat, occupation, palace):
    """What an application can be expected to bring, in hundredths of a thousand a salary."""
    if s.resident[palace, occupation] == seat or applies(s, palace, seat, occupation):
        return 0  # a conflict with oneself
    rivals = s.waiting[palace, occupation]
    if s.area[palace, occupation] == NONE:
        value = average_free_salary(s, palace) // (1 + rivals)
    else:
        owner = s.resident[palace, occupation]
        value = PERCENT * SALARY[s.area[palace, occupation]] // (2 + rivals)
        value += 10 * min(grudge(s, seat, owner), 10) + min(max(lead(s, seat, owner), 0), 50)
    value = value * 10 // (10 + grudge(s, seat, palace))
    return value * 3 // 4 if palace == s.sent_to or income_from(s, seat, palace) > 0 else value


# Talking: the bot keeps its word, unless to someone who has broken theirs to it.


def broken_to(seat: int, other: int, promises: Sequence[Promise]) -> int:
    """How many promises to a seat another has broken."""
    broken = [promise.statement for promise in promises if promise.mark is Mark.BROKEN]
    return sum(statement.seat == other and statement.to == seat for statement in broken)


def act(s: Position, seat: int, promises: Sequence[Promise]) -> int:
    """The heuristic's action at a table where people talk: it remembers who broke a promise, and keeps its own."""
    view = s.copy()
    for other in range(s.players):
        view.distrust[other] = broken_to(seat, other, promises)
    action = int(heuristic(view, seat))
    for promise in promises:
        statement = promise.statement
        if promise.mark is Mark.OPEN and statement.seat == seat and not view.distrust[statement.to]:
            action = honoured(s, seat, statement, action)
    return action


def honoured(s: Position, seat: int, promised: Statement, action: int) -> int:
    """The action that keeps a promise, if now is the time for it; else the one that was wanted anyway."""
    to, occupation = promised.to, promised.occupation
    if promised.verb is Verb.PROMISE_PAY:
        place = next_bribe(s, seat) if s.phase == Phase.BRIBES and s.seat == to else NONE
        if place != NONE and s.trade[place] == occupation:
            return max(action, BRIBE.first + min(promised.amount, highest_bribe(s, seat)) - LEAST_BRIBE)
    elif s.seat == seat and s.occupation == occupation:
        concerned = s.resident[seat, occupation] == to or applies(s, seat, to, occupation)
        in_area = promised.verb is Verb.PROMISE_KEEP or s.area[seat, occupation] == promised.area
        if s.phase == Phase.KEEP and concerned and in_area:
            return int(encode(KEEP, occupation, to))
        if s.phase == Phase.HIRE and concerned and promised.area != NONE and is_free(s, seat, promised.area):
            return int(encode(HIRE, occupation, to, promised.area))
    return action


def answer(statement: Statement, s: Position, seat: int, promises: Sequence[Promise]) -> Statement | None:
    """What the bot says to a statement that was made to it, or None if it needs no answer."""
    other = statement.seat
    trusts = not broken_to(seat, other, promises)
    yes, no = Statement(Verb.ACCEPT, seat, other), Statement(Verb.REFUSE, seat, other)
    match statement.verb:
        case Verb.ACCEPT | Verb.REFUSE:
            return None
        case Verb.THREATEN:
            return no
        case Verb.ASK:
            return yes if trusts and grants(statement, s, seat, promises) else no
        case Verb.DEMAND:
            most = would_pay(s, seat, other, statement.occupation)
            if not trusts or most == 0:
                return no
            if statement.amount <= most:
                return yes
            return Statement(Verb.PROMISE_PAY, seat, other, statement.occupation, amount=most)
    return yes if trusts else no


def would_pay(s: Position, seat: int, palace: int, occupation: int) -> int:
    """The most that the bot would bribe for the scholar whose bribe it owes next; 0 if it owes none there."""
    place = next_bribe(s, seat) if s.phase == Phase.BRIBES and s.seat == palace else NONE
    if place == NONE or s.trade[place] != occupation:
        return 0
    share = 2 * FOR_AN_AREA if s.stage == Stage.UNCONTESTED else AT_MOST
    return max(min(int(at_stake(s, seat, occupation)) * share // PERCENT, int(purse(s, seat, place))), LEAST_BRIBE)


def grants(wish: Statement, s: Position, seat: int, promises: Sequence[Promise]) -> bool:
    """Whether the bot gives someone an area: if it can, and for a modest area or one for one."""
    area = s.area[seat, wish.occupation]
    possible = area == wish.area if area != NONE else is_free(s, seat, wish.area)
    own = [promise.statement for promise in promises if promise.mark is Mark.OPEN and promise.statement.seat == seat]
    promised = any(
        other.to != wish.seat and (other.occupation == wish.occupation or other.area == wish.area)
        for other in own
        if other.verb is not Verb.PROMISE_PAY
    )
    modest = SALARY[wish.area] <= max(3, income_from(s, seat, wish.seat))
    return bool(possible and modest and not promised and grudge(s, seat, wish.seat) <= OUT_OF_WORK)
