"""Refunds of payments that the staff asks the provider for."""

from typing import NamedTuple

from django.db import transaction

from zaria.club.ledger.actions import lock_accounts
from zaria.club.ledger.kinds import clearing_code
from zaria.club.top_up.models import Payment, Reversal


class Refund(NamedTuple):
    """An `amount` (hundredths) of a payment to refund, after `number` refunds and disputes of it."""

    payment: Payment
    amount: int
    number: int


@transaction.atomic
def next_refund(payment: Payment) -> Refund:
    """The refund of all that is left of a payment: the same one until the provider's next report of it."""
    lock_accounts([clearing_code(payment.variant)])
    payment.refresh_from_db()
    number = Reversal.objects.filter(intent=payment.intent).count()
    return Refund(payment, payment.money - payment.taken_back, number)
