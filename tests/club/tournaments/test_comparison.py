"""The money of tournaments that something has kept from the ledger: it is named and repaired."""

from typing import Any

import pytest

from tests.support.club.tournament_terms import entered
from zaria.club.ledger.actions import Booking, NotEnoughCreditsError, post
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import FEES, SHOP, TransferKind, member_code, pool_code
from zaria.club.ledger.models import Account
from zaria.club.ledger.queries import Balance, balance
from zaria.club.tournaments import actions, money
from zaria.club.tournaments.comparison import compare
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.club.tournaments.runner import progress
from zaria.tournaments import commands as cmd
from zaria.tournaments.field import LOSS, WIN, Result

pytestmark = pytest.mark.usefixtures("club")

FEE = 10_00


def lose(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a booking of tournaments do nothing."""
    monkeypatch.setattr(money, name, lambda *_args, **_more: None)


def play_out(row: Tournament) -> Tournament:
    """Let side 0 of each board win until the end."""
    while pairings := list(Pairing.objects.filter(tournament=row, how="").order_by("number", "place")):
        for pairing in pairings:
            progress.report(pairing, Result((WIN, LOSS)))
    return Tournament.objects.get(pk=row.pk)


def repair(*faults: str) -> None:
    """Repair just these faults; nothing is wrong afterwards."""
    discrepancies = compare()
    assert [discrepancy.fault for discrepancy in discrepancies] == list(faults)
    for discrepancy in discrepancies:
        assert discrepancy.repair is not None
        discrepancy.repair()
    assert compare() == []
    assert audit().faults == []


def test_a_tournament_in_order_has_no_discrepancy() -> None:
    row, players = entered(4, fee=FEE, bonus=5_00, sponsor="Bakery", house_rate=5_00)
    assert compare() == []
    actions.withdraw(row.pk, players[0].player)
    actions.begin(row.pk)
    actions.withdraw(row.pk, players[1].player)
    assert compare() == []
    play_out(row)
    cancelled, _players = entered(0, fee=FEE)
    actions.execute(cancelled.pk, cmd.Cancel("Rain", "director"))
    assert compare() == []


def test_a_missing_fee_is_held_before_the_start_and_collected_after_it(monkeypatch: Any) -> None:
    with monkeypatch.context() as patch:
        lose(patch, "hold_fee")
        row, players = entered(2, fee=FEE)
    names = sorted(member.player for member in players)
    faults = [f"{name} is entered, and the fee of 10.00 is not paid" for name in names]
    discrepancies = sorted(compare(), key=lambda discrepancy: discrepancy.fault)
    assert [discrepancy.fault for discrepancy in discrepancies] == faults
    assert discrepancies[0].repair is not None
    discrepancies[0].repair()
    assert balance(names[0]) == Balance(990_00, FEE)
    actions.begin(row.pk)
    repair(faults[1])
    assert Account.objects.get(code=pool_code(row.pk)).balance == 2 * FEE
    play_out(row)
    assert compare() == []


def test_a_fee_that_the_player_does_not_have_stays_a_fault(monkeypatch: Any) -> None:
    with monkeypatch.context() as patch:
        lose(patch, "hold_fee")
        _row, (member,) = entered(1, fee=FEE)
    balance(member.player)
    post([Booking("shop:all", TransferKind.PURCHASE, member_code(member.player), SHOP, 995_00)])
    (discrepancy,) = compare()
    assert discrepancy.repair is not None
    with pytest.raises(NotEnoughCreditsError):
        discrepancy.repair()
    assert compare()[0].fault == discrepancy.fault
    assert balance(member.player) == Balance(5_00, 0)


def test_fees_that_are_held_after_the_start_are_collected(monkeypatch: Any) -> None:
    row, _players = entered(2, fee=FEE)
    with monkeypatch.context() as patch:
        lose(patch, "collect_fees")
        actions.begin(row.pk)
    repair("it has begun, and fees are still held")
    assert Account.objects.get(code=pool_code(row.pk)).balance == 2 * FEE


def test_unpaid_prizes_are_paid(monkeypatch: Any) -> None:
    row, _players = entered(2, fee=FEE, house_rate=10_00)
    actions.begin(row.pk)
    with monkeypatch.context() as patch:
        lose(patch, "pay")
        over = play_out(row)
    repair("it is over, and its prizes are not paid: 20.00 are left")
    assert balance(over.winner) == Balance(990_00 + 18_00, 0)
    assert Account.objects.get(code=FEES).balance == 2_00


def test_a_cancelled_tournament_gives_back_what_it_has(monkeypatch: Any) -> None:
    row, players = entered(2, fee=FEE)
    actions.begin(row.pk)
    with monkeypatch.context() as patch:
        lose(patch, "return_pool")
        actions.execute(row.pk, cmd.Cancel("Rain", "director"))
    repair("it was cancelled: 20.00 are left")
    assert {balance(member.player) for member in players} == {Balance(1000_00, 0)}


def test_a_prize_of_another_amount_is_for_people_to_decide() -> None:
    row, _players = entered(2, fee=FEE)
    actions.begin(row.pk)
    over = play_out(row)
    Entry.objects.filter(tournament=row, player=over.winner).update(prize=1_00)
    (discrepancy,) = compare()
    assert discrepancy.fault == "the prizes that were paid are not those of its places"
    assert discrepancy.repair is None
