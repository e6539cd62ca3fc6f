"""One command that opens the house: `parlour serve`."""

import asyncio
import contextlib
import gc
import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from parlour.kit.mistake import Mistake
from parlour.web import logs, metrics
from parlour.web.app import make_app
from parlour.web.house import Settings
from parlour.web.lines import Server, lines
from parlour.web.proxy import Proxies
from parlour.web.store import reach

SEND_BUFFER = 128 * 1024  # bytes that the system keeps for someone who reads slowly
SPARE_FILES = 200  # that may be open beside connections


def serve(
    settings: Settings,
    host: str,
    port: int,
    open_browser: bool,
    tell: Callable[[str], None],
    metrics_at: str | None = None,
    log: logs.Kind = "text",
) -> None:
    """Open the house until someone stops it."""
    logs.write_logs(log)
    server = make_server(settings)
    listening = listen(host, port)
    asyncio.run(reach(settings.database, alone=True))
    if metrics_at:
        metrics.publish(metrics_at)
    address = f"http://{named(host)}:{listening.getsockname()[1]}{settings.path}"
    tell(f"The house is open at {address} (Ctrl-C closes it; nothing is lost)")
    if open_browser:
        threading.Thread(target=open_when_ready, args=(server, address), daemon=True).start()
    gc.set_threshold(5_000, 1_000, 1_000)  # tables live long: look often at the little that is new, seldom at all
    sys.setswitchinterval(0.0005)  # the thread that writes to SQLite has little to do, and everyone waits for it
    with (
        contextlib.suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner,
    ):
        runner.run(server.serve(sockets=[listening]))


def make_server(settings: Settings) -> Server:
    """The house as a web server. It has no access log: addresses can hold a seat's secret."""
    most, in_all = settings.lines
    config = uvicorn.Config(
        make_app(settings),
        http=lines(most, min(in_all, open_files() - SPARE_FILES), Proxies(settings.proxies)),
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",  # what strangers send that is no HTTP isn't worth a line
        access_log=False,
        proxy_headers=False,  # `Forwarded` reads them
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    return Server(config)


def open_files() -> int:
    """How many files and connections may be open at once: as many as the system lets us."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return sys.maxsize
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return sys.maxsize if now == resource.RLIM_INFINITY else now


def listen(host: str, port: int) -> socket.socket:
    """The socket, made before anything else so that a taken port is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        listening = socket.create_server((host, port), family=family, backlog=2048, dualstack_ipv6=both)
    except OSError as error:
        raise Mistake(
            f"Nothing can listen at {host}:{port} ({error.strerror}); name another one with --port."
        ) from None
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    return listening


def below(path: str) -> str:
    """The path below which a house stands, as all its addresses begin.

    >>> below("games/"), below("/")
    ('/games', '')
    """
    parts = path.strip("/")
    if not re.fullmatch(r"[\w.~/-]*", parts, re.ASCII) or "//" in parts:
        raise Mistake(f"A path is like /games, of letters, digits, - and _, not {path!r}.")
    return f"/{parts}" if parts else ""


def named(host: str) -> str:
    """How an address to listen at is written in the one of a page."""
    if host in ("127.0.0.1", "0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def open_when_ready(server: uvicorn.Server, address: str) -> None:
    while not server.started:
        threading.Event().wait(0.02)
    webbrowser.open(address)
