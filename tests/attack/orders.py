"""A request in parts, so that one of them can be spoilt, and the forms of a page as such requests."""

import json
import random
import urllib.parse
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from typing import Any

from tests.attack import wire
from tests.attack.routes import Way, way_of
from tests.attack.wire import Header

FORM = (b"Content-Type", b"application/x-www-form-urlencoded")
JSON = (b"Content-Type", b"application/json")
SLOW = ("hard", "expert")  # bots that would take the attack's time; a crowd of them is a part of its own
Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Order:
    """What someone asks of the house: `form` and `json` are its body, at most one of them is there."""

    way: Way
    path: str  # as it is sent
    query: Fields = ()
    headers: tuple[Header, ...] = ()
    form: Fields | None = None
    json: dict[str, Any] | None = None

    @property
    def target(self) -> str:
        return self.path + (f"?{encoded(self.query)}" if self.query else "")

    @property
    def body(self) -> bytes:
        if self.form is not None:
            return encoded(self.form).encode()
        return json.dumps(self.json).encode() if self.json is not None else b""

    @property
    def all_headers(self) -> tuple[Header, ...]:
        kind = () if self.form is None and self.json is None else (JSON if self.form is None else FORM,)
        return (*self.headers, *kind)

    @property
    def fields(self) -> Fields:
        """What can be filled in, wherever it stands."""
        return self.form or tuple((self.json or {}).items()) or self.query

    def with_field(self, name: str, value: str) -> "Order":
        """The same with another value in one field; where there is no body, in the query."""
        if self.form is not None:
            return replace(self, form=changed(self.form, name, value))
        if self.json is not None:
            return replace(self, json={**self.json, name: value})
        return replace(self, query=changed(self.query, name, value))

    def with_header(self, name: bytes, value: bytes) -> "Order":
        others = tuple(one for one in self.headers if one[0].lower() != name.lower())
        return replace(self, headers=(*others, (name, value)))

    def bytes(self, port: int) -> bytes:
        return wire.request(self.way.method, self.target, port, self.body, self.all_headers)


def encoded(fields: Fields) -> str:
    return urllib.parse.urlencode(fields, errors="surrogatepass")


def changed(fields: Fields, name: str, value: str) -> Fields:
    return (*(one for one in fields if one[0] != name), (name, value))


@dataclass
class Form:
    """A form of a page and one of the buttons that send it: each field with what may stand there."""

    action: str
    fields: list[tuple[str, list[str]]]

    def order(self, dice: random.Random, headers: tuple[Header, ...]) -> Order | None:
        """Filled in somehow."""
        way = way_of("POST", urllib.parse.unquote(self.action))
        quick = [(name, [value for value in values if value not in SLOW] or values) for name, values in self.fields]
        chosen = tuple((name, dice.choice(values)) for name, values in quick)
        return Order(way, self.action, headers=headers, form=chosen) if way else None


class Forms(HTMLParser):
    """Reads the forms of a page as a browser without script would send them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.actions: dict[str, str] = {}
        self.fields: dict[str, list[tuple[str, list[str]]]] = {}
        self.buttons: list[tuple[str, str, str, str]] = []
        self.inside = ""
        self.options: list[str] | None = None
        self.wordless = False
        self.links: list[str] = []
        self.feed(html)
        for form, action, name, value in self.buttons:
            sent = [*self.fields.get(form, []), *([(name, [value])] if name else [])]
            self.found.append(Form(action or self.actions.get(form, ""), sent))

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in given}
        form = attributes.get("form", self.inside)
        name = attributes.get("name", "")
        if tag == "form" and attributes.get("method") == "post":
            self.inside = attributes.get("id") or f"form {len(self.actions)}"
            self.actions[self.inside] = attributes.get("action", "")
        elif tag == "input" and name and form:
            self.add(form, name, attributes.get("value") or "1", attributes.get("type") == "radio")
        elif tag == "select" and name and form:
            self.options = []
            self.fields.setdefault(form, []).append((name, self.options))
        elif tag == "option" and self.options is not None:
            self.options.append(attributes.get("value", ""))
            self.wordless = "value" not in attributes
        elif tag == "button" and form and "disabled" not in attributes and attributes.get("type") != "button":
            self.buttons.append((form, attributes.get("formaction", ""), name, attributes.get("value", "")))
        elif tag == "a" and attributes.get("href", "").startswith("/"):
            self.links.append(attributes["href"])

    def handle_data(self, data: str) -> None:
        if self.options and self.wordless:  # an option without a value is its words
            self.options[-1] = data
            self.wordless = False

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = ""
        elif tag == "select":
            self.options = None

    def add(self, form: str, name: str, value: str, one_of: bool) -> None:
        fields = self.fields.setdefault(form, [])
        known = next((values for other, values in fields if other == name and one_of), None)
        if known is None:
            fields.append((name, [value]))
        else:
            known.append(value)
