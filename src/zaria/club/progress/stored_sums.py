"""Reads a member's sums: of the months, of the last matches, and of the decisions that cost the most.

The work does not grow with the number of matches: months are at most `MONTHS`, matches `LATEST`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from django.db.models import Sum

from zaria.bots.analysis.game_sums import DecisionSum, FirstTurn
from zaria.club.accounts.models import Member
from zaria.club.games.catalogue import TITLES
from zaria.club.progress.actions import month_of, sums_of
from zaria.club.progress.models import MatchProgress, MonthMatches, MonthSum
from zaria.club.progress.rates import DecisionTotals, together
from zaria.club.site.clock import now_ms

MONTHS = 24
"""Months that are read, with the present one."""
LATEST = 200
"""Latest matches of a game in which dear decisions and first turns are looked for."""
SHOWN = 5
"""Dear decisions of a part that are shown."""

Part = tuple[str, str]
"""A phase and a kind."""


class Month(NamedTuple):
    """A month of a member in a game: its sums by phase and kind, and its matches."""

    month: str
    parts: dict[Part, DecisionTotals]
    matches: int
    luck: int
    result: int
    adjusted: int

    @property
    def totals(self) -> DecisionTotals:
        """All decisions of the month."""
        return together(self.parts.values())


class DearDecision(NamedTuple):
    """A decision of a member that gave much away: its match, the frame that shows it, its loss."""

    match_id: str
    ended: int
    frame: int
    loss: int


class LatestMatch(NamedTuple):
    """One of the latest matches of a member in a game, with what can be read from it."""

    row: MatchProgress
    sums: tuple[DecisionSum, ...]
    first_turns: tuple[FirstTurn, ...]


class GamePlayed(NamedTuple):
    """A game in which a member has analysed matches, and their number."""

    game: str
    title: str
    matches: int


def games_of(member: Member) -> list[GamePlayed]:
    """Return the games of a member in the months that are read, the one with the most matches first."""
    rows = MonthMatches.objects.filter(member=member, month__gte=first_month()).order_by().values("game")
    counted = rows.annotate(number=Sum("matches")).values_list("game", "number")
    played = [GamePlayed(game, str(TITLES[game]), number) for game, number in counted if game in TITLES]
    return sorted(played, key=lambda game: (-game.matches, game.game))


def months_of(member: Member, game: str) -> list[Month]:
    """Return the months of a member in a game that have decisions, in order."""
    parts: dict[str, dict[Part, DecisionTotals]] = defaultdict(dict)
    sums = MonthSum.objects.filter(member=member, game=game, month__gte=first_month())
    for month, phase, kind, *numbers in sums.values_list(
        "month", "phase", "kind", "decisions", "loss", "squares"
    ):
        parts[month][phase, kind] = DecisionTotals(*numbers)
    matches = MonthMatches.objects.filter(member=member, game=game, month__gte=first_month())
    counted = matches.order_by("month").values_list("month", "matches", "luck", "result", "adjusted")
    return [Month(month, parts[month], *numbers) for month, *numbers in counted]


def latest_matches(member: Member, game: str) -> list[LatestMatch]:
    """Return the latest matches of a member in a game, the last one first."""
    rows = MatchProgress.objects.filter(member=member, game=game).order_by("-ended", "-pk")[:LATEST]
    return [
        LatestMatch(row, sums_of(row), msgspec.convert(row.first_turns, tuple[FirstTurn, ...]))
        for row in rows
    ]


def dear_decisions(matches: Iterable[LatestMatch], part: Part) -> list[DearDecision]:
    """Return the decisions of a phase and a kind that gave away the most, one of each match at most."""
    decisions = [
        DearDecision(match.row.match_id, match.row.ended, row.frame, row.most)
        for match in matches
        for row in match.sums
        if (row.phase, row.kind) == part and row.frame is not None
    ]
    return sorted(decisions, key=lambda decision: (-decision.loss, -decision.ended))[:SHOWN]


def by_part(months: Sequence[Month]) -> dict[Part, DecisionTotals]:
    """Return the sums of several months by phase and kind."""
    sums: dict[Part, DecisionTotals] = defaultdict(DecisionTotals)
    for month in months:
        for part, totals in month.parts.items():
            sums[part] = sums[part].plus(totals)
    return sums


def since(months: Sequence[Month], count: int, *, skipped: int = 0) -> list[Month]:
    """Return those of the last `count` months before the last `skipped` ones, with the present month."""
    names = _month_names(count + skipped)
    wanted = set(names[: len(names) - skipped] if skipped else names)
    return [month for month in months if month.month in wanted]


def first_month() -> str:
    """Return the first of the months that are read."""
    return _month_names(MONTHS)[0]


def month_number(month: str) -> int:
    """Return the number of a month, counted through all years."""
    year, number = map(int, month.split("-"))
    return 12 * year + number - 1


def _month_names(count: int) -> list[str]:
    """Return the names of the last months, the present one last."""
    last = month_number(month_of(now_ms()))
    return ["{:04}-{:02}".format(*_year_and_month(number)) for number in range(last - count + 1, last + 1)]


def _year_and_month(number: int) -> tuple[int, int]:
    return number // 12, number % 12 + 1
