"""The ASGI application: static files, then Django with the live tables at hand.

The live side runs on the same event loop. Each request has it in its scope: views need no global, and tests
may pass another.
"""

from typing import Any

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope
from django.core.asgi import get_asgi_application
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.urls import get_resolver

from zaria.live.app import Live

_KEY = "zaria.live"


def application(live: Live) -> ASGI3Application:
    """The site in front of `live`; STATIC_ROOT must be collected."""
    django_app: Any = get_asgi_application()
    get_resolver().url_patterns  # noqa: B018  all views are loaded now, not while the first visitor waits
    from zaria.club.site.front_end.static_files import StaticFiles
    from zaria.club.site.http.request_body_limit import RequestBodyLimit
    from zaria.club.site.http.request_threads import RequestThreads

    threads = RequestThreads()

    async def site(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        async with threads.taken():
            await django_app({**scope, _KEY: live}, receive, send)

    return StaticFiles(RequestBodyLimit(site))


def live_of(request: HttpRequest) -> Live:
    """Return the live side that serves this request."""
    assert isinstance(request, ASGIRequest)
    live: Live = request.scope[_KEY]
    return live


def has_live(request: HttpRequest) -> bool:
    """Return whether a request came through `application`; error pages work without it."""
    return isinstance(request, ASGIRequest) and _KEY in request.scope
