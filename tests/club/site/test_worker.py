"""A worker goes on through outages and errors, and begins a round when it is woken."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from django.db import OperationalError

from tests.support.patience import PATIENCE
from zaria.club.site.worker import Worker
from zaria.live.journal.base import StoreUnavailableError

NEVER_S = 3600.0
AT_ONCE_S = 0.0


class Rounds(Worker):
    """A worker whose rounds raise what the test has put in, and are counted."""

    def __init__(self, pause_s: float, *errors: Exception) -> None:
        super().__init__("rounds", pause_s)
        self.errors = list(errors)
        self.done: asyncio.Queue[str] = asyncio.Queue()

    async def run_round(self) -> float | None:
        if self.errors:
            raise self.errors.pop(0)
        self.done.put_nowait("done")
        return NEVER_S


@pytest.fixture
async def patient() -> AsyncIterator[None]:
    async with asyncio.timeout(PATIENCE):
        yield


async def test_a_round_begins_at_once_and_when_it_is_woken(patient: None) -> None:
    worker = Rounds(NEVER_S)
    worker.start()
    for _ in range(3):
        await worker.done.get()
        assert worker.done.empty()
        worker.wake()
    await worker.close()


async def test_an_outage_is_logged_once_and_waited_out(
    patient: None, caplog: pytest.LogCaptureFixture
) -> None:
    outages = [OperationalError("away"), StoreUnavailableError("away"), OperationalError("away")]
    worker = Rounds(AT_ONCE_S, *outages)
    worker.start()
    await worker.done.get()
    await worker.close()
    assert [record.message for record in caplog.records] == ["rounds: waiting for the database: away"]


async def test_another_error_is_logged_and_ends_nothing(
    patient: None, caplog: pytest.LogCaptureFixture
) -> None:
    worker = Rounds(AT_ONCE_S, ValueError("first"), ValueError("second"))
    worker.start()
    await worker.done.get()
    await worker.close()
    assert [record.message for record in caplog.records] == ["rounds: a round failed"] * 2
