"""Guests: players without an account.

A guest is an id, a name and a colour in a signed cookie, and nothing on the server: whoever brings the
cookie back is the same player, for a year after the last visit. A cookie that was changed, or that is too
old, is no cookie; its bearer becomes a new guest when he next sits down.
"""

import uuid
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.http.cookie import parse_cookie

from zaria.club import names

COOKIE = "zaria_guest"
YEAR = 365 * 24 * 3600
STALE = 7 * 24 * 3600
"""Seconds after which a visit renews the cookie for another year."""

_SALT = "zaria.guest"


class Guest(NamedTuple):
    """Who sits without an account."""

    id: str
    name: str
    colour: str


def new() -> Guest:
    """Somebody never seen before."""
    return Guest(uuid.uuid4().hex, names.name(), names.colour())


def sign(guest: Guest) -> str:
    """The cookie's value."""
    return signing.dumps(list(guest), salt=_SALT)


def read(cookie: str | None, max_age: int = YEAR) -> Guest | None:
    """The guest a cookie names; None when it is missing, changed or older than `max_age` seconds."""
    if not cookie:
        return None
    try:
        return Guest(*(str(part) for part in signing.loads(cookie, salt=_SALT, max_age=max_age)))
    except (signing.BadSignature, TypeError, ValueError):
        return None


def of(request: HttpRequest) -> Guest | None:
    """The guest who asks for a page, if he is one already."""
    return read(request.COOKIES.get(COOKIE))


def from_header(cookie_header: str) -> Guest | None:
    """The guest named by a raw Cookie header, as a socket's handshake has it."""
    return read(parse_cookie(cookie_header).get(COOKIE))


def remember(request: HttpRequest, response: HttpResponseBase, guest: Guest) -> None:
    """Have the browser keep the guest; nothing is sent while its cookie is fresh."""
    if read(request.COOKIES.get(COOKIE), max_age=STALE) == guest:
        return
    response.set_cookie(
        COOKIE, sign(guest), max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SECURE
    )
