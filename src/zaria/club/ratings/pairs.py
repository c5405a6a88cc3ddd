"""The number of rated matches that two members have begun in a day. Call it in a thread: it waits.

A place is taken when a table is set for two who are known, else when the second one sits down. A match that
did not come about, or was void, gives its place back.
"""

from collections.abc import Collection
from typing import NamedTuple

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.ratings.models import PairMatch
from zaria.club.site.clock import DAY_MS, now_ms

Pair = tuple[str, str]
"""The ids of two players, in any order."""


class RatedToday(NamedTuple):
    """Matches of two players in a day: `matches` that take a place, and those of them that are not over."""

    matches: frozenset[str]
    pending: frozenset[str]


def today() -> int:
    """The day it is, in `DAY_MS`s since the epoch."""
    return now_ms() // DAY_MS


def rated_today(pair: Pair, day: int) -> RatedToday:
    """The rated matches of these two in a day (`DAY_MS`s since the epoch)."""
    first, second = sorted(pair)
    match_ids = set(
        PairMatch.objects.filter(one=first, two=second, day=day).values_list("match_id", flat=True)
    )
    over = dict(Played.objects.filter(match_id__in=match_ids).values_list("match_id", "void"))
    counted = frozenset(match_id for match_id in match_ids if not over.get(match_id, False))
    return RatedToday(counted, counted - over.keys())


@transaction.atomic
def reserve(match_id: str, pair: Pair, day: int, most: int, stale: Collection[str] = ()) -> RatedToday | None:
    """Take a place of the day for a match; None: it has one, else what has taken them all.

    A place that the match has for another pair goes to this one: that pair's seat was refused afterwards.
    `stale` are matches that did not come about.
    """
    first, second = sorted(pair)
    members = Member.objects.select_for_update(no_key=True).filter(player__in=pair)
    list(members.order_by("pk"))  # one at a time
    PairMatch.objects.filter(match_id__in=stale).delete()
    PairMatch.objects.filter(day__lt=day - 1).delete()
    if PairMatch.objects.filter(match_id=match_id, one=first, two=second).exists():
        return None
    taken = rated_today(pair, day)
    if len(taken.matches) >= most:
        return taken
    PairMatch.objects.update_or_create(match_id=match_id, defaults={"one": first, "two": second, "day": day})
    return None
