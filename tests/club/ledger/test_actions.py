"""Transfers and holds: each once, never below zero, in both engines; the database refuses the rest."""

import io
from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from zaria.club.ledger import actions, queries
from zaria.club.ledger.actions import (
    Booking,
    HoldResolvedError,
    KeyReusedError,
    LedgerError,
    NotEnoughCreditsError,
)
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import FEES, ISSUED, TransferKind, held_code, member_code
from zaria.club.ledger.models import Account, Transfer, TransferState
from zaria.club.ledger.queries import Balance


@pytest.fixture(autouse=True)
def balanced(club: None) -> Iterator[None]:
    """The ledger balances after every test."""
    yield
    assert audit().faults == []


def grant(player: str, amount: int, key: str = "grant:1") -> list[Transfer]:
    return actions.post([Booking(key, TransferKind.GRANT, ISSUED, member_code(player), amount)])


def hold(player: str, amount: int) -> Transfer:
    return actions.hold(player, amount, f"match:m:hold:{player}", match_id="m")


def test_a_new_member_has_the_welcome_credits_once() -> None:
    assert [queries.balance("ann") for _ in range(2)] == [Balance(1000_00, 0)] * 2
    assert Transfer.objects.count() == 1


def test_a_key_is_used_once() -> None:
    actions.ensure_member("ann")
    first, second = grant("ann", 500), grant("ann", 500)
    assert first[0].pk == second[0].pk
    assert queries.balance("ann") == Balance(1005_00, 0)
    with pytest.raises(KeyReusedError):
        grant("ann", 501)


def test_a_hold_is_posted_in_part_and_the_rest_goes_back() -> None:
    held = hold("ann", 10_00)
    assert queries.balance("ann") == Balance(990_00, 10_00)
    shares = [
        Booking("match:m:win", TransferKind.WIN, "", member_code("bob"), 4_50),
        Booking("match:m:fee", TransferKind.FEE, "", FEES, 50),
    ]
    actions.ensure_member("bob")
    actions.post_hold(held, shares)
    assert queries.balance("ann") == Balance(995_00, 0)
    assert queries.balance("bob") == Balance(1004_50, 0)
    assert Account.objects.get(code=FEES).balance == 50


def test_a_hold_is_resolved_once() -> None:
    held = hold("ann", 10_00)
    actions.void_hold(held)
    with pytest.raises(HoldResolvedError):
        actions.void_hold(held)
    with pytest.raises(HoldResolvedError):
        actions.post_hold(held, [])
    assert queries.balance("ann") == Balance(1000_00, 0)


def test_shares_are_not_more_than_the_hold() -> None:
    held = hold("ann", 10_00)
    with pytest.raises(LedgerError):
        actions.post_hold(held, [Booking("match:m:fee", TransferKind.FEE, "", FEES, 10_01)])
    assert queries.balance("ann") == Balance(990_00, 10_00)


def test_nobody_spends_more_than_they_have() -> None:
    with pytest.raises(NotEnoughCreditsError) as refused:
        hold("ann", 1000_01)
    assert (refused.value.available, refused.value.needed) == (1000_00, 1000_01)
    assert queries.balance("ann") == Balance(1000_00, 0)


def test_a_correction_may_leave_a_debt_which_is_paid_first() -> None:
    actions.ensure_member("ann")
    actions.post([Booking("correction:1", TransferKind.CORRECTION, member_code("ann"), ISSUED, 1200_00)])
    assert queries.balance("ann") == Balance(-200_00, 0)
    grant("ann", 150_00)
    assert queries.balance("ann") == Balance(-50_00, 0)
    with pytest.raises(NotEnoughCreditsError):
        hold("ann", 1)


def test_bookings_are_made_together_or_not_at_all() -> None:
    actions.ensure_member("ann")
    with pytest.raises(NotEnoughCreditsError):
        actions.post(
            [
                Booking("grant:1", TransferKind.GRANT, ISSUED, member_code("ann"), 5),
                Booking("buy:1", TransferKind.PURCHASE, member_code("ann"), FEES, 2000_00),
            ]
        )
    assert queries.balance("ann") == Balance(1000_00, 0)


def entry(**fields: object) -> Transfer:
    """A transfer that no action would make."""
    ann, issued = (actions.lock_accounts([code])[code] for code in (member_code("ann"), ISSUED))
    usual = {"key": "k", "kind": TransferKind.GRANT, "at": 1, "debit": issued, "credit": ann, "amount": 5}
    row = Transfer(**{**usual, **fields})
    row.debit_after, row.credit_after = row.debit.balance - row.amount, row.credit.balance + row.amount
    return row


def test_the_database_refuses_an_overdraft_an_old_balance_and_a_second_pending_hold() -> None:
    hold("ann", 10_00)
    with transaction.atomic():
        ann, issued = (actions.lock_accounts([code])[code] for code in (member_code("ann"), ISSUED))
        wrong = [
            entry(debit=ann, credit=issued, amount=990_01),
            entry(amount=0),
            entry(amount=-5),
            entry(debit=ann, credit=ann),
            entry(forced=True),
            entry(hold=Transfer.objects.get(kind=TransferKind.WELCOME)),
            entry(key="match:m:hold:ann"),
            entry(debit=ann, credit=issued, state=TransferState.PENDING, match_id="m"),
        ]
        old = entry()
    old.credit_after += 1
    for row in (*wrong, old):
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM ledger_transfer",
        "DELETE FROM ledger_account",
        "UPDATE ledger_transfer SET amount = amount + 1",
        "UPDATE ledger_transfer SET state = 'voided' WHERE state = 'pending'",
        "UPDATE ledger_transfer SET note = 'x' WHERE state = 'pending'",
        "UPDATE ledger_transfer SET state = 'pending' WHERE state = 'posted'",
    ],
)
def test_the_database_keeps_what_was_written(statement: str, refuse_deletion: None) -> None:
    hold("ann", 10_00)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_check_says_what_does_not_balance(capsys: pytest.CaptureFixture[str]) -> None:
    actions.hold("ann", 10_00, "a fee", subject="tournament:none")
    call_command("ledger", "check")
    assert capsys.readouterr().out == "Transfers checked: 2, matches: 0. The ledger balances.\n"
    for code, change in ((held_code("ann"), 1), (member_code("ann"), -1)):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE ledger_account SET balance = balance + %s WHERE code = %s", [change, code])
        with pytest.raises(CommandError, match=code):
            call_command("ledger", "check")
        with connection.cursor() as cursor:
            cursor.execute("UPDATE ledger_account SET balance = balance - %s WHERE code = %s", [change, code])


def test_the_entries_of_an_export_sum_to_zero_and_to_the_balances(tmp_path: object) -> None:
    import csv
    from collections import defaultdict
    from decimal import Decimal

    from zaria.club.ledger.csv_export import write_entries

    actions.void_hold(hold("ann", 10_00))
    actions.hold("bob", 5_00, "match:n:hold:bob", match_id="n")
    file = io.StringIO()
    assert write_entries(file) == 5
    file.seek(0)
    rows = list(csv.DictReader(file))
    transfers: dict[str, Decimal] = defaultdict(Decimal)
    balances: dict[str, Decimal] = defaultdict(Decimal)
    without_voided: dict[str, Decimal] = defaultdict(Decimal)
    for row in rows:
        transfers[row["transfer"]] += Decimal(row["amount"])
        balances[row["account"]] += Decimal(row["amount"])
        without_voided[row["account"]] += Decimal(row["amount"]) * (row["state"] != "voided")
    assert set(transfers.values()) == {0}
    account_balances = {account.code: Decimal(account.balance) / 100 for account in Account.objects.all()}
    assert balances == account_balances
    assert {code: amount for code, amount in without_voided.items() if amount} == {
        code: amount for code, amount in account_balances.items() if amount
    }
