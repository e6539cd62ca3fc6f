"""Nobody is sent what they can't know, shown on the bytes of all that can be fetched from a running house.

Two histories that look the same to a listener, though others have secretly chosen or been dealt something else, are
laid under one table, one after the other. Whatever the listener fetches must be the same, status and headers included.
"""

import asyncio
import contextlib
import hashlib
import io
import random
import re
from itertools import chain

import pytest
from rich.console import Console

from parlour import game as game_named
from parlour.games.crystallia.board import foresees
from parlour.kit import match as match_module
from parlour.kit.checks import parted
from parlour.kit.game import SPECTATOR
from parlour.kit.match import Match, Played, Said
from parlour.kit.mistake import Mistake
from parlour.kit.voice import SEAT_NAMES
from parlour.terminal import table as terminal
from parlour.web import api, frame, pages, replay, stream
from parlour.web.guests import COOKIE
from parlour.web.scene import Unanswered
from parlour.web.store import entries, entry_row
from parlour.web.table import Table
from tests.twins import LATE, histories, secrets, twin
from tests.web.conftest import Visitor, wait_until

CRYSTALLIA = game_named("crystallia")
PHONE = {"User-Agent": "Mobi"}
JUST_NOW = 3  # entries whose replay is looked at with all eyes, and on a phone, too


# A table of people


class Gathering:
    """A table of the house with all who sit there, and last one who only watches."""

    def __init__(self, house, game, players, options):
        self.house = house.house
        self.guests = [Visitor(house.address) for _ in range(players + 1)]
        wishes = {f"option-{name}": value for name, value in options.items()}
        wishes |= {f"seat-{seat}": "person" for seat in range(1, players)}
        self.path = self.guests[0].post(f"/new/{game}", name=SEAT_NAMES[0], **wishes).url.path
        for seat in range(1, players):
            self.guests[seat].get(self.path)
            assert self.guests[seat].post(f"{self.path}/sit", name=SEAT_NAMES[seat], seat=seat).status_code == 200
        self.api = f"/api/v1{self.path.replace('/t/', '/tables/')}"
        self.live = house.house.tables.live[self.path.removeprefix("/t/")]

    def lay(self, match, last=None):
        """Let the table have this history, up to its entry `last`, as if it had just been loaded."""
        wait_until(lambda: not self.live.watchers, "The end of all streams")
        old = self.live.table
        table = Table(old.id, match.game, match.setting, old.places, old.host, old.public)
        table.restore(match.luck, match.entries[:last])
        table.version = 1000
        loop = next(iter(self.house.tasks.running)).get_loop()
        asyncio.run_coroutine_threadsafe(self.keep(match, last), loop).result(60)
        self.live.table, self.live.logs, self.live.messages = table, {}, {}
        self.refresh()

    async def keep(self, match, last):
        """Put the same history into the store, by the house's own line: of others' changes it would hear."""
        id_, actions = self.live.table.id, match.game.rules.ACTIONS
        rows = [
            {"match": id_, "number": number, "at": 0, "post": None, **entry_row(entry, actions)}
            for number, entry in enumerate(match.entries[:last], 1)
        ]
        async with self.house.store._writing() as connection:
            await connection.execute(entries.delete().where(entries.c.match == id_))
            if rows:
                await connection.execute(entries.insert(), rows)

    def refresh(self):
        """Forget when the last entry came: that is another time in each history."""
        self.live.since, self.live.scene = 0, None

    def enter(self, entry):
        """Let someone do over the web what an entry says."""
        guest, table = self.guests[entry.seat], self.live.table
        if isinstance(entry, Played):
            table.played.dice = lambda: entry.luck or (1, 1)
            answer = guest.post(f"{self.path}/act", action=entry.action, asked=table.asked[entry.seat])
        elif isinstance(entry, Said):
            answer = guest.post(f"{self.path}/say", text=entry.text)
        else:
            answer = guest.post(f"{self.path}/undo", number=table.number)
        assert answer.status_code == 200, answer.text

    def close(self):
        for guest in self.guests:
            guest.client.close()


@pytest.fixture
def gather(house, monkeypatch):
    """Opens tables in a house where no time passes, so that nobody is away."""
    house.wait_until_compiled()
    monkeypatch.setattr("parlour.web.table.monotonic", lambda: 1000.0)
    with contextlib.ExitStack() as closing:

        def gather_(*wanted):
            gathering = Gathering(house, *wanted)
            closing.callback(gathering.close)
            return gathering

        yield gather_


# All that can be fetched


def sent(answer):
    """All that came: status, headers but for the date and the request's own id, and the body."""
    always_new = ("date", "x-request-id")
    headers = "".join(f"{name}: {value}\n" for name, value in answer.headers.items() if name not in always_new)
    return f"{answer.status_code}\n{headers}\n{answer.text}"


def bearer_of(guest, listener):
    return {} if listener == SPECTATOR else {"Authorization": f"Bearer {guest.client.cookies[COOKIE]}"}


def everything_fetched(gathering, listener):
    """All that a listener can get of a table as it stands, by name; last what comes of taking back."""
    fetched = looked_at(gathering, listener)
    fetched |= {name: first_of_stream(gathering, listener, *where) for name, where in streams(gathering).items()}
    fetched |= refused(gathering, listener)
    return fetched | taken_back(gathering, listener)


def looked_at(gathering, listener):
    """Every page, picture and view."""
    guest, path, api, table = gathering.guests[listener], gathering.path, gathering.api, gathering.live.table
    steps = {0, *range(max(0, table.number - LATE), table.number + 1)}  # twins are the same until then
    choices = table.choices(listener)
    places = {
        "page": path,
        "my matches": "/mine",
        "first page": "/",
        "file": f"{path}/match.parlour",
        "replay of another seat": f"{path}/replay?seat={(listener + 1) % len(table.places)}",
        "ghost of nothing": f"{path}/ghost?action={table.game.rules.ACTIONS.count}",
    }
    places |= {f"replay of step {step}": f"{path}/replay?step={step}" for step in steps}
    late = sorted(steps)[-JUST_NOW:]
    places |= {f"replay of step {step} to a spectator": f"{path}/replay?seat=-1&step={step}" for step in late}
    for action in {*choices[:2], *choices[-2:]}:
        places[f"ghost of {action}"] = f"{path}/ghost?action={action}"
        places[f"ghost of {action} on a phone"] = f"{path}/ghost?narrow=1&action={action}"
    fetched = {name: sent(guest.client.get(place)) for name, place in places.items()}
    for name in ("page", *(f"replay of step {step}" for step in late)):
        fetched[f"{name} on a phone"] = sent(guest.client.get(places[name], headers=PHONE))
    calls = {"API view": f"{api}?since=0", "API file": f"{api}/match", "API tables": "/api/v1/tables"}
    headers = bearer_of(guest, listener)
    return fetched | {name: sent(guest.client.get(call, headers=headers)) for name, call in calls.items()}


def refused(gathering, listener):
    """What is answered to those who may not do what they try."""
    guest, path, api, table = gathering.guests[listener], gathering.path, gathering.api, gathering.live.table
    other = (listener + 1) % len(table.places)
    acts = table.game.rules.ACTIONS
    illegal = next(action for action in range(acts.count) if action not in table.choices(listener))
    asked = table.asked[listener] if listener != SPECTATOR else 0
    orders = {
        "illegal action": ("act", {"action": illegal, "asked": asked}),
        "unknown action": ("act", {"action": acts.count, "asked": asked}),
        "late action": ("act", {"action": 0, "asked": asked - 1}),
        "late taking back": ("undo", {"number": table.number - 1}),
        "link to another seat": ("link", {"seat": other}),
        "seat that is taken": ("sit", {"name": "Zoe", "seat": other}),
        "long talk": ("say", {"text": "x" * 501}),
        "order for the host": ("remove", {"seat": 99}),
    }
    fetched = {name: sent(guest.post(f"{path}/{order}", **fields)) for name, (order, fields) in orders.items()}
    calls = {
        "API illegal action": ("actions", {"action": illegal}),
        "API illegal words": ("actions", {"action": "win at once"}),
        "API late action": ("actions", {"action": illegal, "asked": asked - 1}),
        "API late taking back": ("undo", {"number": table.number - 1}),
    }
    headers = bearer_of(guest, listener)
    return fetched | {
        name: sent(guest.client.post(f"{api}/{call}", json=body, headers=headers))
        for name, (call, body) in calls.items()
    }


def taken_back(gathering, listener):
    """What comes of taking back: a refusal, or the table as it is then."""
    guest, api = gathering.guests[listener], gathering.api
    headers = bearer_of(guest, listener)
    fetched = {"taking back": sent(guest.client.post(f"{api}/undo", json={}, headers=headers))}
    gathering.refresh()
    fetched["page after taking back"] = sent(guest.client.get(gathering.path))
    return fetched


# Streams


def streams(gathering):
    """The streams of a table: where they are, and the mark between what they send."""
    return {
        "stream": (f"{gathering.path}/stream", "\n\n"),
        "stream on a phone": (f"{gathering.path}/stream?narrow=1", "\n\n"),
        "API stream": (f"{gathering.api}/stream?since=0", "\n"),
    }


@contextlib.contextmanager
def listening(gathering, listener, where, mark):
    """The events of a stream as they come; the first has the whole table."""
    guest = gathering.guests[listener]
    with guest.client.stream("GET", where, headers=bearer_of(guest, listener)) as answer:
        assert answer.status_code == 200
        coming = events(answer, mark)
        if mark == "\n\n":
            assert next(coming).startswith("retry")
        yield coming


def events(answer, mark):
    text = ""
    for part in answer.iter_text():
        text += part
        while mark in text:
            event, _, text = text.partition(mark)
            yield re.sub(r'data-since="\d+"', "", event)


def first_of_stream(gathering, listener, where, mark):
    with listening(gathering, listener, where, mark) as coming:
        return next(coming)


def changes_streamed(gathering, listener, match):
    """What all streams send when the last entry of a history comes."""
    gathering.lay(match, last=-1)
    with contextlib.ExitStack() as open_streams:
        coming = {
            name: open_streams.enter_context(listening(gathering, listener, *where))
            for name, where in streams(gathering).items()
        }
        for stream in coming.values():
            next(stream)
        gathering.enter(match.entries[-1])
        return {f"change of {name}": next(stream) for name, stream in coming.items()}


# The same bytes


def everything_sent(gathering, listener, match):
    """All that a listener can get when the table has a history."""
    gathering.lay(match)
    fetched = everything_fetched(gathering, listener)
    return fetched | (changes_streamed(gathering, listener, match) if match.entries else {})


def differing(gathering, listener, one, two):
    """What differs between two histories in what a listener is sent, and how."""
    first, second = (everything_sent(gathering, listener, match) for match in (one, two))
    named = {name: (first.get(name, ""), second.get(name, "")) for name in first | second}
    return {name: difference(*both) for name, both in named.items() if both[0] != both[1]}


def difference(one, two):
    lines = zip(one.splitlines() + [""], two.splitlines() + [""], strict=False)
    return next((pair for pair in lines if pair[0] != pair[1]), "one is longer")


def sealed(match):
    """The kind of choice that was made under cover just now, and still is."""
    last = match._steps[-1] if match._steps and isinstance(match.entries[-1], Played) else None
    return match.game.rules.ACTIONS.kind(last.played.action) if last and len(last.alike) > 1 else None


def many_histories(game, setting):
    return chain.from_iterable(histories(game, setting, seed) for seed in range(20))


def pairs(game, setting, listener, kinds, open_ones):
    """Histories with their twins: for each kind two in which it was just chosen under cover, and some others."""
    wanted = dict.fromkeys(kinds, 2) | {None: open_ones}
    chance = random.Random(listener)
    for match in many_histories(game, setting):
        kind = sealed(match)
        other = twin(match, listener, chance) if wanted.get(kind) and chance.random() < 0.5 else None
        if other:
            wanted[kind] -= 1
            yield match, other
        if not any(wanted.values()):
            return
    raise AssertionError(f"No twins were found: {wanted}")


# game, players, options, the kinds of choices that are sealed, and the number of other moments with secrets
TABLES = [
    ("rush", 2, {}, (), 4),
    ("rush", 4, {"lock": "victim's turn"}, (), 3),
    ("chandelier", 2, {}, ("bribe", "cash_in"), 0),
    ("chandelier", 4, {"tiles": "mixed", "bribes": "first"}, ("bribe", "cash_in"), 0),
    ("crystallia", 2, {}, (), 4),
    ("crystallia", 3, {"advanced": "yes"}, ("flip",), 1),
    ("intrigue", 3, {"secret_bribes": "yes"}, ("bribe",), 0),
    ("intrigue", 5, {"secret_bribes": "yes", "open_money": "yes", "two_palaces": "yes"}, ("bribe",), 0),
]


@pytest.mark.parametrize(("game", "players", "options", "kinds", "open_ones"), TABLES)
def test_all_bytes_are_the_same_whatever_a_listener_can_not_know(gather, game, players, options, kinds, open_ones):
    gathering = gather(game, players, options)
    for listener in (SPECTATOR, 0, players - 1):
        for match, other in pairs(game_named(game), gathering.live.table.setting, listener, kinds, open_ones):
            told_apart = differing(gathering, listener, match, other)
            assert not told_apart, f"{listener} is sent something else after {match.entries[-3:]}: {told_apart}"


# Nothing or everything

SEALED = [
    ("chandelier", 3, {}),
    ("crystallia", 4, {"advanced": "yes"}),
    ("intrigue", 5, {"secret_bribes": "yes"}),
]


@pytest.mark.parametrize(("game", "players", "options"), SEALED)
def test_whether_others_have_staked_nothing_or_everything_shows_in_no_byte_until_it_is_opened(
    gather, game, players, options
):
    gathering = gather(game, players, options)
    start = longest_sealed_choice(game_named(game), gathering.live.table.setting)
    for listener in (SPECTATOR, start.to_act[0]):
        moments = list(staked(start, listener))
        assert len(moments) > 2
        for little, much in moments:
            assert not differing(gathering, listener, little, much)


def longest_sealed_choice(game, setting):
    """A match in which more is about to be chosen under cover than in any other that is found."""
    found = (match for seed in range(6) for match in histories(game, setting, seed))
    beginnings = (match for match in found if len(match.to_act) > 1 and not sealed(match))
    return max(beginnings, key=lambda match: sum(1 for _ in staked(match, match.to_act[0])))


def staked(start, listener):
    """Two histories side by side, as long as all is under cover: the others choose the least, or the most."""
    little, much = parted(start), parted(start)
    while little.to_act:
        seat = listener if listener in little.to_act else little.to_act[0]
        choices, others = little.choices(seat), much.choices(seat)
        little.act(seat, choices[0])
        much.act(seat, choices[0] if seat == listener else others[-1])
        if not sealed(little):
            return
        yield parted(little), parted(much)


# The check can fail: each leak takes what is honest, and what tells the secrets, and gives what leaks them


def as_text(honest, told):
    return lambda *of: honest(*of) + told()


def as_one_more(honest, told):
    return lambda *of: [*honest(*of), told()]


def as_length(honest, told):
    return lambda *of: honest(*of) + " " * (int(told(), 16) % 1000)


def as_board(honest, told):
    return lambda *of: honest(*of) | {"board": told()}


def as_question(honest, told):
    return lambda *of: honest(*of) | {"ask": told()}


def as_talk(honest, told):
    return lambda *of: honest(*of)._replace(waiting=(Unanswered(0, "red", "Anna", told(), ()),))


def as_gain(honest, told):
    return lambda *of: (honest(*of)[0], told())


def as_header(honest, told):
    def leaking(*of, **more):
        answer = honest(*of, **more)
        answer.headers["x-told"] = told()
        return answer

    return leaking


def as_refusal(honest, told):
    def leaking(*of):
        try:
            return honest(*of)
        except Mistake as mistake:
            raise type(mistake)(told()) from None

    return leaking


def as_reason(honest, told):
    return lambda *of: told()


def as_missing_choice(honest, told):
    def leaking(*of):
        choices = honest(*of)
        missing = int(told(), 16) % max(len(choices), 1)
        return choices[:missing] + choices[missing + 1 :]

    return leaking


LEAKS = [
    (pages, "frame", as_text, {"page", "page on a phone", "page after taking back"}),
    (pages, "page", as_header, {"my matches", "first page", "file", "link to another seat"}),
    (frame, "frame_id", as_length, {"page", "stream", "change of stream"}),
    (frame, "talked", as_talk, {"page", "stream", "long talk"}),
    (stream, "frame_lines", as_one_more, {"stream", "stream on a phone", "change of stream on a phone"}),
    (replay, "drawing", as_board, {"replay of step 0", "replay"}),
    (api, "position", as_question, {"API view", "API stream", "change of API stream"}),
    (CRYSTALLIA.board, "ghost", as_gain, {"ghost"}),
    (Table, "choices", as_missing_choice, {"page", "API view"}),
    (Table, "act", as_refusal, {"late action", "API late action"}),
    (Match, "_check", as_refusal, {"illegal action", "unknown action", "API illegal action"}),
    (Match, "why_no_undo", as_reason, {"page", "taking back"}),
    (match_module, "tell", as_one_more, {"page", "replay of step 0", "API view"}),
]


@pytest.fixture(scope="module")
def foreseeing():
    """A moment in Crystallia for the player who is about to lay a stone, with its twin: other stones lie face down."""
    for match in histories(CRYSTALLIA, CRYSTALLIA.setting(2), seed=1):
        choices = match.choices(0)
        if choices and foresees(choices[0]) and isinstance(match.entries[-1], Played):
            other = twin(match, 0, random.Random(1))
            if other:
                return match, other
    raise AssertionError("There is no such moment.")


@pytest.mark.parametrize(("where", "name", "leak", "noticed"), LEAKS, ids=[name for _, name, _, _ in LEAKS])
def test_a_leak_is_noticed_wherever_it_is(gather, monkeypatch, foreseeing, where, name, leak, noticed):
    gathering = gather("crystallia", 2, {})

    def told():
        return hashlib.sha256(secrets(gathering.live.table.played)).hexdigest()

    monkeypatch.setattr(where, name, leak(getattr(where, name), told))
    found = differing(gathering, 0, *foreseeing)
    missed = [one for one in noticed if not any(other.startswith(one) for other in found)]
    assert not missed, f"Only this was noticed: {sorted(found)}"


def test_without_a_leak_nothing_is_noticed(gather, foreseeing):
    assert not differing(gather("crystallia", 2, {}), 0, *foreseeing)


# In the terminal


@pytest.mark.parametrize(("game", "players", "options"), SEALED)
def test_the_terminal_and_its_hints_show_the_same_too(monkeypatch, game, players, options):
    monkeypatch.setattr(terminal, "fresh", lambda: (1, 2))
    monkeypatch.setattr(terminal, "MOST_ITERATIONS", 100)
    monkeypatch.setattr(terminal, "HINT_SECONDS", 1000)
    found = game_named(game)
    for match in many_histories(found, found.setting(players, options)):
        other = twin(match, 1, random.Random(1)) if len(match.choices(1)) > 1 and sealed(match) else None
        if other:
            break
    assert on_the_screen(match, 1) == on_the_screen(other, 1)
    monkeypatch.setattr(Match, "view", lambda match, seat=SPECTATOR: match.position.copy())
    assert on_the_screen(match, 1) != on_the_screen(other, 1), "a leak would be noticed"


def on_the_screen(match, seat):
    """All that the terminal shows to a seat: the table, a hint, and what comes of taking back."""
    shown = io.StringIO()
    table = terminal.Terminal(parted(match), seat, console=Console(file=shown, width=120))
    table.show()
    for typed in ("h", "99999", "win at once", "u"):
        table.answer(table.choices(), typed)
    table.show()
    return re.sub(r"in \d+\.\d s", "", shown.getvalue())


# Seats that change hands


def three_seats(visitor):
    return visitor.post("/new/rush", **{"name": "Rosa", "seat-1": "person", "seat-2": "person"}).url.path


def test_whoever_was_removed_sees_nothing_more_of_that_seat(house, visitor, friend, others):
    table = three_seats(visitor)
    friend.get(table)
    friend.post(f"{table}/sit", name="Sven", seat=1)
    with friend.client.stream("GET", f"{table}/stream") as answer:
        coming = events(answer, "\n\n")
        assert 'data-seat="1"' in [next(coming), next(coming)][1]
        visitor.post(f"{table}/remove", seat=1)
        for seat, other in enumerate(others(2), 1):
            other.get(table)
            other.post(f"{table}/sit", name=f"Zoe {seat}", seat=seat)
        assert 'data-seat="1"' not in next(coming, "")


def test_a_program_that_was_removed_sees_nothing_more_of_that_seat(house, visitor, others):
    table = three_seats(visitor)
    api = f"/api/v1{table.replace('/t/', '/tables/')}"
    seated = visitor.client.post(f"{api}/seats", json={"seat": 1}).json()
    bearer = {"Authorization": f"Bearer {seated['token']}"}
    with visitor.client.stream("GET", f"{api}/stream", headers=bearer) as answer:
        coming = events(answer, "\n")
        assert '"seat":1' in next(coming)
        visitor.post(f"{table}/remove", seat=1)
        for seat, other in enumerate(others(2), 1):
            other.get(table)
            other.post(f"{table}/sit", name=f"Zoe {seat}", seat=seat)
        assert '"seat":1' not in next(coming, "")


def test_whoever_made_the_link_to_a_seat_can_not_come_in_by_it_afterwards(visitor, friend, others):
    table = three_seats(visitor)
    pages = "".join(visitor.post(f"{table}/link", seat=seat).text for seat in (1, 2))
    links = re.findall(r"/seat/[\w-]{43}", pages)
    assert len(links) == 2
    friend.get(table)
    friend.post(f"{table}/sit", name="Sven", seat=1)
    (guest,) = others(1)
    guest.get(links[1])
    assert 'data-seat="2"' in guest.post(links[1], name="Zoe").text
    (second_browser,) = others(1)
    for link in links:
        assert second_browser.client.get(link).status_code == 404
        assert second_browser.post(link).status_code == 404


@pytest.fixture
def others(house):
    """Any number of people more."""
    with contextlib.ExitStack() as closing:

        def come(count):
            people = [Visitor(house.address) for _ in range(count)]
            for one in people:
                closing.callback(one.client.close)
            return people

        yield come


def test_whoever_has_seen_all_in_the_replay_can_not_take_the_last_move_back(house, visitor, friend):
    table = visitor.post("/new/rush", **{"name": "Rosa", "seat-1": "person", "option-turn_limit": 2}).url.path
    friend.get(table)
    friend.post(f"{table}/sit", name="Sven", seat=1)
    live = house.house.tables.live[table.removeprefix("/t/")]
    while not live.table.over:
        seat = live.table.played.to_act[0]
        (visitor, friend)[seat].post(f"{table}/act", action=live.table.choices(seat)[0], asked=live.table.asked[seat])
    last = (visitor, friend)[seat]
    assert last.client.get(f"{table}/replay?seat={1 - seat}").status_code == 200
    answer = last.post(f"{table}/undo", number=live.table.number)
    assert answer.status_code == 400 and "The match is over." in answer.text and live.table.over
