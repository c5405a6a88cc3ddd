"""The first games of a visitor, for which pages explain more."""

from django.db import Error
from django.db.models import Q

from zaria.club.matches.results.models import Played

LEARNT = 3
"""Finished matches after which nobody explains the basics any more."""


async def is_newcomer(player: str) -> bool:
    """Return whether a player (an id) has finished fewer than `LEARNT` matches; it reads no more rows.

    While the database is away everybody has: pages that need it for nothing else are shown all the same.
    """
    of_player = Q(player0=player) | Q(player1=player)
    matches = Played.objects.filter(of_player, void=False).values_list("match_id", flat=True)[:LEARNT]
    try:
        return len([match_id async for match_id in matches]) < LEARNT
    except Error:
        return True
