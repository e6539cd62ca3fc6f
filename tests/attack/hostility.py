"""The kinds of hostility: each spoils a good order in its own way. Every kind is tried on every route."""

import json
import string
import urllib.parse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from parlour import games
from parlour.web.guests import COOKIE, Guest
from tests.attack import nasty, wire
from tests.attack.orders import Order, encoded
from tests.attack.people import Knowledge
from tests.attack.routes import Way, body_of

QUERIES = (
    "action", "narrow", "last", "step", "seat", "bare", "since", "bot", "number", "table", "token",
)  # fmt: skip
HEADERS = (
    b"Host", b"Cookie", b"Authorization", b"Accept-Encoding", b"User-Agent", b"Last-Event-ID", b"X-Parlour",
    b"Accept", b"X-Forwarded-For", b"X-Forwarded-Proto", b"Forwarded", b"Range", b"If-None-Match",
    b"If-Modified-Since", b"Expect", b"Upgrade", b"Connection", b"Content-Encoding", b"Accept-Language", b"X-Real-IP",
    b"X-HTTP-Method-Override", b"TE", b"If-Range", b"Sec-WebSocket-Key", b"HTTP2-Settings", b"X-Original-URL",
)  # fmt: skip
USUAL_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Shot:
    """Bytes to be sent: with which method, how many answers they deserve, and whether they must be answered at all."""

    data: bytes
    method: str
    answers: int = 1
    sure: bool = True
    patience: float = 5  # seconds to wait for an answer that needn't come


Kind = Callable[[Order, nasty.Dice, Knowledge], Order | Shot]
KINDS: dict[str, Kind] = {}


def kind(spoil: Kind) -> Kind:
    KINDS[spoil.__name__.replace("_", " ")] = spoil
    return spoil


def shot(spoilt: Order | Shot, port: int) -> Shot:
    return spoilt if isinstance(spoilt, Shot) else Shot(spoilt.bytes(port), spoilt.way.method)


# Good orders


def good(way: Way, dice: nasty.Dice, knowledge: Knowledge, now: dict[str, Order]) -> Order:
    """An order for a route: one that could be given now, one that was met in play, or one by the route's own words."""
    if str(way) in now:
        return now[str(way)]
    met = knowledge.orders[str(way)]
    if met and dice.random() < 0.9:
        return met[-1] if dice.random() < 0.5 else dice.choice(met)
    blanks = {name: urllib.parse.quote(filled(name, dice, knowledge)) for name in way.blanks}
    path = way.path
    for name, value in blanks.items():
        path = path.replace(f"{{{name}:int}}", value).replace(f"{{{name}:path}}", value).replace(f"{{{name}}}", value)
    secret = dice.choice(list(knowledge.secrets.values()) or ["x" * 43])
    query = tuple((name, str(dice.randrange(5))) for name in way.queries)
    if path.startswith("/api/"):
        fields = {name: made_up(name, dice) for name in body_of(way)}
        headers = ((b"Authorization", f"Bearer {secret}".encode()),)
        return Order(way, path, query, headers, None, fields or None)
    headers = ((b"Cookie", f"{COOKIE}={secret}".encode()),)
    if way.method == "GET":
        query = tuple((name, str(dice.randrange(5))) for name in dice.sample(QUERIES, dice.randrange(4)))
        return Order(way, path, query, headers)
    fields_ = {"token": Guest(secret, False, "").token, "seat": "0", "action": "0", "asked": "0", "number": "0"}
    return Order(way, path, (), headers, tuple(fields_.items()))


def filled(blank: str, dice: nasty.Dice, knowledge: Knowledge) -> str:
    """What may stand in the place of a name in braces."""
    if blank in ("id_", "table"):
        return dice.choice(knowledge.tables or ["none"])
    if blank == "secret":
        return dice.choice(knowledge.links or ["x" * 43])
    if blank == "file":
        return dice.choice(["house.css", "table.js", "house.svg"])
    return dice.choice(list(games())) if blank == "name" else str(dice.randrange(30))


def made_up(field: str, dice: nasty.Dice) -> object:
    known: dict[str, object] = {"game": "rush", "seats": ["medium"], "options": {}, "public": False, "name": "Ada"}
    return known.get(field, dice.randrange(4) if field in ("seat", "action", "asked", "number") else "word")


# Who is it


@kind
def wrong_method(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Shot:
    method = dice.choice(nasty.METHODS)
    data = wire.request(method, order.target, knowledge.port, order.body, order.all_headers)
    return Shot(data, method, sure=method in USUAL_METHODS)


@kind
def forged_token(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order:
    forged = [*nasty.SECRETS, nasty.text(dice), *(Guest(one, False, "").token for one in knowledge.secrets.values())]
    return order.with_field("token", dice.choice(forged))


@kind
def forged_cookie(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order | Shot:
    secret = nasty.text(dice).encode("utf-8", "surrogatepass") if dice.random() < 0.5 else b""
    secret = secret or dice.choice(nasty.SECRETS).encode()
    written = dice.choice((b"%s=%s", b"%s=%s; %s=again", b"%s=\"%s\"", b"%s%s", b"; ; %s=%s;", b"=%s=%s"))  # fmt: skip
    parts = (COOKIE.encode(), secret) if written.count(b"%s") == 2 else (COOKIE.encode(), secret, COOKIE.encode())
    return with_bytes(order, b"Cookie", written % parts, knowledge)


@kind
def forged_bearer(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order | Shot:
    secret = dice.choice([*nasty.SECRETS, *knowledge.secrets.values()]).encode()
    written = dice.choice(
        (b"Bearer %s", b"bearer %s", b"Bearer  %s ", b"Basic %s", b"%s", b"Bearer %s, Bearer %s", b"Bearer%s")
    )
    value = written.replace(b"%s", secret if dice.random() < 0.7 else dice.choice(nasty.BYTES))
    return with_bytes(order, b"Authorization", value, knowledge)


@kind
def nobody(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order:
    return replace(order, headers=())


@kind
def somebody_else(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order:
    """With the cookie, token and bearer of another guest: somebody else's seat."""
    secret = dice.choice(list(knowledge.secrets.values()) or ["x" * 43])
    order = order.with_header(b"Cookie", f"{COOKIE}={secret}".encode())
    order = order.with_header(b"Authorization", f"Bearer {secret}".encode())
    return order.with_field("token", Guest(secret, False, "").token) if order.form is not None else order


@kind
def foreign_origin(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order | Shot:
    name = dice.choice((b"Origin", b"Origin", b"Sec-Fetch-Site", b"Referer", b"Sec-Fetch-Mode"))
    return with_bytes(order, name, dice.choice(nasty.ORIGINS + nasty.BYTES), knowledge)


def with_bytes(order: Order, name: bytes, value: bytes, knowledge: Knowledge) -> Order | Shot:
    """A header of any bytes; those that HTTP forbids needn't be answered."""
    spoilt = order.with_header(name, value)
    if any(byte < 32 or byte == 127 for byte in value):
        return Shot(spoilt.bytes(knowledge.port), order.way.method, sure=False)
    return spoilt


# What stands in it


@kind
def strange_header(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order | Shot:
    name = dice.choice(HEADERS)
    value = dice.choice(nasty.BYTES + (b"gzip", b"websocket", b"bytes=9-5,1-", b"100-continue", b"h2c", b"1"))
    if name in (b"Upgrade", b"Connection", b"TE", b"Expect", b"Host"):
        return Shot(order.with_header(name, value).bytes(knowledge.port), order.way.method, sure=False)
    return with_bytes(order, name, value, knowledge)


@kind
def strange_path(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Shot:
    parts = order.path.split("/")
    place = dice.randrange(1, len(parts))
    parts[place] = nasty.id_(dice) if dice.random() < 0.8 else parts[place] + nasty.id_(dice)
    if dice.random() < 0.1:
        parts.insert(place, dice.choice(("..", ".", "", "%2e%2e", "%2f")))
    spoilt = replace(order, path="/".join(parts))
    return Shot(spoilt.bytes(knowledge.port), order.way.method, sure=False)


@kind
def strange_query(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order | Shot:
    names = [*QUERIES, *order.way.queries, *order.way.queries, *(name for name, _ in order.query)]
    fields = tuple((dice.choice(names), nasty.value(dice)) for _ in range(dice.choice((1, 1, 1, 2, 5))))
    query = encoded((*order.query, *fields) if dice.random() < 0.5 else fields)
    if dice.random() < 0.1:
        query = dice.choice(
            ("%", "%ff=%fe", "&&&", "=", "a=%zz", "a" * 9000, "since=%00", "since=%d9%a3", "?", "a[]=1")
        )
    data = wire.request(
        order.way.method, f"{order.path}?{query[:40_000]}", knowledge.port, order.body, order.all_headers
    )
    return Shot(data, order.way.method)


@kind
def strange_text(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order:
    """In turn every text in every field, then what comes."""
    known = nasty.TEXTS + nasty.CHARACTERS
    if dice.turn % 2:
        return order.with_field(some_field(order, dice), nasty.text(dice))
    return order.with_field(field_in_turn(order, dice.turn // 2 // len(known)), known[dice.turn // 2 % len(known)])


@kind
def strange_number(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order:
    """In turn every number in every field."""
    return order.with_field(field_in_turn(order, dice.turn // len(nasty.NUMBERS)), dice.next_of(nasty.NUMBERS))


@kind
def strange_bot(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order:
    bot = dice.choice([*nasty.BOTS, knowledge.trap])
    if order.json is not None and "seats" in order.json:
        return replace(order, json={**order.json, "seats": [bot] * dice.randint(1, 8)})
    fields = [name for name, _ in order.fields if name.startswith(("seat", "bot", "game", "option", "colour", "form"))]
    return order.with_field(dice.choice([*fields, "bot"]), bot)


def fields_of(order: Order) -> Sequence[str]:
    """What can be filled in, but for the token, which has kinds of its own; `action` and such first."""
    names = [name for name, _ in order.fields if name != "token"]
    return sorted(names, key=lambda name: name not in ("action", "seat", "text", "name")) or QUERIES


def some_field(order: Order, dice: nasty.Dice) -> str:
    return dice.choice(fields_of(order))


def field_in_turn(order: Order, turn: int) -> str:
    names = fields_of(order)
    return names[turn % len(names)]


@kind
def strange_json(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Shot:
    """JSON with one thing in it that isn't expected, or something else altogether."""
    fields = dict(order.json or dict(order.form or ()) or {"text": "x"})
    in_turn = dice.turn % 2 == 0
    names = sorted(fields, key=lambda name: name not in ("action", "seat", "text", "seats"))
    name = names[dice.turn // 2 // len(nasty.JSON) % len(names)] if in_turn else dice.choice(names)
    value = nasty.JSON[dice.turn // 2 % len(nasty.JSON)] if in_turn else nasty.raw_json(dice)
    parts = [f"{json.dumps(one)}: {json.dumps(fields[one])}" for one in fields if one != name]
    parts.append(f"{json.dumps(name)}: {value}")
    if dice.random() < 0.2:  # twice the same key
        parts.append(f"{json.dumps(name)}: {nasty.raw_json(dice)}")
    dice.shuffle(parts)
    text = "{" + ", ".join(parts) + "}" if in_turn or dice.random() < 0.7 else nasty.raw_json(dice)
    coding = "utf-8" if in_turn else dice.choice(("utf-8", "utf-16", "utf-32"))
    body = text.encode(coding, "surrogatepass")[:100_000]
    headers = (*order.headers, (b"Content-Type", b"application/json"))
    return Shot(wire.request(order.way.method, order.target, knowledge.port, body, headers), order.way.method)


@kind
def repeated_fields(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order:
    name, value = dice.choice(order.fields or (("token", "x"),))
    many = tuple(
        (name, value if dice.random() < 0.5 else nasty.value(dice)[:20]) for _ in range(dice.choice((2, 199, 201, 900)))
    )
    if order.form is not None:
        return replace(order, form=(*order.form, *many))
    if order.json is not None:
        return replace(order, json=order.json | {f"{name}{number}": text for number, (_, text) in enumerate(many)})
    return replace(order, query=(*order.query, *many))


@kind
def missing_fields(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order:
    keep = [one for one in order.fields if one[0] == "token" or dice.random() < 0.5]
    if order.form is not None:
        return replace(order, form=tuple(keep))
    return replace(order, json=dict(keep)) if order.json is not None else replace(order, query=tuple(keep))


@kind
def spliced(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order:
    """With a field, or the body, of another order that was met."""
    others = [one for kept in knowledge.orders.values() for one in kept]
    other = dice.choice(others or [order])
    if dice.random() < 0.3:
        return replace(order, form=other.form, json=other.json)
    for name, value in other.fields:
        if name != "token" and dice.random() < 0.5:
            order = order.with_field(name, value)
    return order


# How it is sent


@kind
def wrong_content(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Shot:
    body = dice.choice(
        (order.body, order.body, b"\xff\xfe" + order.body, order.body[::-1], b"--x\r\n\r\n--x--\r\n", b"\0")
    )
    headers = (*order.headers, (b"Content-Type", dice.choice(nasty.KINDS_OF_CONTENT)))
    return Shot(wire.request(order.way.method, order.target, knowledge.port, body, headers), order.way.method)


@kind
def wrong_length(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Shot:
    """Longer or shorter than it says, or of a length that is none; the line is cut where the house would wait."""
    body, way = order.body or b"token=x", dice.randrange(5)
    told = dice.choice(nasty.LENGTHS)
    if way == 0:
        told = str(len(body) + dice.choice((1, 1000))).encode()
    elif way == 1:
        told = str(max(0, len(body) - dice.choice((1, 10)))).encode()
    elif way == 2:
        body = b"x" * dice.choice((65_535, 65_536, 65_537, 300_000))
        told = str(len(body)).encode()
    head = f"{order.way.method} {order.target} HTTP/1.1\r\nHost: {wire.HOST}:{knowledge.port}\r\n".encode()
    head += b"".join(name + b": " + value + b"\r\n" for name, value in order.all_headers)
    twice = b"Content-Length: 3\r\n" if dice.random() < 0.1 else b""
    data = head + twice + b"Content-Length: " + told + b"\r\n\r\n" + body
    return Shot(data, order.way.method, sure=way == 2 and not twice, patience=0.3)


@kind
def in_chunks(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Shot:
    """Chunked, as it should be or not, up to more than the house takes."""
    body = order.body or b"token=x"
    if dice.random() < 0.2:
        body = body * (200_000 // len(body))
    size = dice.choice((1, 7, 4096)) if len(body) < 3000 else 8192
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    written = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
    broken = dice.random() < 0.3
    if broken:
        written = dice.choice(
            (b"-1\r\n", b"ffffffffffffffffff\r\nx", b"zz\r\n", b"5;" + b"x" * 9000 + b"\r\nhello", b"5\r\nhel")
        )
    head = f"{order.way.method} {order.target} HTTP/1.1\r\nHost: {wire.HOST}:{knowledge.port}\r\n".encode()
    coding = dice.choice((b"chunked", b"chunked", b"chunked", b"gzip, chunked", b"chunked, identity", b"\xff"))
    head += b"Transfer-Encoding: " + coding + b"\r\n"
    head += b"".join(name + b": " + value + b"\r\n" for name, value in order.all_headers)
    both = b"Content-Length: 5\r\n" if dice.random() < 0.1 else b""
    return Shot(
        head + both + b"\r\n" + written, order.way.method, sure=not broken and not both and coding == b"chunked"
    )


@kind
def bomb(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order | Shot:
    headers = (*order.all_headers, (b"Content-Encoding", dice.choice((b"gzip", b"deflate", b"br"))))
    return Shot(wire.request(order.way.method, order.target, knowledge.port, nasty.BOMB, headers), order.way.method)


@kind
def pipelined(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Shot:
    """Several at once on one line, without waiting."""
    count = 1 if order.path.endswith("/stream") else dice.randint(2, 8)
    return Shot(order.bytes(knowledge.port) * count, order.way.method, answers=count)


@kind
def half_a_request(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Shot:
    whole = order.bytes(knowledge.port)
    return Shot(whole[: dice.randrange(1, len(whole))], order.way.method, sure=False, patience=0)


@kind
def nobody_waits(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Shot:
    """The line is cut before the answer can come."""
    return Shot(order.bytes(knowledge.port), order.way.method, sure=False, patience=0)


@kind
def many_headers(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Shot:
    count, length = dice.choice(((100, 20), (1000, 20), (20, 3000), (1, 60_000), (1, 300_000), (5000, 1)))
    more = tuple((f"X-{number}".encode(), b"y" * length) for number in range(count))
    name = dice.choice((None, b"Cookie", b"Host", b"Content-Length", b"Authorization"))
    same = tuple((name, b"1") for _ in range(count if count < 2000 else 5)) if name else more
    spoilt = replace(order, headers=(*order.headers, *same))
    return Shot(spoilt.bytes(knowledge.port), order.way.method, sure=False)


@kind
def flipped_bytes(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Shot:
    data = bytearray(order.bytes(knowledge.port))
    for _ in range(dice.choice((1, 1, 2, 5))):
        at, way = dice.randrange(len(data)), dice.randrange(3)
        if way == 0:
            data[at] = dice.randrange(256)
        elif way == 1:
            data.insert(at, dice.randrange(256))
        else:
            data[at : at + dice.randint(1, 5)] = dice.choice(string.printable).encode()
    return Shot(bytes(data), order.way.method, sure=False)


@kind
def as_it_is(order: Order, dice: nasty.Dice, knowledge: Knowledge) -> Order:
    """Resent, long after or twice: an old question, an old link, an old form."""
    return order
