"""Requests for pay-outs: set aside, decided once, returned; whatever happens at once, in both engines."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.utils import timezone

from tests.club.ledger.conftest import in_both_engines
from tests.club.staff.conftest import People
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger import queries as balances_of
from zaria.club.ledger.actions import Booking, NotEnoughCreditsError
from zaria.club.ledger.check import audit
from zaria.club.ledger.configuration import LedgerConfig
from zaria.club.ledger.kinds import FEES, PAID_OUT, TransferKind, payout_code
from zaria.club.ledger.models import Account, Transfer
from zaria.club.notifications.models import Notification
from zaria.club.payouts import actions, comparison, queries
from zaria.club.payouts.actions import MOST_A_DAY, PayoutRefusedError
from zaria.club.payouts.configuration import PayoutSettings
from zaria.club.payouts.models import PayoutRequest, PayoutState
from zaria.club.personal_data import deletion, export
from zaria.club.player_limits import actions as limits
from zaria.club.shop import actions as shop
from zaria.club.shop import goods
from zaria.club.staff import texts
from zaria.club.staff.actions import balances, payouts
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.models import Act, ActKind, Notice
from zaria.club.stakes import actions as stakes
from zaria.live.matches.escrow import StakeRefusedError
from zaria.match.stakes import Stakes

OWN = 60_00
"""The credits that Ann has beside the welcome credits."""
STAKES = Stakes(100_00, 100_00, "pot", unit="credits", rate=5_00)

State = PayoutState


@pytest.fixture(autouse=True)
def balanced(club: None) -> Iterator[None]:
    """The ledger balances after every test, and agrees with the requests."""
    yield
    assert audit().faults == []
    assert comparison.compare() == []


@pytest.fixture
def ann(balanced: None, people: People) -> Member:
    """A member with the welcome credits and 60.00 that were topped up."""
    balances.grant(None, people["ann"], "", OWN, "nonce-0001")
    Notice.objects.all().delete()
    Notification.objects.all().delete()
    return people["ann"]


def available(member: Member) -> int:
    return balances_of.balance(member.player).available


def at_once(calls: Sequence[Callable[[], object]]) -> list[object]:
    """Call all of these at once, each in a thread; return their results, or errors."""
    start = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        try:
            start.wait()
            return call()
        except (PayoutRefusedError, ActionRefusedError) as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def refused(results: Sequence[object]) -> list[object]:
    return [result for result in results if isinstance(result, ValueError)]


@in_both_engines
def test_the_amount_can_be_neither_staked_nor_spent_until_it_is_decided(ann: Member) -> None:
    lost = ledger.hold(ann.player, 900_00, "loss", match_id="m")
    ledger.post_hold(lost, [Booking("loss:fee", TransferKind.FEE, "", FEES, 900_00)])
    balances.grant(None, ann, "", 40_00, "nonce-0002")
    assert available(ann) == 200_00
    payout_request = actions.request(ann, 100_00, "IBAN BG80")
    assert available(ann) == 100_00
    assert balances_of.balance(ann.player).held == 0
    assert Account.objects.get(code=payout_code(ann.player)).balance == 100_00
    with pytest.raises(StakeRefusedError, match="enough credits"):
        stakes.hold("m2", Stakes(150_00, 150_00, "pot", unit="credits", rate=5_00), 1, [ann.player])
    good = next(good for good in goods.GOODS.values() if 100_00 < good.price <= 200_00)
    with pytest.raises(NotEnoughCreditsError):
        shop.buy(ann.player, good)
    assert comparison.compare() == []
    assert audit().faults == []
    actions.withdraw(ann.player, payout_request.pk)
    assert available(ann) == 200_00
    stakes.hold("m2", Stakes(150_00, 150_00, "pot", unit="credits", rate=5_00), 1, [ann.player])


def test_what_the_club_gave_is_not_paid_out_and_is_spent_first(ann: Member, people: People) -> None:
    with pytest.raises(PayoutRefusedError, match=r"60\.00.credits at most"):
        actions.request(ann, OWN + 1, "")
    assert queries.payable(people["bob"].player) == 0
    stakes.hold("m", STAKES, 1, [ann.player])
    assert queries.payable(ann.player) == OWN, "a stake is taken from the welcome first"
    stakes.release_all("m")
    good = next(iter(goods.GOODS.values()))
    shop.buy(ann.player, good)
    assert queries.payable(ann.player) == OWN
    balances.take(None, ann, "", 20_00, "nonce-0003")
    assert queries.payable(ann.player) == OWN - 20_00


@in_both_engines
def test_of_several_requests_at_once_one_is_made(ann: Member) -> None:
    results = at_once([lambda: actions.request(ann, 10_00, "")] * 3)
    assert len(refused(results)) == 2
    assert PayoutRequest.objects.count() == 1
    assert available(ann) == 1000_00 + OWN - 10_00
    with pytest.raises(PayoutRefusedError, match="hasn't been decided"):
        actions.request(ann, 10_00, "")


def test_a_request_is_taken_back_once_and_by_its_member_alone(ann: Member, people: People) -> None:
    payout_request = actions.request(ann, 10_00, "")
    with pytest.raises(PayoutRefusedError):
        actions.withdraw(people["bob"].player, payout_request.pk)
    actions.withdraw(ann.player, payout_request.pk)
    with pytest.raises(PayoutRefusedError, match="already been decided"):
        actions.withdraw(ann.player, payout_request.pk)
    assert available(ann) == 1000_00 + OWN


def test_the_staff_pays_with_a_reference_and_can_book_it_back(ann: Member, people: People) -> None:
    payout_request = actions.request(ann, 50_00, "")
    act = payouts.pay(people["admin"], payout_request, "As you wished", "bank 7")
    assert available(ann) == 1000_00 + OWN - 50_00
    assert Account.objects.get(code=PAID_OUT).balance == 50_00
    transfer = Transfer.objects.get(kind=TransferKind.PAYOUT)
    assert (transfer.subject, transfer.note, transfer.by) == (
        "bank 7",
        "As you wished",
        people["admin"].player,
    )
    payout_request.refresh_from_db()
    assert (payout_request.state, payout_request.reference) == (State.PAID, "bank 7")
    assert payout_request.decided_by == people["admin"]
    sentence = texts.sentence(Notice.objects.get(to=ann).act).replace("\xa0", " ")
    assert sentence == "50.00 credits were paid out to you (reference: bank 7)."
    assert queries.payable(ann.player) == OWN - 50_00
    balances.book_back(people["admin"], act, "The bank sent it back")
    assert queries.payable(ann.player) == OWN


def test_the_staff_declines_with_a_reason(ann: Member, people: People) -> None:
    payout_request = actions.request(ann, 50_00, "")
    with pytest.raises(ActionRefusedError, match="reason"):
        payouts.decline(people["admin"], payout_request, " ")
    act = payouts.decline(people["admin"], payout_request, "No such account")
    assert (act.kind, act.reason) == (ActKind.DECLINE, "No such account")
    assert available(ann) == 1000_00 + OWN
    payout_request.refresh_from_db()
    assert (payout_request.state, payout_request.reason) == (State.DECLINED, "No such account")
    assert "declined" in texts.sentence(Notice.objects.get(to=ann).act)
    actions.request(ann, 50_00, "")


@in_both_engines
@pytest.mark.parametrize("rival", ["pay", "decline", "withdraw"])
def test_of_two_decisions_at_once_one_counts(ann: Member, people: People, rival: str) -> None:
    payout_request = actions.request(ann, 50_00, "")
    rivals: dict[str, Callable[[], object]] = {
        "pay": lambda: payouts.pay(people["admin2"], payout_request, "Paid", "bank 8"),
        "decline": lambda: payouts.decline(people["admin2"], payout_request, "No"),
        "withdraw": lambda: actions.withdraw(ann.player, payout_request.pk),
    }
    first = at_once([lambda: payouts.pay(people["admin"], payout_request, "Paid", "bank 7"), rivals[rival]])
    assert len(refused(first)) == 1
    payout_request.refresh_from_db()
    paid = payout_request.state == State.PAID
    assert available(ann) == 1000_00 + OWN - (50_00 if paid else 0)
    assert Transfer.objects.filter(kind=TransferKind.PAYOUT).count() == paid
    assert Act.objects.filter(kind__in=(ActKind.PAYOUT, ActKind.DECLINE)).count() == (
        0 if payout_request.state == State.WITHDRAWN else 1
    )


def test_only_the_power_decides_and_its_holders_are_notified(ann: Member, people: People) -> None:
    payout_request = actions.request(ann, 50_00, "")
    notified = Notification.objects.filter(body__change="payout").values_list("to__username", flat=True)
    assert set(notified) == {people[name].username for name in ("owner", "admin", "admin2")}
    for by in (people["moder"], people["bob"], ann):
        with pytest.raises(PermissionDenied):
            payouts.pay(by, payout_request, "x", "y")
        with pytest.raises(PermissionDenied):
            payouts.decline(by, payout_request, "x")
    balances.grant(None, people["admin"], "", 50_00, "nonce-0009")
    own_request = actions.request(people["admin"], 10_00, "")
    for by in (people["admin"], people["admin2"]):
        with pytest.raises(PermissionDenied):
            payouts.pay(by, own_request, "x", "y")
    payouts.pay(people["owner"], own_request, "x", "y")


def test_a_club_that_does_not_pay_out_takes_no_request(ann: Member, settings: Any) -> None:
    earlier = actions.request(ann, 10_00, "")
    settings.PAYOUTS = PayoutSettings(allowed=False)
    actions.withdraw(ann.player, earlier.pk)
    with pytest.raises(PayoutRefusedError, match="doesn't pay out"):
        actions.request(ann, 10_00, "")
    assert queries.panel(ann.player).has_content, "the earlier one"


def test_requests_of_a_day_are_limited(ann: Member) -> None:
    for _number in range(MOST_A_DAY):
        actions.withdraw(ann.player, actions.request(ann, 10_00, "").pk)
    with pytest.raises(PayoutRefusedError, match="too many requests"):
        actions.request(ann, 10_00, "")
    PayoutRequest.objects.update(at=timezone.now() - timedelta(days=1))
    actions.request(ann, 10_00, "")


def test_a_pause_a_self_exclusion_and_a_block_keep_nobody_from_their_money(
    ann: Member, people: People
) -> None:
    limits.pause(ann.player, 30)
    limits.exclude(ann.player, 183)
    payout_request = actions.request(ann, 10_00, "")
    Member.objects.filter(pk=ann.pk).update(blocked_until=timezone.now() + timedelta(days=9))
    with pytest.raises(ActionRefusedError, match="pay-out request first"):
        balances.close(people["admin"], ann, "Gone", "nonce-0004")
    payouts.pay(people["admin"], payout_request, "Paid", "bank 7")
    assert available(ann) == 1000_00 + OWN - 10_00


def test_a_debt_that_came_meanwhile_is_paid_first(ann: Member, people: People) -> None:
    payout_request = actions.request(ann, 50_00, "")
    balances.take(people["admin"], ann, "A payment was taken back", 1030_00, "nonce-0005", debt=True)
    with pytest.raises(ActionRefusedError, match=r"only 30\.00"):
        payouts.pay(people["admin"], payout_request, "Paid", "bank 7")
    payout_request.refresh_from_db()
    assert payout_request.is_open
    payouts.decline(people["admin"], payout_request, "A debt")
    assert available(ann) == 30_00


def test_a_club_with_another_unit_returns_what_it_cannot_pay(
    ann: Member, people: People, settings: Any
) -> None:
    payout_request = actions.request(ann, 50_00, "")
    settings.LEDGER = LedgerConfig(unit="EUR", welcome=0, gift=0)
    with pytest.raises(ActionRefusedError, match="no longer uses"):
        payouts.pay(people["admin"], payout_request, "Paid", "bank 7")
    payouts.decline(people["admin"], payout_request, "Another unit")
    settings.LEDGER = LedgerConfig()
    assert available(ann) == 1000_00 + OWN


def test_the_file_of_a_member_has_their_requests_and_the_end_of_an_account_returns_them(
    ann: Member, people: People
) -> None:
    payouts.decline(people["admin"], actions.request(ann, 20_00, "IBAN one"), "Wrong IBAN one")
    actions.request(ann, 10_00, "IBAN two")
    rows = export.of(ann)["payouts"]
    assert [(row["amount"], row["note"], row["state"]) for row in rows] == [
        ("20.00", "IBAN one", "declined"),
        ("10.00", "IBAN two", "open"),
    ]
    assert rows[0]["reason"] == "Wrong IBAN one"
    deletion.delete(ann, "Somebody")
    assert available(ann) == 1000_00 + OWN
    assert {(row.state, row.note, row.reason) for row in PayoutRequest.objects.all()} == {
        (State.DECLINED, "", ""),
        (State.WITHDRAWN, "", ""),
    }


def test_the_check_finds_what_is_set_aside_for_nothing_and_repairs_it(ann: Member) -> None:
    payout_request = actions.request(ann, 10_00, "")
    PayoutRequest.objects.update(state=State.WITHDRAWN)
    (unused,) = comparison.compare()
    assert "without an open request" in str(unused)
    assert unused.repair is not None
    unused.repair()
    assert available(ann) == 1000_00 + OWN
    PayoutRequest.objects.update(state=State.OPEN)
    (unheld,) = comparison.compare()
    assert "are not set aside" in str(unheld)
    assert unheld.repair is not None
    unheld.repair()
    payout_request.refresh_from_db()
    assert payout_request.state == State.WITHDRAWN


def test_the_audit_knows_what_is_set_aside(ann: Member) -> None:
    hold = actions.request(ann, 10_00, "").hold
    account = Account.objects.get(code=payout_code(ann.player))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_account SET balance = 0 WHERE id = %s", [account.pk])
        assert any("pending holds sum to 10.00" in fault for fault in audit().faults)
        cursor.execute("UPDATE ledger_account SET balance = 1000 WHERE id = %s", [account.pk])
    assert audit().faults == []
    assert Transfer.objects.get(pk=hold.pk).kind == TransferKind.RESERVE
