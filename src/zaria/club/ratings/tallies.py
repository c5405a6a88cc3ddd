"""Keeps the seasons: the totals of each member in a month and in a year."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from zaria.club.ratings.ledger import Key, LedgerEntry
from zaria.club.ratings.models import Season
from zaria.club.ratings.seasons import periods
from zaria.club.ratings.system import RatingState
from zaria.club.site.database import bulk

_KEY = ("member_id", "game", "period")
_TOTALS = ("played", "won", "lost", "winnings", "rating", "at")


class _Part(NamedTuple):
    """A season's key."""

    member: int
    game: str
    period: str


class _Season(NamedTuple):
    """A stored row, or one that is to be."""

    pk: int = 0
    played: int = 0
    won: int = 0
    lost: int = 0
    winnings: int = 0
    rating: Decimal = Decimal(0)
    at: int = -1


_NONE = _Season()


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
    stored = _stored(sums)
    rows, gone = [], []
    for part, total in sums.items():
        season = stored.get(part, _NONE)
        rating, at = season.rating, season.at
        if end is None or season.at < end:
            rating, at = _last(season, total)
        played = season.played + total.played
        if played:
            sums_now = (season.won + total.won, season.lost + total.lost, season.winnings + total.winnings)
            rows.append((*part, played, *sums_now, rating, at))
        elif season is not _NONE:
            gone.append(season.pk)
    if gone:
        Season.objects.filter(pk__in=gone).delete()
    bulk.put(Season, (*_KEY, *_TOTALS), _KEY, rows)


def _last(season: _Season, total: _Sum) -> tuple[Decimal, int]:
    """Return the last rating in a season and its moment, after these entries."""
    if total.rating is not None:
        return total.rating, total.at
    if total.before is not None:
        return total.before.rating, total.before.at
    return season.rating, season.at


def _stored(sums: Iterable[_Part]) -> dict[_Part, _Season]:
    parts = set(sums)
    seasons = Season.objects.filter(
        member__in={part.member for part in parts},
        game__in={part.game for part in parts},
        period__in={part.period for part in parts},
    )
    rows = ((row[: len(_KEY)], row[len(_KEY) :]) for row in seasons.values_list(*_KEY, "pk", *_TOTALS))
    return {_Part(*part): _Season(*totals) for part, totals in rows if part in parts}
