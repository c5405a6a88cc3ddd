"""Makes a host one of several: it takes the matches that it owns, and lets go of the others.

Whenever hosts come or go it looks through the running matches. Those new to it continue at once; if no host
attended to them for a while, because their host died or because everything was down, the running clock is
credited.

Hosts agree on nothing, and for a moment two of them may own the same match: the events that one stores are
then unknown to the other. So a host compares its matches with the journal again and again: when it comes up,
when hosts have come or gone and when all have noticed, when another process names a later event, and a slice
of them every second. A slice has the same size however many matches there are.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Coroutine, Iterable, Sequence
from functools import partial
from itertools import chain, repeat

from zaria.live.clock import Now
from zaria.live.cluster import wire
from zaria.live.cluster.attendance import Seat
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.node import Node
from zaria.live.cluster.nodes import GONE, Change, owner
from zaria.live.cluster.remote_presence import RemotePresence
from zaria.live.cluster.slicing import SLICE, Rounds, slices
from zaria.live.journal.base import Journal, StoreUnavailableError
from zaria.live.latency import Lag
from zaria.live.matches.host import Host
from zaria.live.matches.live_match import Answer, LiveMatch
from zaria.live.matches.outage import STATUS
from zaria.live.sockets.protocol.server import Status
from zaria.match import commands as cmd

log = logging.getLogger(__name__)

CALM = 0.2
"""Seconds to wait for further changes after a change of hosts."""
RECENT = 15_000
"""Milliseconds for which each sweep looks for a match that began to run: nothing may be said of it."""
OLDER = 10.0
"""Seconds between two sweeps of everything beside hosts of an older version, which send no digests."""
EARLY = 5.0
"""Seconds for which watched matches of other hosts are kept, whose watcher may know already that the host is
gone: longer than a host takes to notice the death of another."""
CAUSE = "bus"
"""Our name as a cause of an `Outage`."""
_AT_ONCE = 16
"""Matches read at the same time."""
_FIRST = (0, "")
"""The mark before all running matches."""


class MatchOwnership:
    """The host side of one process."""

    def __init__(self, node: Node, host: Host, journal: Journal, now: Now, limits: ClusterLimits) -> None:
        """Create it before the node is started."""
        self._node = node
        self._host = host
        self._journal = journal
        self._now = now
        self._sweep_s = limits.sweep / 1000
        self._present_s = limits.present / 1000
        self._loop = asyncio.get_running_loop()
        self._here_until: dict[tuple[str, str, str], float] = {}
        self._early: dict[str, float] = {}
        self._presence = RemotePresence(node, host, self._seen)
        self._working: set[tuple[str, int]] = set()
        self._queued: set[str] = set()
        self._slots = asyncio.Semaphore(_AT_ONCE)
        self._adopting: set[asyncio.Task[None]] = set()
        self._before: tuple[str, ...] = ()
        self._dead: set[str] = set()
        self._credited: set[str] = set()
        self._paused: dict[str, int] = {}
        self._stir = asyncio.Event()
        self._unsure_until = self._loop.time()
        self._swept_at = 0.0
        self._running_after = _FIRST
        self._loaded = Rounds(host.loaded_matches)
        self._attended = Rounds(self._presence.matches)
        self._task: asyncio.Task[None] | None = None
        self._leaving = False
        self._stuck = False
        node.bus.subscribe(STATUS, self._status)
        node.on_line.append(node.bus.publish_everything)
        node.on_up.append(self._up)
        node.on_hosts.append(self._hosts)
        node.on_beat.append(self._beat)

    def start(self) -> None:
        """Take our matches, now and after every change. The node is up."""
        self._task = asyncio.create_task(self._sweeps())

    def close(self) -> None:
        """Take no more commands; pending appends are still answered."""
        self._leaving = True
        if self._task is not None:
            self._task.cancel()
        self._host.close()

    def _unattended(self, match_id: str) -> bool:
        """Return whether a match had no living host before this one; True once for each match."""
        before = owner(self._before, match_id)
        if (before is None or before in self._dead) and match_id not in self._credited:
            self._credited.add(match_id)
            return True
        return False

    def receive(self, message: wire.NodeMessage) -> None:
        """Process a message of another process."""
        match message:
            case wire.CommandRequest():
                self._ask(message)
            case wire.Rematch():
                if self._takes(message.sender, message.n, message.match):
                    answer = partial(self._answer, message.sender, message.n)
                    self._host.again(message.match, message.actor, no=message.no, answer=answer)
            case wire.Here():
                self._presence.here(message)
                self._expire_later(message, [(message.match, message.player)], message.state)
            case wire.Looking():
                if self._presence.looking(message):
                    self._looking(message)
                    self._expire_later(message, message.present, "here")

    # requests of the sockets and pages of this process: nothing travels

    def takes(self, match_id: str) -> bool:
        """Return whether this process executes the commands of a match now, and knows all its events.

        After it has stood still others may have stored some: it first gives up its matches.
        """
        return not self._leaving and self._node.is_fresh and self._node.members.owns(match_id)

    def command(
        self,
        match_id: str,
        actor: str | None,
        cid: str,
        command: cmd.Command,
        at: int,
        answer: Answer,
        lag: Lag,
    ) -> None:
        """Execute a command of a match that this host `takes`; the answer may be `wire.MOVED`."""
        self._take(match_id)
        self._host.command(match_id, actor, cid, command, at, answer, lag)

    def in_memory(self, match_id: str) -> LiveMatch | None:
        """The match, if this host owns it and has it in memory as it is stored.

        Not while hosts come and go: another one may have stored events, and not all is compared yet.
        """
        is_sure = self._loop.time() >= self._unsure_until and self.takes(match_id)
        return self._host.in_memory(match_id) if is_sure else None

    async def load(self, match_id: str) -> None:
        """Have the match in memory, if this host owns it."""
        if self.takes(match_id):
            async with self._slots:
                await self._adopt(match_id)

    # messages of other processes

    def _ask(self, ask: wire.CommandRequest) -> None:
        if isinstance(ask.command, cmd.Credit):
            log.error("match %s: %s asked for a credit", ask.match, ask.sender)
        elif self._takes(ask.sender, ask.n, ask.match):
            at, lag = min(ask.at, self._now()), Lag(ask.think, ask.rtt)
            answer = partial(self._answer, ask.sender, ask.n)
            self._host.command(ask.match, ask.actor, ask.cid, ask.command, at, answer, lag)

    def _takes(self, sender: str, n: int, match_id: str) -> bool:
        """Return whether to execute a request now; answer it if not."""
        if not self.takes(match_id):
            self._node.send(sender, wire.CommandResult(n, -1, wire.MOVED))
            return False
        if (sender, n) in self._working:
            self._node.send(sender, wire.CommandResult(n, -1, wire.WAIT))
            return False
        self._working.add((sender, n))
        self._take(match_id)
        return True

    def _answer(self, sender: str, n: int, seq: int, code: str | None) -> None:
        self._working.discard((sender, n))
        self._node.send(sender, wire.CommandResult(n, seq, code))

    def _looking(self, message: wire.Looking) -> None:
        """Have the watched matches in memory, as far as their watchers know them."""
        is_remote = message.where != self._node.id
        for match_id, number in zip(message.matches, chain(message.numbers, repeat(-1)), strict=False):
            if is_remote and self._node.bus.on_watcher(match_id):
                self._host.publish_last(match_id)
            if self._host.seq(match_id) >= 0:
                self._host.pipeline.catch_up(match_id, number)
            elif self._node.members.owns(match_id):
                self._take_in_turn(match_id)
            else:
                self._early[match_id] = self._loop.time() + EARLY

    def _expire_later(self, message: wire.Here | wire.Looking, seats: Iterable[Seat], state: str) -> None:
        """Note until when players are present whom a process of an older version sees."""
        if message.n:
            return
        for match_id, player in seats:
            self._here_until.pop((match_id, player, message.where), None)
            if state == "here":
                until = self._loop.time() + self._present_s
                self._here_until[match_id, player, message.where] = until  # kept in order of expiry

    def _seen(self, match_id: str) -> None:
        """A player is at the table of this match: load it if it is ours."""
        if self._node.members.owns(match_id):
            self._take_in_turn(match_id)

    def _take_in_turn(self, match_id: str) -> None:
        """Load one of our matches soon: there may be thousands, and those with a command come first."""
        if match_id not in self._queued:
            self._queued.add(match_id)
            self._start(self._adopt_in_turn(match_id))

    async def _adopt_in_turn(self, match_id: str) -> None:
        async with self._slots:
            self._queued.discard(match_id)
            await self._adopt(match_id)

    def _take(self, match_id: str) -> None:
        """Load one of our matches, with a credit if it was unattended."""
        if self._host.seq(match_id) < 0:
            self._start(self._adopt(match_id))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)

    async def _adopt(self, match_id: str) -> None:
        if self._host.seq(match_id) < 0 and self._node.members.owns(match_id):
            since = self._paused.get(match_id)
            credit, since = (True, None) if self._unattended(match_id) else (since is not None, since)
            if await self._host.adopt(match_id, credit=credit, since=since):
                self._early.pop(match_id, None)
            else:  # try again for a while
                self._early.setdefault(match_id, self._loop.time() + EARLY)

    def _up(self, up: bool) -> None:  # noqa: FBT001 - a listener
        if not up:
            self._host.outage.begin(CAUSE)
            self._paused = {match_id: self._host.seq(match_id) for match_id in self._host.loaded_matches()}
            return
        # Acting hosts may have continued our matches meanwhile, or have just come back themselves. The
        # journal decides: a host that takes over from a dead one credits it. If none acts, none has.
        self._node.bus.publish_everything()
        self._before = self._node.members.hosts
        self._credited.clear()
        until = self._loop.time() + self._present_s
        self._here_until = dict.fromkeys(self._here_until, until)  # none could arrive
        if self._before:
            for match_id in self._host.loaded_matches():
                self._host.let_go(match_id)
        if self._host.outage.on:
            self._host.outage.end(CAUSE)
        self._stirred()

    def _hosts(self, change: Change) -> None:
        self._node.bus.publish_everything()
        self._dead |= change.died
        self._dead -= change.came
        self._stirred()

    def _stirred(self) -> None:
        """Sweep now, and again when a host that has not noticed the change counts itself as dead."""
        self._unsure_until = self._loop.time() + GONE
        self._stir.set()

    def _status(self, status: Status) -> None:
        """Announce whether our store is away."""
        stuck = self._host.outage.on and self._node.up
        if stuck != self._stuck:
            self._stuck = stuck
            self._node.members.say(stuck=stuck)
            self._node.announce()
            self._stirred()

    def _beat(self) -> None:
        """Mark players whose presence was not repeated as away."""
        now = self._loop.time()
        while self._node.up and self._here_until and next(iter(self._here_until.values())) <= now:
            match_id, player, where = next(iter(self._here_until))
            del self._here_until[match_id, player, where]
            self._presence.leave(where, (match_id, player))

    async def _sweeps(self) -> None:
        while True:
            try:
                if self._node.up:
                    began = self._loop.time()
                    if self._is_whole_due(began):
                        await self._sweep()
                        self._swept_at = began
                    else:
                        await self._sweep_slice()
                    async with asyncio.timeout(GONE if began < self._unsure_until else self._sweep_s):
                        await self._stir.wait()
                else:
                    await self._stir.wait()
                await asyncio.sleep(CALM)
                self._stir.clear()
            except TimeoutError:
                continue
            except StoreUnavailableError:
                await asyncio.sleep(1)
            except Exception:
                log.exception("match ownership: a sweep failed")
                await asyncio.sleep(1)

    def _is_whole_due(self, now: float) -> bool:
        """Return whether all matches are swept now."""
        is_late = now - self._swept_at >= OLDER and bool(self._node.members.older_hosts())
        return is_late or self._swept_at < self._unsure_until

    async def _sweep(self) -> None:
        """Let go of others' matches, take ours, and compare them with the journal."""
        hosts = self._node.members.hosts
        for match_ids in slices(self._host.loaded_matches()):
            self._let_go(match_ids)
            await asyncio.sleep(0)
        await self._take_early()
        for match_ids in slices(self._presence.matches()):
            await self._adopt_all(match_ids)
        for match_ids in slices(await self._journal.running()):
            await self._adopt_all(match_ids)
        await self._host.pipeline.compare(self._host.loaded_matches())
        if self._node.up and hosts == self._node.members.hosts:
            self._before = hosts
            self._dead.intersection_update(hosts)
            self._credited.clear()
            self._paused.clear()

    async def _sweep_slice(self) -> None:
        """Sweep the next slice of the matches: what no message has announced is found, if later."""
        await self._take_early()
        await self._adopt_recent()
        running = await self._journal.running_after(self._running_after, SLICE)
        self._running_after = running[-1] if len(running) == SLICE else _FIRST
        await self._adopt_all([match_id for _, match_id in running])
        await self._adopt_all(self._attended.next_slice())
        match_ids = self._loaded.next_slice()
        self._let_go(match_ids)
        await self._host.pipeline.compare(match_ids)

    async def _adopt_recent(self) -> None:
        """Load the new ones of our matches: the process that opened one may have died before it said so."""
        running: Sequence[tuple[int, str]] = [(self._now() - RECENT, "")]
        while running:
            running = await self._journal.running_after(running[-1], SLICE)
            await self._adopt_all([match_id for _, match_id in running])

    async def _adopt_all(self, match_ids: Sequence[str]) -> None:
        """Load those of these running matches that are ours."""
        owns = self._node.members.owns
        unloaded = [match_id for match_id in match_ids if owns(match_id) and self._host.seq(match_id) < 0]
        for start in range(0, len(unloaded), _AT_ONCE):
            if self._node.up:
                await asyncio.gather(*map(self._adopt, unloaded[start : start + _AT_ONCE]))
        await asyncio.sleep(0)

    async def _take_early(self) -> None:
        """Load the watched matches that are ours by now, or could not be read before."""
        try:
            await self._adopt_all(list(self._early))
        finally:
            now = self._loop.time()
            self._early = {match_id: until for match_id, until in self._early.items() if until > now}

    def _let_go(self, match_ids: Sequence[str]) -> None:
        """Let go of others' matches, and of those in which nothing can happen."""
        foreign = []
        for match_id in match_ids:
            if self._node.members.owns(match_id):
                self._host.release(match_id)
            else:
                foreign.append(match_id)
        self._leave(foreign)

    def _leave(self, matches: Iterable[str]) -> None:
        """Let go of others' matches, except those with a pending append.

        Their owner may have loaded them before our last append: where a program must act, only this message
        makes the owner read the match again.
        """
        numbers_by_host: dict[str, dict[str, int]] = defaultdict(dict)
        for match_id in matches:
            number, acts = self._host.seq(match_id), self._host.program_acts(match_id)
            host = self._node.members.owner(match_id)
            if self._host.let_go(match_id) and acts and host is not None:
                numbers_by_host[host][match_id] = number
        for host, numbers in numbers_by_host.items():
            for some in slices(list(numbers)):
                last_numbers = [numbers[match_id] for match_id in some]
                self._node.send(host, wire.Looking(self._node.id, list(some), [], last_numbers))

    def on_stored(self, match_id: str, number: int) -> None:
        """Another host has stored this event: catch up if the match is here, or take it if it is ours."""
        if self._host.seq(match_id) >= 0:
            self._host.pipeline.catch_up(match_id, number)
        elif self._node.members.owns(match_id):
            self._take_in_turn(match_id)

    def compare_all(self) -> None:
        """Compare all matches with the journal soon: another host may have stored events."""
        self._stirred()

    def stays(self, match_id: str) -> bool:
        """Return whether a match stays here after a command; hand it over if not."""
        if not self._node.up or self._node.members.owns(match_id):
            return True
        self._leave([match_id])
        return False
