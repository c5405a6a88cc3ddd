"""The last opponents of each player, so that no search leads to the same opponent three times in a row.

Every process follows the matches of all: it hears of each in the lists of the lobby, and asks the site once
for those that ended before it started. Matches against the club's programs do not count.
"""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from zaria.live.clock import Now
from zaria.live.lobby.index import ListedMatch

log = logging.getLogger(__name__)

MOST_IN_A_ROW = 2
"""Matches in a row after which the same two are paired only if each chooses the other."""

FORGOTTEN_MS = 6 * 60 * 60 * 1000
"""A row ends when its player has begun no match for so long."""

MOST_PLAYERS = 50_000
"""The most players remembered: those who played last."""


class Meeting(NamedTuple):
    """A match between two players (ids) that began at a time (ms since the epoch)."""

    began: int
    player: str
    opponent: str


RecentMeetings = Callable[[int], Awaitable[Sequence[Meeting]]]
"""Loads the finished matches between people that began after a time (ms), in order of their beginning."""


class _Row(NamedTuple):
    """The last opponent of a player, how often in a row, and the beginning of the last match (ms)."""

    opponent: str
    times: int
    at: int


class Meetings:
    """The last row of matches of each player."""

    def __init__(self, now: Now, most_players: int = MOST_PLAYERS) -> None:
        """Start without any; remember at most so many players."""
        self._now = now
        self._most_players = most_players
        self._rows: OrderedDict[str, _Row] = OrderedDict()

    async def load(self, recent: RecentMeetings) -> None:
        """Add the matches before this process started. Pairing does not depend on it: an error is logged."""
        try:
            meetings = await recent(self._now() - FORGOTTEN_MS)
        except Exception as error:
            log.warning("lobby: cannot load who met whom: %r", error)
            return
        for meeting in meetings:
            self.add(meeting)

    def on_change(self, before: ListedMatch | None, now: ListedMatch | None) -> None:
        """Process a change in the lists: a match between two people that begins counts."""
        if now is None or now.state != "playing" or (before is not None and before.state == "playing"):
            return
        player, opponent = now.listing.players
        if player is None or opponent is None or player == opponent:  # one, if they share a device
            return
        if not any(info and info.bot for info in now.card().players):
            self.add(Meeting(now.since, player, opponent))

    def add(self, meeting: Meeting) -> None:
        """Count a match that has begun."""
        for player, opponent in (
            (meeting.player, meeting.opponent),
            (meeting.opponent, meeting.player),
        ):
            row = self._rows.pop(player, None)
            again = row is not None and row.opponent == opponent and self._lasts(row)
            times = row.times + 1 if row is not None and again else 1
            self._rows[player] = _Row(opponent, times, meeting.began)
        while len(self._rows) > self._most_players:
            self._rows.popitem(last=False)

    def too_often(self, player: str, opponent: str) -> bool:
        """Return whether one more match would be the third in a row against the other, for either."""
        return self._has_row(player, opponent) or self._has_row(opponent, player)

    def _has_row(self, player: str, opponent: str) -> bool:
        row = self._rows.get(player)
        return (
            row is not None and row.opponent == opponent and row.times >= MOST_IN_A_ROW and self._lasts(row)
        )

    def _lasts(self, row: _Row) -> bool:
        return self._now() - row.at < FORGOTTEN_MS
