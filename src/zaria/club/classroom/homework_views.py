"""Tasks of a group: given, deleted, and as a file of who has done them."""

from collections.abc import Iterator

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.classroom import counts, homework, pages
from zaria.club.classroom.forms import HomeworkForm
from zaria.club.groups import actions, queries
from zaria.club.groups.actions import RefusedGroupError
from zaria.club.groups.models import Group, HomeworkKind
from zaria.club.groups.queries import GroupAccess
from zaria.club.groups.texts import sentence
from zaria.club.site import csv_files

COLUMNS = ("pupil", "login", "kind", "task", "due", "done", "of", "tries", "done_at")
"""The columns of the file."""


@require_POST
@login_required
def give(request: HttpRequest, group_id: str) -> HttpResponse:
    """Give a group a task."""
    group = pages.taught_or_404(request, group_id)
    kind = request.POST.get("kind", "")
    if kind not in HomeworkKind.values:
        return HttpResponseBadRequest()
    form = HomeworkForm(kind, request.POST)
    if form.is_valid():
        try:
            actions.give_homework(form.homework(group))
        except RefusedGroupError as refusal:
            form.add_error(None, sentence(refusal))
        else:
            counts.forget_group(group)
            messages.success(request, _("The homework is given."))
            return HttpResponseRedirect(reverse("group", args=[group.pk]))
    return pages.show_group(request, GroupAccess(group, True, None), task_form=form)


@require_POST
@login_required
def delete(request: HttpRequest, group_id: str, number: int) -> HttpResponse:
    """Delete a task; what pupils have solved and played stays."""
    group = pages.taught_or_404(request, group_id)
    actions.delete_homework(group, number)
    counts.forget_group(group)
    return HttpResponseRedirect(reverse("group", args=[group.pk]))


@require_safe
@never_cache
@login_required
def homework_file(request: HttpRequest, group_id: str) -> HttpResponse:
    """Send the tasks of all pupils as a file for spreadsheets."""
    group = pages.taught_or_404(request, group_id)
    content = csv_files.header(COLUMNS) + csv_files.lines(_rows(group))
    response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="homework-{group.pk}.csv"'
    return response


def _rows(group: Group) -> Iterator[list[str]]:
    pupils = queries.pupils_of(group)
    for task in homework.tasks_of(group, pupils):
        for pupil in pupils:
            state = task.states[pupil.pk]
            yield [
                csv_files.harmless(pupil.display_name),
                pupil.member.username,
                task.homework.kind,
                csv_files.harmless(task.title),
                task.homework.due.isoformat(),
                str(state.done),
                str(state.wanted),
                str(state.tries),
                csv_files.moment(state.done_at) if state.done_at is not None else "",
            ]
