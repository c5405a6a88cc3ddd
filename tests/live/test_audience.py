"""Those who look on: a crowd that delays no player, and delayed tables that tell it nothing too early."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.live.test_rematches import resigned
from tests.support.live.in_process_server import InProcessServer
from tests.support.live.page_sessions import Json, Page, act, begun, next_command, started
from tests.support.live.socket_players import dial, tell
from tests.support.patience import PATIENCE
from zaria.live import app
from zaria.live.app import Live
from zaria.live.bus import MemoryBus
from zaria.live.fanout import SIZE, Fanout
from zaria.live.matches.event_frames import PublishedEvent
from zaria.live.matches.spectator_delay import SpectatorDelay
from zaria.live.matches.table_request import TableRequest
from zaria.live.sockets import audience
from zaria.live.sockets.protocol.server import RematchChanged
from zaria.live.sockets.spectators import SpectatorTimeouts
from zaria.match.terms import Terms

DELAYED = Terms("tabla", length=3, delayed=True)


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3")
    yield live
    await live.stop()


def events(page: Page) -> list[Json]:
    return [message for message in page.got if message["t"] == "ev"]


class Counter:
    """A connection that counts what it is sent."""

    user = None
    peer = "the crowd"
    rtt = None

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def send(self, message: bytes) -> None:
        content = json.loads(message)
        if content["t"] in ("state", "ev"):
            self.numbers.append(content["n"])

    def measure(self, now: int) -> None:
        """Nobody asks."""

    def close(self, code: int) -> None:
        """The club closes."""


async def test_slices_let_others_have_their_turn() -> None:
    fanout, delivered = Fanout(), list[int]()
    fanout.send(range(3 * SIZE), delivered.append)
    fanout.send([-1], delivered.append)
    for turn in range(1, 4):
        await asyncio.sleep(0)
        assert len(delivered) == turn * SIZE
    await asyncio.sleep(0)
    assert delivered == [*range(3 * SIZE), -1]
    assert not fanout


async def test_one_that_fails_keeps_nothing_from_the_others(caplog: pytest.LogCaptureFixture) -> None:
    fanout, delivered = Fanout(), list[int]()

    def deliver(n: int) -> None:
        delivered.append(10 // n)

    fanout.send([1, 0, 2], deliver)
    while fanout:  # noqa: ASYNC110
        await asyncio.sleep(0)
    assert delivered == [10, 5]
    assert "ZeroDivisionError" in caplog.text


async def test_a_crowd_is_sent_everything_in_order(live: Live) -> None:
    match_id, *pages = await begun(live)
    crowd = [Counter() for _ in range(2 * SIZE + 5)]
    sessions = [live.endpoint.connected(counter) for counter in crowd]
    for session in sessions:
        session.received(json.dumps({"t": "watch", "m": match_id}).encode())
    for _ in range(6):
        await act(match_id, *pages)
        late = Counter()
        crowd.append(late)
        sessions.append(live.endpoint.connected(late))
        sessions[-1].received(json.dumps({"t": "watch", "m": match_id}).encode())
    last = len(await live.record(match_id, "ann") or ()) - 1
    async with asyncio.timeout(PATIENCE):
        while any(counter.numbers[-1] < last for counter in crowd):  # noqa: ASYNC110
            await asyncio.sleep(0)
    assert all(counter.numbers == list(range(counter.numbers[0], last + 1)) for counter in crowd)
    assert crowd[0].numbers[0] < crowd[-1].numbers[0]


async def test_the_crowd_is_counted_once_a_while(tmp_path: Path) -> None:
    times = SpectatorTimeouts(announce=20)
    live = await started(tmp_path / "live.sqlite3", spectator_times=times)
    await counted_once_a_while(live)
    await live.stop()


async def counted_once_a_while(live: Live) -> None:
    match_id, ann, _ = await begun(live)
    onlookers = [Page(live, None) for _ in range(30)]
    for page in onlookers:
        await page.state(match_id)
    while (notice := await ann.next_message("crowd"))["n"] < 30:  # who sat down was counted before
        pass
    assert notice == {"t": "crowd", "m": match_id, "n": 30}
    assert (await ann.state(match_id))["crowd"] == 30
    for page in onlookers[:10]:
        page.session.disconnected()
    assert (await ann.next_message("crowd"))["n"] == 20
    assert (await onlookers[-1].next_message("crowd"))["n"] in (20, 30)


class Onlooker:
    """A watcher of a match that counts nothing."""

    def __init__(self, reader: str) -> None:
        self.reader: str | None = reader

    def on_event(self, published: PublishedEvent) -> None: ...

    def on_message(self, match_id: str, frame: bytes) -> None: ...

    def on_gap(self, live_match: object) -> None: ...


async def test_the_number_of_spectators_is_repeated_while_there_are_any(live: Live) -> None:
    """A match without spectators is left out."""
    match_id, *_ = await begun(live)
    live_match = await live.match_service.live_match(match_id)
    assert live_match is not None
    bus, numbers = MemoryBus(), asyncio.Queue[int]()
    bus.subscribe(match_id, lambda message: numbers.put_nowait(message.n))
    times = SpectatorTimeouts(announce=10, repeat=10)
    audiences = audience.Audiences(live.match_service, bus, "this process", times)
    player, spectator = Onlooker("ann"), Onlooker("eve")
    audiences.join(live_match, player)
    audiences.join(live_match, spectator)
    async with asyncio.timeout(PATIENCE):
        assert [await numbers.get() for _ in range(3)] == [1, 1, 1]
        audiences.leave(match_id, spectator)
        while await numbers.get():
            pass
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await numbers.get()
    audiences.leave(match_id, player)


async def test_an_announcement_reaches_players_and_spectators_of_its_match_alone(live: Live) -> None:
    match_id, ann, bob = await begun(live, DELAYED)
    eve, elsewhere = Page(live, None), Page(live, None)
    await eve.state(match_id)
    await elsewhere.state(await live.open(TableRequest(Terms("tabla"))))
    changed = RematchChanged(match_id, now=1, next="m2")
    live.endpoint.audiences.announce(match_id, changed)
    for page in (ann, bob, eve):
        assert await page.next_message("again") == {
            "t": "again",
            "m": match_id,
            "now": 1,
            "offer": None,
            "next": "m2",
        }
    assert not [message for message in elsewhere.got if message["t"] == "again"]


async def test_who_sits_down_is_no_onlooker_any_more(live: Live) -> None:
    match_id = await live.open(TableRequest(Terms("tabla")))
    ann, bob = Page(live, "ann"), Page(live, "bob")
    await ann.state(match_id)
    await bob.state(match_id)
    assert live.endpoint.audiences.spectator_count(match_id) == 2
    await ann.sit(match_id)
    assert live.endpoint.audiences.spectator_count(match_id) == 1
    await bob.sit(match_id)
    assert live.endpoint.audiences.spectator_count(match_id) == 0
    assert sorted(live.endpoint.audiences.present()) == [(match_id, "ann"), (match_id, "bob")]


CROWD = 1_000


async def test_a_thousand_at_one_table_delay_no_ack(live: Live) -> None:
    """A move is acknowledged, and sent to the opponent, before most of the crowd gets it."""
    match_id, *pages = await begun(live)
    crowd = [Counter() for _ in range(CROWD)]
    for counter in crowd:
        live.endpoint.connected(counter).received(json.dumps({"t": "watch", "m": match_id}).encode())
    for _ in range(4):
        shown = [await page.look(match_id) for page in pages]
        mover = pages[shown[0]["v"]["to_act"]]
        last = (await mover.did(match_id, next_command(mover.table)))["n"]
        assert all(page.table["n"] == last for page in pages)
        assert sum(counter.numbers[-1] == last for counter in crowd) <= 3 * SIZE
        while any(counter.numbers[-1] < last for counter in crowd):  # noqa: ASYNC110
            await asyncio.sleep(0)


async def test_a_crowd_on_real_sockets(live: Live) -> None:
    async with InProcessServer(live) as server:
        match_id, *pages = await begun(live)
        crowd = await asyncio.gather(*(dial(server.port) for _ in range(60)))
        for socket in crowd:
            await tell(socket, t="watch", m=match_id)
        for socket in crowd:
            assert json.loads(await socket.recv())["t"] == "state"
        for _ in range(3):
            await act(match_id, *pages)
        last = len(await live.record(match_id, "ann") or ()) - 1
        for socket in crowd:
            numbers = [0]
            while numbers[-1] < last:
                message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                numbers += [message["n"]] if message["t"] == "ev" else []
        await asyncio.gather(*(socket.close() for socket in crowd))


# delayed tables


def test_what_may_be_shown() -> None:
    delay = SpectatorDelay()
    first = "opened seated seated game opening played rolled played rolled played ended"
    shown = []
    for kind in f"{first} game opening played closed".split():
        delay.add(kind)
        shown.append(delay.shown)
    assert shown == [0, 1, 2, 3, 3, 3, 3, 5, 5, 7, 10, 11, 11, 11, 14]


async def test_no_onlooker_sees_the_current_move(live: Live) -> None:
    match_id, ann, bob = await begun(live, DELAYED)
    eve, nobody = Page(live, "eve"), Page(live, None)
    await eve.state(match_id)
    for _ in range(9):
        await act(match_id, ann, bob)
        record = await live.record(match_id, "ann") or []
        kinds = [type(event).__name__ for event in record]
        played = [n for n, kind in enumerate(kinds) if kind == "TurnPlayed"]
        newest = played[-2] if len(played) > 1 else kinds.index("GameStarted")
        assert (await ann.look(match_id))["n"] == len(record) - 1 >= newest
        assert (await nobody.look(match_id))["n"] == newest
        boot = json.loads(await live.state(match_id, None) or b"")
        assert (boot["n"], boot["v"]["dice"]) == (newest, [])
        assert len(boot["log"]) == max(0, len(played) - 1)
        seen = [message["n"] for message in events(eve)]
        assert not seen or seen[-1] == newest
    assert seen == list(range(seen[0], newest + 1))


async def test_the_end_is_shown_to_all(live: Live) -> None:
    match_id, ann, bob = await begun(live, Terms("tabla", delayed=True))
    eve = Page(live, "eve")
    await eve.state(match_id)
    for _ in range(4):
        await act(match_id, ann, bob)
    await resigned(match_id, ann, bob)
    await eve.until(lambda: eve.table["v"]["phase"] == "over")
    numbers = [message["n"] for message in events(eve)]
    assert numbers == list(range(numbers[0], len(await live.record(match_id, "ann") or ())))
    assert (await Page(live, None).state(match_id))["v"]["phase"] == "over"


async def test_an_onlooker_who_comes_back_gets_no_more_than_the_others(live: Live) -> None:
    match_id, ann, bob = await begun(live, DELAYED)
    for _ in range(6):
        await act(match_id, ann, bob)
    steady, back = Page(live, "eve"), Page(live, None)
    shown = (await steady.state(match_id))["n"]
    back.tell(t="watch", m=match_id, n=1)
    assert [message["n"] for message in events(back)] == list(range(2, shown + 1))
    for _ in range(4):
        await act(match_id, ann, bob)
    assert events(back)[shown - 1 :] == events(steady)


@pytest.mark.parametrize("acts", [5, 6])
async def test_the_first_onlooker_sees_a_move_that_waits_with_the_next(live: Live, acts: int) -> None:
    match_id, ann, bob = await begun(live, DELAYED)
    for _ in range(acts):
        await act(match_id, ann, bob)
    eve = Page(live, "eve")
    first = (await eve.state(match_id))["n"]
    for _ in range(6):
        await act(match_id, ann, bob)
        shown = json.loads(await live.state(match_id, None) or b"")["n"]
        assert [message["n"] for message in events(eve)] == list(range(first + 1, shown + 1))
    for page in (eve, ann, bob):
        page.tell(t="leave", m=match_id)
    bert = Page(live, "bert")
    first = (await bert.state(match_id))["n"]
    await ann.state(match_id)
    await bob.state(match_id)
    for _ in range(4):
        await act(match_id, ann, bob)
        shown = json.loads(await live.state(match_id, None) or b"")["n"]
        assert [message["n"] for message in events(bert)] == list(range(first + 1, shown + 1))


async def test_the_record_for_others_ends_where_they_may_look(live: Live) -> None:
    match_id, ann, bob = await begun(live, DELAYED)
    for _ in range(6):
        await act(match_id, ann, bob)
    shown = (await Page(live, None).state(match_id))["n"]
    for reader, last in (("ann", None), ("eve", shown), (None, shown)):
        record = await live.record(match_id, reader) or []
        assert len(record) - 1 == shown if last else len(record) - 1 > shown


class LossyBus(MemoryBus):
    """A bus that loses two events of five."""

    count = 0

    def publish(self, topic: str, message: object) -> None:
        if isinstance(message, PublishedEvent):
            self.count += 1
        if self.count % 5 not in (2, 3) or not isinstance(message, PublishedEvent):
            super().publish(topic, message)


async def test_a_delayed_table_over_a_bus_that_loses_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "MemoryBus", LossyBus)
    live = await started(tmp_path / "live.sqlite3")
    match_id, ann, bob = await begun(live, DELAYED)
    eve = Page(live, "eve")
    first = (await eve.state(match_id))["n"]
    for _ in range(20):
        await act(match_id, ann, bob)
    numbers = [message["n"] for message in events(eve)]
    assert len(numbers) > 10
    assert numbers == list(range(first + 1, numbers[-1] + 1))
    assert numbers[-1] <= (await Page(live, None).state(match_id))["n"]
    await live.stop()


def test_few_are_fewer_than_a_slice() -> None:
    assert audience.FEW < SIZE
