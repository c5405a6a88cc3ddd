"""The lobby for sockets: pages of lists, searches for an opponent, answers to invitations.

The endpoint reports every socket that comes and goes, and passes on these messages. A message that concerns a
player (a table set for them, an invitation, their matches) goes to all their sockets.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from heapq import nsmallest
from operator import attrgetter
from typing import Any, SupportsFloat

from msgspec.structs import replace

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.fanout import Fanout
from zaria.live.lobby.groups import Group
from zaria.live.lobby.index import Entry
from zaria.live.lobby.lists import LobbyLists
from zaria.live.lobby.messages import PAIRING, Mail, OnlineUser, SeekUpdate
from zaria.live.lobby.online_users import Handles, PresenceSync
from zaria.live.lobby.seeks import Seeks
from zaria.live.lobby.speeds import usual
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.messages import person_topic
from zaria.live.rate_limits import Bucket, Limits
from zaria.live.sockets.connection import SHUT_OUT, Connection, Identity, Translate
from zaria.live.sockets.protocol.cards import Card
from zaria.live.sockets.protocol.client import DeclineInvitation, Seek, WatchLobby
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import (
    Invitation,
    InvitationOver,
    OwnMatches,
    Page,
    Rated,
    Redirect,
    Rejected,
    Seeking,
)
from zaria.match import commands as cmd

log = logging.getLogger(__name__)

SEARCHES = Limits(rate=20 / 60, burst=20)
"""How often one player may begin another search."""

SOON_S = 0.02
TICK_S = 0.1
"""Delay before changes are sent, and the interval while some have to wait."""

SLICE = 200
"""Sockets that are sent to in one turn of the event loop."""

AT_ONCE = 200
"""Pages that are compared at once: those first whose readers have waited longest."""

RATINGS_S = 0.05
"""Seconds in which users are collected for one query of ratings."""

Numbers = Mapping[str, SupportsFloat]
"""Ratings by game; "" is the overall one."""

Ratings = Callable[[Collection[str]], Awaitable[Mapping[str, Numbers]]]
"""Loads the ratings of members by their player ids."""

_waits = attrgetter("told_at")


class _Presence:
    """A player with the sockets at this process."""

    __slots__ = (
        "_came",
        "callers",
        "personal",
        "replaced",
        "search",
        "searchers",
        "searches",
        "visitor",
    )

    def __init__(self, visitor: OnlineUser, came: Callable[[OnlineUser], None]) -> None:
        self.visitor = visitor
        self._came = came
        self.callers: dict[Connection, None] = {}
        self.personal: dict[Connection, None] = {}
        self.search: tuple[str, str] | None = None
        self.searchers: set[Connection] = set()
        self.replaced: dict[Connection, tuple[str, str]] = {}
        self.searches: Bucket | None = None

    def mail(self, message: Mail) -> None:
        """Send a message to all sockets of the player."""
        if isinstance(message, Redirect):
            self.end_search()
        if isinstance(message, Rated):
            self.rate(message.ratings)
        frame = encode(message)
        for caller in self.callers:
            caller.send(frame)

    def rate(self, ratings: Numbers) -> None:
        """Store loaded ratings."""
        rounded = {game: round(float(rating)) for game, rating in ratings.items()}
        self.visitor = replace(self.visitor, ratings={**self.visitor.ratings, **rounded})
        self._came(self.visitor)

    def searches_from(self, caller: Connection, search: tuple[str, str]) -> None:
        """Note that a page searches; pages that search for something else stop."""
        if search != self.search:
            for other in self.searchers - {caller}:
                self.replaced[other] = self.search or search
                other.send(_SEARCH_ENDED)
            self.search, self.searchers = search, set()
        self.searchers.add(caller)
        self.replaced.pop(caller, None)

    def end_search(self) -> None:
        """End the search on every page of the player."""
        self.search = None
        self.searchers.clear()
        self.replaced.clear()


_SEARCH_ENDED = encode(Seeking(""))


class LobbySessions:
    """The lobby as all sockets of this process see it."""

    def __init__(
        self,
        lists: LobbyLists,
        bus: Bus,
        tables: MatchService,
        now: Now,
        translate: Translate,
        key: bytes,
        process: str,
        times: LobbyTimeouts,
    ) -> None:
        """`key` makes the handles, and is the same in all processes; `process` is the name of this one."""
        self.lists = lists
        self.online = PresenceSync(bus, now, Handles(key), process, self._soon, times)
        self.seeks = Seeks(bus, now, self.online.users, self._soon, times)
        self._bus = bus
        self._tables = tables
        self._now = now
        self._translate = translate
        self._times = times
        self._here: dict[str, _Presence] = {}
        self._groups: dict[WatchLobby, Group] = {}
        self._reads: dict[Connection, WatchLobby] = {}
        self._slices = Fanout(SLICE)
        self._stale: dict[str, None] = {}
        self._timer: asyncio.TimerHandle | None = None
        self.ratings: Ratings | None = None
        self._unknown: dict[str, None] = {}
        self._finding: asyncio.Task[None] | None = None
        self.handlers: Mapping[type, Callable[[Connection, Any], None]] = {
            WatchLobby: self._show,
            Seek: self._seek,
            DeclineInvitation: self._decline,
        }
        """What the endpoint calls with each kind of message."""

    def start(self) -> None:
        """Listen to the lobby and to the other processes."""
        self.lists.listeners.append(self._changed)
        self.online.start()
        self.seeks.start()

    def close(self) -> None:
        """Stop listening."""
        with suppress(ValueError):  # the lobby has not started
            self.lists.listeners.remove(self._changed)
        self.online.close()
        self.seeks.close()
        if self._timer is not None:
            self._timer.cancel()
        if self._finding is not None:
            self._finding.cancel()

    def rated(self, player: str, ratings: Numbers) -> None:
        """Announce a player's new ratings to all processes, and to the player's pages."""
        told = Rated({game: float(rating) for game, rating in ratings.items()})
        self._bus.publish(person_topic(player), told)

    def look_again(self, player: str, admits: Callable[[Identity], bool]) -> None:
        """Close those sockets of a player that are not admitted any more."""
        presence = self._here.get(player)
        for caller in tuple(presence.callers) if presence else ():
            if caller.user is not None and not admits(caller.user):
                caller.close(SHUT_OUT)

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

    def _group(self, query: WatchLobby) -> Group:
        users = self.online.users
        return Group(query, self.lists, users, self.seeks, self._now, self._times.numbers)

    def connected(self, caller: Connection) -> None:
        """Add a socket that is open."""
        user = caller.user
        if user is None:
            return
        presence = self._here.get(user.id)
        if presence is None:
            visitor = OnlineUser.of(user.player, user.hidden, self.online.users.ratings(user.id))
            presence = self._here[user.id] = _Presence(visitor, self.online.on_connect)
            self._bus.subscribe(person_topic(user.id), presence.mail)
            self.online.on_connect(visitor)
            if user.player.member:
                self._find_ratings(user.id)
        presence.callers[caller] = None
        calls = self.lists.calls(user.id)
        if calls:  # a socket takes no messages before the endpoint has finished with it
            asyncio.get_running_loop().call_soon(self._call, caller, calls)

    def disconnected(self, caller: Connection) -> None:
        """Remove a socket that is gone."""
        user = caller.user
        self._stop(caller)
        presence = self._here.get(user.id) if user else None
        if user is None or presence is None:
            return
        presence.callers.pop(caller, None)
        presence.personal.pop(caller, None)
        self._stop_search(caller, user, presence)
        if not presence.callers:
            del self._here[user.id]
            self._bus.unsubscribe(person_topic(user.id), presence.mail)
            self.online.on_disconnect(user.id)

    def _find_ratings(self, player: str) -> None:
        if self.ratings is not None:
            self._unknown[player] = None
            if self._finding is None:
                self._finding = asyncio.create_task(self._find(self.ratings))

    async def _find(self, ratings: Ratings) -> None:
        try:
            while self._unknown:
                await asyncio.sleep(RATINGS_S)
                asked, self._unknown = list(self._unknown), {}
                for player, found in (await ratings(asked)).items():
                    if player in self._here and found:
                        self._here[player].rate(found)
        except Exception as error:  # without the site's database, say, the lists have no ratings
            log.warning("lobby: cannot load ratings: %r", error)
        finally:
            self._finding = None

    def _call(self, caller: Connection, cards: list[Card]) -> None:
        for card in cards:
            caller.send(encode(Invitation(card)))

    # pages

    def _show(self, caller: Connection, query: WatchLobby) -> None:
        self._stop(caller)
        self._get_personal(caller)
        if not query.what:
            return
        if query.what == "people":
            query = WatchLobby("people", query.page)
        group = self._groups.get(query)
        if group is None:
            group = self._groups[query] = self._group(query)
        self._reads[caller] = query
        group.add(caller)

    def _stop(self, caller: Connection) -> None:
        query = self._reads.pop(caller, None)
        if query is not None:
            group = self._groups[query]
            group.readers.pop(caller, None)
            if not group.readers:
                del self._groups[query]

    def _get_personal(self, caller: Connection) -> None:
        """A page that watches the lobby also shows its reader's own matches."""
        user = caller.user
        presence = self._here.get(user.id) if user else None
        if user and presence and caller not in presence.personal:
            presence.personal[caller] = None
            caller.send(self._mine(user.id))

    def _mine(self, player: str) -> bytes:
        return encode(OwnMatches(self.lists.own_matches(player)))

    def _changed(self, before: Entry | None, now: Entry | None) -> None:
        """Process a change of the lists."""
        for entry in (before, now):
            for player in entry.listing.players if entry else ():
                if player in self._here:
                    self._stale[player] = None
        was, guest = before and before.guest, now and now.guest
        if now and guest in self._here and guest != was:
            self._here[guest].mail(Invitation(now.card(guest)))
        if before and was in self._here and guest != was:
            self._here[was].mail(InvitationOver(before.id))
        self._soon()

    def _soon(self) -> None:
        if self._timer is None and (self._groups or self._stale):
            self._timer = asyncio.get_running_loop().call_later(SOON_S, self._tick)

    def _tick(self) -> None:
        """Send the changes to the readers."""
        self._timer = None
        for player in self._stale:
            presence = self._here.get(player)
            if presence is not None and presence.personal:
                mine = self._mine(player)
                for caller in presence.personal:
                    caller.send(mine)
        self._stale.clear()
        late, now = [group for group in self._groups.values() if group.late], self._now()
        due = [group for group in late if group.next_send_at is not None and group.next_send_at <= now]
        for group in nsmallest(AT_ONCE, due, key=_waits):
            news = group.news()
            if news is not None:
                group.send(news, self._slices)
        if any(group.late for group in late):
            self._timer = asyncio.get_running_loop().call_later(TICK_S, self._tick)

    # opponents

    def _seek(self, caller: Connection, seek: Seek) -> None:
        user = caller.user
        presence = self._here.get(user.id) if user else None
        if user is None or presence is None:
            self._no(caller, "no_identity")
        elif not seek.game:
            self._stop_search(caller, user, presence)
        elif presence.replaced.get(caller) == (seek.game, seek.speed):
            caller.send(_SEARCH_ENDED)  # another page has begun another search
        elif usual(seek.game, seek.speed) is None:
            self._no(caller, "bad_terms")
        elif self.lists.has_pending_pair(user.id):  # so an absent player delays only one opponent
            self._no(caller, "awaited")
        elif self._may_search(presence, (seek.game, seek.speed)):
            presence.searches_from(caller, (seek.game, seek.speed))
            rating, to = presence.visitor.ratings.get(seek.game), self.seeks.player(seek.to) or ""
            wanted = SeekUpdate(user.player, seek.game, seek.speed, rating, seek.rated, to, user.hidden)
            self._bus.publish(PAIRING, wanted)
        else:
            self._end_search(user, presence)
            self._no(caller, "too_many")

    def _may_search(self, presence: _Presence, search: tuple[str, str]) -> bool:
        if presence.search == search:
            return True
        if presence.searches is None:
            presence.searches = Bucket(SEARCHES, self._now())
        return presence.searches.take(self._now())

    def _stop_search(self, caller: Connection, user: Identity, presence: _Presence) -> None:
        """Stop the search of one page; others of the same player may continue."""
        presence.replaced.pop(caller, None)
        if caller in presence.searchers:
            presence.searchers.discard(caller)
            if not presence.searchers:
                self._end_search(user, presence)

    def _end_search(self, user: Identity, presence: _Presence) -> None:
        if presence.search is not None:
            presence.end_search()
            self._bus.publish(PAIRING, SeekUpdate(user.player, "", ""))
            presence.mail(Seeking(""))

    def _decline(self, caller: Connection, message: DeclineInvitation) -> None:
        match_id = message.m
        user = caller.user
        entry = self.lists.index.get(match_id)
        if user is None or entry is None or entry.guest != user.id:
            self._no(caller, "unknown_match")
            return

        def answer(_: int, code: str | None) -> None:
            if code is not None:
                self._no(caller, code)

        self._tables.command(match_id, user.id, "decline", cmd.Cancel(), self._now(), answer)

    def _no(self, caller: Connection, code: str) -> None:
        text = self._translate(code, caller.user.lang if caller.user else "en")
        caller.send(encode(Rejected(None, code, text)))
