"""Queries of relations; players are given by their ids where no account is at hand."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from zaria.club.accounts.models import Member
from zaria.club.relations.models import Relation

MOST_PREFERRED = 200
"""Friends whom lists prefer."""


class PlayerRelation(NamedTuple):
    """The relation of a player to another one: follows or blocks them, is followed or blocked by them."""

    follows: bool = False
    blocks: bool = False
    is_followed: bool = False
    is_blocked: bool = False

    @property
    def is_friend(self) -> bool:
        """True if both follow each other."""
        return self.follows and self.is_followed

    @property
    def apart(self) -> bool:
        """True if one of them blocks the other."""
        return self.blocks or self.is_blocked


def standings(player: str, player_ids: Collection[str]) -> dict[str, PlayerRelation]:
    """The standing of a player to each of these (few) others; those without any relation are left out."""
    with_player = Q(member__player=player, other__player__in=player_ids)
    of_others = Q(other__player=player, member__player__in=player_ids)
    by_player: dict[str, PlayerRelation] = {}
    rows = Relation.objects.filter(with_player | of_others)
    for member_id, target_id, follows, blocks in rows.values_list(
        "member__player", "other__player", "follows", "blocks"
    ):
        if member_id == player:
            by_player[target_id] = by_player.get(target_id, PlayerRelation())._replace(
                follows=follows, blocks=blocks
            )
        else:
            by_player[member_id] = by_player.get(member_id, PlayerRelation())._replace(
                is_followed=follows, is_blocked=blocks
            )
    return by_player


def blocked_between(first: str, second: str) -> bool:
    """True if one of the players with these ids blocks the other."""
    return bool(blocked_pairs({(first, second)}))


def blocked_pairs(pairs: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
    """The pairs of players in which one blocks the other, in the order of `pairs`."""
    players = {player for pair in pairs for player in pair}
    if not players:
        return set()
    blocks = Relation.objects.filter(blocks=True, member__player__in=players)
    blocked = set(blocks.values_list("member__player", "other__player"))
    return {
        (first, second) for first, second in pairs if (first, second) in blocked or (second, first) in blocked
    }


def blocked_by(player: str) -> frozenset[str]:
    """The ids of the players whom the player with this id blocks."""
    blocks = Relation.objects.filter(blocks=True, member__player=player)
    return frozenset(blocks.values_list("other__player", flat=True))


def friends(member: Member) -> "QuerySet[Member]":
    """The members who follow a member and are followed by them."""
    back = Relation.objects.filter(member=OuterRef("pk"), other=member, follows=True)
    return Member.objects.filter(
        Exists(back), relations_of_others__member=member, relations_of_others__follows=True
    )


def friends_by_login(player: str) -> dict[str, str]:
    """The player ids of the friends of the member with this player id, by login; lists prefer them."""
    member = Member.objects.filter(player=player).first()
    if member is None:
        return {}
    active_friends = friends(member).filter(is_active=True).order_by("pk")
    return dict(active_friends.values_list("username", "player")[:MOST_PREFERRED])


def stored_data(member: Member) -> list[dict[str, Any]]:
    """The relations of a member, for their file."""
    rows = member.relations.order_by("pk").values_list("other__username", "follows", "blocks")
    return [{"other": login, "follows": follows, "blocks": blocks} for login, follows, blocks in rows]
