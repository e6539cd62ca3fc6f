"""What strangers say is checked at the door: no name that they send becomes a file, an import or an hour of search.

And whatever they send, the house stays on its feet: bad input gets a sentence and a status below 500.
"""

import gc
import json
import re
import socket

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.kit.mistake import Mistake
from parlour.web import door
from parlour.web.guests import COOKIE, NAME_COOKIE
from parlour.web.house import House, Settings
from tests.web.conftest import Visitor


@pytest.fixture
def trap(tmp_path):
    """A bot's file that leaves a trace when it is run, and the trace."""
    trace = tmp_path / "trace"
    file = tmp_path / "mine.py"
    file.write_text(f"open({str(trace)!r}, 'w').close()\nclass Mine:\n    pass\n")
    return f"{file}:Mine", trace


def bad_names(trap):
    return [trap[0], "search:3600s", "search:5", "Search:1", "random", "heuristic", "no bot", "\0", "²", "x" * 1000]


def test_a_table_of_the_api_has_bots_of_the_list_only(visitor, trap):
    for name in bad_names(trap):
        wish = {"game": "rush", "seats": [name], "name": "Ada"}
        answer = visitor.client.post("/api/v1/tables", json=wish)
        assert answer.status_code == 400, (name[:50], answer.text)
        assert "easy, medium, hard, expert" in answer.json()["error"]
    assert not trap[1].exists()


def test_filling_a_table_of_the_api_takes_bots_of_the_list_only(visitor, trap):
    opened = visitor.client.post("/api/v1/tables", json={"game": "rush", "seats": [""], "name": "Ada"}).json()
    for name in bad_names(trap):
        answer = visitor.client.post(
            f"/api/v1/tables/{opened['table']}/fill",
            params={"bot": name},
            headers={"Authorization": f"Bearer {opened['token']}"},
        )
        assert answer.status_code == 400 and "easy, medium, hard, expert" in answer.json()["error"]
    assert not trap[1].exists()


def test_the_set_up_page_and_its_fill_take_bots_of_the_list_only(visitor, trap):
    table = visitor.post("/new/rush", **{"name": "Rosa", "seat-1": "person"}).url.path
    for name in bad_names(trap):
        for answer in (
            visitor.post("/new/rush", **{"name": "Rosa", "seat-1": name}),
            visitor.post(f"{table}/fill", bot=name),
        ):
            assert answer.status_code == 400 and "easy, medium, hard, expert" in answer.text
    assert not trap[1].exists()


def test_a_name_that_was_kept_before_the_door_was_shut_is_not_run_either(tmp_path, trap):
    """Houses from before may have such names in their database."""
    import asyncio

    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1))
        await house.store.open()
        try:
            live = await house.tables.create("rush", ["", "medium", "hard"], {}, "host", public=False)
            for seat in (1, 2):
                await house.store.change_seat(live.table.id, seat, bot=trap[0])
            await house.store.change_seat(live.table.id, 0, stand_in="search:3600s")
            del house.tables.live[live.table.id]
            again = await house.tables.find(live.table.id)
            return [place.player for place in again.table.places]
        finally:
            await house.close()

    assert asyncio.run(run()) == ["medium", "medium", "medium"]
    assert not trap[1].exists()


def test_levels_are_known_in_any_case():
    assert door.bot(" Hard ") == "hard"
    with pytest.raises(Mistake, match="There is no bot 'harder'"):
        door.bot("harder")


# Bad input

LONG = "9" * 5000  # more digits than Python reads as a number
ODD = ["\0", "²", "--5", "٣", "-1", "", "é", "\x1b[2J\u202e", "x" * 1999, LONG[:1999], LONG]
HALVES = [r'"\ud800"', r'"\udc00\ud800"']  # of characters, as JSON lets one send them


class Regular(Visitor):
    """Someone who sits at a table during many tests, with our script: answers are short then."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.table = self.play_now()
        self.client.headers["X-Parlour"] = "1"

    def call(self, path: str, body: str | bytes) -> httpx.Response:
        """As a program would: `path` goes on from the address of the table, or is empty for all tables."""
        table = self.table.replace("/t/", "/tables/") if path else "/tables"
        bearer = {"Authorization": f"Bearer {self.client.cookies[COOKIE]}", "Content-Type": "application/json"}
        return self.client.post(f"/api/v1{table}{path}", content=body, headers=bearer)


@pytest.fixture(scope="module")
def regular(house):
    someone = Regular(house.address)
    yield someone
    someone.client.close()


def raw(house, request: bytes) -> int:
    """The status of the answer to a request that no client would send."""
    with socket.create_connection(("127.0.0.1", house.port), 20) as line:
        line.sendall(request)
        return int(line.recv(1000).split()[1])


@pytest.mark.parametrize(
    "header",
    [
        b"Origin: http://[",
        b"Origin: \xff",
        b"Origin: http://\xc3\xa9",
        b"Sec-Fetch-Site: \xff",
        b"Content-Length: x",
        b"Content-Length: -1",
        b"Content-Length: \xb2",
        b"Content-Length: " + LONG.encode(),
        b"Cookie: parlour=\xff; parlour-name=\xff",
        b"Authorization: Bearer \xff",
        b"Last-Event-ID: \xff",
        b"Accept-Encoding: \xff",
        b"User-Agent: \xff",
        b"X-Forwarded-For: \xff",
    ],
)
def test_no_header_breaks_the_house(house, header):
    host = f"Host: 127.0.0.1:{house.port}\r\n".encode()
    for line in (b"POST /now/rush", b"GET /", b"GET /api/v1/games", b"POST /api/v1/tables", b"GET /t/x/stream"):
        assert raw(house, line + b" HTTP/1.1\r\nConnection: close\r\n" + host + header + b"\r\n\r\n") < 500
    assert raw(house, b"POST / HTTP/1.1\r\nHost: \xff\r\n" + header + b"\r\n\r\n") < 500


@pytest.mark.parametrize("address", [b"/?\xff", b"/?%ff", b"/\xff", b"/%ff", b"//[", b"*", b"http://[", b"/t/%00"])
def test_no_address_breaks_the_house(house, address):
    assert raw(house, b"GET " + address + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") < 500


def test_a_token_that_is_not_ours_is_refused_whatever_it_is(visitor):
    for token in ("é", "\0", "", LONG[:1999], "0" * 32):
        answer = visitor.client.post("/now/rush", data={"token": token})
        assert answer.status_code == 403 and "too old or isn" in answer.text


POSTS = {
    "act": ["action", "asked", "post"],
    "undo": ["number", "post"],
    "say": ["text", "form", "to", "amount", "post"],
    "sit": ["name", "seat", "colour"],
    "stand-in": ["seat"],
    "remove": ["seat"],
    "link": ["seat"],
    "fill": ["bot"],
    "pause": ["paused"],
}
GOOD = {"action": "0", "asked": "0", "number": "0", "form": "demand", "to": "Anna", "occupation": "clerk"}
SETTING_UP = ["name", "colour", "seat-1", "seat-3", "option-turn_limit", "option-lock", "public"]


def test_no_field_of_a_form_breaks_the_house(visitor):
    table = visitor.play_now("intrigue")
    visitor.client.headers["X-Parlour"] = "1"
    forms = [(f"{table}/{order}", field, GOOD) for order, fields in POSTS.items() for field in fields]
    forms += [("/new/rush", field, {"name": "Rosa", "seat-1": "easy", "seat-2": "easy"}) for field in SETTING_UP]
    for path, field, good in forms:
        for odd in ODD:
            assert visitor.post(path, **(good | {field: odd})).status_code < 500, (path, field, odd[:20])


def test_no_part_of_an_address_breaks_the_house(visitor):
    table = visitor.play_now("crystallia")
    visitor.client.headers["X-Parlour"] = "1"
    for odd in ODD:
        part = "".join(f"%{byte:02x}" for byte in odd.encode())
        for address in (
            f"/t/{part}",
            f"/t/{part}/stream",
            f"/seat/{part}",
            f"/rules/{part}",
            f"/new/{part}",
            f"/games/{part}/picture.svg",
            f"{table}/ghost?action={part}",
            f"{table}/replay?step={part}",
            f"{table}/replay?seat={part}&narrow={part}",
            f"/static/{part}",
            f"/api/v1/tables/{part}",
            f"/api/v1/tables/{part}/stream",
            f"/api/v1{table.replace('/t/', '/tables/')}?since={part}",
        ):
            assert visitor.client.get(address).status_code < 500, (address[:60], odd[:20])


BODIES = {
    '{"action": ?}': "/actions",
    '{"action": 0, "asked": ?}': "/actions",
    '{"action": 0, "id": ?}': "/actions",
    '{"number": ?}': "/undo",
    '{"text": ?}': "/talk",
    '{"text": "Hello", "id": ?}': "/talk",
    '{"name": "Bo", "seat": ?}': "/seats",
    '{"name": ?}': "/seats",
    '{"game": ?, "seats": ["easy"]}': "",
    '{"game": "rush", "seats": [?]}': "",
    '{"game": "rush", "seats": ["easy"], "name": ?}': "",
    '{"game": "rush", "seats": ["easy"], "options": {"turn_limit": ?}}': "",
    '{"game": "rush", "seats": ["easy"], "options": {?: []}}': "",
    '{"game": "rush", "seats": ["easy"], "options": {?: 1}}': "",
}
NUMBERS = [LONG, LONG[:4200], f"-{LONG[:4200]}", "1e999", "NaN", "true", "null", "{}", "[" * 9000]


@pytest.mark.parametrize("body", BODIES)
def test_no_body_breaks_the_house_for_programs_nor_is_it_echoed(regular, body):
    for value in [*NUMBERS, *map(json.dumps, ODD), *HALVES]:
        answer = regular.call(BODIES[body], body.replace("?", value))
        assert answer.status_code < 500, value[:20]
        assert answer.status_code < 400 or not re.search(r"(x|9){41}", answer.json()["error"]), value[:20]


@pytest.mark.parametrize("body", [b"\xff", b'{"action": "\xff"}', b"", b"x", b"[]"])
def test_what_is_no_json_is_told_so(regular, body):
    answer = regular.call("", body)
    assert answer.status_code in (400, 422) and answer.json()["error"].endswith(".")


def test_a_body_that_is_too_long_is_told_so_to_programs_too(visitor):
    def endless():
        for _ in range(200):
            yield b" " * 1000

    answer = visitor.client.post("/api/v1/tables", content=endless())
    assert answer.status_code == 413 and "more than this house takes" in answer.json()["error"]


FIELDS = sorted({field for fields in POSTS.values() for field in fields} | set(SETTING_UP))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters()), inner, max_size=3),
    max_leaves=5,
)
KEYS = ["action", "asked", "id", "number", "text", "name", "seat", "game", "seats", "options", "public"]


@settings(max_examples=25)
@given(
    st.sampled_from([*POSTS, "/new/rush", "/now/rush", "/seat/x"]),
    st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=20) | st.integers().map(str)),
)
def test_random_forms_do_not_break_the_house(regular, path, fields):
    address = path if path.startswith("/") else f"{regular.table}/{path}"
    assert regular.post(address, **fields).status_code < 500


@settings(max_examples=25)
@given(
    st.sampled_from(["/actions", "/undo", "/talk", "/seats", "/fill", ""]),
    st.dictionaries(st.sampled_from(KEYS), VALUES),
)
def test_random_bodies_do_not_break_the_house_for_programs(regular, path, body):
    assert regular.call(path, json.dumps(body)).status_code < 500


# Names and talk


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Łukasz", "Łukasz"),
        ("名前", "名前"),
        ("👪", "👪"),
        ("Zoë  de Vries", "Zoë de Vries"),
        ("O'Neill; 100%", "O&#39;Neill; 100%"),
        ("👨‍👩‍👧", "👨👩👧"),
        ("Ro\u202esa\0", "Rosa"),
    ],
)
def test_a_name_in_any_script_is_taken_and_remembered(visitor, typed, shown):
    answer = visitor.post("/new/rush", **{"name": typed, "seat-1": "easy"})
    assert answer.status_code == 200 and f"{shown} <em>(you)</em>" in answer.text
    assert f'name="name" value="{shown}"' in visitor.get("/new/rush")
    assert f"{shown} <em>(you)</em>" in visitor.post("/now/rush").text


@pytest.mark.parametrize(
    ("kept", "name"), [("Rosa", "Rosa"), ('"Rosa M"', "Rosa M"), ('"Zo\\353"', "Zoë"), ('"\\033x"', "x"), ("", "Guest")]
)
def test_a_name_that_an_earlier_house_wrote_into_the_cookie_is_still_read(visitor, kept, name):
    page = visitor.client.get("/new/rush", headers={"Cookie": f"{NAME_COOKIE}={kept}"}).text
    assert f'name="name" value="{name}"' in page


def test_talk_in_any_script_is_told_and_what_can_not_be_seen_is_left_out(visitor):
    table = visitor.play_now()
    said = "Łódź 名前 👨‍👩‍👧 ❤️ می‌خواهم שלום"
    assert said in visitor.post(f"{table}/say", text=said).text
    page = visitor.post(f"{table}/say", text="a\0b\x1b[2J\x9bc\u202ed\u2066e\nf").text
    assert "</span> say: “ab[2Jcde f”</li>" in page
    assert visitor.post(f"{table}/say", text="\0\u202e").status_code == 400


# What is kept of it


def test_pictures_are_kept_by_the_name_of_the_game_alone(house, visitor):
    for name in ("rush", "RUSH", "Rush", "%20rush%20", "rUsH"):
        assert visitor.client.get(f"/games/{name}/picture.svg").status_code == 200
    assert set(house.house.pictures.drawn) <= {"chandelier", "crystallia", "intrigue", "rush"}


def test_what_was_refused_is_not_kept(visitor):
    """The page shows it again as it was typed, once."""
    table = visitor.play_now()
    said = "refused" * 100
    answer = visitor.post(f"{table}/say", text=said)
    assert answer.status_code == 400 and f'value="{said}"' in answer.text
    del answer
    visitor.get(table)
    assert not any(said in part for part in texts_in_memory() if part is not said)


def texts_in_memory():
    """All texts that something in this process holds on to."""
    for held in gc.get_objects():
        parts = held.values() if type(held) is dict else held if type(held) in (list, tuple) else ()
        yield from (part for part in list(parts) if type(part) is str)


def test_what_is_said_takes_little_more_room_than_its_length(visitor):
    table = visitor.play_now()
    page = visitor.post(f"{table}/say", text="★" * 500).text
    (line,) = re.findall(r'<li id="the-line-\d+" class="said".*?</li>', page)
    assert line.count("★") > 450 and len(line) < 3000
