"""Stakes of live play in this process, with the ledger: rematches, refusals, cancels."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.club.staked_matches import staked
from tests.support.live.page_sessions import SEED, FakeNow, Page, host_of, started
from zaria.club.ledger.announcements import BalanceAnnouncer
from zaria.club.ledger.check import audit
from zaria.club.ledger.models import Transfer
from zaria.club.ledger.queries import Balance, balance
from zaria.club.matches.results import actions as results
from zaria.club.matches.results.projector import projector_of
from zaria.club.site.clock import now_ms
from zaria.club.stakes.escrow import ClubEscrow
from zaria.live.app import Live
from zaria.live.journal.base import ConflictError
from zaria.live.matches.escrow import StakeRefusedError
from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player
from zaria.match.terms import Terms

TERMS = staked("tabla", 170_00, 510_00)
"""Somebody with 1000.00 has too little for a second match while 510.00 are held, and enough after 1 point."""
ANN, BOB = "m-ann", "m-bob"


def player(name: str) -> Player:
    return Player(name, name.title(), "#777777", member=True)


def order(*names: str, terms: Terms = TERMS, **more: Any) -> TableRequest:
    places = [*map(player, names), None][:2]
    return TableRequest(terms, (places[0], places[1]), by=0, **more)


@asynccontextmanager
async def live_play(path: Path, **options: Any) -> AsyncIterator[Live]:
    """Live play with the club's escrow, and without the projector, which settles matches."""
    escrow = ClubEscrow()
    live = await started(path / "live.sqlite3", escrow=escrow, **options)
    balances = BalanceAnnouncer(live.lobby.sessions.credits_changed)
    balances.start()
    try:
        yield live
    finally:
        await live.stop()
        await balances.close()
        await escrow.close()


async def have(name: str) -> Balance:
    return await asyncio.to_thread(balance, name)


async def holds(name: str) -> list[str]:
    """The states of the holds that were ever made for a player."""

    def read() -> list[str]:
        rows = Transfer.objects.filter(kind="hold", debit__code=f"member:{name}").order_by("pk")
        return list(rows.values_list("state", flat=True))

    return await asyncio.to_thread(read)


async def check() -> None:
    assert (await asyncio.to_thread(audit)).faults == []


def is_shown(page: Page, available: str, held: str) -> bool:
    """Return whether a message with this balance has come."""
    return any(
        (message["available"], message["held"]) == (available, held)
        for message in page.got
        if message["t"] == "credits"
    )


async def shows(page: Page, available: str, held: str) -> None:
    """Wait for the message with this balance."""
    await page.until(lambda: is_shown(page, available, held))


async def arrive(live: Live, name: str) -> Page:
    """Connect a page of a new member; it shows their welcome credits."""
    page = Page(live, name)
    await have(name)
    await shows(page, "1000.00", "0.00")
    page.got.clear()
    return page


async def lost_by_one_point(live: Live, terms: Terms = TERMS) -> tuple[str, Page, Page]:
    """A match that is over: its id, the winner, the loser."""
    match_id = await live.open(order(ANN, terms=terms))
    pages = (Page(live, ANN), Page(live, BOB))
    for page in pages:
        assert (await page.sit(match_id))["t"] == "ack"
    side = (await pages[0].state(match_id))["v"]["to_act"]
    loser, winner = pages[side], pages[1 - side]
    assert (await loser.did(match_id, {"t": "resign", "points": 1}))["t"] == "ack"
    answer = await winner.did(match_id, {"t": "accept"})
    assert answer["t"] == "ack", answer
    return match_id, winner, loser


@pytest.mark.parametrize("first", ["winner", "loser"])
async def test_a_rematch_is_paid_with_what_the_match_returns(
    club_in_sqlite: None, tmp_path: Path, first: str
) -> None:
    """Both press "rematch" before the projector has settled the match."""
    async with live_play(tmp_path) as live:
        match_id, winner, loser = await lost_by_one_point(live)
        asker, opponent = (winner, loser) if first == "winner" else (loser, winner)
        asker.tell(t="again", m=match_id, no=False)
        assert "offer" in await opponent.next_message("again")
        opponent.tell(t="again", m=match_id, no=False)
        rematch_id = (await opponent.next_message("go"))["m"]
        assert (await asker.next_message("go"))["m"] == rematch_id
        assert winner.user is not None
        assert loser.user is not None
        assert await have(winner.user.id) == Balance(1000_00 + 170_00 - 17_00 - 510_00, 510_00)
        assert await have(loser.user.id) == Balance(1000_00 - 170_00 - 510_00, 510_00)
        stored = await live.journal.load(match_id)
        assert stored is not None
        bodies = [row.body for row in stored.rows]
        assert await asyncio.to_thread(results.write, {match_id: bodies}) == 0  # the projector comes later
        assert await have(loser.user.id) == Balance(320_00, 510_00)
        await check()


async def test_a_rematch_that_one_cannot_pay_holds_nothing_of_the_other(
    club_in_sqlite: None, tmp_path: Path
) -> None:
    async with live_play(tmp_path) as live:
        match_id, winner, loser = await lost_by_one_point(live)
        assert winner.user is not None
        assert loser.user is not None
        winner.tell(t="again", m=match_id, no=False)
        assert "offer" in await loser.next_message("again")
        await live.open(order(loser.user.id, "m-eve"))
        loser.tell(t="again", m=match_id, no=False)
        refused = await loser.heard(lambda message: message["t"] == "no")
        assert refused["code"] == "not_enough_credits"
        assert await have(winner.user.id) == Balance(1153_00, 0)
        assert await have(loser.user.id) == Balance(320_00, 510_00)
        await check()


async def test_a_request_that_is_cancelled_holds_nothing(club_in_sqlite: None) -> None:
    escrow = ClubEscrow()
    request = asyncio.create_task(escrow.reserve("m", TERMS, [player(ANN), player(BOB)]))
    await asyncio.sleep(0)
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    await escrow.close()
    for name in (ANN, BOB):
        assert await have(name) == Balance(1000_00, 0)
        assert await holds(name) == ["voided"]
    await check()


async def test_a_cancelled_request_leaves_an_earlier_hold(club_in_sqlite: None) -> None:
    escrow = ClubEscrow()
    await escrow.reserve("m", TERMS, [player(ANN)])
    request = asyncio.create_task(escrow.reserve("m", TERMS, [player(ANN)]))
    await asyncio.sleep(0)
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    poor = asyncio.create_task(escrow.reserve("n", TERMS, [player(ANN)]))
    await asyncio.sleep(0)
    poor.cancel()
    with pytest.raises(asyncio.CancelledError):
        await poor
    await escrow.close()
    assert await have(ANN) == Balance(490_00, 510_00)
    assert await holds(ANN) == ["pending"]
    await check()


async def test_a_table_that_is_not_stored_holds_nothing(club_in_sqlite: None, tmp_path: Path) -> None:
    async with live_play(tmp_path) as live:
        matches = host_of(live).pipeline.store
        await matches.open(order(ANN), now_ms(), "same")
        bob = await arrive(live, BOB)
        with pytest.raises(ConflictError):
            await matches.open(order(BOB), now_ms(), "same")
        await shows(bob, "1000.00", "0.00")
        assert await holds(BOB) == ["voided"]
        assert await have(ANN) == Balance(490_00, 510_00)
        with pytest.raises(ConflictError):
            await matches.open(order(ANN), now_ms(), "same")
        with pytest.raises(StakeRefusedError):
            await matches.open(order(ANN), now_ms(), "other")
        assert await holds(ANN) == ["pending"]
        await check()


@pytest.mark.parametrize("first", ["sit", "end"])
async def test_the_end_of_a_table_at_the_moment_when_somebody_sits_down(
    club_in_sqlite: None, tmp_path: Path, first: str
) -> None:
    """Nobody keeps a hold, in whatever order the seat and the end are stored."""
    now = FakeNow()
    now.ms = now_ms()
    async with live_play(tmp_path, now=now) as live:
        projector = projector_of(live, [])
        projector.start()
        ann, bob = await arrive(live, ANN), await arrive(live, BOB)
        wait = 19_000
        match_id = await live.open(order(ANN, wait=wait))
        await shows(ann, "490.00", "510.00")
        seal = (await bob.state(match_id))["v"]["seal"]
        now.ms += wait
        ann.got.clear()
        seat = bob.do(match_id, {"t": "sit", "seed": SEED, "seal": seal})
        if first == "sit":  # a host that was slow has ended the table by itself
            await bob.until(lambda: bob.table["v"]["phase"] == "over" or is_shown(bob, "490.00", "510.00"))
        host_of(live)._flag(match_id)
        await bob.until(lambda: bob.table["v"]["phase"] == "over")
        await bob.answer(seat)
        for page in (ann, bob):
            await shows(page, "1000.00", "0.00")
        assert await holds(ANN) == ["voided"]
        assert set(await holds(BOB)) <= {"voided"}
        await check()
        await projector.close()
