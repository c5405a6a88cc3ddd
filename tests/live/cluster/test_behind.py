"""A host that has fewer events of a match in memory than are stored finds out, and so does a page."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.support.live.cluster_club import ANN, Club, hosting, played, program_acts, until
from tests.support.patience import PATIENCE
from zaria.live.cluster import wire
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.process import Process
from zaria.live.engines.answers import simplest_command
from zaria.live.journal.base import Done, Journal, Mark
from zaria.live.journal.rows import rows
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.table_request import TableRequest
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import decide
from zaria.match.terms import Terms

BOB = ev.Player("bob", "Bob", "#777777")

NO_SWEEP = ClusterLimits(sweep=1_000_000)


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

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.held: list[Callable[[], None]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def append(self, match_id: str, new_rows: Any, mark: Mark, done: Done, *more: Any) -> None:
        self.held.append(lambda: self._journal.append(match_id, new_rows, mark, done, *more))


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
