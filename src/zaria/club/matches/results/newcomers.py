"""The first games of a visitor, for which pages explain more."""

from django.db.models import Q

from zaria.club.matches.results.models import Played

LEARNT = 3
"""Finished matches after which nobody explains the basics any more."""


async def is_newcomer(player: str) -> bool:
    """Return whether a player (an id) has finished fewer than `LEARNT` matches; it reads no more rows."""
    own = Q(player0=player) | Q(player1=player)
    matches = Played.objects.filter(own, void=False).values_list("match_id", flat=True)[:LEARNT]
    return len([match_id async for match_id in matches]) < LEARNT
