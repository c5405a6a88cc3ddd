"""Sending of lobby pages: sockets that show the same page share each message.

A group is one page of one list. After a change it is compared with the page sent last, and the difference is
encoded once for all. Sending is spread over turns of the event loop, so that a move at a table never waits
for a lobby of thousands.
"""

from functools import partial

from msgspec import Raw, structs

from zaria.live.clock import Now
from zaria.live.fanout import Fanout
from zaria.live.lobby.index import Filter, ListedMatch
from zaria.live.lobby.lists import LobbyLists
from zaria.live.lobby.messages import OnlineUser
from zaria.live.lobby.online_users import OnlineUsers
from zaria.live.lobby.seeks import Seeks
from zaria.live.sockets.connection import Connection
from zaria.live.sockets.protocol.cards import Card, Person
from zaria.live.sockets.protocol.client import WatchLobby as Query
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import Page

SIZE = 20
"""Entries of a page."""

EVERY_MS = 250
"""Least milliseconds between two messages to a page's readers; large groups get them more seldom."""
READER_MS = 80
"""Milliseconds that a thousand readers of a group add to that."""

FRESH_MS = 100
"""Milliseconds for which a whole page may be sent to further newcomers: it contains the time."""


class Group:
    """The readers of one page, and the page sent last."""

    def __init__(
        self,
        query: Query,
        lists: LobbyLists,
        users: OnlineUsers,
        seeks: Seeks,
        now: Now,
        numbers_ms: int,
    ) -> None:
        """Take the page as it is now, without readers. `numbers_ms`: see `LobbyTimeouts.numbers`."""
        self.readers: dict[Connection, None] = {}
        self._busy = False
        self._query = query
        self._filter = Filter(query.what, query.game, query.speed, query.stakes)
        self._lists = lists
        self._users = users
        self._seeks = seeks
        self._now = now
        self._numbers_ms = numbers_ms
        self.sent_at = -numbers_ms
        self._whole: tuple[int, bytes] = -FRESH_MS, b""
        self._seen = self._version()
        self._rated = users.rated
        self.page = self._look()

    def add(self, reader: Connection) -> None:
        """Send the page to a newcomer, and later changes."""
        now = self._now()
        if now - self._whole[0] >= FRESH_MS:
            self._whole = now, encode(structs.replace(self.page, now=now))
        self.readers[reader] = None
        reader.send(self._whole[1])

    def news(self) -> bytes | None:
        """The message about the changes since the last one; None: there are none."""
        before, page = self.page, self._look()
        self._seen, self._rated = self._version(), self._users.rated
        if _same(before, page):
            return None
        self.page, self.sent_at = page, page.now
        self._whole = -FRESH_MS, b""
        return encode(_news(before, page))

    def send(self, message: bytes, fanout: Fanout) -> None:
        """Send `message` to the present readers, as long as they stay."""
        self._busy = True
        fanout.send(tuple(self.readers), partial(self._give, message))
        fanout.send((False,), self._set_busy)  # after the last of them

    @property
    def next_send_at(self) -> int | None:
        """The time (ms) of the next message to the readers; None: one is still being sent."""
        if self._busy:
            return None
        changed = self._version() != self._seen
        interval = EVERY_MS + READER_MS * len(self.readers) // 1000 if changed else self._numbers_ms
        return self.sent_at + interval

    def _give(self, message: bytes, reader: Connection) -> None:
        if reader in self.readers:
            reader.send(message)

    def _set_busy(self, busy: bool) -> None:  # noqa: FBT001 - called by the fan-out
        self._busy = busy

    @property
    def late(self) -> bool:
        """True if there may be unsent changes."""
        page, counts = self.page, self._lists.index.counts()
        if self._version() != self._seen or self._rated != self._users.rated:
            return True
        return page.online != len(self._users) or page.counts != counts or page.seeks != self._seeks.listed

    def _version(self) -> tuple[int, int]:
        if self._query.what == "people":
            return self._users.version, self._lists.index.version
        seeks = self._seeks.version if self._query.what == "open" else 0
        return self._lists.index.versions.get(self._filter, 0), seeks

    def _look(self) -> Page:
        """Build the whole page as it is now."""
        query, index = self._query, self._lists.index
        assert query.what
        start = query.page * SIZE
        about = query.what, query.page, self._now()
        counts = len(self._users), index.counts()
        if query.what == "people":
            people = [person(self._lists, handle, user) for handle, user in self._users.part(start, SIZE)]
            handles = [user.handle for user in people]
            return Page(*about, handles, len(self._users), *counts, people=people, seeks=self._seeks.listed)
        entries = index.part(self._filter, start, SIZE)
        cards: list[Card | Raw] = [Raw(entry.listing.body) for entry in entries]
        ratings = [self._ratings(entry) for entry in entries]
        return Page(
            *about,
            [entry.id for entry in entries],
            index.count(self._filter),
            *counts,
            cards=cards,
            ratings=ratings if any(pair != (None, None) for pair in ratings) else [],
            seeks=self._seeks.listed,
        )

    def _ratings(self, entry: ListedMatch) -> tuple[int | None, int | None]:
        """The ratings of the players of a match, in its game and way of play."""
        first, second = (
            self._users.ratings(player).get(entry.rating_key) if player else None
            for player in entry.listing.players
        )
        return first, second


def person(lists: LobbyLists, handle: str, visitor: OnlineUser) -> Person:
    """An online user, as others see them."""
    return Person(
        handle,
        visitor.name,
        visitor.colour,
        member=visitor.member,
        robot=visitor.robot,
        country=visitor.country,
        face=visitor.face,
        rating=visitor.ratings.get(""),
        table=lists.table(visitor.id),
    )


def _same(earlier: Page, later: Page) -> bool:
    """Return whether two pages differ in nothing but their time."""
    return structs.replace(earlier, now=later.now) == later


def _news(before: Page, page: Page) -> Page:
    """The page with only those entries that are new or changed."""
    return structs.replace(
        page,
        cards=[card for card in page.cards if card not in before.cards],
        people=[person for person in page.people if person not in before.people],
        seeks=None if page.seeks == before.seeks else page.seeks,
    )
