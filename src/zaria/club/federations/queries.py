"""Queries of federations, their members and titles."""

from typing import NamedTuple

from django.db.models import QuerySet

from zaria.club.accounts.models import Member
from zaria.club.federations.models import Contract, Federation, Membership, MembershipState, Title

State = MembershipState


def find_federation(slug: str) -> Federation | None:
    """The federation with this slug."""
    return Federation.objects.filter(slug=slug).first()


def federations() -> "QuerySet[Federation]":
    """The federations that are not closed, by name."""
    return Federation.objects.filter(closed=None).order_by("name", "pk")


def administered_by(member: Member) -> "QuerySet[Federation]":
    """The federations that a member administers."""
    contracts = Contract.objects.in_force().filter(administrator=member)
    return Federation.objects.filter(pk__in=contracts.values("federation"))


def memberships_of(member: Member) -> "QuerySet[Membership]":
    """The memberships, requests and invitations of a member in federations that are not closed, by name."""
    memberships = member.federation_memberships.exclude(state=State.LEFT).filter(federation__closed=None)
    return memberships.select_related("federation").order_by("federation__name")


class OwnRow(NamedTuple):
    """A federation of a member: the state of the membership ("": none), and whether they administer it.

    `titles` are those that come with an invitation.
    """

    federation: Federation
    state: str
    administers: bool
    titles: list[Title]


def own_federations(member: Member) -> list[OwnRow]:
    """The federations of a member, invitations first, then by name."""
    memberships = {row.federation: row for row in memberships_of(member)}
    administered = set(administered_by(member))
    rows = [
        OwnRow(
            federation,
            memberships[federation].state if federation in memberships else "",
            federation in administered,
            list(offered_titles(memberships.get(federation))),
        )
        for federation in administered | memberships.keys()
    ]
    return sorted(rows, key=lambda row: (row.state != State.INVITED, row.federation.name))


def membership(federation: Federation, member: Member | None) -> Membership | None:
    """The membership of a member, in whatever state; None without one."""
    return None if member is None else federation.memberships.filter(member=member).first()


def offered_titles(membership: Membership | None) -> "QuerySet[Title]":
    """The titles that a member gets with an invitation by the file of another club."""
    if membership is None or membership.state != State.INVITED or membership.by_id is not None:
        return Title.objects.none()
    return membership.federation.titles.filter(member=None, login__iexact=membership.member.username)


def is_member(slug: str, player: str) -> bool:
    """True if the player with this id is a member of the federation."""
    memberships = Membership.objects.filter(federation__slug=slug, member__player=player, state=State.MEMBER)
    return memberships.exists()


def in_state(federation: Federation, state: MembershipState) -> "QuerySet[Membership]":
    """The memberships in a state, by login."""
    memberships = federation.memberships.filter(state=state, member__is_active=True)
    return memberships.select_related("member").order_by("member__username")


def contracts_in_force() -> "QuerySet[Contract]":
    """The contracts by which members administer federations, the oldest first."""
    contracts = Contract.objects.in_force().filter(administrator__is_active=True)
    return contracts.select_related("administrator").order_by("since", "pk")


def titles(federation: Federation) -> "QuerySet[Title]":
    """The titles of a federation with their holders, the latest year first."""
    return federation.titles.select_related("member")
