"""An acceptance that stands still until another process has ended its offer: it opens nothing.

Live play with the real escrow; the acceptance waits where a frozen process would have stopped.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.club.table_offers.test_endings import Club, ask, states, tables, wait_for  # noqa: F401  a fixture
from tests.support.club.signed_in_members import sign_in
from tests.support.club.stake_auditor import holds
from tests.support.club.staked_matches import staked
from tests.support.live.page_sessions import started
from tests.support.patience import PATIENCE
from zaria.club.site.http.request_threads import RequestThreads
from zaria.club.stakes.escrow import ClubEscrow
from zaria.club.table_offers import acceptance, actions
from zaria.club.table_offers.actions import OfferRefusedError
from zaria.club.table_offers.endings import TableOfferEndings
from zaria.club.table_offers.models import TableOffer, TableOfferState
from zaria.live.matches.escrow import Held
from zaria.match.events import Player
from zaria.match.terms import Terms

State = TableOfferState


class FrozenEscrow(ClubEscrow):
    """Holds stakes, and lets a caller go on only when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.has_reserved, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def reserve(self, match_id: str, terms: Terms, players: Collection[Player]) -> Mapping[str, Held]:
        held = await super().reserve(match_id, terms, players)
        self.has_reserved.set()
        await self.may_go_on.wait()
        return held


@pytest.fixture
async def escrow() -> AsyncIterator[FrozenEscrow]:
    escrow = FrozenEscrow()
    yield escrow
    await escrow.close()


@pytest.fixture
async def club(tables: None, tmp_path: Path, escrow: FrozenEscrow) -> AsyncIterator[Club]:  # noqa: F811
    live = await started(tmp_path / "live.sqlite3", escrow=escrow)
    yield Club(live, *await ask(sign_in, 2))
    await live.stop()


async def begin(club: Club, match_id: str) -> TableOffer:
    """Store a staked offer at a table, and mark it as being accepted."""
    pk = await club.offer_at(match_id)
    terms = msgspec.to_builtins(staked("tabla", 2_00))
    await ask(lambda: TableOffer.objects.filter(pk=pk).update(terms=terms))
    row: TableOffer = await ask(lambda: actions.begin(pk, match_id, 1, by_owner=True))
    return row


def accept(club: Club, row: TableOffer) -> "asyncio.Task[Any]":
    return asyncio.create_task(acceptance.accept(club.live, row, club.owner.player, club.reader.player))


async def resume(club: Club, row: TableOffer, expected: str) -> None:
    """Let another process find the acceptance that stands still."""
    endings = TableOfferEndings(club.live, lambda: True, every=0.01, accepted_within=0.05)
    endings.start()

    async def is_resumed() -> bool:
        return await states(row.pk) == [expected]

    await wait_for(is_resumed)
    await endings.close()


async def test_a_late_process_opens_no_table_and_returns_both_stakes(
    club: Club, escrow: FrozenEscrow
) -> None:
    row = await begin(club, await club.open_table())
    late = accept(club, row)
    async with asyncio.timeout(PATIENCE):
        await escrow.has_reserved.wait()
    both = {(row.next_match, member.player.id) for member in (club.owner, club.reader)}
    assert set(await ask(holds)) == both
    await resume(club, row, State.ENDED)
    escrow.may_go_on.set()
    with pytest.raises(OfferRefusedError, match="offer_gone"):
        await late

    async def is_returned() -> bool:
        return not await ask(holds)

    await wait_for(is_returned)
    assert await states(row.pk) == [State.ENDED]
    match = await club.live.match(row.next_match)
    assert match is not None
    assert match.phase == "over"
    assert [match_id for match_id, _ in await club.live.journal.listings()] == []


async def test_a_late_process_does_not_close_the_table_of_an_offer_that_stands_again(club: Club) -> None:
    match_id = await club.open_table()
    late = await begin(club, match_id)
    await resume(club, late, State.OPEN)
    again = await ask(lambda: actions.begin(late.pk, match_id, 1, by_owner=True))
    with pytest.raises(OfferRefusedError, match="offer_gone"):
        await accept(club, late)
    match = await club.live.match(match_id)
    assert match is not None
    assert match.phase == "open"
    row = await ask(lambda: TableOffer.objects.get(pk=late.pk))
    assert (row.state, row.next_match) == (State.ACCEPTING, again.next_match)


async def test_a_table_that_was_opened_in_time_stays(club: Club, escrow: FrozenEscrow) -> None:
    escrow.may_go_on.set()
    row = await begin(club, await club.open_table())
    next_match = await accept(club, row)
    assert next_match == row.next_match
    assert not await club.live.bar(next_match)
    match = await club.live.match(next_match)
    assert match is not None
    assert match.phase == "open"


async def test_an_id_is_barred_as_often_as_one_likes(club: Club) -> None:
    assert [await club.live.bar("barred-one") for _ in range(2)] == [True, True]


async def test_an_acceptance_whose_page_went_away_is_finished(club: Club, escrow: FrozenEscrow) -> None:
    row = await begin(club, await club.open_table())
    threads = RequestThreads()

    async def request() -> None:
        async with threads.taken():
            await acceptance.accept(club.live, row, club.owner.player, club.reader.player)

    page = asyncio.create_task(request())
    async with asyncio.timeout(PATIENCE):
        await escrow.has_reserved.wait()
    page.cancel()
    await asyncio.gather(page, return_exceptions=True)
    escrow.may_go_on.set()

    async def is_accepted() -> bool:
        return await states(row.pk) == [State.ACCEPTED]

    await wait_for(is_accepted)
    match = await club.live.match(row.next_match)
    assert match is not None
    assert match.phase == "open"
