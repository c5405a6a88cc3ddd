"""No flag falls for hours in which nobody noted that the club is open, whatever wakes up first."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async

from tests.support.live.page_sessions import FakeNow, Page, started
from zaria.club.site.clock import MINUTE_MS
from zaria.club.vacations.hours import OpenHoursNotes
from zaria.club.vacations.policy import ClubDayPolicy
from zaria.live.app import Live
from zaria.live.matches.table_request import TableRequest
from zaria.match.ahead import NOTHING
from zaria.match.terms import DAY_MS, HOUR_MS, ClockTerms, Terms

Open = Callable[[], Awaitable[tuple[Live, OpenHoursNotes]]]


@pytest.fixture
def now() -> FakeNow:
    return FakeNow()


@pytest.fixture
async def open_club(club_in_sqlite: None, tmp_path: Path, now: FakeNow) -> AsyncIterator[Open]:
    """Opens the club as after a power cut: sweeps begin before the process has noted anything."""
    parts: list[tuple[Live, ClubDayPolicy]] = []

    async def open_once() -> tuple[Live, OpenHoursNotes]:
        hours = OpenHoursNotes()
        policy = ClubDayPolicy(lambda match_id, players: (NOTHING, NOTHING), hours)
        parts.append((await started(tmp_path / "live.sqlite3", now=now, days=policy), policy))
        return parts[-1][0], hours

    yield open_once
    for live, policy in parts:
        await live.stop()
        await policy.close()


async def at_a_table_of_two_days(live: Live, hours: OpenHoursNotes, now: FakeNow) -> str:
    """A table whose first turn has twice its day."""
    match_id = await live.open(TableRequest(Terms("tabla", clock=ClockTerms.by_days(1))))
    for player in ("m-ann", "m-bob"):
        assert (await Page(live, player).sit(match_id))["t"] == "ack"
    await passed(hours, now, MINUTE_MS)
    return match_id


async def is_over(live: Live, match_id: str) -> bool:
    await live.day_sweep.sweep()
    match = await live.match(match_id)
    assert match is not None
    return match.phase == "over"


async def test_the_first_sweep_after_a_power_cut(open_club: Open, now: FakeNow) -> None:
    live, hours = await open_club()
    match_id = await at_a_table_of_two_days(live, hours, now)
    await live.stop()
    now.ms += 5 * DAY_MS
    live, hours = await open_club()
    assert not await is_over(live, match_id)
    await passed(hours, now, 2 * DAY_MS)
    assert not await is_over(live, match_id)  # a minute passed before the cut: an hour and two days remain
    await passed(hours, now, HOUR_MS)
    assert await is_over(live, match_id)


async def test_the_first_sweep_of_a_process_that_stood_still(open_club: Open, now: FakeNow) -> None:
    live, hours = await open_club()
    match_id = await at_a_table_of_two_days(live, hours, now)
    now.ms += 5 * DAY_MS
    assert not await is_over(live, match_id)


async def passed(hours: OpenHoursNotes, now: FakeNow, ms: int) -> None:
    """Let the time pass in an open club."""
    await sync_to_async(hours.note)(now.ms)
    assert hours.row is not None
    hours.row.seen_at = now.ms + ms
    now.ms += ms
    await sync_to_async(hours.note)(now.ms)
