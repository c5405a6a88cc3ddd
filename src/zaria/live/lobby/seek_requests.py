"""The searches of this process's sockets: one search a player, on whichever of their pages."""

from collections.abc import Callable, Mapping

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.lobby.lists import LobbyLists
from zaria.live.lobby.messages import PAIRING, SeekUpdate
from zaria.live.lobby.player_sockets import SEARCH_ENDED, PlayerSockets
from zaria.live.lobby.seeks import Seeks
from zaria.live.lobby.speeds import usual
from zaria.live.rate_limits import Bucket, Limits
from zaria.live.sockets.connection import Connection, Identity
from zaria.live.sockets.protocol.client import Seek
from zaria.live.sockets.protocol.server import Seeking

SEARCHES = Limits(rate=20 / 60, burst=20)
"""Searches that one player may begin."""

Reject = Callable[[Connection, str], None]
"""Sends the code of a refusal."""


class SeekRequests:
    """Begins and ends searches, and publishes them to the process that pairs."""

    def __init__(
        self,
        players: Mapping[str, PlayerSockets],
        lists: LobbyLists,
        seeks: Seeks,
        bus: Bus,
        now: Now,
        reject: Reject,
    ) -> None:
        self._players, self._lists, self._seeks = players, lists, seeks
        self._bus, self._now, self._reject = bus, now, reject

    def seek(self, socket: Connection, seek: Seek) -> None:
        """Begin a search, or end the one of this page."""
        user = socket.user
        player = self._players.get(user.id) if user else None
        if user is None or player is None:
            self._reject(socket, "no_identity")
        elif not seek.game:
            self.leave(socket, user, player, resumes=False)
        elif player.replaced.get(socket) == (seek.game, seek.speed):
            socket.send(SEARCH_ENDED)  # another page has begun another search
        elif usual(seek.game, seek.speed) is None:
            self._reject(socket, "bad_terms")
        elif self._lists.has_pending_pair(user.id):  # so an absent player delays only one opponent
            self._reject(socket, "awaited")
        elif self._may_search(player, (seek.game, seek.speed)):
            player.search_from(socket, (seek.game, seek.speed))
            rating, to = player.visitor.ratings.get(seek.game), self._seeks.player(seek.to) or ""
            wanted = SeekUpdate(
                user.player,
                seek.game,
                seek.speed,
                rating,
                seek.rated,
                to,
                user.hidden,
                self._seeks.since(user.id, seek.game, seek.speed),
                seek.speeds,
                seek.games,
            )
            self._bus.publish(PAIRING, wanted)
        else:
            self._end(user, player)
            self._reject(socket, "too_many")

    def leave(self, socket: Connection, user: Identity, player: PlayerSockets, resumes: bool = True) -> None:
        """Stop the search of one page; others of the same player may continue.

        `resumes`: it may go on at the next page, with its wait so far.
        """
        player.replaced.pop(socket, None)
        if socket in player.searchers:
            player.searchers.discard(socket)
            if not player.searchers:
                self._end(user, player, resumes)

    def _may_search(self, player: PlayerSockets, search: tuple[str, str]) -> bool:
        if player.search == search:
            return True
        if player.searches is None:
            player.searches = Bucket(SEARCHES, self._now())
        return player.searches.take(self._now())

    def _end(self, user: Identity, player: PlayerSockets, resumes: bool = False) -> None:
        if player.search is not None:
            player.end_search()
            self._bus.publish(PAIRING, SeekUpdate(user.player, "", "", resumes=resumes))
            player.mail(Seeking(""))
