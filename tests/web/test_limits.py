"""What one client may take of the house: streams, connections, time and memory; the others don't notice."""

import contextlib
import json
import socket
import time

import httpx
import pytest

from parlour.web import guard, lines
from parlour.web.guard import Crowd, household
from parlour.web.lines import LARGEST_HEAD
from parlour.web.serve import listen, named, open_files
from tests.web.conftest import Visitor, wait_until

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture(scope="module")
def small(open_house):
    """A house with few places."""
    return open_house("small", streams=(3, 5), lines=(20, 30))


@pytest.fixture
def guest(small):
    someone = Visitor(small.address)
    yield someone
    someone.client.close()


def connect(house, sent: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
    """A connection from one of the many addresses of this machine."""
    line = socket.create_connection(("127.0.0.1", house.port), 20, source_address=(address, 0))
    line.sendall(sent)
    return line


def answered(line: socket.socket) -> bytes:
    """All that comes until the house hangs up."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65536):
            heard += part
    return heard


def open_lines(house) -> Crowd:
    return house.server.config.http.args[0]


# Streams


def listening(house, path, address="127.0.0.1"):
    """A stream and its status; it stays open."""
    line = connect(house, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(), address)
    return line, line.recv(100).split(b"\r\n")[0].split()[1]


def test_a_client_has_so_many_streams_and_the_house_so_many_in_all(small, guest):
    table = guest.play_now()
    api = f"/api/v1{table.replace('/t/', '/tables/')}"
    with contextlib.ExitStack() as closing:
        paths = [f"{table}/stream", f"{api}/stream", f"{table}/stream"]
        for path in paths:
            line, status = listening(small, path)
            closing.enter_context(line)
            assert status == b"200"
        refused = guest.client.get(f"{table}/stream")
        assert refused.status_code == 429 and refused.headers["retry-after"] and "close some" in refused.text
        assert guest.client.get(f"{api}/stream").json() == {"error": guard.TOO_MANY}
        for _ in range(2):
            line, status = listening(small, paths[0], "127.0.0.2")
            closing.enter_context(line)
            assert status == b"200"
        line, status = listening(small, paths[0], "127.0.0.2")
        closing.enter_context(line)
        assert status == b"503"
        assert guest.client.get(table).status_code == 200
    wait_until(lambda: listening_again(small, paths[0]), "A free place")


def listening_again(house, path):
    line, status = listening(house, path)
    line.close()
    return status == b"200"


# Connections


def test_half_sent_requests_keep_nobody_out(small, guest):
    with contextlib.ExitStack() as closing:
        half = [closing.enter_context(connect(small, HEAD)) for _ in range(19)]
        late = closing.enter_context(connect(small, HEAD + b"\r\n"))
        assert b" 429 " in answered(late)
        other = closing.enter_context(connect(small, HEAD + b"Connection: close\r\n\r\n", "127.0.0.2"))
        assert b" 200 " in answered(other)
        others = [closing.enter_context(connect(small, HEAD, "127.0.0.3")) for _ in range(10)]
        full = closing.enter_context(connect(small, HEAD + b"\r\n", "127.0.0.4"))
        assert b" 503 " in answered(full) and half and others
    wait_until(lambda: open_lines(small).count <= 1, "The end of all lines")


PROGRAM = b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\n"


def told(line: socket.socket) -> tuple[bytes, dict]:
    """The status of a refusal for a program, and what it says."""
    head, _, body = answered(line).partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head and b"content-length: %d" % len(body) in head
    return head.split()[1], json.loads(body)


def test_a_program_is_told_in_json_that_it_can_not_be_let_in(small):
    wait_until(lambda: open_lines(small).count == 0, "A quiet house")
    with contextlib.ExitStack() as closing:
        half = [closing.enter_context(connect(small, HEAD)) for _ in range(20)]
        late = closing.enter_context(connect(small, PROGRAM + b"\r\n"))
        assert told(late) == (b"429", {"error": lines.TOO_MANY})
        silent = closing.enter_context(connect(small))
        assert b" 429 " in answered(silent)
        others = [closing.enter_context(connect(small, HEAD, "127.0.0.3")) for _ in range(10)]
        full = closing.enter_context(connect(small, PROGRAM + b"\r\n", "127.0.0.4"))
        assert told(full) == (b"503", {"error": guard.FULL}) and half and others
    wait_until(lambda: open_lines(small).count == 0, "The end of all lines")


def test_a_program_is_told_in_json_what_is_wrong_with_its_request(small, monkeypatch):
    monkeypatch.setattr(lines, "HEAD", 0.3)
    length = b"Content-Length: %d\r\n\r\n" % (guard.LARGEST_REQUEST + 1)
    with connect(small, PROGRAM + b"Connection: close\r\n" + length) as line:
        assert told(line) == (b"413", {"error": guard.TOO_LARGE})
    with connect(small, PROGRAM + b"X" * (LARGEST_HEAD + 1)) as line:
        assert told(line) == (b"431", {"error": lines.TOO_LONG})
    with connect(small, PROGRAM) as line:
        assert told(line) == (b"408", {"error": lines.TOO_SLOW})
    with connect(small, PROGRAM + b"no header\r\n\r\n") as line:
        assert told(line) == (b"400", {"error": lines.NOT_HTTP})


def test_beyond_some_farewells_nobody_is_told_why(small, monkeypatch):
    """Else those who are turned away would take the files that the others need."""
    monkeypatch.setattr(lines, "FAREWELLS", 0)
    with contextlib.ExitStack() as closing:
        for number in range(30):
            closing.enter_context(connect(small, HEAD, f"127.0.0.{2 + number % 2}"))
        wait_until(lambda: open_lines(small).count == 30, "A full house")
        assert answered(closing.enter_context(connect(small, HEAD + b"\r\n", "127.0.0.4"))) == b""
    wait_until(lambda: open_lines(small).count == 0, "The end of all lines")


def test_a_request_that_does_not_come_is_not_waited_for(small, guest, monkeypatch):
    monkeypatch.setattr(lines, "HEAD", 0.3)
    monkeypatch.setattr(lines, "BODY", 0.3)
    for sent in (b"", b"GET", HEAD, HEAD + b"X: ", b"\r\n\r\n"):
        with connect(small, sent) as line:
            assert b" 408 " in answered(line)
    with connect(small, HEAD + b"\r\n") as line:  # the second request on a line
        assert b" 200 " in line.recv(65536)
        line.sendall(b"GET / HT")
        assert b" 408 " in answered(line)
    form = b"POST /now/rush HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\ntoken="
    with connect(small, form) as line:
        assert answered(line) == b""
    with connect(small, form.replace(b"/now/rush", b"/api/v1/tables")) as line:
        assert answered(line) == b""
    assert guest.client.get("/").status_code == 200


def test_a_request_that_trickles_in_is_not_waited_for_either(small, monkeypatch):
    monkeypatch.setattr(lines, "HEAD", 0.5)
    for begun, part in ((HEAD, b"X"), (b"", b"\r\n")):
        with connect(small, begun) as line, pytest.raises(ConnectionError):
            trickle(line, part)


def trickle(line: socket.socket, part: bytes) -> None:
    for _ in range(500):
        line.sendall(part)
        time.sleep(0.02)


def test_a_head_without_end_is_cut_off(small):
    with connect(small, HEAD) as line:
        with contextlib.suppress(ConnectionError):
            for _ in range(LARGEST_HEAD // 1000 + 200):
                line.sendall(b"X: " + b"x" * 1000 + b"\r\n")
                time.sleep(0.001)
        assert b" 431 " in answered(line)
    assert httpx.get(small.address, headers={"X": "x" * (LARGEST_HEAD - 2000)}).status_code == 200


def test_who_never_reads_is_dropped(small, guest, monkeypatch):
    monkeypatch.setattr(lines, "UNREAD", 0.3)
    table = guest.play_now("crystallia")
    live = small.house.tables.live[table.removeprefix("/t/")]
    path = f"/api/v1{table.replace('/t/', '/tables/')}/stream?since=0"
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", small.port))
        deaf.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        wait_until(lambda: len(live.watchers) == 1, "The stream")

        def dropped():
            guest.client.post(f"{table}/say", data={"token": guest.token, "text": "Hello?"}, headers={"X-Parlour": "1"})
            return not live.watchers

        wait_until(dropped, "The end of the stream")


def test_an_answer_that_is_not_read_holds_no_line_for_long(small, monkeypatch):
    monkeypatch.setattr(lines, "UNREAD", 0.3)
    wait_until(lambda: open_lines(small).count == 0, "A quiet house")
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", small.port))
        one = b"GET /rules/crystallia HTTP/1.1\r\nHost: localhost\r\n\r\n"
        deaf.sendall(one * 40)
        wait_until(lambda: open_lines(small).count == 1, "The line")
        wait_until(lambda: open_lines(small).count == 0, "The end of the line")


# Whose limit it is


def test_an_address_of_version_6_counts_for_its_whole_network():
    assert household("2001:db8:1:2::7") == household("2001:db8:1:2:ffff::1") != household("2001:db8:1:3::7")
    assert household("::ffff:192.0.2.7") == household("192.0.2.7") == "192.0.2.7"
    assert household("fe80::1%eth0") == household("fe80::2%eth1")
    assert household("") == household("x" * 9999) == "unknown"


def test_a_crowd_forgets_who_has_gone():
    crowd = Crowd(2, 3)
    with crowd.one_more("a"), crowd.one_more("b"):
        assert (crowd.count, dict(crowd.of)) == (2, {"a": 1, "b": 1})
    assert (crowd.count, dict(crowd.of)) == (0, {})


def test_who_is_too_fast_is_told_when_to_come_back(open_house):
    busy = open_house("busy-door", reads=(3, 0.1), writes=(1, 0.1))
    visitor = Visitor(busy.address)
    first, second = (visitor.client.post("/now/chess", headers={"X-Parlour": "1"}) for _ in range(2))
    assert first.status_code == 403 and second.status_code == 429
    assert second.headers["retry-after"] == "1" and second.json() == {"error": guard.TOO_FAST}
    answers = [visitor.client.get("/api/v1/games") for _ in range(3)]
    assert answers[-1].status_code == 429 and answers[-1].json() == {"error": guard.TOO_FAST}
    visitor.client.close()


# Where it listens


def test_the_house_may_open_as_many_files_as_the_system_allows():
    resource = pytest.importorskip("resource")
    assert open_files() >= resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft == hard


def test_a_house_listens_at_addresses_of_both_versions():
    try:
        listening = listen("::", 0)
    except Exception:
        pytest.skip("This machine has no IPv6.")
    with listening:
        for address in ("127.0.0.1", "::1"):
            socket.create_connection((address, listening.getsockname()[1]), 5).close()
    assert (named("::"), named("::1"), named("192.0.2.1")) == ("localhost", "[::1]", "192.0.2.1")
