"""Boards of the running matches by the day of a player, read from the journal."""

from collections.abc import Iterable

import msgspec

from zaria.live.journal.base import Journal, WaitingTable
from zaria.live.matches.board_keys import BoardKey, board_key, guarded_boards, shares_boards
from zaria.live.matches.live_match import LiveMatch
from zaria.live.sockets.protocol.cards import Card
from zaria.match.match import Match

MOST = 1_000
"""Matches whose boards are remembered."""

_card = msgspec.json.Decoder(Card)


class RunningBoards:
    """Boards of which an engine must not tell the players, remembered until something happens in a match."""

    def __init__(self, journal: Journal) -> None:
        """Remember nothing yet."""
        self._journal = journal
        self._known: dict[tuple[str, int], frozenset[BoardKey]] = {}

    async def of_tables(self, tables: Iterable[WaitingTable], game: str) -> frozenset[BoardKey]:
        """Return the guarded boards of the rated ones of these tables in which answers about `game` help.

        Raises `StoreUnavailableError`.
        """
        boards: frozenset[BoardKey] = frozenset()
        for table in tables:
            card = _card.decode(table.listing.body)
            if card.rated and shares_boards(game, card.game):
                boards |= await self._of(table)
        return boards

    async def silences_program(self, match: Match, side: int) -> bool:
        """Return whether the program on `side` would answer on a guarded board of the member it plays.

        Raises `StoreUnavailableError`.
        """
        player = match.players[1 - side]
        if player is None or not player.member:
            return False
        tables = await self._journal.waiting_tables(player.id)
        return board_key(match.position) in await self.of_tables(tables, match.terms.game)

    async def _of(self, table: WaitingTable) -> frozenset[BoardKey]:
        key = table.id, table.n
        if key not in self._known:
            stored = await self._journal.load(table.id)
            if stored is None:
                return frozenset()
            live_match = LiveMatch(table.id, stored.secret, stored.places)
            for row in stored.rows:
                live_match.take(row)
            self._known[key] = guarded_boards(live_match)
            if len(self._known) > MOST:
                del self._known[next(iter(self._known))]
        return self._known[key]
