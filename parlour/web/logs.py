"""What the house writes down while it runs: lines for people, or JSON lines for programs.

A line never holds a secret. What was sent is known by its route alone: no addresses, since they can hold a seat's link,
no cookies, no bodies.
"""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal

Kind = Literal["text", "json"]

request_id: ContextVar[str] = ContextVar("request_id", default="")  # of the request that is being answered


class People(logging.Formatter):
    """A line as people read it."""

    def format(self, record: logging.LogRecord) -> str:
        return f"{super().format(record)} (request {request_id.get()})" if request_id.get() else super().format(record)


class Programs(logging.Formatter):
    """A line as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage().strip(),
            "request": request_id.get() or None,
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def write_logs(kind: Kind) -> None:
    """Let all that is logged in this process go to standard error: what goes wrong, and for programs each request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Programs() if kind == "json" else People("%(asctime)s %(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("parlour").setLevel(logging.INFO if kind == "json" else logging.WARNING)
