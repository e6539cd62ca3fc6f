"""Intrigue, 3 to 5 players: place scholars in the others' palaces, take bribes in your own; most ducats wins.

Five rounds, a turn for each player in each. In a turn the bank pays the player's scholars; then the player settles
the applications at his palace, for which the applicants' owners bribe; then the player sends two scholars to other
palaces. The choices, each one action:

| action | who | means |
|---|---|---|
| bribe[amount - 1] | owner of a scholar concerned | hand over so many thousands for the scholar whose turn it is |
| hire[occupation, seat, area] | owner of the palace | that player's scholar gets the area, rivals are banished |
| keep[occupation, seat] | owner of the palace | of resident and applicants, that player's scholar has the post |
| send[occupation, palace] | player whose turn it is | a scholar leaves home to apply at that palace |

What leaves nobody a choice happens by itself: the bribe of a player with no more than 1,000, the last scholar for
the last area, a conflict of scholars who all belong to one player. Two scholars of one player and occupation are
worth the same, so a choice names the player, and of two applicants the first copy stays, of resident and applicant
the resident.

| option | values | means |
|---|---|---|
| open_money | no, yes | whether the words and the board show everyone's cash |
| two_palaces | no, yes | whether the two scholars of a turn must go to different palaces |
| secret_bribes | no, yes | whether the bribes of a batch are given unseen and shown together |

What a seat knows: everything but bribes that are still sealed. Cash is a secret at the table, but all start alike
and every payment is public, so whoever counts along knows it: it stays in the record that a seat is given, and
without `open_money` the words and the board just don't show it. Money is counted in thousands.
"""

from enum import IntEnum

import numpy as np

from parlour.kit.actions import Actions, decode, encode, within
from parlour.kit.compiled import compiled
from parlour.kit.luck import roll
from parlour.kit.record import i8, i16, record, u64

# Components ---------------------------------------------------------------------------------------------------

SEATS = 5  # red, yellow, green, blue, violet
AREAS = 4
OCCUPATIONS = 4  # scientist, doctor, priest, clerk
COPIES = 2  # scholars of each occupation that a player has

SALARY = np.array([1, 6, 10, 3], np.int64)  # of the areas as they are printed
ALL_AREAS = (1 << AREAS) - 1  # as a bit set
CAPITAL = 32  # thousands at the start
ROUNDS = 5
SENT_A_TURN = 2

LEAST_BRIBE = 1
MOST_BRIBE = 100  # twice what the best post can ever pay back: five salaries of 10
MOST_BRIBES = (SEATS - 1) * SENT_A_TURN  # of one batch: a resident's owner can have sent but one more of the kind

# Where a scholar is; to the last three the number of the palace is added.
HOME = 0
WAITING = 1
EMPLOYED = WAITING + SEATS
BANISHED = EMPLOYED + SEATS  # to the island, by the owner of that palace
PLACES = BANISHED + SEATS

NOBODY = -1
NONE = -1
NOT_GIVEN = 0  # a bribe that is still to come
HIDDEN = -2  # a bribe that lies sealed on the table


class Phase(IntEnum):
    """What comes next: the first two happen by themselves, the others are choices."""

    SALARIES = 0  # the player whose turn begins is paid
    APPLICATIONS = 1  # the next batch of applications is called, or there is none left
    BRIBES = 2  # owners of scholars give bribes
    HIRE = 3  # the owner of the palace hires for one occupation that is new to the palace
    KEEP = 4  # the owner of the palace chooses between a resident and applicants
    SEND = 5
    OVER = 6


class Stage(IntEnum):
    """The kinds of applications, in the order in which they are settled."""

    UNCONTESTED = 0
    EXTERNAL = 1
    INTERNAL = 2
    SETTLED = 3  # nobody waits for an answer


State = record(
    "Intrigue",
    luck=(u64, 2),
    players=i8,
    open_money=i8,
    two_palaces=i8,
    secret_bribes=i8,
    round_number=i8,  # 1 to 5
    first=i8,  # the seat that begins every round
    seat=i8,  # whose turn it is
    phase=i8,  # Phase
    stage=i8,  # Stage
    occupation=i8,  # the one that the owner decides about, or that an internal conflict is about, or NONE
    to_send=i8,  # scholars that the player must still send in this turn
    sent_to=i8,  # the palace that got the first of two scholars, while the second is still to be sent, or NONE
    cash=(i16, SEATS),
    paid=i16,  # what the bank has paid out so far
    where=(i8, (SEATS, OCCUPATIONS, COPIES)),  # each scholar: HOME, WAITING, EMPLOYED or BANISHED
    waiting=(i8, (SEATS, OCCUPATIONS)),  # at each palace: how many of each occupation apply
    area=(i8, (SEATS, OCCUPATIONS)),  # of each palace: the area of each occupation, or NONE
    resident=(i8, (SEATS, OCCUPATIONS)),  # of each palace: whose scholar works there, or NOBODY
    bribes=i8,  # scholars in the batch that is being settled; the three lists below are in the order of bribing
    given=i8,  # how many of their bribes have been given
    briber=(i8, MOST_BRIBES),  # whose scholar, or NOBODY
    trade=(i8, MOST_BRIBES),  # the scholar's occupation, or NONE
    bribe=(i16, MOST_BRIBES),  # what was given, NOT_GIVEN, or HIDDEN
    sealed=i8,  # 1 while the bribes of the batch are covered
    distrust=(i8, SEATS),  # for bots: promises that each seat broke to the one who looks; the rules don't use it
)

ACTIONS = Actions()
BRIBE = ACTIONS.block("bribe", amount=MOST_BRIBE)
HIRE = ACTIONS.block("hire", occupation=OCCUPATIONS, seat=SEATS, area=AREAS)
KEEP = ACTIONS.block("keep", occupation=OCCUPATIONS, seat=SEATS)
SEND = ACTIONS.block("send", occupation=OCCUPATIONS, palace=SEATS)

MOST_CHOICES = MOST_BRIBE


# Set-up -------------------------------------------------------------------------------------------------------


@compiled
def start(s, players, open_money, two_palaces, secret_bribes):
    """Everyone has 32,000 ducats, eight scholars at home and an empty palace; lots decide who begins."""
    s.players = players
    s.open_money = open_money
    s.two_palaces = two_palaces
    s.secret_bribes = secret_bribes
    s.round_number = 1
    s.stage = Stage.SETTLED
    s.occupation = NONE
    s.to_send = 0
    s.sent_to = NONE
    s.paid = 0
    s.bribes = MOST_BRIBES
    clear_batch(s)
    for seat in range(SEATS):
        plays = seat < players
        s.cash[seat] = CAPITAL if plays else 0
        s.distrust[seat] = 0
        for occupation in range(OCCUPATIONS):
            s.waiting[seat, occupation] = 0
            s.area[seat, occupation] = NONE
            s.resident[seat, occupation] = NOBODY
            for copy in range(COPIES):
                s.where[seat, occupation, copy] = HOME if plays else NONE
    s.first = roll(s, players)
    s.seat = s.first
    s.phase = Phase.SALARIES
    go_on(s)


# Who acts, and what may be done -------------------------------------------------------------------------------


@compiled
def actors(s):
    """The player whose turn it is; for bribes their giver, or all who still owe one if they are sealed."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase != Phase.BRIBES:
        return 1 << s.seat
    if not s.sealed:
        return 1 << s.briber[s.given]
    seats = 0
    for place in range(s.bribes):
        if s.bribe[place] == NOT_GIVEN:
            seats |= 1 << s.briber[place]
    return seats


@compiled
def legal(s, seat, out):
    """Write the legal actions of a seat and return how many there are."""
    if not actors(s) >> seat & 1:
        return 0
    if s.phase == Phase.BRIBES:
        return ways_to_bribe(s, seat, out)
    if s.phase == Phase.HIRE:
        return ways_to_hire(s, out)
    if s.phase == Phase.KEEP:
        return ways_to_keep(s, out)
    return ways_to_send(s, seat, out)


@compiled
def ways_to_bribe(s, seat, out):
    count = highest_bribe(s, seat) - LEAST_BRIBE + 1
    for place in range(count):
        out[place] = BRIBE.first + place
    return count


@compiled
def ways_to_hire(s, out):
    count = 0
    free = free_areas(s, s.seat)
    for seat in range(s.players):
        if applies(s, s.seat, seat, s.occupation):
            for area in range(AREAS):
                if free >> area & 1:
                    out[count] = encode(HIRE, s.occupation, seat, area)
                    count += 1
    return count


@compiled
def ways_to_keep(s, out):
    count = 0
    for seat in range(s.players):
        if seat == s.resident[s.seat, s.occupation] or applies(s, s.seat, seat, s.occupation):
            out[count] = encode(KEEP, s.occupation, seat)
            count += 1
    return count


@compiled
def ways_to_send(s, seat, out):
    count = 0
    for occupation in range(OCCUPATIONS):
        if at_home(s, seat, occupation):
            for palace in range(s.players):
                if can_send_to(s, palace):
                    out[count] = encode(SEND, occupation, palace)
                    count += 1
    return count


# The course of play -------------------------------------------------------------------------------------------


@compiled
def play(s, seat, action):
    """Carry out an action, and all that follows without a choice."""
    decide(s, seat, action)
    go_on(s)


@compiled
def decide(s, seat, action):
    """Carry out an action, and nothing that follows."""
    if within(action, BRIBE):
        give_bribe(s, next_bribe(s, seat), action - BRIBE.first + LEAST_BRIBE)
    elif within(action, SEND):
        occupation, palace, _ = decode(SEND, action)
        send(s, occupation, palace)
    elif within(action, HIRE):
        occupation, chosen, area = decode(HIRE, action)
        hire(s, occupation, chosen, area)
    else:
        occupation, chosen, _ = decode(KEEP, action)
        keep(s, occupation, chosen)


@compiled
def go_on(s):
    """Go on until someone has a choice or the match is over."""
    while step(s):
        pass


@compiled
def step(s):
    """Do the next single thing that leaves nobody a choice; returns whether there was one."""
    if s.phase == Phase.BRIBES:
        return take_bribes(s)
    if s.phase == Phase.SALARIES:
        begin_turn(s)
        return True
    if s.phase == Phase.APPLICATIONS:
        call_next_batch(s)
        return True
    if s.phase == Phase.HIRE:
        return hire_the_only_one(s)
    if s.phase == Phase.KEEP:
        return keep_the_only_one(s)
    if s.phase == Phase.SEND:
        return send_the_only_way(s)
    return False


# The turn: salaries -------------------------------------------------------------------------------------------


@compiled
def left_of(s, seat):
    """The next player clockwise."""
    return seat + 1 if seat + 1 < s.players else 0


@compiled
def begin_turn(s):
    """From the second round on, a turn begins with the salaries. Then come the applications."""
    if s.round_number > 1:
        collect_salaries(s, s.seat)
    s.stage = Stage.UNCONTESTED
    s.phase = Phase.APPLICATIONS


@compiled
def collect_salaries(s, seat):
    """The bank pays a player the salary of each area that one of his scholars holds."""
    salaries = income(s, seat)
    s.cash[seat] += salaries
    s.paid += salaries


@compiled
def income(s, seat):
    """The salaries of a player's scholars."""
    salaries = 0
    for palace in range(s.players):
        for occupation in range(OCCUPATIONS):
            if s.resident[palace, occupation] == seat:
                salaries += SALARY[s.area[palace, occupation]]
    return salaries


# The turn: applications ---------------------------------------------------------------------------------------


@compiled
def applies(s, palace, seat, occupation):
    """Whether a player has an applicant of an occupation at a palace."""
    for copy in range(COPIES):
        if s.where[seat, occupation, copy] == WAITING + palace:
            return True
    return False


@compiled
def stage_of(s, palace, occupation):
    """How the applications of an occupation at a palace are settled."""
    waiting = s.waiting[palace, occupation]
    if waiting == 0:
        return Stage.SETTLED
    if s.area[palace, occupation] != NONE:
        return Stage.INTERNAL
    return Stage.UNCONTESTED if waiting == 1 else Stage.EXTERNAL


@compiled
def occupations_at(s, stage):
    """The occupations that are in a stage at the palace of the player whose turn it is, as a bit set."""
    found = 0
    for occupation in range(OCCUPATIONS):
        if stage_of(s, s.seat, occupation) == stage:
            found |= 1 << occupation
    return found


@compiled
def call_next_batch(s):
    """All uncontested applications are one batch, then all external conflicts; internal ones come one by one.

    When nobody waits any more, the player sends scholars, except in the last round.
    """
    while s.stage < Stage.SETTLED:
        occupations = occupations_at(s, s.stage)
        if occupations:
            if s.stage == Stage.INTERNAL:
                s.occupation = lowest_paid(s, occupations)
                occupations = 1 << s.occupation
            call_batch(s, occupations)
            return
        s.stage += 1
    if s.round_number < ROUNDS:
        s.to_send = SENT_A_TURN
        s.phase = Phase.SEND
    else:
        end_turn(s)


@compiled
def lowest_paid(s, occupations):
    """Of some occupations that have an area in the palace, the one with the lowest salary."""
    chosen = NONE
    for occupation in range(OCCUPATIONS):
        if occupations >> occupation & 1 and (
            chosen == NONE or SALARY[s.area[s.seat, occupation]] < SALARY[s.area[s.seat, chosen]]
        ):
            chosen = occupation
    return chosen


@compiled
def call_batch(s, occupations):
    """Line up all scholars of some occupations in the order in which their owners bribe.

    A resident comes first. Then it goes round the table from the palace owner's left; a player with several
    applicants speaks for them in the order of the occupations.
    """
    s.bribes = 0
    if s.stage == Stage.INTERNAL:
        line_up(s, s.resident[s.seat, s.occupation], s.occupation)
    seat = left_of(s, s.seat)
    while seat != s.seat:
        for occupation in range(OCCUPATIONS):
            if occupations >> occupation & 1:
                for copy in range(COPIES):
                    if s.where[seat, occupation, copy] == WAITING + s.seat:
                        line_up(s, seat, occupation)
        seat = left_of(s, seat)
    s.phase = Phase.BRIBES
    if s.secret_bribes:
        cover_bribes(s)


@compiled
def line_up(s, seat, occupation):
    s.briber[s.bribes] = seat
    s.trade[s.bribes] = occupation
    s.bribe[s.bribes] = NOT_GIVEN
    s.bribes += 1


@compiled
def clear_batch(s):
    for place in range(s.bribes):
        s.briber[place] = NOBODY
        s.trade[place] = NONE
        s.bribe[place] = NOT_GIVEN
    s.bribes = 0
    s.given = 0
    s.sealed = 0


# Bribes -------------------------------------------------------------------------------------------------------


@compiled
def next_bribe(s, seat):
    """The place in line of the next bribe that a player owes, or NONE."""
    if not s.sealed:
        return s.given if s.given < s.bribes and s.briber[s.given] == seat else NONE
    for place in range(s.bribes):
        if s.bribe[place] == NOT_GIVEN and s.briber[place] == seat:
            return place
    return NONE


@compiled
def money_left(s, seat):
    """A player's cash, less what he has put under cover in this batch."""
    left = s.cash[seat]
    if s.sealed:
        for place in range(s.bribes):
            if s.briber[place] == seat and s.bribe[place] > 0:
                left -= s.bribe[place]
    return max(left, 0)


@compiled
def highest_bribe(s, seat):
    """Up to all the money a player has; who has none gives exactly 1,000 of the bank's."""
    return min(max(money_left(s, seat), LEAST_BRIBE), MOST_BRIBE)


@compiled
def give_bribe(s, place, amount):
    """A bribe goes to the owner of the palace at once, or stays covered until all are given."""
    s.bribe[place] = amount
    s.given += 1
    if not s.sealed:
        hand_over(s, place)


@compiled
def hand_over(s, place):
    """Money changes hands; for a player who has none the bank pays."""
    seat = s.briber[place]
    amount = s.bribe[place]
    if s.cash[seat] == 0:
        s.paid += amount
    else:
        s.cash[seat] -= amount
    s.cash[s.seat] += amount


@compiled
def take_bribes(s):
    """Take the next bribe if its giver has no choice; after the last one the owner decides."""
    if s.given == s.bribes:
        open_bribes(s)
        begin_decisions(s)
        return True
    if s.sealed or s.cash[s.briber[s.given]] > LEAST_BRIBE:
        return False
    give_bribe(s, s.given, LEAST_BRIBE)
    return True


@compiled
def cover_bribes(s):
    """Secret bribes: cover this batch, unless its owner has nothing to decide afterwards.

    Whoever could choose his first bribe is asked for all of them, even when nothing is left to choose: that he
    isn't asked any more would tell what he has given.
    """
    s.sealed = owner_has_choice(s)
    if s.sealed:
        for place in range(s.bribes):
            if s.cash[s.briber[place]] <= LEAST_BRIBE:
                give_bribe(s, place, LEAST_BRIBE)


@compiled
def owner_has_choice(s):
    """Whether the bribes of a batch can matter: there are rivals of two players, or several areas to choose from."""
    for place in range(1, s.bribes):
        if s.briber[place] != s.briber[0]:
            return True
    return s.stage != Stage.INTERNAL and not is_single(free_areas(s, s.seat))


@compiled
def open_bribes(s):
    """Secret bribes are shown and handed over together."""
    if s.sealed:
        s.sealed = 0
        for place in range(s.bribes):
            hand_over(s, place)


# Decisions of the palace's owner ------------------------------------------------------------------------------


@compiled
def begin_decisions(s):
    if s.stage == Stage.INTERNAL:
        s.phase = Phase.KEEP
    else:
        s.phase = Phase.HIRE
        next_decision(s)


@compiled
def next_decision(s):
    """The next occupation of the batch that needs an area, in their usual order; after the last, the next batch."""
    occupations = occupations_at(s, s.stage)
    if occupations == 0:
        end_batch(s)
        return
    s.occupation = 0
    while not occupations >> s.occupation & 1:
        s.occupation += 1


@compiled
def end_batch(s):
    clear_batch(s)
    s.occupation = NONE
    s.phase = Phase.APPLICATIONS


@compiled
def free_areas(s, palace):
    """The areas of a palace that no occupation has yet, as a bit set."""
    free = ALL_AREAS
    for occupation in range(OCCUPATIONS):
        if s.area[palace, occupation] != NONE:
            free ^= 1 << s.area[palace, occupation]
    return free


@compiled
def is_free(s, palace, area):
    return free_areas(s, palace) >> area & 1 == 1


@compiled
def is_single(things):
    """Whether a bit set has just one element."""
    return things & (things - 1) == 0


@compiled
def hire(s, occupation, seat, area):
    """A player's applicant gets a free area, which is his occupation's from now on; rivals are banished."""
    s.area[s.seat, occupation] = area
    employ(s, occupation, seat)
    banish_applicants(s, occupation)
    next_decision(s)


@compiled
def keep(s, occupation, seat):
    """The resident keeps his area, or an applicant replaces him there; all others are banished."""
    resident = s.resident[s.seat, occupation]
    if seat != resident:
        for copy in range(COPIES):
            if s.where[resident, occupation, copy] == EMPLOYED + s.seat:
                s.where[resident, occupation, copy] = BANISHED + s.seat
        employ(s, occupation, seat)
    banish_applicants(s, occupation)
    end_batch(s)


@compiled
def employ(s, occupation, seat):
    """The first applicant of a player takes up his work."""
    copy = 0
    while s.where[seat, occupation, copy] != WAITING + s.seat:
        copy += 1
    s.where[seat, occupation, copy] = EMPLOYED + s.seat
    s.resident[s.seat, occupation] = seat


@compiled
def banish_applicants(s, occupation):
    """Those who still wait go to the island for good."""
    for seat in range(s.players):
        for copy in range(COPIES):
            if s.where[seat, occupation, copy] == WAITING + s.seat:
                s.where[seat, occupation, copy] = BANISHED + s.seat
    s.waiting[s.seat, occupation] = 0


@compiled
def hire_the_only_one(s):
    """One player's scholars and one free area leave nothing to decide."""
    free = free_areas(s, s.seat)
    if not is_single(free):
        return False
    chosen = NOBODY
    for seat in range(s.players):
        if applies(s, s.seat, seat, s.occupation):
            if chosen != NOBODY:
                return False
            chosen = seat
    area = 0
    while not free >> area & 1:
        area += 1
    hire(s, s.occupation, chosen, area)
    return True


@compiled
def keep_the_only_one(s):
    """Applicants who are all the resident's own leave nothing to decide."""
    resident = s.resident[s.seat, s.occupation]
    for seat in range(s.players):
        if seat != resident and applies(s, s.seat, seat, s.occupation):
            return False
    keep(s, s.occupation, resident)
    return True


# The turn: sending --------------------------------------------------------------------------------------------


@compiled
def at_home(s, seat, occupation):
    """Whether a player has a scholar of an occupation at home."""
    for copy in range(COPIES):
        if s.where[seat, occupation, copy] == HOME:
            return True
    return False


@compiled
def can_send_to(s, palace):
    """Never to the player's own palace; option `two_palaces`: not twice to the same."""
    return palace != s.seat and not (s.two_palaces and palace == s.sent_to)


@compiled
def send(s, occupation, palace):
    """A scholar goes to apply at another palace. After the second the turn ends."""
    copy = 0
    while s.where[s.seat, occupation, copy] != HOME:
        copy += 1
    s.where[s.seat, occupation, copy] = WAITING + palace
    s.waiting[palace, occupation] += 1
    s.sent_to = palace
    s.to_send -= 1
    if s.to_send == 0:
        end_turn(s)


@compiled
def send_the_only_way(s):
    """One occupation left at home and one palace allowed leave nothing to decide."""
    if not s.two_palaces or s.sent_to == NONE or s.players > 3:  # else there are always two palaces to choose from
        return False
    chosen = NONE
    for occupation in range(OCCUPATIONS):
        if at_home(s, s.seat, occupation):
            if chosen != NONE:
                return False
            chosen = occupation
    send(s, chosen, 3 - s.seat - s.sent_to)  # the third palace of three
    return True


@compiled
def end_turn(s):
    """It is the turn of the player on the left; when all have had five, everyone is paid a last time."""
    s.sent_to = NONE
    s.seat = left_of(s, s.seat)
    s.phase = Phase.SALARIES
    if s.seat == s.first:
        if s.round_number == ROUNDS:
            make_final_payment(s)
        else:
            s.round_number += 1


# The end ------------------------------------------------------------------------------------------------------


@compiled
def make_final_payment(s):
    """Everyone's scholars are paid once more, then the match is over."""
    for seat in range(s.players):
        collect_salaries(s, seat)
    s.phase = Phase.OVER


@compiled
def score(s, out):
    """Cash in thousands: the most wins, and equal fortunes share the win."""
    most = 0
    leaders = 0
    for seat in range(s.players):
        out[seat] = s.cash[seat]
        if s.cash[seat] > most:
            most = s.cash[seat]
            leaders = 0
        if s.cash[seat] == most:
            leaders |= 1 << seat
    return leaders


# Knowledge ----------------------------------------------------------------------------------------------------


@compiled
def hide(s, seat):
    """Blank the luck and the others' bribes that are still covered. That a bribe was given can be seen."""
    s.luck[0], s.luck[1] = 0, 0
    if s.sealed:
        for place in range(s.bribes):
            if s.bribe[place] != NOT_GIVEN and s.briber[place] != seat:
                s.bribe[place] = HIDDEN


@compiled
def guess(s, seat):
    """Put some amount that its giver can afford in the place of every covered bribe."""
    for place in range(s.bribes):
        if s.bribe[place] == HIDDEN:
            s.bribe[place] = LEAST_BRIBE + roll(s, highest_bribe(s, s.briber[place]))


@compiled
def sound(s):
    """Whether a whole position can be real: scholars, areas, money and bribes are all accounted for."""
    return scholars_sound(s) and palaces_sound(s) and money_sound(s) and batch_sound(s)


@compiled
def scholars_sound(s):
    """Nobody is at his owner's palace, and each player has sent two scholars in every turn of rounds 1 to 4."""
    for seat in range(s.players):
        turns = s.round_number - 1 + ((seat - s.first) % s.players < (s.seat - s.first) % s.players)
        if s.phase == Phase.OVER:
            turns = ROUNDS
        away = min(turns, ROUNDS - 1) * SENT_A_TURN
        if seat == s.seat and s.phase == Phase.SEND:
            away += SENT_A_TURN - s.to_send
        for occupation in range(OCCUPATIONS):
            for copy in range(COPIES):
                place = s.where[seat, occupation, copy]
                if not HOME <= place < PLACES or (place > HOME and (place - WAITING) % SEATS == seat):
                    return False
                away -= place != HOME
        if away != 0:
            return False
    return True


@compiled
def palaces_sound(s):
    """Each occupation that has an area has it alone, with exactly one scholar there; all who wait are counted."""
    for palace in range(s.players):
        taken = 0
        for occupation in range(OCCUPATIONS):
            area, resident = s.area[palace, occupation], s.resident[palace, occupation]
            working, waiting = 0, 0
            for seat in range(s.players):
                for copy in range(COPIES):
                    waiting += s.where[seat, occupation, copy] == WAITING + palace
                    if s.where[seat, occupation, copy] == EMPLOYED + palace:
                        working += 1
                        if seat != resident:
                            return False
            if (area == NONE) != (resident == NOBODY) or working != (resident != NOBODY):
                return False
            if waiting != s.waiting[palace, occupation]:
                return False
            if area != NONE:
                if taken >> area & 1:
                    return False
                taken |= 1 << area
    return True


@compiled
def money_sound(s):
    """All money is the players' capital or came from the bank."""
    total = 0
    for seat in range(SEATS):
        if s.cash[seat] < 0:
            return False
        total += s.cash[seat]
    return total == CAPITAL * s.players + s.paid


@compiled
def batch_sound(s):
    """Each bribe in line has an owner and can be paid; the places behind are empty."""
    given = 0
    for place in range(MOST_BRIBES):
        if place >= s.bribes:
            if s.briber[place] != NOBODY or s.trade[place] != NONE or s.bribe[place] != NOT_GIVEN:
                return False
        elif not 0 <= s.briber[place] < s.players or s.briber[place] == s.seat or s.bribe[place] == HIDDEN:
            return False
        given += place < s.bribes and s.bribe[place] != NOT_GIVEN
        if place < s.bribes and s.sealed and s.bribe[place] > max(s.cash[s.briber[place]], LEAST_BRIBE):
            return False
    return given == s.given and (s.bribes > 0) == (Phase.BRIBES <= s.phase <= Phase.KEEP)
