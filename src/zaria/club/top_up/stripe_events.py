"""Stripe's events as changes of payments. Nothing here asks Stripe or the database.

An event is a report, not an order: events may come twice, late and in any order, so each is read as what it
says of the object itself. Events of other kinds, and of payments that were not made here, change nothing.
"""

from typing import Annotated

import msgspec

from zaria.club.top_up.changes import Change, Failed, Paid, Processing, Reversed

_OPEN_DISPUTES = frozenset({"needs_response", "under_review", "lost"})
"""States of a dispute in which Stripe has taken the amount."""
_WON_DISPUTES = frozenset({"won", "prevented"})
_FAILED_REFUNDS = frozenset({"failed", "canceled"})


class Session(msgspec.Struct):
    """A Checkout session: a visit to Stripe's payment page."""

    client_reference_id: str | None = None
    payment_intent: str | None = None
    payment_status: str = ""
    status: str | None = None
    amount_total: int | None = None
    currency: str | None = None


class Reversal(msgspec.Struct):
    """A refund or a dispute."""

    id: str
    amount: Annotated[int, msgspec.Meta(ge=1)]
    payment_intent: str | None = None
    status: str | None = None


class _Data(msgspec.Struct):
    object: msgspec.Raw


class _Event(msgspec.Struct):
    type: str
    data: _Data


def change_of(event: bytes) -> Change | None:
    """The change that an event reports; raises `msgspec.ValidationError` for one that has another form."""
    decoded = msgspec.json.decode(event, type=_Event)
    kind, part = decoded.type, decoded.data.object
    if kind == "checkout.session.async_payment_failed":
        token = msgspec.json.decode(part, type=Session).client_reference_id
        return Failed(token) if token else None
    if kind.startswith("checkout.session."):
        return session_change(msgspec.json.decode(part, type=Session))
    if kind.startswith(("refund.", "charge.refund.")):
        return refund_change(msgspec.json.decode(part, type=Reversal))
    if kind.startswith("charge.dispute."):
        dispute = msgspec.json.decode(part, type=Reversal)
        if dispute.status in _OPEN_DISPUTES | _WON_DISPUTES:
            return _reversal_change(dispute, lifted=dispute.status in _WON_DISPUTES)
    return None


def session_change(session: Session) -> Change | None:
    """The change that a session shows; None while the member is at the payment page."""
    token = session.client_reference_id
    if not token:
        return None
    if session.payment_status == "paid" and session.payment_intent:
        return Paid(
            token, session.payment_intent, session.amount_total or 0, (session.currency or "").upper()
        )
    if session.status == "complete":
        return Processing(token)
    return Failed(token) if session.status == "expired" else None


def refund_change(refund: Reversal) -> Reversed | None:
    """The change that a refund makes."""
    return _reversal_change(refund, lifted=refund.status in _FAILED_REFUNDS)


def _reversal_change(reversal: Reversal, *, lifted: bool) -> Reversed | None:
    if not reversal.payment_intent:
        return None
    return Reversed(reversal.id, reversal.payment_intent, reversal.amount, lifted)
