"""The invitations of federations that members have not answered."""

from zaria.club.federations.models import Membership, MembershipState
from zaria.club.site.bounded_cache import BoundedCache

LOOK_EVERY_S = 10.0
"""Seconds for which a player without an invitation is not looked up again, unless this process writes one."""
MOST_LOOKED_UP = 10_000

_without: BoundedCache[str, bool] = BoundedCache(MOST_LOOKED_UP, LOOK_EVERY_S)
"""Players without an invitation."""


def count(player: str) -> int:
    """The number of invitations that a player can accept; none is remembered for a while."""
    invited = Membership.objects.filter(member__player=player, state=MembershipState.INVITED)
    number = invited.filter(federation__closed=None).count()
    if not number:
        _without.put(player, True)
    return number


def has_none(player: str) -> bool:
    """True if a player had no invitation a moment ago."""
    return player in _without


def forget(player: str) -> None:
    """Look a player up at their next page."""
    _without.forget(player)
