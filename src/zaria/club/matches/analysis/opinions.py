"""An engine's opinion of a bare position: who is ahead, and the best that can be done there."""

from http import HTTPStatus
from typing import Any, Literal

import msgspec
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from zaria import games
from zaria.club.matches.analysis import limits
from zaria.club.matches.analysis.engine_questions import (
    NoAnswerError,
    allowed,
    answer_in_json,
    ask_engine,
    refusal,
)
from zaria.club.matches.replay.position_query import PositionQuery, read_position
from zaria.match.match import Match
from zaria.match.terms import LONGEST, Terms


@require_safe
async def opinion(request: HttpRequest, game: str) -> HttpResponse:
    """An engine's opinion of the position in the query, in the shape of advice; `side` is on roll."""
    try:
        if not await allowed(request):
            raise NoAnswerError(HTTPStatus.TOO_MANY_REQUESTS, "too_many")
        shown = await sync_to_async(read_position, thread_sensitive=False)(request.GET, game)
        if shown.wrong:
            raise NoAnswerError(HTTPStatus.UNPROCESSABLE_ENTITY, "bad_position")
        if shown.parsed.position.outcome() is not None:
            raise NoAnswerError(HTTPStatus.NOT_FOUND, "nothing")
        match = match_of(game, shown, limits.requester_of(request).who)
        advice = await ask_engine(request, match, match.turn, "opinion")
    except NoAnswerError as none:
        return refusal(none)
    answer: dict[str, Any] = msgspec.to_builtins(advice)
    return answer_in_json(answer | {"side": match.turn})


def match_of(game: str, shown: PositionQuery, name: str) -> Match:
    """A match that stands in this position, called `name`: each visitor has one question at a time.

    It is played for points, unless the notation of the position tells the score of a match.
    Raises `NoAnswerError` for a match that is won.
    """
    frame, standing, position = shown.parsed.frame, shown.parsed.standing, shown.parsed.position
    length = standing.length if standing is not None and standing.length <= LONGEST else 0
    if length and max(frame.score) >= length:
        raise NoAnswerError(HTTPStatus.UNPROCESSABLE_ENTITY, "bad_position")
    phase: Literal["roll", "move", "double"] = "move"
    if not games.get(game).is_board and not frame.dice:
        phase = "double" if frame.proposed else "roll"
    return Match(
        id=name,
        terms=Terms(game, options=shown.options, length=length, cube=shown.cube),
        seal="",
        game=games.get(game, **shown.options),
        position=position,
        phase=phase,
        turn=position.turn,
        cube=frame.cube,
        proposed=frame.proposed,
        score=frame.score if length else (0, 0),
        crawford=frame.crawford,
    )
