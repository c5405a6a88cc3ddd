"""The lobby for sockets: pages of lists, searches for an opponent, invitations, tournaments.

The endpoint reports every socket that comes and goes, and passes on these messages. A message that concerns a
player (a table set for them, an invitation, their matches) goes to all their sockets.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.lobby.calls import Calls
from zaria.live.lobby.groups import Group
from zaria.live.lobby.hooks import LobbyHooks, LobbyProcess
from zaria.live.lobby.index import ListedMatch
from zaria.live.lobby.list_readers import ListReaders
from zaria.live.lobby.lists import LobbyLists
from zaria.live.lobby.member_batches import MemberBatches, rating_batches
from zaria.live.lobby.messages import OnlineUser
from zaria.live.lobby.online_users import Handles, PresenceSync
from zaria.live.lobby.player_sockets import Numbers, PlayerSockets
from zaria.live.lobby.seek_requests import SeekRequests
from zaria.live.lobby.seeks import Seeks
from zaria.live.lobby.study_readers import StudyReaders
from zaria.live.lobby.table_calls import TableCalls
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.lobby.tournament_readers import TournamentReaders
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.messages import person_topic
from zaria.live.sockets.connection import SHUT_OUT, Connection, Identity, Translate
from zaria.live.sockets.protocol.client import (
    DeclineInvitation,
    Seek,
    WatchLobby,
    WatchStudy,
    WatchTournament,
)
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import (
    CallMissed,
    CreditsChanged,
    GuestArrived,
    Invitation,
    InvitationOver,
    Page,
    Rated,
    Redirect,
    Rejected,
    TermsOffered,
    TimersChanged,
)
from zaria.match import commands as cmd

_Call = Invitation | Redirect | GuestArrived | CallMissed
"""The messages that a new socket of a player is sent at once."""


class LobbySessions:
    """The lobby as all sockets of this process see it."""

    def __init__(
        self,
        lists: LobbyLists,
        bus: Bus,
        match_service: MatchService,
        now: Now,
        translate: Translate,
        process: LobbyProcess,
        times: LobbyTimeouts,
        hooks: LobbyHooks,
    ) -> None:
        """Start without sockets."""
        self.lists = lists
        self.online = PresenceSync(bus, now, Handles(process.key), process.name, self._send_soon, times)
        self.seeks = Seeks(bus, now, self.online.users, self._send_soon, times)
        self.calls = Calls(lists, self.online.users, now, process.pairs, times, hooks.invitations)
        self._ratings = rating_batches(hooks.ratings, self._rate)
        self._table_calls = TableCalls(now)
        self._arrivals = MemberBatches(hooks.arrivals)
        self._connections = MemberBatches(hooks.connections)
        self._bus = bus
        self._match_service = match_service
        self._now = now
        self._translate = translate
        self._times = times
        self._players: dict[str, PlayerSockets] = {}
        self._readers = ListReaders(self._players, lists, self._group, now)
        self.tournament_readers = TournamentReaders(bus, hooks.last_tournament_event, self._reject, times)
        self.study_readers = StudyReaders(bus)
        stakes = hooks.search_stakes
        self._requests = SeekRequests(self._players, lists, self.seeks, bus, now, self._reject, stakes)
        self.handlers: Mapping[type, Callable[[Connection, Any], None]] = {
            WatchLobby: self._readers.watch,
            Seek: self._requests.seek,
            DeclineInvitation: self._decline,
            WatchTournament: self.tournament_readers.watch,
            WatchStudy: self.study_readers.watch,
        }
        """Handlers by kind of message, called by the endpoint."""

    def start(self) -> None:
        """Listen to the lobby and to the other processes."""
        self.lists.listeners.append(self._list_changed)
        self.online.start()
        self.seeks.start()
        self._requests.start()
        self.calls.start()

    def close(self) -> None:
        """Stop listening."""
        self.calls.close()
        with suppress(ValueError):  # the lobby has not started
            self.lists.listeners.remove(self._list_changed)
        self.online.close()
        self.seeks.close()
        self._requests.close()
        self._readers.close()
        self.tournament_readers.close()
        self.study_readers.close()
        self._ratings.close()
        self._arrivals.close()
        self._connections.close()

    def rated(self, player: str, ratings: Numbers) -> None:
        """Announce a player's new ratings to all processes, and to the player's pages."""
        message = Rated({game: float(rating) for game, rating in ratings.items()})
        self._bus.publish(person_topic(player), message)

    def credits_changed(self, player: str, message: CreditsChanged) -> None:
        """Send a player's new balance to all their pages."""
        self._bus.publish(person_topic(player), message)

    def tournament_changed(self, tournament_id: str, n: int) -> None:
        """Announce to the readers of a tournament, at all processes, that its event `n` is stored."""
        self.tournament_readers.changed(tournament_id, n)

    def timer_changed(self, player: str, message: TimersChanged) -> None:
        """Send a player's countdowns of tournaments to all their pages."""
        self._bus.publish(person_topic(player), message)

    def terms_offered(self, player: str, message: TermsOffered) -> None:
        """Send the news of the offers at a table to all pages of a player."""
        self._bus.publish(person_topic(player), message)

    def look_again(self, player: str, admits: Callable[[Identity], bool]) -> None:
        """Close those sockets of a player that are not admitted any more."""
        player_sockets = self._players.get(player)
        for socket in tuple(player_sockets.sockets) if player_sockets else ():
            if socket.user is not None and not admits(socket.user):
                socket.close(SHUT_OUT)

    def withdraw_calls(self, player: str, opponent: str) -> None:
        """Close the tables to which one of two players has invited the other."""
        for match_id, guest in self.lists.calls_between(player, opponent):
            self._match_service.command(match_id, guest, "decline", cmd.Cancel(), self._now(), _ignored)

    def visitor(self, handle: str) -> OnlineUser | None:
        """The user with this handle, if online."""
        return self.online.users.find(handle)

    def handle(self, player: str) -> str:
        """The handle of a player."""
        return self.online.users.handle(player)

    def page(self, query: WatchLobby) -> Page:
        """The first page of a list that a socket asks for; pages show it before their scripts run.

        Raises `ValueError` if `query` asks for none.
        """
        if not query.what:
            raise ValueError("no list")
        return self._group(query).page

    def connected(self, socket: Connection) -> None:
        """Add a socket that is open."""
        user = socket.user
        if user is None:
            return
        player = self._players.get(user.id)
        if player is None:
            visitor = OnlineUser.of(
                user.player, hidden=user.hidden, ratings=self.online.users.ratings(user.id)
            )
            player = self._players[user.id] = PlayerSockets(visitor, self.online.on_connect)
            self._bus.subscribe(person_topic(user.id), player.mail)
            if user.player.member and not user.hidden and self.visitor(self.handle(user.id)) is None:
                self._arrivals.add(user.id)
            self.online.on_connect(visitor)
            if user.player.member:
                self._ratings.add(user.id)
        player.sockets[socket] = None
        if user.player.member:
            self._connections.add(user.id)
        messages: list[_Call] = [Invitation(card) for card in self.lists.calls(user.id)]
        messages += self.lists.tournament_tables(user.id)
        messages += self._table_calls.of_newcomer(user.id, self.lists.index.of(user.id))
        if messages:  # a socket takes no messages before the endpoint has finished with it
            asyncio.get_running_loop().call_soon(_send, socket, messages)

    def disconnected(self, socket: Connection) -> None:
        """Remove a socket that is gone."""
        user = socket.user
        self._readers.leave(socket)
        self.tournament_readers.leave(socket)
        self.study_readers.leave(socket)
        player = self._players.get(user.id) if user else None
        if user is None or player is None:
            return
        player.sockets.pop(socket, None)
        player.readers.pop(socket, None)
        self._requests.leave(socket, user, player)
        if not player.sockets:
            del self._players[user.id]
            self._bus.unsubscribe(person_topic(user.id), player.mail)
            self.online.on_disconnect(user.id)

    def _group(self, query: WatchLobby) -> Group:
        users = self.online.users
        return Group(query, self.lists, users, self.seeks, self._now, self._times.numbers)

    def _rate(self, player: str, ratings: Numbers) -> None:
        if player in self._players:
            self._players[player].rate(ratings)

    def _send_soon(self) -> None:
        self._readers.send_soon()

    def _list_changed(self, before: ListedMatch | None, now: ListedMatch | None) -> None:
        """Send invitations and calls to tables, and note whose matches have changed."""
        for entry in (before, now):
            for player in entry.listing.players if entry else ():
                if player is not None:
                    self._readers.own_matches_changed(player)
        was, guest = before and before.guest, now and now.guest
        if now and guest in self._players and guest != was:
            self._players[guest].mail(Invitation(now.card(guest)))
        if before and was in self._players and guest != was:
            self._players[was].mail(InvitationOver(before.id))
        if now and before is None:
            for player in now.awaited & self._players.keys():
                self._players[player].mail(Redirect(now.id, "tournament", now.until))
        for player, message in self._table_calls.on_change(before, now):
            if player in self._players:
                self._players[player].mail(message)
        self._send_soon()

    def _decline(self, socket: Connection, message: DeclineInvitation) -> None:
        match_id = message.m
        user = socket.user
        entry = self.lists.index.get(match_id)
        if user is None or entry is None or entry.guest != user.id:
            self._reject(socket, "unknown_match")
            return

        def answer(_: int, code: str | None) -> None:
            if code is not None:
                self._reject(socket, code)
            else:
                self.calls.on_answer(match_id, user.id)

        self._match_service.command(match_id, user.id, "decline", cmd.Cancel(), self._now(), answer)

    def _reject(self, socket: Connection, code: str) -> None:
        text = self._translate(code, socket.user.lang if socket.user else "en")
        socket.send(encode(Rejected(None, code, text)))


def _ignored(seq: int, code: str | None) -> None:
    """Ignore the result: the invited player may have sat down, or the host cancelled, at this moment."""


def _send(socket: Connection, messages: Sequence[_Call]) -> None:
    for message in messages:
        socket.send(encode(message))
