"""The host: what is acknowledged is stored, once; time is fair; another writer does no harm."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.live.page_sessions import (
    CLOCK,
    FakeNow,
    Json,
    Page,
    act,
    assembled,
    begun,
    host_of,
    next_command,
    started,
)
from zaria import bots
from zaria.bots.player import Bot
from zaria.live.app import Live, bot_player
from zaria.live.clock import steady
from zaria.live.journal.base import Done, Listing, Mark, Row, Wait
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.matches.command_pipeline import PATIENCE, TRIES
from zaria.live.matches.host import GRACE
from zaria.live.matches.table_request import TableRequest
from zaria.match import events as ev
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import ClockTerms, Terms


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "live.sqlite3"


@pytest.fixture
async def live(path: Path) -> AsyncIterator[Live]:
    live = await started(path)
    yield live
    await live.stop()


def kinds(events: Sequence[ev.Event] | None) -> list[str]:
    assert events is not None
    return [type(event).__name__ for event in events]


async def test_terms_that_cannot_be_played_open_nothing(live: Live) -> None:
    with pytest.raises(CommandRefusedError):
        await live.open(TableRequest(Terms("tabla", length=65)))
    with pytest.raises(CommandRefusedError):
        await live.open(TableRequest(Terms("whist")))


async def test_unknown_matches(live: Live) -> None:
    page = Page(live, "ann")
    assert (await page.did("nowhere", {"t": "roll"}))["code"] == "unknown_match"
    page.tell(t="watch", m="nowhere")
    assert (await page.next_message("no"))["code"] == "unknown_match"
    assert await live.state("nowhere", "ann") is None
    assert await live.record("nowhere") is None


async def test_a_kept_seat_is_for_one_player(live: Live) -> None:
    ann = ev.Player("ann", "Ann", "#777777")
    match_id = await live.open(TableRequest(Terms("tabla"), (None, ann)))
    eve, page = Page(live, "eve"), Page(live, "ann")
    ann_state, eve_state = await page.state(match_id), await eve.state(match_id)
    assert (ann_state["seat"], ann_state["kept"]) == (1, True)
    assert (eve_state["seat"], eve_state["kept"]) == (0, False)
    assert (await eve.sit(match_id))["t"] == "ack"
    assert (await Page(live, "mallory").sit(match_id))["code"] == "not_a_player"
    await page.sit(match_id)
    assert (await page.state(match_id))["you"] == 1


async def test_a_retry_while_the_first_try_is_in_flight_is_not_doubled(live: Live) -> None:
    match_id, *pages = await begun(live)
    state = await pages[0].state(match_id)
    page = pages[state["v"]["to_act"]]
    command = next_command(await page.state(match_id))
    before = len(await live.record(match_id) or ())
    for _ in range(3):
        page.do(match_id, command, "again")

    def answers() -> list[Json]:
        return [message for message in page.got if message.get("c") == "again"]

    await page.until(lambda: len(answers()) == 3)
    assert answers() == [{"t": "ack", "c": "again", "n": before}] * 3
    assert len(await live.record(match_id) or ()) == before + 1


async def test_a_command_id_belongs_to_its_player(live: Live) -> None:
    match_id, ann, bob = await begun(live)
    state = await ann.state(match_id)
    mover, opponent = (ann, bob) if state["v"]["to_act"] == 0 else (bob, ann)
    command = next_command(await mover.state(match_id))
    mover.do(match_id, command, "same")
    assert (await mover.answer("same"))["t"] == "ack"
    opponent.do(match_id, command, "same")
    assert (await opponent.answer("same"))["t"] == "no"


async def test_commands_at_a_match_that_cannot_go_on_are_refused(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match_id, *pages = await begun(live)
    side = (await pages[0].state(match_id))["v"]["to_act"]
    command = next_command(await pages[side].state(match_id))
    before = len(await live.record(match_id) or ())
    live_match = await host_of(live).live_match(match_id)
    monkeypatch.setattr(live_match, "take", None)
    for cid in ("one", "two"):
        pages[side].do(match_id, command, cid)
    assert [(await pages[side].answer(cid))["code"] for cid in ("one", "two")] == ["server_error"] * 2
    assert "cannot continue it" in caplog.text
    assert len(await live.record(match_id) or ()) == before + 1
    assert await pages[side].did(match_id, command) is not None


async def test_command_ids_outlive_a_restart(path: Path) -> None:
    live = await started(path)
    match_id, *pages = await begun(live)
    state = await pages[0].state(match_id)
    side = state["v"]["to_act"]
    command = next_command(await pages[side].state(match_id))
    pages[side].do(match_id, command, "once")
    first = await pages[side].answer("once")
    record = await live.record(match_id)
    await live.stop()
    live = await started(path)
    page = Page(live, ("ann", "bob")[side])
    page.do(match_id, command, "once")
    assert await page.answer("once") == first
    assert await live.record(match_id) == record
    await live.stop()


async def test_nobody_pays_for_an_outage(path: Path) -> None:
    now = FakeNow()
    live = await started(path, now=now)
    match_id, ann, bob = await begun(live, Terms("tabla", clock=CLOCK))
    await act(match_id, ann, bob)
    now.ms += 20_000
    before = (await ann.state(match_id))["v"]["clocks"]
    await live.stop()
    now.ms += 3_600_000
    live = await started(path, now=now)
    ann, bob = Page(live, "ann"), Page(live, "bob")
    await ann.state(match_id)
    await ann.until(lambda: ann.table["v"]["clocks"]["since"] == now.ms + GRACE)
    assert ann.table["v"]["clocks"]["bank"] == before["bank"]
    now.ms += GRACE + CLOCK.delay
    await act(match_id, ann, bob)
    assert (await ann.state(match_id))["v"]["clocks"]["bank"] == before["bank"]
    assert "Flagged" not in kinds(await live.record(match_id))
    await live.stop()


async def test_a_wall_clock_set_back_stops_no_match(path: Path) -> None:
    """After a restart the server's time goes on from the last event, and so does the match's clock."""
    ahead = FakeNow()
    ahead.ms = time.time_ns() // 1_000_000 + 3_600_000
    live = await started(path, now=ahead)
    match_id, *_ = await begun(live, Terms("tabla", clock=CLOCK))
    last = (await live.record(match_id) or [])[-1].at
    await live.stop()
    live = await started(path, now=None)
    state = await Page(live, "ann").state(match_id)
    assert last <= state["now"] < last + 600_000
    assert 0 < state["v"]["clocks"]["since"] - state["now"] <= GRACE
    await live.stop()


async def test_a_command_after_the_deadline_flags_and_is_refused(path: Path) -> None:
    now = FakeNow()
    live = await started(path, now=now)
    match_id, *pages = await begun(live, Terms("tabla", length=3, clock=CLOCK))
    late = (await pages[0].state(match_id))["v"]["to_act"]
    command = next_command(await pages[late].state(match_id))
    now.ms += 5_000 + CLOCK.delay + CLOCK.bank
    assert (await pages[late].did(match_id, command))["code"] == "time_over"
    assert kinds(await live.record(match_id))[-3:] == ["Flagged", "GameEnded", "MatchEnded"]
    state = await pages[late].state(match_id)
    assert (state["v"]["winner"], state["v"]["result"]["how"]) == (1 - late, "time")
    await live.stop()


async def test_the_clock_flags_by_itself(live: Live) -> None:
    match_id, ann, bob = await begun(live, Terms("tabla", clock=ClockTerms(bank=30)))
    await act(match_id, ann, bob)
    await ann.heard(lambda message: message["t"] == "ev" and message["e"]["t"] == "closed")
    assert kinds(await live.record(match_id))[-3:] == ["Flagged", "GameEnded", "MatchEnded"]


async def test_another_writer_is_noticed_and_followed(path: Path) -> None:
    """Two hosts on one journal: whoever is late reads what the other one wrote, and decides again."""
    first, second = await started(path), await started(path)
    match_id, *near = await begun(first)
    far = Page(second, "ann"), Page(second, "bob")
    for page in far:
        await page.state(match_id)
    mover = next(page for page in far if page.table["you"] == page.table["v"]["to_act"])
    stale, seen = next_command(mover.table), mover.table["n"]
    for _ in range(6):
        await act(match_id, *near)
    assert (await mover.did(match_id, stale))["code"] in ("not_your_turn", "stale_roll", "not_now")
    await act(match_id, *far)
    events = await second.record(match_id)
    assert events is not None
    assert await first.record(match_id) == events[:-1]
    assert [m["n"] for m in mover.got if m["t"] == "ev"] == list(range(seen + 1, len(events)))
    await first.stop()
    await second.stop()


class FailingJournal(SqliteJournal):
    """A journal whose disk can be full."""

    full = False
    _fails = 0
    _after = 0

    def fail(self, times: int, after: int) -> None:
        """Fail so many times, once so many appends have gone well."""
        self._fails, self._after = times, after

    def _failing(self) -> bool:
        if self._after:
            self._after -= 1
        elif self._fails:
            self._fails -= 1
            return True
        return self.full

    def append(
        self,
        match_id: str,
        rows: Sequence[Row],
        mark: Mark,
        done: Done,
        card: Listing | None = None,
        wait: Wait | None = None,
    ) -> None:
        if self._failing():
            asyncio.get_running_loop().call_soon(done, sqlite3.OperationalError("database or disk is full"))
        else:
            super().append(match_id, rows, mark, done, card, wait)


async def test_when_nothing_can_be_stored_nothing_happens(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = await FailingJournal.connect(path)
    live = await assembled(journal, FakeNow())
    host_of(live).pipeline.patience = 0
    match_id, *pages = await begun(live)
    side = (await pages[0].state(match_id))["v"]["to_act"]
    state = await pages[side].state(match_id)
    for page in pages:
        page.got.clear()
    journal.full = True
    assert (await pages[side].did(match_id, next_command(state)))["code"] == "not_stored"
    assert len([r for r in caplog.records if "disk is full" in r.getMessage()]) == TRIES
    assert not [m for page in pages for m in page.got if m["t"] == "ev"]
    journal.full = False
    await act(match_id, *pages)
    await live.stop()


async def test_a_program_goes_on_once_the_journal_does(path: Path) -> None:
    journal = await FailingJournal.connect(path)
    live = await assembled(journal, FakeNow())
    host_of(live).pipeline.patience = 0
    match_id = await live.open(TableRequest(Terms("tabla"), (None, bot_player("plain"))))
    ann = Page(live, "ann")
    await ann.sit(match_id)
    state = await ann.turn()
    if state["v"]["phase"] == "roll":
        await ann.did(match_id, {"t": "roll"})
        state = await ann.turn()
    # The program's answers, all tries and more, fall into the time when nothing can be stored.
    journal.fail(2 * TRIES + 1, after=1)
    assert (await ann.did(match_id, next_command(state)))["t"] == "ack"
    assert (await ann.turn())["n"] > state["n"] + 1
    await live.stop()


async def test_a_deadline_that_cannot_be_stored_is_tried_again_with_patience(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    asleep = asyncio.sleep

    async def sleep(seconds: float) -> None:
        if not 0 < seconds < 1:  # not the host's
            return await asleep(seconds)
        pauses.append(seconds)
        return await asleep(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    journal = await FailingJournal.connect(path)
    live = await assembled(journal, steady())
    match_id, ann, bob = await begun(live, Terms("tabla", clock=ClockTerms(bank=500)))
    await act(match_id, ann, bob)
    journal.fail(2 * TRIES + 1, after=0)
    await ann.heard(lambda message: message["t"] == "ev" and message["e"]["t"] == "closed")
    once = [PATIENCE * n for n in range(1, TRIES + 1)]
    assert pauses == [*once, *once, PATIENCE]
    await live.stop()


async def test_a_crash_between_deciding_and_storing_changes_no_roll(path: Path) -> None:
    """The same command after the crash gives the same dice."""
    journal = await FailingJournal.connect(path)
    live = await assembled(journal, FakeNow())
    host_of(live).pipeline.patience = 0
    match_id, *pages = await begun(live)
    await act(match_id, *pages)
    live_match = await host_of(live).live_match(match_id)
    assert live_match is not None
    promised = live_match.dice.roll(live_match.match.both_seeds(), live_match.match.rolls + 1)
    journal.full = True
    side = live_match.match.turn
    assert (await pages[side].did(match_id, {"t": "roll"}))["t"] == "no"
    await live.stop()
    live = await started(path)
    page = Page(live, ("ann", "bob")[side])
    await page.state(match_id)
    await page.did(match_id, {"t": "roll"})
    rolled = await page.next_message("ev")
    assert tuple(rolled["e"]["dice"]) == promised
    await live.stop()


async def test_matches_that_nobody_watches_leave_the_memory(live: Live) -> None:
    match_id, ann, bob = await begun(live)
    assert len(host_of(live)) == 1
    ann.session.disconnected()
    assert len(host_of(live)) == 1
    bob.session.disconnected()
    assert len(host_of(live)) == 0
    assert (await Page(live, "ann").state(match_id))["you"] == 0
    assert len(host_of(live)) == 1


async def test_commands_from_strangers_leave_no_match_in_memory(live: Live) -> None:
    eve = Page(live, "eve")
    for _ in range(5):
        match_id = await live.open(TableRequest(Terms("tabla")))
        assert (await eve.did(match_id, {"t": "roll"}))["code"] == "not_a_player"
    assert len(host_of(live)) == 0


async def test_a_match_whose_clock_runs_stays(live: Live) -> None:
    _, ann, bob = await begun(live, Terms("tabla", clock=CLOCK))
    for page in (ann, bob):
        page.session.disconnected()
    assert len(host_of(live)) == 1


class Broken:
    """A program that fails at everything."""

    id, name = "broken", "Broken"

    def __getattr__(self, name: str) -> object:
        raise RuntimeError("broken on purpose")


class Cheat:
    """A program that plays what is not legal."""

    id, name = "cheat", "Cheat"

    def __getattr__(self, name: str) -> object:
        return lambda *_: False

    def think(self, position: object, request: object) -> object:
        return type("Turn", (), {"moves": ((24, 1),) * 9}), 0.0


@pytest.mark.parametrize("bot", [Broken(), Cheat()], ids=["broken", "cheat"])
async def test_a_match_goes_on_whatever_a_program_does(
    live: Live, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(bots._BOTS, bot.id, bot)
    match_id = await live.open(TableRequest(Terms("tabla"), (bot_player(bot.id), None)))
    ann = Page(live, "ann")
    await ann.sit(match_id)
    for _ in range(6):
        assert (await ann.did(match_id, next_command(await ann.turn())))["t"] == "ack"
    assert caplog.records


async def test_a_program_goes_on_after_a_restart(path: Path) -> None:
    live = await started(path)
    match_id = await live.open(TableRequest(Terms("long-nardy"), (None, bot_player("plain"))))
    ann = Page(live, "ann")
    await ann.sit(match_id)
    await live.stop()
    live = await started(path)
    ann = Page(live, "ann")
    await ann.state(match_id)
    for _ in range(6):
        assert (await ann.did(match_id, next_command(await ann.turn())))["t"] == "ack"
    await live.stop()


async def test_a_match_that_cannot_be_read_harms_no_other(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    live = await started(path)
    broken, *_ = await begun(live, Terms("tabla", clock=CLOCK))
    sound, *_ = await begun(live, Terms("tabla", clock=CLOCK))
    await live.stop()
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE event SET body = '{' WHERE match_id = ? AND seq = 3", (broken,))
        db.commit()
    live = await started(path)
    page = Page(live, "ann")
    page.tell(t="watch", m=broken)
    assert (await page.next_message("no"))["code"] == "unknown_match"
    assert (await page.state(sound))["you"] == 0
    assert "cannot load it" in caplog.text
    await live.stop()


@pytest.mark.parametrize("meanwhile", [False, True], ids=["nobody", "somebody"])
async def test_a_match_that_is_taken_back_is_credited_if_nobody_had_it(path: Path, meanwhile: bool) -> None:
    now = FakeNow()
    live = await started(path, now=now)
    match_id, ann, _ = await begun(live, Terms("tabla", clock=CLOCK))
    host = host_of(live)
    seq = host.seq(match_id)
    for page in tuple(live.endpoint.sessions):
        page.disconnected()
    assert host.let_go(match_id)
    now.ms += 30_000
    assert await host.adopt(match_id, credit=True, since=seq - meanwhile)
    ann = Page(live, "ann")
    await ann.state(match_id)
    if not meanwhile:
        await ann.until(lambda: ann.table["n"] > seq)
    since = ann.table["v"]["clocks"]["since"]
    await live.stop()
    assert (since > now.ms) is not meanwhile
