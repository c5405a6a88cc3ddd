"""Lines between players and us: the way is measured, its time forgiven, and a late move waited for."""

from itertools import count
from pathlib import Path

import pytest

from tests.support.live.in_process_server import InProcessServer, Raw
from tests.support.live.page_sessions import FakeNow, Json, Page, act, begun, next_command, started
from zaria.live.latency import EVERY, RoundTrip
from zaria.match.clock.clock import INTERMISSION
from zaria.match.clock.lag import SLACK, Quota
from zaria.match.terms import ClockTerms, Terms

BANK = ClockTerms(bank=60_000)
_thoughts = count()


def test_a_round_trip() -> None:
    line = RoundTrip()
    token = line.ask(1_000)
    assert token is not None
    assert line.ask(1_000 + EVERY - 1) is None
    assert not line.answered(b"another!", 1_010)
    unmeasured = line.ms
    assert unmeasured is None
    assert line.answered(token, 1_040)
    assert line.ms == 40
    assert not line.answered(token, 9_000), "a pong counts once"
    assert line.ms == 40
    assert line.ask(1_000 + EVERY) not in (None, token)


async def test_the_way_is_measured_by_a_ping(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3")
    async with InProcessServer(live) as server:
        raw = await Raw.dial(server.port, "Cookie: who=ann")
        raw.send(0x81, b'{"t":"do","m":"nowhere","c":"1","k":{"t":"roll"}}')
        kind, token = await raw.frame()
        while kind != 9:
            kind, token = await raw.frame()
        (session,) = live.endpoint.sessions
        unmeasured = session.connection.rtt
        assert unmeasured is None
        raw.send(0x8A, token)
        raw.send(0x81, b'{"t":"ping","x":7}')
        while (await raw.text())["t"] != "pong":
            pass
        assert session.connection.rtt is not None
        assert 0 <= session.connection.rtt < 10_000
        raw.close()
        await server.gone()
    await live.stop()


async def moved(page: Page, match_id: str, think: int | None) -> Json:
    """The event of the next command of this player, who says how long they thought."""
    cid = f"thought {next(_thoughts)}"
    page.tell(t="do", m=match_id, c=cid, k=next_command(await page.state(match_id)), w=think)
    message = await page.answer(cid)
    if message["t"] == "no":
        return message
    return await page.heard(lambda frame: frame["t"] == "ev" and frame["n"] == message["n"])


@pytest.mark.parametrize(
    ("think", "forgiven"),
    [(4_600, 400), (5_000, 0), (9_999_999, 0), (None, 0), (0, Quota.of(BANK).remaining)],
)
async def test_what_the_line_took_is_forgiven(tmp_path: Path, think: int | None, forgiven: int) -> None:
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now)
    match_id, *pages = await begun(live, Terms("tabla", clock=BANK))
    page = pages[(await pages[0].state(match_id))["v"]["to_act"]]
    now.ms += INTERMISSION + 5_000
    # What was shown first was shown for the intermission too.
    message = await moved(page, match_id, None if think is None else think + INTERMISSION if think else 0)
    assert message["e"].get("lag", 0) == forgiven
    side = message["e"]["side"]
    if message["e"]["t"] == "played":
        assert message["v"]["clocks"]["bank"][side] == BANK.bank - 5_000 + forgiven
    await live.stop()


async def test_the_list_of_moves_says_what_was_forgiven(tmp_path: Path) -> None:
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now)
    match_id, *pages = await begun(live, Terms("tabla", clock=BANK))
    state = await pages[0].state(match_id)
    page = pages[state["v"]["to_act"]]
    total = 0
    while not (await page.state(match_id))["log"]:
        now.ms += INTERMISSION + 1_000
        total += (await moved(page, match_id, INTERMISSION + 900 + total))["e"].get("lag", 0)
    assert [line.get("lag", 0) for line in page.table["log"]] == [total]
    assert total > 0
    await live.stop()


@pytest.mark.parametrize(("late", "think", "code"), [(300, 1, None), (300, None, "time_over")])
async def test_a_move_that_was_on_its_way(
    tmp_path: Path, late: int, think: int | None, code: str | None
) -> None:
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now)
    match_id, *pages = await begun(live, Terms("tabla", length=3, clock=BANK))
    side = (await pages[0].state(match_id))["v"]["to_act"]
    now.ms += INTERMISSION + BANK.bank + late
    assert (await pages[1 - side].did(match_id, {"t": "flag"}))["code"] == "not_over_time"
    message = await moved(pages[side], match_id, think)
    assert message.get("code") == code
    await live.stop()


async def test_after_the_grace_the_flag_counts(tmp_path: Path) -> None:
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now)
    match_id, *pages = await begun(live, Terms("tabla", clock=BANK))
    side = (await pages[0].state(match_id))["v"]["to_act"]
    now.ms += INTERMISSION + BANK.bank + Quota.of(BANK).grace()
    assert (await pages[1 - side].did(match_id, {"t": "flag"}))["t"] == "ack"
    await live.stop()


async def test_quotas_outlive_a_restart(tmp_path: Path) -> None:
    """Earlier credit is taken from the later one."""
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now)
    match_id, *pages = await begun(live, Terms("tabla", clock=BANK))
    side = (await pages[0].state(match_id))["v"]["to_act"]
    pages[side].rtt = 1_000
    now.ms += INTERMISSION + 9_000
    lag = (await moved(pages[side], match_id, 0))["e"]["lag"]
    assert lag == Quota.of(BANK).remaining
    live_match = await live.match_service.live_match(match_id)
    assert live_match is not None
    before = live_match.quotas
    await live.stop()
    live = await started(tmp_path / "live.sqlite3", now=now)
    live_match = await live.match_service.live_match(match_id)
    assert live_match is not None
    assert live_match.quotas is not None
    assert before is not None
    assert live_match.quotas[side].remaining == before[side].remaining
    await live.stop()


async def test_a_roll_that_declines_a_request_is_paid_for_too(tmp_path: Path) -> None:
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now)
    match_id, *pages = await begun(live, Terms("tabla", clock=BANK))
    side = (await pages[0].state(match_id))["v"]["to_act"]
    while (await pages[side].state(match_id))["v"]["to_act"] == side:
        await act(match_id, *pages)
    assert (await pages[side].did(match_id, {"t": "requestback"}))["t"] == "ack"
    live_match = await live.match_service.live_match(match_id)
    assert live_match is not None
    before = live_match.quotas
    now.ms += INTERMISSION + 9_000
    rolled = await moved(pages[1 - side], match_id, 0)
    assert rolled["e"]["t"] == "rolled"
    assert rolled["e"]["lag"] > 0
    assert before is not None
    assert live_match.quotas is not None
    remaining = before[1 - side].remaining - rolled["e"]["lag"] + SLACK
    assert live_match.quotas[1 - side].remaining == remaining
    await live.stop()


@pytest.mark.parametrize(("rtt", "gain"), [(None, SLACK), (0, SLACK), (100, SLACK + 100), (9_000, None)])
async def test_who_does_not_answer_pings_gains_no_more_than_one_next_door(
    tmp_path: Path, rtt: int | None, gain: int | None
) -> None:
    """Nor who comes back on a new line for each move, whose way was never measured."""
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now)
    match_id, *pages = await begun(live, Terms("tabla", clock=BANK))
    side = (await pages[0].state(match_id))["v"]["to_act"]
    now.ms += INTERMISSION + 9_000
    pages[side].rtt = rtt
    await moved(pages[side], match_id, 0)
    live_match = await live.match_service.live_match(match_id)
    await live.stop()
    assert live_match is not None
    assert live_match.quotas is not None
    assert live_match.quotas[side].remaining == (gain or Quota.of(BANK).gain)
