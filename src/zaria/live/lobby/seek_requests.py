"""The searches of this process's sockets: one search a player, on whichever of their pages."""

import asyncio
import logging
from collections.abc import Callable, Mapping

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.lobby.lists import LobbyLists
from zaria.live.lobby.messages import PAIRING, SeekUpdate
from zaria.live.lobby.player_sockets import SEARCH_ENDED, PageSearch, PlayerSockets
from zaria.live.lobby.search_stakes import SearchStakes
from zaria.live.lobby.seeks import Seeks
from zaria.live.lobby.speeds import kind_of, usual
from zaria.live.rate_limits import Bucket, Limits
from zaria.live.sockets.connection import Connection, Identity
from zaria.live.sockets.protocol.client import Seek
from zaria.live.sockets.protocol.server import Seeking
from zaria.match.refusals import CommandRefusedError

log = logging.getLogger(__name__)

SEARCHES = Limits(rate=20 / 60, burst=20)
"""Searches that one player may begin."""

Reject = Callable[[Connection, str], None]
"""Sends the code of a refusal."""


class SeekRequests:
    """Begins and ends searches, and publishes them to the process that pairs.

    The site is asked about the stakes of a search when it begins. Its repeats name the same stakes.
    """

    def __init__(
        self,
        players: Mapping[str, PlayerSockets],
        lists: LobbyLists,
        seeks: Seeks,
        bus: Bus,
        now: Now,
        reject: Reject,
        stakes: SearchStakes,
    ) -> None:
        self._players, self._lists, self._seeks = players, lists, seeks
        self._bus, self._now, self._reject, self._stakes = bus, now, reject, stakes
        self._questions: dict[tuple[str, PageSearch], asyncio.Task[None]] = {}

    def start(self) -> None:
        """Listen for searches whose stakes cannot be held."""
        self._bus.subscribe(PAIRING, self._on_update)

    def close(self) -> None:
        """Stop listening, and ask no more."""
        self._bus.unsubscribe(PAIRING, self._on_update)
        for task in self._questions.values():
            task.cancel()

    def seek(self, socket: Connection, seek: Seek) -> None:
        """Begin a search, or end the one of this page."""
        user = socket.user
        player = self._players.get(user.id) if user else None
        kind = kind_of(seek.game, seek.speed, seek.length, cube=seek.cube)
        if user is None or player is None:
            self._reject(socket, "no_identity")
        elif not seek.game:
            self.leave(socket, user, player, resumes=False)
        elif kind is None:
            self._reject(socket, "bad_terms")
        else:
            self._search(socket, user, player, seek, PageSearch(kind, seek.stake, seek.most))

    def _search(
        self, socket: Connection, user: Identity, player: PlayerSockets, seek: Seek, search: PageSearch
    ) -> None:
        """Begin or repeat a search for a match that can be played."""
        if player.replaced.get(socket) == search:
            socket.send(SEARCH_ENDED)  # another page has begun another search
        elif seek.most and not seek.stake:
            self._reject(socket, "bad_stakes")
        elif self._lists.has_pending_pair(user.id):  # so an absent player delays only one opponent
            self._reject(socket, "awaited")
        elif self._may_search(player, search):
            player.search_from(socket, search)
            if not seek.stake or player.stakes is not None:
                self._publish(user, player, seek, search)
            elif (user.id, search) not in self._questions:
                self._ask(user, player, seek, search)
        else:
            self._end(user, player)
            self._reject(socket, "too_many")

    def leave(
        self, socket: Connection, user: Identity, player: PlayerSockets, *, resumes: bool = True
    ) -> None:
        """Stop the search of one page; others of the same player may continue.

        `resumes`: it may go on at the next page, with its wait so far.
        """
        player.replaced.pop(socket, None)
        if socket in player.searchers:
            player.searchers.discard(socket)
            if not player.searchers:
                self._end(user, player, resumes=resumes)

    def _publish(self, user: Identity, player: PlayerSockets, seek: Seek, search: PageSearch) -> None:
        rating, to = player.visitor.ratings.get(seek.game), self._seeks.player(seek.to) or ""
        kind = search.kind
        wanted = SeekUpdate(
            user.player,
            kind.game,
            kind.speed,
            rating,
            seek.rated or player.stakes is not None,
            to,
            user.hidden,
            self._seeks.since(user.id, kind, player.stakes),
            seek.speeds,
            seek.games,
            stakes=player.stakes,
            length=kind.length,
            cube=kind.cube,
            lengths=seek.lengths,
        )
        self._bus.publish(PAIRING, wanted)

    def _ask(self, user: Identity, player: PlayerSockets, seek: Seek, search: PageSearch) -> None:
        task = asyncio.create_task(self._agree(user, player, seek, search))
        self._questions[user.id, search] = task
        task.add_done_callback(lambda _: self._questions.pop((user.id, search), None))

    async def _agree(self, user: Identity, player: PlayerSockets, seek: Seek, search: PageSearch) -> None:
        """Ask the site for the stakes of a search, and begin it; a refusal ends it."""
        terms, code = usual(search.kind), ""
        try:
            stakes = await self._stakes.agree(terms, seek.stake, seek.most or None, user.player)
        except CommandRefusedError as refused:
            code = refused.code
        except StoreUnavailableError:
            code = "not_stored"
        except Exception:
            log.exception("lobby: cannot find out the stakes of a search for %s", seek.game)
            code = "server_error"
        if player.search != search or not player.searchers:
            return  # the search has ended meanwhile
        if code:
            self._refuse(player, code)
        else:
            player.stakes = stakes
            self._publish(user, player, seek, search)

    def _on_update(self, wanted: SeekUpdate) -> None:
        """Tell the pages of a player that their stake cannot be held, if it is a player of this process."""
        player = self._players.get(wanted.player.id) if wanted.refused else None
        if player is not None:
            self._refuse(player, wanted.refused)

    def _refuse(self, player: PlayerSockets, code: str) -> None:
        sockets = tuple(player.searchers)
        player.end_search()
        player.mail(Seeking(""))
        for socket in sockets:
            self._reject(socket, code)

    def _may_search(self, player: PlayerSockets, search: PageSearch) -> bool:
        if player.search == search:
            return True
        if player.searches is None:
            player.searches = Bucket(SEARCHES, self._now())
        return player.searches.take(self._now())

    def _end(self, user: Identity, player: PlayerSockets, *, resumes: bool = False) -> None:
        if player.search is not None:
            player.end_search()
            self._bus.publish(PAIRING, SeekUpdate(user.player, "", "", resumes=resumes))
            player.mail(Seeking(""))
