"""Queries of ratings for pages, the lobby and the statistics."""

from collections.abc import Iterable
from decimal import Decimal

from zaria.club.accounts.models import Member
from zaria.club.ratings.models import Change, Standing

Ratings = dict[str, Decimal]
"""By game; `OVERALL` is the rating over all games."""


def standings(players: Iterable[str]) -> dict[str, Ratings]:
    """The ratings of those who have played a rated match, by the id under which each plays."""
    found: dict[str, Ratings] = {}
    rows = Standing.objects.filter(member__player__in=set(players))
    for player, game, rating in rows.values_list("member__player", "game", "rating"):
        found.setdefault(player, {})[game] = rating
    return found


async def astandings(players: Iterable[str]) -> dict[str, Ratings]:
    """The same, awaited."""
    found: dict[str, Ratings] = {}
    rows = Standing.objects.filter(member__player__in=set(players))
    async for player, game, rating in rows.values_list("member__player", "game", "rating"):
        found.setdefault(player, {})[game] = rating
    return found


def history(member: Member, game: str) -> list[tuple[int, Decimal]]:
    """A member's rating in a game (or `OVERALL`) after each change: when (ms), and what it was then."""
    changes = Change.objects.filter(member=member, game=game).order_by("at", "id")
    return list(changes.values_list("at", "after"))
