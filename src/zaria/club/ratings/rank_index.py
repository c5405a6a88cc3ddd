"""Pages and places of long lists, without a walk through all rows before them.

A list of less than `STRIDE` rows is counted each time, unless its rows are scattered. Of a longer one
every `STRIDE`-th row is cached for a minute, found in one pass. From the nearest of them it is a short way
along the index to any place. A long list that moves meanwhile is a place or two off, far down. Its length,
for which each member is looked at, is cached for longer.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, NamedTuple, TypeVar, cast

from django.core.cache import cache
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

T = TypeVar("T")
STRIDE = 500
KEPT_S = 60
"""Seconds for which it is cached where members are listed."""
LENGTH_KEPT_S = 600
"""Seconds for which the length of a long list is cached."""


class Marker(NamedTuple):
    """A row of a list: what it is ordered by, and whose it is; the first in the list is the least of all."""

    less: Decimal | int
    member: int


class RankIndex:
    """A list, ordered by `by`, the most first, and among equals by member. `key` is its name in the cache.

    `is_scattered`: its rows stand far apart in the index, and even a few are found by reading many.
    """

    def __init__(
        self, rows: "QuerySet[Any]", by: str, key: str, stride: int = STRIDE, *, is_scattered: bool = False
    ) -> None:
        """Nothing is asked yet."""
        self.rows = rows
        self.ordered = rows.order_by(f"-{by}", "member_id")
        self._by = by
        self._key = key
        self._stride = stride
        self._is_scattered = is_scattered

    def total(self) -> int:
        """Length of the list; of a long or scattered one, a recent count."""
        if self._is_scattered:
            return cached(f"{self._key}:total", self.rows.count)
        counted = self.rows[: self._stride].count()
        if counted < self._stride:
            return counted
        return cached(f"{self._key}:total", self.rows.count, LENGTH_KEPT_S)

    def page(self, first: int, most: int) -> "QuerySet[Any]":
        """So many rows after the `first` ones."""
        passed, rows = 0, self.ordered
        if first >= self._stride:
            markers = self._markers()
            near = min(first // self._stride, len(markers) - 1)
            if near > 0:
                passed, rows = near * self._stride, rows.filter(self._from(markers[near]))
        return rows[first - passed : first - passed + most]

    def place(self, row: Any) -> int:
        """The place of a row of the list, from 1 on."""
        position = Marker(-getattr(row, self._by), row.member_id)
        markers = self._markers() if self.total() > self._stride else []
        near = max(sum(marker <= position for marker in markers) - 1, 0)
        ahead = self.rows.filter(self._before(position))
        if near > 0:
            ahead = ahead.filter(self._from(markers[near]))
        return near * self._stride + ahead.count() + 1

    def _from(self, marker: Marker) -> Q:
        # The first condition says nothing new, but it is what the index has in order.
        value = -marker.less
        return Q(**{f"{self._by}__lte": value}) & (
            Q(**{f"{self._by}__lt": value}) | Q(member_id__gte=marker.member)
        )

    def _before(self, marker: Marker) -> Q:
        value = -marker.less
        return Q(**{f"{self._by}__gte": value}) & (
            Q(**{f"{self._by}__gt": value}) | Q(member_id__lt=marker.member)
        )

    def _markers(self) -> list[Marker]:
        return cached(f"{self._key}:markers", self._find)

    def _find(self) -> list[Marker]:
        number = Window(RowNumber(), order_by=[F(self._by).desc(), F("member_id").asc()])
        numbered = self.rows.annotate(number=number).annotate(rest=F("number") % self._stride)
        marked = numbered.filter(rest=1).order_by("number").values_list(self._by, "member_id")
        return [Marker(-value, member) for value, member in marked]


def cached(key: str, find: Callable[[], T], seconds: int = KEPT_S) -> T:
    """A recent count: among thousands, one more or less does not matter."""
    # django-stubs type a cached value as unknown or None
    return cast(T, cache.get_or_set(f"ranking:{key}", find, seconds))
