"""The common handling of all addresses of the API.

Who asks is found out, and how often; HEAD is GET without a body; whatever was asked for with success may be
read by pages from anywhere (CORS) and asked for again with its ETag.
"""

import time
from collections.abc import Callable, Coroutine
from functools import cache, wraps
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from zaria.club.accounts.registry import registry
from zaria.club.api import authentication, idempotency, problems
from zaria.club.api.problems import ProblemError, unknown_field
from zaria.club.site.shared_rates import SharedRates
from zaria.live.rate_limits import Rates
from zaria.live.sockets.connection_limits import group, is_local

FRESH = "public, max-age=60"
OWN = "private, no-cache"
_READING = ("GET", "HEAD")
_VARY = ("Accept-Language", "Authorization", "Cookie")

View = Callable[..., Coroutine[Any, Any, HttpResponseBase]]


@cache
def rates() -> Rates:
    """Of the requests."""
    return SharedRates("api", settings.API_A_MINUTE)


def served(view: View, fields: frozenset[str] | None = None) -> View:
    """An address of the API from the view that django-ninja has made for it.

    GET with a query field outside `fields` is refused; None: such fields mean nothing.
    """

    @csrf_exempt  # `authentication` checks it where it is needed
    @wraps(view)
    async def handle(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        try:
            await _count(request)
            if fields is not None:
                _check_fields(request, fields)
            return await _served(view, request, args, named)
        except ProblemError as problem:
            return _open(request, problems.answer(problem))

    return handle


async def nowhere(request: HttpRequest) -> HttpResponseBase:
    """Any other address below ours."""
    raise ProblemError("not_found")


async def _served(view: View, request: HttpRequest, args: Any, named: Any) -> HttpResponseBase:
    if request.method == "OPTIONS":
        return _open(request, HttpResponse(status=204, headers={"Allow": "GET, HEAD, OPTIONS, POST"}))
    await authentication.find(request)
    if request.method not in _READING and request.content_type != "application/json":
        raise ProblemError("wrong_type")
    head = request.method == "HEAD"
    if head:
        request.method = "GET"
    response = await idempotency.run(request, lambda: view(request, *args, **named))
    if head:
        request.method = "HEAD"
    if response.status_code == 405:
        raise ProblemError("wrong_method")
    return _open(request, _kept(request, response))


def _check_fields(request: HttpRequest, fields: frozenset[str]) -> None:
    """Raise `ProblemError` for the first unknown query field: a misspelt filter would return everything."""
    if request.method in _READING:
        unknown = next((name for name in request.GET if name not in fields), None)
        if unknown is not None:
            raise unknown_field(unknown, fields)


async def _count(request: HttpRequest) -> None:
    """Raise `ProblemError` for too frequent requests.

    Requests with a token count for its owner, others for their address.
    """
    secret = authentication.bearer(request)
    player = registry.bearer(secret) if secret is not None else None
    address = request.META.get("REMOTE_ADDR") or ""
    if player is not None:
        key = f"player {player.id}"
    elif is_local(address):
        return
    else:
        key = f"address {group(address)}"
    if not await rates().take_async(key, int(time.monotonic() * 1000)):
        raise ProblemError("too_many_requests")


def _kept(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """With what a cache needs to know; 304 if the asker has it already."""
    is_tagged = response.status_code == 200 and request.method in _READING
    if not is_tagged or not isinstance(response, HttpResponse):
        response.headers.setdefault("Cache-Control", "no-store")
        return response
    anybody = not request.COOKIES and not response.cookies and authentication.TOKEN.of(request) is None
    response.headers.setdefault("Cache-Control", FRESH if anybody else OWN)
    etag = f'W/"{blake2b(response.content, digest_size=12).hexdigest()}"'
    response.headers["ETag"] = etag
    patch_vary_headers(response, _VARY)
    conditional = get_conditional_response(request, etag, None, response)
    assert isinstance(conditional, HttpResponseBase)
    return conditional


def _open(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Allow pages of any origin to read public data; they can send neither cookies nor a token."""
    if request.method in (*_READING, "OPTIONS"):
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
