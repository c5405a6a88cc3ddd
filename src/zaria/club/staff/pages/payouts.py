"""Requests for pay-outs, for the staff who book credits."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.ledger.amounts import amount_text
from zaria.club.ledger.queries import balance
from zaria.club.payouts.models import PayoutRequest, PayoutState
from zaria.club.staff import roles
from zaria.club.staff.actions import payouts
from zaria.club.staff.pages.admin_actions import AdminAction
from zaria.club.staff.pages.date_format import format_moment
from zaria.club.staff.pages.filters import choice_filter
from zaria.club.staff.pages.forms import PaidForm, ReasonForm
from zaria.club.staff.pages.player_search import PlayerAdmin, member_link
from zaria.club.staff.pages.site import site, staff_of


def _in_state(state: str) -> Any:
    return lambda: Q(state=state)


State = choice_filter(
    "state",
    gettext_lazy("State"),
    {state.value: (state.label, _in_state(state)) for state in PayoutState},
)


def _is_open(payout_request: PayoutRequest) -> bool:
    return payout_request.is_open


@admin.register(PayoutRequest, site=site)
class PayoutRequestAdmin(PlayerAdmin[PayoutRequest]):
    """See the module."""

    list_display = ("when", "login", "sum", "outcome")
    list_filter = (State,)
    ordering = ("-pk",)
    search_fields = ("=player", "=reference")
    fields = readonly_fields = (
        "when",
        "login",
        "sum",
        "available",
        "wish",
        "outcome",
        "decision_time",
        "decider",
        "payment",
        "answer",
    )
    admin_actions = (
        AdminAction(
            "pay",
            gettext_lazy("Record the pay-out"),
            payouts.POWER,
            PaidForm,
            payouts.pay,
            _is_open,
            alone=True,
        ),
        AdminAction(
            "decline",
            pgettext_lazy("decision", "Decline"),
            payouts.POWER,
            ReasonForm,
            payouts.decline,
            _is_open,
            alone=True,
            grave=True,
        ),
    )

    def about(self, thing: PayoutRequest) -> list[Member]:
        """Return the member who asks."""
        member = payouts.member_of(thing)
        return [member] if member else []

    def has_view_permission(self, request: HttpRequest, obj: PayoutRequest | None = None) -> bool:
        """Allow only staff who book credits: members write how they want to be paid."""
        return staff_of(request) is not None and roles.has(staff_of(request), payouts.POWER)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Allow only staff who book credits."""
        return self.has_view_permission(request)

    @admin.display(description=gettext_lazy("When"), ordering="at")
    def when(self, payout_request: PayoutRequest) -> str:
        """The moment at which the member asked."""
        return format_moment(payout_request.at)

    @admin.display(description=gettext_lazy("Member"))
    def login(self, payout_request: Any) -> str:
        """The member, as long as the club knows them."""
        return member_link(payout_request, "#credits")

    @admin.display(description=gettext_lazy("Amount"), ordering="amount")
    def sum(self, payout_request: PayoutRequest) -> str:
        """The amount."""
        return amount_text(payout_request.amount)

    @admin.display(description=gettext_lazy("Balance"))
    def available(self, payout_request: PayoutRequest) -> str:
        """The credits that the member can use beside it."""
        return amount_text(balance(payout_request.player).available)

    @admin.display(description=gettext_lazy("Note for the staff"))
    def wish(self, payout_request: PayoutRequest) -> str:
        """The note of the member."""
        return payout_request.note or "–"

    @admin.display(description=gettext_lazy("State"), ordering="state")
    def outcome(self, payout_request: PayoutRequest) -> str:
        """The state."""
        return payout_request.get_state_display()

    @admin.display(description=gettext_lazy("Decided"))
    def decision_time(self, payout_request: PayoutRequest) -> str:
        """The moment of the decision."""
        return format_moment(payout_request.decided_at) or "–"

    @admin.display(description=gettext_lazy("By"))
    def decider(self, payout_request: PayoutRequest) -> str:
        """The member of the staff who decided."""
        return payout_request.decided_by.username if payout_request.decided_by else "–"

    @admin.display(description=gettext_lazy("Reference of the payment"))
    def payment(self, payout_request: PayoutRequest) -> str:
        """The reference, where it was paid."""
        return payout_request.reference or "–"

    @admin.display(description=gettext_lazy("Reason"))
    def answer(self, payout_request: PayoutRequest) -> str:
        """The reason in the words of the staff."""
        return payout_request.reason or "–"
