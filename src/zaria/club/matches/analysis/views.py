"""Progress, requests and results of analyses as JSON (docs/reference/analysis.md)."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import brotli
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from zaria.bots.analysis import DEPTHS, VERSION, decode, encode
from zaria.club.matches.analysis import actions, limits, record_sources
from zaria.club.matches.analysis.line_cuts import without_lines
from zaria.club.matches.analysis.models import DONE, FAILED, Analysis
from zaria.club.matches.analysis.running_matches import silence_about
from zaria.club.matches.replay.public_record import is_over
from zaria.club.site.front_end import compression
from zaria.match.events import Cancelled, GameStarted

USUAL = "normal"
PAUSE = 60
"""Seconds after which a visitor who asked too often may ask again."""


@require_http_methods(["GET", "HEAD", "POST"])
async def state(request: HttpRequest, match_id: str) -> HttpResponse:
    """State of the analysis of a match; a POST requests one."""
    if request.method == "POST":
        return await _ask(request, match_id, request.POST.get("depth", USUAL))
    return await _state(request, match_id, request.GET.get("depth", USUAL))


@require_safe
async def result(request: HttpRequest, match_id: str, depth: str) -> HttpResponse:
    """The result as it was packed, or without its lines for players of running rated matches."""
    packed = await sync_to_async(_body)(match_id, depth)
    if packed is None:
        return _refused("no_analysis")
    silence = await silence_about(request, match_id)
    if silence.whole:
        return _refused("rated_match")
    tag, body = packed
    if silence.lines:
        tag, body = f"{tag}-short", await sync_to_async(_shortened, thread_sensitive=False)(body)
    taken = compression.preferred_encoding(request.headers.get("Accept-Encoding", "")) == "br"
    tag = f'"{tag}{"-br" if taken else ""}"'
    if tag in [tag_sent.strip() for tag_sent in request.headers.get("If-None-Match", "").split(",")]:
        response = HttpResponse(status=HTTPStatus.NOT_MODIFIED)
    else:
        content = body if taken else await sync_to_async(brotli.decompress, thread_sensitive=False)(body)
        response = HttpResponse(content, content_type="application/json")
        if taken:
            response["Content-Encoding"] = "br"
            response["Content-Length"] = str(len(content))
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    response["Vary"] = "Accept-Encoding"
    return response


@conditional_page
async def _state(request: HttpRequest, match_id: str, depth: str) -> HttpResponse:
    if depth not in DEPTHS:
        return _refused("bad_depth")
    analysis = await sync_to_async(_found)(match_id, depth)
    if analysis is None:
        reason = await objection(request, match_id)
        analysis = {"state": "none", "depth": depth} if reason is None else None
        if analysis is None:
            return _refused(str(reason))
    if analysis["state"] == DONE and (await silence_about(request, match_id)).whole:
        return _refused("rated_match")
    return await _standing(match_id, analysis)


async def _ask(request: HttpRequest, match_id: str, depth: str) -> HttpResponse:
    if depth not in DEPTHS:
        return _refused("bad_depth")
    if (await silence_about(request, match_id)).whole:
        return _refused("rated_match")
    analysis = await sync_to_async(_found)(match_id, depth)
    if analysis is None or analysis["state"] == FAILED:
        reason = await objection(request, match_id)
        if reason is not None:
            return _refused(reason)
        if not await limits.allowed(request):
            return _refused("too_many")
        try:
            analysis = await sync_to_async(_request)(match_id, depth, limits.requester_of(request))
        except actions.AnalysisRefusedError as refused:
            return _refused(refused.code)
    return await _standing(
        match_id, analysis, HTTPStatus.OK if analysis["state"] == DONE else HTTPStatus.ACCEPTED
    )


async def _standing(
    match_id: str, analysis: dict[str, Any], status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """With how the other depths stand: who comes back is led to what is there."""
    depths = await sync_to_async(_depths)(match_id)
    return _json(analysis | {"depths": depths}, status)


async def objection(request: HttpRequest, match_id: str) -> str | None:
    """Return the code of the reason for which a match cannot be analysed, or None."""
    events = await record_sources.record(request, match_id)
    if events is None:
        return "no_match"
    if not is_over(events):
        return "unfinished"
    cancelled = any(isinstance(event, Cancelled) for event in events)
    played = any(isinstance(event, GameStarted) for event in events)
    return "no_game" if cancelled or not played else None


def _found(match_id: str, depth: str) -> dict[str, Any] | None:
    row = actions.find(match_id, depth)
    return None if row is None else _shown(row)


def _depths(match_id: str) -> dict[str, str]:
    """State of each requested depth."""
    rows = Analysis.objects.filter(match_id=match_id, version=VERSION)
    return dict(rows.order_by("effort").values_list("depth", "state"))


def _request(match_id: str, depth: str, requester: limits.Requester) -> dict[str, Any]:
    return _shown(actions.ask(match_id, depth, *requester))


def _shown(row: Analysis) -> dict[str, Any]:
    shown: dict[str, Any] = {"state": row.state, "depth": row.depth}
    if row.state == FAILED:
        less = row.depth != DEPTHS[0]  # nothing looks less far than the first
        reason = row.reason if less or row.reason != "too_long" else "too_long_anyhow"
        return shown | {"code": row.reason, "reason": _sentence(reason)}
    shown |= {"progress": row.progress, "ahead": actions.count_ahead(row) if row.state == "waiting" else 0}
    if row.state == DONE:
        shown["url"] = record_sources.result_address(row.match_id, row.depth)
    return shown


def _body(match_id: str, depth: str) -> tuple[str, bytes] | None:
    rows = Analysis.objects.filter(match_id=match_id, depth=depth, version=VERSION, state=DONE)
    row = rows.only("pk", "asked", "size", "body").first()
    return None if row is None or row.body is None else (f"{row.pk}-{row.asked}-{row.size}", bytes(row.body))


def _shortened(body: bytes) -> bytes:
    analysis = decode(brotli.decompress(body))
    return brotli.compress(encode(without_lines(analysis)), mode=brotli.MODE_TEXT, quality=4)


def _json(content: dict[str, Any], status: HTTPStatus = HTTPStatus.OK) -> JsonResponse:
    response = JsonResponse(content, status=status)
    response["Cache-Control"] = "no-cache"
    return response


def _refused(code: str) -> JsonResponse:
    status = _STATUS.get(code, HTTPStatus.CONFLICT)
    response = _json({"state": "refused", "code": code, "reason": _sentence(code)}, status)
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        response["Retry-After"] = str(PAUSE)
    return response


def _sentence(code: str) -> str:
    return _SENTENCES.get(code, _SENTENCES["broken"])()


_STATUS = {
    "rated_match": HTTPStatus.FORBIDDEN,
    "no_match": HTTPStatus.NOT_FOUND,
    "no_analysis": HTTPStatus.NOT_FOUND,
    "bad_depth": HTTPStatus.UNPROCESSABLE_ENTITY,
    "one_at_a_time": HTTPStatus.TOO_MANY_REQUESTS,
    "too_many": HTTPStatus.TOO_MANY_REQUESTS,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
}

_SENTENCES: dict[str, Callable[[], str]] = {
    "rated_match": lambda: _("The engine is available again once your rated match is over."),
    "no_match": lambda: _("There is no such table"),
    "gone": lambda: _("There is no such table"),
    "no_analysis": lambda: _("This match hasn't been analysed yet."),
    "unfinished": lambda: _("This match is still being played"),
    "no_game": lambda: _("No game was played"),
    "bad": lambda: _("This record can't be analysed: it doesn't follow the rules used here."),
    "bad_depth": lambda: _("We can't process this request"),
    "one_at_a_time": lambda: _("You already have an analysis running. Please wait for it to finish."),
    "too_many": lambda: _("Please wait a minute and try again."),
    "busy": lambda: _("Many analyses are waiting. Please try again later."),
    "too_long": lambda: _("The analysis took too long. Try a lower depth."),
    "too_long_anyhow": lambda: _("The analysis took too long. Please try again later."),
    "broken": lambda: _("The analysis failed. Something went wrong on our side. It has been logged."),
}
