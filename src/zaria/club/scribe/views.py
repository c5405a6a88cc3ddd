"""The pages of the scribe: the list of sheets, a new one, and one that is being written."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus

import msgspec
from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts.requests import member_of, signed_in_member
from zaria.club.games.catalogue import TITLES
from zaria.club.matches.engine_access import silence_for
from zaria.club.matches.replay.frames import script
from zaria.club.scribe import actions, board_clock, queries, rolls, shelving
from zaria.club.scribe.actions import MOST_SHEETS, LinkRole, SheetRefusedError, StaleSheetError
from zaria.club.scribe.forms import SheetForm
from zaria.club.scribe.models import MatchSheet
from zaria.club.scribe.queries import SheetAccess
from zaria.club.scribe.shown_sheet import SheetView, sheet_view
from zaria.club.site import i18n
from zaria.club.site.asgi import live_of
from zaria.club.site.http import errors
from zaria.club.site.text.plain_text import RefusedTextError
from zaria.live.journal.base import ConflictError
from zaria.live.journal.rows import rows
from zaria.live.matches.live_match import encode_places
from zaria.match.dice_play.dice import SECRET_BYTES
from zaria.match.events import Event
from zaria.match.refusals import SENTENCES
from zaria.records import convert
from zaria.records.errors import UnsupportedRecordError
from zaria.records.scribe_sheet import Correct, Go, Sheet, Step, Write
from zaria.records.written_match import IllegalActError, closed

MOST_BODY = 4_000
"""Bytes of a step that is sent."""


class SentStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step that a page sends, made at a `revision`; none and `roll`: the club rolls."""

    revision: int
    step: Step | None = None
    roll: bool = False


_decoder = msgspec.json.Decoder(SentStep)


@require_safe
@login_required
def contents(request: HttpRequest) -> HttpResponse:
    """List the sheets of a member."""
    sheets = [(row, TITLES[row.game]) for row in queries.sheets_of(signed_in_member(request))]
    return render(request, "zaria/scribe/contents.html", {"here": "scribe", "sheets": sheets})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Begin a sheet; another game that is chosen shows its options first."""
    game = _game(request)
    is_sent = request.method == "POST" and "choose" not in request.POST
    if is_sent:
        form = SheetForm(request.POST, game=game)
    else:
        form = SheetForm(game=game, entries=request.POST.dict() if request.method == "POST" else None)
    if is_sent and form.is_valid():
        try:
            row = actions.create(signed_in_member(request), form.terms(), form.facts())
        except SheetRefusedError:
            form.add_error(
                None,
                _("You have {n} score sheets. Delete one first.").format(n=MOST_SHEETS),
            )
        else:
            return HttpResponseRedirect(reverse("sheet", args=[row.pk]))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_sent else HTTPStatus.OK
    return render(request, "zaria/scribe/new.html", {"here": "scribe", "form": form}, status=status)


def _game(request: HttpRequest) -> str:
    game = request.POST.get("game", "") or request.GET.get("game", "")
    return game if game in TITLES else "backgammon"


@never_cache
@require_safe
async def page(request: HttpRequest, sheet_id: str = "", key: str = "") -> HttpResponse:
    """Show a sheet to its owner, or to a person with a link: to be written on, or to be followed."""
    access = await access_of(request, sheet_id, key)
    if access is None:
        return await sync_to_async(unknown)(request)
    state = await _state(request, access)
    response = await sync_to_async(_page)(request, access, state, key)
    response["X-Robots-Tag"] = "noindex"
    return response


def _page(request: HttpRequest, access: SheetAccess, state: SheetView, key: str) -> HttpResponse:
    row = access.row
    terms = queries.terms_of(row)
    match = queries.read(row).now.match
    is_board = match.game.is_board
    context = {
        "here": "scribe",
        "row": row,
        "access": access,
        "key": key,
        "links": _links(request, row) if access.is_owner else [],
        "title": TITLES[row.game],
        "terms": terms,
        "is_board": is_board,
        "shape": match.position.game,
        "files": [(form, reverse("sheet_file", args=[row.pk, form])) for form in convert.formats(row.game)],
        "data": script(state),
        "words": i18n.of_game(i18n.words() | i18n.scribe_words(), row.game),
        "longest_note": actions.LONGEST_NOTE,
    }
    return render(request, "zaria/scribe/sheet.html", context)


def _links(request: HttpRequest, row: MatchSheet) -> list[tuple[str, str]]:
    """Return the roles of links to a sheet, each with its address; "" for none."""
    keys = {"writer": row.writer_key, "reader": row.reader_key}
    return [
        (role, request.build_absolute_uri(reverse("linked_sheet", args=[key])) if key else "")
        for role, key in keys.items()
    ]


@never_cache
@require_safe
async def state(request: HttpRequest, sheet_id: str = "", key: str = "") -> HttpResponse:
    """Send the state of a sheet; with `at` the table before an act, to correct it.

    With `known` and `clock`, the revisions that a page shows, nothing is sent unless one has changed.
    """
    access = await access_of(request, sheet_id, key)
    if access is None:
        return _refused("no_sheet", HTTPStatus.NOT_FOUND)
    revisions = (str(access.row.revision), str(board_clock.decode(access.row.clock).revision))
    if (request.GET.get("known", ""), request.GET.get("clock", "")) == revisions:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    at = request.GET.get("at", "")
    place = int(at) if at.isascii() and at.isdecimal() and len(at) < 6 else None
    return _json(await _state(request, access, at=place))


@require_POST
async def step(request: HttpRequest, sheet_id: str = "", key: str = "") -> HttpResponse:
    """Write a step on a sheet, and send the state after it."""
    access = await access_of(request, sheet_id, key)
    if access is None:
        return _refused("no_sheet", HTTPStatus.NOT_FOUND)
    if not access.may_write:
        return _refused("readers", HTTPStatus.FORBIDDEN)
    row = access.row
    if len(request.body) > MOST_BODY:
        return _refused("bad_step", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        sent = _decoder.decode(request.body)
        new_step = sent.step
        if new_step is None and sent.roll:
            new_step = await sync_to_async(rolls.club_roll)(row, sent.revision)
        elif new_step is None or (isinstance(new_step, Write) and new_step.club):
            raise msgspec.ValidationError
        before = await sync_to_async(queries.read)(row)
        # a step that is sent again may have been stored, while its page lacks the lines
        is_repeated = row.revision != sent.revision
        await sync_to_async(actions.write)(row, sent.revision, new_step)
    except msgspec.DecodeError:
        return _refused("bad_step", HTTPStatus.BAD_REQUEST)
    except StaleSheetError:
        return _refused("stale", HTTPStatus.CONFLICT)
    except SheetRefusedError as refused:
        status = HTTPStatus.TOO_MANY_REQUESTS if refused.code == "too_fast" else HTTPStatus.CONFLICT
        return _refused(refused.code, status)
    except IllegalActError as illegal:
        return _refused(illegal.code, HTTPStatus.UNPROCESSABLE_ENTITY)
    lines_from = 0 if is_repeated else _changed_from(before, new_step)
    return _json(await _state(request, access, lines_from=lines_from))


def _changed_from(before: Sheet, new_step: Step) -> int:
    """Return the number of the first line that a step may change."""
    match new_step:
        case Write():
            return before.place
        case Correct():
            return new_step.at
        case Go():
            return min(before.place, new_step.to)


async def _state(
    request: HttpRequest, access: SheetAccess, *, lines_from: int = 0, at: int | None = None
) -> SheetView:
    row = access.row
    sheet = await sync_to_async(queries.read)(row)
    match = (sheet.now if at is None else sheet.reached[min(at, len(sheet.reached) - 1)]).match
    is_silent = (await silence_for(request, row.game)).covers(match.position)
    return await sync_to_async(sheet_view)(
        row, sheet, lines_from=lines_from, at=at, is_silent=is_silent, may_write=access.may_write
    )


@never_cache
@require_safe
async def dice_page(request: HttpRequest, sheet_id: str = "", key: str = "") -> HttpResponse:
    """Show the rolls of the club, their seal, and once the sheet is finished the secret."""
    access = await access_of(request, sheet_id, key)
    if access is None:
        return await sync_to_async(unknown)(request)
    return await sync_to_async(_dice_page)(request, access.row, key)


def _dice_page(request: HttpRequest, row: MatchSheet, key: str) -> HttpResponse:
    club_rolls, dice = rolls.rolls_of(row), rolls.dice_of(row)
    is_revealed = bool(row.match_id and club_rolls)
    context = {
        "here": "scribe",
        "row": row,
        "back": reverse("linked_sheet", args=[key]) if key else reverse("sheet", args=[row.pk]),
        "rolls": club_rolls,
        "seal": dice.seal,
        "is_proved": is_revealed and rolls.is_proved(row, club_rolls),
        "words": i18n.dice_words(),
    }
    if is_revealed:
        context["sealed_json"] = script(
            {
                "match": row.pk,
                "seal": dice.seal,
                "secret": row.dice_secret,
                "seeds": rolls.NO_SEEDS,
                "rolls": [{"n": roll.number, "dice": roll.dice} for roll in club_rolls],
            }
        )
    return render(request, "zaria/scribe/dice.html", context)


@require_POST
async def finish(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Make a match of a sheet; one that is not over ends without a winner."""
    row = await _owned(request, sheet_id)
    if row is None:
        return await sync_to_async(unknown)(request)
    sheet = await sync_to_async(queries.read)(row)
    if sheet.is_broken:
        messages.error(request, _("Correct the sheet first: from one place on it no longer fits."))
        return HttpResponseRedirect(reverse("sheet", args=[sheet_id]))
    try:
        record = closed(sheet.now)
        match_id = await sync_to_async(actions.reserve_match)(row)
    except (IllegalActError, StaleSheetError):
        messages.error(request, _("Nothing is written yet."))
        return HttpResponseRedirect(reverse("sheet", args=[sheet_id]))
    first, *later = record
    events: list[Event] = [msgspec.structs.replace(first, id=match_id), *later]
    secret = secrets.token_bytes(SECRET_BYTES)  # the journal wants one: no roll follows from it
    with suppress(ConflictError):  # the same sheet was finished before
        await live_of(request).journal.open(match_id, secret, encode_places((None, None)), rows(0, events))
    await sync_to_async(shelving.shelve)(row, events)
    return HttpResponseRedirect(reverse("replay", args=[match_id]))


@require_POST
@login_required
def links(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Make a link to a sheet for another writer or for readers, or revoke it."""
    row = queries.owned(signed_in_member(request), sheet_id)
    if row is None:
        return unknown(request)
    role: LinkRole = "writer" if request.POST.get("role") == "writer" else "reader"
    if "revoke" in request.POST:
        actions.revoke_link(row, role)
    else:
        actions.make_link(row, role)
    return HttpResponseRedirect(reverse("sheet", args=[row.pk]) + "#links")


@require_POST
@login_required
def note(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Keep the note of the owner."""
    row = queries.owned(signed_in_member(request), sheet_id)
    if row is None:
        return unknown(request)
    try:
        actions.set_note(row, request.POST.get("text", ""))
    except RefusedTextError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Your note is saved."))
    return HttpResponseRedirect(reverse("sheet", args=[row.pk]))


@require_POST
@login_required
def delete(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Delete a sheet."""
    row = queries.owned(signed_in_member(request), sheet_id)
    if row is not None:
        actions.delete(row)
    return HttpResponseRedirect(reverse("scribe"))


@require_safe
@login_required
def download(request: HttpRequest, sheet_id: str, form: str) -> HttpResponse:
    """Send the record of a sheet as a file, at any time."""
    row = queries.owned(signed_in_member(request), sheet_id)
    if row is None:
        return unknown(request)
    address = request.build_absolute_uri(reverse("sheet", args=[row.pk]))
    try:
        body = convert.write(queries.read(row).now.record, form, address, queries.occasion_of(row))
    except UnsupportedRecordError:
        text = _("This file format can't hold this match. Use the JSON record.")
        return errors.page(request, HTTPStatus.NOT_FOUND, _("There is no such record"), text)
    response = HttpResponse(body, content_type=convert.TYPES[form])
    response["Content-Disposition"] = f'attachment; filename="zaria-{row.pk}.{form}"'
    return response


async def access_of(request: HttpRequest, sheet_id: str, key: str) -> SheetAccess | None:
    """Return the sheet of an address: that of its owner, or the one to which a link with `key` leads."""
    if key:
        return await sync_to_async(queries.linked)(key)
    row = await _owned(request, sheet_id)
    return None if row is None else SheetAccess(row, is_owner=True, may_write=True)


async def _owned(request: HttpRequest, sheet_id: str) -> MatchSheet | None:
    member = member_of(request)
    return None if member is None else await sync_to_async(queries.owned)(member, sheet_id)


def unknown(request: HttpRequest) -> HttpResponse:
    text = _("Sign in as the member who keeps this score sheet, or ask them for a link.")
    return errors.page(request, HTTPStatus.NOT_FOUND, _("There is no such score sheet"), text)


def _json(state: SheetView) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(state), content_type="application/json")


def _refused(code: str, status: HTTPStatus) -> HttpResponse:
    sentence = _REASONS.get(code)
    reason = (
        sentence() if sentence else str(_(SENTENCES[code])) if code in SENTENCES else _REASONS["bad_step"]()
    )
    body = msgspec.json.encode({"code": code, "reason": reason})
    return HttpResponse(body, status=status, content_type="application/json")


_REASONS: dict[str, Callable[[], str]] = {
    "no_sheet": lambda: _("There is no such score sheet"),
    "readers": lambda: _("With this link you can follow the score sheet, and not write on it."),
    "bad_step": lambda: _("We can't process this request"),
    "stale": lambda: _("The score sheet was changed elsewhere. Here it is as it stands now."),
    "sheet_full": lambda: _("This score sheet is full. Finish it, and begin another one."),
    "too_fast": lambda: _("Please wait a minute and try again."),
    "finished": lambda: _("This score sheet is finished."),
    "not_now": lambda: _("That can't follow here."),
}
