"""Hosts announce which matches got events: a process finds what it has missed, and only reads that."""

import asyncio
from typing import Any

from tests.support.live.cluster_club import ANN, Club, Losses, hosting, make_older, until
from tests.support.match.dice_matches import SEEDS
from tests.support.patience import PATIENCE
from zaria.live.cluster import wire
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.process import Process
from zaria.live.matches.live_match import LiveMatch
from zaria.match import commands as cmd
from zaria.match import events as ev

BOB = ev.Player("bob", "Bob", "#777777")
NO_COMPARISON = ClusterLimits(sweep=1_000_000, compare=1_000_000, digest=100)


class Watcher:
    """A page at a process: the highest event that it was sent."""

    def __init__(self, process: Process, match_id: str) -> None:
        self.last = -1
        self.began: asyncio.Future[LiveMatch | None] = asyncio.get_running_loop().create_future()
        process.node.bus.subscribe(match_id, self.receive)
        process.match_service.use(match_id, self.began.set_result)

    def receive(self, message: Any) -> None:
        self.last = max(self.last, getattr(message, "n", -1))


async def watched_match(club: Club, web: Process, host: Process) -> tuple[str, Watcher, cmd.Sit]:
    """A match of this host with a page at a web process, and a command for it."""
    match_id = await club.open(web, (ANN, BOB), host)
    watcher = Watcher(web, match_id)
    async with asyncio.timeout(PATIENCE):
        live_match = await watcher.began
    assert live_match is not None
    return match_id, watcher, cmd.Sit(ANN, SEEDS[0], live_match.match.seal)


async def store_behind(
    club: Club, owner: Process, other_host: Process, match_id: str, command: cmd.Sit
) -> None:
    """Have another host store an event of the owner's match; wait until the owner has it."""
    stored: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    hosting(other_host).command(
        match_id, "ann", "sit", command, club.now(), lambda seq, code: stored.set_result(seq)
    )
    seq = await stored
    assert seq > 0
    await until(lambda: hosting(owner).seq(match_id) == seq)


async def test_a_page_is_sent_an_event_whose_message_was_lost(club: Club) -> None:
    club.limits = NO_COMPARISON
    host, web = await club.add("host", "web")
    match_id, watcher, sit = await watched_match(club, web, host)
    losses = Losses(host.node, lambda channel, _: channel == wire.BUS + match_id)
    seq = await club.give(web, match_id, "ann", "sit", sit)
    await until(lambda: watcher.last == seq)
    assert losses.lost > 0


async def test_a_page_is_sent_the_last_event_when_the_last_digest_was_lost_too(club: Club) -> None:
    club.limits = NO_COMPARISON
    host, web = await club.add("host", "web")
    match_id, watcher, sit = await watched_match(club, web, host)
    Losses(host.node, lambda channel, _: channel == wire.BUS + match_id)
    losses = Losses(host.node, lambda channel, _: channel == wire.BUS + wire.DIGESTS)
    seq = await club.give(web, match_id, "ann", "sit", sit)
    await until(lambda: watcher.last == seq)
    assert losses.lost > 0


async def test_an_owner_reads_what_another_host_has_stored_behind_its_back(club: Club) -> None:
    club.limits = NO_COMPARISON
    owner, other_host, web = await club.add("host", "host", "web")
    match_id, _, sit = await watched_match(club, web, owner)
    web.match_service.here(match_id, "ann", web.node.id, "here")
    await until(lambda: hosting(owner).seq(match_id) == 0)
    await store_behind(club, owner, other_host, match_id, sit)


async def test_an_owner_takes_a_match_in_which_another_host_has_stored_events(club: Club) -> None:
    """A program may have to act, and the message of the other host that lets go of it may be lost."""
    club.limits = NO_COMPARISON
    owner, other_host, web = await club.add("host", "host", "web")
    match_id, _, sit = await watched_match(club, web, owner)
    await until(lambda: hosting(owner).seq(match_id) == 0)
    hosting(owner)._store.forget(match_id)
    await store_behind(club, owner, other_host, match_id, sit)


async def test_a_page_is_sent_an_event_of_an_older_host_whose_message_was_lost(club: Club) -> None:
    """A host of an older version sends no digests, and a slice of many copies comes too late."""
    club.limits = NO_COMPARISON._replace(announce=200)
    host, web = await club.add("host", "web")
    make_older(host)
    await until(lambda: web.node.members.older_hosts() == [host.node.id])
    match_id, watcher, sit = await watched_match(club, web, host)
    losses = Losses(host.node, lambda channel, _: channel == wire.BUS + match_id)
    seq = await club.give(web, match_id, "ann", "sit", sit)
    await until(lambda: watcher.last == seq)
    assert losses.lost > 0


async def test_a_digest_that_changes_nothing_reads_nothing(club: Club) -> None:
    club.limits = NO_COMPARISON
    host, web = await club.add("host", "web")
    match_id, watcher, sit = await watched_match(club, web, host)
    seq = await club.give(web, match_id, "ann", "sit", sit)
    await until(lambda: watcher.last == seq)
    copies = web.match_service._copies
    copy = copies._copies[match_id]
    before = copy.live_match
    copies.on_stored(match_id, seq)
    copies.on_stored("unknown", 9)
    assert copy.task is None
    assert copy.live_match is before
