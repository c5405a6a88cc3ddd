"""The ledger follows payments whatever the order and number of reports, in both engines."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from itertools import count
from threading import Barrier

import pytest
from django.db import connections
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from payments import PaymentStatus
from pytest_django.fixtures import Settings

from tests.support.search_budget import times
from zaria.club.ledger import queries as ledger
from zaria.club.ledger.check import audit
from zaria.club.ledger.models import Transfer
from zaria.club.player_limits import actions as limits
from zaria.club.player_limits.models import LimitKind
from zaria.club.top_up import actions
from zaria.club.top_up.changes import Change, Failed, Paid, Processing, Reversed
from zaria.club.top_up.configuration import Price, TopUpSettings
from zaria.club.top_up.models import Payment

NUMBERS = count()
STRIPE = "stripe"
WELCOME = 1000_00


@pytest.fixture(autouse=True)
def sold(club: None, settings: Settings) -> Iterator[None]:
    """33.33 credits for a euro; the ledger balances after every test."""
    settings.TOP_UP = TopUpSettings(STRIPE, "EUR", Price(3_00, 100_00))
    yield
    assert audit().faults == []


def begin(money: int = 10_00, player: str = "") -> Payment:
    number = next(NUMBERS)
    return actions.begin(player or f"player{number}", money, f"nonce{number:012}")


def paid(payment: Payment, **changes: object) -> Paid:
    report = Paid(payment.token, f"pi_{payment.pk}", payment.money, "EUR")
    return report._replace(**changes)  # type: ignore[arg-type]


def reversed_(payment: Payment, number: int, amount: int, lifted: bool = False) -> Reversed:
    return Reversed(f"re_{payment.pk}_{number}", f"pi_{payment.pk}", amount, lifted)


def booked(payment: Payment) -> list[int]:
    """The changes of the balance by a payment, in order."""
    return [
        transfer.amount if transfer.debit.code == "clearing:stripe" else -transfer.amount
        for transfer in Transfer.objects.filter(subject=payment.token).select_related("debit").order_by("pk")
    ]


def test_credits_are_rounded_and_taken_back_to_the_hundredth() -> None:
    payment = begin()
    assert payment.credits == 333_33
    for change in (paid(payment), reversed_(payment, 0, 3_33), reversed_(payment, 1, 6_67)):
        actions.apply(STRIPE, change)
    assert booked(payment) == [333_33, -111_00, -222_33]
    assert ledger.balance(payment.player).available == WELCOME
    payment.refresh_from_db()
    assert (payment.status, payment.captured_amount) == (PaymentStatus.REFUNDED, Decimal(0))
    actions.apply(STRIPE, reversed_(payment, 2, 10_00))  # more than the payment is never taken back
    assert sum(booked(payment)) == 0


def test_what_does_not_fit_is_not_booked(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    for changes in ({"amount": 9_99}, {"amount": 10_00_00}, {"currency": "USD"}):
        payment = begin()
        actions.apply(STRIPE, paid(payment, **changes))
        assert booked(payment) == []
        assert f"Payment {payment}" in caplog.text
    payment = begin()
    settings.LEDGER = settings.LEDGER._replace(unit="EUR")
    actions.apply(STRIPE, paid(payment))
    assert booked(payment) == []
    assert "which the club no longer counts" in caplog.text


def test_a_currency_is_topped_up_as_it_is(settings: Settings) -> None:
    settings.LEDGER = settings.LEDGER._replace(unit="EUR", welcome=0, gift=0)
    settings.TOP_UP = TopUpSettings(STRIPE, "EUR")
    payment = begin(12_34)
    actions.apply(STRIPE, paid(payment))
    assert ledger.balance(payment.player).available == 12_34


def test_limits_count_payments_that_may_still_arrive() -> None:
    limits.set_limit("ann", LimitKind.DEPOSIT_DAY, 700_00)
    first = begin(10_00, "ann")
    begin(10_00, "ann")
    for _ in range(2):
        with pytest.raises(actions.TopUpRefusedError, match="deposit_limit"):
            begin(10_00, "ann")
        actions.apply(STRIPE, Processing(first.token))
    actions.apply(STRIPE, Failed(first.token))
    actions.apply(STRIPE, paid(begin(10_00, "ann")))
    with pytest.raises(actions.TopUpRefusedError, match="deposit_limit"):
        begin(10_00, "ann")


@settings(max_examples=times(25), suppress_health_check=[HealthCheck.function_scoped_fixture], database=None)
@given(data=st.data())
def test_the_order_and_number_of_reports_do_not_matter(data: st.DataObject) -> None:
    payment = begin()
    reversals = data.draw(
        st.lists(st.tuples(st.integers(1, 12_00), st.booleans()), max_size=4), label="reversals"
    )
    once: list[Change] = [paid(payment), Processing(payment.token), Failed(payment.token)]
    for number, (amount, lifted) in enumerate(reversals):
        once.append(reversed_(payment, number, amount))
        if lifted:
            once.append(reversed_(payment, number, amount, lifted=True))
    repeated = once + data.draw(st.lists(st.sampled_from(once), max_size=6), label="repeated")
    for change in data.draw(st.permutations(repeated), label="order"):
        actions.apply(STRIPE, change)
    taken = min(payment.money, sum(amount for amount, lifted in reversals if not lifted))
    remaining = 333_33 - (2 * 333_33 * taken + 10_00) // (2 * 10_00)
    assert sum(booked(payment)) == remaining
    assert booked(payment)[0] == 333_33
    payment.refresh_from_db()
    assert (payment.booked, payment.taken_back) == (remaining, taken)
    assert ledger.balance(payment.player).available == WELCOME + remaining


def test_reports_at_once_do_not_miss_each_other() -> None:
    """A payment and its refund meet, each twice, in threads with connections of their own."""

    def apply(change: Change) -> None:
        barrier.wait()
        actions.apply(STRIPE, change)
        connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        for _ in range(times(20)):
            payment, barrier = begin(), Barrier(4)
            refund = reversed_(payment, 0, 10_00)
            list(threads.map(apply, [paid(payment), refund, paid(payment), refund]))
            assert sum(booked(payment)) == 0
            assert booked(payment) == [333_33, -333_33]
