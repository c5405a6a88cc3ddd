"""The clock of a sheet: the page for a device that lies between the players, and what it sends."""

from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.matches.replay.frames import script
from zaria.club.scribe import actions, board_clock, queries
from zaria.club.scribe.actions import SheetRefusedError, StaleSheetError
from zaria.club.scribe.board_clock import MOST_LATE_MS, ClockAct, ClockRefusedError, ClockState
from zaria.club.scribe.models import MatchSheet
from zaria.club.scribe.views import access_of, unknown
from zaria.club.site.clock import now_ms

MOST_BODY = 1_000
"""Bytes of an act that is sent."""
TURN_S, POINT_MINUTES = 12, 2
"""The usual clock of a match of backgammon: for a turn, and for a point of its length."""
FISCHER_S, FISCHER_MINUTES = 10, 15
"""The usual clock of a game on squares: added for a move, and for the game."""


class SentAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act that a page sends, made at a `revision` of the clock, `late` ms ago."""

    revision: int
    act: ClockAct
    late: Annotated[int, msgspec.Meta(ge=0)] = 0


_decoder = msgspec.json.Decoder(SentAct)


@never_cache
@require_safe
async def page(request: HttpRequest, sheet_id: str = "", key: str = "") -> HttpResponse:
    """Show the clock, large, in two halves."""
    access = await access_of(request, sheet_id, key)
    if access is None:
        return await sync_to_async(unknown)(request)
    row = access.row
    back = reverse("linked_sheet", args=[key]) if key else reverse("sheet", args=[row.pk])
    context: dict[str, Any] = {"row": row, "may_write": access.may_write, "back": back}
    context |= {"data": script(_state(row)), "usual": _usual(row)}
    response = await sync_to_async(render)(request, "zaria/scribe/clock.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_safe
async def state(request: HttpRequest, sheet_id: str = "", key: str = "") -> HttpResponse:
    """Send the clock, if it is not of the revision `known`."""
    access = await access_of(request, sheet_id, key)
    if access is None:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    current = _state(access.row)
    if request.GET.get("known", "") == str(current.revision):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return _json(current)


@require_POST
async def act(request: HttpRequest, sheet_id: str = "", key: str = "") -> HttpResponse:
    """Take an act of the clock, and send the clock after it; one that cannot follow changes nothing."""
    access = await access_of(request, sheet_id, key)
    if access is None:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    if not access.may_write:
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    try:
        sent = _decoder.decode(request.body[: MOST_BODY + 1])
    except (msgspec.DecodeError, RecursionError):
        return HttpResponse(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    moment = now_ms() - min(sent.late, MOST_LATE_MS)
    row = access.row
    try:
        await sync_to_async(actions.drive_clock)(row, sent.revision, sent.act, moment)
    except (StaleSheetError, ClockRefusedError):
        await row.arefresh_from_db()
        return _json(_state(row), HTTPStatus.CONFLICT)
    except SheetRefusedError:
        return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": "60"})
    return _json(_state(row))


def _state(row: MatchSheet) -> ClockState:
    return board_clock.state_of(row.clock, now_ms())


def _usual(row: MatchSheet) -> dict[str, int]:
    """Return the clock that is offered first: seconds a turn, minutes a side, seconds added."""
    if queries.read(row).now.match.game.is_board:
        return {"delay": 0, "bank": FISCHER_MINUTES, "increment": FISCHER_S}
    length = max(1, queries.terms_of(row).length)
    return {"delay": TURN_S, "bank": POINT_MINUTES * length, "increment": 0}


def _json(shown: ClockState, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(shown), status=status, content_type="application/json")
