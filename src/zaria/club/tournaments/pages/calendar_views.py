"""Tournaments as calendars: those of the club, of a federation, and one alone."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zaria.club.federations.queries import find_federation
from zaria.club.tournaments.export import calendar_file
from zaria.club.tournaments.models import Tournament
from zaria.club.tournaments.pages.views import find_readable, unknown

PUBLIC, OWN = "public, max-age=300", "private, no-cache"
"""The cache headers of public calendars and of others."""


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """The public tournaments that are to come, as a calendar."""
    return _calendar(request, calendar_file.upcoming(), "zaria-tournaments", _("Tournaments"))


@require_safe
def calendar_of_federation(request: HttpRequest, slug: str) -> HttpResponse:
    """The public tournaments of a federation that are to come, as a calendar."""
    federation = find_federation(slug)
    if federation is None:
        raise Http404
    title = _("{name}: tournaments").format(name=federation.name)
    return _calendar(request, calendar_file.upcoming(federation.slug), f"zaria-{federation.slug}", title)


@require_safe
def calendar_of(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """One tournament as a calendar."""
    row = find_readable(request, tournament_id)
    if row is None:
        return unknown(request)
    return _calendar(request, [row], f"zaria-{row.pk}", _("Tournaments"))


def _calendar(request: HttpRequest, rows: Sequence[Tournament], name: str, title: str) -> HttpResponse:
    site = f"{request.scheme}://{request.get_host()}"
    body = calendar_file.calendar(rows, site, title)
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.ics"'
    response["Cache-Control"] = OWN if any(row.private for row in rows) else PUBLIC
    return response
