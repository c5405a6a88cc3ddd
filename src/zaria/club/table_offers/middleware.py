"""Finds out the offers that wait at a member's own open tables: `request.waiting_offers`."""

from collections.abc import Awaitable, Callable

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import async_only_middleware

from zaria.club.accounts import players
from zaria.club.site.asgi import has_live, live_of
from zaria.club.table_offers.queries import waiting_at

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@async_only_middleware
def waiting_offers_middleware(ask: Ask) -> Ask:
    """Give each page of a member with open tables the numbers of offers there that they have not answered."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        tables = _own_open_tables(request)
        request.waiting_offers = await sync_to_async(waiting_at)(tables) if tables else {}  # type: ignore[attr-defined]
        return await ask(request)

    return answer


def _own_open_tables(request: HttpRequest) -> list[str]:
    player = players.of(request) if has_live(request) else None
    if player is None or not player.member:
        return []
    cards = live_of(request).lobby.lists.own_matches(player.id)
    return [card.id for card in cards if card.state == "open" and card.by == card.you and not card.tournament]
