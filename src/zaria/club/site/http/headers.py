"""Headers of every page beside Django's own and the content security policy."""

from collections.abc import Awaitable, Callable

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import async_only_middleware

PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

Handler = Callable[[HttpRequest], Awaitable[HttpResponse]]


@async_only_middleware
def HeadersMiddleware(get_response: Handler) -> Handler:  # noqa: N802
    """Lets browsers keep a page, but ask before they show it again: pages differ by visitor."""

    async def handle(request: HttpRequest) -> HttpResponse:
        response = await get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return handle
