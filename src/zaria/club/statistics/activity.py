"""A member's days of play: how many counted matches ended on each day (UTC) of the last year."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, F
from django.utils.dates import MONTHS_3
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from zaria.club.matches.results.models import Played
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.club.statistics import plots
from zaria.club.statistics.player_matches import COUNTS

EPOCH = date(1970, 1, 1)


class Activity(NamedTuple):
    """A year of days: the drawing, and how many matches ended in it."""

    drawing: SafeString
    matches: int


def year_of(player: str, now: int | None = None) -> Activity | None:
    """The year up to today, or up to the moment `now` (ms); None without a match in it."""
    today = datetime.fromtimestamp((now_ms() if now is None else now) / 1000, UTC).date()
    counts = _matches_by_day(player, plots.first_day(today), today)
    matches = sum(counts.values())
    if not matches:
        return None
    months = [str(MONTHS_3[number]).capitalize() for number in range(1, 13)]
    return Activity(plots.calendar(counts, today, months, _sentence(counts, matches)), matches)


def _matches_by_day(player: str, first: date, last: date) -> Counter[date]:
    since, until = _start(first), _start(last + timedelta(1))
    counts: Counter[date] = Counter()
    for side in (0, 1):
        rows = Played.objects.filter(COUNTS, (f"player{side}", player), ended__gte=since, ended__lt=until)
        by_day = rows.order_by().values_list(F("ended") / DAY_MS).annotate(Count("pk"))
        for day, matches in by_day:
            counts[EPOCH + timedelta(day)] += matches
    return counts


def _sentence(counts: Counter[date], matches: int) -> str:
    day, most = max(counts.items(), key=lambda item: (item[1], item[0]))
    return ngettext(
        "{n} match in the last year; most on {day}: {most}.",
        "{n} matches in the last year; most on {day}: {most}.",
        matches,
    ).format(n=matches, day=date_format(day, "DATE_FORMAT"), most=most)


def _start(day: date) -> int:
    return (day - EPOCH).days * DAY_MS
