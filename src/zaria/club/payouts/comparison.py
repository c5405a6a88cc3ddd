"""Compares the credits set aside for pay-outs with the requests."""

from functools import partial

from django.utils import timezone

from zaria.club.ledger import actions as ledger
from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.discrepancies import REPAIRABLE, Discrepancy
from zaria.club.ledger.kinds import TransferKind
from zaria.club.ledger.models import Transfer
from zaria.club.payouts.models import PayoutRequest, PayoutState

State = PayoutState


def compare() -> list[Discrepancy]:
    """Each open request has its amount set aside, and nothing else is."""
    unheld = PayoutRequest.objects.filter(state=State.OPEN).exclude(hold__state=ledger.PENDING)
    reserved = Transfer.objects.filter(kind=TransferKind.RESERVE, state=ledger.PENDING)
    unused = reserved.exclude(payout_request__state=State.OPEN)
    return [
        *(
            Discrepancy(
                f"request {payout_request.pk} for a pay-out",
                f"it is open, and {amount_string(payout_request.amount)} are not set aside",
                REPAIRABLE,
                partial(_close, payout_request.pk),
            )
            for payout_request in unheld.order_by("pk")
        ),
        *(
            Discrepancy(
                hold.key,
                f"{amount_string(hold.amount)} are set aside for a pay-out without an open request",
                REPAIRABLE,
                partial(ledger.void_hold, hold),
            )
            for hold in unused.order_by("pk")
        ),
    ]


def _close(number: int) -> None:
    """End an open request of which nothing is set aside: the member has the amount already."""
    unheld = PayoutRequest.objects.filter(pk=number, state=State.OPEN).exclude(hold__state=ledger.PENDING)
    unheld.update(state=State.WITHDRAWN, decided_at=timezone.now())
