"""The last match of a player with each of their opponents who have an account."""

from collections.abc import Collection
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import LastMeeting, Played
from zaria.club.statistics import player_matches
from zaria.club.statistics.player_matches import Match


def opponents(player: str, members: "QuerySet[Member]") -> "QuerySet[LastMeeting, str]":
    """The ids of those of `members` with whom a player has played; the opponent of the last match first."""
    rows = LastMeeting.objects.filter(Exists(members.filter(player=OuterRef("opponent"))), player=player)
    return rows.order_by("-ended", "opponent").values_list("opponent", flat=True)


def last_matches(player: str, opponent_ids: Collection[str]) -> dict[str, Match]:
    """The last match of a player with each of these (few) others, as the player sees it."""
    rows = _last_rows(player, opponent_ids) if opponent_ids else ()
    latest = {
        opponent: max(last for last in ((ended0 or 0, id0), (ended1 or 0, id1)) if last[1])[1]
        for opponent, ended0, id0, ended1, id1 in rows
        if id0 or id1
    }
    wanted = Played.objects.filter(pk__in=latest.values())
    matches = {match.id: match for match in player_matches.matches(wanted, player)}
    return {opponent: matches[match_id] for opponent, match_id in latest.items() if match_id in matches}


def _last_rows(player: str, opponent_ids: Collection[str]) -> list[tuple[Any, ...]]:
    """Each of the others with the end (ms) and the id of the last match on either side of the player.

    Each is the first row of an index, however many matches the two have played.
    """
    table = Played._meta.db_table
    lasts = ", ".join(
        f"(SELECT {column} FROM {table} WHERE player{side} = %s AND player{1 - side} = others.player"
        " ORDER BY ended DESC LIMIT 1)"
        for side in (0, 1)
        for column in ("ended", "match_id")
    )
    values = ", ".join(["(%s)"] * len(opponent_ids))
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH others(player) AS (VALUES {values}) SELECT others.player, {lasts} FROM others",
            [*opponent_ids, *[player] * 4],
        )
        return list(cursor.fetchall())
