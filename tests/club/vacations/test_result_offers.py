"""A result on offer is no flag: no vacation begins by itself for it, and none is put off."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.live.page_sessions import FakeNow, Page, started
from zaria.club.site.clock import play_ms
from zaria.club.vacations.automatic import BEFORE_MS, AutomaticVacations, flags_of
from zaria.live.app import Live
from zaria.live.matches.table_request import TableRequest
from zaria.match.terms import DAY_MS, HOUR_MS, ClockTerms, Terms

LOST = "X=12:2,11:2,10:1,6:10;O=1:2,off:13"
TERMS = Terms("tabla", clock=ClockTerms.by_days(7), position=LOST, starter=0)


@pytest.fixture
def now() -> FakeNow:
    now = FakeNow()
    now.ms = play_ms() - DAY_MS + HOUR_MS // 2
    return now


@pytest.fixture
async def live(tmp_path: Path, now: FakeNow) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3", now=now)
    yield live
    await live.stop()


async def test_the_clock_counts_and_not_the_offer(live: Live, now: FakeNow) -> None:
    match_id = await live.open(TableRequest(TERMS))
    ann, bob = Page(live, "m-ann"), Page(live, "m-bob")
    for page in (ann, bob):
        await page.sit(match_id)
    assert (await bob.did(match_id, {"t": "offerresult"}))["t"] == "ack"
    now.ms = play_ms()
    (table,) = await live.expiring_tables(now.ms + BEFORE_MS, 10)
    assert table.id == match_id, "the result holds within the hour"
    vacations = AutomaticVacations(live, lambda: True)
    assert await vacations._expiring() == []
    (flag,) = await flags_of(live, "m-ann")
    assert flag > now.ms + 5 * DAY_MS
