"""A member's ratings: where they stand, how they came there, and what each match did to them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import NamedTuple

from django.db.models import FloatField, QuerySet
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.ratings.keys import rating_title
from zaria.club.ratings.models import OVERALL, Change, Standing
from zaria.club.ratings.system import rating_system
from zaria.club.site.clock import DAY_MS
from zaria.club.statistics import charts, match_list, player_matches, plots
from zaria.club.statistics.charts import History, Point
from zaria.club.statistics.match_list import Page, RatingDelta, signed
from zaria.club.statistics.player_matches import Match

DRAWN = 8
"""Ratings with a plot of their latest steps."""
STEPS = 30
"""Steps of a rating in its small plot."""


class RatingSummary(NamedTuple):
    """A rating, and the matches behind it."""

    game: str
    rating: int
    best: int
    played: int
    won: int
    drawn: int
    lost: int

    @property
    def title(self) -> str:
        """The game; one rating is over all of them."""
        return rating_title(self.game)

    @property
    def address(self) -> str:
        """Address of the rating's history."""
        return address(self.game)


class RatingTrend(NamedTuple):
    """A rating, and how its latest matches moved it: the drawing, how many there are, and their sum.

    `change` is rounded to a tenth. `plot` is "" for a rating that no step has changed.
    """

    summary: RatingSummary
    plot: str = ""
    steps: int = 0
    change: Decimal = Decimal(0)


class RatingMove(NamedTuple):
    """A step of a rating by a match, or by the staff (no match)."""

    at: int
    step: RatingDelta
    match: Match | None


class RatingChart(NamedTuple):
    """A rating over time; `labels` stand under the drawing."""

    game: str
    history: History
    labels: list[str]

    @property
    def title(self) -> str:
        """The heading of the drawing."""
        return _chart_title(self.game)


class RatingHistory(NamedTuple):
    """The history of one rating: `history` is None where there is none; `labels` stand under it."""

    game: str
    history: History | None
    labels: list[str]
    moves: Page[RatingMove]


def address(game: str, page: int = 1) -> str:
    """Address of the history of a rating."""
    parameters = [f"game={game}"] if game != OVERALL else []
    parameters += [f"page={page}"] if page > 1 else []
    return reverse("stats_ratings") + (f"?{'&'.join(parameters)}" if parameters else "")


def standings(member: Member) -> list[RatingSummary]:
    """The player's ratings: the overall one first, then by the number of matches."""
    rows = Standing.objects.filter(member=member, played__gt=0).order_by("-played", "game")
    summaries = [
        RatingSummary(
            row.game, round(rating_system().display(row)), round(row.best), row.played,
            row.won, row.played - row.won - row.lost, row.lost,
        )
        for row in rows
    ]  # fmt: skip
    return sorted(summaries, key=lambda summary: summary.game != OVERALL)


def trends(member: Member, summaries: Sequence[RatingSummary]) -> list[RatingTrend]:
    """The ratings with a small plot of the latest steps, which the first few have; a query for each."""
    drawn = [_trend(member, summary) for summary in summaries[:DRAWN]]
    return [*drawn, *map(RatingTrend, summaries[DRAWN:])]


def _trend(member: Member, summary: RatingSummary) -> RatingTrend:
    steps = Change.objects.filter(member=member, game=summary.game).order_by("-at", "-pk")
    latest = list(steps.values_list("before", "after")[:STEPS])[::-1]
    if not latest:
        return RatingTrend(summary)
    values = [latest[0][0], *(after for _before, after in latest)]
    change = round(values[-1] - values[0], 1)
    label = ngettext(
        "{game}: {rating}, {change} in the last {n} match.",
        "{game}: {rating}, {change} in the last {n} matches.",
        len(latest),
    ).format(game=summary.title, rating=summary.rating, change=signed(change), n=len(latest))
    return RatingTrend(summary, plots.spark([float(value) for value in values], label), len(latest), change)


def rating_chart(member: Member, game: str) -> RatingChart | None:
    """The drawing of a rating; None where it has not changed yet."""
    points = _points(member, game)
    if not points:
        return None
    history = _history(points, game)
    return RatingChart(game, history, _labels(history.moments))


def rating_history(member: Member, game: str, number: int) -> RatingHistory:
    """The history of a rating, and a page of its steps, the last first."""
    points = _points(member, game)
    steps = Change.objects.filter(member=member, game=game).order_by("-at", "-pk")
    history = _history(points, game) if points else None
    return RatingHistory(
        game=game,
        history=history,
        labels=_labels(history.moments) if history else [],
        moves=match_list.paginate(
            len(points), number, lambda n: address(game, n), lambda part: _moves(steps[part], member)
        ),
    )


def _points(member: Member, game: str) -> list[Point]:
    changes = Change.objects.filter(member=member, game=game).order_by("at", "pk")
    # Decimals would be made of text, one by one; a drawing is happy with less.
    return list(changes.values_list("at", Cast("after", FloatField())))


def _history(points: list[Point], game: str) -> History:
    values = [value for _at, value in points]
    desc = _("From {first} on {since} to {last} on {until}; lowest {low}, highest {high}.").format(
        first=round(values[0]),
        since=_day(points[0][0]),
        last=round(values[-1]),
        until=_day(points[-1][0]),
        low=round(min(values)),
        high=round(max(values)),
    )
    return charts.history(points, _chart_title(game), desc, lambda at, value: f"{_day(at)}: {value:.0f}")


def _moves(changes: QuerySet[Change], member: Member) -> list[RatingMove]:
    entries = list(changes)
    ids = [change.match for change in entries if change.match]
    rows = Played.objects.filter(match_id__in=ids)
    matches = {match.id: match for match in player_matches.matches(rows, member.player)}
    return [
        RatingMove(change.at, RatingDelta(change.before, change.after), matches.get(change.match))
        for change in entries
    ]


def _chart_title(game: str) -> str:
    return _("Rating: {game}").format(game=rating_title(game))


def _labels(moments: list[int]) -> list[str]:
    """Days, or hours where all is of one day."""
    short = moments[-1] - moments[0] < DAY_MS and len(moments) > 1
    kind = "TIME_FORMAT" if short else "SHORT_DATE_FORMAT"
    return [date_format(_moment(at), kind) for at in moments]


def _day(at: int) -> str:
    return date_format(_moment(at), "DATE_FORMAT")


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)
