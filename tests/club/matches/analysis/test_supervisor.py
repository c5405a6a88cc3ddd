"""Analyses are made in a process of its own, which may be killed at any moment."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import brotli
import pytest
from asgiref.sync import sync_to_async

from tests.support.club import slow_analysis
from tests.support.club.site_database import site
from tests.support.finished_matches import keep, played
from tests.support.match.dice_matches import Table
from tests.support.patience import PATIENCE
from zaria.bots.analysis import decode
from zaria.club.matches.analysis import actions, supervisor
from zaria.club.matches.analysis.models import DONE, FAILED, WAITING, WORKING, Analysis
from zaria.club.site.child_process import supervisor as child_supervisor
from zaria.club.site.child_process.child import NICE
from zaria.live.engines import worker as engine_worker
from zaria.match.terms import Terms


@pytest.fixture(autouse=True)
def club(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A club with some matches, whose processes judge simply and slowly."""
    keep(tmp_path, {name: played("tabla-single") for name in ("one", "three")})
    keep(tmp_path, {"two": played("chelebi-single")})
    keep(tmp_path, {"going": Table(Terms("tabla"), (3, 1)).events})
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    monkeypatch.setenv("ZARIA_SLOW", "0.001")
    monkeypatch.setattr(supervisor, "WORKER", slow_analysis.MODULE)
    monkeypatch.setattr(child_supervisor, "EVERY_S", 0.3)
    monkeypatch.setattr(child_supervisor, "PAUSE_S", 0.01)
    with site(None, tmp_path):
        yield


@asynccontextmanager
async def working() -> AsyncIterator[supervisor.AnalysisSupervisor]:
    """Run a supervisor."""
    analysis_supervisor = supervisor.AnalysisSupervisor()
    analysis_supervisor.start()
    try:
        yield analysis_supervisor
    finally:
        await analysis_supervisor.close()


async def until(true: Callable[[Analysis], Any], name: str = "one") -> Analysis:
    """Ask the database until it says so: the process tells nobody else."""
    async with asyncio.timeout(60):
        while not true(row := await sync_to_async(Analysis.objects.get)(match_id=name)):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    return row


async def ask(name: str = "one", depth: str = "quick") -> None:
    await sync_to_async(actions.ask)(name, depth, f"player {name}")


def found_in(row: Analysis) -> tuple[str, int]:
    assert row.body is not None
    body = brotli.decompress(bytes(row.body))
    assert len(body) == row.size
    analysis = decode(body)
    return analysis.id, len(analysis.decisions)


async def test_all_is_made_and_nothing_by_two_and_one_that_is_killed_is_followed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with working() as boss:
        async with working():
            for name in ("one", "two", "going", "nothing"):
                await ask(name)
            row = await until(lambda row: row.state == DONE)
            assert found_in(row)[1] == 37
            assert (row.progress, row.asked_by, row.tries) == (100, "", 1)
            assert (await until(lambda row: row.state == DONE, "two")).tries == 1
            assert (await until(lambda row: row.state == FAILED, "going")).reason == "unfinished"
            assert (await until(lambda row: row.state == FAILED, "nothing")).reason == "gone"
        assert not caplog.records
        await ask("three")
        await until(lambda row: row.progress > 5, "three")
        assert boss._child is not None
        assert NICE > engine_worker.NICE  # engines come first
        least, own_niceness = 19, os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, boss._child.pid) == min(least, own_niceness + NICE)
        os.kill(boss._child.pid, signal.SIGKILL)
        row = await until(lambda row: row.state == DONE, "three")
    assert (row.tries, row.broke) == (2, 1)
    (metric,) = boss.collect()
    assert [(sample.name, sample.value) for sample in metric.samples] == [("zaria_analyses_crashes_total", 1)]
    assert found_in(row)[1] == 37


@pytest.mark.slow
async def test_one_that_stands_still_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of an analysis, and between two."""
    monkeypatch.setattr(child_supervisor, "STILL_S", 3.0)
    async with working() as boss:
        for name, broke in (("one", 1), ("two", 0)):
            if broke:
                await ask(name)
                await until(lambda row: row.progress > 5)
            still = boss._child
            assert still is not None
            os.kill(still.pid, signal.SIGSTOP)
            if not broke:
                await ask(name)
            row = await until(lambda row: row.state == DONE, name)
            assert (row.tries, row.broke) == (1 + broke, broke)
            assert still.returncode == -signal.SIGKILL


@pytest.mark.slow
async def test_one_that_is_only_slow_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a decision takes, it puts off the end of its lease."""
    monkeypatch.setattr(child_supervisor, "STILL_S", 3.0)
    monkeypatch.setenv("ZARIA_SLOW", "30")
    async with working() as boss:
        await ask()
        began = await until(lambda row: row.state == WORKING)
        worker = boss._child
        row = await until(lambda row: row.until > began.until + 2 * slow_analysis.LEASE)
        assert boss._child is worker
        assert (row.progress, row.lease, row.tries) == (0, began.lease, 1)


@pytest.mark.slow
async def test_one_that_takes_less_is_made_between_two_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZARIA_SLOW", "0.006")
    async with working():
        await ask("one", "normal")
        await until(lambda row: row.progress > 2)
        await ask("two")
        quick = await until(lambda row: row.state in (DONE, FAILED), "two")
        longer = await until(lambda row: True)
        assert (quick.state, found_in(quick)[0]) == (DONE, "chelebi-single")
        assert (longer.state, longer.tries) == (WORKING, 1)
        assert longer.progress < 99
        longer = await until(lambda row: row.state == DONE)
    assert (longer.tries, found_in(longer)[1]) == (1, 37)


@pytest.mark.slow
async def test_what_takes_too_long_is_ended() -> None:
    async with working() as boss:
        await ask()
        await until(lambda row: row.progress > 5)
        assert boss._child is not None
        os.kill(boss._child.pid, signal.SIGALRM)
        row = await until(lambda row: row.state == FAILED)
        assert (row.reason, row.asked_by) == ("too_long", "")
        await ask("two")
        await until(lambda row: row.state == DONE, "two")


@pytest.mark.slow
async def test_a_server_that_stops_leaves_it_to_the_next_one() -> None:
    async with working() as boss:
        await ask()
        await until(lambda row: row.progress > 5)
        worker = boss._child
        assert worker is not None
    assert worker.returncode == 0
    row = await until(lambda row: row.state == WAITING)
    assert (row.tries, row.lease) == (0, "")
    async with working():
        await until(lambda row: row.state == DONE)


@pytest.mark.slow
async def test_a_record_that_goes_takes_what_is_being_made_along() -> None:
    async with working() as boss:
        await ask()
        await until(lambda row: row.state == WORKING and row.progress > 5)
        worker = boss._child
        assert worker is not None
        await sync_to_async(actions.forget)("one")
        async with asyncio.timeout(PATIENCE):
            assert await worker.wait() == 0
        assert not await sync_to_async(Analysis.objects.exists)()
