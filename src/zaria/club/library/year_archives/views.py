"""The pages and files of the archives."""

import time
from functools import cache
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.views.decorators.http import require_safe

from zaria.club.accounts.requests import member_of
from zaria.club.federations import arms as coats_of_arms
from zaria.club.federations.models import Federation
from zaria.club.federations.queries import find_federation
from zaria.club.library.models import YearArchive
from zaria.club.library.year_archives import storage
from zaria.club.library.year_archives.licences import PREFERENCE, word_of
from zaria.club.library.year_archives.selection import ArchiveScope
from zaria.club.profile.texts import TEXTS
from zaria.club.site.http import errors
from zaria.club.site.http.file_parts import read_parts
from zaria.club.site.shared_rates import SharedRates
from zaria.live.rate_limits import Rates
from zaria.live.sockets.connection_limits import group, is_local

FILES_A_MINUTE = 20
"""Files that one address may request in a minute."""


@cache
def rates() -> Rates:
    """Of the files that visitors request."""
    return SharedRates("library.archives", FILES_A_MINUTE)


@require_safe
def archive_page(request: HttpRequest) -> HttpResponse:
    """List the archives of the club."""
    federations = Federation.objects.filter(slug__in=_federations()).order_by("name")
    context = _context(request, "") | {"here": "library", "federations": federations}
    return render(request, "zaria/library/archive.html", context)


@require_safe
def federation_page(request: HttpRequest, slug: str) -> HttpResponse:
    """List the archives of a federation."""
    federation = find_federation(slug)
    if federation is None:
        raise Http404
    context = _context(request, federation.slug) | {
        "here": "federations",
        "federation": federation,
        "arms_version": coats_of_arms.version(federation),
    }
    return render(request, "zaria/federations/archive.html", context)


@require_safe
async def archive_file(request: HttpRequest, year: str, slug: str = "") -> HttpResponseBase:
    """Send the file of a year, part by part."""
    archive = await sync_to_async(_find)(slug, year)
    if not await _is_allowed(request):
        return errors.too_many(request)
    etag, modified = f'"{archive.checksum}"', archive.built_at // 1000
    unchanged = get_conditional_response(request, etag, modified)
    response = unchanged or _whole_file(request, archive)
    response["ETag"], response["Last-Modified"] = etag, http_date(modified)
    response["Cache-Control"] = "public, no-cache"
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
def archive_checksum(request: HttpRequest, year: str, slug: str = "") -> HttpResponse:
    """Send the checksum of a file, as `sha256sum -c` reads it."""
    archive = _find(slug, year)
    text = f"{archive.checksum}  {file_name(archive)}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def file_name(archive: YearArchive) -> str:
    """Return the name under which the file of an archive is saved."""
    return "-".join(part for part in ("zaria", archive.federation, f"{archive.year}.zip") if part)


def file_address(archive: YearArchive) -> str:
    """Return the address of the file of an archive."""
    if archive.federation:
        return reverse("federation_archive_file", args=[archive.federation, archive.year])
    return reverse("archive_file", args=[archive.year])


def _whole_file(request: HttpRequest, archive: YearArchive) -> HttpResponseBase:
    if request.method == "HEAD":
        response: HttpResponseBase = HttpResponse(content_type="application/zip")
    else:
        parts = read_parts(storage.body_of(archive))
        response = StreamingHttpResponse(parts, content_type="application/zip")
    response["Content-Length"] = archive.size
    response["Content-Disposition"] = f'attachment; filename="{file_name(archive)}"'
    return response


async def _is_allowed(request: HttpRequest) -> bool:
    address = request.META.get("REMOTE_ADDR") or ""
    return is_local(address) or await rates().take_async(group(address), int(time.monotonic() * 1000))


def _find(slug: str, year: str) -> YearArchive:
    archive = storage.find(ArchiveScope(slug, int(year)))
    if archive is None:
        raise Http404
    return archive


def _federations() -> list[str]:
    """The federations that have an archive."""
    archives = YearArchive.objects.filter(matches__gt=0).exclude(federation="")
    return list(archives.values_list("federation", flat=True).distinct())


def _context(request: HttpRequest, federation: str) -> dict[str, Any]:
    reader = member_of(request)
    return {
        "archives": [(archive, file_address(archive)) for archive in storage.listed(federation)],
        "word": TEXTS[PREFERENCE].values[word_of(reader)] if reader is not None else "",
    }
