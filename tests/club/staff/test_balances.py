"""The staff's acts on members' credits: booked once, recorded, notified, and returned, in both engines."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.utils import timezone

from tests.club.ledger.conftest import club_in_sqlite as club
from tests.club.ledger.conftest import in_both_engines
from tests.club.staff.conftest import People
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger import queries
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import CLOSED, PAID_OUT
from zaria.club.ledger.models import Account, Transfer
from zaria.club.staff import texts
from zaria.club.staff.actions import balances
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.models import Act, ActKind, Notice

__all__ = ["club"]

NONCE = "nonce-0001"


@pytest.fixture(autouse=True)
def balanced(club: None) -> Iterator[None]:
    """The ledger balances after every test."""
    yield
    assert audit().faults == []


@pytest.fixture
def admin(balanced: None, people: People) -> Member:
    """The member of the staff who acts."""
    return people["admin"]


@pytest.fixture
def ann(balanced: None, people: People) -> Member:
    """The member with the welcome credits, whom the acts concern."""
    ledger.ensure_member(people["ann"].player)
    return people["ann"]


def available(member: Member) -> int:
    return queries.balance(member.player).available


def sentences(member: Member) -> list[str]:
    notices = Notice.objects.filter(to=member).select_related("act")
    return [texts.sentence(notice.act).replace("\xa0", " ") for notice in notices]


def test_a_grant_is_booked_recorded_and_notified_once(admin: Member, ann: Member) -> None:
    first, second = (balances.grant(admin, ann, "A prize", 12_50, NONCE) for _ in range(2))
    assert first.pk == second.pk
    assert available(ann) == 1012_50
    assert sentences(ann) == ["The staff has given you 12.50 credits."]
    transfer = Transfer.objects.get(kind="grant")
    assert (transfer.note, transfer.by) == ("A prize", admin.player)
    assert first.details["before"] == {"balance": "1000.00"}
    assert first.details["after"]["balance"] == "1012.50"
    with pytest.raises(ActionRefusedError, match="sent before"):
        balances.grant(admin, ann, "A prize", 13_00, NONCE)


@in_both_engines
def test_two_members_of_the_staff_who_send_one_form_at_once_book_once(admin: Member, ann: Member) -> None:
    start = Barrier(3)

    def send(_number: int) -> int:
        try:
            start.wait()
            return balances.grant(admin, ann, "A prize", 10_00, NONCE).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        assert len(set(threads.map(send, range(3)))) == 1
    assert available(ann) == 1010_00
    assert (Act.objects.count(), Notice.objects.count()) == (1, 1)


@in_both_engines
def test_what_is_taken_is_there_unless_a_debt_is_wanted(admin: Member, ann: Member) -> None:
    with pytest.raises(ActionRefusedError, match=r"only 1,000\.00"):
        balances.take(admin, ann, "Cheating", 1000_01, NONCE)
    balances.take(admin, ann, "Cheating", 900_00, NONCE)
    balances.take(admin, ann, "Cheating", 900_00, NONCE)
    assert available(ann) == 100_00
    balances.take(admin, ann, "Cheating", 150_00, "nonce-0002", debt=True)
    assert available(ann) == -50_00
    assert sentences(ann)[0] == "The staff has taken 150.00 credits from your account."


def test_a_pay_out_names_its_payment_and_is_at_most_the_balance(admin: Member, ann: Member) -> None:
    with pytest.raises(ActionRefusedError, match=r"only 1,000\.00"):
        balances.pay_out(admin, ann, "As agreed", 2000_00, "bank 7", NONCE)
    balances.pay_out(admin, ann, "As agreed", 400_00, "bank 7", NONCE)
    assert available(ann) == 600_00
    assert Account.objects.get(code=PAID_OUT).balance == 400_00
    assert Transfer.objects.get(kind="payout").subject == "bank 7"
    assert sentences(ann) == ["400.00 credits were paid out to you (reference: bank 7)."]


def test_the_balance_of_a_blocked_member_is_closed(admin: Member, ann: Member) -> None:
    with pytest.raises(ActionRefusedError, match="neither blocked nor deleted"):
        balances.close(admin, ann, "Gone", NONCE)
    Member.objects.filter(pk=ann.pk).update(blocked_until=timezone.now() + timedelta(days=9))
    held = ledger.hold(ann.player, 5_00, "match:m:hold", match_id="m")
    with pytest.raises(ActionRefusedError, match="not over"):
        balances.close(admin, ann, "Gone", NONCE)
    ledger.void_hold(held)
    ann.refresh_from_db()
    assert balances.is_closable(ann)
    first, second = (balances.close(admin, ann, "Gone", NONCE) for _ in range(2))
    assert first.pk == second.pk
    assert available(ann) == 0
    assert Account.objects.get(code=CLOSED).balance == 1000_00
    assert not balances.is_closable(ann)
    with pytest.raises(ActionRefusedError, match="zero"):
        balances.close(admin, ann, "Gone", "nonce-0002")


def test_the_debt_of_a_deleted_member_is_closed(admin: Member, ann: Member) -> None:
    balances.take(admin, ann, "Cheating", 1100_00, NONCE, debt=True)
    Member.objects.filter(pk=ann.pk).update(is_active=False)
    act = balances.close(admin, ann, "Gone", NONCE)
    assert available(ann) == 0
    assert Account.objects.get(code=CLOSED).balance == -100_00
    assert not Notice.objects.filter(act=act).exists()


@pytest.mark.parametrize(
    "book",
    [
        lambda by, member: balances.grant(by, member, "x", 7_00, NONCE),
        lambda by, member: balances.take(by, member, "x", 7_00, NONCE),
        lambda by, member: balances.pay_out(by, member, "x", 7_00, "bank 7", NONCE),
    ],
    ids=["grant", "take", "pay_out"],
)
def test_each_act_is_booked_back_once(admin: Member, ann: Member, book: Callable[..., Act]) -> None:
    act = book(admin, ann)
    assert available(ann) != 1000_00
    assert balances.is_returnable(act)
    balances.book_back(admin, act, "A mistake")
    assert available(ann) == 1000_00
    assert "booked back" in sentences(ann)[0]
    assert not balances.is_returnable(act)
    with pytest.raises(ActionRefusedError, match="before"):
        balances.book_back(admin, act, "A mistake")


def test_nobody_books_for_themselves_without_the_power_or_a_reason(people: People, ann: Member) -> None:
    admin, moder = people["admin"], people["moder"]
    for by, about in ((admin, admin), (admin, people["admin2"]), (moder, ann), (ann, ann)):
        with pytest.raises(PermissionDenied):
            balances.grant(by, about, "x", 1_00, NONCE)
    with pytest.raises(ActionRefusedError, match="reason"):
        balances.grant(admin, ann, " ", 1_00, NONCE)
    Member.objects.filter(pk=ann.pk).update(robot=True)
    with pytest.raises(ActionRefusedError, match="bot"):
        balances.grant(admin, ann, "x", 1_00, NONCE)
    assert available(ann) == 1000_00
    assert not Act.objects.exists()


def test_other_acts_cannot_be_booked_back(admin: Member, people: People, ann: Member) -> None:
    act: Any = Act.objects.create(by=admin, by_name="x", kind=ActKind.WARN, about=ann, reason="x")
    assert not balances.is_returnable(act)
    with pytest.raises(ActionRefusedError, match="nothing"):
        balances.book_back(admin, act, "x")
