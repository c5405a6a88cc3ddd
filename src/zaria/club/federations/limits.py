"""Limits of what a member may ask of federations."""

import time
from functools import cache

from zaria.club.accounts.models import Member
from zaria.club.site.shared_rates import SharedRates, take_all
from zaria.live.rate_limits import Rates

REQUESTS_A_MINUTE, CHANGES_A_MINUTE, PICTURES_A_MINUTE, FILES_A_MINUTE = 10, 60, 6, 4
"""Requests to join or leave, changes by an administrator, coats of arms, files with all matches."""


@cache
def requests() -> Rates:
    """Of requests to join and leave."""
    return SharedRates("federations.requests", REQUESTS_A_MINUTE)


@cache
def changes() -> Rates:
    """Of changes by administrators."""
    return SharedRates("federations.changes", CHANGES_A_MINUTE)


@cache
def pictures() -> Rates:
    """Of coats of arms."""
    return SharedRates("federations.pictures", PICTURES_A_MINUTE)


@cache
def files() -> Rates:
    """Of files with all matches, each of which reads them from the journal."""
    return SharedRates("federations.files", FILES_A_MINUTE)


def take(rates: Rates, member: Member) -> bool:
    """Count one more of a member; False if that is too many."""
    return rates.take(str(member.pk), int(time.monotonic() * 1000))


async def take_async(rates: Rates, member: Member) -> bool:
    """Count one more of a member on the event loop; False if that is too many."""
    return await take_all(rates, [str(member.pk)])
