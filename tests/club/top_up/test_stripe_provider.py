"""The provider beside a real localstripe: what it logs, and what it does where Stripe does not answer."""

import logging
from datetime import UTC, datetime

import pytest
from payments import PaymentError
from pytest_django.fixtures import Settings

from tests.support.club.local_stripe import KEY, SECRET, LocalStripe, signature
from zaria.club.staff.actions import refunds
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.top_up.configuration import StripeSettings
from zaria.club.top_up.models import Payment, decimal_amount
from zaria.club.top_up.refunds import Refund
from zaria.club.top_up.stripe_provider import StripeProvider


@pytest.fixture
def payment() -> Payment:
    """One that is stored nowhere."""
    payment = Payment(
        token="3f0c9a5e-1111-4222-8333-944455556666",
        total=decimal_amount(10_00),
        currency="EUR",
        created=datetime.now(UTC),
    )
    payment.site = "http://club.example"
    return payment


def test_the_secrets_are_never_logged(
    local_stripe: LocalStripe, payment: Payment, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    provider = StripeProvider(KEY, SECRET, local_stripe.url)
    session = provider.create_session(payment)
    payment.transaction_id = session["id"]
    assert provider.session_change(payment) is None
    with pytest.raises(PaymentError, match="InvalidRequestError, 404") as unknown:
        provider.session_change(Payment(transaction_id="cs_unknown"))
    with pytest.raises(PaymentError, match="SignatureVerificationError") as forged:
        provider.webhook_change(b"{}", signature(b"{}", "whsec_other"))
    text = f"{caplog.text} {unknown.value} {forged.value} {provider!r} {session}"
    assert "/v1/checkout/sessions/cs_unknown" in caplog.text  # the client's own lines are there, not Stripe's
    assert "Post details" not in caplog.text
    assert KEY not in text
    assert SECRET not in text


def test_the_session_is_the_same_for_the_same_payment(local_stripe: LocalStripe, payment: Payment) -> None:
    provider = StripeProvider(KEY, SECRET, local_stripe.url)
    assert provider.create_session(payment) == provider.create_session(payment)


def test_a_refund_is_refused_in_words_while_stripe_is_away(payment: Payment, settings: Settings) -> None:
    variant = StripeSettings(KEY, SECRET, "http://127.0.0.1:9")._asdict()
    settings.PAYMENT_VARIANTS = {"away": ("zaria.club.top_up.stripe_provider.StripeProvider", variant)}
    payment.intent = "pi_1"
    for name in ("away", "removed"):  # the second is no longer set up
        payment.variant = name
        with pytest.raises(ActionRefusedError, match="The payment service does not answer"):
            refunds.ask_provider(Refund(payment, 10_00, 0))


def test_a_stripe_that_is_away_is_a_payment_error(payment: Payment) -> None:
    provider = StripeProvider(KEY, SECRET, "http://127.0.0.1:9")
    with pytest.raises(PaymentError, match="APIConnectionError"):
        provider.create_session(payment)
