"""Federations: created, closed and opened again, and the contracts by which members administer them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.federations.actions import contracts
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.federations.actions.recording import FederationRefusedError
from zaria.club.federations.models import Contract, Federation
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.kinds import PAID_OUT, TransferKind, federation_code
from zaria.club.notifications.actions import lock_members
from zaria.club.staff.actions import balances
from zaria.club.staff.actions.recording import (
    ActionRefusedError,
    iso_text,
    lock_member,
    record,
    record_and_notify,
    require_power,
)
from zaria.club.staff.models import Act, ActKind

POWER, MONEY = "federations", "credits"


@transaction.atomic
def create(by: Member | None, reason: str, slug: str, name: str) -> Act:
    """Create a federation."""
    require_power(by, POWER)
    with _refusing():
        federation = contracts.create_federation(slug, name)
    return record(by, ActKind.FOUND, reason, None, after=_named(federation))


@transaction.atomic
def close(by: Member | None, federation: Federation, reason: str) -> Act:
    """Close a federation."""
    require_power(by, POWER)
    with _refusing():
        contracts.close_federation(federation)
    return record(by, ActKind.WIND_UP, reason, None, before=_named(federation))


@transaction.atomic
def reopen(by: Member | None, federation: Federation, reason: str) -> Act:
    """Open a closed federation again."""
    require_power(by, POWER)
    with _refusing():
        contracts.reopen_federation(federation)
    return record(by, ActKind.REOPEN, reason, None, after=_named(federation))


@transaction.atomic
def entrust(
    by: Member | None, federation: Federation, reason: str, member: Member, agreement: Agreement
) -> Act:
    """Give the administration of a federation to a member, by a contract, and notify them."""
    member = lock_member(by, POWER, member)
    with _refusing():
        contract = contracts.give_administration(by, federation, member, agreement, reason)
    return record_and_notify(by, ActKind.ENTRUST, reason, member, after=_terms(contract))


@transaction.atomic
def recall(by: Member | None, contract: Contract, reason: str) -> Act:
    """End a contract, and notify the member."""
    member = contract.administrator
    require_power(by, POWER, *([] if member is None else [member]))
    if member is not None:
        lock_members([member.pk])
    with _refusing():
        contracts.take_back_administration(by, contract, reason)
    if member is None or not member.is_active:
        return record(by, ActKind.RECALL, reason, member, before=_terms(contract))
    return record_and_notify(by, ActKind.RECALL, reason, member, before=_terms(contract))


@transaction.atomic
def pay_out(
    by: Member | None, federation: Federation, reason: str, amount: int, reference: str, nonce: str
) -> Act:
    """Book a payment to a federation that was made outside of the club; a form that is sent twice books once.

    `reference` is that of the payment.
    """
    require_power(by, MONEY)
    code = federation_code(federation.slug)
    before = ledger.lock_accounts([code])[code].balance
    key = f"payout:federation:{federation.slug}:{nonce}"
    earlier = Act.objects.filter(kind=ActKind.PAYOUT, details__after__transfer=key).first()
    author = by.player if by else ""
    booking = Booking(
        key, TransferKind.PAYOUT, code, PAID_OUT, amount, subject=reference, note=reason, by=author
    )
    balances.post(booking)
    if earlier is not None:
        return earlier
    after = _named(federation) | {
        "transfer": key,
        "amount": amount_string(-amount),
        "balance": amount_string(before - amount),
        "reference": reference,
    }
    return record(by, ActKind.PAYOUT, reason, None, {"balance": amount_string(before)}, after)


@contextmanager
def _refusing() -> Iterator[None]:
    """Raise a refusal of the federations as one of the staff."""
    try:
        yield
    except FederationRefusedError as refused:
        raise ActionRefusedError(str(refused)) from refused


def _named(federation: Federation) -> dict[str, Any]:
    return {"federation": federation.slug, "name": federation.name}


def _terms(contract: Contract) -> dict[str, Any]:
    """Return the contract without the name of its party, which is deleted with a person's account."""
    terms = {"contract": contract.pk, "reference": contract.reference, "until": iso_text(contract.until)}
    return _named(contract.federation) | terms
