"""Finds out who asks for a page, once for all views: `request.user` and `request.player`."""

import hashlib
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import alogout
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.decorators import async_only_middleware

from zaria.club.accounts import guests, players
from zaria.club.accounts.flows import devices, sessions
from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import IS_PUPIL
from zaria.club.site import i18n
from zaria.club.site.http import errors
from zaria.club.site.http.outages import outage_of

log = logging.getLogger(__name__)

SEEN_EVERY = timedelta(hours=1)
"""Precision of a member's last visit."""

READER = "Zaria-Reader"
"""The header of pages with a mark of their reader: the service worker shows nobody the copies of another."""
_LONGEST_KEY = 64
"""Bytes of a key that the hash takes."""

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@async_only_middleware
def member_middleware(ask: Ask) -> Ask:
    """Give each request its member, or a guest if there is no session or the member is blocked."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        try:
            member = await _member(request)
        except Exception as error:
            outage = outage_of(error)
            if outage is None:
                raise
            log.warning("%s: %s", request.path, error)
            request.user = AnonymousUser()
            players.VISITOR.set(request, players.guest_of(request.COOKIES))
            return errors.unavailable(request, outage)
        visitor = member.as_player() if member else players.guest_of(request.COOKIES)
        players.VISITOR.set(request, visitor)
        IS_PUPIL.set(request, member is not None and member.is_pupil)
        response = await ask(request)
        if response.get("Content-Type", "").startswith("text/html"):
            response[READER] = reader_mark(request)
        user = getattr(request, "user", None)
        if type(user) is Member and request.session.session_key:  # no `isinstance`: it would load the user
            players.remember_member(
                request, response, user.as_player(), hidden=user.hidden, muted_until=user.muted_until
            )
            devices.remember(request, response, user)
            if user.language:
                i18n.store_language(request, response, user.language)
            if guests.COOKIE in request.COOKIES:
                response.delete_cookie(guests.COOKIE, samesite="Lax")
        else:
            players.forget_member(request, response)
        return response

    return answer


def reader_mark(request: HttpRequest) -> str:
    """Return the mark of who asks: the same for all sessions and devices of a player."""
    visitor = players.of(request)
    if visitor is None:
        return "nobody"
    key = settings.SECRET_KEY.encode()[:_LONGEST_KEY]
    return hashlib.blake2b(visitor.id.encode(), key=key, digest_size=6).hexdigest()


async def _member(request: HttpRequest) -> Member | None:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    user = await request.auser()
    if not isinstance(user, Member):
        return None
    now = timezone.now()
    if user.blocked_until is not None and user.blocked_until > now:
        await alogout(request)
        return None
    if user.seen_at is None or user.seen_at < now - SEEN_EVERY:
        await sessions.record_visit(user, now)
        await UserSession.objects.filter(session_key=request.session.session_key).aupdate(last_seen_at=now)
    request.user = user
    if user.language:
        i18n.activate_language(request, user.language)
    return user
