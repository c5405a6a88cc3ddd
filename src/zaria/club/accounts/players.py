"""The visitor of a page or a socket: a member, a guest, or nobody yet.

A page knows a member by the session. A socket is opened on the event loop, which waits for no database: it
uses a second cookie, signed, which every page renews and which names the session. What may have
changed since (a session that was ended, a member who is blocked, a guest's id that is a member's now) stands
in `zaria.club.accounts.registry`, which is read from memory and kept up to date behind it.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.http.cookie import parse_cookie

from zaria.club.accounts import guests
from zaria.club.accounts.registry import TOKEN, registry, token_hash
from zaria.club.site.http.request_values import RequestValue
from zaria.live.sockets.connection import UnknownTokenError
from zaria.match.events import Player

COOKIE = "zaria_member"
STALE = 24 * 3600
"""Seconds after which a page renews the cookie."""

VISITOR: RequestValue[Player | None] = RequestValue("player", None)
"""The visitor of a page; None for a robot of the web, or one who has done nothing yet."""

_SALT = "zaria.member"
_BEARER = "bearer "


def of(request: HttpRequest) -> Player | None:
    """The visitor of a page, if known; `member_middleware` sets it."""
    return VISITOR.of(request)


def someone(request: HttpRequest) -> Player:
    """The player who asks for a page; a new guest if nobody in particular."""
    return of(request) or guests.new()


def guest_of(cookies: Mapping[str, str]) -> Player | None:
    """The guest of these cookies, unless the id has become a member's: that takes more."""
    guest = guests.read(cookies.get(guests.COOKIE))
    return None if guest is None or registry.is_member(guest.id) else guest


class MemberCookie(msgspec.Struct, frozen=True):
    """The content of a member's cookie, signed as JSON; fields that another version has added are ignored.

    Earlier versions wrote a list of the fields without `muted_until` (ms; 0: may write); it is still read.
    """

    id: str
    name: str
    colour: str
    robot: bool
    country: str
    face: str
    hidden: bool
    session: str
    muted_until: int = 0
    unlisted: bool = False

    @property
    def caller(self) -> "Caller":
        """The member as the caller of a socket."""
        player = Player(
            self.id,
            self.name,
            self.colour,
            member=True,
            robot=self.robot,
            country=self.country,
            face=self.face,
            unlisted=self.unlisted,
        )
        return Caller(player, self.session, self.hidden, muted_until=self.muted_until)


class Caller(NamedTuple):
    """The player who opens a socket, and the session or token (`key`) that admits them.

    `hidden`: no list shows them. `reads_only`: the token may not play. `muted_until` (ms): no writing before.
    """

    player: Player
    key: str = ""
    hidden: bool = False
    reads_only: bool = False
    muted_until: int = 0


def from_headers(headers: Mapping[str, str]) -> Caller | None:
    """The player who opens a socket, by its headers (lower case). Raise `UnknownTokenError`."""
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
    request: HttpRequest,
    response: HttpResponseBase,
    player: Player,
    *,
    hidden: bool = False,
    muted_until: datetime | None = None,
) -> None:
    """Have the browser name this member at its sockets, as long as the session of this page lasts.

    `hidden`: no list shows that they are online. `muted_until`: they may not write.
    """
    cookie = MemberCookie(
        player.id,
        player.name,
        player.colour,
        player.robot,
        player.country,
        player.face,
        hidden,
        session_tag(request.session.session_key or ""),
        int(muted_until.timestamp() * 1000) if muted_until else 0,
        player.unlisted,
    )
    if _load(request.COOKIES.get(COOKIE), STALE) != cookie:
        response.set_cookie(
            COOKIE,
            signing.dumps(msgspec.to_builtins(cookie), salt=_SALT),
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
    """Public tag of a session, for places where its key must not stand."""
    return hashlib.blake2b(key.encode(), digest_size=16, person=b"zaria.session").hexdigest()


def _load(cookie: str | None, max_age: int) -> MemberCookie | None:
    try:
        payload = signing.loads(cookie or "", salt=_SALT, max_age=max_age)
        if isinstance(payload, list):
            payload = dict(zip(MemberCookie.__struct_fields__, payload, strict=False))
        return msgspec.convert(payload, MemberCookie)
    except (signing.BadSignature, msgspec.ValidationError):
        return None


def _member(cookie: str | None) -> Caller | None:
    contents = _load(cookie, settings.SESSION_COOKIE_AGE)
    if contents is None or registry.refuses(contents.id, contents.session):
        return None
    return contents.caller
