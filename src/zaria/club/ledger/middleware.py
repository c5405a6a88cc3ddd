"""Finds out the balance that stands in the head of every page of a member: `request.balance`."""

from collections.abc import Awaitable, Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import async_only_middleware

from zaria.club.accounts import players
from zaria.club.ledger.queries import read_balance

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@async_only_middleware
def balance_middleware(ask: Ask) -> Ask:
    """Give each request its member's balance; None for guests and robots, and where no page is asked for."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        player = players.of(request)
        has_credits = player is not None and player.member and not player.robot
        # The browser says what for: pictures, scripts and what a script fetches have no head of a page.
        page = request.headers.get("Sec-Fetch-Dest", "document") == "document"
        request.balance = (  # type: ignore[attr-defined]
            await read_balance(player.id) if player is not None and has_credits and page else None
        )
        return await ask(request)

    return answer
