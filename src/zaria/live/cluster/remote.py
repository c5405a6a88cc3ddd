"""The matches in a process that is not their host: commands travel, copies are read here."""

import asyncio
import logging

from zaria.live.clock import Now
from zaria.live.cluster import wire
from zaria.live.cluster.announcer import Announcer
from zaria.live.cluster.copies import PAUSE, Copies
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.match_ownership import MatchOwnership
from zaria.live.cluster.node import Node
from zaria.live.cluster.nodes import Change, generation
from zaria.live.cluster.requests import Requests
from zaria.live.fanout import Fanout
from zaria.live.journal.base import Journal, StoreUnavailableError
from zaria.live.latency import NO_LAG, Lag
from zaria.live.matches.hooks import HostConfig
from zaria.live.matches.live_match import Answer, LiveMatch
from zaria.live.matches.match_service import TablePresence
from zaria.live.matches.match_store import MatchStore, Use
from zaria.live.matches.messages import LOBBY, ListingChanged
from zaria.live.matches.outage import STATUS
from zaria.live.matches.table_request import TableRequest
from zaria.live.sockets.protocol.server import OwnerAddress, Status
from zaria.match.commands import Cancel, Command

log = logging.getLogger(__name__)


class RemoteMatchService:
    """The `MatchService` of a process that reaches the hosts through Redis."""

    def __init__(
        self,
        node: Node,
        journal: Journal,
        now: Now,
        config: HostConfig,
        limits: ClusterLimits,
        ownership: MatchOwnership | None = None,
    ) -> None:
        """Create it before the node is started. `ownership`: the matches of the host in this process."""
        self._node = node
        self._ownership = ownership
        self._now = now
        self._times = config.times
        self._compare_s = limits.compare / 1000
        self._opener = MatchStore(journal, _unused, _unused, _pause, self._unwanted, config.hooks)
        self._requests = Requests(node)
        self._copies = Copies(node, journal, now, self._looking, ownership)
        self._announcer = Announcer(node, self._copies, limits.announce / 1000)
        self._fanout = Fanout()
        self._flows: bool | None = None
        self._compared_at = asyncio.get_running_loop().time()
        node.on_beat.append(self._beat)
        node.on_hosts.append(self._hosts)
        node.on_up.append(self._up)
        node.on_line.append(self._line)

    async def open(self, request: TableRequest, match_id: str | None = None) -> str:
        """Store a new match; return its id. Raises `CommandRefusedError` or `StoreUnavailableError`.

        With `match_id` it gets this id; raises `ConflictError` if that exists. A match that some host is too
        old to play waits until that host is replaced.
        """
        if generation(request.terms, request.places) > self._node.members.generation():
            raise StoreUnavailableError("a host of the last release cannot play such a match")
        try:
            async with asyncio.timeout(self._times.page / 1000):
                event, card = await self._opener.open(request, self._now(), match_id)
        except TimeoutError:
            raise StoreUnavailableError("no table can be opened") from None
        self._node.bus.publish(LOBBY, ListingChanged.of(event.id, card))
        if event.until is not None:
            self._looking(event.id)
        return event.id

    async def live_match(self, match_id: str) -> LiveMatch | None:
        """The match for reading, None if there is none. Raises `StoreUnavailableError` after a while."""
        try:
            async with asyncio.timeout(self._times.page / 1000):
                return await self._copies.read(match_id)
        except TimeoutError:
            raise StoreUnavailableError("no match can be read") from None

    def use(self, match_id: str, use: Use) -> None:
        """Call `use` with a copy of the match (None: there is none): at once if a valid one is here."""
        self._copies.use(match_id, use)

    def release(self, match_id: str) -> None:
        """Forget a match that nobody watches any more; harmless if somebody does."""
        self._copies.release(match_id)

    def command(
        self,
        match_id: str,
        actor: str | None,
        cid: str,
        command: Command,
        at: int,
        answer: Answer,
        lag: Lag = NO_LAG,
    ) -> None:
        """Have the owner execute a command read at `at` (ms)."""

        def ask(sender: str, n: int) -> wire.NodeMessage:
            return wire.CommandRequest(sender, n, match_id, actor, cid, command, at, lag.think, lag.rtt)

        def answer_here(seq: int, code: str | None) -> None:
            if code == wire.MOVED:
                self._requests.ask(match_id, ask, answer)
            else:
                answer(seq, code)

        if self._ownership is not None and self._ownership.takes(match_id):
            self._ownership.command(match_id, actor, cid, command, at, answer_here, lag)
        else:
            self._requests.ask(match_id, ask, answer)

    def here(self, match_id: str, player_id: str, where: str, state: TablePresence) -> None:
        """Announce that a player has come to the table in this process, or left it."""
        self._announcer.here(match_id, player_id, state)

    def again(self, match_id: str, actor: str, *, no: bool, answer: Answer) -> None:
        """Have the owner offer a rematch or accept it."""
        self._requests.ask(match_id, lambda sender, n: wire.Rematch(sender, n, match_id, actor, no), answer)

    def better_address(self, match_id: str) -> str:
        """The address of the owner, if it is another process and has one."""
        members = self._node.members
        return "" if members.owns(match_id) else members.owner_address(match_id)

    def on_result(self, result: wire.CommandResult) -> None:
        """Process a host's answer to a request."""
        self._requests.on_result(result)

    def on_repeat(self, host: str) -> None:
        """A host lacks a message of this process: announce everything to it."""
        self._announcer.announce_all([host])

    def on_stored(self, match_id: str, number: int) -> None:
        """Process the news that a host has stored and published event `number` of a match."""
        self._copies.on_stored(match_id, number)

    def compare_all(self) -> None:
        """Compare all copies with the journal: which events were stored is not known."""
        self._copies.compare(whole=True)

    def close(self) -> None:
        """Stop asking and reading."""
        self._requests.close()
        self._announcer.close()
        self._copies.close()

    def _unwanted(self, match_id: str, player_id: str) -> None:
        """Clear a table whose request has been refused meanwhile."""
        self.command(match_id, player_id, "unwanted", Cancel(), self._now(), lambda seq, code: None)

    def _looking(self, match_id: str) -> None:
        self._announcer.looking(match_id)

    def _beat(self) -> None:
        self._see()
        now = asyncio.get_running_loop().time()
        if self._announcer.on_beat():  # such hosts send no digests
            self._copies.compare(whole=True)
        elif now - self._compared_at >= self._compare_s:
            self._compared_at = now
            self._copies.compare()

    def _hosts(self, change: Change) -> None:
        """Announce watchers and players to the owners, and look for events of hosts that have died."""
        self._see()
        self._announcer.announce_all(self._node.members.hosts)
        self._copies.compare(whole=True)
        self._fanout.send(tuple(self._copies), self._send_address)

    def _send_address(self, match_id: str) -> None:
        """Let the players of a match move to its owner."""
        address = self.better_address(match_id)
        if address:
            self._node.bus.deliver(match_id, OwnerAddress(match_id, address))

    def _up(self, up: bool) -> None:  # noqa: FBT001 - a listener
        """Announce everything again: the owners may have considered this process dead."""
        self._see()
        if up:
            self._announcer.announce_all(self._node.members.hosts)

    def _line(self) -> None:
        """Announce everything again: the owners may have noticed that nothing arrived here."""
        self._announcer.announce_all(self._node.members.hosts)

    def _see(self) -> None:
        """Notify the sockets of this process when play pauses, and when it continues."""
        members = self._node.members
        flows = self._node.up and bool(members.hosts) and not members.stuck()
        if flows != self._flows:
            first, self._flows = self._flows is None, flows
            if not (first and flows):
                self._node.bus.deliver(STATUS, Status(up=flows))


def _unused(live_match: LiveMatch) -> None:
    """A placeholder: matches are only opened there, not held."""


async def _pause() -> None:
    """Wait before the next try at an unavailable journal."""
    await asyncio.sleep(PAUSE)
