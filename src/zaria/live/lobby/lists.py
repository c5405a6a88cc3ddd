"""All open and running matches, in the memory of every process that serves pages.

They are loaded from the journal, updated by the messages of the hosts after each commit, and compared with
the journal regularly, since a bus may lose messages.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from itertools import count, islice

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.journal.base import Journal, Listing, StoreUnavailableError
from zaria.live.lobby.index import Filter, Index, ListedMatch
from zaria.live.matches.cards import HIDDEN
from zaria.live.matches.messages import LOBBY, ListingChanged
from zaria.live.sockets.protocol.cards import Card
from zaria.live.sockets.protocol.server import Redirect

log = logging.getLogger(__name__)

RECONCILE_S = 15.0
FIRST_S = 2.0
"""Seconds between two comparisons with the journal, and before the first one: it finds changes that were
stored before this process listened."""

WHOLE = 240
"""Every so many of them compares everything, as at the start."""

SPARE = 90_000
"""Milliseconds before the last comparison that are compared again: a row has the time of its decision."""

LEFT_MS = 7 * 24 * 60 * 60 * 1000
"""A private match whose card has not changed for so long was abandoned: it continues when somebody opens its
page, and is no longer listed for its players."""

LATE_MS = 60 * 60 * 1000
"""Least time for which the lobby remembers that a match is over: late messages must not list it again."""

SLICE = 200
"""Rows compared in one turn of the event loop."""

MOST_CALLS = 5
MOST_RECEIVED = 10
"""Open invitations that one player may have sent, and may have to answer."""

MOST_BY_DAY = 5
"""The most public tables by the day that one player may have open."""

MOST_MINE = 20
"""The most own matches that a player is shown: those with the latest changes."""

Changed = Callable[[ListedMatch | None, ListedMatch | None], None]
"""Called with every change: the entry before, and the one after. None: not listed."""


class LobbyLists:
    """The lists of matches. Lives on one event loop; reading it never waits."""

    def __init__(self, journal: Journal, bus: Bus, now: Now) -> None:
        """Start empty; `start` fills it."""
        self.index = Index()
        self.listeners: list[Changed] = []
        self._journal = journal
        self._bus = bus
        self._now = now
        self._looked = 0
        self._finished: set[str] = set()
        self._finished_at = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen, read everything, and keep comparing. Raises what the journal raises."""
        self._bus.subscribe(LOBBY, self.receive)
        await self.reconcile()
        self._task = asyncio.create_task(self._keep())

    def close(self) -> None:
        """Stop listening and comparing."""
        self._bus.unsubscribe(LOBBY, self.receive)
        if self._task is not None:
            self._task.cancel()

    def receive(self, message: ListingChanged) -> None:
        """Process a new listing of a match."""
        self._put(message.id, message.listing)

    def own_matches(self, player: str) -> list[Card]:
        """The unfinished matches in which a player has a seat, or set the table.

        At most `MOST_MINE`; the one with the latest change comes first.
        """
        entries = (entry for entry in reversed(self.index.of(player)) if entry.is_of(player))
        return [entry.card(player) for entry in islice(entries, MOST_MINE)]

    def affordable(self, player: str, unit: str, available: int) -> int:
        """The number of open staked tables of others for which this amount (hundredths) is enough."""
        return self.index.affordable(player, unit, available)

    def calls(self, player: str) -> list[Card]:
        """The tables to which a player is invited by name."""
        return [entry.card(player) for entry in self.index.of(player) if entry.guest == player]

    def tournament_tables(self, player: str) -> list[Redirect]:
        """The tables of tournaments at which the player must still sit down."""
        return [Redirect(e.id, "tournament", e.until) for e in self.index.of(player) if player in e.awaited]

    def calls_between(self, player: str, opponent: str) -> list[tuple[str, str]]:
        """The tables to which one of two players invites the other, each with the id of the invited one."""
        return [
            (entry.id, guest)
            for entry in self.index.of(player)
            if (guest := entry.guest) in (player, opponent) and opponent in entry.listing.players
        ]

    def calls_by_guests(self, player: str) -> int:
        """The number of these invitations that come from guests."""
        return sum(1 for card in self.calls(player) if _is_from_guest(card))

    def table(self, player: str) -> str | None:
        """A match that the player plays in public."""
        return next((e.id for e in self.index.of(player) if e.filters and e.state == "playing"), None)

    def cards(self, which: Filter, start: int = 0, size: int = 20) -> list[Card]:
        """A part of a list, as the pages show it before their scripts run."""
        return [entry.card() for entry in self.index.part(which, start, size)]

    def offered(self) -> list[tuple[ListedMatch, str]]:
        """The public tables with a free seat, each with the id of the player who set it."""
        which = Filter("open")
        entries = self.index.part(which, 0, self.index.count(which))
        both = ((entry, entry.by is not None and entry.listing.players[entry.by]) for entry in entries)
        return [(entry, owner) for entry, owner in both if owner]

    def objection(self, player: str, guest: str | None = None, *, by_day: bool = False) -> str | None:
        """Return the refusal code for another public table, or for inviting `guest`; None if allowed.

        `by_day`: the table is to have a clock by the day. Those wait while their owners play elsewhere.
        """
        own_tables = [
            e for e in self.index.of(player) if e.by is not None and e.listing.players[e.by] == player
        ]
        if guest is None:
            waiting = [e for e in own_tables if e.filters and e.state == "open" and e.waits_by_day is by_day]
            if by_day:
                return "tables_by_day" if len(waiting) >= MOST_BY_DAY else None
            return "one_table" if waiting else None
        if guest == player:
            return "yourself"
        sent = [e for e in own_tables if e.guest is not None]
        if any(e.guest == guest for e in sent):
            return "called_already"
        return "too_many" if len(sent) >= MOST_CALLS or len(self.calls(guest)) >= MOST_RECEIVED else None

    def has_pending_pair(self, player: str) -> bool:
        """Return whether the player was paired, and one of the two has not sat down yet."""
        entries = (e for e in self.index.of(player) if e.state == "open" and e.by is None)
        return any((entry.card().until or 0) > self._now() for entry in entries)

    async def reconcile(self, *, whole: bool = True) -> None:
        """Compare with the journal: everything, or the changes since the last time."""
        begun, version = self._now(), self.index.version
        fresh = begun - LEFT_MS
        since = 0 if whole else max(1, self._looked - SPARE)
        rows = await self._journal.listings(since, fresh)
        for start in range(0, len(rows), SLICE):
            for match_id, listing in rows[start : start + SLICE]:
                self._put(match_id, listing)
            await asyncio.sleep(0)
        if whole:
            self._forget(rows, version, fresh)
        if not (whole and self._looked):  # a full comparison does not return the matches that have ended
            self._looked = begun
        if begun - self._finished_at >= LATE_MS:
            self.index.forget(self._finished)
            self._finished, self._finished_at = self.index.finished(), begun

    def _forget(self, rows: Sequence[tuple[str, Listing]], version: int, fresh: int) -> None:
        """Remove matches that the journal does not list, unless they came after the query."""
        listed = {match_id for match_id, _ in rows}
        for match_id in self.index.ids():
            entry = self.index.get(match_id)
            if entry is not None and match_id not in listed and entry.added_at <= version:
                self.index.drop(match_id, over=entry.listing.shown != HIDDEN or entry.since >= fresh)
                self._notify(entry, None)

    def _put(self, match_id: str, listing: Listing) -> None:
        change = self.index.put(match_id, listing)
        if change is not None and change != (None, None):
            self._notify(*change)

    def _notify(self, before: ListedMatch | None, now: ListedMatch | None) -> None:
        for listener in self.listeners:
            listener(before, now)

    async def _keep(self) -> None:
        for turn in count(1):
            await asyncio.sleep(FIRST_S if turn == 1 else RECONCILE_S)
            try:
                await self.reconcile(whole=turn % WHOLE == 0)
            except StoreUnavailableError:
                log.info("lobby: cannot update its lists: the journal is unreachable")
            except Exception:
                log.exception("lobby: cannot compare its lists with the journal")


def _is_from_guest(card: Card) -> bool:
    host = None if card.by is None else card.players[card.by]
    return host is not None and not host.member
