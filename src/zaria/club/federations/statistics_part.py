"""The titles of a member, in their statistics and on their public page."""

from typing import Any

from django.dispatch import receiver
from django.template.loader import render_to_string

from zaria.club.accounts.models import Member
from zaria.club.federations.models import Title
from zaria.club.statistics.signals import page_sections

SHOWN = 20
"""Titles that are listed, the latest first."""


@receiver(page_sections)
def section(member: Member, **_kwargs: Any) -> str:
    """The section of a member's titles; "" without any."""
    titles = list(Title.objects.filter(member=member).select_related("federation")[:SHOWN])
    return render_to_string("zaria/federations/_titles_of_member.html", {"titles": titles}) if titles else ""
