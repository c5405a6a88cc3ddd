"""Questions at a training table: the best turns, and the cost of the last one, as JSON."""

from http import HTTPStatus

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zaria.club.accounts import players
from zaria.club.matches.analysis.engine_questions import NoAnswerError, advice_within, answerable
from zaria.club.site.asgi import live_of
from zaria.live.engines.answers import Lesson
from zaria.live.matches.event_frames import ids_of, side_of
from zaria.match.match import Match


@require_safe
async def hint(request: HttpRequest, match_id: str) -> HttpResponse:
    """The best choices of the visitor at their table."""
    return await _lesson(request, match_id, "hint")


@require_safe
async def review(request: HttpRequest, match_id: str) -> HttpResponse:
    """Cost of the visitor's last turn, and the reason."""
    return await _lesson(request, match_id, "review")


async def _lesson(request: HttpRequest, match_id: str, lesson: Lesson) -> HttpResponse:
    try:
        match, side = await _trainee(request, match_id)
        silence = await answerable(request, match)
        if lesson == "hint" and match.to_act() != side:
            raise NoAnswerError(HTTPStatus.CONFLICT, "not_your_turn")
        advice = await advice_within(silence, request, match, side, lesson)
    except NoAnswerError as none:
        if (lesson, none.code) == ("review", "nothing"):
            return HttpResponse(status=HTTPStatus.NO_CONTENT)  # the page asks by itself: that is no error
        response: HttpResponse = JsonResponse({"code": none.code, "reason": _sentence(none.code)})
        response.status_code = HTTPStatus.CONFLICT if none.code == "nothing" else none.status
    else:
        response = HttpResponse(msgspec.json.encode(advice), content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response


async def _trainee(request: HttpRequest, match_id: str) -> tuple[Match, int]:
    """The match, and the side on which the visitor trains."""
    match = await live_of(request).match(match_id)
    if match is None:
        raise NoAnswerError(HTTPStatus.NOT_FOUND, "no_match")
    if not match.terms.training:
        raise NoAnswerError(HTTPStatus.FORBIDDEN, "not_training")
    player = players.of(request)
    side = side_of(ids_of(match), None if player is None else player.id)
    if side is None:
        raise NoAnswerError(HTTPStatus.FORBIDDEN, "not_a_player")
    return match, side


def _sentence(code: str) -> str:
    """The reason, in the visitor's language."""
    return {
        "no_match": _("There is no such table"),
        "not_training": _("This table is not for training."),
        "not_a_player": _("You are not a player in this match."),
        "not_your_turn": _("It is not your turn."),
        "nothing": _("There is nothing to advise on right now."),
        "busy": _("No hint available right now."),
        "rated_match": _("The engine is available again once your rated match is over."),
    }[code]
