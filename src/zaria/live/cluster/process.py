"""One process of several, put together from its roles."""

import logging
from collections.abc import Collection

from zaria.live.clock import Now
from zaria.live.cluster import wire
from zaria.live.cluster.match_ownership import MatchOwnership
from zaria.live.cluster.node import Node
from zaria.live.cluster.remote import Remote
from zaria.live.cluster.remote_engines import RemoteBots, RemoteEngines
from zaria.live.engines.question import Engines
from zaria.live.journal.base import Journal
from zaria.live.matches.host import Host
from zaria.live.matches.rating_policy import RatingPolicy
from zaria.live.matches.timeouts import Timeouts

log = logging.getLogger(__name__)


class Process:
    """What the roles `web`, `host` and `bots` need of the cluster. `tables` is the club as they see it."""

    def __init__(
        self,
        redis: str,
        roles: Collection[str],
        journal: Journal,
        now: Now,
        bot_pause: int,
        times: Timeouts,
        engines: Engines,
    ) -> None:
        """Made on the event loop. Raises `ValueError` if `redis` is not the address of one."""
        self.node = Node(redis, roles)
        self.tables = Remote(self.node, journal, now, times)
        self.host: Host | None = None
        self._bots: RemoteBots | None = None
        self._keeper: MatchOwnership | None = None
        self._thinkers: RemoteEngines | None = None
        if "host" in roles:
            self._bots = far = RemoteBots(bot_pause, self.node, engines)
            self.host = Host(journal, self.node.bus, now, far, times)
            self.host.shared = True
            far.seq = self.host.seq
            self._keeper = MatchOwnership(self.node, self.host, journal, now)
        if "bots" in roles:
            self._thinkers = RemoteEngines(redis, self.node, engines, self.tables, journal, now, bot_pause)
        self.node.hear = self._hear

    def rate_by(self, policy: RatingPolicy) -> None:
        """Let `policy` say which new matches are rated."""
        self.tables.rate_by(policy)
        if self.host is not None:
            self.host.rate_by(policy)

    async def start(self) -> None:
        """Join the others; waits for Redis as long as it takes."""
        await self.node.start()
        if self._keeper is not None:
            self._keeper.start()
        if self._thinkers is not None:
            self._thinkers.start()

    async def close(self) -> None:
        """Begin nothing more. Close the journal then, which stores what is on its way, and `stop`."""
        if self._keeper is not None:
            self._keeper.close()
        if self._bots is not None:
            self._bots.close()
        if self._thinkers is not None:
            await self._thinkers.close()

    async def stop(self) -> None:
        """Let the others go on with what was done here, and hang up."""
        self.tables.close()
        await self.node.stop()

    def _hear(self, said: wire.Said) -> None:
        if isinstance(said, wire.CommandResult):
            self.tables.told(said)
        elif self._keeper is not None:
            self._keeper.hear(said)
        else:
            log.error("a process without matches was sent %r", said)
