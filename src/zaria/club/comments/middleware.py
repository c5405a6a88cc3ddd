"""Reads the comments of each page that has some: `request.comments`.

Pages are rendered on the event loop, where no template may wait for the database.
"""

from collections.abc import Awaitable, Callable

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import async_only_middleware

from zaria.club.comments.comment_places import may_be_place, place_of_path
from zaria.club.comments.panel import Panel, panel

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@async_only_middleware
def comments_middleware(ask: Ask) -> Ask:
    """Give each request for a page with comments its panel."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        if request.method == "GET" and may_be_place(request.path) and "part" not in request.GET:
            request.comments = await sync_to_async(_panel)(request)  # type: ignore[attr-defined]
        return await ask(request)

    return answer


def _panel(request: HttpRequest) -> Panel | None:
    place = place_of_path(request.path)
    return None if place is None else panel(request, place)
