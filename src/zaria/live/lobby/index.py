"""The listings of all matches in memory, in order for every possible filter.

A match stands in at most eight sorted lists (any or its own game, speed, stakes), so a change costs eight
searches, and a request sorts nothing.
"""

import logging
import sys
from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from typing import Literal, NamedTuple

import msgspec

from zaria.live.journal.base import Listing
from zaria.live.matches.cards import HIDDEN, OPEN, OVER, PLAYING
from zaria.live.sockets.protocol.cards import Card
from zaria.match.rating_keys import rating_key
from zaria.match.stakes import Stakes

log = logging.getLogger(__name__)


class Filter(NamedTuple):
    """A list of the lobby; an empty field matches everything."""

    list_name: str
    game: str = ""
    speed: str = ""
    stakes: str = ""


class ListedMatch(msgspec.Struct, frozen=True):
    """A listed match. `order` is its place in the lists, `added_at` the number of the change that listed it.

    `needed` is the amount that the club holds from a player who sits down at it, in `unit`; 0 for nothing.
    `awaited` are the players who must still sit down at a table of a tournament before `until` (ms); `seated`
    says of each side whether its player has sat down.
    """

    id: str
    listing: Listing
    n: int
    state: Literal["open", "playing", "over"]
    by: int | None
    order: tuple[int, str]
    filters: tuple[Filter, ...]
    added_at: int
    game: str = ""
    needed: int = 0
    unit: str = ""
    awaited: frozenset[str] = frozenset()
    until: int | None = None
    seated: tuple[bool, bool] = (False, False)
    is_by_day: bool = False
    """It is played by the day, and has begun."""
    waits_by_day: bool = False
    """It is to be played by the day, and is open."""

    @property
    def rating_key(self) -> str:
        """The name of the rating by which its players are compared."""
        return rating_key(self.game, by_day=self.is_by_day or self.waits_by_day)

    def card(self, reader: str | None = None) -> Card:
        """The card for a player (None: for anybody)."""
        card, players = _card(self.listing.body), self.listing.players
        if reader is None or reader not in players:
            return card
        return msgspec.structs.replace(card, you=players.index(reader))

    @property
    def since(self) -> int:
        """The time of opening or, once it is played, of its start (ms since the epoch)."""
        return abs(self.order[0])

    @property
    def guest(self) -> str | None:
        """The invited player: the id of the one for whom another player reserves a seat."""
        if self.state != "open" or self.by is None:
            return None
        first, second = self.listing.players
        return None if first == second else (second, first)[self.by]

    def is_of(self, player: str) -> bool:
        """Return whether the player has a seat or set the table, and is not only invited."""
        return player in self.listing.players and self.guest != player


class Index:
    """All unfinished matches, by id, by player and by filter. Of two cards the newer one holds."""

    def __init__(self) -> None:
        """Start empty."""
        self.version = 0
        self.versions: defaultdict[Filter, int] = defaultdict(int)
        self._entries: dict[str, ListedMatch] = {}
        self._over: dict[str, int] = {}
        self._lists: defaultdict[Filter, list[tuple[int, str]]] = defaultdict(list)
        self._players: dict[str, dict[str, None]] = {}
        self._needed: defaultdict[str, list[int]] = defaultdict(list)
        self._counts: tuple[int, dict[str, tuple[int, int]]] = -1, {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, match_id: str) -> ListedMatch | None:
        """The match, if it is unfinished."""
        return self._entries.get(match_id)

    def ids(self) -> list[str]:
        """All unfinished matches."""
        return list(self._entries)

    def of(self, player: str) -> list[ListedMatch]:
        """The matches in which a player has a seat, or a reserved one; the last changed is last.

        Any thread may call it: pages are made in other threads than the event loop's.
        """
        ids = list(self._players.get(player, ()))  # in one step, before another thread can change them
        return [entry for match_id in ids if (entry := self._entries.get(match_id)) is not None]

    def count(self, which: Filter) -> int:
        """The length of a list."""
        return len(self._lists.get(which, ()))

    def part(self, which: Filter, start: int, size: int) -> list[ListedMatch]:
        """A part of a list: open tables with the oldest first, running matches with the newest first."""
        return [self._entries[match_id] for _, match_id in self._lists.get(which, [])[start : start + size]]

    def counts(self) -> dict[str, tuple[int, int]]:
        """The numbers of open and running matches of each game that has any."""
        if self._counts[0] != self.version:
            games = sorted({which.game for which, orders in self._lists.items() if orders and which.game})
            both = {g: (self.count(Filter("open", g)), self.count(Filter("playing", g))) for g in games}
            self._counts = self.version, both
        return self._counts[1]

    def affordable(self, player: str, unit: str, available: int) -> int:
        """The number of open tables of others with a stake in `unit` for which this amount is enough.

        Any thread may call it.
        """
        own_tables = (
            entry for entry in self.of(player) if entry.unit == unit and 0 < entry.needed <= available
        )
        return bisect_right(self._needed.get(unit, ()), available) - sum(1 for _ in own_tables)

    def put(self, match_id: str, listing: Listing) -> tuple[ListedMatch | None, ListedMatch | None] | None:
        """List a match; return its entries before and after (None: unlisted), or None for an old card.

        A match by the day is listed until it begins; after that it stands in the journal alone.
        """
        before = self._entries.get(match_id)
        if before is not None and before.listing == listing:
            return None
        try:
            now = _entry(match_id, listing, self.version + 1)
        except msgspec.DecodeError:
            log.exception("match %s: cannot decode its card", match_id)
            return None
        if now.n <= (before.n if before else self._over.get(match_id, -1)):
            return None
        if now.state != "over" and not now.is_by_day:
            self._exchange(match_id, before, now)
            return before, now
        self._over[match_id] = now.n
        if before is not None:
            self._exchange(match_id, before, None)
        return before, None

    def drop(self, match_id: str, *, over: bool) -> None:
        """Remove a match from the lists; if it is `over`, ignore all later cards of it."""
        before = self._entries.get(match_id)
        if before is not None:
            self._exchange(match_id, before, None)
            if over:
                self._over[match_id] = sys.maxsize

    def finished(self) -> set[str]:
        """The matches remembered as over, so that late messages do not list them."""
        return set(self._over)

    def forget(self, finished: set[str]) -> None:
        """Forget these finished matches."""
        for match_id in finished:
            self._over.pop(match_id, None)

    def _exchange(self, match_id: str, before: ListedMatch | None, now: ListedMatch | None) -> None:
        self.version += 1
        if before is not None:
            self._remove(before)
        if now is None:
            self._entries.pop(match_id, None)
            return
        self._entries[match_id] = now
        if now.needed:
            insort(self._needed[now.unit], now.needed)
        for which in now.filters:
            insort(self._lists[which], now.order)
            self.versions[which] += 1
        for player in filter(None, now.listing.players):
            self._players.setdefault(player, {})[match_id] = None

    def _remove(self, entry: ListedMatch) -> None:
        if entry.needed:
            amounts = self._needed[entry.unit]
            del amounts[bisect_left(amounts, entry.needed)]
        for which in entry.filters:
            orders = self._lists[which]
            del orders[bisect_left(orders, entry.order)]
            self.versions[which] += 1
        for player in set(filter(None, entry.listing.players)):  # one, if they share a device
            tables = self._players[player]
            tables.pop(entry.id, None)
            if not tables:
                del self._players[player]


class _Head(msgspec.Struct):
    """The fields of a card that the index needs."""

    game: str
    state: Literal["open", "playing", "over"]
    since: int
    speed: str
    stakes: Stakes | None = None
    length: int = 1
    by: Literal[0, 1] | None = None
    n: int = 0
    until: int | None = None
    seated: tuple[bool, bool] = (False, False)
    tournament: str = ""


_head = msgspec.json.Decoder(_Head).decode
_card = msgspec.json.Decoder(Card).decode

_LISTS = {OPEN: "open", PLAYING: "playing"}


def _entry(match_id: str, listing: Listing, added_at: int) -> ListedMatch:
    head = _head(listing.body)
    state = "over" if listing.shown == OVER else head.state
    order = (head.since if listing.shown == OPEN else -head.since, match_id)
    filters = _filters(listing.shown, head)
    paid = head.stakes if listing.shown == OPEN and head.stakes is not None and head.stakes.paid else None
    return ListedMatch(
        match_id,
        listing,
        head.n,
        state,
        head.by,
        order,
        filters,
        added_at,
        head.game,
        needed=paid.held(head.length) if paid else 0,
        unit=paid.unit if paid else "",
        awaited=_awaited(listing, head),
        until=head.until,
        seated=head.seated,
        is_by_day=state == "playing" and head.speed == "days",
        waits_by_day=state == "open" and head.speed == "days",
    )


def _awaited(listing: Listing, head: _Head) -> frozenset[str]:
    if not head.tournament or head.state != "open":
        return frozenset()
    both = zip(listing.players, head.seated, strict=True)
    return frozenset(player for player, sits in both if player is not None and not sits)


def _filters(shown: int, head: _Head) -> tuple[Filter, ...]:
    if shown in (HIDDEN, OVER):
        return ()
    stakes = "with" if head.stakes else "without"
    return tuple(
        Filter(_LISTS[shown], game, speed, bet)
        for game in ("", head.game)
        for speed in ("", head.speed)
        for bet in ("", stakes)
    )
