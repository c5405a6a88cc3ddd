"""Questions of visitors that an engine answers at once: how many there may be, and what is said of each."""

import asyncio
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from zaria.bots.teaching import Advice
from zaria.club.matches.analysis import limits
from zaria.club.matches.analysis.line_cuts import cut_lines
from zaria.club.matches.engine_access import Silence, silence_for
from zaria.club.site.asgi import live_of
from zaria.club.site.shared_rates import SharedRates
from zaria.live.engines.answers import Lesson
from zaria.live.engines.hints import HintsBusyError
from zaria.live.rate_limits import Rates
from zaria.match.match import Match

QUESTIONS_A_MINUTE = 30
"""Questions that one visitor, or one address, may ask in a minute: each is work for an engine."""

PATIENCE = 10.0
"""Seconds after which nobody waits for an answer any more."""


class NoAnswerError(Exception):
    """There is no answer; `status` and `code` say why."""

    def __init__(self, status: HTTPStatus, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


@cache
def rates() -> Rates:
    """Of the questions that visitors have asked."""
    return SharedRates("engine_questions", QUESTIONS_A_MINUTE)


async def allowed(request: HttpRequest) -> bool:
    """True if the visitor may ask one more now; counts it."""
    return await limits.take(rates(), request)


async def ask_engine(request: HttpRequest, match: Match, side: int, lesson: Lesson) -> Advice:
    """The advice of an engine, silent about running rated matches; raises `NoAnswerError`."""
    return await advice_within(await answerable(request, match), request, match, side, lesson)


async def answerable(request: HttpRequest, match: Match) -> Silence:
    """The silence in which an answer about this match is possible; raises `NoAnswerError` if it covers it."""
    silence = await silence_for(request, match.terms.game)
    positions = [match.position, *[point.before.position for point in match.past[-1:]]]
    if any(map(silence.covers, positions)):
        raise NoAnswerError(HTTPStatus.FORBIDDEN, "rated_match")
    return silence


async def advice_within(
    silence: Silence, request: HttpRequest, match: Match, side: int, lesson: Lesson
) -> Advice:
    """The advice of an engine without what the visitor must not know; raises `NoAnswerError`."""
    try:
        async with asyncio.timeout(PATIENCE):
            advice = await live_of(request).hints.ask(match, side, lesson)
    except (HintsBusyError, TimeoutError):
        raise NoAnswerError(HTTPStatus.SERVICE_UNAVAILABLE, "busy") from None
    if advice is None:
        raise NoAnswerError(HTTPStatus.NOT_FOUND, "nothing")
    return _without_running_boards(advice, match, lesson, silence)


def _without_running_boards(advice: Advice, match: Match, lesson: Lesson, silence: Silence) -> Advice:
    if not silence.boards or not match.game.is_board:
        return advice
    judged = match.past[-1].before if lesson == "review" else match
    return cut_lines(advice, judged.board_position(), silence.boards)


def answer_in_json(content: dict[str, Any], status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    """An answer for the page's script, which nobody keeps."""
    response = HttpResponse(msgspec.json.encode(content), content_type="application/json", status=status)
    response["Cache-Control"] = "no-store"
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        response["Retry-After"] = "60"
    return response


def refusal(none: NoAnswerError) -> HttpResponse:
    """The reason why there is no answer, as a code and in the visitor's language."""
    return answer_in_json({"code": none.code, "reason": _sentence(none.code)}, none.status)


def _sentence(code: str) -> str:
    """The reason, in the visitor's language."""
    return {
        "no_match": _("There is no such table"),
        "unfinished": _("This match is still being played"),
        "nothing": _("Nothing to decide here."),
        "illegal": _("This turn is not possible here."),
        "bad_position": _("This is not a position of this game."),
        "too_many": _("Please wait a minute and try again."),
        "busy": _("No answer right now. Please try again."),
        "rated_match": _("The engine is available again once your rated match is over."),
    }[code]
