"""The pages of records. Nothing here is stored: a file that is shown lives in its page alone."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.games.catalogue import GROUPS, TITLES
from zaria.club.games.glossary.notes import script_words
from zaria.club.link_pictures import responses
from zaria.club.link_pictures.preview import preview
from zaria.club.matches.analysis import rate_words
from zaria.club.matches.learning_links import learning_links
from zaria.club.matches.notes import actions as notes
from zaria.club.matches.replay import link_cards
from zaria.club.matches.replay.frames import (
    library_address,
    new_game_address,
    position_context,
    presenter_of,
    replay_context,
)
from zaria.club.matches.replay.narration import Names, dice
from zaria.club.matches.replay.position_query import PositionQuery, read_position
from zaria.club.matches.replay.public_record import is_nameless, is_over, nameless
from zaria.club.matches.replay.refusals import translated
from zaria.club.matches.results.decisions import DirectorDecision, decision
from zaria.club.matches.results.gains import Gain, gains
from zaria.club.site import i18n
from zaria.club.site.asgi import live_of
from zaria.club.site.http import errors
from zaria.club.site.http.frames import for_any_frame, frame_code, oembed_address
from zaria.match.events import Cancelled, Event
from zaria.records import convert
from zaria.records.code_pages import CODE_PAGES
from zaria.records.contents import MatchPart, SeveralMatchesError
from zaria.records.errors import InvalidRecordError, UnsupportedRecordError
from zaria.records.replay import replay

MOST_PASTED = 60_000
"""Letters that may be pasted; a file may be larger."""

MOST_SHOWN = 16_000
"""Events of a file that is shown; matches to 64 points have some 8,000, at random some 13,000."""


_reader = ThreadPoolExecutor(1, "reader")
"""Reads the files of visitors one at a time: the tables must not feel it, however many are sent."""

_UNNAMED = {"mat", "sgf", "pdn"}
"""Formats of which a file may not say which game it holds."""
_MATCH = re.compile(r"[-\w]{1,64}", re.ASCII)


class RefusedNote(NamedTuple):
    """A note that was not stored, and the reason, to be shown to its author."""

    text: str
    reason: str


class ReplayOutcome(NamedTuple):
    """The gains of the reader from a match, and the decision that counts instead of its result."""

    gains: Sequence[Gain]
    decision: DirectorDecision | None


@require_safe
async def download(request: HttpRequest, match_id: str, form: str) -> HttpResponse:
    """The record of a finished match as a file."""
    events = await _finished(request, match_id)
    if isinstance(events, HttpResponse):
        return events
    try:
        body = await asyncio.to_thread(convert.write, nameless(events), form, _address(request, match_id))
    except UnsupportedRecordError:
        text = _("This file format can't hold this match. Use the JSON record.")
        return errors.page(request, HTTPStatus.NOT_FOUND, _("There is no such record"), text)
    response = HttpResponse(body, content_type=convert.TYPES[form])
    response["Content-Disposition"] = f'attachment; filename="zaria-{match_id}.{form}"'
    return response


def _address(request: HttpRequest, match_id: str) -> str:
    """Return the whole address of a match's table."""
    return request.build_absolute_uri(reverse("table", args=[match_id]))


@require_safe
async def replay_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """A finished match, turn by turn; `at` is the number of a frame."""
    return await show(request, match_id)


async def show(request: HttpRequest, match_id: str, refused_note: RefusedNote | None = None) -> HttpResponse:
    """Return the page of a finished match, with a note that was refused in its field."""
    events = await _finished(request, match_id)
    if isinstance(events, HttpResponse):
        return events
    reader, live = players.of(request), live_of(request)
    you = await live.side(match_id, reader.id) if reader is not None else None
    seats = await live.seats(match_id) or (None, None)
    names = await sync_to_async(link_cards.visible_names)(seats)
    note = refused_note or await _note(request, match_id)
    lines = await sync_to_async(gains)(reader.id, match_id) if reader is not None and you is not None else []
    director_decision = await sync_to_async(decision)(match_id, reader.id if reader is not None else "")
    response: HttpResponse = await sync_to_async(_replay, thread_sensitive=False)(
        request,
        match_id,
        events,
        names,
        you,
        note,
        ReplayOutcome(lines, director_decision),
        was_imported=is_nameless(seats),
    )
    return response


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


@csrf_exempt  # another app sends the file, and nothing is stored
async def open_shared_file(request: HttpRequest) -> HttpResponse:
    """A record that another app of the visitor's device shares with the installed club."""
    return await open_file(request)


@require_safe
def position(request: HttpRequest, game: str) -> HttpResponse:
    """Any position of a game; without one that in which it begins."""
    if game not in TITLES:
        raise Http404
    shown = read_position(request.GET, game)
    if request.headers.get("Accept") == "application/json":  # the editor asks before it leads there
        reason, is_known = translated(shown.wrong)
        return JsonResponse({"reason": reason, "known": is_known})
    text, parsed, near, cube = shown.text, shown.parsed, shown.near, shown.cube
    context = position_context(parsed.frame, near, shown.options, cube=cube)
    context |= {"game": game, "title": TITLES[game], "notations": parsed.names, "text": text}
    reason, is_known = translated(shown.wrong)
    context |= {
        "wrong": reason,
        "known": is_known,
        "position": parsed,
        "cube": cube,
        "back": _way_back(request),
    }
    if parsed.start is not None and not shown.wrong:
        context["play"] = new_game_address(game, parsed.start, request.GET.getlist("set"))
    if not shown.wrong:
        word = _("Position")
        title = f"{word}: {TITLES[game]}"
        query = _position_query(request)
        context["preview"] = preview(request, title, _preview_text(shown), query)
        context["frame_code"] = frame_code(request, request.path, query)
        context["oembed"] = oembed_address(request, query)
        context["library"] = library_address(f"{reverse('position', args=[game])}?{query}")
    return render(request, "zaria/position.html", context, status=422 if shown.wrong else 200)


@require_safe
async def position_picture(request: HttpRequest, game: str) -> HttpResponse:
    """The picture of a position, by the query of its page."""
    if not await responses.allowed(request):
        return responses.too_busy()
    responses.speak(request)
    shown = await sync_to_async(read_position, thread_sensitive=False, executor=_reader)(request.GET, game)
    if shown.wrong:
        raise Http404
    card = link_cards.position_card(game, shown.parsed, shown.near, cube=shown.cube)
    return await responses.answer(request, card, lasting=True)


@require_safe
async def match_picture(request: HttpRequest, match_id: str) -> HttpResponse:
    """The picture of a table or, when its match is over, of one of its frames (`at`)."""
    if not await responses.allowed(request):
        return responses.too_busy()
    responses.speak(request)
    live = live_of(request)
    match, seats = await live.match(match_id), await live.seats(match_id)
    events = await live.record(match_id)
    if (
        match is None
        or seats is None
        or events is None
        or any(isinstance(event, Cancelled) for event in events)
    ):
        raise Http404
    names = await sync_to_async(link_cards.visible_names)(seats)
    if not is_over(events):
        look = await sync_to_async(link_cards.look_of)(match, seats)
        card = link_cards.table_card(match, seats, names, look)
        return await responses.answer(request, card, lasting=False)
    card = await sync_to_async(link_cards.result_card, thread_sensitive=False, executor=_reader)(
        events, names, _frame(request)
    )
    return await responses.answer(request, card, lasting=True)


def _position_query(request: HttpRequest) -> str:
    """The parts of a position's address that make its picture."""
    names = ("p", "side", "set", "near", "cube")
    query = [(name, value) for name in names for value in request.GET.getlist(name)]
    return urlencode(query, safe=":=;,/")


def _preview_text(shown: PositionQuery) -> str:
    frame = shown.parsed.frame
    facts = [(_("To move"), presenter_of(frame.now).sides[frame.turn])]
    if frame.dice:
        facts.append((_("Dice"), dice(frame.dice)))
    return ". ".join(f"{name}: {value}" for name, value in facts)


def _frame(request: HttpRequest) -> int | None:
    """The number of the frame in the address, or in the form of a note; None if there is none."""
    fields = request.POST if request.method == "POST" else request.GET
    return _number(fields["at"]) if "at" in fields else None


@require_safe
async def replay_frame(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """A finished match for a frame in a page of somebody else's: the board and its steps alone."""
    events = await _finished(request, match_id)
    if isinstance(events, HttpResponse):
        return events
    return await sync_to_async(_replay_frame, thread_sensitive=False)(request, match_id, events)


@require_safe
@for_any_frame
def position_frame(request: HttpRequest, game: str) -> HttpResponse:
    """A position for a frame in a page of somebody else's."""
    speak(request)
    shown = read_position(request.GET, game)
    if shown.wrong:
        raise Http404
    context = position_context(shown.parsed.frame, shown.near, shown.options, cube=shown.cube)
    query = _position_query(request)
    context |= {"title": TITLES[game], "page": reverse("position", args=[game]) + (query and f"?{query}")}
    return render(request, "zaria/replay_frame.html", context)


@for_any_frame
def _replay_frame(request: HttpRequest, match_id: str, events: list[Event]) -> HttpResponse:
    speak(request)
    record, at = replay(events), _number(request.GET.get("at", ""))
    context = replay_context(record, at, "")
    context["page"] = f"{reverse('replay', args=[match_id])}?at={at}"
    return render(request, "zaria/replay_frame.html", context)


def speak(request: HttpRequest) -> None:
    """Answer in the language of the address, if it names one."""
    if (language := request.GET.get("lang", "")) in dict(settings.LANGUAGES):
        i18n.activate_language(request, language)


def _way_back(request: HttpRequest) -> str:
    """The address of the replay from which somebody came, at the same frame."""
    match_id = request.GET.get("match", "")
    if not _MATCH.fullmatch(match_id):
        return ""
    return f"{reverse('replay', args=[match_id])}?at={_number(request.GET.get('at', ''))}"


async def _note(request: HttpRequest, match_id: str) -> str | None:
    """The reader's note at a match, "" if there is none; None for visitors and pupils, who write none.

    Read where the site's connections are renewed: `_replay` runs in a thread that keeps a lost one.
    """
    member = request.user
    if not isinstance(member, Member) or member.is_pupil:
        return None
    return await sync_to_async(notes.find)(member, match_id)


def _replay(
    request: HttpRequest,
    match_id: str,
    events: list[Event],
    names: Names,
    you: int | None,
    note: str | RefusedNote | None,
    outcome: ReplayOutcome,
    *,
    was_imported: bool,
) -> HttpResponse:
    record = replay(events)
    address = reverse("replay", args=[match_id])
    context = replay_context(record, _frame(request) or 0, address, you)
    context |= {
        "match_id": match_id,
        "table": reverse("table", args=[match_id]),
        "was_imported": was_imported,
    }
    context["learning"] = learning_links(record.match.terms.game)
    context |= outcome._asdict()
    refused = isinstance(note, RefusedNote)
    if note is not None:
        text, wrong = note if isinstance(note, RefusedNote) else (note, "")
        context |= {"note": text, "note_error": wrong, "longest_note": notes.LONGEST}
    terms = record.match.terms
    context["words"] = replay_words(terms.game)
    context["rate_words"] = rate_words.in_json(terms.game)
    place = f"at={at}" if (at := _frame(request)) is not None else ""
    context["preview"] = preview(
        request,
        link_cards.result_title(record.match, names),
        " · ".join([str(TITLES[terms.game]), link_cards.length_text(terms.length), _("Replay")]),
        place,
    )
    context["oembed"] = oembed_address(request, place)
    context["frame_code"] = frame_code(request, f"/t/{match_id}", f"at={context['at']}")
    context["files"] = [
        (form, reverse("record", args=[match_id, form]))
        for form in convert.formats(terms.game, terms.position)
    ]
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return render(request, "zaria/replay.html", context, status=status)


def _opened(request: HttpRequest, body: bytes, game: str) -> HttpResponse:
    language = translation.get_language()
    try:
        record = replay(_read(body, game, language))
        page = convert.code_page(body, language)
    except SeveralMatchesError as error:
        return _form(request, game=game, parts=error.parts)
    except InvalidRecordError as error:
        return _form(request, error, game)
    context = replay_context(record, 0, "")
    context["code_page"] = CODE_PAGES.get(page, "")
    return render(request, "zaria/replay.html", context)


def _read(body: bytes, game: str, language: str) -> list[Event]:
    if not body.strip():
        raise InvalidRecordError("the file is empty")
    form = convert.guess(body)
    events = convert.read(body, form, convert.presumed_game(body, form, game), language=language)
    if len(events) > MOST_SHOWN:
        raise InvalidRecordError(f"more than {MOST_SHOWN} events")
    return events


def _form(
    request: HttpRequest,
    error: InvalidRecordError | None = None,
    game: str = "",
    parts: Sequence[MatchPart] = (),
) -> HttpResponse:
    reason, is_known = translated(error.reason) if error is not None else ("", True)
    groups = [
        (group.title, [(name, TITLES[name]) for name in group.games if _UNNAMED & {*convert.formats(name)}])
        for group in GROUPS
    ]
    context = {
        "here": "replay",
        "wrong": error,
        "reason": reason,
        "known": is_known,
        "groups": groups,
        "game": game or "backgammon",
        "parts": [(part.title, _attribute(part.text)) for part in parts],
        "most": MOST_PASTED,
        "words": i18n.words(),
    }
    return render(request, "zaria/replay_open.html", context, status=422 if error else 200)


def _attribute(text: str) -> str:
    """A text as the value of an attribute whose blanks and line ends are kept: pages are sent without."""
    value = str(escape(text)).replace("\n", "&#10;").replace("\t", "&#9;").replace("  ", " &#32;")
    return mark_safe(value)


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


def replay_words(game: str) -> Mapping[str, i18n.Word]:
    """Return the browser's words of a replay and of its analysis, with those that it explains."""
    explained = script_words("pr", "average_loss", "error", "equity", "luck", "adjusted", "ply")
    return i18n.of_game(i18n.analysis_words() | explained, game)
