"""Live play as one object: created when the server starts, used by the site and its sockets."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Self

from zaria import bots
from zaria.live.bus import Bus, MemoryBus
from zaria.live.clock import Now, steady
from zaria.live.config import LiveConfig
from zaria.live.conversations.sessions import ConversationSessions
from zaria.live.engines.hints import Hints
from zaria.live.engines.pool import EnginePool
from zaria.live.engines.question import Engines
from zaria.live.engines.threads import EngineThreads
from zaria.live.journal import factory
from zaria.live.journal.base import ConflictError, Journal, StoreUnavailableError, WaitingTable
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.lobby.hooks import LobbyProcess
from zaria.live.lobby.lobby import Lobby
from zaria.live.matches.barred_ids import bar
from zaria.live.matches.bot_play import BotPlay
from zaria.live.matches.cards import current_listing
from zaria.live.matches.day_sweep import DaySweep
from zaria.live.matches.event_frames import public, side_of
from zaria.live.matches.game_positions import game_positions
from zaria.live.matches.hooks import HostConfig
from zaria.live.matches.host import Host
from zaria.live.matches.live_match import EarlierMatch, LiveMatch
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.messages import LOBBY, ListingChanged
from zaria.live.matches.running_boards import RunningBoards
from zaria.live.matches.table_request import TableRequest
from zaria.live.sockets.catch_up import state
from zaria.live.sockets.connection import RESTARTING
from zaria.live.sockets.endpoint import Endpoint
from zaria.live.sockets.protocol.codec import encode
from zaria.match import commands as cmd
from zaria.match.events import Event, Player
from zaria.match.match import Match
from zaria.match.terms import Terms

if TYPE_CHECKING:
    from zaria.live.cluster.process import Process

BOT_COLOUR = "#7c8a99"


class Live:
    """The matches in play, as one process sees them.

    `match_service` reaches the matches, `lobby` and `endpoint` serve the site and its sockets. `host` is None
    in a process that owns no matches, `process` in one without others, `conversations` without a store for
    them. `journal` stores the events.
    """

    @classmethod
    async def start(cls, config: LiveConfig) -> Self:
        """Open the journal and go on with what was being played.

        Waits for the Redis of the configuration. Raises `StoreUnavailableError` or `sqlite3.Error` if the
        journal cannot be used, `ValueError` for a bad address of Redis.
        """
        async with AsyncExitStack() as stack:
            if config.database:
                journal = await factory.connect(config.database, config.path.parent)
            else:
                journal = await SqliteJournal.connect(config.path)
            stack.push_async_callback(journal.close)
            # The wall's clock may have been set back while we were away; a match's must not.
            now = config.now or steady(await journal.latest())
            process = None
            engines: Engines = EnginePool(config.engines) if config.engines else EngineThreads()
            stack.push_async_callback(engines.close)
            if config.redis:
                from zaria.live.cluster.process import Process  # only those who have several pay for it

                process = Process(
                    config.redis,
                    config.roles,
                    journal,
                    now,
                    config.bot_pause,
                    HostConfig(config.times, config.hooks.matches),
                    engines,
                    config.cluster_limits,
                )
                process.announce_address(config.address)
            live = cls(config, journal, now, process, engines)
            stack.pop_all()
            stack.push_async_callback(live.stop)
            await live._begin()
            stack.pop_all()
        return live

    def __init__(
        self,
        config: LiveConfig,
        journal: Journal,
        now: Now,
        process: "Process | None" = None,
        engines: Engines | None = None,
    ) -> None:
        """Use `start`."""
        self.journal = journal
        self.engines: Engines = engines or EngineThreads()
        self.hints = Hints(self.engines)
        self.running_boards = RunningBoards(journal)
        self.now = now
        self.process = process
        self.rating_policy = config.hooks.matches.rating
        self._bots: BotPlay | None = None
        self.bus: Bus
        self.match_service: MatchService
        self.host: Host | None
        lobby_process = LobbyProcess(config.key or secrets.token_bytes(32))
        if process is not None:
            self.bus, self.match_service, self.host = process.node.bus, process.match_service, process.host
            lobby_process = LobbyProcess(lobby_process.key, process.node.id, process.finds_opponents)
        else:
            self._bots = BotPlay(config.bot_pause, self.engines)
            self.bus = MemoryBus()
            host_config = HostConfig(config.times, config.hooks.matches)
            self.match_service = self.host = Host(journal, self.bus, now, self._bots, host_config)
        self.lobby = self._create_lobby(config, lobby_process)
        self.endpoint = self._create_endpoint(config, lobby_process.name)
        self.endpoint.listen(self.lobby.sessions)
        self.day_sweep = DaySweep(journal, self.match_service, now, self.is_responsible)
        self.conversations: ConversationSessions | None = None
        if config.hooks.conversations is not None:
            self.conversations = ConversationSessions(
                config.hooks.conversations, self.bus, self.match_service, now, config.conversation_times
            )
            self.endpoint.listen(self.conversations)

    def _create_lobby(self, config: LiveConfig, process: LobbyProcess) -> Lobby:
        return Lobby(
            self.journal,
            self.bus,
            self.match_service,
            self.now,
            config.translate,
            process=process,
            times=config.lobby_times,
            hooks=config.hooks.lobby,
        )

    def _create_endpoint(self, config: LiveConfig, where: str) -> Endpoint:
        return Endpoint(
            self.match_service,
            self.bus,
            self.now,
            config.translate,
            config.limits,
            where,
            config.hooks.matches,
            config.spectator_times,
        )

    @property
    def paused(self) -> bool:
        """True while play is paused, because a store cannot be reached."""
        return not self.endpoint.up or (self.host is not None and self.host.outage.on)

    async def _begin(self) -> None:
        if self.process is not None:
            await self.process.start()
        await self.lobby.start()
        if self.process is None and self.host is not None:
            await self.host.resume()
        self.day_sweep.start()

    def is_responsible(self) -> bool:
        """Return whether this process does what is done once for all processes."""
        return self.process is None or self.process.records_results()

    async def stop(self) -> None:
        """Close the sockets, store what is pending, close the journal, hand over to other processes."""
        async with AsyncExitStack() as stack:  # the last callback comes first
            if self.process is not None:
                stack.push_async_callback(self.process.stop)
            stack.callback(self.endpoint.close, RESTARTING)
            stack.push_async_callback(self.journal.close)
            stack.push_async_callback(self.engines.close)
            if self._bots is not None:
                stack.callback(self._bots.close)
            if self.process is not None:
                stack.push_async_callback(self.process.close)
            elif self.host is not None:
                stack.callback(self.host.close)
            stack.callback(self.lobby.close)
            stack.push_async_callback(self.day_sweep.close)
            if self.conversations is not None:
                stack.callback(self.conversations.close)

    def attended(self) -> bool:
        """Return whether a pause of a second or two would be noticed by anybody."""
        if self.process is None or self.host is None:
            return bool(self.endpoint.sessions)
        return bool(self.endpoint.sessions) or len(self.host) > 0

    async def open(self, request: TableRequest) -> str:
        """Open a match and return its id. Raises `CommandRefusedError`."""
        return await self.match_service.open(request)

    async def open_for_tournament(self, request: TableRequest, match_id: str) -> None:
        """Open a match of a tournament, unless one with this id exists; its players' pages go to it.

        Raises `CommandRefusedError` or `StoreUnavailableError`; then call it again with the same id.
        """
        if self.lobby.lists.index.get(match_id) is not None:
            return
        try:
            await self.match_service.open(request, match_id)
        except ConflictError:
            await self.publish_listing(match_id)

    async def publish_listing(self, match_id: str) -> None:
        """Publish the listing of a stored match: the process that stored it may have died before."""
        async with self._match(match_id) as live_match:
            if live_match is not None:
                self.bus.publish(LOBBY, ListingChanged.of(match_id, current_listing(live_match)))

    async def bar(self, match_id: str) -> bool:
        """Let no process open a table with an id any more; return False if one was opened before.

        Raises `StoreUnavailableError`.
        """
        return await bar(self.journal, match_id, self.now())

    @asynccontextmanager
    async def _match(self, match_id: str) -> AsyncIterator[LiveMatch | None]:
        """A match for reading, None if there is none; it is released afterwards."""
        live_match = await self.match_service.live_match(match_id)
        try:
            yield live_match
        finally:
            if live_match is not None:
                self.match_service.release(match_id)

    async def annul(self, match_id: str) -> None:
        """Clear a table, or end a running match without a winner; one that is over stays as it is.

        Raises `StoreUnavailableError` if that cannot be stored now, or the match is unknown.
        """
        done: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        def answer(_: int, code: str | None) -> None:
            if not done.done():
                done.set_result(code)

        self.match_service.command(match_id, None, "", cmd.Annul(), self.now(), answer)
        code = await done
        if code not in (None, "match_over"):
            raise StoreUnavailableError(f"match {match_id} cannot be annulled: {code}")

    async def match(self, match_id: str) -> Match | None:
        """The present state of a match, with its players' ids; None: no such match."""
        async with self._match(match_id) as live_match:
            return None if live_match is None else live_match.match

    def cancel(self, match_id: str, player: str, answered: Callable[[], None]) -> None:
        """Cancel an open table for one of its players; `answered` is called at the end, successful or not."""
        command, now = cmd.Cancel(), self.now()
        self.match_service.command(match_id, player, "closed", command, now, lambda seq, code: answered())

    async def terms(self, match_id: str) -> Terms | None:
        """The terms of a table; None: no such match."""
        match = await self.match(match_id)
        return None if match is None else match.terms

    async def program(self, match_id: str) -> str | None:
        """The name of the program seated or expected at a table; None: there is none."""
        async with self._match(match_id) as live_match:
            if live_match is None:
                return None
            places = (*live_match.match.players, *live_match.places)
            return next((place.bot for place in places if place and place.bot), None)

    async def seats(self, match_id: str) -> tuple[Player | None, Player | None] | None:
        """The players who sit at a table, or for whom a seat is kept; None: no such match."""
        async with self._match(match_id) as live_match:
            if live_match is None:
                return None
            seats = zip(live_match.match.players, live_match.places, strict=True)
            first, second = (player or place for player, place in seats)
            return first, second

    async def pair(self, match_id: str, reader: str) -> tuple[str, str] | None:
        """The ids of `reader` and of their opponent at a table, or of whom it would be if they sat down."""
        async with self._match(match_id) as live_match:
            if live_match is None:
                return None
            side = side_of(live_match.ids, reader)
            side = live_match.seat_for(reader) if side is None else side
            if side is None:
                return None
            opponent = live_match.match.players[1 - side] or live_match.places[1 - side]
            return None if opponent is None else (reader, opponent.id)

    async def waiting_tables(self, player_id: str) -> list[WaitingTable]:
        """All running matches by the day of a player, in no order; raises `StoreUnavailableError`."""
        return await self.journal.waiting_tables(player_id)

    async def waits_at(self, match_ids: Sequence[str]) -> list[WaitingTable]:
        """Those of these matches that are by the day and running; raises `StoreUnavailableError`."""
        return await self.journal.waits_at(match_ids)

    async def waiting_count(self, player_id: str) -> int:
        """The number of matches by the day that wait for a player; raises `StoreUnavailableError`."""
        return await self.journal.waiting_count(player_id)

    async def waits_after(self, after: tuple[int, str], most: int) -> list[WaitingTable]:
        """At most `most` waits after this mark, in order of (since, id); raises `StoreUnavailableError`.

        One that is stored late sorts before those already returned: begin some time before the last one seen.
        """
        return await self.journal.waits_after(after, most)

    async def renew_waits(self, match_ids: Iterable[str]) -> None:
        """Store when the clocks of matches by the day have stood: until then their ends are too early.

        One whose time is over all the same is flagged.
        """
        await self.day_sweep.renew(match_ids)

    async def expiring_tables(self, until: int, most: int) -> list[WaitingTable]:
        """At most `most` waits that end by a moment (ms), the earliest first.

        Raises `StoreUnavailableError`.
        """
        return await self.journal.expiring_tables(until, most)

    async def state(self, match_id: str, reader: str | None) -> bytes | None:
        """The "state" message (JSON) of a match for the player with this id; None: no such match."""
        async with self._match(match_id) as live_match:
            if live_match is None:
                return None
            crowd = self.endpoint.audiences.spectator_count(match_id)
            return encode(state(live_match, reader, self.now(), crowd))

    def owner_address(self, match_id: str) -> str:
        """The name under which a proxy leads sockets to the owner of a match; "": it has none."""
        return "" if self.process is None else self.process.node.members.owner_address(match_id)

    async def record(self, match_id: str, reader: str | None = None) -> list[Event] | None:
        """The events of a match as the player with this id may have them: without players' ids.

        At a delayed table others get them as far as spectators have seen it. None: no such match.
        """
        async with self._match(match_id) as live_match:
            if live_match is None:
                return None
            return [public(event) for event in _visible(live_match, reader).events]

    async def positions(self, match_id: str, reader: str | None) -> bytes | None:
        """The positions of the present game (`GamePositions` as JSON) for the player with this id.

        None: no such match.
        """
        async with self._match(match_id) as live_match:
            if live_match is None:
                return None
            start, events = _visible(live_match, reader).present_game()
        return await asyncio.to_thread(lambda: encode(game_positions(start, events)))

    async def earlier(self, match_id: str, until: int) -> EarlierMatch | None:
        """The match as spectators saw it at a moment (ms); None: no such match."""
        async with self._match(match_id) as live_match:
            if live_match is None:
                return None
            visible = _visible(live_match, None)
            return await asyncio.to_thread(visible.earlier, until)

    async def side(self, match_id: str, reader: str) -> int | None:
        """The side on which the player with this id plays, or played; None: neither."""
        async with self._match(match_id) as live_match:
            return None if live_match is None else side_of(live_match.ids, reader)


def _visible(live_match: LiveMatch, reader: str | None) -> LiveMatch:
    """The match as far as the player with this id may see it: spectators of a delayed one are behind."""
    return live_match if side_of(live_match.ids, reader) is not None else live_match.behind()


def bot_player(bot_id: str) -> Player:
    """The program `bot_id` as a player; raises `bots.UnknownBotError`."""
    return Player(f"bot:{bot_id}", bots.title(bot_id), BOT_COLOUR, bot_id)
