"""New balances for open pages: after the transaction, for members alone, and after an outage too."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from django.db import OperationalError, transaction

from zaria.club.ledger import actions
from zaria.club.ledger.actions import Booking, NotEnoughCreditsError
from zaria.club.ledger.announcements import BalanceAnnouncer
from zaria.club.ledger.kinds import FEES, ISSUED, SHOP, TransferKind, member_code
from zaria.club.site import announcer as announcers
from zaria.live.sockets.protocol.server import CreditsChanged

Received = asyncio.Queue[tuple[str, CreditsChanged]]


@pytest.fixture
async def received(club: None) -> AsyncIterator[Received]:
    """The messages of an announcer."""
    queue: Received = asyncio.Queue()
    announcer = BalanceAnnouncer(lambda player, message: queue.put_nowait((player, message)))
    announcer.start()
    yield queue
    await announcer.close()


def grant(player: str, amount: int, key: str) -> None:
    actions.ensure_member(player)
    actions.post([Booking(key, TransferKind.GRANT, ISSUED, member_code(player), amount)])


def shown(player: str, available: str, held: str = "0.00") -> tuple[str, CreditsChanged]:
    return player, CreditsChanged(available, held)


async def test_each_change_of_a_member(received: Received) -> None:
    await asyncio.to_thread(actions.ensure_member, "ann")
    assert await received.get() == shown("ann", "1000.00")
    held = await asyncio.to_thread(actions.hold, "ann", 5_00, "hold", match_id="m")
    assert await received.get() == shown("ann", "995.00", "5.00")
    share = Booking("fee", TransferKind.FEE, "", FEES, 5_00)
    await asyncio.to_thread(actions.post_hold, held, [share])  # the member's own account is not in it
    assert await received.get() == shown("ann", "995.00")


async def test_only_after_the_transaction(received: Received) -> None:
    def together() -> None:
        with transaction.atomic():
            grant("ann", 1_00, "first")
            grant("ann", 2_00, "second")
            assert received.empty()

    def undone() -> None:
        with transaction.atomic():
            grant("ann", 4_00, "undone")
            transaction.set_rollback(True)

    def too_much() -> None:
        with pytest.raises(NotEnoughCreditsError):
            actions.post([Booking("much", TransferKind.PURCHASE, member_code("ann"), SHOP, 9999_00)])

    for work in (together, undone, too_much):
        await asyncio.to_thread(work)
    await asyncio.to_thread(actions.post, [Booking("house", TransferKind.CORRECTION, ISSUED, SHOP, 1_00)])
    await asyncio.to_thread(grant, "bob", 8_00, "last")
    messages = [await received.get()]
    while messages[-1][0] != "bob":
        messages.append(await received.get())
    assert set(messages) <= {shown("ann", "1003.00"), shown("bob", "1008.00"), shown("bob", "1000.00")}
    assert messages[0] == shown("ann", "1003.00")


async def test_after_an_outage(received: Received, monkeypatch: pytest.MonkeyPatch) -> None:
    read, failures = BalanceAnnouncer.read, [OperationalError("away")] * 2

    def away(reader: BalanceAnnouncer, players: list[str]) -> dict[str, CreditsChanged]:
        if failures:
            raise failures.pop()
        return read(reader, players)

    monkeypatch.setattr(BalanceAnnouncer, "read", away)
    monkeypatch.setattr(announcers, "PAUSE_S", 0)
    await asyncio.to_thread(actions.ensure_member, "ann")
    assert await received.get() == shown("ann", "1000.00")
    assert failures == []


async def test_nobody_listens_after_the_end(club: None) -> None:
    queue: Received = asyncio.Queue()
    announcer = BalanceAnnouncer(lambda player, message: queue.put_nowait((player, message)))
    announcer.start()
    await announcer.close()
    await asyncio.to_thread(actions.ensure_member, "ann")
    announcer.add({"ann": None})  # of a transaction that ended at the same moment
    await asyncio.sleep(0)
    assert queue.empty()
