"""Limits of the number of analyses that one visitor may ask for."""

import hashlib
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest

from zaria.club.accounts import players
from zaria.club.site import environment
from zaria.club.site.shared_rates import SharedRates, take_all
from zaria.live.rate_limits import Rates
from zaria.live.sockets.connection_limits import group, is_local


class Requester(NamedTuple):
    """The visitor as a key, and their address as one; "" where that does not count."""

    who: str
    origin: str


@cache
def rates() -> Rates:
    """Of the analyses that are asked for."""
    return SharedRates("analyses", environment.number("ZARIA_ANALYSES_A_MINUTE"))


def requester_of(request: HttpRequest) -> Requester:
    """The visitor's key: a player, or else an address, which cannot be read from it."""
    player, address = players.of(request), _address(request)
    hashed = _hash(group(address))
    # This machine is the operator's, or a proxy's that is not configured: then all visitors at once.
    origin = "" if is_local(address) else hashed
    return Requester(f"address {hashed}" if player is None else f"player {player.id}", origin)


async def allowed(request: HttpRequest) -> bool:
    """True if the visitor may request one more analysis now; counts it."""
    return await take(rates(), request)


async def take(rates: Rates, request: HttpRequest) -> bool:
    """Count one more request of a visitor, and of their address if it counts; False if it is too many."""
    requester = requester_of(request)
    keys = {requester.who, f"address {requester.origin}"} if requester.origin else {requester.who}
    return await take_all(rates, keys)


def _hash(word: str) -> str:
    """A word that stands for another one in the database; it is the same in all processes of the club."""
    key = hashlib.blake2b(settings.SECRET_KEY.encode(), digest_size=32, person=b"zaria analysis").digest()
    return hashlib.blake2b(word.encode(), digest_size=8, key=key).hexdigest()


def _address(request: HttpRequest) -> str:
    return request.META.get("REMOTE_ADDR") or ""
