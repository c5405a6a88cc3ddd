"""A member's e-mail addresses: which are confirmed, and what a new one brings along."""

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from zaria.club.accounts import address_records
from zaria.club.accounts.models import Member


def has_confirmed(member: Member) -> bool:
    """True if one of the member's addresses is confirmed: they may sign in at once."""
    return member.since is not None or EmailAddress.objects.filter(user=member, verified=True).exists()


def own_addresses(member: Member) -> "QuerySet[EmailAddress]":
    """The address to which mails of the member go, as allauth keeps it."""
    spellings = {member.email, member.email.lower()}
    addresses: QuerySet[EmailAddress] = EmailAddress.objects.filter(user=member, email__in=spellings)
    return addresses


def confirm(member: Member) -> None:
    """Mark the address as verified: the member opened a link that was mailed to it."""
    if not has_confirmed(member):
        for address in own_addresses(member):
            address.set_verified()


def complete_change(member: Member) -> None:
    """Let what holds for a new address hold for its owner; with the first one they sign in."""
    if member.since is not None:
        address_records.record_addresses(member)
