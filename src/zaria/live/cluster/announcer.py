"""Announces to the hosts which matches this process watches, and which players are at their tables.

Each is announced once, by a numbered message to the owner of the match. Everything is announced again when
hosts have come or gone, and to a host that lacks a message: in slices, one in each turn of the event loop.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from zaria.live.cluster import wire
from zaria.live.cluster.attendance import Seat
from zaria.live.cluster.copies import Copies
from zaria.live.cluster.node import Node
from zaria.live.cluster.slicing import slices
from zaria.live.matches.match_service import TablePresence

log = logging.getLogger(__name__)


class Announcer:
    """Knows what the hosts must know of this process."""

    def __init__(self, node: Node, copies: Copies, repeat_s: float) -> None:
        """`repeat_s`: seconds until everything is repeated to hosts of an older version."""
        self._node = node
        self._copies = copies
        self._repeat_s = repeat_s
        self._repeated_at = asyncio.get_running_loop().time()
        self._present: dict[Seat, None] = {}
        self._new: list[str] = []
        self._waiting: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def here(self, match_id: str, player_id: str, state: TablePresence) -> None:
        """Announce that a player has come to the table in this process, or left it."""
        if state == "here":
            self._present[match_id, player_id] = None
        else:
            self._present.pop((match_id, player_id), None)
        owner = self._node.members.owner(match_id)
        if owner is not None:
            self._node.send_numbered(owner, wire.Here(match_id, player_id, self._node.id, state))

    def looking(self, match_id: str) -> None:
        """Announce the match to its owner soon, with all that get watchers in this turn of the loop."""
        if not self._new:
            asyncio.get_running_loop().call_soon(self._announce_new)
        self._new.append(match_id)

    def announce_all(self, hosts: Iterable[str]) -> None:
        """Announce to these hosts everything that concerns them, soon."""
        self._waiting.update(hosts)
        if self._waiting and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._announce_to_waiting())

    def on_beat(self) -> bool:
        """Repeat everything to hosts of an older version; return whether there were any, and it was time."""
        now = asyncio.get_running_loop().time()
        if now - self._repeated_at < self._repeat_s:
            return False
        self._repeated_at = now
        older_hosts = self._node.members.older_hosts()
        self.announce_all(older_hosts)
        return bool(older_hosts)

    def close(self) -> None:
        """Announce no more."""
        if self._task is not None:
            self._task.cancel()

    def _announce_new(self) -> None:
        match_ids, self._new = self._new, []
        for some in slices(match_ids):
            self._send(some, [], self._node.members.hosts)

    async def _announce_to_waiting(self) -> None:
        while self._waiting:
            hosts, self._waiting = self._waiting.intersection(self._node.members.hosts), set()
            try:
                await self._announce_everything(hosts)
            except Exception:  # the hosts that lack it ask for it
                log.exception("process: cannot announce everything")

    async def _announce_everything(self, hosts: Collection[str]) -> None:
        """Announce everything; stop when hosts come or go, as it then begins anew for all of them."""
        all_hosts = self._node.members.hosts
        began = {host: self._node.next_number(host) for host in hosts}
        for match_ids in slices(list(self._copies)):
            self._send(match_ids, [], hosts)
            await asyncio.sleep(0)
            if self._node.members.hosts != all_hosts:
                return
        for seats in slices(list(self._present)):
            self._send([], [seat for seat in seats if seat in self._present], hosts)
            await asyncio.sleep(0)
            if self._node.members.hosts != all_hosts:
                return
        for host, number in began.items():
            self._node.send_numbered(host, wire.Looking(self._node.id, [], began=number))

    def _send(self, match_ids: Sequence[str], seats: Sequence[Seat], hosts: Collection[str]) -> None:
        """Send to each of these hosts what concerns its matches."""
        owner = self._node.members.owner
        matches_by_host: dict[str | None, list[str]] = defaultdict(list)
        seats_by_host: dict[str | None, list[Seat]] = defaultdict(list)
        for match_id in match_ids:
            matches_by_host[owner(match_id)].append(match_id)
        for seat in seats:
            seats_by_host[owner(seat[0])].append(seat)
        for host in hosts:
            watched, present = matches_by_host[host], seats_by_host[host]
            if watched or present:
                numbers = [self._copies.number(match_id) for match_id in watched]
                self._node.send_numbered(host, wire.Looking(self._node.id, watched, present, numbers))
