"""A player who is online, with their sockets at this process and what they search for."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, SupportsFloat

from msgspec.structs import replace

from zaria.live.lobby.messages import Mail, OnlineUser
from zaria.live.lobby.speeds import Kind
from zaria.live.rate_limits import Bucket
from zaria.live.sockets.connection import Connection
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import Rated, Redirect, Seeking
from zaria.match.stakes import Stakes

Numbers = Mapping[str, SupportsFloat]
"""Ratings by game; "" is the overall one."""

SEARCH_ENDED = encode(Seeking(""))


class PageSearch(NamedTuple):
    """The search of a page; `stake` and `most` as it named them, in hundredths."""

    kind: Kind
    stake: int = 0
    most: int = 0


class PlayerSockets:
    """See the module. `sockets` are all of them, `readers` those on pages that list the player's matches.

    `searchers` are those whose pages show the `search`; `replaced` those whose search another page has
    replaced, with the old one. `stakes` are those of the search, once the site has agreed to them.
    """

    __slots__ = (
        "_changed",
        "readers",
        "replaced",
        "search",
        "searchers",
        "searches",
        "sockets",
        "stakes",
        "visitor",
    )

    def __init__(self, visitor: OnlineUser, changed: Callable[[OnlineUser], None]) -> None:
        self.visitor = visitor
        self._changed = changed
        self.sockets: dict[Connection, None] = {}
        self.readers: dict[Connection, None] = {}
        self.search: PageSearch | None = None
        self.stakes: Stakes | None = None
        self.searchers: set[Connection] = set()
        self.replaced: dict[Connection, PageSearch] = {}
        self.searches: Bucket | None = None

    def mail(self, message: Mail) -> None:
        """Send a message to all sockets of the player."""
        if isinstance(message, Redirect):
            self.end_search()
        if isinstance(message, Rated):
            self.rate(message.ratings)
        frame = encode(message)
        for socket in self.sockets:
            socket.send(frame)

    def rate(self, ratings: Numbers) -> None:
        """Store loaded ratings."""
        rounded = {game: round(float(rating)) for game, rating in ratings.items()}
        self.visitor = replace(self.visitor, ratings={**self.visitor.ratings, **rounded})
        self._changed(self.visitor)

    def search_from(self, socket: Connection, search: PageSearch) -> None:
        """Note that a page searches; pages that search for something else stop."""
        if search != self.search:
            for searcher in self.searchers - {socket}:
                self.replaced[searcher] = self.search or search
                searcher.send(SEARCH_ENDED)
            self.search, self.stakes, self.searchers = search, None, set()
        self.searchers.add(socket)
        self.replaced.pop(socket, None)

    def end_search(self) -> None:
        """End the search on every page of the player."""
        self.search = self.stakes = None
        self.searchers.clear()
        self.replaced.clear()
