"""The accounts that an e-mail address has had, by a keyed hash of it.

Self-exclusions, debts, and what the club gives once to each address outlive an account: they hold for the
next one with its address. No address is kept. The hash tells that two are the same, and nothing else.
The rooms above add what must be carried over (`signals.address_recorded`).
"""

import unicodedata
from collections.abc import Collection, Iterable
from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.crypto import salted_hmac

from zaria.club.accounts.models import AccountAddress, Member
from zaria.club.accounts.signals import address_recorded

_SALT = "zaria.club.accounts.address_records"
_DIGITS = 32
_WITHOUT_DOTS = frozenset({"gmail.com", "googlemail.com"})
"""Domains that deliver an address with dots before the @ as the one without."""


def normalize(address: str) -> str:
    """Return the form that all spellings of an address share that reach the same mailbox."""
    local_part, _, domain = unicodedata.normalize("NFKC", address.strip()).casefold().rpartition("@")
    local_part = local_part.partition("+")[0] or local_part
    if domain in _WITHOUT_DOTS:
        local_part, domain = local_part.replace(".", ""), "gmail.com"
    return f"{local_part}@{domain}"


def fingerprint(address: str) -> str:
    """Return the keyed hash of an address."""
    return salted_hmac(_SALT, normalize(address), algorithm="sha256").hexdigest()[:_DIGITS]


def fingerprints(player: str) -> set[str]:
    """Return the hashes of the addresses that a member has or had."""
    recorded = set(AccountAddress.objects.filter(player=player).values_list("fingerprint", flat=True))
    addresses = Member.objects.filter(player=player).values_list("email", flat=True)
    return recorded | {fingerprint(address) for address in addresses}


def players_sharing(player: str) -> set[str]:
    """Return the ids of all accounts that had an address in common with a member's, one after the other."""
    players, hashes = {player}, fingerprints(player)
    while True:
        rows = AccountAddress.objects.filter(fingerprint__in=hashes)
        added = set(rows.values_list("player", flat=True)) - players
        if not added:
            return players
        players |= added
        rows = AccountAddress.objects.filter(player__in=added)
        hashes |= set(rows.values_list("fingerprint", flat=True))


@transaction.atomic
def record_addresses(member: Member) -> None:
    """Record the confirmed addresses of a member; new ones bring along what holds for them."""
    addresses = set(EmailAddress.objects.filter(user=member, verified=True).values_list("email", flat=True))
    hashes = {fingerprint(address) for address in addresses | {member.email}}
    recorded = AccountAddress.objects.filter(player=member.player, fingerprint__in=hashes)
    new = hashes - set(recorded.values_list("fingerprint", flat=True))
    if not new:
        return
    AccountAddress.objects.bulk_create(
        [AccountAddress(fingerprint=hash_, player=member.player) for hash_ in sorted(new)],
        ignore_conflicts=True,
    )
    earlier = players_sharing(member.player) - {member.player}
    address_recorded.send(AccountAddress, player=member.player, earlier=earlier)


def ended(players: Iterable[str]) -> set[str]:
    """Return those of these players whose accounts were deleted."""
    rows = AccountAddress.objects.filter(player__in=list(players)).exclude(ended_at=None)
    return set(rows.values_list("player", flat=True))


def mark_ended(player: str, at: datetime) -> None:
    """Note that an account is deleted."""
    AccountAddress.objects.filter(player=player).update(ended_at=at)


def forget_ended(before: datetime, needed: Collection[str]) -> None:
    """Delete the records of accounts that were deleted before a moment, but for players still `needed`."""
    AccountAddress.objects.filter(ended_at__lt=before).exclude(player__in=list(needed)).delete()
