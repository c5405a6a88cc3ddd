"""The beginning and the end of federations, and who administers them. The staff decides on both."""

from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.federations.account import account_of
from zaria.club.federations.actions.recording import FederationRefusedError, lock_federation
from zaria.club.federations.models import Contract, ContractEnd, Federation

OPERATOR = "operator"
"""The name of the operator, who is no member, in contracts."""


class Agreement(NamedTuple):
    """The text of a contract: with whom (`party` is a `Contract.Party`), on what paper, and until when."""

    party: str
    party_name: str
    reference: str
    until: datetime | None = None


@transaction.atomic
def create_federation(slug: str, name: str, mode: str = Federation.Mode.REQUEST) -> Federation:
    """Create a federation and its account."""
    if Federation.objects.filter(slug=slug).exists():
        raise FederationRefusedError(_("This address is taken."))
    federation = Federation.objects.create(slug=slug, name=name, mode=mode)
    account_of(federation)
    return federation


@transaction.atomic
def close_federation(federation: Federation) -> Federation:
    """Close a federation: it stays readable, and nothing of it changes any more."""
    locked = lock_federation(federation)
    locked.closed = timezone.now()
    locked.save(update_fields=["closed"])
    return locked


@transaction.atomic
def reopen_federation(federation: Federation) -> Federation:
    """Open a closed federation again."""
    row = Federation.objects.select_for_update(no_key=True).get(pk=federation.pk)
    if row.closed is None:
        raise FederationRefusedError(_("This federation is already open."))
    row.closed = None
    row.save(update_fields=["closed"])
    return row


@transaction.atomic
def give_administration(
    by: Member | None, federation: Federation, member: Member, agreement: Agreement, reason: str = ""
) -> Contract:
    """Let a member administer a federation, by a contract of its own."""
    locked = lock_federation(federation)
    if not member.is_active or member.since is None or member.robot or member.is_pupil:
        raise FederationRefusedError(_("This account can't administer a federation."))
    if agreement.until is not None and agreement.until <= timezone.now():
        raise FederationRefusedError(_("This time is in the past."))
    if Contract.objects.in_force().filter(federation=locked, administrator=member).exists():
        raise FederationRefusedError(_("This member already administers the federation."))
    return Contract.objects.create(
        federation=locked,
        administrator=member,
        login=member.username,
        by=by,
        by_name=_name(by),
        reason=reason,
        **agreement._asdict(),
    )


@transaction.atomic
def take_back_administration(by: Member | None, contract: Contract, reason: str = "") -> ContractEnd:
    """End a contract now."""
    Federation.objects.select_for_update(no_key=True).get(pk=contract.federation_id)
    current = Contract.objects.select_related("ending").get(pk=contract.pk)
    if not current.is_in_force:
        raise FederationRefusedError(_("This contract has ended."))
    return ContractEnd.objects.create(contract=current, by=by, by_name=_name(by), reason=reason)


def _name(by: Member | None) -> str:
    return OPERATOR if by is None else by.username
