"""Writes of top-ups: a payment begins, and the ledger follows what the provider reports of it.

`apply` takes one change at a time: it locks the provider's clearing account, so a payment that arrives and a
refund of it that was reported before cannot miss each other. What is booked depends on the changes alone and
not on their order or number. Call these functions in a thread: they wait for the database.
"""

import json
import logging
from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from payments import PaymentStatus

from zaria.club.ledger.actions import Booking, ensure_member, lock_accounts, post
from zaria.club.ledger.kinds import TransferKind, clearing_code, member_code
from zaria.club.player_limits.queries import deposit_objection
from zaria.club.top_up.changes import Change, Failed, Paid, Processing, Reversed
from zaria.club.top_up.models import SESSION_MINUTES, Payment, Reversal, decimal_amount

MOST_OPEN = 5
"""Payment pages that a member may have open at once."""

log = logging.getLogger(__name__)


class TopUpRefusedError(Exception):
    """A top-up that may not begin: `code` is one of the limits' codes, or "too_many_payments"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@transaction.atomic
def begin(player: str, money: int, nonce: str) -> Payment:
    """Begin a payment of `money` (hundredths); return the earlier one for a form sent again.

    Raises `TopUpRefusedError`.
    """
    ensure_member(player)
    lock_accounts([member_code(player)])
    total = decimal_amount(money)
    if (earlier := Payment.objects.filter(player=player, nonce=nonce, total=total).first()) is not None:
        return earlier
    waiting = _waiting(player)
    if len(waiting) >= MOST_OPEN:
        raise TopUpRefusedError("too_many_payments")
    bought = settings.TOP_UP.credits(money)
    if code := deposit_objection(player, bought, sum(waiting)):
        raise TopUpRefusedError(code)
    return Payment.objects.create(
        variant=settings.TOP_UP.provider,
        player=player,
        nonce=nonce,
        currency=settings.TOP_UP.currency,
        total=total,
        unit=settings.LEDGER.unit,
        credits=bought,
    )


def keep_session(payment: Payment, session: Mapping[str, str]) -> None:
    """Store the payment page of a payment."""
    payment.transaction_id, payment.extra_data = session["id"], json.dumps({"session": session})
    payment.save(update_fields=["transaction_id", "extra_data"])


@transaction.atomic
def apply(variant: str, change: Change) -> Payment | None:
    """Apply a provider's report; return its payment, None for one of somebody else.

    A report that came before, or that a later one has overtaken, changes nothing.
    """
    lock_accounts([clearing_code(variant)])
    if isinstance(change, Reversed):
        reversal = Reversal(number=change.number, intent=change.intent, amount=change.amount)
        Reversal.objects.bulk_create([reversal], ignore_conflicts=True)
        if change.lifted:
            Reversal.objects.filter(number=change.number).update(lifted=True)
        payment = Payment.objects.filter(variant=variant, intent=change.intent).first()
    else:
        payment = Payment.objects.filter(variant=variant, token=change.token).first()
        if payment is not None:
            _set_status(payment, change)
    if payment is None:
        log.warning("%s reports a payment that is not known here: %s", variant, change)
    elif payment.is_paid:
        _book(payment)
    return payment


def _waiting(player: str) -> list[int]:
    """The credits of the payments that a member has begun and may still make."""
    since = timezone.now() - timedelta(minutes=SESSION_MINUTES + 1)
    begun = Payment.objects.filter(player=player, unit=settings.LEDGER.unit)
    at_page = begun.filter(status=PaymentStatus.WAITING, created__gt=since)
    return list((at_page | begun.filter(status=PaymentStatus.PREAUTH)).values_list("credits", flat=True))


def _set_status(payment: Payment, change: Paid | Processing | Failed) -> None:
    """Let the status follow; money that has arrived outweighs all other reports."""
    if payment.is_paid:
        return
    if isinstance(change, Paid):
        if (change.amount, change.currency) != (payment.money, payment.currency):
            log.error("Payment %s: %s %s arrived instead of %s %s: not booked", payment, change.amount,
                      change.currency, payment.money, payment.currency)  # fmt: skip
            return
        payment.status, payment.intent = PaymentStatus.CONFIRMED, change.intent
    elif isinstance(change, Failed):
        payment.status = PaymentStatus.REJECTED
    elif payment.status == PaymentStatus.WAITING:
        payment.status = PaymentStatus.PREAUTH
    payment.save(update_fields=["status", "intent", "modified"])


def _book(payment: Payment) -> None:
    """Book what is left of a payment: all of it first, then what has been taken back or given again."""
    if payment.unit != settings.LEDGER.unit:
        log.error("Payment %s is in %s, which the club no longer counts: not booked", payment, payment.unit)
        return
    standing = Reversal.objects.filter(intent=payment.intent, lifted=False)
    taken_back = min(standing.aggregate(sum=Sum("amount", default=0))["sum"], payment.money)
    remaining = payment.credits - (2 * payment.credits * taken_back + payment.money) // (2 * payment.money)
    if payment.bookings == 0:
        _post(payment, TransferKind.TOP_UP, payment.credits)
    if remaining != payment.booked:
        _post(payment, TransferKind.REVERSAL, remaining - payment.booked)
    payment.taken_back = taken_back
    payment.captured_amount = decimal_amount(payment.money - taken_back)
    payment.status = PaymentStatus.REFUNDED if taken_back == payment.money else PaymentStatus.CONFIRMED
    payment.save()


def _post(payment: Payment, kind: TransferKind, amount: int) -> None:
    """Move an amount to the member, or back to the provider if it is below zero."""
    ensure_member(payment.player)
    source, target = clearing_code(payment.variant), member_code(payment.player)
    if amount < 0:
        source, target = target, source
    key = f"topup:{payment.token}" + (f":{payment.bookings}" if payment.bookings else "")
    post([Booking(key, kind, source, target, abs(amount), subject=payment.token)])
    payment.booked += amount
    payment.bookings += 1
