"""Keeps the seasons: what each member did in a month and in a year."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from zaria.club.ratings.ledger import Key, State
from zaria.club.ratings.models import Season
from zaria.club.ratings.seasons import periods

_SUMS = ("played", "won", "lost", "winnings")


class Entry(NamedTuple):
    """A `Change` without its number and its member: what it says."""

    player: str
    game: str
    match: str
    at: int
    before: Decimal
    after: Decimal
    points: int
    result: int | None
    best: Decimal
    reached: bool
    played: int
    won: int
    lost: int
    winnings: int

    def state(self) -> State:
        """What the rating is after it."""
        return State(
            self.after, self.best, self.reached, self.played, self.won, self.lost, self.winnings, self.at
        )


class _Part(NamedTuple):
    """A season's key."""

    member: int
    game: str
    period: str


class _Sum:
    """What a window adds to a season, and the last rating in it, if there is one."""

    __slots__ = ("at", "before", "lost", "played", "rating", "winnings", "won")

    def __init__(self, before: State | None) -> None:
        self.played = self.won = self.lost = self.winnings = self.at = 0
        self.rating: Decimal | None = None
        self.before = before

    def add(self, change: Entry, sign: int) -> None:
        if change.result is not None:
            self.played += sign
            self.won += sign * (change.result > 0)
            self.lost += sign * (change.result < 0)
            self.winnings += sign * change.points
        if sign > 0:
            self.rating, self.at = change.after, change.at


def write(
    end: int | None,
    old: Iterable[Entry],
    new: Iterable[Entry],
    before: Mapping[Key, State],
    members: Mapping[str, int],
) -> None:
    """Take back from the seasons what `old` had put there and put in what `new` says.

    Both are the changes of one window, in order, which ends at `end` (ms; None: with the last one);
    `before` has the ratings as they were when it began.
    """
    sums: dict[_Part, _Sum] = {}
    for changes, sign in ((old, -1), (new, 1)):
        for change in changes:
            member = members.get(change.player)
            if member is None:
                continue
            for period in periods(change.at):
                part = _Part(member, change.game, period)
                if part not in sums:
                    sums[part] = _Sum(before.get(Key(change.player, change.game)))
                sums[part].add(change, sign)
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
    found = Season.objects.filter(
        member__in={part.member for part in parts},
        game__in={part.game for part in parts},
        period__in={part.period for part in parts},
    )
    rows = {_Part(row.member_id, row.game, row.period): row for row in found}
    return {part: row for part, row in rows.items() if part in parts}
