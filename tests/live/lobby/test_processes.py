"""The lobby of two processes: one that has the host, one that only has sockets, and bytes between them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.live.lobby.conftest import player
from tests.support.live.page_sessions import FREE, Page
from tests.support.patience import PATIENCE
from zaria.live.bus import MemoryBus
from zaria.live.clock import steady
from zaria.live.cluster import wire
from zaria.live.config import english
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.lobby.hooks import NO_SITE, LobbyHooks, LobbyProcess
from zaria.live.lobby.lobby import Lobby
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.matches.bot_play import BotPlay
from zaria.live.matches.host import Host
from zaria.live.matches.messages import LOBBY
from zaria.live.matches.table_request import TableRequest
from zaria.live.sockets.endpoint import Endpoint
from zaria.live.sockets.spectators import SpectatorTimeouts
from zaria.match.terms import Terms


class Wire(MemoryBus):
    """A bus that carries everything to the other processes as bytes, unless it is cut."""

    def __init__(self, name: str, peers: "list[Wire]") -> None:
        super().__init__()
        self.name = name
        self.peers = peers
        self.deaf: set[str] = set()
        peers.append(self)

    def publish(self, topic: str, message: Any) -> None:
        super().publish(topic, message)
        for peer in self.peers:
            if peer is not self and topic not in peer.deaf:
                MemoryBus.publish(peer, topic, wire.unpack(wire.pack(self.name, message))[1])

    def watched(self, topic: str) -> bool:
        return True


class Process(NamedTuple):
    """As much of a process as a `Page` needs."""

    bus: Wire
    lobby: Lobby
    endpoint: Endpoint


class Both(NamedTuple):
    host: Host
    first: Process
    second: Process
    pairs: list[str]
    """The process that pairs those who search."""


SHORT = LobbyTimeouts(gather=10)


@asynccontextmanager
async def processes(
    folder: Path,
    times: LobbyTimeouts = SHORT,
    spectator_times: SpectatorTimeouts | None = None,
    hooks: tuple[LobbyHooks, LobbyHooks] = (NO_SITE, NO_SITE),
) -> AsyncIterator[Both]:
    journal = await SqliteJournal.connect(folder / "live.sqlite3")
    net: list[Wire] = []
    pairs = ["one"]
    bus, now, bots = Wire("one", net), steady(), BotPlay(0)
    host = Host(journal, bus, now, bots)

    async def process(bus: Wire, hooks: LobbyHooks) -> Process:
        place = LobbyProcess(b"key", bus.name, lambda: bus.name in pairs)
        lobby = Lobby(journal, bus, host, now, english, process=place, times=times, hooks=hooks)
        await lobby.start()
        endpoint = Endpoint(host, bus, now, english, FREE, bus.name, spectator_times=spectator_times)
        endpoint.listen(lobby.sessions)
        return Process(bus, lobby, endpoint)

    both = Both(host, await process(bus, hooks[0]), await process(Wire("two", net), hooks[1]), pairs)
    try:
        yield both
    finally:
        for running in (both.first, both.second):
            running.lobby.close()
        host.close()
        bots.close()
        await journal.close()


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    async with processes(tmp_path) as both:
        yield both


def page(process: Process, who: str | None) -> Page:
    return Page(process, who)  # type: ignore[arg-type]


async def open_table(host: Host, who: str, guest: str | None = None) -> str:
    places = (player(who), player(guest) if guest else None)
    return await host.open(TableRequest(Terms("tabla"), places, wait=300_000, public=guest is None, by=0))


async def test_lists_and_people_are_the_same_everywhere(both: Both) -> None:
    readers = [page(process, None) for process in (both.first, both.second)]
    people = [page(process, None) for process in (both.first, both.second)]
    for client in readers:
        client.tell(t="hall", what="open")
    for client in people:
        client.tell(t="hall", what="people")
    page(both.first, "ann")
    page(both.second, "bob")
    match_id = await open_table(both.host, "ann")
    for client in readers:
        await client.heard(lambda message: message.get("ids") == [match_id])
    handles = [(await client.heard(lambda message: message.get("total") == 2))["ids"] for client in people]
    assert handles[0] == handles[1]
    visitor = both.first.lobby.sessions.visitor(handles[0][1])
    assert visitor is not None
    assert visitor.id == "bob"


async def test_an_invitation_and_its_end_reach_the_other_process(both: Both) -> None:
    bob = page(both.second, "bob")
    match_id = await open_table(both.host, "ann", "bob")
    await bob.heard(lambda message: message["t"] == "call")
    bob.tell(t="answer", m=match_id)
    await bob.heard(lambda message: message["t"] == "calloff")


async def test_ratings_reach_the_other_process(both: Both) -> None:
    reader, ann = page(both.second, None), page(both.first, "m-ann")
    reader.tell(t="hall", what="people")
    both.second.lobby.sessions.rated("m-ann", {"": Decimal("512.50")})
    notice = await ann.heard(lambda message: message["t"] == "rated")
    assert notice["ratings"] == {"": 512.5}
    await reader.heard(
        lambda message: [person.get("rating") for person in message.get("people", [])] == [512]
    )


async def test_who_searches_at_another_process_is_found(both: Both) -> None:
    ann, bob = page(both.first, "ann"), page(both.second, "bob")
    for seeker in (bob, ann):
        seeker.tell(t="seek", game="tabla", speed="slow")
    went = [await seeker.heard(lambda message: message["t"] == "go") for seeker in (ann, bob)]
    assert went[0]["m"] == went[1]["m"]


async def test_another_process_takes_the_searches_over(both: Both) -> None:
    ann, bob = page(both.first, "ann"), page(both.second, "bob")
    ann.tell(t="seek", game="tabla", speed="slow")
    await ann.heard(lambda message: message["t"] == "seeking")
    both.pairs[:] = ["two"]
    bob.tell(t="seek", game="tabla", speed="slow")
    assert (await bob.next_message("seeking"))["others"] == 0
    ann.tell(t="seek", game="tabla", speed="slow")
    went = [await seeker.next_message("go") for seeker in (ann, bob)]
    assert went[0]["m"] == went[1]["m"]
    both.pairs[:] = ["one"]
    cid = page(both.first, "cid")
    cid.tell(t="seek", game="tabla", speed="slow")
    assert (await cid.next_message("seeking"))["others"] == 0, (
        "whom another has paired does not search here any more"
    )


async def test_a_public_table_goes_with_its_owner_from_any_process(tmp_path: Path) -> None:
    times = SHORT._replace(linger=10, table_check=10, absent=30)
    async with processes(tmp_path, times) as both:
        await goes_with_its_owner(both)


async def goes_with_its_owner(both: Both) -> None:
    ann, bob, reader = page(both.second, "ann"), page(both.first, "bob"), page(both.first, None)
    await reader_knows(both, "ann")
    reader.tell(t="hall", what="open")
    by_ann, by_bob, by_eve = [await open_table(both.host, who) for who in ("ann", "bob", "eve")]
    invited = await open_table(both.host, "ann", "cid")
    hidden = await both.host.open(TableRequest(Terms("tabla"), (player("ann"), None), wait=300_000, by=0))
    await reader.heard(lambda message: set(message.get("ids", ())) == {by_ann, by_bob})
    ann.close(1000)
    await reader.heard(lambda message: message.get("ids") == [by_bob])
    assert bob.closed is None
    for match_id, phase in ((by_ann, "over"), (by_eve, "over"), (invited, "open"), (hidden, "open")):
        live_match = await both.host.live_match(match_id)
        assert live_match is not None
        assert live_match.match.phase == phase


async def reader_knows(both: Both, who: str) -> None:
    """Until the first process has heard of somebody at the second."""
    roll = both.first.lobby.sessions.online.users
    async with asyncio.timeout(PATIENCE):
        while roll.find(roll.handle(who)) is None:  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def test_what_the_bus_lost_is_read_from_the_journal(both: Both) -> None:
    both.second.bus.deaf.add(LOBBY)
    bob = page(both.second, "bob")
    bob.tell(t="hall", what="open")
    match_id = await open_table(both.host, "ann")
    invited = await open_table(both.host, "ann", "bob")
    assert bob.got[-1]["total"] == 0
    await both.second.lobby.lists.reconcile(whole=False)
    await bob.heard(lambda message: message.get("ids") == [match_id])
    assert (await bob.heard(lambda message: message["t"] == "call"))["card"]["id"] == invited


async def test_those_who_look_on_are_counted_over_all_processes(tmp_path: Path) -> None:
    async with processes(tmp_path, spectator_times=SpectatorTimeouts(10, 50, 200)) as both:
        await counted_over_all_processes(both)


async def counted_over_all_processes(both: Both) -> None:
    match_id = await open_table(both.host, "ann")
    near = [page(both.first, None) for _ in range(2)]
    far = [page(both.second, None) for _ in range(3)]
    for watcher in (*near, *far):
        await watcher.look(match_id)

    async def counted(watcher: Page, n: int) -> None:
        await watcher.heard(lambda message: message["t"] == "crowd" and message["n"] == n)
        watcher.got.clear()

    await counted(near[0], 5)
    await counted(far[0], 5)
    far[2].close(1000)
    await counted(near[0], 4)
    both.second.bus.peers[:] = []  # what it says is not heard any more
    await counted(near[0], 2)
    assert (await near[0].state(match_id))["crowd"] == 2
