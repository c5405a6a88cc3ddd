"""Another turn in place of one of a finished match: what is legal there, and how it compares.

The turn is that of a frame of the replay. Without `moves` and `move` the answer is how it can be played, with
one of them what it costs against the best one, as a review of a training table says it.
"""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from zaria import games
from zaria.bots.teaching import Advice
from zaria.club.matches.analysis import record_sources
from zaria.club.matches.analysis.engine_questions import (
    NoAnswerError,
    allowed,
    answer_in_json,
    ask_engine,
    refusal,
)
from zaria.club.matches.replay.frames import new_game_address
from zaria.club.matches.replay.positions import parse_position
from zaria.club.matches.replay.public_record import is_over
from zaria.games.protocols import IllegalTurnError, InvalidPositionError
from zaria.match.events import Event, Move, Moved, TurnPlayed
from zaria.match.match import Match, TakebackPoint
from zaria.match.plays import play_of
from zaria.records.errors import InvalidRecordError
from zaria.records.history import followed
from zaria.records.replay import has_frame

MOST_STEPS = 16
"""Steps of a turn that are read; no turn has more than eight."""


class _Attempt(msgspec.Struct, frozen=True):
    """A turn that was tried: the match before it, what was played, and the position after it."""

    before: Match
    point: TakebackPoint
    onward: str


@require_safe
async def attempt(request: HttpRequest, match_id: str) -> HttpResponse:
    """The legal turns of a frame (`frame`), or the comparison of another turn (`moves` or `move`)."""
    moves, move = request.GET.get("moves", ""), request.GET.get("move", "")
    try:
        events = await _events(request, match_id)
        if not moves and not move:
            answer = await sync_to_async(_ways, thread_sensitive=False)(events, request.GET.get("frame", ""))
        else:
            if not await allowed(request):
                raise NoAnswerError(HTTPStatus.TOO_MANY_REQUESTS, "too_many")
            tried = await sync_to_async(_tried, thread_sensitive=False)(
                events, request.GET.get("frame", ""), moves, move
            )
            match = replace(tried.before, past=(tried.point,))
            advice = await ask_engine(request, match, tried.before.turn, "review")
            answer = _compared(advice, tried)
    except NoAnswerError as none:
        return refusal(none)
    return answer_in_json(answer)


async def _events(request: HttpRequest, match_id: str) -> list[Event]:
    events = await record_sources.record(request, match_id)
    if events is None:
        raise NoAnswerError(HTTPStatus.NOT_FOUND, "no_match")
    if not is_over(events):
        raise NoAnswerError(HTTPStatus.CONFLICT, "unfinished")
    return events


def _before(events: Sequence[Event], frame: str) -> Match:
    """The match before the turn that a frame shows."""
    number, before = -1, None
    try:
        for event, match in followed(events):
            number += has_frame(event)
            if str(number) == frame and has_frame(event):
                if before is None or not isinstance(event, TurnPlayed | Moved):
                    break
                return replace(before, past=())
            before = match
    except InvalidRecordError:
        pass
    raise NoAnswerError(HTTPStatus.NOT_FOUND, "nothing")


def _ways(events: Sequence[Event], frame: str) -> dict[str, Any]:
    """All legal turns, as the table of the match had them."""
    before = _before(events, frame)
    play = play_of(before)
    tree, effects, ways = play.tree(before), play.effects(before), play.moves(before)
    if tree is None and not ways:
        raise NoAnswerError(HTTPStatus.NOT_FOUND, "nothing")
    return {
        "side": before.turn,
        "tree": None if tree is None else msgspec.Raw(tree),
        "effects": None if effects is None else msgspec.Raw(effects),
        "ways": ways,
    }


def _tried(events: Sequence[Event], frame: str, moves: str, move: str) -> _Attempt:
    before = _before(events, frame)
    try:
        if not before.game.is_board:
            steps = tuple(map(_step, moves.split(",")[:MOST_STEPS]))
            position = before.dice_position()
            after: Any = position.play(position.complete(steps))
            point = TakebackPoint(before, steps, "")
        else:
            after = before.board_position().move(move)
            point = TakebackPoint(before, (), move)
    except (IllegalTurnError, ValueError):
        raise NoAnswerError(HTTPStatus.UNPROCESSABLE_ENTITY, "illegal") from None
    return _Attempt(before, point, _onward(before, after))


def _step(text: str) -> Move:
    point, _, die = text.partition("-")
    return int(point), int(die)


def _onward(before: Match, after: Any) -> str:
    """Address at which a game begins after the turn; "" where none can."""
    rules = before.position.game
    choices = dict(rules.choices)
    options = {name: value for name, value in before.terms.options.items() if name in choices}
    game = games.get(rules.id, **options)
    try:
        parsed = parse_position(game, after.to_text(), after.turn)
    except InvalidPositionError:
        return ""
    if parsed.start is None:
        return ""
    settings = [f"{name}={value}" for name, value in options.items()]
    return new_game_address(game.id, parsed.start, settings)


def _compared(advice: Advice, tried: _Attempt) -> dict[str, Any]:
    answer: dict[str, Any] = msgspec.to_builtins(advice)
    return answer | {"onward": tried.onward}
