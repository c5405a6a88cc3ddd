"""The pages of the pupils of a group, for its teacher: new accounts, cards, a pupil."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.classroom import actions, homework, pages, pupil_progress
from zaria.club.groups import actions as group_actions
from zaria.club.groups import codes, queries
from zaria.club.groups.actions import RefusedGroupError
from zaria.club.groups.forms import PupilsForm
from zaria.club.groups.models import Pupil
from zaria.club.groups.queries import GroupAccess
from zaria.club.groups.texts import sentence
from zaria.club.personal_data.export import json_parts
from zaria.club.site.http.file_parts import read_parts


@require_POST
@login_required
def add_pupils(request: HttpRequest, group_id: str) -> HttpResponse:
    """Make accounts for the pupils that a teacher names."""
    group = pages.taught_or_404(request, group_id)
    form = PupilsForm(request.POST)
    if form.is_valid():
        try:
            pupils = group_actions.add_pupils(group, form.cleaned_data["names"])
        except RefusedGroupError as refusal:
            form.add_error("names", sentence(refusal))
        else:
            text = ngettext(
                "%(count)s account made. Print its card.",
                "%(count)s accounts made. Print their cards.",
                len(pupils),
            )
            messages.success(request, text % {"count": len(pupils)})
            return HttpResponseRedirect(reverse("group", args=[group.pk]))
    return pages.show_group(request, GroupAccess(group, True, None), form)


@require_safe
@never_cache
@login_required
def cards_page(request: HttpRequest, group_id: str) -> HttpResponse:
    """Show the cards of all pupil accounts of a group, to be printed and cut."""
    group = pages.taught_or_404(request, group_id)
    cards = [
        (pupil, codes.spaced(codes.card_code(pupil.member_id, pupil.card_number)))
        for pupil in queries.pupils_of(group)
        if pupil.member.is_pupil
    ]
    context = {
        "here": "groups",
        "group": group,
        "cards": cards,
        "address": pages.join_address(request),
    }
    return render(request, "zaria/classroom/cards.html", context)


@require_safe
@never_cache
@login_required
def pupil_page(request: HttpRequest, group_id: str, number: int) -> HttpResponse:
    """Show a pupil to the teacher."""
    group = pages.taught_or_404(request, group_id)
    pupil = pages.pupil_or_404(group, number)
    tasks = homework.tasks_of(group, [pupil])
    context = {
        "here": "groups",
        "group": group,
        "pupil": pupil,
        "tasks": [(task, task.states[pupil.pk]) for task in tasks],
        "progress": pupil_progress.progress_of(pupil.member),
        "code": codes.spaced(codes.card_code(pupil.member_id, pupil.card_number))
        if pupil.member.is_pupil
        else "",
    }
    return render(request, "zaria/classroom/pupil.html", context)


@require_POST
@login_required
def renew_card(request: HttpRequest, group_id: str, number: int) -> HttpResponse:
    """Give a pupil account a new card; the old one opens nothing any more."""
    pupil = _account_or_404(request, group_id, number)
    group_actions.renew_card(pupil)
    messages.success(request, _("The old card no longer works. Print the new one."))
    return HttpResponseRedirect(reverse("group_pupil", args=[group_id, number]))


@require_safe
@never_cache
@login_required
def data_file(request: HttpRequest, group_id: str, number: int) -> StreamingHttpResponse:
    """Send the teacher all data of a pupil account."""
    pupil = _account_or_404(request, group_id, number)
    response = StreamingHttpResponse(read_parts(json_parts(pupil.member)), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{pupil.member.username}.json"'
    return response


@require_POST
@login_required
def remove(request: HttpRequest, group_id: str, number: int) -> HttpResponse:
    """Remove a pupil from a group; a pupil account ends with that."""
    group = pages.taught_or_404(request, group_id)
    actions.remove_pupil(pages.pupil_or_404(group, number))
    messages.success(request, _("The pupil is no longer in the group."))
    return HttpResponseRedirect(reverse("group", args=[group_id]))


def _account_or_404(request: HttpRequest, group_id: str, number: int) -> Pupil:
    """Return a pupil account of the teacher who asks."""
    pupil = pages.pupil_or_404(pages.taught_or_404(request, group_id), number)
    if not pupil.member.is_pupil:
        raise Http404
    return pupil
