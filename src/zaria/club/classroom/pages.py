"""The common parts of the views of groups: access to their pages, and the page of a group."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from zaria.club.accounts.requests import signed_in_member
from zaria.club.groups import codes, queries
from zaria.club.groups.actions import MOST_PUPILS
from zaria.club.groups.forms import PupilsForm
from zaria.club.groups.models import Group, Pupil
from zaria.club.groups.queries import GroupAccess
from zaria.club.site.clock import now_ms


def access_or_404(request: HttpRequest, group_id: str) -> GroupAccess:
    """Return a group and the reader's part in it; raises `Http404` for others."""
    access = queries.access(group_id, signed_in_member(request))
    if access is None:
        raise Http404
    return access


def taught_or_404(request: HttpRequest, group_id: str) -> Group:
    """Return a group of the teacher who asks; raises `Http404` for others."""
    access = access_or_404(request, group_id)
    if not access.is_teacher:
        raise Http404
    return access.group


def pupil_or_404(group: Group, number: int) -> Pupil:
    """Return a pupil of a group; raises `Http404` without one."""
    pupil = Pupil.objects.select_related("member").filter(group=group, pk=number).first()
    if pupil is None:
        raise Http404
    return pupil


def show_group(
    request: HttpRequest, access: GroupAccess, form: PupilsForm | None = None, reason: str = ""
) -> HttpResponse:
    """Return the page of a group; `form` and `reason` say what was refused."""
    group = access.group
    context: dict[str, Any] = {
        "here": "groups",
        "group": group,
        "is_teacher": access.is_teacher,
        "place": access.place,
        "pupils": queries.pupils_of(group),
        "most": MOST_PUPILS,
        "reason": reason,
    }
    if access.is_teacher:
        is_open = bool(group.join_code) and group.join_until > now_ms()
        context["code"] = codes.spaced(group.join_code) if is_open else ""
        context["join_until"] = group.join_until
        context["form"] = form or PupilsForm()
    is_wrong = bool(reason) or (form is not None and bool(form.errors))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
    return render(request, "zaria/classroom/group.html", context, status=status)
