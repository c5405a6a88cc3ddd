"""Matches by the day: nothing of them is in memory, one sweep finds their flags, sealed acts are executed."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.live.page_sessions import CLOCK, FakeNow, Page, act, begun, host_of, next_command, started
from zaria.live.app import Live
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.day_policy import DayContext, DayQuestion, Standstill
from zaria.live.matches.table_request import TableRequest
from zaria.match import events as ev
from zaria.match.ahead import NOTHING, AgreedActs, moves_made
from zaria.match.terms import DAY_MS, HOUR_MS, ClockTerms, Terms
from zaria.records.verify import verify

TWO_DAYS = ClockTerms.by_days(2)
TERMS = Terms("tabla", clock=TWO_DAYS)
ANN, BOB = "m-ann", "m-bob"


@dataclass
class Calendar:
    """A policy whose answers a test sets."""

    standstills: list[Standstill] = field(default_factory=list)
    agreed: dict[str, AgreedActs] = field(default_factory=dict)
    is_away: bool = False

    async def context(self, question: DayQuestion, now: int) -> DayContext:
        if self.is_away:
            raise StoreUnavailableError
        cut = [
            Standstill(max(begin, question.since), min(end, now), why)
            for begin, end, why in self.standstills
            if begin < now and end > question.since and (why == "closed" or question.vacation)
        ]
        first, second = (self.agreed.get(player or "", NOTHING) for player in question.players)
        return DayContext(cut, (first, second))


@pytest.fixture
def now() -> FakeNow:
    return FakeNow()


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
async def live(tmp_path: Path, now: FakeNow, calendar: Calendar) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3", now=now, days=calendar)
    yield live
    await live.stop()


async def table(live: Live, terms: Terms = TERMS) -> tuple[str, Page, Page]:
    """A match between Ann (side 0) and Bob, who are both at the table."""
    match_id = await live.open(TableRequest(terms))
    pages = Page(live, ANN), Page(live, BOB)
    for page in pages:
        assert (await page.sit(match_id))["t"] == "ack"
    return match_id, *pages


async def left(live: Live, match_id: str, *pages: Page) -> None:
    """Close the pages, and wait until the match is stored alone."""
    for page in pages:
        page.close(1000)
    async with asyncio.timeout(5):
        while host_of(live).in_memory(match_id) is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def begin(live: Live, match_id: str, *pages: Page) -> None:
    """Let both sides play a turn."""
    acted: set[int] = set()
    while len(acted) < 2:
        state = await pages[0].look(match_id)
        acted.add(state["v"]["to_act"])
        await act(match_id, *pages)


async def record(live: Live, match_id: str) -> Sequence[ev.Event]:
    events = await live.record(match_id)
    assert events is not None
    return events


async def test_nothing_of_a_waiting_table_stays_in_memory(live: Live) -> None:
    match_id, *pages = await table(live)
    host = host_of(live)
    await begin(live, match_id, *pages)
    await left(live, match_id, *pages)
    assert len(host) == 0
    assert len(host._deadlines) == 0
    assert host._presence._tables == {}
    assert host._day_tables._waiting == {}
    assert len(live.lobby.lists.index) == 0
    assert live.lobby.lists.own_matches(ANN) == []


async def test_a_start_loads_no_waiting_table(
    live: Live, tmp_path: Path, now: FakeNow, calendar: Calendar
) -> None:
    match_id, *pages = await table(live)
    await left(live, match_id, *pages)
    fast, *_ = await begun(live, Terms("tabla", clock=CLOCK))
    second_club = await started(tmp_path / "live.sqlite3", now=now, days=calendar)
    try:
        assert host_of(second_club).loaded_matches() == [fast]
        assert [card.id for card in second_club.lobby.lists.own_matches(ANN)] == []
        assert [row.id for row in await second_club.waiting_tables(ANN)] == [match_id]
    finally:
        await second_club.stop()


async def test_the_journal_says_whose_turn_it_is(live: Live, now: FakeNow) -> None:
    match_id, *pages = await table(live)
    state = await pages[0].look(match_id)
    side = state["v"]["to_act"]
    (row,) = await live.waiting_tables(ANN)
    assert (row.id, row.side, row.since, row.listing.players) == (match_id, side, now.ms, (ANN, BOB))
    assert row.due is not None
    assert row.due - now.ms >= 4 * DAY_MS, "the first turn has two periods"
    assert await live.waiting_count((ANN, BOB)[side]) == 1
    assert await live.waiting_count((BOB, ANN)[side]) == 0
    now.ms += HOUR_MS
    await act(match_id, *pages)
    (row,) = await live.waiting_tables(BOB)
    assert (row.side, row.since) == (1 - side, now.ms)
    assert [wait.id for wait in await live.waits_after((now.ms - 1, ""), 10)] == [match_id]
    assert await live.waits_after((now.ms, match_id), 10) == []
    assert await live.waiting_tables("nobody") == []


async def test_an_act_that_hands_nothing_over_is_no_new_wait(live: Live, now: FakeNow) -> None:
    match_id, *pages = await table(live, Terms("backgammon", clock=TWO_DAYS, cube=True))
    await act(match_id, *pages)
    (before,) = await live.waiting_tables(ANN)
    now.ms += HOUR_MS
    page = pages[before.side]
    await page.look(match_id)
    assert (await page.did(match_id, {"t": "roll"}))["t"] == "ack"
    (after,) = await live.waiting_tables(ANN)
    if after.side == before.side:
        assert after.since == before.since
    else:
        assert after.since == now.ms


async def test_an_overdue_match_is_flagged_by_the_sweep(live: Live, now: FakeNow) -> None:
    match_id, *pages = await table(live)
    await begin(live, match_id, *pages)
    await left(live, match_id, *pages)
    (row,) = await live.waiting_tables(ANN)
    assert row.due is not None
    now.ms = row.due - 1
    assert await live.day_sweep.sweep() == 0
    now.ms = row.due + 5_000
    assert await live.day_sweep.sweep() == 1
    events = await record(live, match_id)
    assert any(isinstance(event, ev.Flagged) for event in events)
    assert await live.waiting_tables(ANN) == []
    assert await live.day_sweep.sweep() == 0
    assert len(host_of(live)) == 0


async def test_a_table_that_nobody_joins_is_cleared_by_the_sweep(live: Live, now: FakeNow) -> None:
    match_id = await live.open(TableRequest(TERMS, wait=14 * DAY_MS))
    now.ms += 14 * DAY_MS + 1
    assert await live.day_sweep.sweep() == 1
    assert any(isinstance(event, ev.Cancelled) for event in await record(live, match_id))


async def test_the_owner_need_not_be_there_when_somebody_joins(live: Live, now: FakeNow) -> None:
    match_id = await live.open(TableRequest(TERMS, wait=14 * DAY_MS))
    ann = Page(live, ANN)
    assert (await ann.sit(match_id))["t"] == "ack"
    ann.close(1000)
    now.ms += 3 * DAY_MS
    bob = Page(live, BOB)
    assert (await bob.sit(match_id))["t"] == "ack"
    assert any(isinstance(event, ev.GameStarted) for event in await record(live, match_id))


@pytest.mark.parametrize("why", ["vacation", "closed"])
async def test_a_standstill_moves_the_flag(live: Live, now: FakeNow, calendar: Calendar, why: str) -> None:
    match_id, *pages = await table(live)
    await begin(live, match_id, *pages)
    await left(live, match_id, *pages)
    (row,) = await live.waiting_tables(ANN)
    assert row.due is not None
    calendar.standstills.append(Standstill(now.ms + HOUR_MS, now.ms + 5 * DAY_MS, why))  # type: ignore[arg-type]
    now.ms = row.due + 5_000
    assert await live.day_sweep.sweep() == 1
    (moved,) = await live.waiting_tables(ANN)
    assert moved.due is not None
    assert moved.due > now.ms
    assert moved.since == row.since, "it is no new wait"
    now.ms += 30 * DAY_MS
    await live.day_sweep.sweep()  # gives back the rest of the standstill, and finds the flag
    events = await record(live, match_id)
    stood = [event for event in events if isinstance(event, ev.ClockStood)]
    assert sum(event.end - event.begin for event in stood) == 5 * DAY_MS - HOUR_MS
    assert any(isinstance(event, ev.Flagged) for event in events)


async def test_a_vacation_that_the_terms_exclude_does_not_count(
    live: Live, now: FakeNow, calendar: Calendar
) -> None:
    match_id, *pages = await table(live, Terms("tabla", clock=ClockTerms.by_days(2, vacation=False)))
    await begin(live, match_id, *pages)
    calendar.standstills.append(Standstill(now.ms, now.ms + 30 * DAY_MS, "vacation"))
    await left(live, match_id, *pages)
    now.ms += 3 * DAY_MS
    await live.day_sweep.sweep()
    assert any(isinstance(event, ev.Flagged) for event in await record(live, match_id))


async def test_a_turn_after_a_vacation_is_in_time(live: Live, now: FakeNow, calendar: Calendar) -> None:
    match_id, *pages = await table(live)
    await begin(live, match_id, *pages)
    calendar.standstills.append(Standstill(now.ms + HOUR_MS, now.ms + 9 * DAY_MS, "vacation"))
    now.ms += 10 * DAY_MS
    await act(match_id, *pages)
    assert not any(isinstance(event, ev.Flagged) for event in await record(live, match_id))


async def test_sealed_acts_are_stored_with_the_act_that_leads_to_them(
    live: Live, now: FakeNow, calendar: Calendar
) -> None:
    terms = Terms("backgammon", clock=TWO_DAYS, cube=True)
    match_id, *pages = await table(live, terms)
    calendar.agreed = {player: AgreedActs(roll="always") for player in (ANN, BOB)}
    state = await pages[0].look(match_id)
    side = state["v"]["to_act"]
    await act(match_id, *pages)
    (row,) = await live.waiting_tables(ANN)
    events = await record(live, match_id)
    rolled = [event for event in events if isinstance(event, ev.Rolled)]
    assert rolled[0].side == 1 - side
    assert rolled[0].ahead == "agreed"
    assert row.since == rolled[0].at
    live_match = await host_of(live).live_match(match_id)
    assert live_match is not None
    assert live_match.match.phase in ("move", "roll")


async def test_no_frame_says_what_is_sealed(live: Live, calendar: Calendar) -> None:
    terms = Terms("backgammon", clock=TWO_DAYS, cube=True)
    match_id, *pages = await table(live, terms)
    calendar.agreed = {BOB: AgreedActs(take=8, accept=2)}
    await act(match_id, *pages)
    eve = Page(live, "eve")
    await eve.look(match_id)
    for page in (*pages, eve):
        assert not any(b'take":8' in frame or b"accept" in frame for frame in page.raw)


async def test_a_match_by_the_day_verifies(live: Live, calendar: Calendar) -> None:
    match_id, *pages = await table(live)
    for _ in range(200):
        state = await pages[0].look(match_id)
        if state["v"]["phase"] == "over":
            break
        await act(match_id, *pages)
    events = await record(live, match_id)
    assert isinstance(events[-1], ev.MatchEnded)
    assert any(isinstance(event, ev.Act) and event.ahead == "forced" for event in events)
    assert verify(events).ok


async def test_a_command_is_refused_while_the_site_knows_nothing(live: Live, calendar: Calendar) -> None:
    match_id, *pages = await table(live)
    side = (await pages[0].look(match_id))["v"]["to_act"]
    page = pages[side]
    await page.look(match_id)
    before = len(await record(live, match_id))
    calendar.is_away = True
    command = next_command(page.table)
    assert (await page.did(match_id, command))["code"] == "not_stored"
    assert len(await record(live, match_id)) == before
    calendar.is_away = False
    assert (await page.did(match_id, command))["t"] == "ack"


async def test_guests_do_not_sit_by_the_day(live: Live) -> None:
    match_id = await live.open(TableRequest(TERMS))
    assert (await Page(live, "guest").sit(match_id))["code"] == "by_day_members"


async def test_nobody_is_absent_from_a_table_by_the_day(live: Live, now: FakeNow) -> None:
    match_id, ann, bob = await table(live)
    ann.close(1000)
    now.ms += HOUR_MS
    assert (await bob.did(match_id, {"t": "claim", "what": "win"}))["code"] == "not_away"


async def test_a_turn_taken_back_ends_lines(live: Live, calendar: Calendar) -> None:
    """The reply that its player takes back is not made again by the line that made it."""
    match_id, *pages = await table(live, Terms("chess", clock=TWO_DAYS))
    light = (await pages[0].look(match_id))["v"]["to_act"]
    white, black = pages[light], pages[1 - light]
    await white.did(match_id, {"t": "move", "move": "e2e4", "n": 0})
    calendar.agreed = {(ANN, BOB)[light]: AgreedActs(lines=(("e7e5", "g1f3", "b8c6", "f1b5"),), plies=1)}
    await black.did(match_id, {"t": "move", "move": "e7e5", "n": 1})
    state = await black.look(match_id)
    assert [(line["text"], line.get("ahead", "")) for line in state["log"]] == [
        ("e4", ""),
        ("e5", ""),
        ("Nf3", "agreed"),
    ]
    assert (await white.did(match_id, {"t": "requestback"}))["t"] == "ack"
    assert (await black.did(match_id, {"t": "acceptback"}))["t"] == "ack"
    assert moves_made(await record(live, match_id)) == ["e2e4", "e7e5"]
    await white.did(match_id, {"t": "move", "move": "g1f3", "n": 2})
    await black.did(match_id, {"t": "move", "move": "b8c6", "n": 3})
    assert moves_made(await record(live, match_id)) == ["e2e4", "e7e5", "g1f3", "b8c6"]
    (row,) = await live.waiting_tables(ANN)
    assert row.side == light


async def test_a_wait_is_renewed_when_its_clock_has_stood(
    live: Live, now: FakeNow, calendar: Calendar
) -> None:
    """Reminders, vacations that begin by themselves and the end of a round look at the end of a wait."""
    match_id, *pages = await table(live)
    await begin(live, match_id, *pages)
    await left(live, match_id, *pages)
    (before,) = await live.waiting_tables(ANN)
    assert before.due is not None
    calendar.standstills.append(Standstill(now.ms + HOUR_MS, now.ms + 9 * HOUR_MS, "closed"))
    now.ms += 10 * HOUR_MS
    await live.renew_waits([match_id, "unknown"])
    (after,) = await live.waiting_tables(ANN)
    assert (after.due, after.since) == (before.due + 8 * HOUR_MS, before.since)
    await live.renew_waits([match_id])
    assert (await live.waiting_tables(ANN))[0].due == after.due


async def test_a_running_match_by_the_day_leaves_what_the_lobby_reads(live: Live) -> None:
    match_id, *pages = await table(live)
    assert match_id in [name for name, _ in await live.journal.listings()], (
        "others may not know that it began"
    )
    await act(match_id, *pages)
    assert match_id not in [name for name, _ in await live.journal.listings()]
