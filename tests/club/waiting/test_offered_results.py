"""A result on offer is what the notice says: a player who does not answer has lost by it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from tests.support.live.page_sessions import FakeNow, Page, started
from zaria.club.accounts.models import Member
from zaria.club.notifications import texts
from zaria.club.notifications.models import Notification
from zaria.club.waiting.models import TurnReminder
from zaria.club.waiting.worker import KnockWorker
from zaria.live.app import Live
from zaria.live.matches.table_request import TableRequest
from zaria.match.terms import DAY_MS, HOUR_MS, ClockTerms, Terms

pytestmark = pytest.mark.django_db(transaction=True)
LOSER, WINNER = "m-ann", "m-bob"
LOST = "X=12:2,11:2,10:1,6:10;O=1:2,off:13"


@pytest.fixture
def now() -> FakeNow:
    return FakeNow()


@pytest.fixture
async def live(transactional_db: None, tmp_path: Path, now: FakeNow) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3", now=now)
    yield live
    await live.stop()


@sync_to_async
def sentences() -> list[str]:
    """The words of the notices, the oldest first, as on the day on which they came."""
    rows = Notification.objects.order_by("pk")
    return [texts.text(row.kind, {**row.body, "until": None}).sentence for row in rows]


@sync_to_async
def join() -> None:
    Member.objects.create(
        username="Annxx", email="ann@example.org", player=LOSER, since=timezone.now(), agreed=0
    )


@pytest.mark.parametrize("days", [1, 7])
async def test_the_loser_reads_that_a_result_is_on_offer(live: Live, now: FakeNow, days: int) -> None:
    await join()
    worker = KnockWorker(live, lambda: True)
    clock = ClockTerms.by_days(days)
    match_id = await live.open(TableRequest(Terms("tabla", clock=clock, position=LOST, starter=0)))
    for player in (LOSER, WINNER):
        page = Page(live, player)
        await page.sit(match_id)
        page.close(1000)
    await worker.run_round()
    now.ms += HOUR_MS
    winner = Page(live, WINNER)
    await winner.look(match_id)
    assert (await winner.did(match_id, {"t": "offerresult"}))["t"] == "ack"
    await worker.run_round()
    now.ms += DAY_MS - HOUR_MS // 2
    reminder = await TurnReminder.objects.aget()
    assert reminder.at < now.ms
    await worker.run_round()
    assert await sentences() == [
        "Your turn: M-Bob is waiting",
        "M-Bob offers you the result of the game",
        "The result that M-Bob offers holds soon",
    ]
