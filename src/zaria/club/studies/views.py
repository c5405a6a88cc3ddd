"""The pages of studies: the lists, a new study, a chapter, and the changes of a chapter."""

from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts.requests import member_of, signed_in_member
from zaria.club.games.catalogue import TITLES
from zaria.club.link_pictures.preview import preview
from zaria.club.matches.analysis.engine_questions import answer_in_json
from zaria.club.matches.replay.frames import script
from zaria.club.site import i18n
from zaria.club.site.http.frames import frame_code, oembed_address
from zaria.club.site.visibility import Visibility
from zaria.club.studies import actions, page_changes, pages, queries
from zaria.club.studies.actions import RefusedStudyError
from zaria.club.studies.chapter_views import chapter_of
from zaria.club.studies.forms import ChapterForm, StudyForm
from zaria.club.studies.models import StudyChapter
from zaria.club.studies.queries import Access, News
from zaria.club.studies.texts import sentence
from zaria.studies import operations
from zaria.studies.chapter import ROOT, SIGNS
from zaria.studies.formats import files
from zaria.studies.operations import RefusedOperationError

LISTS = ("mine", "shared", "public")
_LONGEST_OPERATION = 20_000
MOMENT_DIGITS = 15
"""Digits of a moment in ms, and more."""


@require_safe
@never_cache
def studies(request: HttpRequest) -> HttpResponse:
    """Show the member's own studies, those shared with them, or the public ones, page by page."""
    member = member_of(request)
    list_name = request.GET.get("list", "")
    if list_name not in LISTS or member is None:
        list_name = "public" if member is None or list_name else "mine"
    number = pages.number_of(request.GET.get("page", ""), 1)
    skip, most = (number - 1) * queries.PAGE, queries.PAGE + 1
    if list_name == "public" or member is None:
        entries = queries.public_studies(most, skip)
    else:
        entries = queries.own_studies(member, shared=list_name == "shared", most=most, skip=skip)
    context = {
        "here": "studies",
        "list": list_name,
        "entries": entries[: queries.PAGE],
        "newer": number - 1 if number > 1 else 0,
        "older": number + 1 if len(entries) > queries.PAGE else 0,
        "is_member": member is not None,
    }
    return render(request, "zaria/studies/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new_study(request: HttpRequest) -> HttpResponse:
    """Create a study with its first chapter."""
    member, sent = signed_in_member(request), request.POST if request.method == "POST" else None
    form = StudyForm(sent, initial={"visibility": Visibility.UNLISTED})
    chapter_form = ChapterForm(sent, initial={"game": _known_game(request.GET.get("game", ""))})
    if form.is_valid() and chapter_form.is_valid():
        chapter = chapter_of(chapter_form, _("Chapter %(n)s") % {"n": 1})
        if chapter is not None:
            try:
                study = actions.create(
                    member, form.cleaned_data["title"], form.cleaned_data["visibility"], [chapter]
                )
                return HttpResponseRedirect(reverse("study", args=[study.pk]))
            except RefusedStudyError as error:
                form.add_error(None, sentence(error))
    context = {"here": "studies", "form": form, "chapter_form": chapter_form}
    return render(request, "zaria/studies/new.html", context, status=_status(form, chapter_form))


@require_safe
@never_cache
def study(request: HttpRequest, study_id: str, chapter_id: int | None = None) -> HttpResponse:
    """Show a chapter of a study at a node (`node`), or at a place of the line over it (`at`)."""
    access, row = access_or_404(request, study_id), None
    row = queries.find_chapter(access.study, chapter_id)
    if row is None:
        raise Http404
    shown = pages.line_through(queries.tree_of(row), pages.number_of(request.GET.get("node", ""), ROOT))
    if "at" in request.GET:
        at = pages.number_of(request.GET["at"], 0)
        shown = shown._replace(at=min(at, len(shown.nodes) - 1))
    member = member_of(request)
    if member is not None and access.role:
        actions.mark_used(member, access.study)
    context = pages.chapter_context(access, row, shown)
    chapters = list(queries.chapters_of(access.study))
    context |= {
        "chapters": chapters,
        "files": files.formats([chapter.game for chapter in chapters]),
        "people": queries.people_of(access.study),
        "signs": SIGNS[1:],
        "act": request.GET.get("act", "") if access.may_write else "",
        "sheet_json": script(context["sheet"]),
        "words": i18n.of_game(i18n.study_words(), shown.chapter.start.game),
    }
    if access.study.visibility != Visibility.PRIVATE:
        context |= {
            "preview": preview(request, access.study.title, row.title),
            "frame_code": frame_code(request, request.path, ""),
            "oembed": oembed_address(request),
        }
    return render(request, "zaria/studies/study.html", context)


@require_safe
@never_cache
def line(request: HttpRequest, study_id: str, chapter_id: int) -> HttpResponse:
    """Send the line over a node; nothing if the page knows the revision (`since`) and the leader's place.

    The page of a chapter that was deleted is sent to the study.
    A page that says what it has (`held`) is sent what differs from it.
    A page that got a message of a change names it (`revision`, `step`), and shares the reading with others.
    """
    shared = None
    if "revision" in request.GET:
        numbers = (request.GET.get(name, "") for name in ("revision", "step"))
        news = News(*(pages.number_of(text, 0, MOMENT_DIGITS) for text in numbers))
        shared = queries.announced(study_id, chapter_id, member_of(request), news)
    access = shared[0] if shared else access_or_404(request, study_id)
    row = shared[1] if shared else queries.find_chapter(access.study, chapter_id)
    if row is None:
        return answer_in_json({"moved": reverse("study", args=[study_id])})
    place = queries.lead_of(access.study)
    page_state = request.GET.get("since", ""), request.GET.get("lead", "0")
    if page_state == (str(row.revision), str(place.at if place is not None else 0)):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    shown = pages.line_through(queries.tree_of(row), pages.number_of(request.GET.get("node", ""), ROOT))
    held = page_changes.held_page(request.GET)
    return answer_in_json(page_changes.answer_for(access, row, shown, held))


@require_safe
@never_cache
def entry(request: HttpRequest, study_id: str, chapter_id: int) -> HttpResponse:
    """Send what can be played after a node; nothing if another writer has deleted it."""
    access = access_or_404(request, study_id)
    row = chapter_or_404(access, chapter_id)
    try:
        return answer_in_json(
            pages.entry_of(queries.tree_of(row), pages.number_of(request.GET.get("node", ""), ROOT))
        )
    except KeyError:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)


@require_POST
@never_cache
def change(request: HttpRequest, study_id: str, chapter_id: int) -> HttpResponse:
    """Apply an `operation` to a chapter, and send the line over the node to look at."""
    access, member = access_or_404(request, study_id), member_of(request)
    if member is None or not access.may_write:
        return refusal(RefusedStudyError("not_writer"))
    body = request.POST.get("operation", "")
    try:
        if len(body) > _LONGEST_OPERATION:
            raise RefusedStudyError("too_long")
        changed = actions.change(member, access.study, chapter_id, operations.decode(body))
    except RefusedOperationError as error:
        return refusal(RefusedStudyError(error.code))
    except RefusedStudyError as error:
        return refusal(error)
    shown = pages.line_through(changed.chapter, changed.node)
    held = page_changes.held_page(request.POST)
    return answer_in_json(page_changes.answer_for(access, changed.row, shown, held))


@require_POST
@never_cache
def lead(request: HttpRequest, study_id: str, chapter_id: int) -> HttpResponse:
    """Show a `node` to those who follow; without one, nothing any more."""
    access, member = access_or_404(request, study_id), member_of(request)
    if member is None or not access.may_write:
        return refusal(RefusedStudyError("not_writer"))
    row, node = chapter_or_404(access, chapter_id), request.POST.get("node", "")
    try:
        if node:
            actions.lead(member, access.study, row.pk, pages.number_of(node, ROOT))
        else:
            actions.stop_leading(member, access.study)
    except RefusedStudyError as error:
        return refusal(error)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def refusal(error: RefusedStudyError) -> HttpResponse:
    """Return the reason why something was not done, as a code and in words."""
    statuses = {"not_writer": HTTPStatus.FORBIDDEN, "too_fast": HTTPStatus.TOO_MANY_REQUESTS}
    status = statuses.get(error.code, HTTPStatus.UNPROCESSABLE_ENTITY)
    return answer_in_json({"code": error.code, "reason": sentence(error)}, status)


def access_or_404(request: HttpRequest, study_id: str) -> Access:
    """Return the visitor's access to a study; raises `Http404` where they may not see it."""
    access = queries.access(study_id, member_of(request))
    if access is None:
        raise Http404
    return access


def chapter_or_404(access: Access, chapter_id: int) -> StudyChapter:
    """Return a chapter of a study; raises `Http404`."""
    row = queries.find_chapter(access.study, chapter_id)
    if row is None:
        raise Http404
    return row


def _known_game(name: str) -> str:
    return name if name in TITLES else "backgammon"


def _status(*forms: Any) -> HTTPStatus:
    return HTTPStatus.UNPROCESSABLE_ENTITY if any(form.errors for form in forms) else HTTPStatus.OK
