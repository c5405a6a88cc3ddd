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
from zaria.live.lobby.pairing import Pair, Pool, Seeker
from zaria.live.lobby.speeds import PACES, usual
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.messages import person_topic
from zaria.live.matches.pairing_policy import EverybodyPlays, PairingPolicy
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
        self,
        bus: Bus,
        tables: MatchService,
        now: Now,
        owns: Callable[[], bool] = lambda: True,
        policy: PairingPolicy | None = None,
    ) -> None:
        """Start without searches. `policy` is asked about each pair before its table is set."""
        self._bus = bus
        self._tables = tables
        self._now = now
        self._owns = owns
        self._policy = policy or EverybodyPlays()
        self._pool = Pool()
        self._undecided: dict[str, Seeker] = {}
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
            self._undecided.pop(player.id, None)
        elif wanted.speed in PACES and self._hears(player.id):
            self._pool.want(kind, player, wanted.rating, self._now(), wanted.rated, wanted.to)
            self._bus.publish(person_topic(player.id), Seeking(*kind, self._pool.others(player.id)))
            self._soon(0)

    def _hears(self, player: str) -> bool:
        """Return whether the player is not being paired at this moment, and was not in the last seconds."""
        return player not in self._undecided and self._paired.get(player, 0) <= self._now()

    def _soon(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._pair)

    def _pair(self) -> None:
        self._timer = None
        if not self._owns():
            self._pool = Pool()
        now = self._now()
        self._paired = {player: until for player, until in self._paired.items() if until > now}
        seekers = self._pool.seekers()
        for pair in self._pool.pairs(now):
            for player in (pair.one, pair.two):
                self._paired[player.id] = now + DEAF_MS
                self._undecided[player.id] = seekers[player.id]
            task = asyncio.create_task(self._set(pair))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
        if len(self._pool):
            self._soon(EVERY_S)

    async def _set(self, pair: Pair) -> None:
        """Set the table of a pair, unless the policy keeps the two apart: then both search on."""
        try:
            allowed = await self._policy.may_pair(pair.one, pair.two)
        except StoreUnavailableError:
            return  # they are still searching, and will be paired again
        except Exception:
            log.exception("lobby: cannot find out whether two seekers of %s may be paired", pair.kind[0])
            return
        finally:
            waiting = [self._undecided.pop(player, None) for player in (pair.one.id, pair.two.id)]
        if not allowed:
            self._pool.keep_apart(pair.couple)
        elif None not in waiting:
            for player in (pair.one, pair.two):
                self._bus.publish(PAIRING, SeekUpdate(player, "", ""))
            await self._open(pair)
            return
        for seeker in filter(None, waiting):  # the other one may have ended the search meanwhile
            self._paired.pop(seeker.player.id, None)
            self._pool.put_back(pair.kind, seeker)
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
