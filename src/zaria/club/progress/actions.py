"""Adds up what members' decisions cost. Call it in a thread: it waits for the database.

A match counts once: its rows of `MatchProgress` are what it has added to the sums of its months, and a new
analysis replaces them by the difference. All writers of a member's sums lock the member first.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.db.models import F, Q, QuerySet

from zaria.bots.analysis.game_sums import DecisionSum, FirstTurn, GameSums
from zaria.club.accounts.models import Member
from zaria.club.matches.analysis import grades
from zaria.club.matches.analysis.models import SideGrade
from zaria.club.matches.results.models import Played
from zaria.club.progress.models import MatchProgress, MonthMatches, MonthSum, ProgressSwitches

AT_ONCE = 100
"""Matches that `gather_next` reads in one call."""


class SumKey(NamedTuple):
    """The key of a `MonthSum` of a member."""

    game: str
    month: str
    phase: str
    kind: str


class MonthKey(NamedTuple):
    """The key of a `MonthMatches` of a member."""

    game: str
    month: str


class SumChanges(NamedTuple):
    """Changes of a member's sums: by key and column."""

    sums: Counter[tuple[SumKey, str]]
    months: Counter[tuple[MonthKey, str]]


@transaction.atomic
def record(match_id: str) -> bool:
    """Count the decisions of a match by its present grades; return whether anything has changed.

    Training does not count: the table helps there.
    """
    match = Played.objects.filter(pk=match_id, training=False).first()
    if match is None:
        return False
    rows = grades.of_matches([match_id])
    changed = False
    for member, side in _locked(match):
        gathered = _gathered(member, match, rows, side)
        changed |= _replace(member, match_id, gathered)
    return changed


def recompute() -> int:
    """Count all matches that have grades anew; return their number."""
    number = 0
    ids = SideGrade.objects.filter(side=0).exclude(games=[]).order_by("pk").values_list("match_id", flat=True)
    for match_id in list(ids):
        record(match_id)
        number += 1
    return number


@transaction.atomic
def subtract(match: Played) -> None:
    """Take the decisions of a match out of the sums, before its result is deleted."""
    rows = MatchProgress.objects.filter(match=match)
    for member in _lock(Q(pk__in=rows.values("member"))):
        _replace(member, match.pk, [])


@transaction.atomic
def set_switches(member: Member, *, gathers: bool, compares: bool, in_background: bool) -> None:
    """Store the wishes of a member; what is not to be gathered any more is deleted."""
    _lock(Q(pk=member.pk)).get()
    stored, _created = ProgressSwitches.objects.get_or_create(member=member)
    if gathers and not stored.gathers:
        stored.gathers_before = _after_all()
    if in_background and not stored.in_background:
        stored.searched_before = None
    if not gathers:
        stored.gathers_before = None
        _delete(member)
    stored.gathers, stored.compares, stored.in_background = gathers, compares, in_background and gathers
    stored.save()


def gather_next(most: int = AT_ONCE) -> bool:
    """Gather about `most` matches of a member who has switched it on again; False: nobody has."""
    row = ProgressSwitches.objects.filter(gathers_before__isnull=False).order_by("gathers_before").first()
    if row is None:
        return False
    _gather(row, most)
    return True


@transaction.atomic
def _gather(row: ProgressSwitches, most: int) -> None:
    """Count the next matches of a member together, unless the switch has changed meanwhile."""
    member = _lock(Q(pk=row.pk)).get()
    before = row.gathers_before or 0
    switches = ProgressSwitches.objects.filter(pk=row.pk, gathers=True, gathers_before=before)
    if not switches.exists():
        return
    matches = _matches_before(member, before, most)
    ids = [match_id for match_id, _ended in matches]
    counted = MatchProgress.objects.filter(member=member, match_id__in=ids).values("match_id")
    graded = grades.of_matches(ids)
    rows = [
        progress
        for match in Played.objects.filter(pk__in=ids, training=False).exclude(pk__in=counted)
        for progress in _gathered(member, match, graded, int(match.player1 == member.player))
    ]
    MatchProgress.objects.bulk_create(rows)
    changes = SumChanges(Counter(), Counter())
    _add(changes, rows, 1)
    _apply(member, changes)
    switches.update(gathers_before=matches[-1][1] if len(matches) >= most else None)


def switches_of(member: Member) -> ProgressSwitches:
    """Return the wishes of a member."""
    return ProgressSwitches.objects.filter(member=member).first() or ProgressSwitches(member=member)


@transaction.atomic
def forget(member: Member) -> None:
    """Delete all that is stored about a member's progress."""
    ProgressSwitches.objects.filter(member=member).delete()
    _delete(member)


def month_of(ended: int) -> str:
    """Return the month of a moment (ms), in UTC."""
    return datetime.fromtimestamp(ended / 1000, UTC).strftime("%Y-%m")


def _after_all() -> int:
    last = Played.objects.order_by("-ended").values_list("ended", flat=True).first()
    return 1 + (last or 0)


def _matches_before(member: Member, moment: int, most: int) -> list[tuple[str, int]]:
    """Return the last matches of a member that ended before a moment, and all that ended with these."""
    is_player = Q(player0=member.player) | Q(player1=member.player)
    rows = Played.objects.filter(is_player, ended__lt=moment).order_by("-ended").values_list("pk", "ended")
    matches = list(rows[:most])
    if len(matches) == most:
        last = matches[-1][1]
        ids = {match_id for match_id, _ended in matches}
        same = Played.objects.filter(is_player, ended=last).values_list("pk", "ended")
        matches += [row for row in same if row[0] not in ids]
    return matches


def _delete(member: Member) -> None:
    for model in (MatchProgress, MonthSum, MonthMatches):
        model.objects.filter(member=member).delete()


def _locked(match: Played) -> list[tuple[Member, int]]:
    """Lock the members of a match; return those whose decisions are gathered, with their sides.

    All are locked, because other rooms lock them all: in which order must not depend on switches.
    """
    sides = {match.player0: 0, match.player1: 1}
    members = list(_lock(Q(player__in=sides, is_active=True, robot=False)))
    switched_off = set(
        ProgressSwitches.objects.filter(member__in=members, gathers=False).values_list("member", flat=True)
    )
    return [(member, sides[member.player]) for member in members if member.pk not in switched_off]


def _lock(condition: Q) -> QuerySet[Member]:
    return Member.objects.filter(condition).order_by("pk").select_for_update(no_key=True)


def _gathered(
    member: Member, match: Played, rows: dict[tuple[str, int], SideGrade], side: int
) -> list[MatchProgress]:
    """Return the rows of a member for a match, without those of games in which nothing was decided."""
    player_row, opponent_row = rows.get((match.pk, side)), rows.get((match.pk, 1 - side))
    if player_row is None or opponent_row is None:
        return []
    opponents = {games.game: games for games in grades.games_of(opponent_row)}
    return [
        _row(member, match, games, opponents.get(games.game))
        for games in grades.games_of(player_row)
        if games.sums
    ]


def _row(member: Member, match: Played, games: GameSums, opponent: GameSums | None) -> MatchProgress:
    luck = None
    if games.luck is not None and opponent is not None:
        luck = games.luck - (opponent.luck or 0)
    return MatchProgress(
        member=member,
        match=match,
        game=games.game,
        ended=match.ended,
        month=month_of(match.ended),
        decisions=sum(row.decisions for row in games.sums),
        loss=sum(row.loss for row in games.sums),
        squares=sum(row.squares for row in games.sums),
        luck=luck,
        result=games.result,
        adjusted=games.adjusted,
        sums=_plain(games.sums),
        first_turns=_plain(games.first_turns),
    )


def _plain(rows: tuple[DecisionSum, ...] | tuple[FirstTurn, ...]) -> object:
    """Return rows as they are read back from a column of JSON."""
    return msgspec.json.decode(msgspec.json.encode(rows))


def _replace(member: Member, match_id: str, rows: list[MatchProgress]) -> bool:
    """Replace what a match has added to the sums of a locked member; return whether that differs."""
    before = list(MatchProgress.objects.filter(member=member, match_id=match_id).order_by("pk"))
    if [_contents(row) for row in before] == [_contents(row) for row in rows]:
        return False
    MatchProgress.objects.filter(pk__in=[row.pk for row in before]).delete()
    MatchProgress.objects.bulk_create(rows)
    changes = SumChanges(Counter(), Counter())
    _add(changes, before, -1)
    _add(changes, rows, 1)
    _apply(member, changes)
    return True


def _contents(row: MatchProgress) -> list[object]:
    names = ("game", "month", "sums", "first_turns", "luck", "result", "adjusted")
    return [getattr(row, name) for name in names]


def sums_of(row: MatchProgress) -> tuple[DecisionSum, ...]:
    """Return the sums of a match."""
    return msgspec.convert(row.sums, tuple[DecisionSum, ...])


def _add(changes: SumChanges, rows: Iterable[MatchProgress], sign: int) -> None:
    for row in rows:
        month = MonthKey(row.game, row.month)
        for column, number in _month_columns(row):
            changes.months[month, column] += sign * number
        for part in sums_of(row):
            key = SumKey(row.game, row.month, part.phase, part.kind)
            for column in ("decisions", "loss", "squares"):
                changes.sums[key, column] += sign * getattr(part, column)


def _month_columns(row: MatchProgress) -> Iterator[tuple[str, int]]:
    yield "matches", 1
    yield "luck", row.luck or 0
    yield "result", row.result
    yield "adjusted", row.adjusted or 0


def _apply(member: Member, changes: SumChanges) -> None:
    """Add the changes to the stored sums; those of no decision are deleted."""
    for sum_key in sorted({key for key, _column in changes.sums}):
        columns = {name: changes.sums[sum_key, name] for name in ("decisions", "loss", "squares")}
        sums = MonthSum.objects.filter(member=member, **sum_key._asdict())
        _change(sums, MonthSum(member=member, **sum_key._asdict(), **columns), columns)
        if columns["decisions"] <= 0:
            sums.filter(decisions=0).delete()
    for month in sorted({key for key, _column in changes.months}):
        names = ("matches", "luck", "result", "adjusted")
        columns = {name: changes.months[month, name] for name in names}
        months = MonthMatches.objects.filter(member=member, **month._asdict())
        _change(months, MonthMatches(member=member, **month._asdict(), **columns), columns)
        if columns["matches"] <= 0:
            months.filter(matches=0).delete()


def _change(
    stored: QuerySet[MonthSum] | QuerySet[MonthMatches],
    new: MonthSum | MonthMatches,
    columns: dict[str, int],
) -> None:
    if any(columns.values()) and not stored.update(**{name: F(name) + n for name, n in columns.items()}):
        new.save(force_insert=True)
