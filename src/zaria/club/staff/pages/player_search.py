"""The member behind the player of a row, on lists of the staff."""

from typing import Any, TypeVar

from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from zaria.club.accounts.models import Member
from zaria.club.staff.pages.admin_actions import ReadOnlyAdmin

M = TypeVar("M", bound=models.Model)


class PlayerAdmin(ReadOnlyAdmin[M]):
    """A table whose rows name a `player`: they are found by the login of the member, too."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        """Add the logins."""
        members = Member.objects.filter(player=OuterRef("player"))
        names = {"login": Subquery(members.values("username")), "member_id": Subquery(members.values("pk"))}
        rows: QuerySet[M] = super().get_queryset(request).annotate(**names)
        return rows

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[M], search_term: str
    ) -> tuple[QuerySet[M], bool]:
        """Find rows by the login of their member, too."""
        rows, repeats = super().get_search_results(request, queryset, search_term)
        if term := search_term.strip():
            players = Member.objects.by_login(term).values_list("player", flat=True)
            rows = rows | queryset.filter(player__in=list(players))
        return rows, repeats


def member_link(row: Any, part: str = "") -> str:
    """Return a link to the `part` of the page of a row's member, as long as the club knows them."""
    if row.member_id is None:
        return "–"
    address = reverse("admin:members_member_change", args=[row.member_id])
    return format_html('<a href="{}{}">{}</a>', address, part, row.login)
