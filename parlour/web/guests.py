"""Who is who, without accounts: a secret in a cookie, and links that give a seat.

Only the browser knows a secret. The house knows its mark, a hash: enough to recognise it, useless to whoever reads the
database. A secret has 256 random bits, so a plain hash is as good as a slow one.
"""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

from fastapi import Request, Response

COOKIE = "parlour"
NAME_COOKIE = "parlour-name"
YEAR = 365 * 24 * 3600
SECRET = re.compile(r"[\w-]{43}")


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def mark_of(secret: str) -> str:
    """How the house knows a secret."""
    return hashlib.sha256(f"parlour mark {secret}".encode()).hexdigest()


def badge_of(mark: str) -> str:
    """By what a guest and a host can speak of a mark: too short to be one, and nothing can be done with it."""
    return hashlib.sha256(f"parlour badge {mark}".encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Guest:
    """Someone at the door: whoever has this cookie."""

    secret: str
    new: bool
    name: str

    @property
    def mark(self) -> str:
        return mark_of(self.secret)

    @property
    def badge(self) -> str:
        return badge_of(self.mark)

    @property
    def token(self) -> str:
        """Goes into each form: a foreign page can make a browser send our cookie, but can't know this."""
        return hashlib.sha256(f"parlour form {self.secret}".encode()).hexdigest()[:32]

    def knows(self, token: str) -> bool:
        return hmac.compare_digest(token, self.token)


def guest_of(request: Request) -> Guest:
    """The guest who sends a request; someone without a cookie is new, and the same one as long as the request lasts."""
    if hasattr(request.state, "guest"):
        return request.state.guest
    secret = request.cookies.get(COOKIE, "")
    name = request.cookies.get(NAME_COOKIE, "")[:30]
    known = bool(SECRET.fullmatch(secret))
    request.state.guest = Guest(secret if known else new_secret(), not known, name or "Guest")
    return request.state.guest


def remember(response: Response, request: Request, guest: Guest, name: str | None = None) -> None:
    """Give a new guest the cookie, and keep the name that they chose."""
    secure = request.url.scheme == "https"
    if guest.new:
        response.set_cookie(COOKIE, guest.secret, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    if name:
        response.set_cookie(NAME_COOKIE, name, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
