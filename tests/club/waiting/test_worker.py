"""The worker of knocks, and the numbers that open pages are sent."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from tests.support.club.by_day_tables import HOUR, day_table
from zaria.club.accounts.models import Member
from zaria.club.notifications.models import Notification
from zaria.club.waiting import counts
from zaria.club.waiting.news import WaitNews
from zaria.club.waiting.worker import KnockWorker
from zaria.live.app import Live
from zaria.live.bus import MemoryBus
from zaria.live.journal.base import WaitingTable
from zaria.live.matches.messages import WAITS, DayTableChanged, person_topic
from zaria.live.sockets.protocol.server import WaitsChanged

pytestmark = pytest.mark.django_db(transaction=True)
NOW = 1_990_036_800_000
"""Eight in the evening, in UTC: no reminder of a day falls into the quiet hours."""


class FewTables:
    """Live play with these tables by the day, and nothing else."""

    def __init__(self, tables: list[WaitingTable]) -> None:
        self.tables = tables
        self.bus = MemoryBus()
        self.time = NOW
        self.at_table: list[tuple[str, str]] = []
        self.endpoint = SimpleNamespace(audiences=SimpleNamespace(present=lambda: iter(self.at_table)))

    def now(self) -> int:
        return self.time

    async def renew_waits(self, match_ids: list[str]) -> None:
        """Their clocks have not stood."""

    async def match(self, match_id: str) -> None:
        """Nothing is stored of their games."""

    async def waits_after(self, after: tuple[int, str], most: int) -> list[WaitingTable]:
        return sorted(
            (table for table in self.tables if (table.since, table.id) > after),
            key=lambda table: (table.since, table.id),
        )[:most]

    async def waiting_tables(self, player: str) -> list[WaitingTable]:
        return [table for table in self.tables if player in table.listing.players]

    async def waiting_count(self, player: str) -> int:
        return sum(table.listing.players[table.side] == player for table in self.tables)


@pytest.fixture(autouse=True)
def ann(transactional_db: None) -> Member:
    counts.forget("ann")
    return Member.objects.create(
        username="Annxx", email="ann@example.org", player="ann", since=timezone.now(), agreed=0
    )


@sync_to_async
def keys() -> list[str]:
    return list(Notification.objects.order_by("pk").values_list("key", flat=True))


async def round_of(worker: KnockWorker) -> list[str]:
    await worker.run_round()
    return await keys()


def worker_of(live: FewTables, *, is_responsible: bool = True) -> KnockWorker:
    return KnockWorker(cast(Live, live), lambda: is_responsible)


async def test_every_wait_is_found_however_many_there_are() -> None:
    live = FewTables([day_table(f"t{number:03}", since=NOW) for number in range(230)])
    worker = worker_of(live)
    first = await round_of(worker)
    assert sorted(first) == [f"turn:t{number:03}:{NOW}" for number in range(230)]
    live.tables.append(day_table("late", since=NOW - 50_000))
    assert (await round_of(worker))[230:] == [f"turn:late:{NOW - 50_000}"], "it was stored late"
    await worker.close()


async def test_another_process_does_nothing() -> None:
    worker = worker_of(FewTables([day_table("one", since=NOW)]), is_responsible=False)
    assert await round_of(worker) == []
    await worker.close()


async def test_no_knock_for_a_player_at_the_table() -> None:
    live = FewTables([day_table("one", since=NOW), day_table("two", since=NOW + 1)])
    worker = worker_of(live)
    worker.start()
    live.bus.publish(WAITS, DayTableChanged("one", ("ann", "bob"), 0, NOW, present=True))
    assert await round_of(worker) == [f"turn:two:{NOW + 1}"]
    await worker.close()


async def test_reminders_follow_the_journal() -> None:
    live = FewTables([day_table("one", since=NOW, days=1), day_table("two", since=NOW, days=1)])
    worker = worker_of(live)
    await worker.run_round()
    live.time, live.at_table = NOW + 20 * HOUR, [("two", "ann")]
    assert (await round_of(worker))[2:] == [f"turn:one:{NOW}:0"]
    live.tables[0] = day_table("one", waits_for=1, since=NOW + 21 * HOUR)
    live.time, live.at_table = NOW + 23 * HOUR, []
    assert (await round_of(worker))[3:] == [f"turn:two:{NOW}:1"]
    await worker.close()


async def test_pages_here_are_sent_the_number_and_others_read_it_anew() -> None:
    live, received = FewTables([day_table("one"), day_table("two")]), list[Any]()
    arrived = asyncio.Event()

    def receive(message: Any) -> None:
        received.append(message)
        arrived.set()

    news = WaitNews()
    news.send(["ann"])  # before live play has started nobody is connected
    news.start(cast(Live, live))
    live.bus.subscribe(person_topic("ann"), receive)
    assert await counts.read(cast(Live, live), "ann") == 2
    del live.tables[0]
    assert counts.known("ann") == 2
    live.bus.publish(WAITS, DayTableChanged("one", ("ann", "bob"), None, NOW, present=False))
    assert counts.known("ann") is None
    await arrived.wait()
    assert received == [WaitsChanged(1)]
    await news.close()
    live.bus.publish(WAITS, DayTableChanged("one", ("ann", "bob"), 1, NOW, present=False))
    assert received == [WaitsChanged(1)]
