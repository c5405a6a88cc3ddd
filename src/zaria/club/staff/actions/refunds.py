"""Refunds of members' payments, which the provider makes and the ledger books as after a webhook.

`next_refund` and `record_refund` use the database; between them `ask_provider` waits for the provider in a
thread of its own. A refund that is requested twice, or reported by an earlier webhook, is made and booked
once.
"""

import logging

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from payments import PaymentError

from zaria.club.accounts.models import Member
from zaria.club.staff.actions.recording import ActionRefusedError, notify, record, require_power
from zaria.club.staff.models import Act, ActKind
from zaria.club.top_up import actions as top_up
from zaria.club.top_up import queries, refunds
from zaria.club.top_up.changes import Reversed
from zaria.club.top_up.forms import money_text
from zaria.club.top_up.models import Payment
from zaria.club.top_up.refunds import Refund

log = logging.getLogger(__name__)


def payer_of(payment: Payment) -> Member | None:
    """The member who made a payment."""
    return Member.objects.filter(player=payment.player).first()


def next_refund(by: Member | None, payment: Payment) -> Refund:
    """Return the refund of the rest of a payment. Raises `ActionRefusedError` if nothing remains."""
    require_power(by, "credits", *_concerned(payment))
    refund = refunds.next_refund(payment)
    if not payment.is_paid:
        raise ActionRefusedError(_("Only a payment that has arrived can be refunded."))
    if payment.unit != settings.LEDGER.unit:
        raise ActionRefusedError(_("The club no longer counts in the unit of this payment."))
    if not refund.amount:
        raise ActionRefusedError(_("Nothing is left of this payment to refund."))
    return refund


def ask_provider(refund: Refund) -> Reversed:
    """Let the provider make a refund. Raises `ActionRefusedError` if it refuses."""
    try:
        change = queries.provider(refund.payment.variant).refund_change(refund)
    except (PaymentError, ValueError) as error:
        log.warning("The payment provider does not refund %s: %s", refund.payment, error)
        if (getattr(error, "code", None) or 500) < 500:
            raise ActionRefusedError(_("The payment service refuses this refund.")) from error
        raise ActionRefusedError(
            _("The payment service does not answer. Try again later: it refunds a payment only once.")
        ) from error
    if not isinstance(change, Reversed) or change.lifted:
        raise ActionRefusedError(_("The payment service refuses this refund."))
    return change


@transaction.atomic
def record_refund(by: Member | None, refund: Refund, change: Reversed, reason: str, nonce: str) -> Act:
    """Book a refund of the provider, record and notify; return the earlier act if it exists.

    `nonce` is that of the form (`act_of_form`).
    """
    payment = refund.payment
    member = Member.objects.select_for_update(no_key=True).filter(player=payment.player).first()
    require_power(by, "credits", *_concerned(payment))
    top_up.apply(payment.variant, change)
    key = {"details__after__refund": change.number}
    if (earlier := Act.objects.filter(kind=ActKind.REFUND, **key).first()) is not None:
        return earlier
    before = {"left": money_text(refund.amount, payment.currency)}
    after = {
        "payment": payment.token,
        "refund": change.number,
        "money": money_text(change.amount, payment.currency),
        "nonce": nonce,
    }
    act = record(by, ActKind.REFUND, reason, member, before, after)
    if member is not None and member.is_active:
        notify(act, [member])
    return act


def act_of_form(payment: Payment, nonce: str) -> Act | None:
    """Return the act of a form that was sent before."""
    key = {"details__after__payment": payment.token, "details__after__nonce": nonce}
    return Act.objects.filter(kind=ActKind.REFUND, **key).first()


def _concerned(payment: Payment) -> list[Member]:
    member = payer_of(payment)
    return [] if member is None else [member]
