"""Garbage collection in the serving process."""

import asyncio
import gc
import sys
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from picows import WSTransport

from tests.support.live.in_process_server import InProcessServer
from tests.support.live.page_sessions import Page, host_of, started
from tests.support.patience import PATIENCE
from tests.support.services import Redis
from zaria.live.load.dial import dial
from zaria.live.load.player import Player
from zaria.live.load.tally import LoadCounters
from zaria.live.matches.table_request import TableRequest
from zaria.live.process.gc_policy import GarbageCollector, loading
from zaria.match.terms import Terms


class Knot:
    """Garbage that only a collection finds: it refers to itself."""

    def __init__(self) -> None:
        self.itself = self


class Guest(Player):
    """Plays one match."""

    def __init__(self) -> None:
        super().__init__(LoadCounters())
        self.done = asyncio.Event()

    def over(self) -> None:
        self.done.set()


@pytest.fixture
def as_before() -> Iterator[None]:
    thresholds, callbacks, frozen = gc.get_threshold(), gc.callbacks[:], gc.get_freeze_count()
    yield
    gc.enable()
    gc.set_debug(0)
    gc.set_threshold(*thresholds)
    gc.callbacks[:] = callbacks
    gc.garbage.clear()
    gc.unfreeze()
    if frozen:
        gc.freeze()  # what all tests need: to look through that takes a second


class Activity:
    """The people here, and whether a page is being made."""

    attended = False
    answering = False


@pytest.fixture
def activity() -> Activity:
    return Activity()


@pytest.fixture
async def garbage(as_before: None, activity: Activity) -> GarbageCollector:
    garbage = GarbageCollector(lambda: activity.attended, lambda: activity.answering)
    garbage.close()  # when it looks is the test's business
    return garbage


def grown(garbage: GarbageCollector) -> list[object]:
    """Reasons for the process to collect everything."""
    return [object() for _ in range(sys.getallocatedblocks() // 2)]


async def test_what_survives_is_looked_at_no_more(garbage: GarbageCollector) -> None:
    assert len(gc.get_objects()) < gc.get_freeze_count() / 10
    knots = [Knot() for _ in range(20_000)]  # in which time Python looks by itself, often enough
    assert len([item for item in gc.get_objects() if isinstance(item, Knot)]) < len(knots) / 2


async def test_what_a_page_uses_is_found_when_it_is_answered(
    garbage: GarbageCollector, activity: Activity
) -> None:
    activity.answering = True
    knot = Knot()
    last = weakref.ref(knot)
    gc.collect()
    del knot
    activity.answering = False
    gc.collect()
    assert last() is None


async def test_pages_that_follow_each_other_without_end_do_not_make_looks_longer(
    garbage: GarbageCollector, activity: Activity
) -> None:
    activity.answering = True
    knots = [Knot() for _ in range(100_000)]
    gc.collect()
    assert len(gc.get_objects()) < len(knots) / 2


async def test_a_tuple_that_another_thread_makes_is_not_held(
    garbage: GarbageCollector, activity: Activity
) -> None:
    """Python raises `SystemError` where a tuple grows to which anything else refers."""
    activity.answering = True

    def rows() -> Iterator[int]:
        for row in range(12):  # more than a tuple has place for at first
            time.sleep(0)  # as a driver lets other threads run while it waits for rows
            yield row

    with ThreadPoolExecutor(1) as page:
        future = page.submit(lambda: {tuple(rows()) for _ in range(40)})
        while not future.done():
            gc.collect()
        assert future.result() == {tuple(range(12))}


async def test_new_objects_are_looked_at_also_where_their_number_stays(
    as_before: None, activity: Activity
) -> None:
    """A move replaces as many objects as it makes: Python, which counts, would wait with its look."""
    garbage = GarbageCollector(lambda: True, lambda: activity.answering)
    try:
        for activity.answering in (False, True):
            gone = asyncio.Event()
            knot = Knot()
            weakref.finalize(knot, gone.set)
            del knot
            async with asyncio.timeout(PATIENCE):
                await gone.wait()
    finally:
        garbage.close()


async def test_a_cycle_that_was_put_aside_is_found_when_nobody_is_here(
    garbage: GarbageCollector, activity: Activity
) -> None:
    knot = Knot()
    last = weakref.ref(knot)
    gc.collect()
    del knot
    gc.collect()
    assert last() is not None
    assert not garbage.consider()  # for so little
    more = grown(garbage)
    activity.attended = True
    assert not garbage.consider()
    activity.attended = False
    assert garbage.consider()
    assert last() is None
    assert not garbage.consider()
    del more


async def test_looks_stay_brief_after_one_through_everything(
    garbage: GarbageCollector, activity: Activity
) -> None:
    """Python looks at what is oldest only once that has grown by a quarter of what it found there last."""
    more = grown(garbage)
    assert garbage.consider()
    knots = [Knot() for _ in range(20_000)]
    assert len([item for item in gc.get_objects() if isinstance(item, Knot)]) < len(knots) / 2
    del more


async def test_a_process_is_attended_while_anybody_is_there(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3")
    assert not live.attended()
    page = Page(live, "ann")
    assert live.attended()
    page.session.disconnected()
    assert not live.attended()
    await live.stop()


async def test_a_host_of_several_processes_is_attended_while_it_has_matches(
    database: str, redis: Redis, tmp_path: Path
) -> None:
    live = await started(tmp_path, database=database, redis=redis.url, roles=["host"])
    assert not live.attended()
    match_id = await live.open(TableRequest(Terms("tabla")))
    assert await host_of(live).adopt(match_id)
    assert live.attended()
    await live.stop()


def test_what_is_loaded_is_never_looked_at(as_before: None) -> None:
    with loading():
        assert not gc.isenabled()
        loaded = [object()]
        assert any(item is loaded for item in gc.get_objects())
    assert gc.isenabled()
    assert not any(item is loaded for item in gc.get_objects())


async def test_matches_and_sockets_are_freed_without_a_look(tmp_path: Path, as_before: None) -> None:
    live = await started(tmp_path / "live.sqlite3")
    async with InProcessServer(live) as server:
        await asyncio.wait_for(_played(server), PATIENCE)  # so that whatever is made once is there
        gc.collect()
        gc.disable()
        gc.set_debug(gc.DEBUG_SAVEALL)
        await asyncio.wait_for(_played(server), PATIENCE)
        gc.collect()
        assert not [item for item in gc.garbage if type(item).__module__.startswith(("zaria", "picows"))]
    await live.stop()


async def _played(server: InProcessServer) -> None:
    """Two guests play a match and leave, and nothing remains of it."""
    match_id = await server.live.open(TableRequest(Terms("tabla", length=1)))
    freed = asyncio.Event()
    weakref.finalize(await host_of(server.live)._store.get(match_id), freed.set)
    guests = Guest(), Guest()
    lines = [await _came(server, guest, name) for guest, name in zip(guests, ("ann", "boris"), strict=True)]
    for guest in guests:
        guest.watch(match_id)
    for guest, line in zip(guests, lines, strict=True):
        await guest.done.wait()
        line.disconnect()
    await freed.wait()


async def _came(server: InProcessServer, guest: Guest, name: str) -> WSTransport:
    url, headers = f"ws://127.0.0.1:{server.port}/ws", {"Cookie": f"who={name}"}
    return await dial(guest, url, headers)
