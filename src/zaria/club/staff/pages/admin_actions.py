"""Read-only pages of Django's admin, with buttons for the acts of the staff."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.ledger.actions import lock_accounts_of
from zaria.club.staff import roles
from zaria.club.staff.actions import balances
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.pages import reports
from zaria.club.staff.pages.forbidden_page import forbidden
from zaria.club.staff.pages.forms import ReasonForm
from zaria.club.staff.pages.site import staff_of

M = TypeVar("M", bound=models.Model)

if TYPE_CHECKING:
    Base = admin.ModelAdmin
else:

    class Base(admin.ModelAdmin):
        """The admin class of Django with a type parameter, at run time too."""

        def __class_getitem__(cls, _item: object) -> type:
            """Ignore the type parameter, which is for readers and type checkers."""
            return cls


MOST = 100
"""Rows to which an action applies at a time."""


class AdminAction(NamedTuple):
    """An act of the staff on a page: its `name` in addresses, the required `power`, and its form.

    `run` is called with the member of staff, the row (unless it adds one) and the form's answers by name.
    `applies` returns whether it is possible at present. `alone`: for one row at a time. `grave`: its button
    is marked.
    """

    name: str
    title: Any
    power: str
    form: type[ReasonForm]
    run: Callable[..., object]
    applies: Callable[[Any], bool] = bool
    alone: bool = False
    grave: bool = False


class ReadOnlyAdmin(Base[M]):
    """A table for the staff: `admin_actions` apply to its rows, `add_action` adds one."""

    admin_actions: Sequence[AdminAction] = ()
    add_action: AdminAction | None = None
    change_form_template = "staff/change_form.html"
    change_list_template = "staff/change_list.html"
    list_per_page = 50
    show_full_result_count = False
    links: Sequence[str] = ()
    """Lookups of our own links to a list, beyond its filters."""

    def about(self, thing: M) -> list[Member]:
        """Return the members whom an action on `thing` concerns."""
        return []

    # Django's own forms write nothing

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Never."""
        return False

    def has_view_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """All of the staff."""
        return staff_of(request) is not None

    def has_module_permission(self, request: HttpRequest) -> bool:
        """All of the staff."""
        return staff_of(request) is not None

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the audit log."""
        return HttpResponseRedirect(reverse("admin:staff_act_changelist"))

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Allow only the page's own lookups: others would let the staff guess addresses and passwords."""
        filters = {getattr(item, "parameter_name", "") for item in self.list_filter}
        day = self.date_hierarchy and lookup.startswith(f"{self.date_hierarchy}__")
        return bool(day) or lookup in filters or lookup in self.links

    # actions

    def get_urls(self) -> list[URLPattern]:
        """Add the addresses of the actions."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_do"
        view = self.admin_site.admin_view(self.do_view)
        return [path("do/<slug:name>/", view, name=name), *super().get_urls()]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return the actions for several rows at a time."""
        by = staff_of(request)
        return {
            action.name: (_redirect_to(action), action.name, action.title)
            for action in self.admin_actions
            if not action.alone and roles.has(by, action.power)
        }

    def address(self, action: AdminAction, things: Iterable[Any] = ()) -> str:
        """Return the address of an action on these rows, by their keys."""
        url = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_do", args=[action.name])
        query = urlencode([("id", thing) for thing in things])
        return f"{url}?{query}" if query else url

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Add the buttons of the actions."""
        by, thing = staff_of(request), self.get_object(request, object_id)
        buttons = []
        if thing is not None:
            about = self.about(thing)
            buttons = [
                {"title": action.title, "url": self.address(action, [thing.pk]), "grave": action.grave}
                for action in self.admin_actions
                if action.applies(thing) and roles.may(by, action.power, *about)
            ]
        context = {"buttons": buttons, "title": str(thing), "subtitle": None, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, context)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Add the button of `add_action`."""
        buttons = []
        if self.add_action is not None and roles.has(staff_of(request), self.add_action.power):
            buttons.append({"title": self.add_action.title, "url": self.address(self.add_action)})
        context = {
            "buttons": buttons,
            "title": capfirst(self.opts.verbose_name_plural),
            **(extra_context or {}),
        }
        return super().changelist_view(request, context)

    def do_view(self, request: HttpRequest, name: str) -> HttpResponse:
        """Ask for a reason, and run the action."""
        offered = (*self.admin_actions, self.add_action)
        action = next((candidate for candidate in offered if candidate and candidate.name == name), None)
        by = staff_of(request)
        if action is None or by is None:
            raise Http404
        things = self._things(request, action)
        about = [member for thing in things for member in self.about(thing)]
        if not roles.may(by, action.power, *about):
            return forbidden(request)
        data = request.POST if request.method == "POST" else None
        form = action.form(by, things, data, initial=reports.given_in(request, action.form, about))
        try:
            if data is not None and form.is_valid() and self._run(request, action, by, things, form):
                messages.success(request, _("Done, and recorded in the log."))
                after = reverse("admin:reports") if request.GET.get("report") else self._after(things)
                return HttpResponseRedirect(after)
        except PermissionDenied:
            return forbidden(request)
        context = {
            **self.admin_site.each_context(request),
            "title": action.title,
            "opts": self.opts,
            "form": form,
            "things": things,
            "grave": action.grave,
            "back": self._after(things),
            "media": self.media,
        }
        request.current_app = self.admin_site.name
        return render(request, "staff/do.html", context, status=200 if data is None else 422)

    def _things(self, request: HttpRequest, action: AdminAction) -> list[Any]:
        if action is self.add_action:
            return []
        keys = dict.fromkeys((request.POST if request.method == "POST" else request.GET).getlist("id"))
        if not 0 < len(keys) <= (1 if action.alone else MOST):
            raise Http404
        things = [self.get_object(request, key) for key in keys]
        if None in things:
            raise Http404
        return sorted(things, key=lambda thing: thing.pk)

    def _run(
        self, request: HttpRequest, action: AdminAction, by: Member, things: list[Any], form: ReasonForm
    ) -> bool:
        """Run the action on all rows or none, and end the reports behind it; return True on success."""
        try:
            about = [member for thing in things for member in self.about(thing)]
            if len(things) > 1 and action.power == "credits":
                balances.open_accounts(about)
            several = len(things) > 1 or "report" in request.GET
            with transaction.atomic() if several else nullcontext():
                if several:
                    reports.lock_with(request, about)
                if len(things) > 1:
                    lock_accounts_of(member.player for member in about)
                for row in [(thing,) for thing in things] if action is not self.add_action else [()]:
                    action.run(by, *row, **form.answers())
                reports.close_with(request, by)
        except ActionRefusedError as refused:
            form.add_error(None, str(refused))
            return False
        return True

    def _after(self, things: list[Any]) -> str:
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}"
        if len(things) == 1 and type(things[0]).objects.filter(pk=things[0].pk).exists():
            return reverse(f"{name}_change", args=[things[0].pk])
        return reverse(f"{name}_changelist")


def _redirect_to(
    action: AdminAction,
) -> Callable[[Any, HttpRequest, models.QuerySet[Any]], HttpResponse | None]:
    def redirect(
        page: ReadOnlyAdmin[Any], request: HttpRequest, selected: models.QuerySet[Any]
    ) -> HttpResponse | None:
        keys = list(selected.values_list("pk", flat=True)[: MOST + 1])
        if len(keys) > MOST:
            messages.warning(request, _("At most %(most)s at a time.") % {"most": MOST})
            return None
        return HttpResponseRedirect(page.address(action, keys))

    return redirect
