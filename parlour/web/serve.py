"""One command that opens the house: `parlour serve`."""

import asyncio
import contextlib
import gc
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
from parlour.web.store import reach


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
    listening = listen(host, port)
    asyncio.run(reach(settings.database))
    if metrics_at:
        metrics.publish(metrics_at)
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{listening.getsockname()[1]}"
    tell(f"The house is open at {address} (Ctrl-C closes it; nothing is lost)")
    # No access log: addresses can hold a seat's secret.
    config = uvicorn.Config(
        make_app(settings),
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    server = Server(config)
    if open_browser:
        threading.Thread(target=open_when_ready, args=(server, address), daemon=True).start()
    gc.set_threshold(5_000, 1_000, 1_000)  # tables live long: look often at the little that is new, seldom at all
    sys.setswitchinterval(0.0005)  # the thread that writes to SQLite has little to do, and everyone waits for it
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listening]))


def listen(host: str, port: int) -> socket.socket:
    """The socket, made before anything else so that a taken port is told at once."""
    try:
        return socket.create_server((host, port), backlog=2048)
    except OSError as error:
        raise Mistake(
            f"Nothing can listen at {host}:{port} ({error.strerror}); name another one with --port."
        ) from None


class Server(uvicorn.Server):
    """A server whose streams end when it is told to stop; otherwise it would wait for them."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.house.close_streams()  # type: ignore[union-attr]
        await super().shutdown(sockets)
        self._captured_signals.clear()  # it would raise them anew and so be killed before its workers are put away


def open_when_ready(server: uvicorn.Server, address: str) -> None:
    while not server.started:
        threading.Event().wait(0.02)
    webbrowser.open(address)
