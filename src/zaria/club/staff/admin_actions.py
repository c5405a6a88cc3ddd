"""Pages that show and change nothing by themselves, with buttons for what the staff may do."""

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
from zaria.club.site import errors
from zaria.club.staff import actions, roles
from zaria.club.staff.forms import ReasonForm
from zaria.club.staff.site import staff_of

M = TypeVar("M", bound=models.Model)

if TYPE_CHECKING:
    Base = admin.ModelAdmin
else:

    class Base(admin.ModelAdmin):
        """Takes a type in brackets."""

        def __class_getitem__(cls, _item: object) -> type:
            """For readers and checkers alone."""
            return cls


MOST = 100
"""Things to which something is done at a time."""


class Deed(NamedTuple):
    """Something that may be done: its `name` in addresses, the `power` that it takes, what is asked first.

    `do` gets who does it, to what, and the answers. `fits` says whether it makes sense at present. `alone`:
    not to several at a time. `grave`: its button says so.
    """

    name: str
    title: Any
    power: str
    form: type[ReasonForm]
    do: Callable[[Member, Any, dict[str, Any]], object]
    fits: Callable[[Any], bool] = bool
    alone: bool = False
    grave: bool = False


class Shown(Base[M]):
    """Shows a table to the staff; `deeds` is what may be done to its rows, `make` how one is added."""

    deeds: Sequence[Deed] = ()
    make: Deed | None = None
    change_form_template = "staff/shown.html"
    change_list_template = "staff/listed.html"
    list_per_page = 50
    show_full_result_count = False
    links: Sequence[str] = ()
    """What our own links ask a list for, beyond its filters."""

    def about(self, thing: M) -> list[Member]:
        """The members whom it concerns what is done to `thing`."""
        return []

    # nothing is written by Django itself

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
        """The book is elsewhere."""
        return HttpResponseRedirect(reverse("admin:staff_act_changelist"))

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """What the page offers. Django would let any field be guessed at: addresses, passwords."""
        filters = {getattr(one, "parameter_name", "") for one in self.list_filter}
        day = self.date_hierarchy and lookup.startswith(f"{self.date_hierarchy}__")
        return bool(day) or lookup in filters or lookup in self.links

    # what may be done

    def get_urls(self) -> list[URLPattern]:
        """With those of the deeds."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_do"
        view = self.admin_site.admin_view(self.do_view)
        return [path("do/<slug:name>/", view, name=name), *super().get_urls()]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """What may be done to several at a time."""
        by = staff_of(request)
        return {
            deed.name: (_leads_to(deed), deed.name, deed.title)
            for deed in self.deeds
            if not deed.alone and roles.has(by, deed.power)
        }

    def address(self, deed: Deed, things: Iterable[Any] = ()) -> str:
        """Where something is done to these things, by their keys."""
        url = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_do", args=[deed.name])
        asked = urlencode([("id", thing) for thing in things])
        return f"{url}?{asked}" if asked else url

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """With the buttons of what may be done."""
        by, thing = staff_of(request), self.get_object(request, object_id)
        buttons = []
        if thing is not None:
            about = self.about(thing)
            buttons = [
                {"title": deed.title, "url": self.address(deed, [thing.pk]), "grave": deed.grave}
                for deed in self.deeds
                if deed.fits(thing) and roles.may(by, deed.power, *about)
            ]
        context = {"buttons": buttons, "title": str(thing), "subtitle": None, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, context)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """With a button for what may be added."""
        buttons = []
        if self.make is not None and roles.has(staff_of(request), self.make.power):
            buttons.append({"title": self.make.title, "url": self.address(self.make)})
        context = {
            "buttons": buttons,
            "title": capfirst(self.opts.verbose_name_plural),
            **(extra_context or {}),
        }
        return super().changelist_view(request, context)

    def do_view(self, request: HttpRequest, name: str) -> HttpResponse:
        """Ask for a reason, and do it."""
        deed = next((deed for deed in (*self.deeds, self.make) if deed and deed.name == name), None)
        by = staff_of(request)
        if deed is None or by is None:
            raise Http404
        things = self._things(request, deed)
        if not roles.may(by, deed.power, *(member for thing in things for member in self.about(thing))):
            return _forbidden(request)
        asked = request.POST if request.method == "POST" else None
        form = deed.form(by, things, asked)
        try:
            if asked is not None and form.is_valid() and self._did(deed, by, things, form):
                messages.success(request, _("Done, and written in the book."))
                return HttpResponseRedirect(self._after(things))
        except PermissionDenied:
            return _forbidden(request)
        context = {
            **self.admin_site.each_context(request),
            "title": deed.title,
            "opts": self.opts,
            "form": form,
            "things": things,
            "grave": deed.grave,
            "back": self._after(things),
            "media": self.media,
        }
        request.current_app = self.admin_site.name
        return render(request, "staff/do.html", context, status=200 if asked is None else 422)

    def _things(self, request: HttpRequest, deed: Deed) -> list[Any]:
        if deed is self.make:
            return []
        keys = dict.fromkeys((request.POST if request.method == "POST" else request.GET).getlist("id"))
        if not 0 < len(keys) <= (1 if deed.alone else MOST):
            raise Http404
        things = [self.get_object(request, key) for key in keys]
        if None in things:
            raise Http404
        return things

    def _did(self, deed: Deed, by: Member, things: list[Any], form: ReasonForm) -> bool:
        """To all of them, or to none."""
        try:
            with transaction.atomic() if len(things) > 1 else nullcontext():
                for thing in things if deed is not self.make else [None]:
                    deed.do(by, thing, form.cleaned_data)
        except actions.ActionRefusedError as refused:
            form.add_error(None, str(refused))
            return False
        return True

    def _after(self, things: list[Any]) -> str:
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}"
        if len(things) == 1 and type(things[0]).objects.filter(pk=things[0].pk).exists():
            return reverse(f"{name}_change", args=[things[0].pk])
        return reverse(f"{name}_changelist")


def _forbidden(request: HttpRequest) -> HttpResponse:
    text = _("It takes another rank, or concerns yourself, or somebody whose rank is not below yours.")
    return errors.page(request, 403, _("You may not do this"), text)


def _leads_to(deed: Deed) -> Callable[[Any, HttpRequest, models.QuerySet[Any]], HttpResponse | None]:
    def lead(shown: Shown[Any], request: HttpRequest, chosen: models.QuerySet[Any]) -> HttpResponse | None:
        keys = list(chosen.values_list("pk", flat=True)[: MOST + 1])
        if len(keys) > MOST:
            messages.warning(request, _("At most %(most)s at a time.") % {"most": MOST})
            return None
        return HttpResponseRedirect(shown.address(deed, keys))

    return lead
