"""A process that stood still: nobody pays for it, whatever comes first afterwards."""

from collections.abc import AsyncIterator
from pathlib import Path
from time import monotonic

import pytest

from tests.support.live.page_sessions import CLOCK, FakeNow, Page, assembled, begun, host_of, next_command
from zaria.live import stall_detector
from zaria.live.app import Live
from zaria.live.journal.sqlite import SqliteJournal
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms

FROZEN = 3_600_000


class World:
    """Live play whose time, and the process's own, a test can move."""

    def __init__(self, live: Live, now: FakeNow, monkeypatch: pytest.MonkeyPatch) -> None:
        self.live = live
        self.now = now
        self.ran = 0.0
        start = monotonic()
        monkeypatch.setattr(stall_detector, "monotonic", lambda: start + self.ran)

    def freeze(self, ms: int) -> None:
        """All clocks go on, and nothing else."""
        self.now.ms += ms
        self.ran += ms / 1000


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    now = FakeNow()
    live = await assembled(await SqliteJournal.connect(tmp_path / "live.sqlite3"), now)
    yield World(live, now, monkeypatch)
    await live.stop()


async def _match(world: World) -> tuple[str, Page]:
    match_id, *pages = await begun(world.live, Terms("tabla", clock=CLOCK))
    side: int = (await pages[0].state(match_id))["v"]["to_act"]
    await pages[side].state(match_id)
    return match_id, pages[side]


async def _kinds(world: World, match_id: str) -> list[type]:
    return [type(event) for event in await world.live.record(match_id) or ()]


async def test_a_move_that_waited_in_the_socket_is_in_time(world: World) -> None:
    match_id, page = await _match(world)
    clock = page.table["v"]["clocks"]
    world.freeze(FROZEN)
    assert (await page.did(match_id, next_command(page.table)))["t"] == "ack"
    kinds = await _kinds(world, match_id)
    assert ev.ClockCredited in kinds
    assert ev.Flagged not in kinds
    assert (await page.state(match_id))["v"]["clocks"]["bank"] == clock["bank"]


async def test_a_deadline_that_passed_meanwhile_is_looked_at_again(world: World) -> None:
    match_id, page = await _match(world)
    world.freeze(FROZEN)
    host_of(world.live)._ring(match_id)
    await page.next_message("ev")
    assert (await _kinds(world, match_id))[-1] is ev.ClockCredited
    assert (await page.state(match_id))["v"]["phase"] != "over"


async def test_a_process_that_is_only_busy_gives_nothing_back(world: World) -> None:
    match_id, page = await _match(world)
    world.freeze(int(1000 * stall_detector.STILL_S))
    await page.did(match_id, next_command(page.table))
    assert ev.ClockCredited not in await _kinds(world, match_id)


async def test_where_others_have_taken_over_nothing_is_given_back_twice(world: World) -> None:
    match_id, page = await _match(world)
    host_of(world.live).pipeline.shared = True
    world.freeze(FROZEN)
    host_of(world.live).command(match_id, None, "", cmd.Flag(), world.now(), lambda n, code: None)
    await page.next_message("ev")
    assert ev.ClockCredited not in await _kinds(world, match_id)
