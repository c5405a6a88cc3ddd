"""Writes versions of the texts, and the consent of members."""

from collections.abc import Mapping

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.texts import consent, queries
from zaria.club.texts.kinds import AGREED, TextKind
from zaria.club.texts.models import Consent, SiteText, TextVersion


@transaction.atomic
def publish(kind: TextKind, texts: Mapping[str, str], by_name: str, *, asks_again: bool) -> TextVersion:
    """Add a version of a text, given in all languages; it is in force at once.

    Of two at the same time one is stored, and the other raises `django.db.IntegrityError`.
    """
    number = queries.number_in_force(kind) + 1
    version = TextVersion.objects.create(kind=kind, number=number, by_name=by_name, asks_again=asks_again)
    for language, markdown in texts.items():
        SiteText.objects.create(version=version, language=language, markdown=markdown)
    transaction.on_commit(consent.forget)
    return version


@transaction.atomic
def agree(member: Member) -> None:
    """Store that a member agrees to all texts of `AGREED` that are in force."""
    consent.forget()
    member.agreed = consent.newest_asking()
    member.save(update_fields=["agreed"])
    for kind in AGREED:
        Consent.objects.get_or_create(member=member, kind=kind, number=queries.number_in_force(kind))
