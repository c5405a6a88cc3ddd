"""Studies, for the staff: the removed ones, and any other that is searched for."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.site.visibility import Visibility
from zaria.club.staff.actions import studies
from zaria.club.staff.pages.admin_actions import AdminAction, ReadOnlyAdmin
from zaria.club.staff.pages.date_format import format_moment, moment_of
from zaria.club.staff.pages.forms import ReasonForm
from zaria.club.staff.pages.site import site
from zaria.club.studies import queries
from zaria.club.studies.models import Role, Study, StudyPerson

MOST_LETTERS = 4_000
"""Characters of the comments of a study that its page shows."""


def _is_shown(study: Study) -> bool:
    return not study.removed_at


def _is_removed(study: Study) -> bool:
    return bool(study.removed_at)


@admin.register(Study, site=site)
class StudyAdmin(ReadOnlyAdmin[Study]):
    """See the module."""

    list_display = ("name", "login", "page_link", "readers", "removed")
    search_fields = ("id",)
    ordering = ("-removed_at", "pk")
    fields = readonly_fields = (*list_display, "words")
    admin_actions = (
        AdminAction(
            "remove",
            gettext_lazy("Remove"),
            studies.POWER,
            ReasonForm,
            studies.remove_study,
            _is_shown,
            alone=True,
        ),
        AdminAction(
            "restore",
            gettext_lazy("Show again"),
            studies.POWER,
            ReasonForm,
            studies.restore_study,
            _is_removed,
            alone=True,
        ),
    )

    def about(self, thing: Study) -> list[Member]:
        """Return the owner."""
        owner = queries.owner_of(thing)
        return [] if owner is None else [owner]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Study], search_term: str
    ) -> tuple[QuerySet[Study], bool]:
        """Find a study by its address, or those of an owner that are not private; else the removed ones."""
        term = search_term.strip().rpartition("/")[2]
        if not term:
            return queryset.filter(removed_at__gt=0), False
        members = list(Member.objects.by_login(term).values_list("pk", flat=True))
        owned = StudyPerson.objects.filter(member__in=members, role=Role.OWNER).values("study")
        open_studies = queryset.filter(pk__in=owned).exclude(visibility=Visibility.PRIVATE)
        by_address = queryset.filter(pk=term)
        return (by_address if by_address.exists() else open_studies), False

    @admin.display(description=gettext_lazy("Title"))
    def name(self, study: Study) -> str:
        """The title."""
        return study.title

    @admin.display(description=gettext_lazy("Login"))
    def login(self, study: Study) -> str:
        """The login of the owner, with a link to their page."""
        owner = queries.owner_of(study)
        if owner is None:
            return "–"
        return format_html('<a href="/staff/members/member/{}/change/">{}</a>', owner.pk, owner.username)

    @admin.display(description=gettext_lazy("Page"))
    def page_link(self, study: Study) -> str:
        """The address of the study."""
        path = reverse("study", args=[study.pk])
        return path if study.removed_at else format_html('<a href="{0}">{0}</a>', path)

    @admin.display(description=gettext_lazy("Who can see it"))
    def readers(self, study: Study) -> str:
        """The readers besides the people in it."""
        return str(study.get_visibility_display())

    @admin.display(description=gettext_lazy("Removed"), ordering="removed_at")
    def removed(self, study: Study) -> str:
        """The moment (UTC) of its removal."""
        return format_moment(moment_of(study.removed_at)) if study.removed_at else "–"

    @admin.display(description=gettext_lazy("Text"))
    def words(self, study: Study) -> str:
        """The titles of the chapters and the comments in them."""
        parts: list[str] = []
        for row in study.chapters.order_by("place", "pk"):
            nodes = queries.tree_of(row).nodes
            parts += [row.title, *(node.comment for node in nodes if node.comment)]
        return "\n".join(parts)[:MOST_LETTERS]
