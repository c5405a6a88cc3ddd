"""Recent matches between people, for the lobby's pairing (`zaria.live.lobby.meetings`)."""

from collections.abc import Sequence

from zaria.club.matches.results.models import Played
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.live.lobby.meetings import Meeting

_PEOPLE = ("", "robot")
"""Values of `bot0` and `bot1` for players who are not the club's programs."""


async def recent_meetings(since: int) -> Sequence[Meeting]:
    """The finished matches between people that began after a time (ms). Raises `django.db.Error`."""
    database = DatabaseThread("recent-meetings")
    try:
        return await database.run(_meetings, since)
    finally:
        await database.close()


def _meetings(since: int) -> list[Meeting]:
    played = Played.objects.filter(ended__gt=since, began__gt=since, bot0__in=_PEOPLE, bot1__in=_PEOPLE)
    rows = played.order_by("began", "match_id").values_list("began", "player0", "player1")
    return [Meeting(*row) for row in rows]
