"""Time the data of the page of progress, of a member with many matches beside one with few.

On SQLite, then on PostgreSQL where it is there; both members are asked for in turn.

    python -m tools.bench.progress [--matches 10000] [--few 200] [--times 9]
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tools.bench.both_databases import run_on_both
from tools.bench.statistics import set_up

DIFFERENT = 200
"""Matches that differ; the others are copies of these."""


def main() -> int:
    """Fill, ask, print; without `--here` in a process for each database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000, help="of the one member")
    parser.add_argument("--few", type=int, default=200, help="of the other one")
    parser.add_argument("--times", type=int, default=9, help="that each is asked for")
    parser.add_argument("--here", action="store_true", help="in this process")
    parser.add_argument("--database", default="", help="the address of an empty PostgreSQL database")
    args = parser.parse_args()
    if not args.here:
        return run_on_both([sys.executable, "-m", "tools.bench.progress", "--here", *sys.argv[1:]])
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"ZARIA_DATA": home, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        if args.database:
            os.environ["ZARIA_DATABASE_URL"] = args.database
        set_up(Path(home))
        _measure(args.matches, args.few, args.times, "PostgreSQL" if args.database else "SQLite")
    return 0


def _measure(many: int, few: int, times: int, database: str) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from zaria.club.progress import page

    members = {count: _member(f"p{count}", count) for count in (few, many)}
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    spans: dict[int, list[float]] = {few: [], many: []}
    for _ in range(times):
        for count, member in members.items():
            began = time.perf_counter()
            page.overview(member, "")
            spans[count].append(time.perf_counter() - began)
    with CaptureQueriesContext(connection) as queries:
        page.overview(members[many], "")
    middles = {count: 1000 * statistics.median(seconds) for count, seconds in spans.items()}
    ratio = middles[many] / middles[few]
    print(f"{database}: {few} matches {middles[few]:.1f} ms, {many} matches {middles[many]:.1f} ms,", end=" ")
    print(f"ratio {ratio:.2f}, {len(queries)} queries", flush=True)


def _member(player: str, count: int) -> Any:
    """Return a member with so many graded matches, which are gathered at the end."""
    from tests.support.club.progress_club import fill_progress

    from zaria.club.accounts.models import Member
    from zaria.club.progress import actions

    member = Member.objects.create(username=player, email=f"{player}@example.org", player=player)
    actions.set_switches(member, gathers=False, compares=False, in_background=False)
    fill_progress(player, min(count, DIFFERENT), seed=player)
    for number in range(1, -(-count // DIFFERENT)):
        _copy(player, number)
    actions.set_switches(member, gathers=True, compares=False, in_background=False)
    began = time.perf_counter()
    while actions.gather_next():
        pass
    print(f"gathered {count}: {1000 * (time.perf_counter() - began) / count:.1f} ms a match", flush=True)
    return member


def _copy(player: str, number: int) -> None:
    """Copy the first matches of a player with their grades, each some seconds later."""
    from zaria.club.matches.analysis.models import SideGrade
    from zaria.club.matches.results.models import Played

    names = {}
    rows = list(Played.objects.filter(player0=player).exclude(match_id__contains="c"))
    for row in rows:
        names[row.match_id] = f"{row.match_id}c{number}"
        row.match_id, row.ended = names[row.match_id], row.ended + 1000 * number
    grades = list(SideGrade.objects.filter(match_id__in=names))
    for grade in grades:
        grade.pk, grade.match_id = None, names[grade.match_id]
    Played.objects.bulk_create(rows)
    SideGrade.objects.bulk_create(grades)


if __name__ == "__main__":
    sys.exit(main())
