"""The last match of a player with each of their opponents who have an account."""

from collections.abc import Collection

from django.db.models import Max, Q, QuerySet

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.statistics import player_matches
from zaria.club.statistics.player_matches import Match


def opponents(player: str, members: "QuerySet[Member]") -> list[str]:
    """The ids of those of `members` with whom a player has played; the opponent of the last match first."""
    latest: dict[str, int] = {}
    for side in (0, 1):
        own, other = f"player{side}", f"player{1 - side}"
        rows = Played.objects.filter(
            Q((own, player), (f"member{1 - side}", True), (f"{other}__in", members.values("player")))
        )
        for opponent, ended in rows.order_by().values_list(other).annotate(Max("ended")):
            latest[opponent] = max(ended, latest.get(opponent, 0))
    latest.pop(player, None)
    return sorted(latest, key=lambda opponent: latest[opponent], reverse=True)


def last_matches(player: str, others: Collection[str]) -> dict[str, Match]:
    """The last match of a player with each of these (few) others, as the player sees it."""
    latest: dict[str, tuple[int, str]] = {}
    both = Q(player0=player, player1__in=others) | Q(player1=player, player0__in=others)
    for one, two, ended, match_id in Played.objects.filter(both).values_list(
        "player0", "player1", "ended", "match_id"
    ):
        other = two if one == player else one
        latest[other] = max((ended, match_id), latest.get(other, (0, "")))
    wanted = Played.objects.filter(pk__in=[match_id for _, match_id in latest.values()])
    found = {match.id: match for match in player_matches.matches(wanted, player)}
    return {other: found[match_id] for other, (_, match_id) in latest.items() if match_id in found}
