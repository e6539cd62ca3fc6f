"""Who is who, without accounts: a secret in a cookie, and links that give a seat.

Only the browser knows a secret. The house knows its fingerprint, a hash: enough to recognise it, useless to whoever
reads the database. A secret has 256 random bits, so a plain hash is as good as a slow one.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from urllib.parse import quote

from fastapi import Request, Response

from parlour.web import door

COOKIE = "parlour"
NAME_COOKIE = "parlour-name"
YEAR = 365 * 24 * 3600
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "macOS"}
SYSTEMS |= {"CrOS": "ChromeOS", "Linux": "Linux"}


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def fingerprint_of(secret: str) -> str:
    """How the house knows a secret."""
    return hashlib.sha256(f"parlour mark {secret}".encode()).hexdigest()


def badge_of(fingerprint: str) -> str:
    """By what a guest and a host can speak of a fingerprint: too short to be one, and nothing can be done with it."""
    return hashlib.sha256(f"parlour badge {fingerprint}".encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Guest:
    """Someone at the door: whoever has this cookie."""

    secret: str
    new: bool
    name: str

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self.secret)

    @property
    def badge(self) -> str:
        return badge_of(self.fingerprint)

    @property
    def token(self) -> str:
        """Goes into each form: a foreign page can make a browser send our cookie, but can't know this."""
        return hashlib.sha256(f"parlour form {self.secret}".encode()).hexdigest()[:32]

    def knows(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.token.encode())


def guest_of(request: Request) -> Guest:
    """The guest who sends a request; someone without a cookie is new, and the same one as long as the request lasts."""
    known: Guest | None = getattr(request.state, "guest", None)
    if known:
        return known
    secret = door.secret(request.cookies.get(COOKIE, ""))
    name = door.kept_name(request.cookies.get(NAME_COOKIE, ""))
    guest = request.state.guest = Guest(secret or new_secret(), secret is None, name or "Guest")
    return guest


def device_of(request: Request) -> str:
    """What someone comes with, in a few words by which they know it again."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for sign, name in BROWSERS.items() if sign in agent), "A program")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    return f"{browser} on {system}" if system else browser


def known_device(fingerprint: str) -> str:
    """By which a page names a device of someone's: no secret, and no way to the fingerprint."""
    return hashlib.sha256(f"parlour device {fingerprint}".encode()).hexdigest()[:16]


def remember(response: Response, request: Request, guest: Guest, name: str | None = None) -> None:
    """Give a new guest the cookie, and keep the name that they chose; cookies know no letters but English ones."""
    kept = {COOKIE: guest.secret if guest.new else None, NAME_COOKIE: quote(name, safe="") if name else None}
    path, secure = request.scope["root_path"] or "/", request.url.scheme == "https"
    for cookie, value in kept.items():
        if value:
            response.set_cookie(cookie, value, max_age=YEAR, path=path, httponly=True, samesite="lax", secure=secure)
