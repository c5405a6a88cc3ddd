"""The pages of the staff: Django's admin, with the site's own pages of signing in.

Only `zaria.club.staff.actions` writes, and Django's own log of changes, which has neither reasons nor
members, stays empty. All pages are sent with `no-store`, as in Django's admin.
"""

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME, logout
from django.contrib.auth.views import redirect_to_login
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.site.brand import state
from zaria.club.site.http import errors
from zaria.club.staff import roles
from zaria.club.staff.pages.tabs import tabs_of

ORDER = (
    "Member",
    "Played",
    "Payment",
    "PayoutRequest",
    "Correction",
    "Federation",
    "Contract",
    "Comment",
    "Study",
    "CannedAnswer",
    "RefusedName",
    "ForbiddenWord",
    "Act",
)
"""The order of the tables."""


class StaffSite(AdminSite):
    """See the module."""

    index_title = gettext_lazy("The club today")
    index_template = "staff/index.html"

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether a visitor is staff, with a second factor where the club requires one."""
        member = staff_of(request)
        return member is not None and (not settings.STAFF_SECOND_STEP or is_mfa_enabled(member))

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Add the tabs."""
        member = staff_of(request)
        is_owner = member is not None and roles.rank(member) == roles.Rank.OWNER
        header = _("%(club)s: staff") % {"club": state.current().name}
        return {
            **super().each_context(request),
            "site_header": header,
            "site_title": header,
            "staff_tabs": tabs_of(request.path, is_owner=is_owner),
        }

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Return all tables in one list, in `ORDER`."""
        apps = super().get_app_list(request, app_label)
        models = [model for app in apps for model in app["models"]]
        models.sort(key=lambda model: ORDER.index(model["object_name"]))
        club = {"name": _("The club"), "app_label": "club", "app_url": "/staff/", "has_module_perms": True}
        return [{**club, "models": models}]

    def get_urls(self) -> list[Any]:
        """Add the pages of pairs, flows, fair play, reports, requests, lines, the club, storage and texts."""
        return [
            path("pairs/", self.admin_view(self.pairs), name="pairs"),
            path("flows", self.admin_view(self.flows), name="flows"),
            path("fair-play", self.admin_view(self.fair_play), name="fair_play"),
            path("reports", self.admin_view(self.reports), name="reports"),
            path("reports/about", self.admin_view(self.report), name="report"),
            path("reports/request/<int:number>", self.admin_view(self.request), name="request"),
            path("lines/<str:conversation_id>/<int:number>/", self.admin_view(self.line), name="line"),
            path("club/", self.admin_view(self.club), name="club"),
            path("storage", self.admin_view(self.storage), name="storage"),
            path("texts/", self.admin_view(self.texts), name="texts"),
            path("texts/<slug:name>/", self.admin_view(self.text), name="text"),
            *super().get_urls(),
        ]

    def flows(self, request: HttpRequest) -> HttpResponse:
        """Show suspicious flows of credits."""
        from zaria.club.staff.pages import flows

        return flows.page(request, self.each_context(request))

    def fair_play(self, request: HttpRequest) -> HttpResponse:
        """Show the members whose decisions agree with the engine's."""
        from zaria.club.staff.pages import fair_play

        return fair_play.page(request, self.each_context(request))

    def reports(self, request: HttpRequest) -> HttpResponse:
        """Show the queue of reports and requests."""
        from zaria.club.staff.pages import reports

        return reports.queue(request, self.each_context(request))

    def report(self, request: HttpRequest) -> HttpResponse:
        """Show the reports of something, and end them."""
        from zaria.club.staff.pages import reports

        return reports.report_page(request, {**self.each_context(request), "member": staff_of(request)})

    def request(self, request: HttpRequest, number: int) -> HttpResponse:
        """Show a request, and answer it."""
        from zaria.club.staff.pages import reports

        context = {**self.each_context(request), "member": staff_of(request)}
        return reports.request_page(request, number, context)

    def line(self, request: HttpRequest, conversation_id: str, number: int) -> HttpResponse:
        """Show a line of a conversation with those around it, and remove it."""
        from zaria.club.staff.pages import lines

        context = {**self.each_context(request), "member": staff_of(request)}
        return lines.page(request, conversation_id, number, context)

    def club(self, request: HttpRequest) -> HttpResponse:
        """Change how the club presents itself."""
        from zaria.club.staff.pages import club

        return club.page(request, {**self.each_context(request), "member": staff_of(request)})

    def storage(self, request: HttpRequest) -> HttpResponse:
        """Show the sizes of the tables."""
        from zaria.club.staff.pages import storage

        return storage.page(request, self.each_context(request))

    def texts(self, request: HttpRequest) -> HttpResponse:
        """List the texts of the club."""
        from zaria.club.staff.pages import site_texts

        return site_texts.list_page(request, self.each_context(request))

    def text(self, request: HttpRequest, name: str) -> HttpResponse:
        """Edit a text of the club."""
        from zaria.club.staff.pages import site_texts

        context = {**self.each_context(request), "member": staff_of(request)}
        return site_texts.text_page(request, name, context)

    def pairs(self, request: HttpRequest) -> HttpResponse:
        """Show the pairs in rated matches."""
        from zaria.club.staff.pages import pairs

        return pairs.page(request, self.each_context(request))

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Show the club today, and the reader's own last acts."""
        from zaria.club.staff.pages.today import page

        return super().index(request, {**page.context(request, staff_of(request)), **(extra_context or {})})

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the site's form, which counts attempts and has second factors."""
        if not request.user.is_authenticated:
            target = request.GET.get(REDIRECT_FIELD_NAME, "")
            return redirect_to_login(target if target.startswith("/staff/") else "/staff/")
        if staff_of(request) is None:
            return errors.page(request, 403, _("Staff only"), _("You don't have access to this page."))
        if not self.has_permission(request):
            text = _("Staff must use two-step sign-in. Turn it on in your account.")
            return errors.page(request, 403, _("Two-step sign-in is required"), text)
        return HttpResponseRedirect("/staff/")

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Sign out, and redirect to the front page."""
        if request.method == "POST":
            logout(request)
        return HttpResponseRedirect("/")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Redirect to the site's page."""
        return HttpResponseRedirect(reverse("account_change_password"))


def staff_of(request: HttpRequest) -> Member | None:
    """Return the member of staff who sends the request; None for all others.

    A page calls this for each of its tables; the groups are read once for a request.
    """
    member = request.user
    if not isinstance(member, Member) or not member.is_staff:
        return None
    if not member.is_superuser:
        prefetch_related_objects([member], "groups")
    return member if roles.rank(member) > roles.Rank.MEMBER else None


site = StaffSite()
