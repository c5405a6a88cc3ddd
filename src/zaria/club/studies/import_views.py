"""Files of studies, and of games with variations: each game becomes a chapter."""

from http import HTTPStatus
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.matches.replay.refusals import translated
from zaria.club.site.visibility import Visibility
from zaria.club.studies import actions, queries
from zaria.club.studies.actions import RefusedStudyError
from zaria.club.studies.chapter_views import writable_or_404
from zaria.club.studies.forms import FileForm, StudyForm
from zaria.club.studies.models import Study
from zaria.club.studies.reading import read_file, titled
from zaria.club.studies.texts import sentence
from zaria.records.errors import InvalidRecordError
from zaria.studies.chapter import MOST_CHAPTERS
from zaria.studies.formats.files import ReadStudy


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
async def import_file(request: HttpRequest, study_id: str = "") -> HttpResponse:
    """Create a study from a file, or add its games to a study as chapters."""
    sent = await sync_to_async(_sent)(request, study_id)
    if not sent.is_valid:
        return await sync_to_async(_page)(request, sent)
    try:
        shown = await read_file(sent.member, sent.form.body())
    except InvalidRecordError as error:
        return await sync_to_async(_page)(request, sent, error)
    except RefusedStudyError as error:
        sent.form.add_error(None, sentence(error))
        return await sync_to_async(_page)(request, sent)
    return await sync_to_async(_store)(request, sent, shown)


class _Import(NamedTuple):
    """A request for an import: the study to which chapters are added, None for a new one, and the forms."""

    member: Member
    study: Study | None
    form: FileForm
    title_form: StudyForm
    is_valid: bool


def _sent(request: HttpRequest, study_id: str) -> _Import:
    """Read the forms of a request."""
    member = signed_in_member(request)
    study = writable_or_404(request, study_id).study if study_id else None
    is_sent = request.method == "POST"
    form = FileForm(request.POST, request.FILES) if is_sent else FileForm()
    title_form = _title_form(request.POST if is_sent else None)
    is_valid = form.is_valid() and (study is not None or title_form.is_valid())
    return _Import(member, study, form, title_form, is_valid)


def _title_form(sent: Any) -> StudyForm:
    form = StudyForm(sent, initial={"visibility": Visibility.UNLISTED})
    form.fields["title"].required = False
    return form


def _store(request: HttpRequest, sent: _Import, shown: ReadStudy) -> HttpResponse:
    """Store the chapters of a file, and lead to the first."""
    member, study = sent.member, sent.study
    first_number = 1 if study is None else queries.chapters_of(study).count() + 1
    chapters = titled(shown.chapters, first_number)
    try:
        if study is not None:
            row = actions.add_chapters(member, study, chapters)
            return HttpResponseRedirect(reverse("study_chapter", args=[study.pk, row.pk]))
        values = sent.title_form.cleaned_data
        title = values["title"] or shown.title or chapters[0].title
        created = actions.create(member, title, values["visibility"], chapters)
        return HttpResponseRedirect(reverse("study", args=[created.pk]))
    except RefusedStudyError as error:
        sent.form.add_error(None, sentence(error))
        return _page(request, sent)


def _page(request: HttpRequest, sent: _Import, error: InvalidRecordError | None = None) -> HttpResponse:
    context: dict[str, Any] = {
        "here": "studies",
        "study": sent.study,
        "form": sent.form,
        "title_form": None if sent.study is not None else sent.title_form,
        "most": MOST_CHAPTERS,
    }
    if error is not None:
        context["line"] = error.line
        context["reason"], context["is_known"] = translated(error.reason)
    is_wrong = error is not None or (
        request.method == "POST" and not (sent.is_valid and sent.form.is_valid())
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
    return render(request, "zaria/studies/import.html", context, status=status)
