"""Authentication: the bearer of a token, else the member or guest of the browser's cookies.

A token needs no further proof. Browsers send cookies for pages of any author, so what changes
something needs the form token of our own pages beside them.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from zaria.club.accounts import guests, players
from zaria.club.accounts.models import Member, Token
from zaria.club.accounts.registry import USED_EVERY, token_hash
from zaria.club.accounts.requests import member_of
from zaria.club.api.problems import ProblemError
from zaria.club.site.http.request_values import RequestValue
from zaria.club.texts import consent

TOKEN: RequestValue[Token | None] = RequestValue("token", None)
"""The token of a request's bearer."""

_SAFE = ("GET", "HEAD", "OPTIONS")


async def find(request: HttpRequest) -> None:
    """Set `request.token`, and for its bearer `request.player`; raises `ProblemError`.

    `request.user` stays whose session it is, if there is one too: what renews the cookies of that session
    must not write the bearer's name into them.
    """
    TOKEN.set(request, None)
    secret = bearer(request)
    if secret is None:
        if request.method not in _SAFE and _has_cookies(request) and check_csrf(request) is not None:
            raise ProblemError("csrf")
        user = member(request)
        if request.method not in _SAFE and user is not None:
            await _require_consent(user)
        return
    token = await _token(secret)
    if token is None:
        raise ProblemError("bad_token")
    if request.method not in _SAFE and not token.may_play:
        raise ProblemError("read_only")
    if request.method not in _SAFE:
        await _require_consent(token.owner)
    TOKEN.set(request, token)
    players.VISITOR.set(request, token.owner.as_player())


def bearer(request: HttpRequest) -> str | None:
    """The token that a request carries, or None without one. Raises `ProblemError` for any other header."""
    header = request.headers.get("Authorization", "").strip()
    if not header:
        return None
    kind, _, secret = header.partition(" ")
    if kind.lower() != "bearer" or not secret.strip():
        raise ProblemError("bad_token")
    return secret.strip()


def member(request: HttpRequest) -> Member | None:
    """The member who asks, if it is one."""
    token = TOKEN.of(request)
    if token is not None:
        return token.owner
    return member_of(request)


def may_play(request: HttpRequest) -> bool:
    """True if the caller may play: with a token only a bot account."""
    token = TOKEN.of(request)
    return token is None or (token.owner.robot and token.may_play)


def scopes(request: HttpRequest) -> list[str]:
    """The caller's scopes: those of the token; all by cookie."""
    token = TOKEN.of(request)
    return list(Token.SCOPES) if token is None else token.scope_list


class ByToken(HttpBearer):
    """Only members, by token; `find` has looked at it already."""

    async def __call__(self, request: HttpRequest) -> Member | None:
        """Identify the caller."""
        return member(request)

    async def authenticate(self, request: HttpRequest, token: str) -> Any:
        """Never asked."""


class BySession(APIKeyCookie):
    """Only members, by the cookie of their browser."""

    param_name = settings.SESSION_COOKIE_NAME

    async def __call__(self, request: HttpRequest) -> Member | None:
        """Identify the caller."""
        return member(request)

    async def authenticate(self, request: HttpRequest, key: str | None) -> Any:
        """Never asked."""


def _has_cookies(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES or guests.COOKIE in request.COOKIES


async def _require_consent(owner: Member) -> None:
    """Raise `ProblemError` for a member who must agree to the texts of the club before they go on playing."""
    if consent.demand_on(owner, await consent.anewest_asking()) is consent.Demand.REQUIRED:
        raise ProblemError("consent_needed")


async def _token(secret: str) -> Token | None:
    tokens = Token.objects.select_related("owner").filter(hash=token_hash(secret))
    token = await tokens.filter(owner__is_active=True).afirst()
    now = timezone.now()
    if token is None or (token.owner.blocked_until is not None and token.owner.blocked_until > now):
        return None
    if token.used_at is None or token.used_at < now - USED_EVERY:
        await Token.objects.filter(pk=token.pk).aupdate(used_at=now)
    return token
