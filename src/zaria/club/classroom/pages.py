"""The common parts of the views of groups: access to their pages, and the page of a group."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.classroom import counts, homework
from zaria.club.classroom.forms import HomeworkForm
from zaria.club.classroom.simul_form import SimulForm
from zaria.club.federations import permissions
from zaria.club.games.catalogue import TITLES
from zaria.club.groups import codes, queries
from zaria.club.groups.actions import MOST_PUPILS
from zaria.club.groups.forms import PupilsForm
from zaria.club.groups.models import Group, HomeworkKind, Pupil
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


def closable_or_404(request: HttpRequest, group_id: str) -> Group:
    """Return a group that the member may close; raises `Http404` for others.

    The teacher may, the administrators of its federation, and the staff with the power over federations.
    """
    member = signed_in_member(request)
    group = Group.objects.select_related("teacher", "federation").filter(pk=group_id).first()
    if group is None or not _may_close(member, group):
        raise Http404
    return group


def _may_close(member: Member, group: Group) -> bool:
    if group.teacher_id == member.pk:
        return True
    if group.federation is None:
        return permissions.is_federation_staff(member)
    return permissions.may_administer(member, group.federation)


def pupil_or_404(group: Group, number: int) -> Pupil:
    """Return a pupil of a group; raises `Http404` without one."""
    pupil = Pupil.objects.select_related("member").filter(group=group, pk=number).first()
    if pupil is None:
        raise Http404
    return pupil


def join_address(request: HttpRequest) -> str:
    """Return the address at which codes are typed, as one reads it out."""
    return f"{request.get_host()}{reverse('group_join')}"


def show_group(
    request: HttpRequest,
    access: GroupAccess,
    form: PupilsForm | None = None,
    task_form: HomeworkForm | None = None,
    simul_form: SimulForm | None = None,
) -> HttpResponse:
    """Return the page of a group; the forms say what was refused."""
    group, pupils = access.group, queries.pupils_of(access.group)
    if access.place is not None:
        counts.forget(access.place.member_id)
    workers = pupils if access.place is None else [access.place]
    tasks = homework.tasks_of(group, workers)
    context: dict[str, Any] = {
        "here": "groups",
        "group": group,
        "is_teacher": access.is_teacher,
        "place": access.place,
        "pupils": pupils,
        "most": MOST_PUPILS,
        "tasks": tasks,
        "simuls": [(simul, TITLES.get(simul.game, simul.game)) for simul in group.simuls.order_by("-pk")],
        "own_tasks": [] if access.place is None else [(task, task.states[access.place.pk]) for task in tasks],
    }
    if access.is_teacher:
        is_open = bool(group.join_code) and group.join_until > now_ms()
        context["code"] = codes.spaced(group.join_code) if is_open else ""
        context["join_until"] = group.join_until
        context["address"] = join_address(request)
        context["form"] = form or PupilsForm()
        context["rows"] = [(pupil, [task.states[pupil.pk] for task in tasks]) for pupil in pupils]
        context["simul_form"] = simul_form or SimulForm()
        context["task_forms"] = [_task_form(kind, task_form) for kind in HomeworkKind]
    is_wrong = any(sent is not None and sent.errors for sent in (form, task_form, simul_form))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
    return render(request, "zaria/classroom/group.html", context, status=status)


def _task_form(kind: HomeworkKind, sent: HomeworkForm | None) -> HomeworkForm:
    """Return the form of a kind of tasks: the one that was sent, or an empty one."""
    return sent if sent is not None and sent.kind == kind else HomeworkForm(kind)
