"""Open tables that a search meets: those with just the terms that the search itself would lead to."""

from collections.abc import Callable
from typing import NamedTuple

from zaria.live.clock import Now
from zaria.live.lobby.index import Filter, ListedMatch
from zaria.live.lobby.lists import LobbyLists
from zaria.live.lobby.online_users import OnlineUsers
from zaria.live.lobby.pairing import UNRATED, Seeker
from zaria.live.lobby.speeds import Kind
from zaria.live.sockets.protocol.cards import Card, Found
from zaria.match.events import Player

MOST = 40
"""The most tables of a game and speed that are looked at: those that have waited longest."""

AGAIN_MS = 10 * 60 * 1000
"""Time in which a search is not sent to the same table again: its player did not sit down."""


class OpenTable(NamedTuple):
    """An open table, the player who set it, and the time until which it waits (ms)."""

    id: str
    owner: Player
    find: Found
    until: int | None


class OpenTables:
    """Belongs to the process that pairs. Each table is offered to one search at a time."""

    def __init__(
        self, lists: LobbyLists, users: OnlineUsers, now: Now, too_often: Callable[[str, str], bool]
    ) -> None:
        """`too_often` says of two players (ids) whether they have met too often to be paired."""
        self._lists = lists
        self._users = users
        self._now = now
        self._too_often = too_often
        self._plain: dict[Filter, tuple[int, list[tuple[ListedMatch, Card]]]] = {}
        self._reserved: dict[str, int] = {}
        self._offered: dict[tuple[str, str], int] = {}

    def find(self, kind: Kind, seeker: Seeker) -> OpenTable | None:
        """The table that suits a search best, or None: the first kind it accepts, the longest wait."""
        now = self._now()
        self._reserved = {table: until for table, until in self._reserved.items() if until > now}
        self._offered = {offer: until for offer, until in self._offered.items() if until > now}
        for accepted in (kind, *seeker.widening.accepted(kind, now - seeker.since)):
            for entry, card in self._plain_tables(accepted, staked=seeker.stakes is not None):
                if (card.length, card.cube) == (accepted.length, accepted.cube):
                    open_table = self._suiting(entry, card, seeker)
                    if open_table is not None:
                        return open_table
        return None

    def reserve(self, table: str, player: str, wait: int) -> None:
        """Offer a table to one player's search, and for `wait` ms to no other."""
        self._reserved[table] = self._now() + wait
        self._offered[player, table] = self._now() + AGAIN_MS

    def _plain_tables(self, kind: Kind, *, staked: bool) -> list[tuple[ListedMatch, Card]]:
        """The open tables of a game and speed to which a search could lead, of any length, cube or none.

        Computed once for each change of the list. `staked`: those with any stakes, else those without.
        """
        stakes = "with" if staked else "without"
        index, which = self._lists.index, Filter("open", kind.game, kind.speed, stakes)
        version, tables = self._plain.get(which, (-1, []))
        if version != index.versions[which]:
            both = ((entry, entry.card()) for entry in index.part(which, 0, MOST))
            tables = [(entry, card) for entry, card in both if _is_plain(card)]
            self._plain[which] = index.versions[which], tables
        return tables

    def _suiting(self, entry: ListedMatch, card: Card, seeker: Seeker) -> OpenTable | None:
        player, now = seeker.player.id, self._now()
        owner_id = None if entry.by is None else entry.listing.players[entry.by]
        if owner_id is None or entry.id in self._reserved or (player, entry.id) in self._offered:
            return None
        owner = self._users.find(self._users.handle(owner_id))
        if owner is None or owner.id == player or (card.rated and not seeker.rated):
            return None
        if card.stakes != seeker.stakes:
            return None
        host = Seeker(owner.player, owner.ratings.get(entry.rating_key, UNRATED), min(entry.since, now), now)
        if self._too_often(player, owner.id) or not (seeker.accepts(host, now) or host.accepts(seeker, now)):
            return None
        find = Found(
            owner.player.info,
            card.game,
            card.clock,
            card.length,
            card.rated,
            open=True,
            stakes=card.stakes,
            cube=card.cube,
        )
        return OpenTable(entry.id, owner.player, find, card.until)


def _is_plain(card: Card) -> bool:
    """Return whether a table has no terms but those that a search can name."""
    return not (card.options or card.more or card.tournament)
