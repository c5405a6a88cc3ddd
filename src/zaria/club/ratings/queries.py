"""Queries of ratings for pages, the lobby and the statistics."""

from collections.abc import Iterable
from decimal import Decimal

from django.db.models import QuerySet

from zaria.club.accounts.models import Member
from zaria.club.ratings.models import Change, Standing
from zaria.club.ratings.system import rating_system

Ratings = dict[str, Decimal]
"""By game; `OVERALL` is the rating over all games."""


def standings(players: Iterable[str]) -> dict[str, Ratings]:
    """The ratings of players with a rated match, by the id under which each plays."""
    by_player: dict[str, Ratings] = {}
    for row in _standings(players):
        by_player.setdefault(row.member.player, {})[row.game] = rating_system().display(row)
    return by_player


async def astandings(players: Iterable[str]) -> dict[str, Ratings]:
    """The same, awaited."""
    by_player: dict[str, Ratings] = {}
    async for row in _standings(players):
        by_player.setdefault(row.member.player, {})[row.game] = rating_system().display(row)
    return by_player


def history(member: Member, game: str) -> list[tuple[int, Decimal]]:
    """A member's ratings in a game (or `OVERALL`) after each change, with the moment (ms) of each."""
    changes = Change.objects.filter(member=member, game=game).order_by("at", "id")
    return list(changes.values_list("at", "after"))


def _standings(players: Iterable[str]) -> QuerySet[Standing]:
    rows = Standing.objects.filter(member__player__in=set(players))
    return rows.select_related("member").only("game", "rating", "member__player")
