"""The contents of a federation's page: details, texts, coat of arms, titles."""

import secrets
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.federations.actions.recording import FederationRefusedError, announce, lock_federation
from zaria.club.federations.models import (
    CoatOfArms,
    Federation,
    FederationText,
    MembershipState,
    Title,
)

MOST_TITLES = 500
"""Titles of one federation."""


class Details(NamedTuple):
    """The fields that administrators set: how members join, and the sponsor."""

    mode: str
    sponsor: str
    sponsor_address: str


@transaction.atomic
def save_details(by: Member, federation: Federation, details: Details) -> None:
    """Save how members join, and the sponsor."""
    locked = lock_federation(federation)
    for field, value in details._asdict().items():
        setattr(locked, field, value)
    locked.save(update_fields=list(Details._fields))
    announce(locked, by, "details")


@transaction.atomic
def save_text(by: Member, federation: Federation, language: str, text: str, rules: str) -> None:
    """Save the text and the rules in a language; both empty: none in it."""
    locked = lock_federation(federation)
    if text or rules:
        FederationText.objects.update_or_create(
            federation=locked, language=language, defaults={"text": text, "rules": rules}
        )
    else:
        locked.texts.filter(language=language).delete()
    announce(locked, by, f"texts ({language})")


@transaction.atomic
def save_arms(by: Member, federation: Federation, picture: bytes) -> None:
    """Save an encoded picture as the coat of arms; b"" removes it."""
    locked = lock_federation(federation)
    put_arms(locked, picture)
    announce(locked, by, "coat of arms")


def put_arms(federation: Federation, picture: bytes) -> None:
    """Replace the coat of arms of a locked federation."""
    federation.arms = secrets.token_hex(16) if picture else ""
    federation.save(update_fields=["arms"])
    if picture:
        CoatOfArms.objects.create(key=federation.arms, federation=federation, image=picture)
    federation.coats_of_arms.exclude(key=federation.arms).delete()


@transaction.atomic
def give_title(by: Member, federation: Federation, member: Member, name: str, year: int | None) -> Title:
    """Give a member of the federation a title; the same one of the same year once."""
    locked = lock_federation(federation)
    if not locked.memberships.filter(member=member, state=MembershipState.MEMBER).exists():
        raise FederationRefusedError(_("Only members of the federation can hold its titles."))
    if locked.titles.filter(member=member, name__iexact=name, year=year).exists():
        raise FederationRefusedError(_("This member already has this title."))
    if locked.titles.count() >= MOST_TITLES:
        raise FederationRefusedError(_("A federation can have %(most)s titles.") % {"most": MOST_TITLES})
    title = Title.objects.create(
        federation=locked, member=member, login=member.username, name=name, year=year, by=by
    )
    announce(locked, by, f"title given: {title}", member)
    return title


@transaction.atomic
def remove_title(by: Member, federation: Federation, number: int) -> None:
    """Remove a title of this federation; nothing happens if there is none."""
    locked = lock_federation(federation)
    title = locked.titles.select_related("member").filter(pk=number).first()
    if title is not None:
        announce(locked, by, f"title removed: {title}", title.member)
        title.delete()
