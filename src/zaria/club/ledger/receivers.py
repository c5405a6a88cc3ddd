"""Carries debts, and the knowledge of a welcome, to the next account with an address."""

from collections.abc import Collection
from typing import Any

from django.dispatch import receiver
from django.utils.translation import pgettext

from zaria.club.accounts import address_records
from zaria.club.accounts.signals import address_recorded
from zaria.club.ledger.actions import Booking, lock_accounts, post, remember_welcome
from zaria.club.ledger.kinds import TransferKind, member_code
from zaria.club.ledger.models import Account, Transfer
from zaria.club.ledger.subjects import Subject, subjects_named

SUBJECT = "debt"
"""The subject of the transfer of a debt."""


@receiver(address_recorded)
def carry_over(player: str, earlier: Collection[str], **_kwargs: Any) -> None:
    """Book the debts of deleted accounts to the next one, and note that it needs no other welcome."""
    codes = [member_code(deleted) for deleted in address_records.ended(earlier)]
    for code, unit in Account.objects.filter(code__in=codes, balance__lt=0).values_list("code", "unit"):
        _carry_debt(code, member_code(player), unit)
    welcomes = Transfer.objects.filter(kind=TransferKind.WELCOME, credit__code=member_code(player))
    for unit in welcomes.values_list("credit__unit", flat=True):
        remember_welcome(address_records.fingerprints(player), unit)


@receiver(subjects_named)
def name_debts(subjects: Collection[str], **_kwargs: Any) -> dict[str, Subject]:
    """The words for a debt that was carried over."""
    return (
        {SUBJECT: Subject(pgettext("credits", "Debt of an earlier account"))} if SUBJECT in subjects else {}
    )


def _carry_debt(debtor: str, successor: str, unit: str) -> None:
    debt = -lock_accounts([debtor, successor], unit)[debtor].balance
    if debt > 0:
        number = Transfer.objects.filter(credit__code=debtor, subject=SUBJECT).count()
        key = f"debt:{debtor}:{number}"
        post([Booking(key, TransferKind.CORRECTION, successor, debtor, debt, subject=SUBJECT)], unit=unit)
