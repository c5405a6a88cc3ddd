"""The members who have to agree to the texts, known without a query for each page.

`Member.agreed` is the newest version that asked when the member last agreed: its key, 0 where none had asked
yet, None for a member who never agreed. Members from before there were texts are asked kindly; a version
that asks again must be agreed to.
"""

import logging
import time
from enum import Enum
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.db import Error
from django.db.models import Max

from zaria.club.accounts.models import Member
from zaria.club.texts.models import TextVersion

log = logging.getLogger(__name__)

FRESH_SECONDS = 10
"""Seconds after which a process looks whether another version asks."""


class Demand(Enum):
    """The demand on a member to agree."""

    NO = ""
    KINDLY = "kindly"
    REQUIRED = "required"


class _Asking(NamedTuple):
    """The key of the newest version that asks, as read at a moment of the clock."""

    read_at: float
    key: int


_known = _Asking(float("-inf"), 0)


def demand_on(member: Member, asking: int) -> Demand:
    """Return whether a member has to agree while `asking` is the newest version that asks (0: none)."""
    return demand_after(member.agreed, asking)


def demand_after(agreed: int | None, asking: int) -> Demand:
    """The same, by the value of `Member.agreed`."""
    if agreed is not None and agreed >= asking:
        return Demand.NO
    return Demand.REQUIRED if asking else Demand.KINDLY


def newest_asking() -> int:
    """The key of the newest version that asks; 0: none does. Reads the database every `FRESH_SECONDS`."""
    global _known
    if _is_stale():
        _known = _Asking(time.monotonic(), _read())
    return _known.key


async def anewest_asking() -> int:
    """The same for the event loop; while the database cannot be reached, what was known."""
    if not _is_stale():
        return _known.key
    try:
        return await sync_to_async(newest_asking)()
    except Error as error:
        log.warning("consent: cannot read the versions: %s", error)
        return _known.key


def forget() -> None:
    """Look again at the next request; other processes do so after `FRESH_SECONDS`."""
    global _known
    _known = _Asking(float("-inf"), _known.key)


def _is_stale() -> bool:
    return time.monotonic() - _known.read_at > FRESH_SECONDS


def _read() -> int:
    newest: int | None = TextVersion.objects.filter(asks_again=True).aggregate(newest=Max("pk"))["newest"]
    return newest or 0
