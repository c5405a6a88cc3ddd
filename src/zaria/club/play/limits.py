"""Limits of the tables that one visitor may set: each is a match in the journal forever."""

from collections.abc import Callable, Coroutine
from functools import cache, wraps
from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from zaria.club.accounts import players
from zaria.club.site.asgi import live_of
from zaria.club.site.http import errors
from zaria.club.site.shared_rates import SharedRates, take_all
from zaria.live.rate_limits import Rates
from zaria.live.sockets.connection_limits import group, is_local

INVITATIONS_A_MINUTE = 6
"""Invitations by guests that one player gets, and that come from one address."""

View = Callable[..., Coroutine[Any, Any, HttpResponse]]


@cache
def tables() -> Rates:
    """Of the tables that are set."""
    return SharedRates("play.tables", settings.TABLES_A_MINUTE)


@cache
def invitations() -> Rates:
    """Of the invitations by guests."""
    return SharedRates("play.invitations", INVITATIONS_A_MINUTE)


def limited(view: Callable[..., Any]) -> View:
    """A view that sets a table on POST: 429 for a visitor who sets too many; it may be a coroutine or not.

    Visitors are counted by player and by address; on this machine by player alone.
    """

    answer: View = view if iscoroutinefunction(view) else sync_to_async(view)

    @wraps(view)
    async def handle(request: HttpRequest, **arguments: Any) -> HttpResponse:
        if request.method != "POST" or await allowed(request):
            return await answer(request, **arguments)
        counts, address = live_of(request).endpoint.counts, request.META.get("REMOTE_ADDR") or ""
        counts.turned_away.by(address, "too_many_tables")
        response = errors.page(
            request, 429, _("Too many requests"), _("Please wait a minute before you open another table.")
        )
        response["Retry-After"] = "60"
        return response

    return handle


async def allowed(request: HttpRequest) -> bool:
    """True if the caller may open one more table now; counts it."""
    return await take_all(tables(), _keys(request))


async def guest_may_invite(receiver: str, address: str) -> bool:
    """True if a guest at `address` may invite `receiver` now; counts it.

    Guests are had for nothing, so neither they nor their ids are counted, but whom they call and where from.
    """
    keys = [] if is_local(address) else [f"address {group(address)}"]
    return await take_all(invitations(), [*keys, f"receiver {receiver}"])


def _keys(request: HttpRequest) -> list[str]:
    guest, address = players.of(request), request.META.get("REMOTE_ADDR") or ""
    keys = [] if is_local(address) else [f"address {group(address)}"]
    return keys if guest is None else [*keys, f"guest {guest.id}"]
