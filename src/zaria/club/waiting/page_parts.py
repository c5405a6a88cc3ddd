"""The number of tables that wait for a member, in the head of their pages."""

from functools import partial

from django.http import HttpRequest

from zaria.club.accounts import players
from zaria.club.site.asgi import has_live, live_of
from zaria.club.site.http.page_head import LiveReading, PagePart, is_document, register
from zaria.club.waiting import counts
from zaria.live.app import Live
from zaria.live.journal.base import StoreUnavailableError


def _plan(request: HttpRequest) -> int | LiveReading[int]:
    player = players.of(request) if has_live(request) else None
    if player is None or not player.member or player.robot or not is_document(request):
        return 0
    count = counts.known(player.id)
    return LiveReading(partial(_read, live_of(request), player.id)) if count is None else count


async def _read(live: Live, player: str) -> int:
    try:
        return await counts.read(live, player)
    except StoreUnavailableError:  # the page itself says what is the matter
        return 0


WAITS: PagePart[int] = register(PagePart("waits", 0, _plan))
"""The number of tables by the day that wait for a member; 0 for others, and where no page is requested."""
