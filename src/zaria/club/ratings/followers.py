"""Notices of rated matches, to members who follow a player and have switched them on."""

from collections.abc import Sequence

from django.db.models import Q

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.notifications.actions import lock_members, notify
from zaria.club.notifications.models import NotificationSwitch
from zaria.club.ratings.notice_kinds import FOLLOWED_MATCH, FollowedMatchBody
from zaria.club.relations.models import Relation


def notify_followers(matches: Sequence[Played]) -> None:
    """Notify the followers of both players, in the transaction of the results.

    All members whom the transaction locks later are locked first: the players too, for their tallies.
    """
    players = {player for match in matches for player in (match.player0, match.player1)}
    on = NotificationSwitch.objects.filter(Q(page=True) | Q(mail=True), kind=FOLLOWED_MATCH.name)
    wanted = Relation.objects.filter(follows=True, other__player__in=players, member__in=on.values("member"))
    followers: dict[str, list[int]] = {}
    for member, player in wanted.values_list("member", "other__player"):
        followers.setdefault(player, []).append(member)
    member_ids = {*Member.objects.filter(player__in=players).values_list("pk", flat=True)}
    pupils = {*Member.objects.filter(player__in=players, is_pupil=True).values_list("player", flat=True)}
    lock_members(member_ids.union(*followers.values()))
    for match in matches:
        sides = (match.player0, match.name0), (match.player1, match.name1)
        for side, (player, name) in enumerate(sides):
            if player not in followers:
                continue
            opponent, opponent_name = sides[1 - side]
            result = "drawn" if match.won is None else "won" if match.won == side else "lost"
            body = FollowedMatchBody(
                name=name,
                opponent="" if opponent in pupils else opponent_name,
                result=result,
                path=f"/t/{match.match_id}/replay",
            )
            notify(followers[player], FOLLOWED_MATCH, body, key=f"match:{match.match_id}")
