"""Headers that every page carries, beyond Django's own and the content security policy."""

from collections.abc import Awaitable, Callable

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import async_only_middleware

PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

Handler = Callable[[HttpRequest], Awaitable[HttpResponse]]


@async_only_middleware
def HeadersMiddleware(get_response: Handler) -> Handler:  # noqa: N802
    """Pages differ by visitor: the browser may keep one but asks before showing it again."""

    async def handle(request: HttpRequest) -> HttpResponse:
        response = await get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return handle
