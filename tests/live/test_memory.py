"""How the serving process collects its garbage."""

import asyncio
import gc
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from picows import WSTransport

from tests.live.hall import Hall
from tests.live.pages import host_of, started
from zaria.live.load.dial import dial
from zaria.live.load.player import Player
from zaria.live.load.tally import Tally
from zaria.live.memory import Garbage
from zaria.match.terms import Terms


class Knot:
    """What only a look finds: it refers to itself."""

    def __init__(self) -> None:
        self.itself = self


class Guest(Player):
    """Plays one match."""

    def __init__(self) -> None:
        super().__init__(Tally())
        self.done = asyncio.Event()

    def over(self) -> None:
        self.done.set()


@pytest.fixture
def as_before() -> Iterator[None]:
    thresholds, callbacks = gc.get_threshold(), gc.callbacks[:]
    yield
    gc.enable()
    gc.set_debug(0)
    gc.set_threshold(*thresholds)
    gc.callbacks[:] = callbacks
    gc.unfreeze()
    gc.garbage.clear()


@pytest.fixture
async def garbage(as_before: None) -> Garbage:
    garbage = Garbage()
    garbage.close()  # when it looks is the test's business
    return garbage


async def test_what_survives_is_looked_at_no_more(garbage: Garbage) -> None:
    assert len(gc.get_objects()) < gc.get_freeze_count() / 10
    kept = [Knot() for _ in range(3000)]  # in which time Python looks three times by itself
    assert len([one for one in gc.get_objects() if isinstance(one, Knot)]) < len(kept)


async def test_a_cycle_that_was_put_aside_is_found_when_the_process_has_grown(garbage: Garbage) -> None:
    knot = Knot()
    last = weakref.ref(knot)
    gc.collect()
    del knot
    gc.collect()
    assert last() is not None
    assert not garbage.consider(quiet=True)  # for so little
    more: list[object] = [object() for _ in range(sys.getallocatedblocks() // 2)]
    assert not garbage.consider(quiet=False)
    assert garbage.consider(quiet=True)
    assert last() is None
    assert not garbage.consider(quiet=True)
    more += [object() for _ in range(sys.getallocatedblocks() + 1000)]
    assert garbage.consider(quiet=False)


async def test_garbage_that_outlives_its_looks_does_not_pile_up(garbage: Garbage) -> None:
    """The worst there can be: everything is put aside just before nobody refers to it any more."""
    least, most = sys.getallocatedblocks(), 0
    for _ in range(60):
        knots = [Knot() for _ in range(least // 20)]
        gc.collect(1)
        del knots
        garbage.consider(quiet=False)
        most = max(most, sys.getallocatedblocks())
    assert most < 2.5 * least


async def test_matches_and_sockets_are_freed_without_a_look(tmp_path: Path, as_before: None) -> None:
    live = await started(tmp_path / "live.sqlite3")
    async with Hall(live) as hall:
        await asyncio.wait_for(_played(hall), 30)  # so that whatever is made once is there
        gc.collect()
        gc.disable()
        gc.set_debug(gc.DEBUG_SAVEALL)
        await asyncio.wait_for(_played(hall), 30)
        gc.collect()
        assert not [one for one in gc.garbage if type(one).__module__.startswith(("zaria", "picows"))]
    await live.stop()


async def _played(hall: Hall) -> None:
    """Two guests play a match and leave, and nothing remains of it."""
    match_id = await hall.live.open_match(Terms("tabla", length=1))
    freed = asyncio.Event()
    weakref.finalize(await host_of(hall.live)._rooms.get(match_id), freed.set)
    guests = Guest(), Guest()
    lines = [await _came(hall, guest, name) for guest, name in zip(guests, ("ann", "boris"), strict=True)]
    for guest in guests:
        guest.watch(match_id)
    for guest, line in zip(guests, lines, strict=True):
        await guest.done.wait()
        line.disconnect()
    await freed.wait()


async def _came(hall: Hall, guest: Guest, name: str) -> WSTransport:
    url, headers = f"ws://127.0.0.1:{hall.port}/ws", {"Cookie": f"who={name}"}
    return await dial(guest, url, headers)
