"""One process of several, assembled from its roles."""

import logging
from collections.abc import Collection

from zaria.live.clock import Now
from zaria.live.cluster import wire
from zaria.live.cluster.digests import DigestReader, DigestSender
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.match_ownership import MatchOwnership
from zaria.live.cluster.node import Node
from zaria.live.cluster.nodes import RECORDING
from zaria.live.cluster.remote import RemoteMatchService
from zaria.live.cluster.remote_engines import RemoteBots, RemoteEngines
from zaria.live.engines.question import Engines
from zaria.live.journal.base import Journal
from zaria.live.lobby.messages import PAIRING
from zaria.live.matches.hooks import HostConfig
from zaria.live.matches.host import Host

log = logging.getLogger(__name__)


class Process:
    """The cluster parts for the roles `web`, `host` and `bots`. `match_service` reaches the matches."""

    def __init__(
        self,
        redis: str,
        roles: Collection[str],
        journal: Journal,
        now: Now,
        bot_pause: int,
        config: HostConfig,
        engines: Engines,
        limits: ClusterLimits | None = None,
    ) -> None:
        """Create it on the event loop. Raises `ValueError` if `redis` is not an address of Redis."""
        limits = limits or ClusterLimits()
        self.node = Node(redis, roles, self._receive)
        self.host: Host | None = None
        self._bots: RemoteBots | None = None
        self._ownership: MatchOwnership | None = None
        self._remote_engines: RemoteEngines | None = None
        if "host" in roles:
            self._bots = RemoteBots(bot_pause, self.node, engines, limits, self._seq)
            self.host = Host(journal, self.node.bus, now, self._bots, config, self._stays)
            self._ownership = MatchOwnership(self.node, self.host, journal, now, limits)
            self._digest_sender = DigestSender(self.node, limits.digest / 1000)
        self.match_service = RemoteMatchService(self.node, journal, now, config, limits, self._ownership)
        self._digest_reader = DigestReader(self.node, self._event_stored, self._digest_lost)
        self._serves_own_matches = {"web", "host"} <= set(roles)
        if "bots" in roles:
            self._remote_engines = RemoteEngines(
                redis, self.node, engines, self.match_service, journal, now, bot_pause, limits
            )

    def records_results(self) -> bool:
        """Return whether this is the process that records results now."""
        return self.node.members.owns_among_newest(RECORDING)

    def finds_opponents(self) -> bool:
        """Return whether this is the process that finds opponents for those who search now.

        A host of release 1.0 that owns the task does it, too: then this version leaves it to that host, or
        two who search would be sent to two tables.
        """
        return self.node.members.owns(PAIRING)

    def announce_address(self, address: str) -> None:
        """Announce the name under which a proxy leads sockets here, if its own matches are served here."""
        if self._serves_own_matches:
            self.node.members.announce_address(address)

    async def start(self) -> None:
        """Join the cluster; waits for Redis as long as it takes."""
        await self.node.start()
        if self._ownership is not None:
            self._ownership.start()
        if self._remote_engines is not None:
            self._remote_engines.start()

    async def close(self) -> None:
        """Begin nothing more. Close the journal next, which stores what is pending, then `stop`."""
        if self._ownership is not None:
            self._ownership.close()
        if self._bots is not None:
            self._bots.close()
        if self._remote_engines is not None:
            await self._remote_engines.close()

    async def stop(self) -> None:
        """Hand over to the other processes, and disconnect."""
        self.match_service.close()
        await self.node.stop()

    def _seq(self, match_id: str) -> int:
        """The last event number of a match at our host, which asks its programs."""
        return -1 if self.host is None else self.host.seq(match_id)

    def _stays(self, match_id: str) -> bool:
        """Return whether a match stays at our host after a command."""
        return self._ownership is None or self._ownership.stays(match_id)

    def _event_stored(self, match_id: str, number: int) -> None:
        self.match_service.on_stored(match_id, number)
        if self._ownership is not None:
            self._ownership.on_stored(match_id, number)

    def _digest_lost(self) -> None:
        self.match_service.compare_all()
        if self._ownership is not None:
            self._ownership.compare_all()

    def _receive(self, message: wire.NodeMessage) -> None:
        if isinstance(message, wire.CommandResult):
            self.match_service.on_result(message)
        elif isinstance(message, wire.Repeat):
            self.match_service.on_repeat(message.sender)
        elif self._ownership is not None:
            self._ownership.receive(message)
        else:
            log.error("process: received %r, but owns no matches", message)
