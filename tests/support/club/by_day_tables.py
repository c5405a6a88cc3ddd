"""Tables by the day without their journal: what the room of waiting tables reads of each."""

import msgspec

from zaria.live.journal.base import Listing, WaitingTable
from zaria.live.sockets.protocol.cards import Card
from zaria.match.player_info import PlayerInfo

HOUR = 3_600_000
DAY = 24 * HOUR


def day_table(
    match_id: str,
    players: tuple[str, str] = ("ann", "bob"),
    *,
    waits_for: int = 0,
    since: int = 0,
    days: float | None = 2,
    game: str = "tabla",
) -> WaitingTable:
    """A table that waits since `since` (ms), for so many days; None: its clock stands."""
    first, second = (PlayerInfo(player.title(), "#7c8a99", member=True) for player in players)
    card = Card(match_id, game, "playing", since, (first, second), "slow", length=3, score=(2, 1))
    due = None if days is None else since + round(days * DAY)
    return WaitingTable(match_id, Listing(2, msgspec.json.encode(card), players), waits_for, since, due)
