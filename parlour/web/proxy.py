"""Behind a proxy: who asks, over what and for which host, as far as a proxy says so that we were told to trust."""

import ipaddress
import logging
from collections.abc import Iterable
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from parlour.kit.mistake import Mistake
from parlour.web.guard import Receive, Scope, Send, household

log = logging.getLogger("parlour")


class Proxies:
    """The addresses whose word is taken for who asks.

    >>> trusted = Proxies(["192.0.2.1", "10.0.0.0/8"])
    >>> "10.1.2.3" in trusted, "::ffff:192.0.2.1" in trusted, "192.0.2.2" in trusted
    (True, True, False)
    """

    def __init__(self, names: Iterable[str]) -> None:
        try:
            self.networks = [ipaddress.ip_network(name.strip(), strict=False) for name in names if name.strip()]
        except ValueError as error:
            raise Mistake(f"A proxy is an address like 10.0.0.1 or a network like 10.0.0.0/8: {error}.") from None

    def __contains__(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(unmapped(address))
        except ValueError:
            return False
        return any(found in network for network in self.networks)


def unmapped(address: str) -> str:
    """An address of version 4 as such, also where a socket of both versions wraps it up."""
    return household(address) if address.startswith("::ffff:") else address


class Forwarded:
    """Goes around the whole application and tells it what the proxy was asked for; anyone else's word is ignored.

    Of several addresses in `X-Forwarded-For` the last one counts that isn't a proxy's: those before it may be invented.
    """

    def __init__(self, app: Any, proxies: Proxies) -> None:
        self.app = app
        self.proxies = proxies
        self.believing = ProxyHeadersMiddleware(app, [str(network) for network in proxies.networks])
        self.told = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope.get("client"):
            await self.app(scope, receive, send)
            return
        address, port = scope["client"]
        scope["client"] = (unmapped(address), port)
        if address in self.proxies:
            scope["headers"] = with_host(scope["headers"])
            await self.believing(scope, receive, send)  # type: ignore[arg-type]
        else:
            self.wonder(scope, address)
            await self.app(scope, receive, send)

    def wonder(self, scope: Scope, address: str) -> None:
        """Say once that there seems to be a proxy which nobody has told us of."""
        if not self.told and any(name == b"x-forwarded-for" for name, _ in scope["headers"]):
            self.told = True
            log.warning("%s forwards for others and isn't trusted; if it is your proxy, name it with --proxy.", address)


def with_host(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers with the host that the proxy was asked for, if it says so."""
    hosts = [value for name, value in headers if name == b"x-forwarded-host"]
    if not hosts:
        return headers
    asked = hosts[-1].rpartition(b",")[2].strip()
    return [(b"host", asked), *((name, value) for name, value in headers if name != b"host")]
