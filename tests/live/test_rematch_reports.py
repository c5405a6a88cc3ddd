"""The site hears of rematches that are offered to members who are not at the table; play does not wait."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.live.test_rematches import TERMS, ask, offered, resigned
from tests.support.live.page_sessions import Page, started
from zaria.live.app import Live
from zaria.live.matches.hooks import RematchReport, ReportRematches
from zaria.live.matches.table_request import TableRequest

Reports = asyncio.Queue[tuple[str, str, str, str]]


@asynccontextmanager
async def play(folder: Path, report: ReportRematches) -> AsyncIterator[Live]:
    """Live play that reports rematches."""
    live = await started(folder / "live.sqlite3", rematches=report)
    yield live
    await live.stop()


async def over(live: Live) -> tuple[str, Page, Page]:
    """A match of two members that is over."""
    match_id = await live.open(TableRequest(TERMS))
    ann, bob = Page(live, "m-ann"), Page(live, "m-bob")
    for page in (ann, bob):
        assert (await page.sit(match_id))["t"] == "ack"
    await resigned(match_id, bob, ann)
    return match_id, ann, bob


@asynccontextmanager
async def listening(folder: Path) -> AsyncIterator[tuple[Live, Reports]]:
    """Live play, and what it reports."""
    reports: Reports = asyncio.Queue()

    async def report(batch: Sequence[RematchReport]) -> None:
        for entry in batch:
            assert entry.game == TERMS.game
            await reports.put((entry.match_id, entry.to, entry.by.name, entry.state))
        if batch[0].state == "over":
            raise OSError("the database is away")

    async with play(folder, report) as live:
        yield live, reports


async def test_an_offer_is_reported_to_who_has_left(tmp_path: Path) -> None:
    async with listening(tmp_path) as (live, reports):
        await reported_until_taken(live, reports)


async def reported_until_taken(live: Live, reports: Reports) -> None:
    match_id, ann, bob = await over(live)
    ask(bob, match_id)
    assert await offered(ann) is not None
    ask(bob, match_id, no=True)
    assert await offered(ann) is None
    ann.tell(t="leave", m=match_id, gone=True)
    about = match_id, "m-ann", "M-Bob"
    for _ in range(2):
        ask(bob, match_id)
        assert await reports.get() == (*about, "offered"), "those that Ann has seen are not reported"
        ask(bob, match_id, no=True)
        assert await reports.get() == (*about, "over"), "a failure does not end the reports"
    ask(bob, match_id)
    assert await reports.get() == (*about, "offered")
    ann = Page(live, "m-ann")
    await ann.state(match_id)
    ask(ann, match_id)
    await bob.next_message("go")
    assert await reports.get() == (*about, "taken")


async def test_a_rematch_does_not_wait_for_a_report(tmp_path: Path) -> None:
    begun = asyncio.Event()

    async def report(_made: Sequence[RematchReport]) -> None:
        begun.set()
        await asyncio.Event().wait()

    async with play(tmp_path, report) as live:
        await agreed(live, begun)


async def agreed(live: Live, begun: asyncio.Event) -> None:
    match_id, ann, bob = await over(live)
    ann.close(1000)
    ask(bob, match_id)
    await begun.wait()
    ann = Page(live, "m-ann")
    await ann.state(match_id)
    ask(ann, match_id)
    await bob.next_message("go")
