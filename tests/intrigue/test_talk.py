"""Structured talk in Intrigue: statements, promises kept and broken, and the bot's answers."""

import pytest

from parlour.games.intrigue import GAME
from parlour.games.intrigue.talk import Statement, Verb, forms, read, write
from parlour.kit import notation, talk
from parlour.kit.match import Match, Seat
from parlour.kit.talk import Mark
from tests.intrigue.table import AREA, NAMES, do, to_act

RED, YELLOW, GREEN = range(3)
SCIENTIST, DOCTOR, PRIEST, CLERK = range(4)


def match_begun_by_red(**options):
    """A new match of three in which Red has the first turn."""
    for n in range(1, 1000):
        match = Match(GAME, GAME.setting(3, options), [Seat(name) for name in NAMES[:3]], (n << 40, 1))
        if match.to_act == [RED]:
            return match
    raise AssertionError


def say(match, *lines):
    for line in lines:
        name, _, words = line.partition(": ")
        match.say(match.names.index(name), words)


def marks(match):
    return [promise.mark.value for promise in talk.promises(match)]


def red_applies_at_yellows(match, *occupations):
    do(match, *(f"Red: send a {occupation} to Yellow's palace" for occupation in occupations))


# Words


@pytest.mark.parametrize("verb", Verb)
def test_every_statement_can_be_said_and_understood(verb):
    parts = {"occupation": CLERK, "area": AREA["3,000"], "amount": 12}
    spoken = {part: value for part, value in parts.items() if f"{{{part}}}" in verb.value}
    statement = Statement(verb, RED, GREEN, **spoken)
    assert read(RED, write(statement, NAMES), NAMES) == statement


def test_a_statement_is_understood_without_its_full_stop_and_in_any_case():
    promise = Statement(Verb.PROMISE_PAY, RED, YELLOW, CLERK, amount=8)
    assert read(RED, "yellow,  i promise to pay 8000 for my CLERK", NAMES) == promise


def test_a_letter_that_only_a_pattern_takes_for_another_is_understood_as_well():
    """`re.IGNORECASE` reads ſ as s, which `lower` doesn't: a name in which it stands ended in a fault."""
    assert read(RED, "Roſa, I accept.", ["Anna", "Rosa"]) == Statement(Verb.ACCEPT, RED, 1)
    keeping = Statement(Verb.PROMISE_KEEP, RED, 1, PRIEST)
    assert read(RED, "Rosa, I promise to keep your prieſt", ["Anna", "Rosa"]) == keeping


@pytest.mark.parametrize(
    "words",
    [
        "Yellow, what a nice palace you have.",
        "Yellow, I promise to pay 8,500 for my clerk.",
        "Yellow, I promise to pay 101,000 for my clerk.",
        "Red, I promise to pay 8,000 for my clerk.",
        "Mauve, I promise to pay 8,000 for my clerk.",
        "Yellow, put my clerk into the 5,000 area.",
    ],
    ids=["chat", "no thousands", "too much", "to oneself", "to nobody", "no such area"],
)
def test_all_else_is_free_talk(words):
    assert read(RED, words, NAMES) is None


# Forms


def test_every_form_writes_a_statement_that_is_understood():
    given = {"to": "yellow", "occupation": "clerk", "area": "10,000", "amount": "8000"}
    for form in forms(RED, NAMES[:3]):
        statement = read(RED, form.fill(given), NAMES)
        assert statement and statement.to == YELLOW and statement.occupation == CLERK
        assert statement.verb.name == form.name.upper().replace("-", "_")


def test_the_forms_offer_all_that_can_be_said_but_answers_and_talking_to_oneself():
    offered = forms(YELLOW, NAMES[:3])
    assert {form.words for form in offered} == {verb.value for verb in Verb if verb not in (Verb.ACCEPT, Verb.REFUSE)}
    assert all(form.blanks["to"].choices == ("Red", "Green") for form in offered)


def waiting(match, seat):
    return [(write(said, match.names), len(answers)) for said, answers in talk.unanswered(match, seat)]


def test_what_was_said_to_someone_waits_until_they_have_said_something_back():
    match = match_begun_by_red()
    say(match, "Yellow: Red, pay me 8,000 for your clerk.", "Green: Red, I promise to keep your clerk.")
    assert waiting(match, RED) == [
        ("Red, pay me 8,000 for your clerk.", 2),
        ("Red, I promise to keep your clerk.", 2),
    ]
    assert waiting(match, YELLOW) == []
    say(match, "Red: Green, I refuse.", "Yellow: Red, pay me 9,000 for your clerk.")
    assert waiting(match, RED) == [("Red, pay me 9,000 for your clerk.", 2)]
    say(match, "Red: Yellow, I promise to pay 2,000 for my clerk.")
    assert waiting(match, RED) == [] and waiting(match, GREEN) == []
    assert waiting(match, YELLOW) == [("Yellow, I promise to pay 2,000 for my clerk.", 2)]


# Promises


def test_the_deal_about_the_clerk_who_was_promised_10000_and_got_1000():
    """Red pays the 8,000 that were agreed on; Yellow accepts the wish and breaks the word."""
    match = match_begun_by_red()
    red_applies_at_yellows(match, "clerk", "doctor")
    do(match, "Red: bribe 1,000 for the doctor")
    say(match, "Red: Yellow, put my clerk into the 10,000 area.", "Yellow: Red, I accept.")
    say(match, "Yellow: Red, pay me 8,000 for your clerk.", "Red: Yellow, I accept.")
    assert marks(match) == ["open", "open"]
    do(match, "Red: bribe 8,000 for the clerk")
    assert marks(match) == ["open", "kept"]
    do(match, "Yellow: hire Red's doctor into the 3,000 area")
    assert marks(match) == ["open", "kept"]
    do(match, "Yellow: hire Red's clerk into the 1,000 area")
    assert marks(match) == ["broken", "kept"]


def test_a_promise_to_pay_is_broken_by_a_smaller_bribe_and_kept_by_a_larger_one():
    for bribe, mark in (("4,000", "broken"), ("5,000", "kept"), ("9,000", "kept")):
        match = match_begun_by_red()
        say(match, "Red: Yellow, I promise to pay 5,000 for my clerk.")
        red_applies_at_yellows(match, "clerk", "clerk")
        do(match, f"Red: bribe {bribe} for the clerk")
        assert marks(match) == [mark]


def test_a_promise_to_hire_is_kept_only_in_the_promised_area():
    for area, mark in (("6,000", "kept"), ("10,000", "broken")):
        match = match_begun_by_red()
        say(match, "Yellow: Red, I promise to hire your next clerk into the 6,000 area.")
        red_applies_at_yellows(match, "clerk", "doctor")
        do(match, "Red: bribe 1,000 for the doctor", "Red: bribe 1,000 for the clerk")
        do(match, "Yellow: hire Red's doctor into the 1,000 area", f"Yellow: hire Red's clerk into the {area} area")
        assert marks(match) == [mark]


def priest_of_red_against_greens(**options):
    """Red's priest gets a post in Yellow's palace in round 1, and Green's applies for it in round 2."""
    match = match_begun_by_red(**options)
    do(match, "Red: send a priest to Yellow's palace", "Red: send a clerk to Green's palace")
    do(match, "Red: bribe 1,000 for the priest", "Yellow: hire Red's priest into the 6,000 area")
    do(match, "Yellow: send a clerk to Red's palace", "Yellow: send a doctor to Red's palace")
    do(match, "Red: bribe 1,000 for the clerk", "Green: hire Red's clerk into the 10,000 area")
    do(match, "Green: send a priest to Yellow's palace", "Green: send a scientist to Yellow's palace")
    do(match, "Yellow: bribe 1,000 for the doctor", "Yellow: bribe 1,000 for the clerk")
    do(match, "Red: hire Yellow's doctor into the 1,000 area", "Red: hire Yellow's clerk into the 3,000 area")
    do(match, "Red: send a doctor to Green's palace", "Red: send a doctor to Green's palace")
    do(match, "Green: bribe 1,000 for the scientist", "Yellow: hire Green's scientist into the 1,000 area")
    return match


def test_a_promise_to_keep_a_resident_is_settled_by_the_next_conflict():
    for deed, mark in (("keep Red's priest", "kept"), ("replace Red's priest by Green's priest", "broken")):
        match = priest_of_red_against_greens()
        say(match, "Yellow: Red, I promise to keep your priest.")
        do(match, "Red: bribe 1,000 for the priest", "Green: bribe 1,000 for the priest", f"Yellow: {deed}")
        assert marks(match) == [mark]


def test_a_promise_is_not_settled_by_someone_elses_scholar():
    match = priest_of_red_against_greens()
    say(
        match,
        "Yellow: Green, I promise to keep your priest.",
        "Yellow: Red, I promise to hire your next clerk into the 3,000 area.",
    )
    do(match, "Red: bribe 1,000 for the priest", "Green: bribe 1,000 for the priest", "Yellow: keep Red's priest")
    assert marks(match) == ["open", "open"]


def test_who_is_still_there_at_the_end_was_kept():
    match = match_begun_by_red()
    say(match, "Yellow: Red, I promise to keep your priest.", "Yellow: Green, I promise to keep your clerk.")
    do(match, "Red: send a priest to Yellow's palace", "Red: send a clerk to Green's palace")
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, match.choices(seat)[0])
    resident = match.position.resident[YELLOW, PRIEST], match.position.resident[YELLOW, CLERK]
    settled = {promise.statement.to: promise for promise in talk.promises(match)}
    assert (settled[RED].mark is Mark.KEPT) == (resident[0] == RED)
    assert (settled[GREEN].mark is Mark.KEPT) == (resident[1] == GREEN)


def test_an_action_that_is_taken_back_has_broken_nothing():
    match = match_begun_by_red()
    say(match, "Red: Yellow, I promise to pay 5,000 for my clerk.")
    red_applies_at_yellows(match, "clerk", "doctor")
    do(match, "Red: bribe 1,000 for the doctor", "Red: bribe 2,000 for the clerk")
    assert marks(match) == ["broken"]
    match.undo(RED)
    assert marks(match) == ["open"]
    do(match, "Red: bribe 5,000 for the clerk")
    assert marks(match) == ["kept"]


def test_a_secret_bribe_settles_no_promise_before_it_is_shown():
    match = priest_of_red_against_greens(secret_bribes="yes")
    say(match, "Green: Yellow, I promise to pay 5,000 for my priest.")
    do(match, "Green: bribe 2,000 for the priest")
    assert to_act(match) == ["Red"] and marks(match) == ["open"]
    do(match, "Red: bribe 1,000 for the priest")
    assert marks(match) == ["broken"]


def test_accepting_twice_promises_once_and_accepting_a_promise_promises_nothing():
    match = match_begun_by_red()
    say(match, "Yellow: Red, pay me 8,000 for your clerk.", "Red: Yellow, I accept.", "Red: Yellow, I accept.")
    assert len(talk.promises(match)) == 1
    say(match, "Green: Red, I promise to keep your clerk.", "Red: Green, I accept.")
    assert [promise.statement.seat for promise in talk.promises(match)] == [RED, GREEN]


def test_a_refusal_and_a_threat_promise_nothing():
    match = match_begun_by_red()
    say(match, "Yellow: Red, pay me 8,000 for your clerk.", "Red: Yellow, I refuse.")
    say(match, "Yellow: Red, think again, or I will banish your clerk.")
    assert talk.promises(match) == []


def test_the_story_and_the_file_tell_what_became_of_a_promise():
    match = match_begun_by_red()
    say(match, "Red: Yellow, I promise to pay 5,000 for my clerk.")
    red_applies_at_yellows(match, "clerk", "doctor")
    do(match, "Red: bribe 1,000 for the doctor", "Red: bribe 2,000 for the clerk")
    story = dict(match.story(match.voice(YELLOW)))
    assert story[1] == ["Red says: “Yellow, I promise to pay 5,000 for my clerk.”"]
    assert story[5][-1] == "Red breaks a promise to you: “Yellow, I promise to pay 5,000 for my clerk.”"
    text = notation.write(match)
    assert '# 1. Red "Yellow, I promise to pay 5,000 for my clerk." broken by 5\n' in text
    assert notation.write(notation.read(text, {"intrigue": GAME})) == text


# The bot


def test_the_bot_answers_what_is_said_to_it_and_nothing_else():
    match = match_begun_by_red()
    say(match, "Red: Yellow, what a nice palace you have.")
    assert talk.reply(match, YELLOW) is None
    say(match, "Red: Yellow, put my clerk into the 3,000 area.")
    assert talk.reply(match, YELLOW) == "Red, I accept."
    assert talk.reply(match, GREEN) is None
    say(match, "Red: Yellow, put my clerk into the 10,000 area.")
    assert talk.reply(match, YELLOW) == "Red, I refuse."
    say(match, "Red: Yellow, think again, or I will banish your clerk.")
    assert talk.reply(match, YELLOW) == "Red, I refuse."


def test_the_bot_gives_an_area_to_one_player_only():
    match = match_begun_by_red()
    say(match, "Red: Yellow, put my clerk into the 3,000 area.", "Yellow: Red, I accept.")
    say(match, "Green: Yellow, put my doctor into the 3,000 area.")
    assert talk.reply(match, YELLOW) == "Green, I refuse."


def test_the_bot_accepts_a_fair_demand_and_promises_less_for_an_unfair_one():
    match = match_begun_by_red()
    red_applies_at_yellows(match, "clerk", "doctor")
    say(match, "Yellow: Red, pay me 2,000 for your doctor.")
    assert talk.reply(match, RED) == "Yellow, I accept."
    say(match, "Yellow: Red, pay me 30,000 for your doctor.")
    answer = read(RED, talk.reply(match, RED) or "", match.names)
    assert answer and answer.verb is Verb.PROMISE_PAY and answer.to == YELLOW and 2 <= answer.amount < 30
    say(match, "Green: Red, pay me 2,000 for your doctor.")
    assert talk.reply(match, RED) == "Green, I refuse.", "nothing of Red's is at Green's palace"


def test_the_bot_keeps_its_own_promises():
    match = match_begun_by_red()
    say(match, "Red: Yellow, I promise to pay 20,000 for my clerk.")
    say(match, "Yellow: Red, I promise to hire your next clerk into the 3,000 area.")
    red_applies_at_yellows(match, "clerk", "doctor")
    do(match, "Red: bribe 9,000 for the doctor")
    match.act(RED, talk.action(match, RED))
    do(match, "Yellow: hire Red's doctor into the 10,000 area")
    match.act(YELLOW, talk.action(match, YELLOW))
    assert marks(match) == ["kept", "kept"]


def test_the_bot_remembers_who_broke_a_promise_to_it():
    """Yellow must choose between Red, who pays a little more, and Green; but Red has broken a promise."""
    chosen = []
    for promised in ("1,000", "9,000"):
        match = priest_of_red_against_greens()
        say(match, f"Red: Yellow, I promise to pay {promised} for my priest.")
        do(match, "Red: bribe 5,000 for the priest", "Green: bribe 4,000 for the priest")
        chosen.append(match.in_words(YELLOW, talk.action(match, YELLOW)))
    assert chosen == ["keep Red's priest", "replace Red's priest by Green's priest"]


def test_the_bot_makes_no_deal_with_someone_who_broke_a_promise_to_it():
    match = match_begun_by_red()
    say(match, "Red: Yellow, I promise to pay 5,000 for my clerk.")
    red_applies_at_yellows(match, "clerk", "doctor")
    do(match, "Red: bribe 1,000 for the doctor", "Red: bribe 2,000 for the clerk")
    say(match, "Red: Yellow, put my clerk into the 1,000 area.")
    assert talk.reply(match, YELLOW) == "Red, I refuse."
    say(match, "Red: Yellow, I promise to keep your clerk.")
    assert talk.reply(match, YELLOW) == "Red, I refuse."


def test_the_bot_owes_nothing_to_someone_who_broke_a_promise_to_it():
    match = match_begun_by_red()
    say(match, "Yellow: Red, I promise to hire your next clerk into the 10,000 area.")
    say(match, "Red: Yellow, I promise to pay 5,000 for my clerk.")
    red_applies_at_yellows(match, "clerk", "doctor")
    do(match, "Red: bribe 1,000 for the doctor", "Red: bribe 1,000 for the clerk")
    do(match, "Yellow: hire Red's doctor into the 3,000 area")
    assert match.in_words(YELLOW, talk.action(match, YELLOW)) == "hire Red's clerk into the 1,000 area"
