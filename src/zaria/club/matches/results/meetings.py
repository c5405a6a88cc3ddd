"""Meetings of people: the last of each two, and the recent ones for the lobby's pairing.

The lobby's are those of `zaria.live.lobby.meetings`.
"""

from collections.abc import Iterable, Sequence

from django.db import connection

from zaria.club.matches.results.models import LastMeeting, Played
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.live.lobby.meetings import Meeting

_PEOPLE = ("", "robot")
"""Values of `bot0` and `bot1` for players who are not the club's programs."""


_NOTE = (
    f"INSERT INTO {LastMeeting._meta.db_table} (player, opponent, ended) VALUES (%s, %s, %s)"
    " ON CONFLICT (player, opponent) DO UPDATE SET ended = excluded.ended"
    f" WHERE {LastMeeting._meta.db_table}.ended < excluded.ended"
)
"""The results of a match may be stored after those of a later one."""


def note_last(matches: Iterable[Played]) -> None:
    """Note the matches between two members as their last ones, in the transaction of the results."""
    lasts: dict[tuple[str, str], int] = {}
    for match in matches:
        if match.member0 and match.member1 and match.player0 != match.player1:
            for pair in ((match.player0, match.player1), (match.player1, match.player0)):
                lasts[pair] = max(match.ended, lasts.get(pair, 0))
    if lasts:
        with connection.cursor() as cursor:
            cursor.executemany(_NOTE, [(*pair, ended) for pair, ended in sorted(lasts.items())])


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
