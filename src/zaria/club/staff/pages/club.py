"""The page on which an owner changes how the club presents itself."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from zaria.club.site.brand import state
from zaria.club.staff import roles
from zaria.club.staff.actions.club import change_brand
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.pages.club_form import ClubForm
from zaria.club.staff.pages.forbidden_page import forbidden


def page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Show the brand to an owner, and change it."""
    by = context["member"]
    if roles.rank(by) < roles.Rank.OWNER:
        return forbidden(request)
    state.refresh()
    is_sent = request.method == "POST"
    form = ClubForm(state.current(), *((request.POST, request.FILES) if is_sent else ()))
    if form.is_valid():
        try:
            change_brand(by, form.cleaned_data["reason"], form.choices())
        except ActionRefusedError as refused:
            form.add_error(None, str(refused))
        except PermissionDenied:
            return forbidden(request)
        else:
            messages.success(request, _("Done, and recorded in the log."))
            return HttpResponseRedirect(reverse("admin:club"))
    context = {**context, "title": _("The club"), "form": form}
    return render(request, "staff/club.html", context, status=422 if is_sent else 200)
