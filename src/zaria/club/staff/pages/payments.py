"""Payments of members, for the staff."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy, pgettext_lazy
from payments import PaymentStatus

from zaria.club.ledger.amounts import amount_text
from zaria.club.staff import roles
from zaria.club.staff.actions.refunds import payer_of
from zaria.club.staff.pages.date_format import format_moment
from zaria.club.staff.pages.filters import choice_filter
from zaria.club.staff.pages.player_search import PlayerAdmin, member_link
from zaria.club.staff.pages.site import site, staff_of
from zaria.club.top_up.forms import money_text
from zaria.club.top_up.models import Payment, Reversal

STATES = {
    PaymentStatus.WAITING: pgettext_lazy("payment", "started"),
    PaymentStatus.PREAUTH: pgettext_lazy("payment", "at the bank"),
    PaymentStatus.CONFIRMED: pgettext_lazy("payment", "arrived"),
    PaymentStatus.REJECTED: pgettext_lazy("payment", "failed"),
    PaymentStatus.REFUNDED: pgettext_lazy("payment", "paid back"),
}
"""The possible states of a payment in this club."""


def _in_state(state: str) -> Any:
    return lambda: Q(status=state)


State = choice_filter(
    "state", gettext_lazy("State"), {state: (title, _in_state(state)) for state, title in STATES.items()}
)


@admin.register(Payment, site=site)
class PaymentAdmin(PlayerAdmin[Payment]):
    """See the module."""

    list_display = ("when", "payer", "money", "bought", "outcome")
    list_filter = (State,)
    ordering = ("-pk",)
    search_fields = ("player__exact", "token__exact", "intent__exact")
    date_hierarchy = "created"
    fields = readonly_fields = (
        "when",
        "payer",
        "money",
        "bought",
        "state",
        "back",
        "in_ledger",
        "reversals",
        "at_provider",
    )

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Add the button of the refund."""
        payment, buttons = self.get_object(request, object_id), []
        if payment is not None and payment.status == PaymentStatus.CONFIRMED:
            member = payer_of(payment)
            if roles.may(staff_of(request), "credits", *([member] if member else [])):
                address = reverse("payment_refund", args=[payment.pk])
                buttons.append({"title": gettext_lazy("Refund"), "url": address, "grave": True})
        return super().change_view(
            request, object_id, form_url, {"buttons": buttons, **(extra_context or {})}
        )

    @admin.display(description=gettext_lazy("When"), ordering="created")
    def when(self, payment: Payment) -> str:
        """The moment at which the member began it."""
        return format_moment(payment.created)

    @admin.display(description=gettext_lazy("Member"))
    def payer(self, payment: Any) -> str:
        """The member, as long as the club knows them."""
        return member_link(payment)

    @admin.display(description=gettext_lazy("Amount"), ordering="total")
    def money(self, payment: Payment) -> str:
        """The amount with its currency."""
        return money_text(payment.money, payment.currency)

    @admin.display(description=gettext_lazy("Credits"), ordering="credits")
    def bought(self, payment: Payment) -> str:
        """The credits that it buys."""
        return amount_text(payment.credits)

    @admin.display(description=gettext_lazy("State"), ordering="status")
    def state(self, payment: Payment) -> str:
        """The state."""
        return str(STATES.get(payment.status, payment.status))

    @admin.display(description=gettext_lazy("State"), ordering="status")
    def outcome(self, payment: Payment) -> str:
        """The state and, below it, the sum of refunds and disputes: two columns are too wide for a phone."""
        if not payment.taken_back:
            return self.state(payment)
        return format_html("{}<br>−{}", self.state(payment), self.back(payment))

    @admin.display(description=gettext_lazy("Paid back"), ordering="taken_back")
    def back(self, payment: Payment) -> str:
        """The sum of refunds and disputes."""
        return money_text(payment.taken_back, payment.currency) if payment.taken_back else "–"

    @admin.display(description=gettext_lazy("Balance"))
    def in_ledger(self, payment: Payment) -> str:
        """The credits that the ledger holds of it."""
        return amount_text(payment.booked)

    @admin.display(description=gettext_lazy("Refunds and disputes"))
    def reversals(self, payment: Payment) -> str:
        """The number and the amount of each; those that took nothing in the end are struck out."""
        reversals = Reversal.objects.filter(intent=payment.intent).order_by("pk") if payment.intent else []
        rows = [
            (reversal.number, money_text(reversal.amount, payment.currency), reversal.lifted)
            for reversal in reversals
        ]
        lines = [
            format_html("<s>{} {}</s>" if lifted else "{} {}", number, amount)
            for number, amount, lifted in rows
        ]
        return format_html_join("", "{}<br>", ((line,) for line in lines)) or "–"

    @admin.display(description=gettext_lazy("At the payment service"))
    def at_provider(self, payment: Payment) -> str:
        """The provider's numbers of the payment."""
        return " · ".join(filter(None, (payment.variant, payment.intent, payment.transaction_id)))
