"""Pairs players who look for an opponent, and sets their tables; one process does it.

A seeker for whom there is no other is sent to an open table that suits the search, if there is one. The
stakes of two seekers are held when their table is set, of both or of neither; a search holds nothing.

All processes receive every search, which is repeated every two seconds, so another process can take over at
any moment and soon knows them all.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.lobby.hooks import NO_SITE, FoundSearch, LobbyHooks
from zaria.live.lobby.meetings import Meetings
from zaria.live.lobby.messages import PAIRING, SeekUpdate
from zaria.live.lobby.open_tables import OpenTable, OpenTables
from zaria.live.lobby.pairing import Pair, Pool, Seeker
from zaria.live.lobby.speeds import Kind, terms_of_search
from zaria.live.matches.escrow import StakeRefusedError
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.messages import person_topic
from zaria.live.matches.table_request import TableRequest
from zaria.live.sockets.protocol.cards import Found
from zaria.live.sockets.protocol.server import Redirect, Seeking
from zaria.match.events import Player
from zaria.match.refusals import CommandRefusedError

log = logging.getLogger(__name__)

READY_MS = 20_000
"""Time in which two paired players have to sit down."""

DEAF_MS = 3_000
"""Time in which a paired player is not paired again: their page may still repeat the search."""

EVERY_S = 0.5
"""Seconds from one round of pairing to the next, while anybody searches."""


class Matcher:
    """Receives the searches, and pairs them while `owns` says that it is this process's turn."""

    def __init__(
        self,
        bus: Bus,
        match_service: MatchService,
        now: Now,
        owns: Callable[[], bool] = lambda: True,
        hooks: LobbyHooks = NO_SITE,
        meetings: Meetings | None = None,
        open_tables: OpenTables | None = None,
        every: float = EVERY_S,
    ) -> None:
        """Start without searches.

        `meetings` knows who has met whom too often; without `open_tables` seekers meet other seekers alone.
        Those who are left are paired again `every` so many seconds.
        """
        self._bus = bus
        self._match_service = match_service
        self._now = now
        self._owns = owns
        self._hooks = hooks
        self._too_often = (meetings or Meetings(now)).too_often
        self._open_tables = open_tables
        self._every = every
        self._pool = Pool(self._too_often)
        self._undecided: dict[str, tuple[Kind, Seeker]] = {}
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
        player = wanted.player
        self._forget_changed(wanted)
        if not self._owns():
            self._pool = Pool(self._too_often)
        elif not wanted.game:
            self._pool.drop(player.id)
            self._undecided.pop(player.id, None)
        elif wanted.kind is not None and self._hears(player.id):
            self._pool.want(wanted, self._now())
            self._bus.publish(person_topic(player.id), self._progress(player.id))
            self._soon(0)

    def _progress(self, player: str) -> Seeking:
        search = self._pool.get(player)
        assert search is not None
        kind, seeker = search
        waited = max(0, self._now() - seeker.since)
        accepted = seeker.widening.accepted(kind, waited)
        same_game = [wider for wider in accepted if wider.game == kind.game]
        return Seeking(
            kind.game,
            kind.speed,
            self._pool.others(player),
            waited,
            tuple(dict.fromkeys(wider.speed for wider in same_game if wider.speed != kind.speed)),
            tuple(dict.fromkeys(wider.game for wider in accepted if wider.game != kind.game)),
            self._pool.waits_for_answer(player),
            seeker.stakes,
            kind.length,
            kind.cube,
            tuple(dict.fromkeys(wider.length for wider in same_game if wider.length != kind.length)),
        )

    def _forget_changed(self, wanted: SeekUpdate) -> None:
        """Forget a search that is being paired, and whose player plays for other stakes now."""
        _, seeker = self._undecided.get(wanted.player.id, (None, None))
        if seeker is not None and seeker.stakes != wanted.stakes:
            del self._undecided[wanted.player.id]

    def _hears(self, player: str) -> bool:
        """Return whether the player is not being paired at this moment, and was not in the last seconds."""
        return player not in self._undecided and self._paired.get(player, 0) <= self._now()

    def _soon(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._pair)

    def _pair(self) -> None:
        self._timer = None
        if not self._owns():
            self._pool = Pool(self._too_often)
        now = self._now()
        self._paired = {player: until for player, until in self._paired.items() if until > now}
        seekers = self._pool.seekers()
        for pair in self._pool.pairs(now):
            for player in (pair.first, pair.second):
                self._paired[player.id] = now + DEAF_MS
                self._undecided[player.id] = seekers[player.id]
            self._begin(self._set(pair))
        if self._open_tables is not None and self._owns():
            self._send_to_tables(self._open_tables, now)
        if len(self._pool):
            self._soon(self._every)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    def _send_to_tables(self, open_tables: OpenTables, now: int) -> None:
        """Send those who are left to open tables, the longest wait first."""
        for kind, seeker in sorted(self._pool.seekers().values(), key=lambda search: search[1].since):
            table = open_tables.find(kind, seeker)
            if table is not None:
                player = seeker.player.id
                open_tables.reserve(table.id, player, READY_MS)
                self._pool.drop(player)
                self._paired[player] = now + DEAF_MS
                self._undecided[player] = kind, seeker
                self._begin(self._send(seeker.player, table))

    async def _send(self, player: Player, table: OpenTable) -> None:
        """Send a seeker to an open table, unless the policy keeps the two apart: then the search goes on."""
        allowed = False
        try:
            allowed = await self._hooks.pairing.may_pair(player, table.owner)
        except StoreUnavailableError:
            pass  # the search goes on
        except Exception:
            log.exception("lobby: cannot find out whether a seeker may sit at table %s", table.id)
        finally:
            waiting = self._undecided.pop(player.id, None)
        if waiting is None:
            return  # the search has ended meanwhile
        if allowed:
            self._bus.publish(PAIRING, SeekUpdate(player, "", "", resumes=True))
            self._bus.publish(person_topic(player.id), Redirect(table.id, "seek", table.until, table.find))
            await self._report([waiting])
            return
        self._put_back([waiting])

    def _put_back(self, seekers: Iterable[tuple[Kind, Seeker]]) -> None:
        for kind, seeker in seekers:
            self._paired.pop(seeker.player.id, None)
            self._pool.put_back(kind, seeker)
        self._soon(self._every)

    async def _set(self, pair: Pair) -> None:
        """Set the table of a pair, unless the policy keeps the two apart: then both search on."""
        try:
            allowed = await self._hooks.pairing.may_pair(pair.first, pair.second)
        except StoreUnavailableError:
            return  # they are still searching, and will be paired again
        except Exception:
            log.exception("lobby: cannot find out whether two seekers of %s may be paired", pair.kind.game)
            return
        finally:
            waiting = [self._undecided.pop(player, None) for player in (pair.first.id, pair.second.id)]
        searches = list(filter(None, waiting))
        if not allowed:
            self._pool.keep_apart(pair.couple)
        elif len(searches) == len(waiting):
            for player in (pair.first, pair.second):
                self._bus.publish(PAIRING, SeekUpdate(player, "", "", resumes=True))
            try:
                if await self._open(pair):
                    await self._report(searches)
                return
            except StakeRefusedError as refused:
                searches = list(self._end_refused(searches, refused))
            except CommandRefusedError:  # the two may not play for stakes today
                self._pool.keep_apart(pair.couple)
        self._put_back(searches)  # the other one may have ended the search meanwhile

    def _end_refused(
        self, searches: Iterable[tuple[Kind, Seeker]], refused: StakeRefusedError
    ) -> Iterator[tuple[Kind, Seeker]]:
        """End the search of the player whose stake cannot be held, and yield the other.

        Where the club has no stakes any more both end.
        """
        for kind, seeker in searches:
            if seeker.player.id == refused.player or refused.code == "stakes_off":
                self._bus.publish(PAIRING, SeekUpdate(seeker.player, "", "", refused=refused.code))
            else:
                yield kind, seeker

    async def _report(self, searches: Iterable[tuple[Kind, Seeker]]) -> None:
        """Report searches that have found an opponent now; an error is logged, as pairing goes on without."""
        now, report = self._now(), self._hooks.searches
        reports = [FoundSearch(kind.game, now - seeker.since) for kind, seeker in searches if not seeker.to]
        if report is None or not reports:
            return
        try:
            await report(reports)
        except Exception as error:
            log.warning("lobby: cannot report how long searches took: %r", error)

    async def _open(self, pair: Pair) -> bool:
        """Open the table of a pair and send both there; False: it could not be opened.

        Raises `CommandRefusedError` if the two cannot play for their stakes.
        """
        game = pair.kind.game
        terms = terms_of_search(pair.kind, rated=pair.rated, stakes=pair.stakes)
        players = [pair.first, pair.second]
        random.shuffle(players)
        try:
            request = TableRequest(terms, (players[0], players[1]), wait=READY_MS, public=True)
            match_id = await self._match_service.open(request)
        except StoreUnavailableError:
            return False  # they are still searching, and will be paired again
        except CommandRefusedError:
            if pair.stakes is None:
                log.exception("lobby: a search for %s has terms that are refused", game)
                return False
            raise
        except Exception:
            log.exception("lobby: cannot open a table for two seekers of %s", game)
            return False
        until = self._now() + READY_MS
        for player, opponent in (players, reversed(players)):
            find = Found(
                opponent.info,
                game,
                terms.clock,
                terms.length,
                terms.rated,
                stakes=terms.stakes,
                cube=terms.cube,
            )
            self._bus.publish(person_topic(player.id), Redirect(match_id, "seek", until, find))
        return True
