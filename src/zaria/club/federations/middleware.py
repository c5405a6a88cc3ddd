"""Reads for each page how many invitations of federations its member has: `request.federation_invitations`.

Pages are rendered on the event loop, where no template may wait for the database.
"""

from collections.abc import Awaitable, Callable

from asgiref.sync import sync_to_async
from django.db import Error
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import async_only_middleware

from zaria.club.accounts import players
from zaria.club.federations import invitations

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@async_only_middleware
def invitation_middleware(ask: Ask) -> Ask:
    """Give each request for a page the number of invitations that its member can accept."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        request.federation_invitations = await _number(request)  # type: ignore[attr-defined]
        return await ask(request)

    return answer


async def _number(request: HttpRequest) -> int:
    player = players.of(request)
    is_page = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    if player is None or not player.member or not is_page or invitations.has_none(player.id):
        return 0
    try:
        return await sync_to_async(invitations.count)(player.id)
    except Error:  # the page itself says what is the matter
        return 0
