"""Asks members to agree to the texts.

Where it is required, a member reads, signs out, deletes their account, writes and reports to the staff as
before, and plays on in a match that runs; other forms, new tables and the lobby lead to the page that asks.
The API answers by itself.
"""

import re
from collections.abc import Awaitable, Callable
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import async_only_middleware

from zaria.club.accounts.requests import member_of
from zaria.club.site.asgi import has_live, live_of
from zaria.club.texts import consent
from zaria.club.texts.consent import Demand
from zaria.club.texts.page_parts import CONSENT_DUE
from zaria.live.app import Live

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

LATER = "consent_later"
"""Key in the session of a member who was asked kindly and agrees later."""
_FREE = (
    "/consent",
    "/language",
    "/account/",
    "/me/account",
    "/me/notices",
    "/notices/unsubscribe/",
    "/messages/",  # they may mute and block; lines are refused by the store
    "/support",
    "/report",  # it protects those who report, and writes nothing that others read
    "/staff/",
    "/api/",
)
_PLAY = re.compile(r"/|/new(?:/.*)?")
_TABLE = re.compile(r"/t/([-\w]+)(?:/(?:hint|review))?")


@async_only_middleware
def consent_middleware(ask: Ask) -> Ask:
    """Find out whether the member of a request has to agree, and lead them to the page if they must."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        due, member = Demand.NO, member_of(request)
        if member is not None and not member.is_pupil:  # their teacher has agreed
            due = consent.demand_on(member, await consent.anewest_asking())
            if due is Demand.REQUIRED and _is_held_back(request, member.player):
                return _to_consent(request)
            if due is Demand.KINDLY and await request.session.aget(LATER):
                due = Demand.NO
        CONSENT_DUE.set(request, due.value)
        return await ask(request)

    return answer


def _is_held_back(request: HttpRequest, player_id: str) -> bool:
    if request.path.startswith(_FREE):
        return False
    table = _TABLE.fullmatch(request.path)
    if table is not None:
        return not has_live(request) or not _is_own_table(live_of(request), table[1], player_id)
    return request.method not in ("GET", "HEAD") or _PLAY.fullmatch(request.path) is not None


def _is_own_table(live: Live, match_id: str, player_id: str) -> bool:
    """True for a match that the player has begun, and for one that a tournament expects them to play."""
    lists = live.lobby.lists
    begun_ids = {card.id for card in lists.own_matches(player_id)}
    return match_id in begun_ids or any(table.m == match_id for table in lists.tournament_tables(player_id))


def _to_consent(request: HttpRequest) -> HttpResponseBase:
    response = HttpResponseRedirect(reverse("consent"))
    if request.method == "GET":
        response["Location"] += f"?{urlencode({'next': request.get_full_path()})}"
    else:
        response.status_code = 303
    return response
