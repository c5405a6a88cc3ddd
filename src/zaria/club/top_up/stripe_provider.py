"""Stripe as a provider of django-payments: Checkout sessions, signed webhooks, refunds.

The library's own provider (4.1.0) does not work with releases of `stripe` from 15 on, whose objects are no
dictionaries, reads no refunds and no disputes, answers a forged webhook with an error 500, and keeps its key
in a global variable. This one keeps the library's construction and items, and its three requests to Stripe
are functions without the database: they wait for the network, so they belong in a thread of their own.
"""

from typing import Any

import msgspec
import stripe
from django.utils.translation import get_language
from payments import PaymentError
from payments.stripe import StripeProviderV3

from zaria.club.top_up.changes import Change
from zaria.club.top_up.models import SESSION_MINUTES, Payment
from zaria.club.top_up.refunds import Refund
from zaria.club.top_up.stripe_events import Reversal, Session, change_of, refund_change, session_change

TIMEOUT_S = 10
"""Seconds that Stripe may take to answer a request."""
TOLERANCE_S = 300
"""Seconds after which a signature is stale."""


class StripeProvider(StripeProviderV3):
    """Stripe at one account."""

    def __init__(self, api_key: str, endpoint_secret: str, api: str) -> None:
        super().__init__(api_key=api_key, endpoint_secret=endpoint_secret)
        self._client = stripe.StripeClient(
            api_key,
            base_addresses={"api": api},
            http_client=stripe.RequestsClient(timeout=TIMEOUT_S),
            max_network_retries=1,
        ).v1

    def create_session(self, payment: Payment) -> dict[str, Any]:
        """Create the Checkout session of a payment; the same one again for the same payment."""
        labels = {"payment": payment.token}
        parameters: Any = {
            "mode": "payment",
            "line_items": self.get_line_items(payment),
            "client_reference_id": payment.token,
            "metadata": labels,
            "payment_intent_data": {"metadata": labels},
            "success_url": payment.get_success_url(),
            "cancel_url": payment.get_failure_url(),
            "expires_at": int(payment.created.timestamp()) + SESSION_MINUTES * 60,
            "locale": get_language() or "auto",
        }
        try:
            session = self._client.checkout.sessions.create(parameters, {"idempotency_key": payment.token})
        except stripe.StripeError as error:
            raise _payment_error(error) from error
        if not session.url:
            raise PaymentError("the session has no page")
        return {"id": session.id, "url": session.url}

    def webhook_change(self, body: bytes, signature: str) -> Change | None:
        """The change that a webhook reports; raises `PaymentError` without a fresh signature."""
        try:
            stripe.WebhookSignature.verify_header(body, signature, self.endpoint_secret, TOLERANCE_S)
            return change_of(body)
        except (
            stripe.SignatureVerificationError,
            UnicodeDecodeError,
            msgspec.MsgspecError,
            RecursionError,
        ) as error:
            raise PaymentError(f"{type(error).__name__}: {error}", code=400) from error

    def session_change(self, payment: Payment) -> Change | None:
        """Ask Stripe what has become of a payment's session."""
        try:
            session = self._client.checkout.sessions.retrieve(payment.transaction_id)
        except stripe.StripeError as error:
            raise _payment_error(error) from error
        return session_change(msgspec.convert(session.to_dict(), Session))

    def refund_change(self, refund: Refund) -> Change | None:
        """Refund a part of a payment; the same refund again for the same part.

        Raises `PaymentError`; its `code` is None if it is not known whether Stripe has refunded the part.
        """
        key = f"{refund.payment.token}:refund:{refund.number}:{refund.amount}"
        parameters: Any = {"payment_intent": refund.payment.intent, "amount": refund.amount}
        try:
            done = self._client.refunds.create(parameters, {"idempotency_key": key})
        except stripe.StripeError as error:
            raise _payment_error(error) from error
        return refund_change(msgspec.convert(done.to_dict(), Reversal))


def _payment_error(error: stripe.StripeError) -> PaymentError:
    """The error in the words of the library. Stripe's sentence may quote a part of the key: it stays out."""
    return PaymentError(f"{type(error).__name__}, {error.http_status}, {error.code}", code=error.http_status)
