"""The running tables by the day of a player, and what is waited for at each."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from zaria.live.sockets.protocol.cards import Card
from zaria.match.player_info import PlayerInfo

DUE_NEVER = 1 << 62
"""Sorts a table without an end after all others."""


class StoredWait(NamedTuple):
    """A running match by the day as the journal has it: `card` is JSON, moments are ms since the epoch."""

    id: str
    card: bytes
    players: tuple[str | None, str | None]
    waits_for: int
    since: int
    due: int | None


class Wait(NamedTuple):
    """A table of a player. `is_own_turn`: it waits for them, since `since` and until `due` (ms).

    Without `due` the clock stands, in a vacation or at a weekend, or there is none.
    """

    id: str
    card: Card
    side: int
    is_own_turn: bool
    since: int
    due: int | None

    @property
    def opponent(self) -> PlayerInfo | None:
        """The player on the other side."""
        return self.card.players[1 - self.side]

    @property
    def score(self) -> tuple[int, int]:
        """The points of the player and of the opponent."""
        return self.card.score[self.side], self.card.score[1 - self.side]


_card = msgspec.json.Decoder(Card)


def waits_of(player: str, tables: Iterable[StoredWait]) -> list[Wait]:
    """The tables of a player (id) among these, the one with the least time left first."""
    waits = []
    for table in tables:
        if player in table.players:
            side = table.players.index(player)
            is_own_turn = table.waits_for == side
            card = _card.decode(table.card)
            waits.append(Wait(table.id, card, side, is_own_turn, table.since, table.due))
    return sorted(waits, key=urgency)


def urgency(wait: Wait) -> tuple[bool, int, int, str]:
    """The key that sorts one's own turns before those of opponents, and each by the time left."""
    return not wait.is_own_turn, DUE_NEVER if wait.due is None else wait.due, wait.since, wait.id
