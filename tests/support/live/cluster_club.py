"""Processes of a cluster on the event loop of a test, with a journal that they share."""

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tests.support.patience import PATIENCE
from tests.support.services import Redis
from zaria.live.app import bot_player
from zaria.live.clock import steady
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.node import Node
from zaria.live.cluster.nodes import owner
from zaria.live.cluster.process import Process
from zaria.live.cluster.redis_pubsub import Count
from zaria.live.engines.answers import simplest_command
from zaria.live.engines.threads import EngineThreads
from zaria.live.journal.base import Journal, Mark
from zaria.live.journal.rows import rows
from zaria.live.matches.hooks import HostConfig
from zaria.live.matches.host import Host
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.table_request import TableRequest
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import decide
from zaria.match.terms import Terms

ANN = ev.Player("ann", "Ann", "#777777")
BOT = bot_player("plain")


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110  what it waits for is in another process, in part
            await asyncio.sleep(0.005)


class Club:
    """Processes on one loop, with a journal that they share."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self.redis = redis
        self.journal = journal
        self.now = steady()
        self.processes: list[Process] = []
        self.limits = ClusterLimits()

    async def add(self, *roles: str) -> list[Process]:
        new = [self.process(role.split(",")) for role in roles]
        self.processes += new
        await asyncio.gather(*(process.start() for process in new))
        hosts = {process.node.id for process in self.processes if process.host is not None}
        for process in self.processes:
            process.node.look_again()
        await until(lambda: all(set(process.node.members.hosts) == hosts for process in self.processes))
        return new

    def process(self, roles: list[str]) -> Process:
        engines = EngineThreads()
        return Process(self.redis.url, roles, self.journal, self.now, 50, HostConfig(), engines, self.limits)

    async def close(self) -> None:
        for process in self.processes:
            await process.close()
        await self.journal.close()
        await asyncio.gather(*(process.stop() for process in self.processes))

    async def open(self, at: Process, places: Any, of: Process) -> str:
        """A match that this host owns."""
        hosts = of.node.members.hosts
        while True:
            match_id = await at.match_service.open(TableRequest(Terms("tabla"), places=places))
            if owner(hosts, match_id) == of.node.id:
                return match_id

    async def give(self, at: Process, match_id: str, player: str, cid: str, command: cmd.Command) -> int:
        """Give a command in this process; the number of its last event."""
        outcome: asyncio.Future[tuple[int, str | None]] = asyncio.get_running_loop().create_future()
        at.match_service.command(
            match_id, player, cid, command, self.now(), lambda seq, code: outcome.set_result((seq, code))
        )
        seq, code = await asyncio.wait_for(outcome, PATIENCE)
        assert code is None
        return seq

    async def stored(self, match_id: str) -> int:
        """The number of the last event."""
        return (await self.journal.numbers([match_id]))[match_id]

    async def store(self, live_match: LiveMatch, player: str, command: cmd.Command) -> int:
        """Another host stores what this command leads to, and dies; the number of the last event."""
        side = live_match.ids.index(player)
        events = decide(live_match.match, side, command, self.now(), live_match.dice)
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        new_rows = rows(live_match.seq + 1, events, player, "elsewhere")
        self.journal.append(live_match.id, new_rows, Mark.NONE, stored.set_result)
        assert await stored is None
        return live_match.seq + len(events)


def make_older(host: Process) -> None:
    """Let a host be of release 1.0, which numbers nothing, sends no digests and has no generation."""
    members = host.node.members
    members._state = lambda: replace(members._me, generation=0)  # type: ignore[method-assign]
    host.node.on_beat.remove(host._digest_sender._beat)


class Losses:
    """The messages of a process that nobody receives: the first `count` of those that `of` selects."""

    def __init__(self, node: Node, of: Callable[[str, bytes], bool], count: int = 1_000_000) -> None:
        self.lost = 0
        self.count = count
        self._of = of
        self._publish = node.pubsub.publish
        node.pubsub.publish = self.publish  # type: ignore[method-assign]

    def publish(self, channel: str, message: bytes, count: Count | None = None) -> None:
        if self.lost < self.count and self._of(channel, message):
            self.lost += 1
        else:
            self._publish(channel, message, count)


def hosting(process: Process) -> Host:
    assert process.host is not None
    return process.host


def held(process: Process, match_id: str) -> LiveMatch:
    live_match = hosting(process)._store.have(match_id)
    assert live_match is not None
    return live_match


async def played(club: Club, web: Process, host: Process) -> tuple[str, LiveMatch]:
    """A match against a program in which ann is to play a turn, and a page of ann in that process."""
    match_id = await club.open(web, (ANN, BOT), host)
    web.match_service.use(match_id, lambda live_match: None)
    web.match_service.here(match_id, "ann", web.node.id, "here")
    live_match = await web.match_service.live_match(match_id)
    assert live_match is not None
    await club.give(web, match_id, "ann", "sit", cmd.Sit(ANN, "ab" * 16, live_match.match.seal))
    for n in range(100):
        await until(lambda: held(host, match_id).match.to_act() == 0 and not held(host, match_id).busy)
        match = held(host, match_id).match
        if match.phase == "move":
            break
        await club.give(web, match_id, "ann", f"a{n}", simplest_command(match, 0))
    return match_id, held(host, match_id)


async def program_acts(club: Club, match_id: str, after: int) -> None:
    """Until more than this event is stored."""
    async with asyncio.timeout(PATIENCE):
        while await club.stored(match_id) <= after:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
