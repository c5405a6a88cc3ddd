"""The stored numbers of members: for the staff, and for their own file."""

from collections.abc import Collection
from math import log
from typing import Any, NamedTuple

from django.db.models import (
    Avg,
    BooleanField,
    Case,
    Count,
    F,
    FloatField,
    OuterRef,
    QuerySet,
    StdDev,
    Subquery,
    When,
)
from django.db.models.functions import Cast, Ln

from zaria.club.accounts.models import Member
from zaria.club.fair_play.detection import bound
from zaria.club.fair_play.models import Agreement

LEAST = 50
"""The least decisions of a member who counts in the population."""


class Population(NamedTuple):
    """The members who play a game: their number, and mean and standard deviation of their error rates."""

    members: int
    mean: float
    deviation: float


def populations(games: Collection[str]) -> dict[str, Population]:
    """The population of each of these games that has one."""
    rows = Agreement.objects.filter(game__in=games, decisions__gte=LEAST).values("game")
    grouped = rows.annotate(members=Count("pk"), mean=Avg("rate"), deviation=StdDev("rate")).order_by("game")
    return {row["game"]: Population(row["members"], row["mean"], row["deviation"]) for row in grouped}


def ranked(*, all_members: bool = True) -> QuerySet[Agreement]:
    """Return the agreements of named members or of all, those with the most evidence first.

    `above` of each: the member is named.
    """
    agreements = Agreement.objects.filter(member=OuterRef("member")).order_by().values("member")
    games = Cast(Subquery(agreements.annotate(games=Count("pk")).values("games")), FloatField())
    rows = Agreement.objects.defer("logs").annotate(bound=Ln(games) / log(10) + bound(1))
    above = Case(When(score__gte=F("bound"), then=True), default=False, output_field=BooleanField())
    marked = rows.annotate(above=above).order_by("-score", "-share", "-decisions", "pk")
    # Nobody is named below the bound of one game: the index of scores ends there.
    return marked if all_members else marked.filter(score__gte=bound(1), above=True)


def stored_data(member: Member) -> dict[str, Any]:
    """Return all stored data about a member as plain objects of JSON."""
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
