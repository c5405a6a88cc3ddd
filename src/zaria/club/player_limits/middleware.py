"""Looks up for each page whether its member is to be reminded of the time: `request.play_time`."""

from collections.abc import Awaitable, Callable

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import async_only_middleware

from zaria.club.accounts import players
from zaria.club.player_limits import play_time
from zaria.club.site.bounded_cache import BoundedCache

LOOK_EVERY = 60
"""Seconds for which a member without a reminder is not looked up again."""
_MOST = 10_000

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@async_only_middleware
def reminder_middleware(ask: Ask) -> Ask:
    """Set `request.play_time` on pages: the time played for stakes, None if nothing is to be shown.

    Pages are rendered on the event loop, where no template may wait for the database.
    """
    without: BoundedCache[str, bool] = BoundedCache(_MOST, LOOK_EVERY)

    async def answer(request: HttpRequest) -> HttpResponseBase:
        player = players.of(request)
        is_member = player is not None and player.member and not player.robot
        if player is not None and is_member and _is_page(request) and player.id not in without:
            played = await sync_to_async(play_time.reminder)(player.id)
            request.play_time = played  # type: ignore[attr-defined]
            if played is None:
                without.put(player.id, True)
        return await ask(request)

    return answer


def _is_page(request: HttpRequest) -> bool:
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")
