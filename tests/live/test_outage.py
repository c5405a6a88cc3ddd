"""A journal that is away and comes back: nothing is lost or done twice, and nobody pays for it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.live.cluster.test_remote_engines import Mute
from tests.support.live.page_sessions import (
    CLOCK,
    FakeNow,
    Page,
    act,
    assembled,
    begun,
    host_of,
    next_command,
)
from tests.support.patience import PATIENCE
from zaria.live.app import Live, bot_player
from zaria.live.clock import Now, steady
from zaria.live.engines.answers import Answer, simplest_command
from zaria.live.journal.base import (
    ConflictError,
    Done,
    Listing,
    Mark,
    Row,
    Stored,
    StoreUnavailableError,
    Wait,
)
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.matches.barred_ids import bar
from zaria.live.matches.host import AT_ONCE
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.table_request import TableRequest
from zaria.live.matches.timeouts import Timeouts
from zaria.match import events as ev
from zaria.match.terms import ClockTerms, Terms

pytestmark = pytest.mark.service

TIMES = Timeouts(store_first=1, store_last=5, page=1_000)


class FarJournal(SqliteJournal):
    """A journal behind a line that can be cut: on the way to it, or (`deaf`) on the way back."""

    cut = False
    deaf = False
    tries = 0
    slow: list[Callable[[Exception | None], None]] | None = None
    """Callbacks for the end of an append, where that is held back."""
    lost_reading: asyncio.Event | None = None
    """Rows read are lost on the way back, once this is set."""

    def append(
        self,
        match_id: str,
        rows: Sequence[Row],
        mark: Mark,
        done: Done,
        card: Listing | None = None,
        wait: Wait | None = None,
    ) -> None:
        self.tries += 1
        if self.cut and not self.deaf:
            asyncio.get_running_loop().call_soon(done, StoreUnavailableError())
            return
        lost, slow = self.deaf, self.slow

        def on_end(error: Exception | None) -> None:
            if slow is None:
                done(StoreUnavailableError() if lost else error)
            else:
                slow.append(done)

        super().append(match_id, rows, mark, on_end, card, wait)

    async def open(
        self,
        match_id: str,
        secret: bytes,
        places: bytes,
        rows: Sequence[Row],
        card: Listing | None = None,
        mark: Mark = Mark.NONE,
        wait: Wait | None = None,
    ) -> None:
        if self.cut and self.deaf:
            await super().open(match_id, secret, places, rows, card, mark, wait)
        self._reach()
        await super().open(match_id, secret, places, rows, card, mark, wait)

    async def load(self, match_id: str) -> Stored | None:
        self._reach()
        if self.lost_reading is not None:
            await self.lost_reading.wait()
            raise StoreUnavailableError
        return await super().load(match_id)

    async def latest(self) -> int:
        self._reach()
        return await super().latest()

    def _reach(self) -> None:
        self.tries += 1
        if self.cut:
            raise StoreUnavailableError


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
        """Until the journal has failed so often."""
        async with asyncio.timeout(PATIENCE):
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


@pytest.mark.parametrize("deaf", [False, True], ids=["not stored", "stored, but without an answer"])
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
    """Lost time returns to the running clocks, at the table concerned and at all others."""
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
    for table_id in (match_id, quiet):
        assert not [
            event for event in await club.live.record(table_id) or () if isinstance(event, ev.Flagged)
        ]


async def test_no_flag_falls_meanwhile(tmp_path: Path) -> None:
    journal, live = await opened(tmp_path / "live.sqlite3", steady())
    club = Club(journal, live, FakeNow())
    match_id, *pages = await begun(live, Terms("tabla", clock=ClockTerms(delay=3_000)))
    timed, *players = await begun(live, Terms("tabla", clock=ClockTerms(bank=500)))
    page = await on_turn(match_id, *pages)
    await act(timed, *players)
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
    with pytest.raises(StoreUnavailableError):
        await club.live.state(match_id, "ann")
    club.mend()
    await eve.next_message("state")


async def test_a_newcomer_meanwhile_gets_the_status(club: Club) -> None:
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
    with pytest.raises(StoreUnavailableError):
        await club.live.match_service.open(TableRequest(Terms("tabla")))
    club.mend()
    assert await club.live.match_service.open(TableRequest(Terms("tabla")))


async def test_a_table_that_was_stored_without_an_answer_is_opened_once(club: Club) -> None:
    club.cut(deaf=True)
    opening = asyncio.create_task(club.live.match_service.open(TableRequest(Terms("tabla")), "wanted"))
    await club.tried()
    club.mend()
    assert await opening == "wanted"
    match = await club.live.match("wanted")
    assert match is not None
    assert match.phase == "open"


async def test_a_table_whose_id_was_barred_during_an_outage_is_not_opened(club: Club, tmp_path: Path) -> None:
    club.cut()
    opening = asyncio.create_task(club.live.match_service.open(TableRequest(Terms("tabla")), "wanted"))
    await club.tried()
    elsewhere = await SqliteJournal.connect(tmp_path / "live.sqlite3")
    assert await bar(elsewhere, "wanted", club.now())
    await elsewhere.close()
    club.mend()
    with pytest.raises(ConflictError):
        await opening


async def test_a_table_that_is_stored_too_late_is_cleared(club: Club, tmp_path: Path) -> None:
    ann = ev.Player("ann", "Ann", "#777777")
    with closing(sqlite3.connect(tmp_path / "live.sqlite3", isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")  # the journal has to wait, and does
        with pytest.raises(StoreUnavailableError):
            await club.live.match_service.open(TableRequest(Terms("tabla"), (ann, None), by=0))
        db.execute("ROLLBACK")
        async with asyncio.timeout(PATIENCE):
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


async def test_one_match_that_fails_keeps_no_other_from_going_on(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tables = [await begun(club.live, Terms("tabla", clock=CLOCK)) for _ in range(3)]
    host = host_of(club.live)
    wake = host._wake

    def fail(live_match: LiveMatch) -> None:
        if live_match.id == tables[0][0]:
            raise RuntimeError("nobody expected this")
        wake(live_match)

    quiet, watcher, _ = tables[1]
    await watcher.state(quiet)
    match_id, *pages = tables[2]
    page = await on_turn(match_id, *pages)
    club.cut()
    cid = page.do(match_id, next_command(page.table))
    await page.until(lambda: statuses(page) == [False])
    waiting = asyncio.create_task(host.outage.over())
    club.now.ms += 60_000
    monkeypatch.setattr(host, "_wake", fail)
    await club.tried()
    club.mend()
    assert (await page.answer(cid))["t"] == "ack"
    await page.until(lambda: statuses(page) == [False, True])
    await asyncio.wait_for(waiting, PATIENCE)
    await watcher.until(lambda: watcher.table["v"]["clocks"]["since"] == club.now.ms)
    assert "nobody expected this" in caplog.text


async def test_play_goes_on_whatever_fails_when_the_journal_is_back(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match_id, *pages = await begun(club.live)
    page = await on_turn(match_id, *pages)
    host = host_of(club.live)
    monkeypatch.setattr(host.outage, "_resumed", None)
    club.cut()
    page.do(match_id, next_command(page.table))
    await page.until(lambda: statuses(page) == [False])
    waiting = asyncio.create_task(host.outage.over())
    club.mend()
    await page.until(lambda: statuses(page) == [False, True])
    await asyncio.wait_for(waiting, PATIENCE)
    assert "play resumed, but a listener failed" in caplog.text


async def test_a_match_that_is_held_while_another_is_tried_goes_on(club: Club) -> None:
    (tried_id, *_), (late_id, *players) = tables = [await begun(club.live) for _ in range(2)]
    host_of(club.live).pipeline.shared = True
    tried, late = [await on_turn(*table) for table in tables]
    reading = club.journal.lost_reading = asyncio.Event()
    opponent = players[1 - late.table["you"]]
    club.journal.tries = 0
    # It is asked what is stored, and the answer is lost.
    refused = opponent.do(late_id, next_command(late.table))
    await club.tried(1)
    club.cut()
    first = tried.do(tried_id, next_command(tried.table))
    await tried.until(lambda: statuses(tried) == [False])
    slow: list[Callable[[Exception | None], None]] = []
    club.journal.slow, club.journal.lost_reading = slow, None
    club.mend()
    async with asyncio.timeout(PATIENCE):
        while not slow:  # noqa: ASYNC110  until the trial is stored
            await asyncio.sleep(0.002)
    club.journal.slow = None
    reading.set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    slow[0](None)
    assert (await tried.answer(first))["t"] == "ack"
    assert (await opponent.answer(refused))["t"] == "no"
    for table in tables:
        await act(*table)


async def test_a_doubt_while_the_journal_is_away_gives_no_time_back(club: Club) -> None:
    """With several hosts a refused command may be right by the rows of another."""
    match_id, *pages = await begun(club.live, Terms("tabla", clock=CLOCK))
    host_of(club.live).pipeline.shared = True
    page = await on_turn(match_id, *pages)
    club.now.ms += 30_000
    club.cut()
    opponent = pages[1 - page.table["you"]]
    cid = opponent.do(match_id, next_command(page.table))
    await page.until(lambda: statuses(page) == [False])
    club.mend()
    assert (await opponent.answer(cid))["t"] == "no"
    await page.until(lambda: statuses(page) == [False, True])
    await act(match_id, *pages)
    assert "ClockCredited" not in [type(event).__name__ for event in await club.live.record(match_id) or ()]


async def test_a_match_that_cannot_be_read_again_keeps_no_other_from_going_on(
    club: Club, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (broken, *pages), (sound, *sound_pages) = [await begun(club.live) for _ in range(2)]
    page = await on_turn(broken, *pages)
    sound_page = await on_turn(sound, *sound_pages)
    club.cut(deaf=True)
    cid = page.do(broken, next_command(page.table))
    await page.until(lambda: statuses(page) == [False])
    with closing(sqlite3.connect(tmp_path / "live.sqlite3")) as db:
        db.execute("UPDATE event SET body = '{' WHERE match_id = ? AND cmd = ?", (broken, cid))
        db.commit()
    waiting = sound_page.do(sound, next_command(sound_page.table))
    club.mend()
    assert (await sound_page.answer(waiting))["t"] == "ack"
    await sound_page.until(lambda: statuses(sound_page) == [False, True])
    assert (await page.answer(cid))["code"] == "server_error"
    assert "cannot reload it" in caplog.text


async def test_a_program_whose_match_has_moved_is_left_to_its_new_host(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = await club.live.open(TableRequest(Terms("long-nardy"), (bot_player("plain"), None)))
    elsewhere, *pages = await begun(club.live)
    page, host = await on_turn(elsewhere, *pages), host_of(club.live)
    engines = host._programs._bots.engines = Mute()
    ann = Page(club.live, "ann")
    await ann.sit(match_id)
    await ann.until(lambda: ann.table["v"]["to_act"] is not None)
    while (await ann.state(match_id))["v"]["to_act"] == 1:
        assert (await ann.did(match_id, next_command(ann.table)))["t"] == "ack"
    question = await asyncio.wait_for(engines.questions.get(), PATIENCE)
    before = await club.live.record(match_id)
    club.cut()
    page.do(elsewhere, next_command(page.table))
    await page.until(lambda: statuses(page) == [False])
    question.done(Answer(simplest_command(question.match, question.side)))  # it has to wait
    assert host.let_go(match_id)
    club.mend()
    await page.until(lambda: statuses(page) == [False, True])
    await act(elsewhere, *pages)
    assert match_id not in host.loaded_matches()
    assert await club.live.record(match_id) == before
    assert "refused" not in caplog.text


async def test_thousands_of_matches_go_on_bit_by_bit(club: Club) -> None:
    """A command before its match's turn is credited first all the same."""
    tables = [await begun(club.live, Terms("tabla", clock=CLOCK)) for _ in range(AT_ONCE + 10)]
    host = host_of(club.live)
    match_id, *pages = tables[-1]
    page = await on_turn(match_id, *pages)
    club.now.ms += 10_000
    before = await club.live.record(match_id) or []
    host.outage.begin("test")
    club.now.ms += 60_000
    host.outage.end("test")
    assert not any(live_match.busy for live_match in host._store)
    cid = page.do(match_id, next_command(page.table))
    assert (await page.answer(cid))["t"] == "ack"
    credited, *_ = (await club.live.record(match_id) or [])[len(before) :]
    assert isinstance(credited, ev.ClockCredited)
    for table_id, *players in tables:
        await players[0].state(table_id)
        await players[0].until(lambda: players[0].table["v"]["clocks"]["since"] >= club.now.ms - 10_000)  # noqa: B023
        kinds = [type(event).__name__ for event in await club.live.record(table_id) or ()]
        assert kinds.count("ClockCredited") == 1


@pytest.mark.parametrize("deaf", [False, True])
async def test_what_the_site_annuls_meanwhile_is_annulled_once(club: Club, deaf: bool) -> None:
    match_id, ann, _ = await begun(club.live)
    club.cut(deaf)
    annulled = asyncio.create_task(club.live.annul(match_id))
    await club.tried()
    club.mend()
    await annulled
    await ann.until(lambda: ann.table["v"]["phase"] == "over")
    events = await club.live.record(match_id)
    assert sum(isinstance(event, ev.Annulled) for event in events or []) == 1
