"""The forms of chapters: a new one, its title, its place, its deletion."""

from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from zaria.club.accounts.requests import signed_in_member
from zaria.club.matches.replay.refusals import translated
from zaria.club.site.http import errors
from zaria.club.studies import actions, queries
from zaria.club.studies.actions import RefusedStudyError
from zaria.club.studies.forms import ChapterForm
from zaria.club.studies.queries import Access
from zaria.club.studies.starts import chapter_at
from zaria.club.studies.texts import sentence
from zaria.games.protocols import InvalidPositionError
from zaria.studies.chapter import ChapterTree
from zaria.studies.operations import Rename

REPEATED = ("rename", "up", "down")
"""Acts whose button is often pressed again."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new_chapter(request: HttpRequest, study_id: str) -> HttpResponse:
    """Add a chapter to a study."""
    member = signed_in_member(request)
    access = writable_or_404(request, study_id)
    rows = list(queries.chapters_of(access.study))
    form = ChapterForm(request.POST if request.method == "POST" else None, initial={"game": rows[-1].game})
    if form.is_valid():
        chapter = chapter_of(form, _("Chapter %(n)s") % {"n": len(rows) + 1})
        if chapter is not None:
            try:
                row = actions.add_chapters(member, access.study, [chapter])
                return HttpResponseRedirect(reverse("study_chapter", args=[study_id, row.pk]))
            except RefusedStudyError as error:
                form.add_error(None, sentence(error))
    context = {"here": "studies", "study": access.study, "chapter_form": form}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "zaria/studies/new.html", context, status=status)


@require_POST
@never_cache
@login_required
def edit_chapter(request: HttpRequest, study_id: str, chapter_id: int) -> HttpResponse:
    """Rename, move or delete a chapter, as the button `act` says; its page then has the focus there again."""
    member = signed_in_member(request)
    study, act = writable_or_404(request, study_id).study, request.POST.get("act", "")
    row = queries.find_chapter(study, chapter_id)
    if row is None:
        raise Http404
    try:
        if act == "rename":
            operation = Rename(request.POST.get("title", "").strip() or row.title, row.title)
            actions.change(member, study, chapter_id, operation)
        elif act in ("up", "down"):
            actions.move_chapter(member, study, chapter_id, -1 if act == "up" else 1)
        elif act == "delete":
            actions.delete_chapter(member, study, chapter_id)
            return HttpResponseRedirect(reverse("study", args=[study_id]))
    except RefusedStudyError as error:
        return refused_page(request, error)
    address = reverse("study_chapter", args=[study_id, chapter_id])
    return HttpResponseRedirect(f"{address}?{urlencode({'act': act})}" if act in REPEATED else address)


def chapter_of(form: ChapterForm, title: str) -> ChapterTree | None:
    """Return the chapter of a valid form; None, with the reason at its field, for no position."""
    values = form.cleaned_data
    try:
        return chapter_at(values["game"], values["position"].strip(), 0, values["chapter"] or title)
    except InvalidPositionError as error:
        form.add_error("position", translated(str(error))[0])
        return None


def writable_or_404(request: HttpRequest, study_id: str) -> Access:
    """Return the access of a writer to a study; raises `Http404` for others."""
    access = queries.access(study_id, signed_in_member(request))
    if access is None or not access.may_write:
        raise Http404
    return access


def refused_page(request: HttpRequest, error: RefusedStudyError) -> HttpResponse:
    """Return the page that says why something was not done."""
    title = _("Your study hasn't changed")
    return errors.page(request, HTTPStatus.UNPROCESSABLE_ENTITY, title, sentence(error))
