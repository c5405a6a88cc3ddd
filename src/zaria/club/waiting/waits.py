"""The running tables by the day of a player, and what is waited for at each."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from zaria.live.journal.base import WaitingTable
from zaria.live.sockets.protocol.cards import Card
from zaria.match.player_info import PlayerInfo

DUE_NEVER = 1 << 62
"""Sorts a table without an end after all others."""


class TableWait(NamedTuple):
    """A table of a player. `is_own_turn`: it waits for them, since `since` and until `due` (ms).

    Without `due` the time has no end. `opponent_id` is "" where nobody else plays.
    """

    id: str
    card: Card
    side: int
    is_own_turn: bool
    since: int
    due: int | None
    opponent_id: str = ""

    @property
    def opponent(self) -> PlayerInfo | None:
        """The player on the other side."""
        return self.card.players[1 - self.side]

    @property
    def score(self) -> tuple[int, int]:
        """The points of the player and of the opponent."""
        return self.card.score[self.side], self.card.score[1 - self.side]


_card = msgspec.json.Decoder(Card)


def waits_of(player: str, tables: Iterable[WaitingTable]) -> list[TableWait]:
    """The tables of a player (id) among these, the one with the least time left first."""
    waits = []
    for table in tables:
        if player in table.listing.players:
            side = table.listing.players.index(player)
            is_own_turn, card = table.side == side, _card.decode(table.listing.body)
            opponent_id = table.listing.players[1 - side] or ""
            waits.append(TableWait(table.id, card, side, is_own_turn, table.since, table.due, opponent_id))
    return sorted(waits, key=urgency)


def urgency(wait: TableWait) -> tuple[bool, int, int, str]:
    """The key that sorts one's own turns before those of opponents, and each by the time left."""
    return not wait.is_own_turn, DUE_NEVER if wait.due is None else wait.due, wait.since, wait.id
