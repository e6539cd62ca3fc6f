"""Nobody gets what isn't theirs: not the others' secrets, not their seat, and no orders from foreign pages."""

import re
from pathlib import Path

import httpx
import pytest

from parlour.web.frame import TOKEN_HOLE
from parlour.web.guard import HEADERS, Bucket
from parlour.web.guests import COOKIE, fingerprint_of
from tests.web.conftest import Visitor


def secret_of(visitor):
    return visitor.client.cookies[COOKIE]


def two_at_a_table(visitor, friend, game="rush"):
    table = visitor.post(f"/new/{game}", **{"name": "Rosa", "seat-1": "person"}).url.path
    friend.get(table)
    friend.post(f"{table}/sit", name="Sven", seat=1)
    return table


# Secrets


def test_no_page_shows_a_secret_of_anyone(house, visitor, friend):
    table = two_at_a_table(visitor, friend)
    secrets = [secret_of(visitor), secret_of(friend)]
    hidden = [*secrets, *map(fingerprint_of, secrets)]
    for who in (visitor, friend):
        for path in (table, f"{table}/replay", "/mine", "/"):
            assert not any(secret in who.get(path) for secret in hidden)
    folder = Path(house.settings.database.removeprefix("sqlite:///")).parent
    stored = b"".join(path.read_bytes() for path in folder.iterdir())
    assert fingerprint_of(secrets[0]).encode() in stored and not any(secret.encode() in stored for secret in secrets)


def test_no_stream_holds_a_secret_that_its_size_could_tell(visitor, friend):
    """It is compressed together with what others say. The page has the token, and is not compressed."""
    table = two_at_a_table(visitor, friend, "rush")
    page = visitor.client.get(table)
    assert visitor.token in page.text and "content-encoding" not in page.headers
    assert "no-transform" in page.headers["cache-control"]
    text = ""
    with visitor.client.stream("GET", f"{table}/stream") as stream:
        assert stream.headers["content-encoding"] == "gzip"
        for part in stream.iter_text():
            text += part
            if text.count("event: ") == 1:
                friend.post(f"{table}/say", text="Is it 0123456789abcdef?")
            elif "Is it 0123456789abcdef?" in text:
                break
    assert 'name="token" value=""' in text and "event: change" in text
    assert not any(secret in text for secret in (visitor.token, secret_of(visitor), TOKEN_HOLE))


def test_the_cookie_can_not_be_read_by_scripts_or_sent_by_other_sites(house):
    header = httpx.get(house.address).headers["set-cookie"]
    assert "HttpOnly" in header and "SameSite=lax" in header


# Foreign pages


def test_orders_from_foreign_pages_are_refused(house, visitor):
    table = visitor.play_now()
    _, asked = visitor.offered(table)
    order = {"token": visitor.token, "action": 0, "asked": asked}
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert visitor.client.post(f"{table}/act", data=order, headers=headers).status_code == 403
    assert visitor.client.post(f"{table}/act", data=order | {"token": "0" * 32}).status_code == 403
    assert visitor.client.post(f"{table}/act", data={"action": 0, "asked": asked}).status_code == 403
    own = {"Origin": house.address, "Sec-Fetch-Site": "same-origin"}
    assert visitor.client.post(f"{table}/act", data=order, headers=own).status_code == 200


def test_every_answer_has_the_security_headers(visitor):
    for path in ("/", "/static/table.js", "/nothing", "/api/v1/games", "/games/rush/picture.svg"):
        headers = visitor.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff" and "frame-ancestors 'none'" in policy


def test_a_fault_of_ours_has_the_security_headers_too(house, visitor, monkeypatch):
    monkeypatch.setattr(house.house.store, "waiting", lambda: 1 / 0)
    answer = visitor.client.get("/")
    assert answer.status_code == 500 and "Something went wrong in the house" in answer.text
    assert all(answer.headers[name.decode()] == value.decode() for name, value in HEADERS)


def test_what_is_not_the_same_for_all_is_kept_by_no_proxy(visitor):
    table = visitor.play_now()
    api = f"/api/v1{table.replace('/t/', '/tables/')}"
    for path in (table, f"{table}/ghost?action=0", api, "/mine", "/nothing"):
        assert "no-store" in visitor.client.get(path).headers["cache-control"], path
    assert "cache-control" not in visitor.client.get("/static/table.js").headers


@pytest.mark.parametrize("path", ["/", "/new/rush", "/mine", "/rules/rush", "/docs", "/nothing"])
def test_no_page_has_inline_script_or_style_or_anything_from_elsewhere(visitor, path):
    page = visitor.client.get(path).text
    assert not re.search(r"<script(?![^>]*\bsrc=\"/)|<style|\sstyle=|\son\w+=|(src|href)=\"(https?:)?//", page)


def test_a_table_has_no_inline_script_or_style_either(visitor):
    page = visitor.get(visitor.play_now())
    assert not re.search(r"<script(?![^>]*\bsrc=\"/)|<style|\sstyle=|\son\w+=", page)


# Limits


def test_large_requests_are_refused(visitor):
    table = visitor.play_now()
    assert visitor.post(f"{table}/say", text="x" * 70_000).status_code == 413

    def endless():
        for _ in range(200):
            yield b"x" * 1000

    assert visitor.client.post(f"{table}/say", content=endless()).status_code == 413


def test_who_asks_too_fast_must_wait(open_house):
    busy = open_house("busy", writes=(3, 0.1))
    visitor = Visitor(busy.address)
    answers = [visitor.post("/now/chess").status_code for _ in range(5)]
    visitor.client.close()
    assert answers == [404, 404, 404, 429, 429]


def test_a_bucket_fills_again_and_forgets_strangers(monkeypatch):
    now = 0.0
    monkeypatch.setattr("parlour.web.guard.time.monotonic", lambda: now)
    monkeypatch.setattr("parlour.web.guard.MOST_CLIENTS", 2)
    bucket = Bucket(2, 1)
    assert [bucket.take("a") for _ in range(3)] == [True, True, False]
    now = 1.0
    assert bucket.take("a") and not bucket.take("a") and bucket.take("b") and bucket.take("c")
    assert list(bucket.clients) == ["b", "c"]
