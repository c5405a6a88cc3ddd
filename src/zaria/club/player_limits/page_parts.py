"""The reminder of the time played for stakes, on a member's pages."""

from datetime import timedelta
from functools import partial

from django.http import HttpRequest

from zaria.club.accounts import players
from zaria.club.accounts.requests import is_pupil
from zaria.club.player_limits import play_time
from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.http.page_head import PagePart, Reading, accepts_html, register

LOOK_EVERY = 60
"""Seconds for which a member without a reminder is not looked up again."""
_MOST = 10_000

_without: BoundedCache[str, bool] = BoundedCache(_MOST, LOOK_EVERY)
"""Players without a reminder."""


def _plan(request: HttpRequest) -> Reading[timedelta | None] | None:
    player = players.of(request)
    if player is None or not player.member or player.robot or is_pupil(request) or not accepts_html(request):
        return None
    return None if player.id in _without else Reading(partial(_reminder, player.id))


def _reminder(player: str) -> timedelta | None:
    played = play_time.reminder(player)
    if played is None:
        _without.put(player, True)
    return played


PLAY_TIME: PagePart[timedelta | None] = register(PagePart("play_time", None, _plan))
"""The time played for stakes; None if nothing is to be shown."""
