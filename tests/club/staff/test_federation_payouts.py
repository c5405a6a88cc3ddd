"""Pay-outs of federations: booked once, recorded, and at most the balance, in both engines."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from tests.club.ledger.conftest import club
from tests.club.staff.conftest import People, SignIn
from tests.support.http_client import html_of
from zaria.club.federations.account import account_of
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.federations.models import Federation
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import ISSUED, PAID_OUT, TransferKind, federation_code
from zaria.club.ledger.models import Account, Transfer
from zaria.club.staff.actions import federations
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.models import Act

__all__ = ["club"]

NONCE = "nonce-0001"


@pytest.fixture(autouse=True)
def balanced(club: None) -> Iterator[None]:
    """The ledger balances after every test."""
    yield
    assert audit().faults == []


@pytest.fixture
def sofia(balanced: None, people: People) -> Federation:
    """A federation with 50.00 on its account."""
    federations.create(people["admin"], "Because", "sofia", "Tabla of Sofia")
    ledger.post([ledger.Booking("share", TransferKind.FEE, ISSUED, federation_code("sofia"), 50_00)])
    return Federation.objects.get()


def payouts() -> list[Act]:
    return list(Act.objects.filter(kind="payout"))


def test_a_pay_out_is_booked_and_recorded_once(people: People, sofia: Federation) -> None:
    for _ in range(2):
        federations.pay_out(people["admin"], sofia, "As agreed", 20_00, "bank 7", NONCE)
    assert account_of(sofia).balance == 30_00
    assert Account.objects.get(code=PAID_OUT).balance == 20_00
    done = Transfer.objects.get(kind="payout")
    assert (done.subject, done.note, done.by) == ("bank 7", "As agreed", people["admin"].player)
    (act,) = payouts()
    assert act.details["before"] == {"balance": "50.00"}
    assert act.details["after"]["balance"] == "30.00"
    with pytest.raises(ActionRefusedError, match="sent before"):
        federations.pay_out(people["admin"], sofia, "As agreed", 21_00, "bank 7", NONCE)


def test_it_is_at_most_the_balance_and_takes_a_reason_and_the_power(
    people: People, sofia: Federation
) -> None:
    with pytest.raises(ActionRefusedError, match=r"only 50\.00"):
        federations.pay_out(people["admin"], sofia, "As agreed", 50_01, "bank 7", NONCE)
    with pytest.raises(ActionRefusedError, match="reason"):
        federations.pay_out(people["admin"], sofia, " ", 50_00, "bank 7", NONCE)
    with pytest.raises(PermissionDenied):
        federations.pay_out(people["moder"], sofia, "As agreed", 50_00, "bank 7", NONCE)
    assert account_of(sofia).balance == 50_00
    assert payouts() == []
    federations.pay_out(people["admin"], sofia, "As agreed", 50_00, "bank 7", NONCE)
    assert account_of(sofia).balance == 0


def test_pages_of_the_staff_and_of_the_federation_show_it(
    people: People, sofia: Federation, sign_in: SignIn
) -> None:
    agreement = Agreement("legal", "Tabla Sofia Ltd", "Contract 7")
    federations.entrust(people["admin"], sofia, "Because", people["ann"], agreement)
    client = sign_in(people["admin"])
    change_path = f"/staff/federations/federation/{sofia.pk}/change/"
    assert "Book a pay-out" in html_of(client.get(change_path))
    fields: dict[str, Any] = {"id": sofia.pk, "reason": "As agreed", "reference": "bank 7", "nonce": NONCE}
    address = "/staff/federations/federation/do/payout/"
    assert client.post(address, {**fields, "amount": "60.00"}).status_code == 422
    assert client.post(address, {**fields, "amount": "50.00"}).status_code == 302
    assert "Book a pay-out" not in html_of(client.get(change_path))
    page = html_of(sign_in(people["ann"]).get("/f/sofia/administration/account")).replace("\xa0", " ")
    assert "Paid out" in page
    assert "As agreed" in page
