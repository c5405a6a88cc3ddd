"""A study as a file, and as a page to print."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from zaria.club.games.catalogue import TITLES
from zaria.club.site.http import errors
from zaria.club.studies import queries
from zaria.club.studies.printed import printed_chapter
from zaria.club.studies.views import access_or_404
from zaria.studies.chapter import InvalidChapterError
from zaria.studies.formats import files


@require_safe
@never_cache
def download(request: HttpRequest, study_id: str, form: str) -> HttpResponse:
    """Send the chapters of a study that a format can hold."""
    study = access_or_404(request, study_id).study
    chapters = [queries.tree_of(row) for row in study.chapters.order_by("place", "pk")]
    site = request.build_absolute_uri(reverse("study", args=[study_id]))
    try:
        body = files.write(study.title, chapters, form, site)
    except InvalidChapterError:
        text = _("This file format can't hold any chapter of this study. Use JSON.")
        return errors.page(request, HTTPStatus.NOT_FOUND, _("There is no such file"), text)
    response = HttpResponse(body, content_type=files.TYPES[form])
    name = slugify(study.title) or "study"
    response["Content-Disposition"] = f'attachment; filename="{name}-{study_id}.{form}"'
    return response


@require_safe
@never_cache
def print_page(request: HttpRequest, study_id: str) -> HttpResponse:
    """Show all chapters of a study with their positions, to be printed."""
    study = access_or_404(request, study_id).study
    rows = study.chapters.order_by("place", "pk")
    context = {
        "here": "studies",
        "study": study,
        "games": sorted({row.game for row in rows}),
        "chapters": [printed_chapter(row, queries.tree_of(row), TITLES[row.game]) for row in rows],
    }
    return render(request, "zaria/studies/print.html", context)
