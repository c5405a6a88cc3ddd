"""Ratings of a game over the last month, for a page of the ranking.

One query, whose cost does not grow with the history: a look into the index of changes for each member and
each moment.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from zaria.club.accounts.models import Member
from zaria.club.ratings.models import Change
from zaria.club.site.clock import DAY_MS, now_ms

DAYS = 30
"""Days that a trend goes back."""
MOMENTS = (30, 25, 20, 15, 10, 5)
"""Days ago at which a rating is read; the present one follows."""


class Trend(NamedTuple):
    """A member's rating at some moments of the last month, the present one last; `change` to a tenth.

    `values` begin with the first of the moments at which the member was rated.
    """

    values: tuple[Decimal, ...]
    change: Decimal


def trends(ratings: Mapping[int, Decimal], game: str) -> dict[int, Trend]:
    """The trends of ratings in a game up to the present ones, by member; not of members without a change."""
    if not ratings:
        return {}
    moment = now_ms()
    steps = Change.objects.filter(member=OuterRef("pk"), game=game).order_by("at", "pk")
    columns = {f"ago_{days}": _after(steps, moment - days * DAY_MS) for days in MOMENTS}
    rows = Member.objects.filter(pk__in=ratings).annotate(
        first=Subquery(steps.values("before")[:1]), **columns
    )
    return {
        member: _trend(first, (*(value for value in past if value is not None), ratings[member]))
        for member, first, *past in rows.values_list("pk", "first", *columns)
        if first is not None
    }


def _after(steps: "QuerySet[Change]", moment: int) -> Any:
    """The rating after the last step before a moment."""
    return Subquery(steps.filter(at__lt=moment).order_by("-at", "-pk").values("after")[:1])


def _trend(first: Decimal, values: tuple[Decimal, ...]) -> Trend:
    is_young = len(values) <= len(MOMENTS)
    shown = (first, *values) if is_young else values
    return Trend(shown, round(shown[-1] - shown[0], 1))
