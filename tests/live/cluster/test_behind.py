"""A host that has fewer events of a match in memory than are stored finds out, and so does a page."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.patience import PATIENCE
from tests.support.services import Redis
from zaria.live.app import bot_player
from zaria.live.clock import steady
from zaria.live.cluster import wire
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.nodes import owner
from zaria.live.cluster.process import Process
from zaria.live.engines.answers import simplest_command
from zaria.live.engines.threads import EngineThreads
from zaria.live.journal.base import Done, Mark
from zaria.live.journal.rows import rows
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.matches.hooks import HostConfig
from zaria.live.matches.host import Host
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.table_request import TableRequest
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import decide
from zaria.match.terms import Terms

ANN = ev.Player("ann", "Ann", "#777777")
BOB = ev.Player("bob", "Bob", "#777777")
BOT = bot_player("plain")

NO_SWEEP = ClusterLimits(sweep=1_000_000)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110  what it waits for is in another process, in part
            await asyncio.sleep(0.005)


class Club:
    """Processes on one loop, with a journal that they share."""

    def __init__(self, redis: Redis, journal: SqliteJournal) -> None:
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


@pytest.fixture
async def club(own_redis: Redis, tmp_path: Path) -> AsyncIterator[Club]:
    club = Club(own_redis, await SqliteJournal.connect(tmp_path / "live.sqlite3"))
    yield club
    await club.close()


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


@pytest.mark.parametrize("late", [0.1, 0.06])
async def test_a_program_is_asked_about_what_another_host_has_stored(club: Club, late: float) -> None:
    """Redis is back, and the owner has risen, but says so a moment later: the web knows the other host alone.

    That one stores what ann does, and lets go of the match before it has asked the program.
    """
    other_host, late_owner, web = await club.add("host", "host", "web,bots")
    match_id, live_match = await played(club, web, late_owner)
    beat, busy = late_owner.node.members.beat, [late]

    async def slow_beat() -> None:
        if not web.node.up:  # the web process is back first, by a moment
            raise OSError("not yet")
        if late_owner.node.up and busy:
            await asyncio.sleep(busy.pop())
        await beat()

    other_host.node.settle += 0.1  # the owner is up first, if only by a moment
    await asyncio.to_thread(club.redis.kill)
    await until(lambda: not (other_host.node.up or late_owner.node.up or web.node.up))
    late_owner.node.members.beat = slow_beat  # type: ignore[method-assign]
    await asyncio.to_thread(club.redis.start)
    seq = await club.give(web, match_id, "ann", "move", simplest_command(live_match.match, 0))
    await program_acts(club, match_id, seq)


async def test_a_host_reads_what_a_page_knows(club: Club) -> None:
    """And asks the program that has to act now."""
    club.limits = NO_SWEEP
    host, web = await club.add("host", "web,bots")
    match_id, live_match = await played(club, web, host)
    seq = await club.store(live_match, "ann", simplest_command(live_match.match, 0))
    web.node.send(host.node.id, wire.Looking(web.node.id, [match_id], [], [seq]))
    await program_acts(club, match_id, seq)


async def test_a_host_finds_by_itself_what_is_stored(club: Club) -> None:
    club.limits = ClusterLimits(sweep=500)
    host, web = await club.add("host", "web,bots")
    match_id, live_match = await played(club, web, host)
    seq = await club.store(live_match, "ann", simplest_command(live_match.match, 0))
    await program_acts(club, match_id, seq)


async def test_a_page_finds_an_event_without_its_message(club: Club) -> None:
    """Nobody does anything more; the message about the last event was lost."""
    club.limits = NO_SWEEP._replace(announce=500)
    _, web = await club.add("host", "web")
    match_id = await web.match_service.open(TableRequest(Terms("tabla"), places=(ANN, BOB)))
    messages: asyncio.Queue[Any] = asyncio.Queue()
    began: asyncio.Future[LiveMatch | None] = asyncio.get_running_loop().create_future()
    web.node.bus.subscribe(match_id, messages.put_nowait)
    web.match_service.use(match_id, began.set_result)
    live_match = await began
    assert live_match is not None
    assert live_match.seq == 0
    events = decide(
        live_match.match, 0, cmd.Sit(ANN, "ab" * 16, live_match.match.seal), club.now(), live_match.dice
    )
    stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    club.journal.append(match_id, rows(1, events, "ann", "sit"), Mark.NONE, stored.set_result)
    assert await stored is None
    message: Any = None
    async with asyncio.timeout(PATIENCE):
        while getattr(message, "n", None) != len(events):
            message = await messages.get()


class SlowJournal:
    """A journal whose appends are stored when the test says so."""

    def __init__(self, journal: SqliteJournal) -> None:
        self._journal = journal
        self.held: list[Callable[[], None]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def append(self, match_id: str, new_rows: Any, mark: Mark, done: Done, card: Any = None) -> None:
        self.held.append(lambda: self._journal.append(match_id, new_rows, mark, done, card))


async def test_a_match_is_let_go_of_when_its_command_has_ended(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is another host's by then, which has to ask the program."""
    club.limits = NO_SWEEP
    host, web = await club.add("host", "web,bots")
    matches = [await played(club, web, host) for _ in range(6)]
    slow = SlowJournal(club.journal)
    monkeypatch.setattr(hosting(host).pipeline, "_journal", slow)
    for match_id, live_match in matches:
        hosting(host).command(
            match_id, "ann", "move", simplest_command(live_match.match, 0), club.now(), lambda seq, code: None
        )
    assert len(slow.held) == len(matches)
    new_hosts: list[Process] = []
    while not (gone := [match_id for match_id, _ in matches if not host.node.members.owns(match_id)]):
        new_hosts += await club.add("host")
    await until(
        lambda: all(any(hosting(new_host).seq(match_id) >= 0 for new_host in new_hosts) for match_id in gone)
    )
    before = {match_id: live_match.seq for match_id, live_match in matches}
    for store in slow.held:
        store()
    slow.held.clear()
    await until(lambda: not any(match_id in hosting(host).loaded_matches() for match_id in gone))
    for match_id in gone:
        await program_acts(club, match_id, before[match_id] + 1)


def test_what_is_looked_at_reads_the_same_in_other_versions() -> None:
    """An older one says no numbers, and takes no notice of them."""

    class Older(wire._NodeMessage, frozen=True, tag=5):
        where: str
        matches: list[str]
        here: list[tuple[str, str]] = []

    message = wire.Looking("web", ["m1", "m2"], [("m1", "ann")], [3, -1])
    older = msgspec.msgpack.decode(wire.encode(message), type=Older)
    assert (older.where, older.matches, older.here) == (message.where, message.matches, message.present)
    assert wire.decode(msgspec.msgpack.encode(older)) == wire.Looking("web", ["m1", "m2"], [("m1", "ann")])
