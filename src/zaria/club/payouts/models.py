"""The requests of members to be paid out."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.club.ledger.amounts import amount_text
from zaria.club.ledger.models import Transfer


class PayoutState(models.TextChoices):
    """The states: one that is not open does not change any more."""

    OPEN = "open", pgettext_lazy("pay-out", "waiting")
    PAID = "paid", pgettext_lazy("pay-out", "paid out")
    DECLINED = "declined", pgettext_lazy("pay-out", "declined")
    WITHDRAWN = "withdrawn", pgettext_lazy("pay-out", "withdrawn")


class PayoutRequest(models.Model):
    """A request of the member who plays as `player` for `amount` (hundredths of `unit`), made at `at`.

    `hold` is the transfer that sets the amount aside while the request is open. `note` is written by the
    member; `reference` of the payment and `reason` of the decision at `decided_at` by the staff.
    """

    player = models.CharField(max_length=32)
    unit = models.CharField(max_length=8)
    amount = models.BigIntegerField()
    note = models.TextField(blank=True, default="")
    at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=PayoutState, default=PayoutState.OPEN)
    hold = models.OneToOneField(Transfer, models.PROTECT, related_name="payout_request")
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="decided_payouts"
    )
    reference = models.CharField(max_length=64, blank=True, default="")
    reason = models.TextField(blank=True, default="")

    class Meta:
        verbose_name, verbose_name_plural = _("pay-out request"), _("pay-out requests")
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(
                fields=["player"], condition=Q(state="open"), name="one_open_payout_request"
            ),
        )
        indexes = (
            models.Index(fields=["player", "-id"], name="payout_requests_of_player"),
            models.Index(fields=["id"], condition=Q(state="open"), name="open_payout_requests"),
        )

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}: {amount_text(self.amount)}"

    @property
    def is_open(self) -> bool:
        """Return whether nobody has decided it yet."""
        return self.state == PayoutState.OPEN
