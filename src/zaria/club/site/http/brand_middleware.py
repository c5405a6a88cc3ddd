"""Reads the brand of the club again from time to time, before anything on a page depends on it."""

from collections.abc import Awaitable, Callable

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import async_only_middleware

from zaria.club.site.brand import state

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@async_only_middleware
def brand_middleware(ask: Ask) -> Ask:
    """Refresh what this process knows of the brand; almost all requests find it fresh."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        if state.is_stale():
            await sync_to_async(state.refresh)()
        return await ask(request)

    return answer
