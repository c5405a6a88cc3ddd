"""Writes of requests for pay-outs. Each function is one transaction, or part of the caller's.

They lock as all writes of credits do (`ledger.actions`): members, the request and its hold, accounts.
"""

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.amounts import with_unit
from zaria.club.ledger.kinds import TransferKind, member_code, payout_code
from zaria.club.ledger.models import Transfer
from zaria.club.notifications import actions as notifications
from zaria.club.notifications.notice_kinds import STAFF, StaffBody
from zaria.club.payouts import queries
from zaria.club.payouts.models import PayoutRequest, PayoutState
from zaria.club.site.http import submissions

MOST_A_DAY = 5
"""Requests of a member in 24 hours, those that they took back included."""
STAFF_PERMISSION = "staff.credits"
"""The permission of the members of the staff who decide."""

State = PayoutState


class PayoutRefusedError(ValueError):
    """A request that cannot be made or taken back; the text says why, in the language of the member."""


def request(member: Member, amount: int, note: str) -> PayoutRequest:
    """Set an amount (hundredths) aside and ask the staff to pay it out. Raises `PayoutRefusedError`."""
    ledger.ensure_member(member.player)  # in its own transaction: it locks an account of the house
    return _request(member, amount, note)


@transaction.atomic
def _request(member: Member, amount: int, note: str) -> PayoutRequest:
    staff = _lock_with_staff(member)
    _require_no_other(member.player)
    ledger.lock_accounts([member_code(member.player)])
    payable = queries.payable(member.player)
    if amount > payable:
        raise PayoutRefusedError(_("You can request %(amount)s at most.") % {"amount": with_unit(payable)})
    payout_request = PayoutRequest.objects.create(
        player=member.player,
        unit=settings.LEDGER.unit,
        amount=amount,
        note=note,
        at=timezone.now(),
        hold=_hold(member.player, amount),
    )
    path = reverse("admin:payouts_payoutrequest_change", args=[payout_request.pk])
    body = StaffBody(change="payout", name=member.username, path=path)
    notifications.notify(staff, STAFF, body, key=f"payout:{payout_request.pk}")
    submissions.record_destination(reverse("payouts"))
    return payout_request


@transaction.atomic
def withdraw(player: str, number: int) -> PayoutRequest:
    """Take back the open request of a player with this number. Raises `PayoutRefusedError`."""
    payout_request = lock_open(player=player, pk=number)
    if payout_request is None:
        raise PayoutRefusedError(_("This request has already been decided."))
    end(payout_request, State.WITHDRAWN)
    return payout_request


def lock_open(**conditions: object) -> PayoutRequest | None:
    """The open request that meets these conditions of a query, locked; None if there is none."""
    open_requests = PayoutRequest.objects.filter(**conditions, state=State.OPEN)
    return open_requests.select_for_update(no_key=True, of=("self",)).select_related("hold").first()


def end(
    payout_request: PayoutRequest,
    state: PayoutState,
    by: Member | None = None,
    reason: str = "",
    reference: str = "",
) -> None:
    """Return what is set aside for a request of `lock_open`, and store its end."""
    ledger.void_hold(payout_request.hold)
    payout_request.state, payout_request.decided_at = state, timezone.now()
    payout_request.decided_by, payout_request.reason, payout_request.reference = by, reason, reference
    payout_request.save(update_fields=["state", "decided_at", "decided_by", "reason", "reference"])


@transaction.atomic
def forget(player: str) -> None:
    """Take back the open request of a member who ends their account, and delete what was written."""
    payout_request = lock_open(player=player)
    if payout_request is not None:
        end(payout_request, State.WITHDRAWN)
    PayoutRequest.objects.filter(player=player).update(note="", reason="")


def _lock_with_staff(member: Member) -> list[int]:
    """Lock a member and those of the staff who decide, in order; return the numbers of the latter."""
    deciders = Member.objects.with_perm(
        STAFF_PERMISSION, backend="django.contrib.auth.backends.ModelBackend"
    ).filter(is_staff=True)
    ids = set(deciders.values_list("pk", flat=True)) - {member.pk}
    rows = Member.objects.filter(Q(pk=member.pk) | Q(pk__in=ids)).order_by("pk")
    list(rows.select_for_update(no_key=True).values_list("pk", flat=True))
    return sorted(ids)


def _require_no_other(player: str) -> None:
    if not settings.PAYOUTS.allowed:
        raise PayoutRefusedError(_("This club doesn't pay out credits."))
    requests = PayoutRequest.objects.filter(player=player)
    if requests.filter(state=State.OPEN).exists():
        raise PayoutRefusedError(_("Your last request hasn't been decided yet."))
    if requests.filter(at__gt=timezone.now() - timedelta(days=1)).count() >= MOST_A_DAY:
        raise PayoutRefusedError(_("You have sent too many requests today. Please try again tomorrow."))


def _hold(player: str, amount: int) -> Transfer:
    booking = Booking(
        f"payout-request:{secrets.token_hex(8)}",
        TransferKind.RESERVE,
        member_code(player),
        payout_code(player),
        amount,
        ledger.PENDING,
    )
    return ledger.post([booking])[0]
