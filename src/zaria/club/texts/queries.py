"""Reads the texts: the version in force, and the earlier ones."""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings

from zaria.club.texts import shipped
from zaria.club.texts.kinds import TextKind
from zaria.club.texts.models import SiteText, TextVersion


class Version(NamedTuple):
    """A version of a text: its number and its time."""

    number: int
    at: datetime


def versions(kind: TextKind) -> list[Version]:
    """All versions of a text, the one in force first."""
    stored = TextVersion.objects.filter(kind=kind).order_by("-number")
    first = Version(shipped.NUMBER, shipped.AT)
    return [*(Version(version.number, version.at) for version in stored), first]


def number_in_force(kind: TextKind) -> int:
    """The number of the version in force."""
    last = TextVersion.objects.filter(kind=kind).order_by("-number").values_list("number", flat=True).first()
    return last or shipped.NUMBER


def markdown_of(kind: TextKind, number: int, language: str) -> str:
    """A version in a language, else in English."""
    if number == shipped.NUMBER:
        return shipped.shipped_text(kind, language)
    rows = SiteText.objects.filter(version__kind=kind, version__number=number)
    texts = dict(rows.values_list("language", "markdown"))
    return texts.get(language) or texts[settings.LANGUAGE_CODE]


def all_markdown(kind: TextKind, number: int) -> dict[str, str]:
    """A version in each language of the site."""
    return {language: markdown_of(kind, number, language) for language, _name in settings.LANGUAGES}
