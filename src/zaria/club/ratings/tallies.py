"""Keeps the seasons: the totals of each member in a month and in a year."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from zaria.club.ratings.ledger import Key, LedgerEntry
from zaria.club.ratings.models import Season
from zaria.club.ratings.seasons import periods
from zaria.club.ratings.system import RatingState

_SUMS = ("played", "won", "lost", "winnings")


class _Part(NamedTuple):
    """A season's key."""

    member: int
    game: str
    period: str


class _Sum:
    """The totals that a window adds to a season, and the last rating in it, if there is one."""

    __slots__ = ("at", "before", "lost", "played", "rating", "winnings", "won")

    def __init__(self, before: RatingState | None) -> None:
        self.played = self.won = self.lost = self.winnings = self.at = 0
        self.rating: Decimal | None = None
        self.before = before

    def add(self, entry: LedgerEntry, sign: int) -> None:
        if entry.result is not None:
            self.played += sign
            self.won += sign * (entry.result > 0)
            self.lost += sign * (entry.result < 0)
            self.winnings += sign * entry.points
        if sign > 0:
            self.rating, self.at = entry.after.rating, entry.at


def write(
    end: int | None,
    old: Iterable[LedgerEntry],
    new: Iterable[LedgerEntry],
    before: Mapping[Key, RatingState],
    members: Mapping[str, int],
) -> None:
    """Replace the entries `old` by `new` in the totals of the seasons.

    Both are the entries of one window, in order, which ends at `end` (ms; None: with the last one);
    `before` has the states when it began.
    """
    sums: dict[_Part, _Sum] = {}
    for entries, sign in ((old, -1), (new, 1)):
        for entry in entries:
            member = members.get(entry.key.player)
            if member is None:
                continue
            for period in periods(entry.at):
                part = _Part(member, entry.key.game, period)
                if part not in sums:
                    sums[part] = _Sum(before.get(entry.key))
                sums[part].add(entry, sign)
    _store(sums, end)


def _store(sums: dict[_Part, _Sum], end: int | None) -> None:
    there = _there(sums)
    rows, gone = [], []
    for part, total in sums.items():
        season = there.get(part) or Season(
            member_id=part.member, game=part.game, period=part.period, rating=Decimal(0), at=-1
        )
        for name in _SUMS:
            setattr(season, name, getattr(season, name) + getattr(total, name))
        if end is None or season.at < end:
            _rate(season, total)
        if season.played:
            rows.append(season)
        elif season.pk is not None:
            gone.append(season.pk)
    Season.objects.filter(pk__in=gone).delete()
    for row in rows:
        row.pk = None
    Season.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["member", "game", "period"],
        update_fields=[*_SUMS, "rating", "at"],
    )


def _rate(season: Season, total: _Sum) -> None:
    if total.rating is not None:
        season.rating, season.at = total.rating, total.at
    elif total.before is not None:
        season.rating, season.at = total.before.rating, total.before.at


def _there(sums: Iterable[_Part]) -> dict[_Part, Season]:
    parts = set(sums)
    seasons = Season.objects.filter(
        member__in={part.member for part in parts},
        game__in={part.game for part in parts},
        period__in={part.period for part in parts},
    )
    rows = {_Part(row.member_id, row.game, row.period): row for row in seasons}
    return {part: row for part, row in rows.items() if part in parts}
