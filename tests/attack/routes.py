"""All routes of a house, from its own table, so that a new one is attacked without a word about it here."""

import functools
import re
from dataclasses import dataclass, field
from typing import Any

from starlette.routing import Mount, Route, compile_path

from parlour.web.app import make_app
from parlour.web.house import Settings


@dataclass(frozen=True)
class Way:
    """A method and the pattern of a path, with what the house says of its parameters and body where it does."""

    method: str
    path: str
    call: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def pattern(self) -> re.Pattern[str]:
        return compile_path(self.path)[0]

    @property
    def blanks(self) -> list[str]:
        """The names in braces."""
        return list(compile_path(self.path)[2])

    @property
    def queries(self) -> list[str]:
        """The parameters that it takes after the question mark, as far as it says."""
        return [one["name"] for one in self.call.get("parameters", []) if one["in"] == "query"]


@functools.cache
def app() -> Any:
    return make_app(Settings("sqlite:///never-opened"))


@functools.cache
def ways() -> tuple[Way, ...]:
    """Every route of the house."""
    found = {}
    for route in app().routes:
        if isinstance(route, Route):
            for method in sorted((route.methods or set()) - {"HEAD"}):
                found[str(Way(method, route.path))] = Way(method, route.path)
        elif isinstance(route, Mount):
            found[f"GET {route.path}"] = Way("GET", f"{route.path}/{{file:path}}")
    for path, methods in app().openapi()["paths"].items():
        for method, call in methods.items():
            found[f"{method.upper()} {path}"] = Way(method.upper(), path, call)
    return tuple(found.values())


def way_of(method: str, path: str) -> Way | None:
    """The route that answers a path, if one does."""
    fitting = (way for way in ways() if way.method == method and way.pattern.fullmatch(path))
    return next(fitting, None)


def body_of(way: Way) -> dict[str, Any]:
    """The schema of the JSON that a route of the API takes: its fields by name; none for others."""
    content = way.call.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return app().openapi()["components"]["schemas"][name]["properties"] if name else {}
