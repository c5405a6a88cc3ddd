"""The tables that wait for members, as knocks and daily letters report them."""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime
from typing import TypeVar

from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.games.catalogue import TITLES
from zaria.club.notifications.waiting_tables import WaitingRow
from zaria.club.waiting.waits import TableWait, waits_of
from zaria.live.app import Live
from zaria.live.journal.base import StoreUnavailableError

T = TypeVar("T")

PATIENCE_S = 10.0
"""Seconds for an answer of live play."""


class ReportedTables:
    """Asks live play from a worker's thread. Belongs to the event loop on which it is created."""

    def __init__(self, live: Live) -> None:
        """Take `live`, which runs on the present event loop."""
        self._live = live
        self._loop = asyncio.get_running_loop()

    def rows(self, member: Member) -> list[WaitingRow]:
        """Return the tables by the day that wait for a member; raises `StoreUnavailableError`."""
        tables = self._ask(self._live.waiting_tables(member.player))
        return [_row(wait) for wait in waits_of(member.player, tables) if wait.is_own_turn]

    def is_at(self, member: Member, table: str) -> bool:
        """Return whether a member has a page of a table open now."""
        return self._ask(self._is_present(table, member.player))

    async def _is_present(self, table: str, player: str) -> bool:
        return (table, player) in self._live.endpoint.audiences.present()

    def _ask(self, question: Coroutine[None, None, T]) -> T:
        try:
            return asyncio.run_coroutine_threadsafe(question, self._loop).result(PATIENCE_S)
        except TimeoutError as error:
            raise StoreUnavailableError("live play does not answer") from error


def _row(wait: TableWait) -> WaitingRow:
    opponent = wait.opponent
    sentence = _("{game} against {name}").format(
        game=TITLES[wait.card.game], name=opponent.name if opponent else ""
    )
    due = None if wait.due is None else datetime.fromtimestamp(wait.due / 1000, UTC)
    return WaitingRow(sentence, f"/t/{wait.id}", due)
