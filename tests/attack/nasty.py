"""Values that nobody means well with: texts, numbers, JSON, paths, headers, names of bots. All from given dice."""

import gzip
import json
import random
import urllib.parse
from collections.abc import Sequence
from typing import Any, TypeVar

CANARY = "<img src=x onerror=canary()>"  # never stands in a page as it is
Value = TypeVar("Value")

CHARACTERS = (
    "\0", "\x01", "\x07", "\x08", "\x1b[31m", "\x7f", "\x85", "\xa0", "\xad", "\r\n", "\n", "\t", "\x0b", "\x0c",
    "\u200b", "\u200e", "\u200f", "\u2028", "\u2029", "\u202e", "\u2066", "\u2069", "\ufeff", "\ufff9", "\uffff",
    "\U0001f3b2", "\U000e0001", "\U0010ffff", "\ud800", "\udfff", "\udcff", "\ud83c\udfb2", "a\u0301" * 20, "²", "٣",
    "५", "Ⅷ", "İ", "ß", "ﬀ", "ſ", "−5",
)  # fmt: skip
TEXTS = (
    "", " ", "Łukasz", "名前", "Zoë", "x", "null", "None", "undefined", "true", "-1", "0", CANARY,
    "</script><script>canary()</script>", "'; drop table entries; --", '"', "\\", "%", "%s", "%n%n", "{0}", "{}",
    "{{7*7}}", "{% raise %}", "${7*7}", "$(id)", "../../../../etc/passwd", "..\\..\\windows", "/etc/passwd",
    "file:///etc/passwd", "http://127.0.0.1:1/", "con", "<ready log>", "data: x\n\nevent: frame", "id: 1\n\n", "Anna",
    "anna", "Guest", "Bot", ":", "[", "]", "#", "a:b", "I offer you 3000 for that.",
    "Anna, I give you 5 if you give me 5.", "promise " * 60, "Anna, pay me ٣,000 for your clerk.",
    "Anna, pay me ²,000 for your clerk.", "Anna, pay me " + "9" * 470 + " for your clerk.",
    "Anna, put my clerk into the ١٠,000 area.", "Bruno, I promise to pay 0 for my clerk.", "Bruno, I accept.",
    "Anna, I promise to keep your clerk.", "Anna, pay me -5,000 for your clerk.",
    "Anna, pay me 1,0,0,0 for your clerk.",
)  # fmt: skip
NUMBERS = (
    "", " ", "-0", "+1", "--5", "-", "+", "1_000", " 7 ", "0x10", "1e3", "1e999", "1.5", "1.0", "NaN", "Infinity",
    "-Infinity", "²", "٣", "५", "1٣", "Ⅷ", "½", "−5", "9" * 400, "9" * 4301, "-" + "9" * 4301, "0" * 5000,
    "1" + "0" * 30000, "2147483647", "2147483648", "-2147483649", "9223372036854775807", "9223372036854775808",
    "-9223372036854775809", "18446744073709551616", "-1", "-2", "0", "1", "2", "127", "128", "255", "256", "32768",
    "65536", "\0", "1\0", "١٢٣", "play[0]", "play[-1]", "play[]", "play[9999999999]", "play[٣]", "play[²]", "[", "]",
    "amount-1", "action", "token",
)  # fmt: skip
JSON = (
    "NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e-999", "-0", "-0.0", "1.0", "0.5", "1e2", "true", "false",
    "null", '""', '"²"', '"٣"', '"--5"', '"-"', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"\\uffff"',
    '"\\u202e"', "[]", "{}", "[null]", '[""]', "[[]]", "[1e999]", '{"":""}', '{"__class__":"x"}', '{"$ref":"#"}',
    "9" * 5000, "-" + "9" * 5000, "9223372036854775808", "18446744073709551616", "-9223372036854775809",
    '"' + "9" * 4301 + '"', "[" * 500 + "]" * 500, "[" * 20_000, '{"a":' * 5000, '{"a":' * 300 + "1" + "}" * 300,
    "[" + "0," * 20_000 + "0]", '["' + '","'.join(["medium"] * 2000) + '"]', '"' + "x" * 60_000 + '"',
    '"' + "\\u0000" * 1000 + '"', "2147483648", "01", "+1", ".5", "1.", "'x'", "x", "", "\x00", "//", "/**/1", "[1,]",
    '{"a":1,}', "\ufeff1",
)  # fmt: skip
BOTS = (
    "random", "heuristic", "search", "search:3600s", "search:999999999", "search:-1s", "search:1e9s", "Search:5",
    "hard:2", "/etc/passwd", "../../../tmp/bot.py:Mine", "os:system", "examples/my_bot.py:Mine", "builtins:exit",
    "subprocess:Popen", "medium\0", "medium ", " MEDIUM", "ｍｅｄｉｕｍ", "medium,medium", "medium:", ":", "x" * 5000,
    "expert " * 50,
)  # fmt: skip
IDS = (
    "..", ".", "%2e%2e", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%2f..%2f", "%00", "x%00y", "%2f", "%252f", "%25252e",
    "%ff%fe", "%ed%a0%80", "%c0%ae%c0%ae", "%F0%9F%8E%B2", "%e2%80%ae", "%0d%0aX-Canary:%201", "%0a", "%20", "+", "~",
    "-", "-1", "0", "%d9%a3", "%c2%b2", "null", "%", "%zz", "%u0000", "x;y", "x?y", "x#y", "*", "x" * 300, "x" * 3000,
    "%41" * 1000, "\\", "%5c..%5c", "a/b", "//", "/", "'", "%27%20or%201=1", "9" * 4301, "-" + "9" * 30, "{id_}",
    "__class__", ".git/config",
)  # fmt: skip
ORIGINS = (
    b"http://[", b"http://[::1", b"null", b"", b"http://evil.example", b"https://127.0.0.1",
    b"http://127.0.0.1:99999", b"http://127.0.0.1:x", b"//", b"http://\xff\xfe", b"\xff", b"\xc3\x28",
    b"http://\xe2\x84\x80", b"http://a\x80b@c", b"http://" + b"a" * 9000, b"file://", b"javascript:0",
    b"http://[v1.x]", b"http://a b", b"http://\xef\xbc\x8f@x", b"\x00",
)  # fmt: skip
BYTES = (
    b"", b" ", b"\xff", b"\xff\xfe\xfd", b"\xc3\x28", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\xf0\x9f\x8e\xb2",
    b"\x80" * 300, b"\t", b"a\tb", b"\xc2\xb2", b"\xd9\xa3", b"=", b";", b",", b"{}", b"'", b'"', b'"\\', b"%00",
    b"%ff", b"x" * 9000, b"*", b"[", b"http://[", b"[::1", b"a]b", b"x:y:z", b"a@b", b"\x01", b"\x7f", b"\x00",
    b"a\x00b", b"\x0b", b"\xa0",
)  # fmt: skip
LENGTHS = (
    b"-1", b"+5", b"\xc2\xb2", b"\xb2", b"0x10", b"1e3", b"", b" ", b"5, 5", b"5, 6", b"9" * 30, b"9" * 4301, b"1_0",
    b"NaN", b"\xd9\xa3", b"0", b"000000000000000000000000000000005", b"65537", b"18446744073709551616", b"2147483648",
)  # fmt: skip
KINDS_OF_CONTENT = (
    b"", b"text/plain", b"application/json", b"application/json; charset=utf-16", b"application/json; charset=\xff",
    b"application/x-www-form-urlencoded", b"application/x-www-form-urlencoded; charset=x", b"multipart/form-data",
    b"multipart/form-data; boundary=", b"multipart/form-data; boundary=" + b"x" * 300,
    b"multipart/form-data; boundary=\xff", b"application/octet-stream", b"application/vnd.api+json", b"application/",
    b"/", b"json", b"\xff", b"a/b; c", b"text/html", b"application/json" + b"; a=b" * 500,
    b"application/problem+json", b"message/http", b"application/msgpack",
)  # fmt: skip
METHODS = (
    "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "CONNECT", "BREW",
    "get", "X" * 300, "MKCOL", "M-SEARCH", "PRI", "LINK", "NOTIFY", "SUBSCRIBE",
)  # fmt: skip
SECRETS = (
    "", "x", "x" * 42, "x" * 43, "x" * 44, "٣" * 43, "²" * 43, "é" * 43, "-" * 43, "_" * 43, "x" * 20_000, "null",
)  # fmt: skip
BOMB = gzip.compress(b"0" * 50_000_000)  # 50 KB that become 50 MB


class Dice(random.Random):
    """Dice that also know how often this was done before, so that lists can be gone through in turn."""

    turn = 0

    def next_of(self, values: Sequence[Value]) -> Value:
        return values[self.turn % len(values)]


def text(dice: random.Random) -> str:
    """A text of any nasty kind."""
    way = dice.randrange(6)
    if way == 0:
        return dice.choice(TEXTS)
    if way == 1:
        return dice.choice(CHARACTERS)
    if way == 2:
        return "".join(dice.choices(CHARACTERS, k=dice.randint(2, 12)))
    if way == 3:
        return f"Anna{dice.choice(CHARACTERS)}{dice.choice(TEXTS)}"
    if way == 4:
        return dice.choice(CHARACTERS + TEXTS) * dice.choice((30, 31, 64, 65, 500, 501, 5000))
    return "".join(chr(dice.randrange(0x110000)) for _ in range(dice.randint(1, 40)))


def number(dice: random.Random) -> str:
    """Something in the place of a number."""
    return dice.choice(NUMBERS) if dice.random() < 0.8 else str(dice.randint(-(2**70), 2**70))


def value(dice: random.Random) -> str:
    """Anything, as text: for a field of a form or of a query."""
    return dice.choice((text, text, number, lambda d: d.choice(BOTS), lambda d: d.choice(SECRETS)))(dice)


def raw_json(dice: random.Random) -> str:
    """Anything, as it would stand in JSON or not."""
    way = dice.randrange(4)
    if way == 0:
        return json.dumps(text(dice))
    if way == 1:
        return json.dumps(text(dice), ensure_ascii=False)
    if way == 2:
        return json.dumps(thing(dice))
    return dice.choice(JSON)


def thing(dice: random.Random, depth: int = 0) -> Any:
    """Any value that JSON has."""
    way = dice.randrange(7 if depth < 3 else 5)
    if way == 0:
        return text(dice)
    if way == 1:
        return dice.choice((0, -1, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 0.5, 1e308, 2.0))
    if way == 2:
        return dice.choice((None, True, False, "", [], {}))
    if way == 3:
        return dice.choice(BOTS)
    if way == 4:
        return number(dice)
    if way == 5:
        return [thing(dice, depth + 1) for _ in range(dice.randrange(4))]
    return {text(dice): thing(dice, depth + 1) for _ in range(dice.randrange(4))}


def id_(dice: random.Random) -> str:
    """Something in the place of an id in a path, as it is sent."""
    way = dice.randrange(4)
    if way == 0:
        return urllib.parse.quote(text(dice)[:3000].encode("utf-8", "surrogatepass"), safe="")
    if way == 1:  # no such table, by the thousand
        return "".join(dice.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", k=16))
    if way == 2:
        return dice.choice(IDS) + dice.choice(IDS)
    return dice.choice(IDS)
