"""The page of a member's progress in a game. Call it in a thread: it reads a fixed number of queries."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zaria.bots.analysis.game_sums import FINE
from zaria.bots.analysis.marks import unit_of
from zaria.bots.analysis.shape import Unit
from zaria.club.accounts.models import Member
from zaria.club.matches.analysis.rate_words import words_of
from zaria.club.matches.results.models import Played
from zaria.club.progress import stored_sums
from zaria.club.progress.actions import switches_of
from zaria.club.progress.month_chart import MonthChart, MonthRate, month_chart
from zaria.club.progress.openings import OpeningRow, opening_rows
from zaria.club.progress.peers import BAND, Peers, peers_of
from zaria.club.progress.rates import DecisionTotals, together, trend
from zaria.club.progress.stored_sums import DearDecision, GamePlayed, LatestMatch, Month, Part
from zaria.club.progress.titles import KIND_TITLES, PHASE_TITLES
from zaria.club.puzzles.stream import PuzzleChoice, candidates
from zaria.club.site.text.months import month_name
from zaria.club.statistics import charts, player_matches
from zaria.club.statistics.player_matches import Match
from zaria.lessons.shipped_lessons import games_with_lessons

RECENT = 6
"""Months whose sums are compared, and in which something costs most."""
TREND = 3
"""Months that are compared with as many before them."""
MATCHES = 10
"""Latest matches that have a line."""
COSTS = 3
"""Phases and kinds that are named as costing most."""
FEWEST = 10
"""Decisions of a phase and a kind below which nothing is said about it."""

THEMES_OF_PHASES: Mapping[str, str] = {
    "opening": "opening",
    "race": "race",
    "bear_off": "bear-off",
    "ending": "ending",
}
"""The theme of puzzles (`zaria.puzzles.themes`) that is nearest to a phase."""

ELO_OF_A_POINT = 33
"""Elo points of a point of error rate in backgammon with the cube, by the author of eXtreme Gammon."""


class RateRow(NamedTuple):
    """A rate with its margin, and the decisions and matches that it rests on; `bar`: drawn beside others."""

    title: str
    rate: float
    margin: float | None
    decisions: int
    is_few: bool
    matches: int = 0
    bar: SafeString = SafeString("")


class Cost(NamedTuple):
    """A phase and a kind that cost much: the loss (points, or wins) and that above members of equal rating.

    `above` is None where nobody is compared with. `address` leads to the drill, `puzzles` to puzzles of the
    kind, `lesson` to the game's lesson; "" where there are none.
    """

    title: str
    decisions: int
    loss: float
    above: float | None
    dear: list[DearDecision]
    address: str
    puzzles: str
    lesson: str


class MatchLine(NamedTuple):
    """A match as its player sees it, its rate and margin, luck and result without luck in points."""

    match: Match
    rate: float | None
    margin: float | None
    luck: float | None
    result: int
    adjusted: float | None


class Comparison(NamedTuple):
    """The members of equal rating: their number, the quarters of their rates, and the rating band."""

    peers: Peers
    top: int | None
    elo: tuple[int, int] | None


class ProgressPage(NamedTuple):
    """The content of the page for one game; where `months` is empty, nothing was analysed yet."""

    game: str
    unit: Unit
    recent: RateRow | None
    words: str
    change: float | None
    chart: MonthChart | None
    labels: list[str]
    months: list[RateRow]
    phases: list[RateRow]
    kinds: list[RateRow]
    costs: list[Cost]
    comparison: Comparison | None
    luck: float | None
    result: int
    adjusted: float | None
    matches: list[MatchLine]
    openings: list[OpeningRow]


class ProgressOverview(NamedTuple):
    """The games of a member, and the page of one of them; None: nothing was analysed yet."""

    games: list[GamePlayed]
    page: ProgressPage | None


def overview(member: Member, game: str) -> ProgressOverview:
    """Return the games of a member, and the page of `game`, or of the one with the most matches."""
    games = stored_sums.games_of(member)
    names = [played.game for played in games]
    if not names:
        return ProgressOverview(games, None)
    return ProgressOverview(games, _page(member, game if game in names else names[0]))


def _page(member: Member, game: str) -> ProgressPage:
    unit = unit_of(game)
    months, latest = stored_sums.months_of(member, game), stored_sums.latest_matches(member, game)
    recent = stored_sums.since(months, RECENT)
    sums = stored_sums.by_part(recent)
    totals = together(sums.values())
    peers = peers_of(member, game) if switches_of(member).compares else None
    rate = totals.rate(unit)
    chart = _chart(months, unit)
    return ProgressPage(
        game=game,
        unit=unit,
        recent=_row("", totals, unit, matches=sum(month.matches for month in recent)),
        words="" if rate is None or totals.is_few else words_of(rate, unit),
        change=_change(months, unit),
        chart=chart,
        labels=_labels(months) if chart is not None else [],
        months=[_month_row(month, unit) for month in reversed(months)],
        phases=_part_rows(sums, unit, 0),
        kinds=_part_rows(sums, unit, 1),
        costs=_costs(game, sums, latest, peers),
        comparison=None if peers is None else _comparison(game, totals, peers),
        luck=_points(sum(month.luck for month in recent), unit),
        result=sum(month.result for month in recent),
        adjusted=_points(sum(month.adjusted for month in recent), unit),
        matches=_lines(member, latest[:MATCHES], unit),
        openings=opening_rows(latest),
    )


def month_title(month: str, form: str = "F Y") -> str:
    """Return the name of a month in the reader's language."""
    year, number = map(int, month.split("-"))
    return month_name(date(year, number, 1), form)


def part_title(part: Part) -> str:
    """Return the name of a phase and a kind together; "" for one that is not known."""
    phase = {str(name): title for name, title in PHASE_TITLES.items()}.get(part[0])
    kind = {str(name): title for name, title in KIND_TITLES.items()}.get(part[1])
    return f"{phase}: {kind}" if phase and kind else ""


def _points(fine: int, unit: Unit) -> float | None:
    return fine / FINE if unit == "points" else None


def _row(title: str, totals: DecisionTotals, unit: Unit, *, matches: int = 0) -> RateRow | None:
    rate = totals.rate(unit)
    if rate is None:
        return None
    return RateRow(title, rate, totals.margin(unit), totals.decisions, totals.is_few, matches)


def _month_row(month: Month, unit: Unit) -> RateRow:
    totals = month.totals
    return RateRow(
        month_title(month.month),
        totals.rate(unit) or 0.0,
        totals.margin(unit),
        totals.decisions,
        totals.is_few,
        month.matches,
    )


def _part_rows(sums: dict[Part, DecisionTotals], unit: Unit, place: int) -> list[RateRow]:
    """Return the rates by phase (0) or by kind (1), in their order, where there are decisions enough."""
    titles = (PHASE_TITLES, KIND_TITLES)[place]
    rows = [
        row
        for name, title in titles.items()
        if (totals := together(sums[part] for part in sums if part[place] == name)).decisions >= FEWEST
        and (row := _row(str(title), totals, unit)) is not None
    ]
    usual = together(sums.values()).rate(unit) or 0.0
    most = max((row.rate for row in rows), default=0.0) or 1.0
    return [row._replace(bar=charts.level(row.rate, usual, most)) for row in rows]


def _change(months: Sequence[Month], unit: Unit) -> float | None:
    """Return the change of the rate from the months before to the last ones; None: none may be claimed."""
    now, before = stored_sums.since(months, TREND), stored_sums.since(months, TREND, skipped=TREND)
    return trend(together(m.totals for m in before), together(m.totals for m in now), unit)


def _chart(months: Sequence[Month], unit: Unit) -> MonthChart | None:
    first = stored_sums.month_number(months[0].month) if months else 0
    rates = [
        MonthRate(
            place=stored_sums.month_number(month.month) - first,
            rate=row.rate,
            margin=row.margin or row.rate,
            is_few=row.is_few,
            words=_month_words(row),
        )
        for month in months
        if (row := _month_row(month, unit)).decisions
    ]
    if not rates:
        return None
    desc = "; ".join(rate.words for rate in rates)
    return month_chart(rates, _("Error rate by month"), desc)


def _month_words(row: RateRow) -> str:
    rate = number_format(round(row.rate, 1), 1)
    sure = f"{rate} ± {number_format(round(row.margin, 1), 1)}" if row.margin is not None else rate
    matches = ngettext("{n} match", "{n} matches", row.matches).format(n=row.matches)
    return _("{month}: {rate} ({matches})").format(month=row.title, rate=sure, matches=matches)


def _labels(months: Sequence[Month]) -> list[str]:
    names = [months[0].month] if len(months) == 1 else [months[0].month, months[-1].month]
    return [month_title(name, "YEAR_MONTH_FORMAT") for name in names]


def _costs(
    game: str, sums: dict[Part, DecisionTotals], latest: Sequence[LatestMatch], peers: Peers | None
) -> list[Cost]:
    """Return what cost most: above members of equal rating, or by its loss where there are none."""
    weighed = []
    for part, totals in sums.items():
        usual = None if peers is None else peers.rates.get(part)
        above = None if usual is None else totals.loss - usual * totals.decisions
        if totals.decisions >= FEWEST and totals.loss and (above is None or above > 0):
            weighed.append((totals.loss if peers is None else above or 0.0, part, above))
    weighed.sort(key=lambda row: (-row[0], row[1]))
    return [
        Cost(
            title=part_title(part),
            decisions=sums[part].decisions,
            loss=sums[part].loss / FINE,
            above=None if above is None else above / FINE,
            dear=stored_sums.dear_decisions(latest, part),
            address=reverse("progress_drill", args=[game, *part]),
            puzzles=_puzzles_of(game, part),
            lesson=reverse("lesson", args=[game]) if game in games_with_lessons() else "",
        )
        for _weight, part, above in weighed[:COSTS]
        if part_title(part)
    ]


def _puzzles_of(game: str, part: Part) -> str:
    """Return the address of puzzles that are most like a phase and kind, "" where there are none."""
    phase, kind = part
    theme = THEMES_OF_PHASES.get(phase, "") if kind == "turn" else "doubling"
    for choice in (PuzzleChoice((game,), theme), PuzzleChoice((game,))):
        if candidates(choice):
            fields = {"game": game, "theme": choice.theme}
            query = urlencode({name: text for name, text in fields.items() if text})
            return f"{reverse('next_puzzle')}?{query}"
    return ""


def _comparison(game: str, totals: DecisionTotals, peers: Peers) -> Comparison:
    top = None if peers.band is None else peers.band + BAND - 1
    return Comparison(peers, top, elo_band(game, totals, peers.middle))


def elo_band(game: str, totals: DecisionTotals, usual: float) -> tuple[int, int] | None:
    """Return by how many Elo points the play is above a usual rate, from and to; None where nobody knows.

    It is known of backgammon alone; on few decisions nothing is said.
    """
    unit = unit_of(game)
    rate, margin = totals.rate(unit), totals.margin(unit)
    if game != "backgammon" or totals.is_few or rate is None or margin is None:
        return None
    low, high = usual - rate - margin, usual - rate + margin
    return round(ELO_OF_A_POINT * low), round(ELO_OF_A_POINT * high)


def _lines(member: Member, latest: Sequence[LatestMatch], unit: Unit) -> list[MatchLine]:
    rows = Played.objects.filter(pk__in=[match.row.match_id for match in latest])
    matches = {match.id: match for match in player_matches.matches(rows, member.player)}
    return [
        MatchLine(
            match=matches[row.match_id],
            rate=(totals := DecisionTotals(row.decisions, row.loss, row.squares)).rate(unit),
            margin=totals.margin(unit),
            luck=None if row.luck is None else row.luck / FINE,
            result=row.result,
            adjusted=None if row.adjusted is None else row.adjusted / FINE,
        )
        for row, _sums, _turns in latest
        if row.match_id in matches
    ]
