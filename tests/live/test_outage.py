"""A journal that is away and comes back: nothing is lost or done twice, and nobody pays for it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.live.pages import CLOCK, FakeNow, Page, act, assembled, begun, host_of, next_command
from zaria.live.app import Live
from zaria.live.clock import Now, steady
from zaria.live.journal import Away, Done, Listing, Mark, Row, Stored
from zaria.live.orders import Order
from zaria.live.sqlite import SqliteJournal
from zaria.live.times import Times
from zaria.match import events as ev
from zaria.match.terms import ClockTerms, Terms

TIMES = Times(store_first=1, store_last=5, page=50)


class FarJournal(SqliteJournal):
    """A journal behind a line that can be cut: on the way to it, or (`deaf`) on the way back."""

    cut = False
    deaf = False
    tries = 0

    def append(
        self, match_id: str, rows: Sequence[Row], mark: Mark, done: Done, card: Listing | None = None
    ) -> None:
        self.tries += 1
        if self.cut and not self.deaf:
            asyncio.get_running_loop().call_soon(done, Away())
            return
        lost = self.deaf
        super().append(match_id, rows, mark, lambda error: done(Away() if lost else error), card)

    async def open(
        self,
        match_id: str,
        secret: bytes,
        places: bytes,
        rows: Sequence[Row],
        card: Listing | None = None,
        mark: Mark = Mark.NONE,
    ) -> None:
        self._reach()
        await super().open(match_id, secret, places, rows, card, mark)

    async def load(self, match_id: str) -> Stored | None:
        self._reach()
        return await super().load(match_id)

    async def latest(self) -> int:
        self._reach()
        return await super().latest()

    def _reach(self) -> None:
        self.tries += 1
        if self.cut:
            raise Away


class Club:
    def __init__(self, journal: FarJournal, live: Live, now: FakeNow) -> None:
        self.journal = journal
        self.live = live
        self.now = now

    def cut(self, deaf: bool = False) -> None:
        self.journal.cut, self.journal.deaf, self.journal.tries = True, deaf, 0

    def mend(self) -> None:
        self.journal.cut = self.journal.deaf = False

    async def tried(self, times: int = 3) -> None:
        """Until the journal was asked so often in vain."""
        async with asyncio.timeout(10):
            while self.journal.tries < times:  # noqa: ASYNC110
                await asyncio.sleep(0.002)


async def opened(path: Path, now: Now) -> tuple[FarJournal, Live]:
    journal = await FarJournal.connect(path)
    return journal, await assembled(journal, now, TIMES)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    now = FakeNow()
    club = Club(*await opened(tmp_path / "live.sqlite3", now), now)
    yield club
    club.mend()
    await club.live.stop()


def statuses(page: Page) -> list[bool]:
    return [message["up"] for message in page.got if message["t"] == "status"]


async def on_turn(match_id: str, *pages: Page) -> Page:
    side: int = (await pages[0].state(match_id))["v"]["to_act"]
    await pages[side].state(match_id)
    return pages[side]


@pytest.mark.parametrize("deaf", [False, True], ids=["not stored", "stored, but nobody was told"])
async def test_a_command_is_kept_and_done_once(club: Club, deaf: bool) -> None:
    match_id, *pages = await begun(club.live, Terms("tabla", clock=CLOCK))
    page = await on_turn(match_id, *pages)
    before = len(await club.live.record(match_id) or ())
    club.cut(deaf)
    cid = page.do(match_id, next_command(page.table))
    await page.until(lambda: statuses(page) == [False])
    await club.tried()
    assert not [message for message in page.got if message["t"] in ("ack", "no", "ev")]
    club.mend()
    assert await page.answer(cid) == {"t": "ack", "c": cid, "n": before}
    await page.until(lambda: statuses(page) == [False, True])
    events = await club.live.record(match_id) or []
    assert [type(event).__name__ for event in events[before:]].count("TurnPlayed") <= 1
    assert len([event for event in events[before:] if not isinstance(event, ev.ClockCredited)]) == 1
    await act(match_id, *pages)


async def test_nobody_pays_for_it(club: Club) -> None:
    """What was lost comes back to whoever's clock ran, at the table concerned and at all others."""
    tables = [await begun(club.live, Terms("tabla", clock=CLOCK)) for _ in range(2)]
    match_id, *pages = tables[0]
    page = await on_turn(match_id, *pages)
    quiet, watcher, _ = tables[1]
    since = (await watcher.state(quiet))["v"]["clocks"]["since"]
    club.now.ms += 6_000
    club.cut()
    cid = page.do(match_id, next_command(page.table))
    await page.until(lambda: statuses(page) == [False])
    club.now.ms += 3_600_000
    await club.tried()
    club.mend()
    assert (await page.answer(cid))["t"] == "ack"
    await page.until(lambda: statuses(page) == [False, True])
    await watcher.until(lambda: watcher.table["v"]["clocks"]["since"] == since + 3_600_000)
    clocks = (await page.state(match_id))["v"]["clocks"]
    assert clocks["bank"] == [CLOCK.bank, CLOCK.bank]
    assert clocks["since"] >= club.now.ms - 6_000
    for one in (match_id, quiet):
        assert not [event for event in await club.live.record(one) or () if isinstance(event, ev.Flagged)]


async def test_no_flag_falls_meanwhile(tmp_path: Path) -> None:
    journal, live = await opened(tmp_path / "live.sqlite3", steady())
    club = Club(journal, live, FakeNow())
    match_id, *pages = await begun(live, Terms("tabla", clock=ClockTerms(delay=3_000)))
    timed, *players = await begun(live, Terms("tabla", clock=ClockTerms(bank=60)))
    page = await on_turn(match_id, *pages)
    club.cut()
    page.do(match_id, next_command(page.table))
    await club.tried(40)
    assert not [event for event in await live.record(timed) or () if isinstance(event, ev.Flagged)]
    club.mend()
    await players[0].until(lambda: players[0].table["v"]["phase"] == "over")
    events = await live.record(timed) or []
    kinds = [type(event).__name__ for event in events]
    assert "Flagged" in kinds
    await live.stop()


async def test_a_match_is_read_once_the_journal_is_back(club: Club) -> None:
    match_id, ann, bob = await begun(club.live)
    for page in (ann, bob):
        page.session.disconnected()
    assert len(host_of(club.live)) == 0
    club.cut()
    eve = Page(club.live, "eve")
    eve.tell(t="watch", m=match_id)
    await club.tried()
    assert statuses(eve) == [False]
    with pytest.raises(Away):
        await club.live.state(match_id, "ann")
    club.mend()
    await eve.told("state")


async def test_whoever_comes_meanwhile_is_told(club: Club) -> None:
    match_id, *pages = await begun(club.live)
    page = await on_turn(match_id, *pages)
    club.cut()
    page.do(match_id, next_command(page.table))
    await page.until(lambda: statuses(page) == [False])
    eve = Page(club.live, "eve")
    assert statuses(eve) == [False]
    club.mend()
    await eve.until(lambda: statuses(eve) == [False, True])


async def test_a_page_does_not_wait_for_ever(club: Club) -> None:
    club.cut()
    with pytest.raises(Away):
        await club.live.tables.open(Order(Terms("tabla")))
    club.mend()
    assert await club.live.tables.open(Order(Terms("tabla")))


async def test_a_table_that_is_stored_too_late_is_cleared(club: Club, tmp_path: Path) -> None:
    ann = ev.Player("ann", "Ann", "#777777")
    with closing(sqlite3.connect(tmp_path / "live.sqlite3", isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")  # the journal has to wait, and does
        with pytest.raises(Away):
            await club.live.tables.open(Order(Terms("tabla"), (ann, None), by=0))
        db.execute("ROLLBACK")
        async with asyncio.timeout(10):
            while db.execute("SELECT over > 0 FROM match").fetchall() != [(1,)]:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


async def test_a_slow_commit_costs_no_time(tmp_path: Path) -> None:
    now = FakeNow()
    _, live = await opened(tmp_path / "live.sqlite3", now)
    match_id, *pages = await begun(live, Terms("tabla", clock=CLOCK))
    page = await on_turn(match_id, *pages)
    page.do(match_id, next_command(page.table))
    now.ms += TIMES.slow_store + 500
    await page.heard(lambda message: message["t"] == "ev" and message["e"]["t"] == "credited")
    events = await live.record(match_id) or []
    assert [event.ms for event in events if isinstance(event, ev.ClockCredited)] == [TIMES.slow_store + 500]
    await live.stop()
