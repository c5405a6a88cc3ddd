"""The pages of records. Nothing here is stored: a file that is shown lives in its page alone."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from zaria import games
from zaria.club.accounts import players
from zaria.club.games.catalogue import TITLES
from zaria.club.matches.replay.frames import new_game_address, position_context, replay_context
from zaria.club.matches.replay.positions import parse_options, parse_position
from zaria.club.matches.replay.public_record import is_over, nameless
from zaria.club.matches.replay.refusals import translated
from zaria.club.site import errors, i18n
from zaria.club.site.asgi import live_of
from zaria.games.protocols import InvalidOptionsError, InvalidPositionError, Option
from zaria.match.events import Cancelled, Event
from zaria.records import convert
from zaria.records.errors import InvalidRecordError, UnsupportedRecordError
from zaria.records.replay import replay

MOST_PASTED = 60_000
"""Letters that may be pasted; a file may be larger."""

MOST_SHOWN = 12_000
"""Events of a file that is shown; matches to 64 points have some 8,000."""

_reader = ThreadPoolExecutor(1, "reader")
_MATCH = re.compile(r"[-\w]{1,64}", re.ASCII)
"""Reads the files of visitors one at a time: the tables must not feel it, however many are sent."""


@require_safe
async def download(request: HttpRequest, match_id: str, form: str) -> HttpResponse:
    """The record of a finished match as a file."""
    events = await _finished(request, match_id)
    if isinstance(events, HttpResponse):
        return events
    try:
        body = await asyncio.to_thread(convert.write, nameless(events), form)
    except UnsupportedRecordError:
        text = _("This file format cannot hold this match. Use the JSON record.")
        return errors.page(request, HTTPStatus.NOT_FOUND, _("There is no such record"), text)
    response = HttpResponse(body, content_type=convert.TYPES[form])
    response["Content-Disposition"] = f'attachment; filename="zaria-{match_id}.{form}"'
    return response


@require_safe
async def replay_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """A finished match, turn by turn; `at` is the number of a frame."""
    events = await _finished(request, match_id)
    if isinstance(events, HttpResponse):
        return events
    reader = players.of(request)
    you = await live_of(request).side(match_id, reader.id) if reader is not None else None
    return await sync_to_async(_replay, thread_sensitive=False)(request, match_id, events, you)


@require_http_methods(["GET", "HEAD", "POST"])
async def open_file(request: HttpRequest) -> HttpResponse:
    """A record from the visitor's own disk, shown and forgotten."""
    if request.method != "POST":
        return _form(request)
    uploaded = request.FILES.get("file")
    pasted = request.POST.get("text", "")
    body = uploaded.read() if uploaded is not None else pasted.encode("utf-8", "replace")
    game = request.POST.get("game", "")
    return await sync_to_async(_opened, thread_sensitive=False, executor=_reader)(request, body, game)


@require_safe
def position(request: HttpRequest, game: str) -> HttpResponse:
    """Any position of a game; without one that in which it begins."""
    if game not in TITLES:
        raise Http404
    text, side = request.GET.get("p", "").strip(), request.GET.get("side") == "1"
    options: dict[str, Option] = {}
    try:
        options = parse_options(game, request.GET.getlist("set"))
        parsed = parse_position(games.get(game, **options), text, int(side))
        wrong = ""
    except (InvalidPositionError, InvalidOptionsError) as error:
        options, parsed, wrong = {}, parse_position(games.get(game), "", 0), str(error)
    near, cube = request.GET.get("near", ""), request.GET.get("cube") != "no"
    context = position_context(parsed.frame, int(near) if near in ("0", "1") else parsed.near, options, cube)
    context |= {"game": game, "title": TITLES[game], "notations": parsed.names, "text": text, "wrong": wrong}
    context |= {"position": parsed, "cube": cube, "back": _way_back(request)}
    if parsed.start is not None and not wrong:
        context["play"] = new_game_address(game, parsed.start, request.GET.getlist("set"))
    return render(request, "zaria/position.html", context, status=422 if wrong else 200)


def _way_back(request: HttpRequest) -> str:
    """The address of the replay from which somebody came, at the same frame."""
    match_id = request.GET.get("match", "")
    if not _MATCH.fullmatch(match_id):
        return ""
    return f"{reverse('replay', args=[match_id])}?at={_number(request.GET.get('at', ''))}"


def _replay(request: HttpRequest, match_id: str, events: list[Event], you: int | None) -> HttpResponse:
    record = replay(events)
    address = reverse("replay", args=[match_id])
    context = replay_context(record, _number(request.GET.get("at", "")), address, you)
    context["table"] = reverse("table", args=[match_id])
    context["words"] = i18n.of_game(i18n.analysis_words(), record.match.terms.game)
    terms = record.match.terms
    context["files"] = [
        (form, reverse("record", args=[match_id, form]))
        for form in convert.formats(terms.game, terms.position)
    ]
    return render(request, "zaria/replay.html", context)


def _opened(request: HttpRequest, body: bytes, game: str) -> HttpResponse:
    try:
        record = replay(_read(body, game))
    except InvalidRecordError as error:
        return _form(request, error, game)
    return render(request, "zaria/replay.html", replay_context(record, 0, ""))


def _read(body: bytes, game: str) -> list[Event]:
    if not body.strip():
        raise InvalidRecordError("the file is empty")
    form = convert.guess(body)
    events = convert.read(body, form, "" if form in convert.NAMING else game)
    if len(events) > MOST_SHOWN:
        raise InvalidRecordError(f"more than {MOST_SHOWN} events")
    return events


def _form(request: HttpRequest, error: InvalidRecordError | None = None, game: str = "") -> HttpResponse:
    reason, known = translated(error.reason) if error is not None else ("", True)
    playable = [(name, TITLES[name]) for name in games.names() if "mat" in convert.formats(name)]
    context = {
        "here": "replay",
        "wrong": error,
        "reason": reason,
        "known": known,
        "games": playable,
        "game": game or "backgammon",
        "most": MOST_PASTED,
        "words": i18n.words(),
    }
    return render(request, "zaria/replay_open.html", context, status=422 if error else 200)


async def _finished(request: HttpRequest, match_id: str) -> list[Event] | HttpResponse:
    """The events of a match that is over, or the page that says why there are none."""
    events = await live_of(request).record(match_id)
    if events is None:
        text = _("Check the link, or open a new table.")
        return errors.page(request, 404, _("There is no such table"), text)
    if not is_over(events):
        text = _("Its record is available once the match is over.")
        return errors.page(request, 409, _("This match is still being played"), text, f"/t/{match_id}")
    if any(isinstance(event, Cancelled) for event in events):
        return errors.page(request, 404, _("The table was cancelled"), _("No game was played"))
    return events


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
