"""The offers that wait at a member's own open tables."""

from collections.abc import Mapping
from functools import partial

from django.http import HttpRequest

from zaria.club.accounts import players
from zaria.club.site.asgi import has_live, live_of
from zaria.club.site.http.page_head import PagePart, Reading, register
from zaria.club.table_offers.queries import waiting_at

_NONE: Mapping[str, int] = {}


def _plan(request: HttpRequest) -> Mapping[str, int] | Reading[Mapping[str, int]]:
    tables = _own_open_tables(request)
    return Reading(partial(waiting_at, tables)) if tables else _NONE


def _own_open_tables(request: HttpRequest) -> list[str]:
    player = players.of(request) if has_live(request) else None
    if player is None or not player.member:
        return []
    cards = live_of(request).lobby.lists.own_matches(player.id)
    return [card.id for card in cards if card.state == "open" and card.by == card.you and not card.tournament]


WAITING_OFFERS: PagePart[Mapping[str, int]] = register(PagePart("waiting_offers", _NONE, _plan))
"""By table, the number of offers that its owner, the member, has not answered."""
