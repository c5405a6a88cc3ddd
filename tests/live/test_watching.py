"""Frames of a page: every event once, in order, and nothing that is not its business."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.live.page_sessions import (
    SEED,
    FakeNow,
    Json,
    Page,
    act,
    begun,
    host_of,
    next_command,
    started,
)
from zaria.live import app
from zaria.live.app import Live
from zaria.live.bus import MemoryBus
from zaria.live.config import SENTENCES
from zaria.live.matches.table_request import TableRequest
from zaria.live.rate_limits import Limits
from zaria.live.sockets import catch_up
from zaria.live.sockets.connection import POLICY, Identity
from zaria.match.events import Player
from zaria.match.terms import Terms


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3")
    yield live
    await live.stop()


def events(page: Page) -> list[Json]:
    return [message for message in page.got if message["t"] == "ev"]


def bare(message: Json) -> Json:
    """An event's message without what differs between readers and moments."""
    return {key: message[key] for key in ("t", "m", "n", "e", "v")}


async def test_two_tabs_of_a_player_stay_in_step(live: Live) -> None:
    match_id, ann, bob = await begun(live)
    tabs = [Page(live, "ann"), Page(live, "ann")]
    for tab in tabs:
        assert (await tab.state(match_id))["you"] == 0
    for _ in range(4):
        await act(match_id, ann, bob)
    first, second = tabs
    await second.until(lambda: len(events(second)) >= 4)
    assert events(first) == events(second)
    assert all(message["you"] == 0 for message in events(first))
    assert first.table["tree"] == second.table["tree"]
    assert not [message for message in first.got if message["t"] == "ack"]


async def test_the_second_tab_learns_that_its_player_sat_down(live: Live) -> None:
    match_id = await live.open(TableRequest(Terms("tabla")))
    tab, page = Page(live, "ann"), Page(live, "ann")
    assert (await tab.state(match_id))["you"] is None
    await page.sit(match_id)
    assert (await tab.next_message("ev"))["you"] == 0


async def test_spectators_see_the_table_and_no_more(live: Live) -> None:
    match_id, *pages = await begun(live)
    eve, nobody = Page(live, "eve"), Page(live, None)
    for page in (eve, nobody):
        state = await page.state(match_id)
        assert (state["you"], state["seat"], state["tree"]) == (None, None, None)
    for _ in range(4):
        await act(match_id, *pages)
    await eve.until(lambda: len(events(eve)) >= 4)
    assert events(eve) == events(nobody)
    assert all(m["tree"] is None and m["you"] is None for m in events(eve))


async def test_only_who_is_to_move_gets_the_tree(live: Live) -> None:
    match_id, ann, bob = await begun(live)
    for page in (ann, bob):
        await page.state(match_id)
    for _ in range(5):
        await act(match_id, ann, bob)
    for page in (ann, bob):
        for message in events(page):
            moves = message["v"]["phase"] == "move" and message["v"]["turn"] == page.table["you"]
            assert (message["tree"] is not None) is moves


async def test_a_reader_who_comes_back_gets_what_they_missed(live: Live) -> None:
    match_id, ann, bob = await begun(live)
    away = Page(live, "ann")
    first = (await away.state(match_id))["n"]
    for _ in range(3):
        await act(match_id, ann, bob)
    away.tell(t="leave", m=match_id)
    seen = list(events(away))
    for _ in range(5):
        await act(match_id, ann, bob)
    assert events(away) == seen
    away.got.clear()
    away.tell(t="watch", m=match_id, n=seen[-1]["n"])
    missed = list(events(away))
    assert [m["n"] for m in seen + missed] == list(range(first + 1, len(await live.record(match_id) or ())))
    witness = Page(live, "ann")
    witness.tell(t="watch", m=match_id, n=0)
    assert [bare(m) for m in events(witness)][first:] == [bare(m) for m in seen + missed]
    assert witness.table["tree"] == away.table["tree"] == (await ann.state(match_id))["tree"]


async def test_an_old_or_impossible_place_gets_the_state(live: Live) -> None:
    match_id, ann, bob = await begun(live)
    for _ in range(4):
        await act(match_id, ann, bob)
    page = Page(live, "ann")
    page.tell(t="watch", m=match_id, n=10_000)
    assert page.got[0]["t"] == "state"
    live_match = await live.match_service.live_match(match_id)
    assert live_match is not None
    assert len(catch_up.missed(live_match, 1, 0, live_match.seq - 1) or ()) == live_match.seq - 1
    assert catch_up.missed(live_match, 0, 0, live_match.seq - 1) is None


async def test_the_log_is_that_of_the_game(live: Live) -> None:
    match_id, ann, bob = await begun(live)
    for _ in range(6):
        await act(match_id, ann, bob)
    log = (await ann.state(match_id))["log"]
    match_events = [message["e"] for message in await history(live, match_id)]
    assert [line["text"] for line in log] == [
        event["text"] for event in match_events if event["t"] == "played"
    ]
    assert all(set(line) == {"side", "dice", "text"} for line in log)


async def history(live: Live, match_id: str) -> list[Json]:
    page = Page(live, None)
    page.tell(t="watch", m=match_id, n=0)
    await page.until(lambda: bool(page.got))
    return events(page)


class LossyBus(MemoryBus):
    """A bus that loses two messages of five."""

    count = 0

    def publish(self, topic: str, message: Any) -> None:
        self.count += 1
        if self.count % 5 not in (2, 3):
            super().publish(topic, message)


async def test_a_bus_may_lose_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "MemoryBus", LossyBus)
    live = await started(tmp_path / "live.sqlite3")
    match_id, ann, bob = await begun(live)
    page = Page(live, "eve")
    first = (await page.state(match_id))["n"]
    for _ in range(20):
        await act(match_id, ann, bob)
    numbers = [message["n"] for message in events(page)]
    assert len(numbers) > 10
    assert numbers == list(range(first + 1, numbers[-1] + 1))
    await live.stop()


async def test_no_secret_and_no_id_leaves_before_the_end(live: Live) -> None:
    names = ("ann-5531", "bob-7702")
    match_id = await live.open(TableRequest(Terms("tapa", length=1)))
    pages = [Page(live, name) for name in names]
    spectator = Page(live, "eve-1")
    await spectator.state(match_id)
    for page in pages:
        await page.sit(match_id)
    while pages[0].table["v"]["phase"] != "over":
        await act(match_id, *pages)
    live_match = await host_of(live).live_match(match_id)
    assert live_match is not None
    secret = live_match.dice.secret.hex().encode()
    for page in (*pages, spectator):
        before, last = page.raw[:-1], page.raw[-1]
        with_secret = [raw for raw in page.raw if secret in raw]
        assert all(b'"t":"closed"' in raw or b'"phase":"over"' in raw for raw in with_secret)
        assert with_secret
        assert not any(name.encode() in raw for name in names for raw in (*before, last))
    boot = await live.state(match_id, names[0])
    assert boot is not None
    assert not any(name.encode() in boot for name in names)
    assert all(
        event.player.id == "" for event in await live.record(match_id) or () if hasattr(event, "player")
    )


async def test_without_an_identity_one_may_only_watch(live: Live) -> None:
    match_id, *_ = await begun(live)
    page = Page(live, None)
    await page.state(match_id)
    assert (await page.did(match_id, {"t": "roll"}))["code"] == "no_identity"


@pytest.mark.parametrize(
    "command",
    [
        {"t": "roll"},
        {"t": "play", "moves": [[24, 1], [24, 2]], "n": 1},
        {"t": "double"},
        {"t": "resign", "points": 3},
        {"t": "flag"},
        {"t": "take"},
        {"t": "sit", "seed": SEED, "seal": "00"},
    ],
    ids=lambda command: command["t"],
)
async def test_a_third_person_may_do_nothing(live: Live, command: Json) -> None:
    match_id, *_ = await begun(live)
    before = await live.record(match_id)
    refusal = await Page(live, "eve").did(match_id, command)
    assert refusal["code"] in ("not_a_player", "not_open")
    assert refusal["text"] == SENTENCES[refusal["code"]]
    assert await live.record(match_id) == before


async def test_refusals_of_players(live: Live) -> None:
    match_id, ann, bob = await begun(live)
    side = (await ann.state(match_id))["v"]["to_act"]
    mover, opponent = (ann, bob) if side == 0 else (bob, ann)
    state = await mover.state(match_id)
    right = next_command(state)
    before = await live.record(match_id)
    assert (await opponent.did(match_id, right))["code"] == "not_your_turn"
    assert (await mover.did(match_id, {"t": "roll"}))["code"] == "not_now"
    assert (await mover.did(match_id, {**right, "n": right["n"] + 1}))["code"] == "stale_roll"
    for moves in ([], [[24, 1]], right["moves"][::-1] * 2):
        refusal = await mover.did(match_id, {**right, "moves": moves})
        assert refusal["code"] == "illegal_turn", moves
    for moves in ([[99, 99]], [[-1, 2**40], [0, 0]], [[2**70, 1]], [[1]], [[1, 2, 3]], [["24", 1]], 7, None):
        refusal = await mover.did(match_id, {**right, "moves": moves})
        assert refusal["code"] in ("bad_message", "illegal_turn"), moves
    assert (await mover.did(match_id, {"t": "resign", "points": 9}))["code"] == "bad_points"
    assert (await mover.did(match_id, {"t": "double"}))["code"] == "no_cube"
    assert await live.record(match_id) == before


async def test_the_text_is_in_the_reader_s_language(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3", translate=lambda code, lang: f"{code} in {lang}")
    page = Page(live, "ann")
    page.user = Identity(Player("ann", "Ann", "#777777"), "bg")
    page.session = live.endpoint.connected(page)
    page.tell(t="watch", m="nowhere")
    assert (await page.next_message("no"))["text"] == "unknown_match in bg"
    await live.stop()


async def test_a_flood_closes_the_socket_and_nothing_else(tmp_path: Path) -> None:
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now, limits=Limits(rate=10, burst=20))
    page, calm = Page(live, "ann"), Page(live, "bob")
    for _ in range(20):
        page.tell(t="ping", x=1)
    assert len(page.got) == 20
    now.ms += 1_000
    for _ in range(10):
        page.tell(t="ping", x=2)
    assert len(page.got) == 30
    page.tell(t="ping", x=3)
    assert (page.closed, calm.closed) == (POLICY, None)
    assert live.endpoint.sessions == {calm.session}
    await live.stop()


async def test_nonsense_costs_more(tmp_path: Path) -> None:
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now, limits=Limits(rate=10, burst=20, nonsense=8))
    page = Page(live, "ann")
    for _ in range(2):
        page.session.received(b"?")
    assert [message["code"] for message in page.got] == ["bad_message"] * 2
    page.session.received(b"?")
    assert page.closed == POLICY
    await live.stop()


async def test_a_socket_watches_and_asks_within_limits(tmp_path: Path) -> None:
    limits = Limits(rate=1e9, burst=1e9, matches=2, queued=2)
    live = await started(tmp_path / "live.sqlite3", limits=limits)
    ids = [await live.open(TableRequest(Terms("tabla"))) for _ in range(3)]
    page = Page(live, "ann")
    for match_id in ids:
        page.tell(t="watch", m=match_id)
    await page.until(lambda: len(page.got) == 3)
    assert sorted(message["t"] for message in page.got) == ["no", "state", "state"]
    match_id, *pages = await begun(live)
    mover = pages[pages[0].table["v"]["to_act"]]
    cids = [mover.do(match_id, next_command(mover.table)) for _ in range(4)]
    answers = [await mover.answer(cid) for cid in cids]
    assert [answer["t"] for answer in answers] == ["ack", "no", "no", "no"]
    assert [answer["code"] for answer in answers[1:]] == ["not_your_turn", "too_many", "too_many"]
    await live.stop()


async def test_leaving_while_a_match_is_read_watches_nothing(live: Live) -> None:
    match_id, ann, bob = await begun(live)
    for page in (ann, bob):
        page.session.disconnected()
    page = Page(live, "ann")
    page.tell(t="watch", m=match_id)
    page.session.disconnected()
    await live.record(match_id)
    await asyncio.sleep(0)
    assert len(host_of(live)) == 0
    assert page.got == []
