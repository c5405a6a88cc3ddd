"""The settings of a study: its title, its readers, the people in it, its deletion."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from zaria.club.accounts.requests import signed_in_member
from zaria.club.site.visibility import Visibility
from zaria.club.studies import actions, queries
from zaria.club.studies.actions import RefusedStudyError
from zaria.club.studies.chapter_views import refused_page
from zaria.club.studies.forms import PersonForm, StudyForm
from zaria.club.studies.queries import Access
from zaria.club.studies.texts import sentence


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def settings(request: HttpRequest, study_id: str) -> HttpResponse:
    """Show and save the settings of an own study."""
    access = _own_or_404(request, study_id)
    saved = {"title": access.study.title, "visibility": access.study.visibility}
    form = StudyForm(request.POST if request.method == "POST" else None, initial=saved)
    if form.is_valid():
        try:
            actions.update(signed_in_member(request), access.study, **form.cleaned_data)
            return HttpResponseRedirect(reverse("study", args=[study_id]))
        except RefusedStudyError as error:
            form.add_error(None, sentence(error))
    return _page(request, access, form, PersonForm())


@require_POST
@never_cache
@login_required
def people(request: HttpRequest, study_id: str) -> HttpResponse:
    """Let a member read or write in an own study, or remove one (`remove`): oneself from another's, too."""
    member = signed_in_member(request)
    access = queries.access(study_id, member)
    if access is None or not access.role:
        raise Http404
    removed = request.POST.get("remove", "")
    if removed:
        try:
            actions.remove_person(member, access.study, removed)
        except RefusedStudyError as error:
            return refused_page(request, error)
        return HttpResponseRedirect(
            reverse("study_settings", args=[study_id]) if access.is_owner else reverse("studies")
        )
    access, form = _own_or_404(request, study_id), PersonForm(request.POST)
    if form.is_valid():
        try:
            actions.invite(member, access.study, form.cleaned_data["login"], form.cleaned_data["role"])
            return HttpResponseRedirect(reverse("study_settings", args=[study_id]))
        except RefusedStudyError as error:
            form.add_error("login", sentence(error))
    saved = {"title": access.study.title, "visibility": access.study.visibility}
    return _page(request, access, StudyForm(initial=saved), form)


@require_POST
@never_cache
@login_required
def delete(request: HttpRequest, study_id: str) -> HttpResponse:
    """Delete an own study."""
    access = _own_or_404(request, study_id)
    try:
        actions.delete(signed_in_member(request), access.study)
    except RefusedStudyError as error:
        return refused_page(request, error)
    return HttpResponseRedirect(reverse("studies"))


def _page(request: HttpRequest, access: Access, form: StudyForm, person_form: PersonForm) -> HttpResponse:
    context = {
        "here": "studies",
        "study": access.study,
        "form": form,
        "person_form": person_form,
        "people": queries.people_of(access.study),
    }
    is_wrong = bool(form.errors or person_form.errors)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
    return render(request, "zaria/studies/settings.html", context, status=status)


@require_POST
@never_cache
@login_required
def copy(request: HttpRequest, study_id: str) -> HttpResponse:
    """Create an own, private study with the chapters of one that the member may read."""
    member = signed_in_member(request)
    access = queries.access(study_id, member)
    if access is None:
        raise Http404
    rows = access.study.chapters.order_by("place", "pk")
    chapters = [queries.tree_of(row) for row in rows]
    try:
        created = actions.create(member, access.study.title, Visibility.PRIVATE, chapters)
    except RefusedStudyError as error:
        return refused_page(request, error)
    return HttpResponseRedirect(reverse("study", args=[created.pk]))


def _own_or_404(request: HttpRequest, study_id: str) -> Access:
    access = queries.access(study_id, signed_in_member(request))
    if access is None or not access.is_owner:
        raise Http404
    return access
