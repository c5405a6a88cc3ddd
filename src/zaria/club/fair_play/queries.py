"""The stored numbers of members: for the staff, and for their own file."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Avg, Count, StdDev

from zaria.club.accounts.models import Member
from zaria.club.fair_play.models import Agreement

LEAST = 50
"""Decisions of a member that count among those of the population, and that a page shows at first."""


class Population(NamedTuple):
    """The members who play a game: how many, and mean and standard deviation of their error rates."""

    members: int
    mean: float
    deviation: float


def populations(games: Collection[str]) -> dict[str, Population]:
    """The population of each of these games that has one."""
    rows = Agreement.objects.filter(game__in=games, decisions__gte=LEAST).values("game")
    found = rows.annotate(members=Count("pk"), mean=Avg("rate"), deviation=StdDev("rate")).order_by("game")
    return {row["game"]: Population(row["members"], row["mean"], row["deviation"]) for row in found}


def stored_data(member: Member) -> dict[str, Any]:
    """All stored data about a member, as JSON knows it."""
    return {
        "agreements": list(
            member.agreements.order_by("game").values(
                "game", "matches", "decisions", "rate", "agreement", "share", "score"
            )
        ),
        "matches": list(
            member.match_tallies.order_by("pk").values("match", "game", "decisions", "loss", "hard", "agreed")
        ),
    }
