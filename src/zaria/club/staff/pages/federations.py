"""Federations and their contracts, for the staff."""

from django.contrib import admin
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.federations import queries
from zaria.club.federations.account import account_of
from zaria.club.federations.models import Contract, Federation
from zaria.club.ledger.amounts import with_unit
from zaria.club.staff.actions import federations
from zaria.club.staff.pages.admin_actions import AdminAction, ReadOnlyAdmin
from zaria.club.staff.pages.date_format import format_moment
from zaria.club.staff.pages.filters import choice_filter
from zaria.club.staff.pages.forms import ContractForm, FederationForm, PayOutForm, ReasonForm
from zaria.club.staff.pages.site import site

FederationState = choice_filter(
    "state",
    gettext_lazy("State"),
    {
        "open": (pgettext_lazy("federation", "open"), lambda: Q(closed=None)),
        "closed": (pgettext_lazy("federation", "closed"), lambda: Q(closed__isnull=False)),
    },
)
_IN_FORCE = Q(ending__isnull=True, administrator__isnull=False)
ContractState = choice_filter(
    "state",
    gettext_lazy("State"),
    {
        "force": (
            gettext_lazy("in force"),
            lambda: _IN_FORCE & (Q(until=None) | Q(until__gt=timezone.now())),
        ),
        "ended": (gettext_lazy("ended"), lambda: ~_IN_FORCE | Q(until__lte=timezone.now())),
    },
)


def _is_open(federation: Federation) -> bool:
    return federation.closed is None


def _is_closed(federation: Federation) -> bool:
    return federation.closed is not None


def _has_credits(federation: Federation) -> bool:
    return account_of(federation).balance > 0


def _is_in_force(contract: Contract) -> bool:
    return contract.is_in_force


@admin.register(Federation, site=site)
class FederationAdmin(ReadOnlyAdmin[Federation]):
    """See the module."""

    list_display = ("title", "page_link", "administrators", "members", "since", "end")
    list_filter = (FederationState,)
    ordering = ("name", "pk")
    search_fields = ("name", "=slug")
    fields = readonly_fields = (*list_display, "joining", "contracts", "credits_left")
    add_action = AdminAction(
        "create", gettext_lazy("Create a federation"), federations.POWER, FederationForm, federations.create
    )
    admin_actions = (
        AdminAction(
            "entrust",
            gettext_lazy("Appoint an administrator"),
            federations.POWER,
            ContractForm,
            federations.entrust,
            _is_open,
            alone=True,
        ),
        AdminAction(
            "payout",
            gettext_lazy("Book a pay-out"),
            federations.MONEY,
            PayOutForm,
            federations.pay_out,
            _has_credits,
            alone=True,
        ),
        AdminAction(
            "windup",
            gettext_lazy("Close the federation"),
            federations.POWER,
            ReasonForm,
            federations.close,
            _is_open,
            alone=True,
            grave=True,
        ),
        AdminAction(
            "reopen",
            gettext_lazy("Open the federation again"),
            federations.POWER,
            ReasonForm,
            federations.reopen,
            _is_closed,
            alone=True,
        ),
    )

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Federation]":
        """Read the administrators of all rows at once."""
        contracts = Prefetch("contracts", queries.contracts_in_force())
        return super().get_queryset(request).prefetch_related(contracts)

    @admin.display(description=gettext_lazy("Name"), ordering="name")
    def title(self, federation: Federation) -> str:
        """The name."""
        return federation.name

    @admin.display(description=gettext_lazy("Page"), ordering="slug")
    def page_link(self, federation: Federation) -> str:
        """The page of the federation."""
        return format_html('<a href="/f/{0}">/f/{0}</a>', federation.slug)

    @admin.display(description=gettext_lazy("Administrators"))
    def administrators(self, federation: Federation) -> str:
        """The logins of the administrators."""
        return ", ".join(contract.login for contract in federation.contracts.all()) or "–"  # those in force

    @admin.display(description=pgettext_lazy("federation", "Members"), ordering="size")
    def members(self, federation: Federation) -> int:
        """The number of members."""
        return federation.size

    @admin.display(description=gettext_lazy("Created"), ordering="created")
    def since(self, federation: Federation) -> str:
        """The moment of its creation."""
        return format_moment(federation.created)

    @admin.display(description=gettext_lazy("Closed"), ordering="closed")
    def end(self, federation: Federation) -> str:
        """The moment of its end."""
        return format_moment(federation.closed)

    @admin.display(description=gettext_lazy("How members join"))
    def joining(self, federation: Federation) -> str:
        """The way in which members join."""
        return str(federation.get_mode_display())

    @admin.display(description=gettext_lazy("Balance"))
    def credits_left(self, federation: Federation) -> str:
        """The balance of its account."""
        return with_unit(account_of(federation).balance)

    @admin.display(description=gettext_lazy("Contracts"))
    def contracts(self, federation: Federation) -> str:
        """A link to all contracts of the federation."""
        address = "/staff/federations/contract/?federation__id__exact={}"
        number = federation.contracts.count()
        return format_html(f'<a href="{address}">{{}}</a>', federation.pk, number)


@admin.register(Contract, site=site)
class ContractAdmin(ReadOnlyAdmin[Contract]):
    """Every contract of a federation, those that have ended too."""

    list_display = ("number", "of", "administrator_login", "with_whom", "since_when", "end")
    list_filter = (ContractState,)
    list_select_related = ("federation", "ending", "administrator")
    ordering = ("-since", "-pk")
    search_fields = ("reference", "=login", "party_name")
    links = ("federation__id__exact",)
    fields = readonly_fields = (*list_display, "kind", "given_by", "why", "taken_by", "why_taken")
    admin_actions = (
        AdminAction(
            "recall",
            gettext_lazy("Remove the administrator"),
            federations.POWER,
            ReasonForm,
            federations.recall,
            _is_in_force,
            alone=True,
            grave=True,
        ),
    )

    def about(self, thing: Contract) -> list[Member]:
        """Return the administrator."""
        return [thing.administrator] if thing.administrator else []

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Contract]":
        """Read the ends with the contracts."""
        return super().get_queryset(request).select_related("federation", "ending", "administrator")

    @admin.display(description=gettext_lazy("Reference of the contract"), ordering="reference")
    def number(self, contract: Contract) -> str:
        """The reference."""
        return contract.reference

    @admin.display(description=gettext_lazy("Federation"), ordering="federation__name")
    def of(self, contract: Contract) -> str:
        """The federation."""
        return contract.federation.name

    @admin.display(description=gettext_lazy("Administrator"), ordering="login")
    def administrator_login(self, contract: Contract) -> str:
        """The login of the member."""
        return contract.login or "–"

    @admin.display(description=gettext_lazy("Contracting party"), ordering="party_name")
    def with_whom(self, contract: Contract) -> str:
        """The party of the contract."""
        return contract.party_name or "–"

    @admin.display(description=gettext_lazy("Kind of person"))
    def kind(self, contract: Contract) -> str:
        """The kind of the party."""
        return str(contract.get_party_display())

    @admin.display(description=gettext_lazy("From"), ordering="since")
    def since_when(self, contract: Contract) -> str:
        """The moment from which it holds."""
        return format_moment(contract.since)

    @admin.display(description=gettext_lazy("Until"))
    def end(self, contract: Contract) -> str:
        """The moment at which it ended or is going to."""
        return format_moment(contract.ended) or "–"

    @admin.display(description=gettext_lazy("Given by"))
    def given_by(self, contract: Contract) -> str:
        """The member of the staff who gave the administration."""
        return contract.by_name

    @admin.display(description=gettext_lazy("Reason"))
    def why(self, contract: Contract) -> str:
        """The reason for which it was given."""
        return contract.reason or "–"

    @admin.display(description=gettext_lazy("Taken back by"))
    def taken_by(self, contract: Contract) -> str:
        """The member of the staff who took the administration back."""
        return getattr(getattr(contract, "ending", None), "by_name", "") or "–"

    @admin.display(description=gettext_lazy("Reason for taking back"))
    def why_taken(self, contract: Contract) -> str:
        """The reason for which it was taken back."""
        return getattr(getattr(contract, "ending", None), "reason", "") or "–"
