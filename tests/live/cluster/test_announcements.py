"""Hosts know in the end all that a process announces to them once, although messages get lost."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.support.live.cluster_club import ANN, Club, Losses, held, hosting, until
from zaria.live.cluster import wire
from zaria.live.cluster.announcer import Announcer
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.nodes import NodeState, owner
from zaria.live.cluster.process import Process
from zaria.live.cluster.slicing import SLICE
from zaria.live.matches.table_request import TableRequest
from zaria.match import events as ev
from zaria.match.terms import Terms

BOB = ev.Player("bob", "Bob", "#777777")
QUIET = ClusterLimits(sweep=1_000_000, compare=1_000_000, announce=1_000_000)


def is_present(host: Process, match_id: str, player: str) -> bool:
    live_match = hosting(host)._store.have(match_id)
    return live_match is not None and hosting(host)._presence.present(live_match, player)


def of_kind(kind: type) -> Callable[[str, bytes], bool]:
    """Selects the messages between processes of one kind."""
    return lambda channel, message: (
        channel.startswith(wire.PROCESS) and isinstance(wire.decode(message), kind)
    )


async def test_an_arrival_and_a_departure_whose_messages_were_lost_are_found(club: Club) -> None:
    club.limits = QUIET
    host, web = await club.add("host", "web")
    match_id = await club.open(web, (ANN, BOB), host)
    arrival = Losses(web.node, of_kind(wire.Here), 1)
    web.match_service.here(match_id, "ann", web.node.id, "here")
    assert arrival.lost == 1
    await until(lambda: is_present(host, match_id, "ann"))
    web.match_service.here(match_id, "bob", web.node.id, "here")
    await until(lambda: is_present(host, match_id, "bob"))
    departure = Losses(web.node, of_kind(wire.Here), 1)
    web.match_service.here(match_id, "ann", web.node.id, "left")
    assert departure.lost == 1
    await until(lambda: not is_present(host, match_id, "ann"))
    assert is_present(host, match_id, "bob")


async def test_a_new_table_whose_message_was_lost_is_found(club: Club) -> None:
    """Its host must clear it when nobody comes."""
    club.limits = QUIET
    host, web = await club.add("host", "web")
    looking = Losses(web.node, of_kind(wire.Looking), 1)
    match_id = await web.match_service.open(TableRequest(Terms("tabla"), wait=3_600_000))
    web.match_service.use(match_id, lambda live_match: None)
    await until(lambda: looking.lost == 1)
    await until(lambda: hosting(host).seq(match_id) == 0)


async def test_a_request_to_repeat_that_was_lost_is_repeated(club: Club) -> None:
    club.limits = QUIET
    host, web = await club.add("host", "web")
    match_id = await club.open(web, (ANN, BOB), host)
    Losses(web.node, of_kind(wire.Here), 1)
    requests = Losses(host.node, of_kind(wire.Repeat), 1)
    web.match_service.here(match_id, "ann", web.node.id, "here")
    await until(lambda: requests.lost == 1)
    await until(lambda: is_present(host, match_id, "ann"))


async def test_players_are_at_their_table_when_it_is_loaded_again(club: Club) -> None:
    club.limits = QUIET
    host, web = await club.add("host", "web")
    match_id = await club.open(web, (ANN, BOB), host)
    web.match_service.here(match_id, "ann", web.node.id, "here")
    await until(lambda: is_present(host, match_id, "ann"))
    hosting(host)._store.forget(match_id)
    hosting(host).use(match_id, lambda live_match: None)
    await until(lambda: hosting(host).seq(match_id) == 0)
    assert is_present(host, match_id, "ann")
    assert not is_present(host, match_id, "bob")


async def test_players_of_a_process_that_dies_are_gone_and_are_back_when_it_is(club: Club) -> None:
    club.limits = QUIET
    host, web, second_web = await club.add("host", "web", "web")
    match_id = await club.open(web, (ANN, BOB), host)
    web.match_service.here(match_id, "ann", web.node.id, "here")
    second_web.match_service.here(match_id, "bob", second_web.node.id, "here")
    await until(lambda: is_present(host, match_id, "ann") and is_present(host, match_id, "bob"))
    beat, silent = web.node.members.beat, asyncio.Event()

    async def no_beat() -> None:
        if silent.is_set():
            raise OSError("cut off")
        await beat()

    web.node.members.beat = no_beat  # type: ignore[method-assign]
    silent.set()
    await until(lambda: not is_present(host, match_id, "ann"))
    assert is_present(host, match_id, "bob")
    silent.clear()
    await until(lambda: is_present(host, match_id, "ann"))


async def test_a_host_that_lets_go_of_its_matches_asks_who_watches_them(club: Club) -> None:
    """It was away for so short a moment that nobody noticed, so nobody announces anything by itself."""
    club.limits = QUIET
    owning, _, web = await club.add("host", "host", "web")
    match_id = await club.open(web, (ANN, BOB), owning)
    web.node.bus.subscribe(match_id, lambda message: None)
    web.match_service.use(match_id, lambda live_match: None)
    await until(lambda: hosting(owning).seq(match_id) == 0)
    before = held(owning, match_id)
    web.node.members._changed = lambda change: None
    owning.node._down("for a moment")
    await until(lambda: hosting(owning)._store.have(match_id) not in (None, before))


async def test_a_new_host_knows_who_is_at_its_tables(club: Club) -> None:
    club.limits = QUIET
    first, web = await club.add("host", "web")
    match_ids = [await club.open(web, (ANN, BOB), first) for _ in range(8)]
    for match_id in match_ids:
        web.match_service.here(match_id, "ann", web.node.id, "here")
    new_hosts: list[Process] = []
    while all(first.node.members.owns(match_id) for match_id in match_ids):
        new_hosts += await club.add("host")
    hosts = {process.node.id: process for process in (first, *new_hosts)}
    for match_id in match_ids:
        owning = hosts[owner(hosts, match_id) or ""]
        await until(lambda owning=owning, match_id=match_id: is_present(owning, match_id, "ann"))  # type: ignore[misc]
        assert held(owning, match_id).seq == 0


class Outbox:
    """A node that keeps the messages which it is to send."""

    def __init__(self, *hosts: str) -> None:
        self.id = "web"
        self.members = self
        self.hosts = hosts
        self.old: list[str] = []
        self.sent: list[tuple[str, wire.Looking]] = []

    def owner(self, key: str) -> str | None:
        return owner(self.hosts, key)

    def older_hosts(self) -> list[str]:
        return self.old

    def next_number(self, host: str) -> int:
        return sum(receiver == host for receiver, _ in self.sent) + 1

    def send_numbered(self, host: str, message: wire.Looking) -> None:
        self.sent.append((host, msgspec.structs.replace(message, n=self.next_number(host))))


class Watched(list[str]):
    """Copies of these matches."""

    def number(self, match_id: str) -> int:
        return len(match_id)


async def announced(announcer: Announcer) -> None:
    assert announcer._task is not None
    await announcer._task


async def test_everything_is_announced_in_slices_to_the_owners() -> None:
    node, match_ids = Outbox("h1", "h2"), [f"m{number}" for number in range(5 * SLICE + 1)]
    announcer = Announcer(node, Watched(match_ids), 60.0)  # type: ignore[arg-type]
    for match_id in match_ids:
        announcer._present[match_id, "ann"] = None
    announcer.announce_all(node.hosts)
    await announced(announcer)
    for host in node.hosts:
        own_ids = [match_id for match_id in match_ids if node.owner(match_id) == host]
        *parts, last = (message for receiver, message in node.sent if receiver == host)
        assert [match_id for part in parts for match_id in part.matches] == own_ids
        assert [seat for part in parts for seat in part.present] == [
            (match_id, "ann") for match_id in own_ids
        ]
        assert max(len(part.matches) + len(part.present) for part in parts) <= SLICE
        assert [part.began for part in parts] == [0] * len(parts)
        assert (last.began, last.n) == (1, len(parts) + 1)


async def test_an_announcement_begins_anew_when_hosts_change() -> None:
    node, match_ids = Outbox("h1"), [f"m{number}" for number in range(3 * SLICE)]
    announcer = Announcer(node, Watched(match_ids), 60.0)  # type: ignore[arg-type]
    announcer.announce_all(node.hosts)
    await asyncio.sleep(0)
    node.hosts = ("h1", "h2")
    announcer.announce_all(node.hosts)
    await announced(announcer)
    ends = [(host, message.began) for host, message in node.sent if message.began]
    assert Counter(host for host, _ in ends) == {"h1": 1, "h2": 1}
    named = [match_id for host, message in node.sent if host == "h2" for match_id in message.matches]
    assert named == [match_id for match_id in match_ids if node.owner(match_id) == "h2"]


@pytest.mark.parametrize("old", [[], ["h2"]])
async def test_only_hosts_of_an_older_version_are_repeated_everything(old: list[str]) -> None:
    node = Outbox("h1", "h2")
    node.old = old
    announcer = Announcer(node, Watched([f"m{number}" for number in range(20)]), 0.0)  # type: ignore[arg-type]
    for _ in range(3):
        announcer.on_beat()
        if announcer._task is not None:
            await announced(announcer)
    assert {host for host, _ in node.sent} == set(old)


def test_a_process_of_an_older_version_reads_what_this_one_says() -> None:
    class OlderHere(wire._NodeMessage, frozen=True, tag=3):
        match: str
        player: str
        where: str
        state: str

    class OlderState(msgspec.Struct, frozen=True):
        id: str
        roles: list[str]
        acts: bool = False
        stuck: bool = False

    message = wire.Here("m1", "ann", "web", "left", 7)
    older: Any = msgspec.msgpack.decode(wire.encode(message), type=OlderHere)
    assert (older.match, older.player, older.where, older.state) == ("m1", "ann", "web", "left")
    assert wire.decode(msgspec.msgpack.encode(older)) == wire.Here("m1", "ann", "web", "left")
    state = NodeState("h1", ["host"], acts=True, digests=3, sent={"h2": 4})
    older_state = msgspec.json.decode(msgspec.json.encode(state), type=OlderState)
    assert older_state == OlderState("h1", ["host"], acts=True)
    assert msgspec.json.decode(msgspec.json.encode(older_state), type=NodeState).sent is None
