"""The tables as a process sees them that need not be their host: commands travel, copies are read here."""

import asyncio
import logging
from collections import defaultdict

from zaria.live.clock import Now
from zaria.live.cluster import wire
from zaria.live.cluster.copies import PAUSE, Copies
from zaria.live.cluster.node import Node
from zaria.live.cluster.nodes import Change
from zaria.live.cluster.requests import Requests
from zaria.live.journal.base import Journal, StoreUnavailableError
from zaria.live.lobby.messages import LOBBY, Listed
from zaria.live.matches.live_match import Answer, LiveMatch
from zaria.live.matches.match_service import NO_LAG, Lag, TablePresence
from zaria.live.matches.match_store import MatchStore, Use
from zaria.live.matches.outage import STATUS
from zaria.live.matches.rating_policy import RatingPolicy
from zaria.live.matches.table_request import TableRequest
from zaria.live.matches.timeouts import Timeouts
from zaria.live.sockets.protocol import Status
from zaria.match.commands import Cancel, Command

log = logging.getLogger(__name__)

LOOK = 5.0
"""Seconds after which the hosts are told again who looks at what, and who is at his table (`keeper.HERE`)."""
_MANY = 200
"""Matches in one such message."""


class Remote:
    """`Tables` for a process that reaches the hosts over Redis."""

    def __init__(self, node: Node, journal: Journal, now: Now, times: Timeouts) -> None:
        """Made before the node is started."""
        self._node = node
        self._now = now
        self._times = times
        self._opener = MatchStore(journal, _unused, _unused, _pause, self._unwanted)
        self._requests = Requests(node)
        self._copies = Copies(node, journal, now, self._looking)
        self._here: dict[tuple[str, str], None] = {}
        self._new: list[str] = []
        self._flows: bool | None = None
        self._told_at = asyncio.get_running_loop().time()
        node.on_beat.append(self._beat)
        node.on_hosts.append(self._hosts)
        node.on_up.append(self._up)

    def rate_by(self, policy: RatingPolicy) -> None:
        """Let `policy` say which new matches are rated."""
        self._opener.policy = policy

    async def open(self, order: TableRequest) -> str:
        """Open a match and store it; returns its id. Raises `Refused`, or `Away` after a while."""
        try:
            async with asyncio.timeout(self._times.page / 1000):
                event, card = await self._opener.open(order, self._now())
        except TimeoutError:
            raise StoreUnavailableError("no table can be opened") from None
        self._node.bus.publish(LOBBY, Listed.of(event.id, card))
        if event.until is not None:
            self._looking(event.id)
        return event.id

    async def room(self, match_id: str) -> LiveMatch | None:
        """The match to read, None if there is none. Raises `Away` after a while."""
        try:
            async with asyncio.timeout(self._times.page / 1000):
                return await self._copies.read(match_id)
        except TimeoutError:
            raise StoreUnavailableError("no match can be read") from None

    def use(self, match_id: str, use: Use) -> None:
        """Call `use` with a copy of the match (None: there is none): at once if there is a good one."""
        self._copies.use(match_id, use)

    def release(self, match_id: str) -> None:
        """Nobody here looks at this match any more; harmless if somebody does."""
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
        """Have the owner carry out a command read at `at` (ms)."""

        def ask(sender: str, n: int) -> wire.Said:
            return wire.CommandRequest(sender, n, match_id, actor, cid, command, at, lag.think, lag.rtt)

        self._requests.ask(match_id, ask, answer)

    def here(self, match_id: str, player_id: str, where: str, state: TablePresence) -> None:
        """A player has come to his table in this process, or gone from it."""
        if state == "here":
            self._here[match_id, player_id] = None
        else:
            self._here.pop((match_id, player_id), None)
        owner = self._node.members.owner(match_id)
        if owner is not None:
            self._node.tell(owner, wire.Here(match_id, player_id, self._node.id, state))

    def again(self, match_id: str, actor: str, no: bool, answer: Answer) -> None:
        """Have the owner offer a rematch or accept it."""
        self._requests.ask(match_id, lambda sender, n: wire.Rematch(sender, n, match_id, actor, no), answer)

    def told(self, told: wire.CommandResult) -> None:
        """A host has answered a request."""
        self._requests.told(told)

    def close(self) -> None:
        """Ask and read nothing more."""
        self._requests.close()
        self._copies.close()

    def _unwanted(self, match_id: str, player_id: str) -> None:
        """Whoever ordered this table was told that it cannot be set: clear it."""
        self.command(match_id, player_id, "unwanted", Cancel(), self._now(), lambda seq, code: None)

    def _looking(self, match_id: str) -> None:
        """Tell the owner soon, with all others to whom somebody comes in this turn of the event loop."""
        if not self._new:
            asyncio.get_running_loop().call_soon(self._tell_new)
        self._new.append(match_id)

    def _tell_new(self) -> None:
        new, self._new = self._new, []
        self._tell(new, [])

    def _beat(self) -> None:
        self._see()
        now = asyncio.get_running_loop().time()
        if now - self._told_at >= LOOK:
            self._told_at = now
            self._tell_all()
            self._copies.compare()

    def _hosts(self, change: Change) -> None:
        """The new owners know nothing of who is here."""
        self._see()
        self._tell_all()

    def _up(self, up: bool) -> None:
        """The owners may have taken this process for dead, and its players for gone."""
        self._see()
        if up:
            self._tell_all()

    def _tell_all(self) -> None:
        self._tell(list(self._copies), list(self._here))

    def _tell(self, matches: list[str], here: list[tuple[str, str]]) -> None:
        owner = self._node.members.owner
        looks: dict[str | None, list[str]] = defaultdict(list)
        players: dict[str | None, list[tuple[str, str]]] = defaultdict(list)
        for match_id in matches:
            looks[owner(match_id)].append(match_id)
        for pair in here:
            players[owner(pair[0])].append(pair)
        for host in looks.keys() | players.keys():
            if host is not None:
                self._tell_one(host, looks[host], players[host])

    def _tell_one(self, host: str, matches: list[str], here: list[tuple[str, str]]) -> None:
        for start in range(0, max(len(matches), len(here)), _MANY):
            end = start + _MANY
            some = matches[start:end]
            numbers = [self._copies.number(match_id) for match_id in some]
            self._node.tell(host, wire.Looking(self._node.id, some, here[start:end], numbers))

    def _see(self) -> None:
        """Tell the sockets of this process when play stops, and when it goes on."""
        members = self._node.members
        flows = self._node.up and bool(members.hosts) and not members.stuck()
        if flows != self._flows:
            first, self._flows = self._flows is None, flows
            if not (first and flows):
                self._node.bus.deliver(STATUS, Status(up=flows))


def _unused(room: LiveMatch) -> None:
    """Matches are only opened there, not held."""


async def _pause() -> None:
    """The journal is away: wait before the next try."""
    await asyncio.sleep(PAUSE)
