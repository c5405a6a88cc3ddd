"""The staff's decisions on requests for pay-outs: paid with a reference, or declined with a reason.

A request is decided once: the second of two members of the staff is refused.
"""

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.ledger.amounts import amount_string
from zaria.club.payouts import actions as payouts
from zaria.club.payouts.models import PayoutRequest, PayoutState
from zaria.club.staff.actions import balances
from zaria.club.staff.actions.recording import ActionRefusedError, lock_member, record_and_notify
from zaria.club.staff.models import Act, ActKind

POWER = "credits"
State = PayoutState


@transaction.atomic
def pay(by: Member | None, payout_request: PayoutRequest, reason: str, reference: str) -> Act:
    """Book a payment that was made outside of the club for a request; `reference` is that of the payment."""
    member, payout_request = _lock(by, payout_request)
    if payout_request.unit != settings.LEDGER.unit:
        raise ActionRefusedError(_("The club no longer uses the unit of this request."))
    payouts.end(payout_request, State.PAID, by, reason, reference)
    nonce = f"request-{payout_request.pk}"
    return balances.pay_out(by, member, reason, payout_request.amount, reference, nonce)


@transaction.atomic
def decline(by: Member | None, payout_request: PayoutRequest, reason: str) -> Act:
    """Return the amount of a request to its member, who reads the reason."""
    member, payout_request = _lock(by, payout_request)
    payouts.end(payout_request, State.DECLINED, by, reason)
    after = {"request": payout_request.pk, "amount": amount_string(payout_request.amount)}
    return record_and_notify(by, ActKind.DECLINE, reason, member, after=after)


def member_of(payout_request: PayoutRequest) -> Member | None:
    """The member who asked."""
    return Member.objects.filter(player=payout_request.player).first()


def _lock(by: Member | None, payout_request: PayoutRequest) -> tuple[Member, PayoutRequest]:
    """The member and the request, locked while it is open. Raises `ActionRefusedError`."""
    member = lock_member(by, POWER, Member.objects.get(player=payout_request.player))
    open_request = payouts.lock_open(pk=payout_request.pk)
    if open_request is None:
        raise ActionRefusedError(_("This request has already been decided."))
    return member, open_request
