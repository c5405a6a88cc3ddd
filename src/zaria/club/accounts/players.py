"""The visitor of a page or a socket: a member, a guest, or nobody yet.

A page knows a member by the session. A socket is opened on the event loop, which waits for no database: it
uses a second cookie, signed, which every page renews and which names the session. What may have
changed since (a session that was ended, a member who is blocked, a guest's id that is a member's now) stands
in `zaria.club.accounts.registry`, which is read from memory and kept up to date behind it.
"""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.http.cookie import parse_cookie

from zaria.club.accounts import guests
from zaria.club.accounts.registry import TOKEN, registry, token_hash
from zaria.live.sockets.connection import UnknownTokenError
from zaria.match.events import Player

COOKIE = "zaria_member"
STALE = 24 * 3600
"""Seconds after which a page renews the cookie."""

_SALT = "zaria.member"
_FIELDS = 8
"""A cookie with more or fewer was made by another version; the next page makes another one."""
_BEARER = "bearer "


def of(request: HttpRequest) -> Player | None:
    """The visitor of a page, if known: what `MemberMiddleware` has found out."""
    player: Player | None = getattr(request, "player", None)
    return player


def someone(request: HttpRequest) -> Player:
    """Who asks for a page; a new guest if nobody in particular."""
    return of(request) or guests.new()


def guest_of(cookies: Mapping[str, str]) -> Player | None:
    """The guest of these cookies, unless the id has become a member's: that takes more."""
    guest = guests.read(cookies.get(guests.COOKIE))
    return None if guest is None or registry.is_member(guest.id) else guest


class Caller(NamedTuple):
    """Who opens a socket, and the session or token (`key`) that admits them; `hidden`: no list shows them.

    `reads_only`: the token may not play.
    """

    player: Player
    key: str = ""
    hidden: bool = False
    reads_only: bool = False


def from_headers(headers: Mapping[str, str]) -> Caller | None:
    """Who opens a socket, by the headers of its handshake (in small letters); raises `UnknownTokenError`."""
    kind, _, secret = headers.get("authorization", "").partition(" ")
    if f"{kind.lower()} " == _BEARER:
        return _bearer(secret.strip())
    cookies = parse_cookie(headers.get("cookie", ""))
    member = _member(cookies.get(COOKIE))
    if member is not None:
        return member
    guest = guest_of(cookies)
    return None if guest is None else Caller(guest)


def _bearer(secret: str) -> Caller:
    grant = registry.grant(secret)
    if grant is None:
        raise UnknownTokenError
    registry.token_used(secret)
    return Caller(grant.player, TOKEN + token_hash(secret), reads_only=not grant.plays)


def remember_member(
    request: HttpRequest, response: HttpResponseBase, player: Player, hidden: bool = False
) -> None:
    """Have the browser name this member at its sockets, as long as the session of this page lasts.

    `hidden`: no list shows that they are online.
    """
    tag = session_tag(request.session.session_key or "")
    wanted = [player.id, player.name, player.colour, player.robot, player.country, player.face]
    wanted += [hidden, tag]
    if _load(request.COOKIES.get(COOKIE), STALE) != wanted:
        response.set_cookie(
            COOKIE,
            signing.dumps(wanted, salt=_SALT),
            max_age=settings.SESSION_COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=settings.SECURE,
        )


def forget_member(request: HttpRequest, response: HttpResponseBase) -> None:
    """The browser is nobody's any more."""
    if COOKIE in request.COOKIES:
        response.delete_cookie(COOKIE, samesite="Lax")


def session_tag(key: str) -> str:
    """What a session is called where its key must not stand."""
    return hashlib.blake2b(key.encode(), digest_size=16, person=b"zaria.session").hexdigest()


def _load(cookie: str | None, max_age: int) -> list[object] | None:
    try:
        found: list[object] = signing.loads(cookie or "", salt=_SALT, max_age=max_age)
    except signing.BadSignature:
        return None
    return found


def _member(cookie: str | None) -> Caller | None:
    found = _load(cookie, settings.SESSION_COOKIE_AGE)
    if found is None or len(found) != _FIELDS:
        return None
    player_id, name, colour, robot, country, face, hidden, tag = found
    if registry.refuses(str(player_id), str(tag)):
        return None
    player = Player(
        str(player_id),
        str(name),
        str(colour),
        member=True,
        robot=bool(robot),
        country=str(country),
        face=str(face),
    )
    return Caller(player, str(tag), bool(hidden))
