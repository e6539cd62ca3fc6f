"""Connections: how many there may be, and how long each may take for what it has to say and to hear.

The web server itself would wait for ever: for the end of a request, for a reader who never reads, and for the streams
when it is told to stop. All that leans on its insides is in this file.
"""

import asyncio
import functools
import json
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from parlour.web.guard import FULL, Crowd, household
from parlour.web.proxy import Proxies

HEAD = 10  # seconds for the head of a request to come
BODY = 20  # and for its body
UNREAD = 30  # seconds until someone who takes nothing of what is sent is given up
FAREWELL = 1  # second in which someone who is turned away can read why
FAREWELLS = 100  # at once, beside all that are let in
LARGEST_HEAD = 32 * 1024
TOO_MANY = "Too many connections from your network: close some, then try again."
TOO_LONG = "The head of this request is too long."
TOO_SLOW = "This request took too long to come."
NOT_HTTP = "This is no request that can be understood."


class Line(HttpToolsProtocol):
    """One connection."""

    def __init__(self, lines: Crowd, proxies: Proxies, **server: Any) -> None:
        super().__init__(**server)
        self.lines = lines
        self.proxies = proxies
        self.counted = ""  # whose it is, once it is let in
        self.leaving = False
        self.farewell: Callable[[bytes], None] | None = None  # waits until it is known what was asked for
        self.in_head = False  # whether the head of a request has begun and isn't complete
        self.head_size = 0
        self.coming: asyncio.TimerHandle | None = None  # until which more of a request must have come
        self.going: asyncio.TimerHandle | None = None  # until which some of the answer must have gone
        self.unread = -1  # bytes at the last look

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else "unknown"
        client = household(address)
        if len(self.connections) > self.lines.in_all + FAREWELLS:
            self.leaving = True
            transport.abort()
        elif self.lines.count >= self.lines.in_all:
            self.keep_out(503, FULL)
        elif self.lines.of[client] >= self.lines.most and address not in self.proxies:
            self.keep_out(429, TOO_MANY)
        else:
            self.counted = client
            self.lines.enter(client)
            self.expect(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.counted:
            self.lines.leave(self.counted)
        for timer in (self.coming, self.going):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def keep_out(self, status: int, sentence: str) -> None:
        """Say why, as soon as it is known what is asked for: a program is told in another form than a person."""
        self.leaving = True
        self.farewell = functools.partial(self.turn_away, status, sentence)
        self.coming = self.loop.call_later(FAREWELL, self.farewell, b"")

    def turn_away(self, status: int, sentence: str, asked_for: bytes) -> None:
        """Say why, and hang up; what still comes is not listened to."""
        self.leaving, self.farewell = True, None
        self.heard()
        as_json = b"/api/" in asked_for.partition(b"\r\n")[0]
        kind = b"application/json" if as_json else b"text/plain"
        text = (json.dumps({"error": sentence}) if as_json else sentence).encode()
        head = b"content-type: %b; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\nretry-after: 10\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head % (kind, len(text)) + text)
        self.transport.write_eof()
        self.loop.call_later(FAREWELL, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        """Whoever sends no HTTP is told so as all others are."""
        self.turn_away(400, NOT_HTTP, self.asked_for)

    @property
    def asked_for(self) -> bytes:
        """The address of the request that is coming, as far as it has come."""
        return self.url if self.in_head else b""

    def shutdown(self) -> None:
        """The house closes: what is being answered is answered, but nobody waits for a half-sent request."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering and (self.cycle.more_body or self.flow.write_paused):
            self.transport.abort()
        else:
            super().shutdown()

    # Listening

    def data_received(self, data: bytes) -> None:
        if self.leaving:
            if self.farewell:
                self.farewell(data)
            return
        if self.coming is None and (self.cycle is None or self.cycle.response_complete):
            self.expect(HEAD)
        super().data_received(data)
        if self.in_head and not self.leaving:
            self.head_size += len(data)
            if self.head_size > LARGEST_HEAD and not self.transport.is_closing():
                self.turn_away(431, TOO_LONG, self.asked_for)

    def expect(self, seconds: float) -> None:
        """Give someone so long for what must come next."""
        self.heard()
        self.coming = self.loop.call_later(seconds, self.give_up_listening)

    def heard(self) -> None:
        if self.coming:
            self.coming.cancel()
        self.coming = None

    def give_up_listening(self) -> None:
        if self.cycle is None or (self.cycle.response_complete and not self.cycle.more_body):
            self.turn_away(408, TOO_SLOW, self.asked_for)
        else:  # it was or is being answered while it comes
            self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head, self.head_size = True, 0
        if self.coming is None:
            self.expect(HEAD)

    def on_headers_complete(self) -> None:
        self.in_head = False
        self.expect(BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.heard()
        super().on_message_complete()

    # Answering

    def pause_writing(self) -> None:
        super().pause_writing()
        self.watch_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.unread = -1

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.watch_reader()

    def watch_reader(self) -> None:
        """Look now and then if someone takes what is sent."""
        if self.going is None:
            self.look_at_reader()

    def look_at_reader(self) -> None:
        size, before = self.transport.get_write_buffer_size(), self.unread
        self.going, self.unread = None, size or -1
        if size and before == size:
            self.transport.abort()
        elif size:
            self.going = self.loop.call_later(UNREAD, self.look_at_reader)

    def _unsupported_upgrade_warning(self) -> None:
        """Whoever asks for another protocol gets this one; that is nothing to fill a log with."""


def lines(most: int, in_all: int, proxies: Proxies) -> Any:
    """What the web server makes of each new connection."""
    return functools.partial(Line, Crowd(most, in_all), proxies)


class Server(uvicorn.Server):
    """A server whose streams end when it is told to stop; otherwise it would wait for them."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.house.close_streams()  # type: ignore[union-attr]
        await super().shutdown(sockets)
        self._captured_signals.clear()  # it would raise them anew and so be killed before its workers are put away
