"""The page that adds what another page shows to a study: the last used one comes first."""

from http import HTTPStatus
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.site.visibility import Visibility
from zaria.club.studies import actions, queries
from zaria.club.studies.actions import RefusedStudyError
from zaria.club.studies.sources import StudySource, source_of
from zaria.club.studies.texts import sentence

MOST_OFFERED = 20
"""Studies that the page offers, the last used first."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
async def add(request: HttpRequest) -> HttpResponse:
    """Offer the member's studies for what the address names (`from`), or add it to one of them."""
    source = await source_of(request)
    member = await sync_to_async(member_of)(request)
    assert member is not None
    return await sync_to_async(_answer)(request, member, source)


def _answer(request: HttpRequest, member: Member, source: StudySource) -> HttpResponse:
    context: dict[str, Any] = {"here": "studies", "source": source}
    if request.method == "POST":
        try:
            return HttpResponseRedirect(_added(request, member, source))
        except RefusedStudyError as error:
            context["wrong"] = sentence(error)
    context["entries"] = queries.writable_studies(member, MOST_OFFERED)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if "wrong" in context else HTTPStatus.OK
    return render(request, "zaria/studies/add.html", context, status=status)


def _added(request: HttpRequest, member: Member, source: StudySource) -> str:
    """Add the chapters to the study of the form, or to a new one; return the address of the first."""
    study_id = request.POST.get("study", "")
    if not study_id:
        study = actions.create(member, source.title, Visibility.UNLISTED, source.chapters)
        return reverse("study", args=[study.pk])
    access = queries.access(study_id, member)
    if access is None or not access.may_write:
        raise RefusedStudyError("not_writer")
    row = actions.add_chapters(member, access.study, source.chapters)
    return reverse("study_chapter", args=[study_id, row.pk])
