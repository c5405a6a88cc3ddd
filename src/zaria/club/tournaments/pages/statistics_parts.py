"""Tournaments in a member's statistics: the section of a page, and the titles behind matches and credits."""

from collections.abc import Collection
from typing import Any

from django.dispatch import receiver
from django.template.loader import render_to_string
from django.urls import reverse

from zaria.club.accounts.models import Member
from zaria.club.ledger.subjects import TOURNAMENT, Subject, subjects_named
from zaria.club.statistics.signals import page_sections
from zaria.club.tournaments import queries
from zaria.club.tournaments.models import Tournament


@receiver(page_sections)
def section(member: Member, *, public: bool, **_kwargs: Any) -> str:
    """The section of a member's statistics; "" on a public page without tournaments."""
    tally = queries.tally(member.player, public=public)
    if public and not tally.played:
        return ""
    return render_to_string("zaria/tournaments/_of_member.html", {"tally": tally, "public": public})


@receiver(subjects_named)
def name_tournaments(subjects: Collection[str], **_kwargs: Any) -> dict[str, Subject]:
    """The titles and pages of tournaments, by the subjects of their transfers."""
    ids = [subject.removeprefix(TOURNAMENT) for subject in subjects if subject.startswith(TOURNAMENT)]
    rows = Tournament.objects.filter(pk__in=ids).only("title", "game") if ids else ()
    return {
        f"{TOURNAMENT}{row.pk}": Subject(queries.title_of(row), reverse("tournament", args=[row.pk]))
        for row in rows
    }
