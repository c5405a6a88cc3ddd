"""The pages and files of an imported match."""

import asyncio
from collections.abc import Sequence

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from zaria.club.accounts.requests import member_of
from zaria.club.library import name_links
from zaria.club.library.importing import record_of
from zaria.club.library.models import ImportedMatch, NameLink
from zaria.club.library.visibility import match_for
from zaria.club.matches.analysis import attempts, rate_words
from zaria.club.matches.analysis import views as analysis_views
from zaria.club.matches.learning_links import learning_links
from zaria.club.matches.replay.frames import replay_context
from zaria.club.matches.replay.views import replay_words
from zaria.club.site.http import errors
from zaria.records import convert
from zaria.records.errors import UnsupportedRecordError
from zaria.records.replay import replay


@require_safe
@never_cache
async def replay_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show an imported match turn by turn; `at` is the number of a frame."""
    match = await _match(request, key)
    linked = await sync_to_async(name_links.linked_sides)(match)
    return await sync_to_async(_replay, thread_sensitive=False)(request, match, linked)


@require_safe
@never_cache
async def download(request: HttpRequest, key: str, form: str) -> HttpResponse:
    """Return the record of an imported match as a file."""
    match = await _match(request, key)
    address = request.build_absolute_uri(reverse("imported_replay", args=[key]))
    try:
        body = await asyncio.to_thread(_written, match, form, address)
    except UnsupportedRecordError:
        text = _("This file format can't hold this match. Use the JSON record.")
        return errors.page(request, 404, _("There is no such record"), text)
    response = HttpResponse(body, content_type=convert.TYPES[form])
    response["Content-Disposition"] = f'attachment; filename="zaria-{key}.{form}"'
    return response


async def _match(request: HttpRequest, key: str) -> ImportedMatch:
    """The match of an address; raises `Http404` if the visitor may not see it."""
    match = await sync_to_async(_visible)(request, key)
    if match is None:
        raise Http404
    return match


@never_cache
async def analysis_state(request: HttpRequest, key: str) -> HttpResponse:
    """State of the analysis of an imported match; a POST requests one."""
    match = await _match(request, key)
    return await analysis_views.state(request, match.match_id)


@never_cache
async def analysis_result(request: HttpRequest, key: str, depth: str) -> HttpResponse:
    """The analysis of an imported match."""
    match = await _match(request, key)
    return await analysis_views.result(request, match.match_id, depth)


@never_cache
async def attempt(request: HttpRequest, key: str) -> HttpResponse:
    """Another turn in place of one of an imported match."""
    match = await _match(request, key)
    return await attempts.attempt(request, match.match_id)


def _visible(request: HttpRequest, key: str) -> ImportedMatch | None:
    return match_for(key, member_of(request))


def _written(match: ImportedMatch, form: str, address: str) -> bytes:
    return convert.write(record_of(match), form, address, match.occasion)


def _replay(request: HttpRequest, match: ImportedMatch, linked: Sequence[NameLink]) -> HttpResponse:
    record = replay(record_of(match))
    terms = record.match.terms
    at = request.GET.get("at", "")
    number = int(at) if at.isascii() and at.isdigit() and len(at) < 7 else 0
    address = reverse("imported_replay", args=[match.key])
    context = replay_context(record, number, address, match.own_side)
    context |= {
        "imported": match,
        "linked": linked,
        "words": replay_words(terms.game),
        "rate_words": rate_words.in_json(terms.game),
        "learning": learning_links(terms.game),
        "files": [
            (form, reverse("imported_record", args=[match.key, form]))
            for form in convert.formats(terms.game, terms.position)
        ],
    }
    return render(request, "zaria/replay.html", context)
