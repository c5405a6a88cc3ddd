"""Guests: players without an account.

A guest is an id, a name and a colour in a signed cookie, and nothing on the server: the bearer of the
cookie back is the same player, for a year after the last visit. A cookie that was changed, or that is too
old, is no cookie; its bearer becomes a new guest when they next sit down.
"""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from zaria.club.accounts import names
from zaria.match.events import Player

COOKIE = "zaria_guest"
YEAR = 365 * 24 * 3600
STALE = 7 * 24 * 3600
"""Seconds after which a visit renews the cookie for another year."""

_SALT = "zaria.guest"


def new() -> Player:
    """Somebody never seen before."""
    return Player(names.player_id(), names.name(), names.colour())


def sign(guest: Player) -> str:
    """The cookie's value."""
    return signing.dumps([guest.id, guest.name, guest.colour], salt=_SALT)


def read(cookie: str | None, max_age: int = YEAR) -> Player | None:
    """The guest a cookie names; None when it is missing, changed or older than `max_age` seconds."""
    if not cookie:
        return None
    try:
        player, name, colour = signing.loads(cookie, salt=_SALT, max_age=max_age)
        return Player(str(player), str(name), str(colour))
    except (signing.BadSignature, TypeError, ValueError):
        return None


def remember(request: HttpRequest, response: HttpResponseBase, player: Player) -> None:
    """Have the browser keep the guest; nothing is sent while its cookie is fresh, or for a member."""
    if player.member or read(request.COOKIES.get(COOKIE), max_age=STALE) == player:
        return
    response.set_cookie(
        COOKIE, sign(player), max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SECURE
    )
