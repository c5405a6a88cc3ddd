"""Calls of players to tables where somebody waits for them, and the news of calls that were missed.

The owner of an open table may be on any page when somebody sits down there. A player who did not come in time
learns what they missed, also when they connect later. Each process derives both from the lists it follows.
"""

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from zaria.live.clock import Now
from zaria.live.lobby.index import ListedMatch
from zaria.live.sockets.protocol.cards import Card, Found
from zaria.live.sockets.protocol.server import CallMissed, GuestArrived

REMEMBERED_MS = 10 * 60 * 1000
"""Time in which a player who connects is sent what they missed."""

MOST_REMEMBERED = 10_000
"""The most players for whom a missed call is remembered: the latest."""

EARLY_MS = 1_000
"""A table cleared so shortly before its time was cleared by the clock of another process."""


class _Missed(NamedTuple):
    """A missed call, and the time (ms) until which it is sent to new sockets of its player."""

    message: CallMissed
    until: int


class TableCalls:
    """Follows the lists of one process."""

    def __init__(self, now: Now) -> None:
        """Start without calls."""
        self._now = now
        self._missed: OrderedDict[str, _Missed] = OrderedDict()

    def on_change(
        self, before: ListedMatch | None, now: ListedMatch | None
    ) -> Iterator[tuple[str, GuestArrived | CallMissed]]:
        """The messages that a change in the lists causes, each with the id of its player."""
        if now is not None and _has_guest_come(before, now):
            yield from self._calls(now)
        elif before is not None and now is None and self._ran_out(before):
            for player, message in _missed_calls(before):
                self._remember(player, message)
                yield player, message

    def of_newcomer(self, player: str, entries: list[ListedMatch]) -> list[GuestArrived | CallMissed]:
        """The messages for a new socket of a player who has a seat at these matches."""
        calls = (call for entry in entries if _waits_for_owner(entry) for call in self._calls(entry))
        messages: list[GuestArrived | CallMissed] = [call for owner, call in calls if owner == player]
        missed = self._missed.get(player)
        if missed is not None and missed.until > self._now():
            messages.append(missed.message)
        return messages

    def _calls(self, entry: ListedMatch) -> Iterator[tuple[str, GuestArrived]]:
        owner, card = _owner(entry), entry.card()
        assert entry.by is not None
        guest = _found(card, 1 - entry.by)
        if owner is not None and guest is not None and guest.opponent.bot is None:
            yield owner, GuestArrived(entry.id, guest, entry.until if entry.state == "open" else None)

    def _ran_out(self, entry: ListedMatch) -> bool:
        """Return whether an open table was cleared because its time was over."""
        is_open = entry.state == "open" and not entry.awaited
        return is_open and entry.until is not None and self._now() >= entry.until - EARLY_MS

    def _remember(self, player: str, message: CallMissed) -> None:
        self._missed.pop(player, None)
        self._missed[player] = _Missed(message, self._now() + REMEMBERED_MS)
        while len(self._missed) > MOST_REMEMBERED:
            self._missed.popitem(last=False)


def _has_guest_come(before: ListedMatch | None, now: ListedMatch) -> bool:
    """Return whether a guest has just sat down at a table whose owner may be elsewhere."""
    if before is None or before.by is None or now.by is None or before.seated[1 - before.by]:
        return False
    begins = now.state == "playing" and before.seated[before.by]
    return _waits_for_owner(now) or begins


def _waits_for_owner(entry: ListedMatch) -> bool:
    return (
        entry.state == "open"
        and entry.by is not None
        and entry.seated[1 - entry.by]
        and not entry.seated[entry.by]
    )


def _owner(entry: ListedMatch) -> str | None:
    """The player who set a table; None for one that two share on a device."""
    first, second = entry.listing.players
    return None if first == second or entry.by is None else (first, second)[entry.by]


def _missed_calls(entry: ListedMatch) -> Iterator[tuple[str, CallMissed]]:
    """The calls that the players of a table missed whose time was over."""
    card = entry.card()
    for side, player in enumerate(entry.listing.players):
        opponent = _found(card, 1 - side)
        if player is None or (entry.seated[side] and entry.by != side):
            continue  # one who waited at the table reads there who did not come
        is_late = not entry.seated[side] and (entry.seated[1 - side] or entry.by is None)
        if is_late or entry.by == side:
            yield player, CallMissed(entry.id, entry.game, opponent, late=is_late)


def _found(card: Card, side: int) -> Found | None:
    """The player on a side of a table, with its terms, as a search would find them."""
    opponent = card.players[side]
    if opponent is None:
        return None
    return Found(
        opponent,
        card.game,
        card.clock,
        card.length,
        card.rated,
        open=card.by is not None,
        stakes=card.stakes,
        cube=card.cube,
    )
