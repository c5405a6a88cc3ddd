"""The parts of a serving process: none remains open when another one fails to start or to close."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tests.support.club.site_database import site
from tests.support.club.talking import join
from zaria.club.matches.analysis.supervisor import AnalysisSupervisor
from zaria.club.matches.results.projector import Projector
from zaria.club.ratings.policy import ClubRatingPolicy
from zaria.club.server import run
from zaria.club.server.options import ServeOptions
from zaria.live.app import Live
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.lobby.lobby import Lobby
from zaria.live.matches.hooks import RematchReport
from zaria.live.matches.messages import person_topic
from zaria.live.matches.table_request import TableRequest
from zaria.live.metrics import Metrics
from zaria.live.sockets.connection_limits import ConnectionLimits
from zaria.live.sockets.protocol.server import UnreadChanged
from zaria.match.events import Player
from zaria.match.terms import Terms

PARTS = (ClubRatingPolicy, Live, Projector, AnalysisSupervisor, Metrics)
"""The parts, in the order of their start."""


class BrokenError(Exception):
    """The failure of a part."""


class GarbageCollectorStub:
    """The real one changes the collections of the test's process for good."""

    def __init__(self, *_: object) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
async def journals(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Close the journals that a failing test leaves open: the process waits for their threads."""
    opened: list[SqliteJournal] = []
    connect = SqliteJournal.connect

    async def recorded(path: Path) -> SqliteJournal:
        opened.append(await connect(path))
        return opened[-1]

    monkeypatch.setattr(SqliteJournal, "connect", recorded)
    yield
    for journal in opened:
        await journal.close()


@pytest.fixture
def options(
    journals: None, transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ServeOptions]:
    monkeypatch.setenv("ZARIA_ENGINES", "0")
    monkeypatch.setattr(run, "GarbageCollector", GarbageCollectorStub)
    with site(None, tmp_path):
        yield ServeOptions(
            home=tmp_path,
            host="127.0.0.1",
            bot_pause=0,
            roles=None,
            limits=ConnectionLimits(),
            listener=None,
            operator=None,
        )


def _break(*_: object) -> None:
    raise BrokenError


async def _threads_after(before: set[threading.Thread]) -> list[str]:
    """The new threads that do not end."""
    new = set(threading.enumerate()) - before
    for thread in new:
        await asyncio.to_thread(thread.join, 5)
    return [thread.name for thread in new if thread.is_alive()]


@pytest.mark.parametrize(
    ("part", "method"),
    [(Lobby, "start"), (Projector, "start"), (AnalysisSupervisor, "start"), (Metrics, "__init__")],
    ids=lambda value: getattr(value, "__name__", value),
)
async def test_a_part_that_does_not_start_leaves_none_open(
    options: ServeOptions, monkeypatch: pytest.MonkeyPatch, part: type, method: str
) -> None:
    tasks, threads = asyncio.all_tasks(), set(threading.enumerate())
    monkeypatch.setattr(part, method, _break)
    with pytest.raises(BrokenError):
        async with run.parts(options):
            pytest.fail("it has started")
    assert asyncio.all_tasks() == tasks
    assert await _threads_after(threads) == []


@pytest.mark.parametrize("broken", PARTS, ids=lambda part: part.__name__)
async def test_a_part_that_does_not_close_keeps_no_other_open(
    options: ServeOptions, monkeypatch: pytest.MonkeyPatch, broken: type
) -> None:
    closed: list[type] = []

    def recorded(part: type, close: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(self: Any) -> Any:
            closed.append(part)
            result = close(self)
            if part is not broken:
                return result
            return _close_and_break(result) if asyncio.iscoroutine(result) else _break()

        return wrapper

    for part in PARTS:
        name = "stop" if part is Live else "close"
        monkeypatch.setattr(part, name, recorded(part, getattr(part, name)))
    with pytest.raises(BrokenError):
        async with run.parts(options):
            pass
    assert closed == [*reversed(PARTS)]


async def _close_and_break(closing: Any) -> None:
    await closing
    raise BrokenError


async def test_members_who_are_away_are_notified_of_invitations_and_rematches(options: ServeOptions) -> None:
    changes: asyncio.Queue[UnreadChanged] = asyncio.Queue()
    await sync_to_async(join)("m-ann", agreed=0)
    ann, bob = (Player(name, name, "#777777", member=True) for name in ("m-ann", "m-bob"))
    async with run.parts(options) as (live, _metrics):
        live.bus.subscribe(person_topic(ann.id), changes.put_nowait)
        await live.open(TableRequest(Terms("tabla"), (bob, ann), wait=300_000, by=0))
        assert (await changes.get()).notices == 1
        assert live.host is not None
        assert live.host.rematch_reports.report is not None
        await live.host.rematch_reports.report([RematchReport("m1", ann.id, bob.info, "tabla", 2**52)])
        assert (await changes.get()).notices == 2
