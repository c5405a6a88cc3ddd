"""The timer of the gift, in the head of every page."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from zaria.club.shop.page_parts import shopper_of
from zaria.club.site.clock import MINUTE_MS


def time_left(ms: int) -> str:
    """A time in hours and minutes, rounded up, in one line."""
    minutes = -(-ms // MINUTE_MS)
    words = _("{m} min") if minutes < 60 else _("{h} h {m} min")
    return words.replace(" ", "\N{NO-BREAK SPACE}").format(h=minutes // 60, m=minutes % 60)


def short_time_left(ms: int) -> str:
    """A time for a narrow head: in whole hours, and in minutes below one hour; rounded up."""
    minutes = -(-ms // MINUTE_MS)
    words, n = (_("{n} h"), -(-minutes // 60)) if minutes >= 60 else (_("{n} min"), minutes)
    return words.replace(" ", "\N{NO-BREAK SPACE}").format(n=n)


def gift_timer(request: HttpRequest) -> dict[str, Any]:
    """For every template: from when the visitor may take a gift; nothing for one who gets none."""
    shopper = shopper_of(request)
    if shopper.gift_at is None:
        return {}
    wait = shopper.gift_left
    return {"gift_timer": {"left": wait, "text": time_left(wait), "short": short_time_left(wait)}}
