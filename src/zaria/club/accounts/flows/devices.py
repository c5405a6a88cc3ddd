"""Browsers in which a member has signed in: wrong passwords that others try elsewhere do not count there.

A signed cookie names the browser to a few members, so that one that a family shares is known to all of them.
It opens nothing: a password is asked for as ever, and may be tried as often as anywhere else.
"""

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from zaria.club.accounts.models import Member

COOKIE = "zaria_device"
YEAR = 365 * 24 * 3600
STALE = 30 * 24 * 3600
"""Seconds after which a page of a member's renews the cookie."""
MOST = 4
"""Members to whom a browser is known; the one who was here longest ago is forgotten."""
_SALT = "zaria.device"


def name_of(request: HttpRequest, member: Member) -> str:
    """The key of this browser for attempts at `member`; "": it is not a known one."""
    return _read(request, YEAR).get(member.pk, "")


def members(request: HttpRequest) -> list[int]:
    """The keys of the members who have signed in in this browser, as far as it knows them."""
    return list(_read(request, YEAR))


def new_name() -> str:
    """For a browser that was never here."""
    return secrets.token_urlsafe(12)


def remember(request: HttpRequest, response: HttpResponseBase, member: Member, name: str = "") -> None:
    """Make this browser one of `member`'s; nothing is sent while it is known to be."""
    fresh = _read(request, STALE)
    if member.pk in fresh and name in ("", fresh[member.pk]):
        return
    names = _read(request, YEAR)
    name = name or names.get(member.pk) or new_name()
    earlier = [entry for entry in names.items() if entry[0] != member.pk]
    response.set_cookie(
        COOKIE,
        signing.dumps([*earlier[1 - MOST :], (member.pk, name)], salt=_SALT),
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.SECURE,
    )


def _read(request: HttpRequest, max_age: int) -> dict[int, str]:
    try:
        entries = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=max_age)
        return {int(number): str(name) for number, name in entries}
    except (signing.BadSignature, TypeError, ValueError):
        return {}
