"""Analyses in the background while the server is killed: none lost, none made twice, the limit holds."""

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.club.rating_records import DAY, member, played
from tests.support.club.site_database import site
from tests.support.finished_matches import keep
from tests.support.finished_matches import played as playthrough
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from zaria.club.matches.analysis.models import DONE, OPEN, WORKING, Analysis
from zaria.club.progress import actions
from zaria.club.progress.models import MonthMatches, MonthSum
from zaria.club.site.clock import MINUTE_MS

MATCHES = ("m0", "m1", "m2", "m3")


@pytest.fixture
def club(transactional_db: None, tmp_path: Path) -> Iterator[Server]:
    """A server with four matches of a member who has them analysed in the background, a minute a day."""
    keep(tmp_path, {name: playthrough("tabla-single") for name in MATCHES})
    with site(None, tmp_path):
        owner = member(0)
        actions.set_switches(owner, gathers=True, compares=True, in_background=True)
        opponent: dict[str, Any] = {"player1": "bot:quick", "member1": False, "bot1": "quick", "rated": False}
        for number, name in enumerate(MATCHES):
            at = int(time.time() * 1000 - (number + 1) * DAY)
            played(name, at, **{"player0": owner.player, **opponent}).save()
        with Server(
            tmp_path,
            module="tests.support.club.progress_server",
            ZARIA_PROGRESS_MINUTES="1",
            ZARIA_SLOW="0.002",
            SEARCHES=str(tmp_path / "searches"),
        ) as server:
            yield server


def until(is_so: Callable[[], object]) -> None:
    """Ask the database until something is so: the worker tells nobody else."""
    late = time.monotonic() + 2 * PATIENCE
    while not is_so():
        assert time.monotonic() < late
        time.sleep(0.02)


def finished() -> dict[str, tuple[int, int]]:
    """The finished analyses: when each was requested, and its time."""
    rows = Analysis.objects.filter(state=DONE)
    return {
        match_id: (asked, took) for match_id, asked, took in rows.values_list("match_id", "asked", "took")
    }


def searches(server: Server) -> int:
    """The searches for work so far."""
    return (server.data / "searches").read_text().count("\n")


def kill_in_the_middle(server: Server, number: int) -> dict[str, tuple[int, int]]:
    """Kill the server while the analysis of this number is made, and start it again; what was finished."""
    until(lambda: len(finished()) >= number and Analysis.objects.filter(state=WORKING).exists())
    done = finished()
    assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    server.restart()
    return done


@pytest.mark.slow
def test_kills_lose_no_analysis_and_repeat_none_and_the_days_limit_holds(club: Server) -> None:
    before: dict[str, tuple[int, int]] = {}
    for number in (0, 1):
        before = kill_in_the_middle(club, number)
    assert before.items() <= finished().items()
    spent = Analysis.objects.filter(state=DONE).order_by("pk")[0]
    Analysis.objects.filter(pk=spent.pk).update(took=MINUTE_MS)
    until(lambda: not Analysis.objects.filter(state__in=OPEN).exists())
    done = finished()
    assert len(done) < len(MATCHES)
    assert club.stop(signal.SIGKILL) == -signal.SIGKILL
    (club.data / "searches").write_text("")
    club.restart()
    until(lambda: searches(club) >= 5)
    assert Analysis.objects.count() == len(done), "the minute of this day is spent"
    Analysis.objects.filter(pk=spent.pk).update(took=spent.took)
    until(lambda: len(finished()) == len(MATCHES))
    assert {**done, spent.match_id: (spent.asked, spent.took)}.items() <= finished().items()
    assert Analysis.objects.count() == len(MATCHES)
    until(lambda: sum(MonthMatches.objects.values_list("matches", flat=True)) == len(MATCHES))
    sums = set(MonthSum.objects.values_list("month", "phase", "kind", "decisions", "loss", "squares"))
    actions.recompute()
    counted = MonthSum.objects.values_list("month", "phase", "kind", "decisions", "loss", "squares")
    assert sums == set(counted)
