"""Availability of a login, checked while it is typed."""

from functools import cache

from allauth.account.adapter import get_adapter
from asgiref.sync import sync_to_async
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from zaria.club.site.shared_rates import SharedRates, take_all
from zaria.live.rate_limits import Rates
from zaria.live.sockets.connection_limits import group, is_local

A_MINUTE = 60
"""Questions that one address may ask in a minute. Logins are public; this limits asking for all of them."""


@cache
def questions() -> Rates:
    """Of those asked."""
    return SharedRates("accounts.logins", A_MINUTE)


@require_safe
async def free(request: HttpRequest) -> HttpResponse:
    """`wrong`: the sentences that the form would answer to this login."""
    address = request.META.get("REMOTE_ADDR") or ""
    if not is_local(address) and not await take_all(questions(), [group(address)]):
        return JsonResponse({"wrong": []}, status=429)
    try:
        await sync_to_async(get_adapter().clean_username)(request.GET.get("login", "")[:40])
    except ValidationError as error:
        return JsonResponse({"wrong": error.messages})
    return JsonResponse({"wrong": []})
