"""Results on offer in games by the day: the server lets through those of decided games, and they hold."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.live.page_sessions import FakeNow, Page, started
from zaria.live.app import Live
from zaria.live.matches.table_request import TableRequest
from zaria.match import events as ev
from zaria.match.terms import DAY_MS, HOUR_MS, ClockTerms, Terms
from zaria.records.verify import verify

ANN, BOB = "m-ann", "m-bob"
LOST = "X=12:2,11:2,10:1,6:10;O=1:2,off:13"
OPEN = "X=6:7,5:4,4:4;O=6:15"
WEEK = ClockTerms.by_days(7)


@pytest.fixture
def now() -> FakeNow:
    return FakeNow()


@pytest.fixture
async def live(tmp_path: Path, now: FakeNow) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3", now=now)
    yield live
    await live.stop()


async def table(live: Live, position: str) -> tuple[str, Page, Page]:
    """A match from a position in which Ann has a roll to play; its roll was made at once."""
    match_id = await live.open(TableRequest(Terms("tabla", clock=WEEK, position=position, starter=0)))
    pages = Page(live, ANN), Page(live, BOB)
    for page in pages:
        assert (await page.sit(match_id))["t"] == "ack"
    state = await pages[0].look(match_id)
    assert (state["v"]["phase"], state["v"]["to_act"]) == ("move", 0)
    return match_id, *pages


async def test_a_game_that_is_not_decided_has_no_result(live: Live) -> None:
    match_id, ann, bob = await table(live, OPEN)
    assert (await bob.did(match_id, {"t": "offerresult"}))["code"] == "not_decided"
    assert (await ann.did(match_id, {"t": "offerresult"}))["code"] == "not_now"


async def test_a_result_without_an_answer_holds_by_the_sweep(live: Live, now: FakeNow) -> None:
    match_id, ann, bob = await table(live, LOST)
    (before,) = await live.waiting_tables(ANN)
    now.ms += 2 * HOUR_MS
    assert (await bob.did(match_id, {"t": "offerresult"}))["t"] == "ack"
    (wait,) = await live.waiting_tables(ANN)
    assert (wait.side, wait.since, wait.due) == (0, now.ms, now.ms + DAY_MS), (
        "it is a new wait, with a new end"
    )
    assert before.due is not None
    assert before.due > now.ms + DAY_MS
    ann.close(1000)
    bob.close(1000)
    now.ms += DAY_MS - 1
    assert await live.day_sweep.sweep() == 0
    now.ms += 60_000
    assert await live.day_sweep.sweep() == 1
    events = await live.record(match_id)
    assert events is not None
    assert [type(event) for event in events[-3:]] == [ev.ResultHeld, ev.GameEnded, ev.MatchEnded]
    assert verify(events).ok
    assert await live.waiting_tables(ANN) == []


async def test_an_answer_that_comes_too_late_is_none(live: Live, now: FakeNow) -> None:
    match_id, ann, bob = await table(live, LOST)
    await bob.did(match_id, {"t": "offerresult"})
    now.ms += DAY_MS + 60_000
    assert (await ann.did(match_id, {"t": "declineresult"}))["code"] == "time_over"
    state = await ann.look(match_id)
    assert state["v"]["result"]["how"] == "decided"


async def test_onlookers_see_the_offer_and_answer_nothing(live: Live) -> None:
    match_id, _, bob = await table(live, LOST)
    await bob.did(match_id, {"t": "offerresult"})
    eve = Page(live, "eve")
    state = await eve.look(match_id)
    assert state["v"]["results"]["waiting"]["points"] == 2
    for command in ("offerresult", "acceptresult", "declineresult"):
        assert (await eve.did(match_id, {"t": command}))["code"] == "not_a_player"
