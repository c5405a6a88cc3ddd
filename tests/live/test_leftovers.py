"""A test that fails leaves nothing in its process."""

from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.live.leftovers import nothing_left
from tests.support.live.page_sessions import begun, started
from zaria.live.app import Live
from zaria.live.engines.pool import EnginePool
from zaria.live.journal.sqlite import SqliteJournal


async def test_what_a_failed_test_has_begun_is_ended(tmp_path: Path) -> None:
    with suppress(AssertionError):
        async with nothing_left():
            journal = await SqliteJournal.connect(tmp_path / "journal.sqlite3")
            live = await started(tmp_path / "live.sqlite3")
            pool = EnginePool(1)
            _, ann, _ = await begun(live)
            raise AssertionError
    for leftover in (journal, live.journal):
        assert isinstance(leftover, SqliteJournal)
        assert leftover._written.done(), "its thread would run for ever"
    assert ann.closed is not None
    assert pool._closed


async def test_what_has_ended_is_not_ended_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = []
    stop = Live.stop

    async def count(live: Live) -> None:
        stopped.append(live)
        await stop(live)

    monkeypatch.setattr(Live, "stop", count)
    async with nothing_left():
        live = await started(tmp_path / "live.sqlite3")
        await live.stop()
    assert stopped == [live]
