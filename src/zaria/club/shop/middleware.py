"""Finds out what the visitor of a page owns: templates of views on the event loop can't ask for it."""

from collections.abc import Awaitable, Callable

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import async_only_middleware

from zaria.club.accounts import players
from zaria.club.shop.queries import shopper

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@async_only_middleware
def shop_middleware(ask: Ask) -> Ask:
    """Give each request of a member for a page what the shop knows of them."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        player = players.of(request)
        # The browser says what for: pictures and what a script fetches wear no look.
        page = request.headers.get("Sec-Fetch-Dest", "document") == "document"
        if player is not None and player.member and not player.robot and page:
            request.shopper = await sync_to_async(shopper)(player.id)  # type: ignore[attr-defined]
        return await ask(request)

    return answer
