"""The brand in force, known to each process without a query for each page."""

import logging
import time
from typing import NamedTuple

from django.conf import settings
from django.db import Error

from zaria.club.site.brand.colours import Accents
from zaria.club.site.brand.values import Brand
from zaria.club.site.models import StoredBrand

log = logging.getLogger(__name__)

FRESH_SECONDS = 10
"""Seconds after which a process reads again what the owner may have changed in another one."""


class _Reading(NamedTuple):
    """The values as read at a moment of the clock."""

    read_at: float
    brand: Brand


_NEVER = float("-inf")
_reading: _Reading | None = None


def current() -> Brand:
    """Return the values that this process has read last; those of the operator before the first reading."""
    return _reading.brand if _reading is not None else settings.BRAND


def is_stale() -> bool:
    """Return whether it is time to read the values again."""
    return _reading is None or time.monotonic() - _reading.read_at > FRESH_SECONDS


def refresh() -> None:
    """Read the values again, in a thread; while the database cannot be reached, those known stay."""
    global _reading
    brand = current()
    try:
        row = StoredBrand.objects.first()
    except Error as error:
        log.warning("brand: cannot read it: %s", error)
        _reading = _Reading(time.monotonic(), brand)
    else:
        _reading = _Reading(time.monotonic(), settings.BRAND if row is None else in_force(row))


def forget() -> None:
    """Read the values again at the next request; other processes do so after `FRESH_SECONDS`."""
    global _reading
    _reading = _Reading(_NEVER, current())


def in_force(row: StoredBrand) -> Brand:
    """Return the owner's values, with the operator's where the owner has chosen none."""
    deployed: Brand = settings.BRAND
    accents = Accents(row.light_accent, row.dark_accent) if row.light_accent else None
    return Brand(
        name=row.name or deployed.name,
        short_name=row.short_name or deployed.short_name,
        accents=accents or deployed.accents,
        language=row.language or deployed.language,
        games=tuple(row.games) or deployed.games,
        greetings={**deployed.greetings, **row.greetings},
        logo=bytes(row.logo or b"") or deployed.logo,
        offered=tuple(row.offered) or deployed.offered,
    )
