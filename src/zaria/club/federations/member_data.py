"""The data of a member in federations: for their file, and for the end of their account."""

from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.federations.actions import memberships
from zaria.club.federations.models import Contract, ContractEnd, Federation


def stored_data(member: Member) -> dict[str, Any]:
    """All stored data, as JSON knows it."""
    memberships = member.federation_memberships.order_by("pk")
    contracts = member.federation_contracts.order_by("pk")
    slug = F("federation__slug")
    return {
        "memberships": list(memberships.values("state", "since", slug=slug)),
        "titles": list(member.federation_titles.order_by("pk").values("name", "year", "at", slug=slug)),
        "contracts": list(
            contracts.values(
                "party",
                "party_name",
                "reference",
                "since",
                "until",
                "reason",
                slug=slug,
                ended_at=F("ending__at"),
                end_reason=F("ending__reason"),
            )
        ),
    }


@transaction.atomic
def forget(member: Member) -> None:
    """Forget who a member was: memberships go, titles stay without a name, contracts end.

    A contract keeps its dates, its reference and the name of a legal person; login, and the name of a natural
    person, go.
    """
    Member.objects.select_for_update(no_key=True).get(pk=member.pk)  # before federations, as in an invitation
    joined = Federation.objects.filter(pk__in=member.federation_memberships.values("federation"))
    federations = list(joined.select_for_update(no_key=True).order_by("pk"))
    member.federation_memberships.all().delete()
    for federation in federations:
        memberships.count_members(federation.pk)
    member.federation_titles.update(member=None, login="")
    for contract in Contract.objects.in_force().filter(administrator=member):
        reason = _("The account was deleted.")
        ContractEnd.objects.create(contract=contract, by_name="", reason=reason)
    contracts = Contract._base_manager.filter(administrator=member)
    contracts.filter(party=Contract.Party.NATURAL).update(party_name="")
    contracts.update(administrator=None, login="")
