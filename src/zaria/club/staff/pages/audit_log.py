"""The audit log, and the list of refused names, for the staff."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.translation import gettext_lazy

from zaria.club.accounts.models import Member, RefusedName
from zaria.club.site import csv_files
from zaria.club.site.csv_files import harmless
from zaria.club.site.http.file_parts import read_parts
from zaria.club.staff import queries
from zaria.club.staff.actions import balances, names
from zaria.club.staff.models import Act, ActKind
from zaria.club.staff.pages.admin_actions import AdminAction, ReadOnlyAdmin
from zaria.club.staff.pages.date_format import format_moment
from zaria.club.staff.pages.filters import choice_filter
from zaria.club.staff.pages.forms import ReasonForm, WordForm
from zaria.club.staff.pages.site import site

COLUMNS = ("id", "at", "by", "act", "about", "match", "reason", "until", "details")
CHUNK = 500
"""Acts read at a time."""


def _of(kind: ActKind) -> Any:
    return lambda: Q(kind=kind)


Kinds = choice_filter(
    "act", gettext_lazy("Action"), {kind.value: (kind.label, _of(kind)) for kind in ActKind}
)


@admin.register(Act, site=site)
class AuditLogAdmin(ReadOnlyAdmin[Act]):
    """Every act of the staff. No page can change one."""

    list_display = ("when", "by_whom", "act", "whom", "why", "end")
    list_filter = (Kinds,)
    list_select_related = ("about",)
    search_fields = ("=by_name", "=name", "=match", "reason")
    date_hierarchy = "at"
    links = ("about__id__exact",)
    fields = readonly_fields = ("when", "by_whom", "act", "whom", "why", "end", "changed")
    change_list_template = "staff/acts.html"
    admin_actions = (
        AdminAction(
            "back",
            gettext_lazy("Book back"),
            "credits",
            ReasonForm,
            balances.book_back,
            balances.is_returnable,
            alone=True,
        ),
    )

    def about(self, thing: Act) -> list[Member]:
        """Return the member whom the act concerns."""
        return [thing.about] if thing.about else []

    def get_urls(self) -> list[URLPattern]:
        """Add the CSV file."""
        view = self.admin_site.admin_view(self.file_view)
        return [path("file.csv", view, name="staff_act_file"), *super().get_urls()]

    def file_view(self, request: HttpRequest) -> StreamingHttpResponse:
        """Send all acts that match the filters of the list."""
        acts = self.get_changelist_instance(request).get_queryset(request)
        response = StreamingHttpResponse(read_parts(_csv_lines(acts)), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="zaria-acts.csv"'
        return response

    @admin.display(description=gettext_lazy("When"), ordering="at")
    def when(self, act: Act) -> str:
        """The moment (UTC)."""
        return format_moment(act.at)

    @admin.display(description=gettext_lazy("By"), ordering="by_name")
    def by_whom(self, act: Act) -> str:
        """The member of staff."""
        return act.author_text

    @admin.display(description=gettext_lazy("Reason"))
    def why(self, act: Act) -> str:
        """The reason in the words of the staff."""
        return act.reason_text

    @admin.display(description=gettext_lazy("Action"))
    def act(self, act: Act) -> str:
        """The kind of the act."""
        return str(act.get_kind_display())

    @admin.display(description=gettext_lazy("About"))
    def whom(self, act: Act) -> str:
        """The member, the match, the tournament or the series of tournaments."""
        details = act.details.get("after") or act.details.get("before") or {}
        if act.match:
            return format_html('<a href="/staff/results/played/{0}/change/">{0}</a>', act.match)
        if "series" in details:
            return format_html('<a href="/tournaments/series/{}">{}</a>', details["series"], details["title"])
        if act.kind == ActKind.DIRECT:
            return format_html('<a href="/tournaments/{0}">{0}</a>', details["tournament"])
        if act.about_id is None:
            things = (details.get(key) for key in ("word", "federation", "text", "club"))
            return act.name or str(next(filter(None, things), None))
        return format_html('<a href="/staff/members/member/{}/change/">{}</a>', act.about_id, act.name)

    @admin.display(description=gettext_lazy("Until"), ordering="until")
    def end(self, act: Act) -> str:
        """The end of the sanction."""
        return queries.end(act.until) if act.until else ""

    @admin.display(description=gettext_lazy("Before and after"))
    def changed(self, act: Act) -> str:
        """The changed fields, before and after."""
        return format_html("<pre>{}</pre>", json.dumps(act.details, indent=1, ensure_ascii=False))


@admin.register(RefusedName, site=site)
class RefusedNameAdmin(ReadOnlyAdmin[RefusedName]):
    """The words that are refused in logins."""

    list_display = ("text", "alone")
    search_fields = ("word",)
    fields = readonly_fields = list_display
    admin_actions = (
        AdminAction("allow", gettext_lazy("Allow again"), "names", ReasonForm, names.allow_name),
    )
    add_action = AdminAction("refuse", gettext_lazy("Forbid a word"), "names", WordForm, names.refuse_name)

    @admin.display(description=gettext_lazy("Word"), ordering="word")
    def text(self, name: RefusedName) -> str:
        """The refused word as it was typed."""
        return name.word

    @admin.display(description=gettext_lazy("Whole word only"), boolean=True, ordering="whole")
    def alone(self, name: RefusedName) -> bool:
        """True if longer logins may hold it."""
        return name.whole


def _csv_lines(acts: QuerySet[Act]) -> Iterator[bytes]:
    yield csv_files.header(COLUMNS)
    rows = acts.iterator(CHUNK)
    while chunk := list(islice(rows, CHUNK)):
        yield csv_files.lines(_cells(act) for act in chunk)


def _cells(act: Act) -> list[str]:
    cells = [str(act.pk), f"{act.at:%Y-%m-%d %H:%M:%S}", act.by_name, act.kind, act.name, act.match]
    cells += [act.reason, f"{act.until:%Y-%m-%d %H:%M:%S}" if act.until else ""]
    return [*map(harmless, cells), json.dumps(act.details, ensure_ascii=False)]
