"""The rows of the daily letter, and who sits at a table, asked for from a thread."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

from tests.support.club.by_day_tables import DAY, day_table
from zaria.club.accounts.models import Member
from zaria.club.notifications.waiting_tables import WaitingRow
from zaria.club.waiting.reported_tables import ReportedTables
from zaria.live.app import Live
from zaria.live.journal.base import WaitingTable

NOW = 1_990_000_000_000


async def _tables(player: str) -> list[WaitingTable]:
    return [
        day_table("late", since=NOW, days=5),
        day_table("soon", since=NOW, days=1, game="chess"),
        day_table("theirs", waits_for=1, since=NOW),
        day_table("open", since=NOW, days=None),
    ]


async def test_a_thread_reads_the_own_turns_and_the_players_at_tables() -> None:
    at_tables = [("soon", "ann"), ("late", "bob")]
    audiences = SimpleNamespace(present=lambda: iter(at_tables))
    live = SimpleNamespace(waiting_tables=_tables, endpoint=SimpleNamespace(audiences=audiences))
    tables, ann = ReportedTables(cast(Live, live)), Member(username="Annxx", player="ann")
    end = datetime.fromtimestamp((NOW + DAY) / 1000, UTC)
    rows = await asyncio.to_thread(tables.rows, ann)
    assert rows[0] == WaitingRow("Chess against Bob", "/t/soon", end)
    assert [(row.path, row.due is None) for row in rows[1:]] == [("/t/late", False), ("/t/open", True)]
    assert await asyncio.to_thread(tables.is_at, ann, "soon")
    assert not await asyncio.to_thread(tables.is_at, ann, "late")
