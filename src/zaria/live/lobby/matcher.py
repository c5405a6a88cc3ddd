"""Pairs players who look for an opponent, and sets their tables; one process does it.

All processes receive every search, which is repeated every two seconds, so another process can take over at
any moment and soon knows them all.
"""

import asyncio
import logging
import random
from collections.abc import Callable

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.lobby.messages import PAIRING, SeekUpdate
from zaria.live.lobby.pairing import Pair, Pool
from zaria.live.lobby.speeds import PACES, usual
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.messages import person_topic
from zaria.live.matches.table_request import TableRequest
from zaria.live.sockets.protocol.server import Redirect, Seeking

log = logging.getLogger(__name__)

READY_MS = 20_000
"""Time in which two paired players have to sit down."""

DEAF_MS = 3_000
"""Time in which a paired player is not paired again: their page may still repeat the search."""

EVERY_S = 0.5


class Matcher:
    """Receives the searches, and pairs them while `owns` says that it is this process's turn."""

    def __init__(
        self, bus: Bus, tables: MatchService, now: Now, owns: Callable[[], bool] = lambda: True
    ) -> None:
        """Start without searches."""
        self._bus = bus
        self._tables = tables
        self._now = now
        self._owns = owns
        self._pool = Pool()
        self._paired: dict[str, int] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._opening: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start listening."""
        self._bus.subscribe(PAIRING, self.receive)

    def close(self) -> None:
        """Stop listening, and set no more tables."""
        self._bus.unsubscribe(PAIRING, self.receive)
        if self._timer is not None:
            self._timer.cancel()
        for task in self._opening:
            task.cancel()

    def receive(self, wanted: SeekUpdate) -> None:
        """Process the start, a repeat or the end of a search."""
        player, kind = wanted.player, (wanted.game, wanted.speed)
        if not self._owns():
            self._pool = Pool()
        elif not wanted.game:
            self._pool.drop(player.id)
        elif wanted.speed in PACES and self._paired.get(player.id, 0) <= self._now():
            self._pool.want(kind, player, wanted.rating, self._now(), wanted.rated, wanted.to)
            self._bus.publish(person_topic(player.id), Seeking(*kind, self._pool.others(player.id)))
            self._soon(0)

    def _soon(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._pair)

    def _pair(self) -> None:
        self._timer = None
        if not self._owns():
            self._pool = Pool()
        now = self._now()
        self._paired = {player: until for player, until in self._paired.items() if until > now}
        for pair in self._pool.pairs(now):
            for player in (pair.one, pair.two):
                self._paired[player.id] = now + DEAF_MS
                self._bus.publish(PAIRING, SeekUpdate(player, "", ""))
            task = asyncio.create_task(self._open(pair))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
        if len(self._pool):
            self._soon(EVERY_S)

    async def _open(self, pair: Pair) -> None:
        game, speed = pair.kind
        terms = usual(game, speed, pair.rated)
        players = [pair.one, pair.two]
        random.shuffle(players)
        try:
            if terms is None:
                raise ValueError(f"no such game: {game}")
            order = TableRequest(terms, (players[0], players[1]), wait=READY_MS, public=True)
            match_id = await self._tables.open(order)
        except StoreUnavailableError:
            return  # they are still searching, and will be paired again
        except Exception:
            log.exception("lobby: cannot open a table for two seekers of %s", game)
            return
        for player in players:
            self._bus.publish(person_topic(player.id), Redirect(match_id, "seek"))
