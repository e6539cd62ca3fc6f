"""Behind a proxy: who asks is known, cookies are safe, and a forged word counts nothing; also below a path."""

import contextlib
import re
import socket

import httpx
import pytest

from parlour.kit.mistake import Mistake
from parlour.web.proxy import Proxies
from parlour.web.serve import below
from tests.web.conftest import RunningHouse, Visitor
from tests.web.proxying import Proxy

PROXY = "127.0.0.5"


@pytest.fixture(scope="module")
def behind(open_house):
    """A house that trusts one proxy and gives each client few connections."""
    return open_house("behind", proxies=(PROXY, "10.0.0.0/8"), lines=(3, 100))


@pytest.fixture(scope="module")
def proxy(behind):
    with contextlib.closing(Proxy(behind.port, PROXY)) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def below_a_path(open_house):
    """A house below a path, whose addresses the proxy passes on as they are."""
    house = open_house("below", proxies=(PROXY,), path="/games")
    house.wait_until_compiled()
    return house


@pytest.fixture(scope="module")
def way_in(below_a_path):
    with contextlib.closing(Proxy(below_a_path.port, PROXY, "http")) as proxy:
        yield proxy


def clients_known(house: RunningHouse) -> set[str]:
    """Everyone whose requests were counted."""
    app = house.server.config.app
    (guard,) = [layer for layer in app.user_middleware if "reads" in layer.kwargs]  # type: ignore[union-attr]
    return set(guard.kwargs["reads"].clients)


def get(address: str, source: str = "127.0.0.1", **headers: str) -> httpx.Response:
    """A page as someone at another address of this machine gets it."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source)) as client:
        return client.get(address, headers={name.replace("_", "-"): value for name, value in headers.items()})


# Who asks


def test_a_proxy_that_is_trusted_says_who_asks_and_over_what(behind, proxy):
    answer = get(proxy.address, "127.0.0.21")
    assert answer.status_code == 200 and "Secure" in answer.headers["set-cookie"]
    assert "127.0.0.21" in clients_known(behind) and PROXY not in clients_known(behind)


def test_what_a_client_forges_on_the_way_to_the_proxy_counts_nothing(behind, proxy):
    for forged in ("192.0.2.66", "192.0.2.66, 10.1.2.3", "nonsense", "192.0.2.66, 127.0.0.5"):
        get(proxy.address, "127.0.0.22", X_Forwarded_For=forged)
    known = clients_known(behind)
    assert "127.0.0.22" in known and not {"192.0.2.66", "10.1.2.3", "unknown"} & known


def test_several_proxies_that_are_trusted_are_seen_through(behind):
    """The first of them is the last in the list that isn't believed to be a client."""
    said = {"X_Forwarded_For": "192.0.2.66, 198.51.100.7, 10.1.2.3", "X_Forwarded_Proto": "https"}
    get(behind.address, PROXY, **said)
    assert "198.51.100.7" in clients_known(behind) and "192.0.2.66" not in clients_known(behind)


def test_nobody_else_is_believed(behind):
    said = {"X_Forwarded_For": "192.0.2.77", "X_Forwarded_Proto": "https", "X_Forwarded_Host": "evil.example"}
    answer = get(behind.address, "127.0.0.23", **said)
    assert "Secure" not in answer.headers["set-cookie"]
    assert "127.0.0.23" in clients_known(behind) and "192.0.2.77" not in clients_known(behind)


def test_by_default_nobody_is_believed_at_all(house):
    answer = get(house.address, X_Forwarded_For="192.0.2.88", X_Forwarded_Proto="https")
    assert "Secure" not in answer.headers["set-cookie"] and "192.0.2.88" not in clients_known(house)


def test_the_limit_of_connections_does_not_hold_for_the_proxy(behind, proxy):
    with contextlib.ExitStack() as closing:
        for _ in range(6):
            closing.enter_context(half_a_request(behind.port, PROXY))
        assert get(proxy.address).status_code == 200
        for _ in range(3):
            closing.enter_context(half_a_request(behind.port, "127.0.0.24"))
        assert get(behind.address, "127.0.0.24").status_code == 429


def half_a_request(port: int, source: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), 20, (source, 0))
    line.sendall(b"GET / HTTP/1.1\r\n")
    return line


def test_a_proxy_is_named_by_its_address_or_network():
    trusted = Proxies(["192.0.2.1", " 10.0.0.0/8 ", "2001:db8::/32", ""])
    assert all(one in trusted for one in ("192.0.2.1", "::ffff:192.0.2.1", "10.255.0.1", "2001:db8::1"))
    assert not any(one in trusted for one in ("192.0.2.2", "11.0.0.1", "", "unknown", "2001:db9::1"))
    with pytest.raises(Mistake, match="an address like"):
        Proxies(["proxy.example"])


def test_a_proxy_that_nobody_named_is_wondered_at_once(open_house, caplog):
    unnamed = open_house("unnamed")
    with contextlib.closing(Proxy(unnamed.port, "127.0.0.6")) as proxy:
        for _ in range(3):
            get(proxy.address)
    assert [line.getMessage() for line in caplog.records if "--proxy" in line.getMessage()] == [
        "127.0.0.6 forwards for others and isn't trusted; if it is your proxy, name it with --proxy."
    ]


# For which host


def test_orders_are_compared_with_the_host_outside(behind, proxy):
    visitor = Visitor(proxy.address)
    for cookie in visitor.client.cookies.jar:
        cookie.secure = False  # or it would not be sent to this proxy, which only says that it is safe
    outside = proxy.address.removeprefix("http://")
    own, foreign = {"Origin": f"https://{outside}"}, {"Origin": "https://inside.example:7600"}
    form = {"token": visitor.token}
    assert visitor.client.post("/now/rush", data=form, headers=foreign).status_code == 403
    answer = visitor.client.post("/now/rush", data=form, headers=own, follow_redirects=False)
    assert answer.status_code == 303
    page = visitor.client.post(f"{answer.headers['location']}/link", data=form | {"seat": "0"}).text
    assert f'value="https://{outside}/seat/' in page
    visitor.client.close()


# Below a path


def test_every_link_of_a_house_below_a_path_stays_there(way_in):
    visitor = Visitor(f"{way_in.address}/games")
    visitor.client.base_url = httpx.URL(way_in.address)
    home = visitor.get("/games/")
    answer = visitor.client.post("/games/now/intrigue", data={"token": visitor.token}, follow_redirects=False)
    table = answer.headers["location"]
    assert re.fullmatch(r"/games/t/[\w-]{16}", table)
    new = visitor.get("/games/new/rush")
    opened = visitor.client.post("/games/new/rush", data={"token": visitor.token, "name": "Rosa", "seat-1": "person"})
    pages = [home, new, opened.text, visitor.get(table), visitor.get(f"{table}/replay")]
    pages += [visitor.get(f"/games/{path}") for path in ("mine", "rules/rush", "docs")]
    pages += [visitor.client.get("/games/nothing").text]
    links = {link for page in pages for link in re.findall(r'(?:href|src|action|data-\w+)="(/[^"]*)"', page)}
    assert len(links) > 30 and all(re.match(r"/games(/|$)", link) for link in links), sorted(links)
    for link in sorted(links):
        if not re.search(r"/(now|seat|sit|act|say|stream)\b|match\.parlour", link):
            assert visitor.client.get(link.replace("&amp;", "&")).status_code in (200, 405), link
    link = re.search(r'value="http://[^/]+(/games/seat/[\w-]{43})"', visitor.post(f"{table}/link", seat=0).text)
    assert link and "Take the seat" in visitor.get(link[1])
    for cookie in visitor.client.cookies.jar:
        assert cookie.path == "/games"
    visitor.client.close()


def test_a_house_below_a_path_has_its_streams_and_its_programs_there(way_in, below_a_path):
    with httpx.Client(base_url=f"{way_in.address}/games/api/v1", timeout=20) as api:
        seat = api.post("/tables", json={"game": "rush", "seats": ["easy"], "name": "Ada"}).json()
        with api.stream("GET", f"/tables/{seat['table']}/stream") as lines:
            assert seat["table"] in next(lines.iter_lines())
        assert api.get("/tables/none").json() == {"error": "There is no such table in this house."}
    described = httpx.get(f"{way_in.address}/games/openapi.json").json()
    assert described["servers"] == [{"url": "/games"}] and "/api/v1/tables" in described["paths"]
    assert "POST /games/api/v1/tables" in httpx.get(f"{way_in.address}/games/docs").text


@pytest.mark.parametrize("path", ["/", "/gamesx", "/mine", "/x/games/", "/static/house.css", "/api/v1/games"])
def test_there_is_nothing_beside_the_path(way_in, path):
    assert httpx.get(f"{way_in.address}{path}").status_code == 404


def test_the_path_itself_leads_to_the_first_page(way_in):
    answer = httpx.get(f"{way_in.address}/games", follow_redirects=False)
    assert answer.is_redirect and httpx.URL(answer.headers["location"]).path == "/games/"


def test_a_path_is_written_in_one_way():
    assert [below(path) for path in ("", "/", "games", "/games/", "/a/b-c")] == ["", "", "/games", "/games", "/a/b-c"]
    for wrong in ("/a b", "/é", "/a//b", "/%41", "/a?b"):
        with pytest.raises(Mistake, match="A path is like /games"):
            below(wrong)
