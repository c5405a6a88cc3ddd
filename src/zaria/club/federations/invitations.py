"""The invitations of federations that members have not answered."""

import time

from zaria.club.federations.models import Membership

LOOK_EVERY_S = 10.0
"""Seconds for which a player without an invitation is not looked up again, unless this process writes one."""
MOST_LOOKED_UP = 10_000

_without: dict[str, float] = {}
"""Players without an invitation, and the moment on the monotonic clock until which that is believed."""


def count(player: str) -> int:
    """The number of invitations that a player can accept; none is remembered for a while."""
    invited = Membership.objects.filter(member__player=player, state=Membership.State.INVITED)
    number = invited.filter(federation__closed=None).count()
    if not number:
        if len(_without) >= MOST_LOOKED_UP:
            _without.clear()
        _without[player] = time.monotonic() + LOOK_EVERY_S
    return number


def has_none(player: str) -> bool:
    """True if a player had no invitation a moment ago."""
    return _without.get(player, 0.0) > time.monotonic()


def forget(player: str) -> None:
    """Look a player up at their next page."""
    _without.pop(player, None)
