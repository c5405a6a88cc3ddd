"""Payments of members, and what takes amounts of them back.

A payment belongs to the player's id under which the ledger knows the member. What it has booked there is in
`booked`: the ledger follows the payment (`actions`), whatever the order in which reports of it arrive.
"""

from decimal import Decimal
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from payments import PaymentStatus
from payments.models import BasePayment

from zaria.club.ledger.amounts import HUNDRED

SESSION_MINUTES = 31
"""Minutes for which a payment page is open; Stripe asks for more than 30."""


class Payment(BasePayment):
    """A payment of `total` in `currency`, which buys `credits` (hundredths of `unit`) for `player`.

    `token` names it in addresses and in the ledger, `transaction_id` the visit to the payment page, `intent`
    the payment itself at the provider. `nonce` comes from the form: an amount sent twice is one payment.
    `taken_back` (hundredths of the currency) is the sum of refunds and disputes. `booked` is what the ledger
    holds of the payment, after `bookings` transfers.
    """

    player = models.CharField(max_length=32)
    nonce = models.CharField(max_length=32)
    unit = models.CharField(max_length=8)
    credits = models.BigIntegerField()
    intent = models.CharField(max_length=255, blank=True, default="")
    taken_back = models.BigIntegerField(default=0)
    booked = models.BigIntegerField(default=0)
    bookings = models.IntegerField(default=0)

    site = ""
    """The origin to which the payment page leads back, while the page is made."""

    class Meta:
        verbose_name, verbose_name_plural = _("payment"), _("payments")
        constraints = (
            models.UniqueConstraint(fields=["token"], name="one_payment_a_token"),
            models.UniqueConstraint(fields=["player", "nonce", "total"], name="one_payment_a_form"),
            models.CheckConstraint(condition=models.Q(credits__gt=0), name="payment_buys_credits"),
        )
        indexes = (
            models.Index(fields=["intent"], condition=~models.Q(intent=""), name="payments_by_intent"),
            models.Index(fields=["player", "-id"], name="payments_of_player"),
        )

    def __str__(self) -> str:
        return self.token

    def save(self, **options: Any) -> None:
        """Store the row, with a new token if it has none."""
        super().save(**options)  # type: ignore[no-untyped-call]  # django-payments has no types

    @property
    def money(self) -> int:
        """The total in hundredths."""
        return int(self.total * HUNDRED)

    @property
    def page(self) -> str:
        """The address of the payment page, "" before there is one."""
        return str(getattr(self.attrs, "session", {}).get("url", ""))

    @property
    def is_open(self) -> bool:
        """Return whether nothing has come of it yet."""
        return self.status in (PaymentStatus.WAITING, PaymentStatus.PREAUTH)

    @property
    def is_paid(self) -> bool:
        """Return whether the money arrived, whatever happened to it later."""
        return self.status in (PaymentStatus.CONFIRMED, PaymentStatus.REFUNDED)

    def get_success_url(self) -> str:
        """The page that says what came of the payment."""
        return self.site + reverse("payment", args=[self.token])

    def get_failure_url(self) -> str:
        """The same page, for a member who left the payment page."""
        return f"{self.get_success_url()}?left=1"


class Reversal(models.Model):
    """A refund or a dispute, by its `number` at the provider: it takes back `amount` (hundredths).

    It names the payment by the provider's `intent`, since it may be reported before the payment is.
    `lifted`: it takes nothing any more, and never will again.
    """

    number = models.CharField(max_length=255, unique=True)
    intent = models.CharField(max_length=255, db_index=True)
    amount = models.BigIntegerField()
    lifted = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.number


def decimal_amount(amount: int) -> Decimal:
    """An amount in hundredths as django-payments counts it."""
    return Decimal(amount) / HUNDRED
