"""The look of a living process for offers whose acceptance another one has left, over live play."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from tests.support.club.signed_in_members import SignedIn, sign_in
from tests.support.club.site_database import site
from tests.support.live.page_sessions import started
from tests.support.patience import PATIENCE
from zaria.club.table_offers import actions
from zaria.club.table_offers.actions import OfferedTable
from zaria.club.table_offers.endings import TableOfferEndings
from zaria.club.table_offers.models import TableOffer, TableOfferState
from zaria.live.app import Live
from zaria.live.matches.table_request import TableRequest
from zaria.match.terms import Terms

TERMS = Terms(game="tabla", length=1)
State = TableOfferState


class Club(NamedTuple):
    """Live play, and two members who negotiate."""

    live: Live
    owner: SignedIn
    reader: SignedIn

    async def open_table(self) -> str:
        """Open a table of the owner."""
        return await self.live.open(TableRequest(TERMS, (self.owner.player, None), public=True, by=0))

    async def offer_at(self, match_id: str, next_match: str = "") -> int:
        """Store an offer at a table; with `next_match` a process has begun to accept it."""
        table = OfferedTable(match_id, self.owner.player.id, 0, public=True, game="tabla")
        row = await ask(_offer, table, self.reader.player.id)
        if next_match:
            changes = {"state": State.ACCEPTING, "next_match": next_match}
            await ask(lambda: TableOffer.objects.filter(pk=row.pk).update(**changes))
        return int(row.pk)


def _offer(table: OfferedTable, reader: str) -> TableOffer:
    return actions.offer(table, reader, {"game": "tabla"}, 0, by_owner=False)


async def ask(work: Callable[..., Any], *args: Any) -> Any:
    """Do something with the tables of the site."""
    return await sync_to_async(work)(*args)


async def states(*ids: int) -> list[str]:
    rows = await ask(lambda: {row.pk: row.state for row in TableOffer.objects.all()})
    return [rows[pk] for pk in ids]


async def wait_for(is_true: Callable[[], Awaitable[bool]]) -> None:
    end = time.monotonic() + PATIENCE
    while not await is_true():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


@pytest.fixture
def tables(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """The tables of the site in a file: threads use them."""
    with site(None, tmp_path):
        yield


@pytest.fixture
async def club(tables: None, tmp_path: Path) -> AsyncIterator[Club]:
    live = await started(tmp_path / "live.sqlite3")
    yield Club(live, *await ask(sign_in, 2))
    await live.stop()


async def test_a_living_process_resumes_what_another_has_left(club: Club) -> None:
    endings = TableOfferEndings(club.live, lambda: True, every=0.01, accepted_within=0.05)
    endings.start()
    open_table, agreed = await club.open_table(), await club.open_table()
    offers = [
        await club.offer_at(open_table, "never-was"),
        await club.offer_at("gone", "neither"),
        await club.offer_at("replaced", agreed),
    ]
    expected = [State.OPEN, State.ENDED, State.ACCEPTED]

    async def have_ended() -> bool:
        return await states(*offers) == expected

    await wait_for(have_ended)
    await endings.close()


async def test_only_the_process_whose_task_it_is_looks_and_not_before_its_time(club: Club) -> None:
    looks: list[bool] = []
    tasks = iter([False] * 4)

    def resumes() -> bool:
        looks.append(next(tasks, True))
        return looks[-1]

    endings = TableOfferEndings(club.live, resumes, every=0.01, accepted_within=3600)
    endings.start()

    async def has_started() -> bool:
        return bool(looks)

    async def has_looked() -> bool:
        return looks.count(True) > 4

    await wait_for(has_started)  # at the start it ends those of any age
    offer = await club.offer_at("gone", "neither")
    looks.clear()
    await wait_for(has_looked)
    assert await states(offer) == [State.ACCEPTING]
    await endings.close()


async def test_offers_end_once_the_database_answers_again(club: Club) -> None:
    """The table is cancelled while the site's database is away: no start is needed to end its offers."""
    endings = TableOfferEndings(club.live, lambda: True, every=0.01)
    endings.start()
    match_id = await club.open_table()
    offer = await club.offer_at(match_id)
    await ask(_rename, "table_offers_tableoffer", "table_offers_away")
    cancelled = asyncio.Event()
    club.live.cancel(match_id, club.owner.player.id, cancelled.set)
    async with asyncio.timeout(PATIENCE):
        await cancelled.wait()

    async def is_late() -> bool:
        return endings.late == {match_id}

    await wait_for(is_late)
    await ask(_rename, "table_offers_away", "table_offers_tableoffer")

    async def has_ended() -> bool:
        return await states(offer) == [State.ENDED]

    await wait_for(has_ended)
    await endings.close()
    assert not endings.late


def _rename(name: str, new: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {name} RENAME TO {new}")
