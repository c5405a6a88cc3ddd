"""A table that is opened while the process ends."""

from pathlib import Path

import pytest

from tests.support.live.page_sessions import started
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.table_request import TableRequest
from zaria.match.terms import Terms


async def test_a_journal_that_is_closed_is_an_outage_to_those_who_open_a_table(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3")
    await live.journal.close()
    with pytest.raises(StoreUnavailableError):
        await live.open(TableRequest(Terms("tabla", length=1)))
    await live.stop()
