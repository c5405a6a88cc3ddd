"""Availability of a login, checked while it is typed."""

from functools import cache

from allauth.account.adapter import get_adapter
from asgiref.sync import sync_to_async
from django.core.exceptions import ValidationError

from zaria.club.site.shared_rates import SharedRates, take_all
from zaria.live.rate_limits import Rates
from zaria.live.sockets.connection_limits import group, is_local

A_MINUTE = 60
"""Questions that one address may ask in a minute. Logins are public; this limits asking for all of them."""


@cache
def questions() -> Rates:
    """Of those asked."""
    return SharedRates("accounts.logins", A_MINUTE)


async def faults(address: str, login: str) -> list[str] | None:
    """Return the sentences that the form would answer to a login; None if `address` has asked too often."""
    if not is_local(address) and not await take_all(questions(), [group(address)]):
        return None
    try:
        await sync_to_async(get_adapter().clean_username)(login)
    except ValidationError as error:
        return list(error.messages)
    return []
