"""How many analyses one visitor may ask for."""

import time
from functools import cache

from django.http import HttpRequest

from zaria.club import bounds, players
from zaria.live.gate import group, is_local
from zaria.live.limits import Rates

A_MINUTE = 6


@cache
def rates() -> Rates:
    """Of the analyses that are asked for in this process."""
    return Rates(bounds.number("ZARIA_ANALYSES_A_MINUTE", A_MINUTE))


def who(request: HttpRequest) -> str:
    """Who asks, as he is known here: a player, or else an address."""
    player = players.of(request)
    return f"address {group(_address(request))}" if player is None else f"player {player.id}"


def allowed(request: HttpRequest) -> bool:
    """Whether who asks may ask for one more just now; it counts, for his address too if it is not ours."""
    address = _address(request)
    keys = {who(request)} if is_local(address) else {who(request), f"address {group(address)}"}
    moment = int(time.monotonic() * 1000)
    return all(rates().take(key, moment) for key in keys)


def _address(request: HttpRequest) -> str:
    return request.META.get("REMOTE_ADDR") or ""
