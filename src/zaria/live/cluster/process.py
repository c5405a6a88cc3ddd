"""One process of several, assembled from its roles."""

import logging
from collections.abc import Collection

from zaria.live.clock import Now
from zaria.live.cluster import wire
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.match_ownership import MatchOwnership
from zaria.live.cluster.node import Node
from zaria.live.cluster.remote import RemoteMatchService
from zaria.live.cluster.remote_engines import RemoteBots, RemoteEngines
from zaria.live.engines.question import Engines
from zaria.live.journal.base import Journal
from zaria.live.matches.escrow import Escrow
from zaria.live.matches.host import Host
from zaria.live.matches.pairing_policy import PairingPolicy
from zaria.live.matches.rating_policy import RatingPolicy
from zaria.live.matches.timeouts import Timeouts

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
        times: Timeouts,
        engines: Engines,
        limits: ClusterLimits | None = None,
    ) -> None:
        """Create it on the event loop. Raises `ValueError` if `redis` is not an address of Redis."""
        limits = limits or ClusterLimits()
        self.node = Node(redis, roles)
        self.match_service = RemoteMatchService(self.node, journal, now, times, limits)
        self.host: Host | None = None
        self._bots: RemoteBots | None = None
        self._ownership: MatchOwnership | None = None
        self._remote_engines: RemoteEngines | None = None
        if "host" in roles:
            self._bots = far = RemoteBots(bot_pause, self.node, engines, limits)
            self.host = Host(journal, self.node.bus, now, far, times)
            self.host.pipeline.shared = True
            far.seq = self.host.seq
            self._ownership = MatchOwnership(self.node, self.host, journal, now, limits)
        if "bots" in roles:
            self._remote_engines = RemoteEngines(
                redis, self.node, engines, self.match_service, journal, now, bot_pause, limits
            )
        self.node.on_message = self._receive

    def rate_by(self, policy: RatingPolicy) -> None:
        """Let `policy` decide which new matches are rated."""
        self.match_service.rate_by(policy)
        if self.host is not None:
            self.host.rate_by(policy)

    def pair_by(self, policy: PairingPolicy) -> None:
        """Let `policy` decide which players may offer each other rematches."""
        if self.host is not None:
            self.host.pair_by(policy)

    def hold_by(self, escrow: Escrow) -> None:
        """Let `escrow` hold the stakes of new matches."""
        self.match_service.hold_by(escrow)
        if self.host is not None:
            self.host.hold_by(escrow)

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

    def _receive(self, message: wire.NodeMessage) -> None:
        if isinstance(message, wire.CommandResult):
            self.match_service.on_result(message)
        elif self._ownership is not None:
            self._ownership.receive(message)
        else:
            log.error("process: received %r, but owns no matches", message)
