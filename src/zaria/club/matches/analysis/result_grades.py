"""The part of a result that an analysis fills: errors and luck of both sides, and an error to learn from."""

from http import HTTPStatus
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import floatformat
from django.views.decorators.http import require_safe

from zaria.bots.analysis import DEPTHS
from zaria.club.accounts import players
from zaria.club.games import programs
from zaria.club.matches.analysis import actions, grades
from zaria.club.matches.analysis.decision_boards import DecisionBoard
from zaria.club.matches.analysis.models import OPEN, SideGrade
from zaria.club.matches.analysis.rate_words import words_of
from zaria.club.matches.analysis.running_matches import silence_about
from zaria.club.matches.analysis.views import objection
from zaria.club.matches.analysis.worst_turns import worst_turn
from zaria.club.site.asgi import live_of
from zaria.match.events import Event, Seated

WORST = {"points": 40.0, "chance": 8.0}
"""The error rate at the end of the scale."""
MOST_LUCK = 4.0
"""Points of luck at either end of the scale."""


class GradedSide(NamedTuple):
    """A side's error rate: the number, the words for it, its `place` on the scale (CSS), and its luck."""

    name: str
    side: int
    rate: str
    words: str
    place: str
    luck: float | None


class LuckShare(NamedTuple):
    """The luck of one side above the other's: the points, whose they are, and their bar (CSS)."""

    text: str
    name: str
    begin: str
    width: str


@require_safe
async def result_grades(request: HttpRequest, match_id: str) -> HttpResponse:
    """Part of a page; 204 for a match that is not over or without a game, 404 where there is none."""
    events = await live_of(request).record(match_id)
    if events is None:
        raise Http404
    if await objection(request, match_id) is not None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    if (await silence_about(request, match_id)).whole:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    reader = players.of(request)
    side = None if reader is None else await live_of(request).side(match_id, reader.id)
    context = await sync_to_async(_context)(match_id, events, side)
    context["has_progress"] = side is not None and reader is not None and reader.member and not reader.robot
    response = render(request, "zaria/_result_grades.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


def _context(match_id: str, events: list[Event], side: int | None) -> dict[str, object]:
    rows = grades.of_matches([match_id])
    first, second = rows.get((match_id, 0)), rows.get((match_id, 1))
    if first is None or second is None:
        quick = actions.find(match_id, DEPTHS[0])
        return {
            "match_id": match_id,
            "depth": DEPTHS[0],
            "is_made": quick is not None and quick.state in OPEN,
        }
    names = _names(events)
    sides = [graded_side(row, names[number]) for number, row in enumerate((first, second))]
    reader = 0 if side is None else side
    return {
        "match_id": match_id,
        "sides": sides,
        "own": side,
        "reader_side": sides[reader],
        "luck": _luck(sides[reader], sides[1 - reader]),
        "worst": None if side is None else _worst(match_id, events, (first, second)[side]),
    }


def graded_side(row: SideGrade, name: str) -> GradedSide:
    """The error rate of a side on the scale, in words."""
    rate = row.rate or 0.0
    place = _percent(min(1.0, rate / WORST[row.unit]))
    return GradedSide(name, row.side, floatformat(rate, 1), words_of(rate, row.unit), place, row.luck)


def _percent(share: float) -> str:
    """A share as style sheets write it, in any language."""
    return f"{100 * share:.1f}%"


def _names(events: list[Event]) -> tuple[str, str]:
    names = ["", ""]
    for event in events:
        if isinstance(event, Seated):
            names[event.side] = programs.name(event.player.bot) if event.player.bot else event.player.name
    return names[0], names[1]


def _luck(reader: GradedSide, opponent: GradedSide) -> LuckShare | None:
    """The luck of one side above that of the other, as a bar from the middle; None without dice."""
    if reader.luck is None or opponent.luck is None:
        return None
    difference = reader.luck - opponent.luck
    width = min(0.5, abs(difference) / MOST_LUCK / 2)
    return LuckShare(
        text=f"+{floatformat(abs(difference), 2)}",
        name=reader.name if difference >= 0 else opponent.name,
        begin=_percent(0.5 if difference >= 0 else 0.5 - width),
        width=_percent(width),
    )


def _worst(match_id: str, events: list[Event], row: SideGrade) -> DecisionBoard | None:
    if row.worst_frame is None:
        return None
    packed = actions.packed(match_id, DEPTHS[row.effort])
    return None if packed is None else worst_turn(events, packed, row.worst_frame)
