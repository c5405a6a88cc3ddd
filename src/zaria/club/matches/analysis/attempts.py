"""Another turn in place of one of a finished match: what is legal there, and how it compares.

The turn is that of a frame of the replay. Without `moves` and `move` the answer is how it can be played, with
one of them what it costs against the best one, as a review of a training table says it.
"""

import asyncio
import time
from collections.abc import Sequence
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from zaria import games
from zaria.bots.teaching import Advice
from zaria.club.matches.analysis import limits
from zaria.club.matches.replay.frames import new_game_address
from zaria.club.matches.replay.positions import parse_position
from zaria.club.matches.replay.public_record import is_over
from zaria.club.site.asgi import live_of
from zaria.games.protocols import IllegalTurnError, InvalidPositionError
from zaria.live.engines.hints import HintsBusyError
from zaria.live.rate_limits import Rates
from zaria.match.events import Event, Move, Moved, TurnPlayed
from zaria.match.match import Match, TakebackPoint
from zaria.match.plays import play_of
from zaria.records.errors import InvalidRecordError
from zaria.records.history import followed
from zaria.records.replay import has_frame

ATTEMPTS_A_MINUTE = 30
"""Turns that one visitor, or one address, may have compared in a minute: each is work for an engine."""

PATIENCE = 10.0
"""Seconds after which nobody waits for an answer any more."""

MOST_STEPS = 16
"""Steps of a turn that are read; no turn has more than eight."""


class _NoAnswerError(Exception):
    """There is no answer; `status` and `code` say why."""

    def __init__(self, status: HTTPStatus, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


class _Attempt(msgspec.Struct, frozen=True):
    """A turn that was tried: the match before it, what was played, and the position after it."""

    before: Match
    point: TakebackPoint
    onward: str


@cache
def rates() -> Rates:
    """Of the turns that visitors have compared in this process."""
    return Rates(ATTEMPTS_A_MINUTE)


@require_safe
async def attempt(request: HttpRequest, match_id: str) -> HttpResponse:
    """The legal turns of a frame (`frame`), or the comparison of another turn (`moves` or `move`)."""
    moves, move = request.GET.get("moves", ""), request.GET.get("move", "")
    try:
        events = await _events(request, match_id)
        if not moves and not move:
            found = await sync_to_async(_ways, thread_sensitive=False)(events, request.GET.get("frame", ""))
        else:
            if not _allowed(request):
                raise _NoAnswerError(HTTPStatus.TOO_MANY_REQUESTS, "too_many")
            tried = await sync_to_async(_tried, thread_sensitive=False)(
                events, request.GET.get("frame", ""), moves, move
            )
            found = _compared(await _advice(request, tried), tried)
    except _NoAnswerError as none:
        found = {"code": none.code, "reason": _sentence(none.code)}
        return _json(found, none.status)
    return _json(found)


async def _events(request: HttpRequest, match_id: str) -> list[Event]:
    events = await live_of(request).record(match_id)
    if events is None:
        raise _NoAnswerError(HTTPStatus.NOT_FOUND, "no_match")
    if not is_over(events):
        raise _NoAnswerError(HTTPStatus.CONFLICT, "unfinished")
    return events


def _allowed(request: HttpRequest) -> bool:
    requester = limits.requester_of(request)
    moment = int(time.monotonic() * 1000)
    keys = {requester.who, f"address {requester.origin}"} if requester.origin else {requester.who}
    return all(rates().take(key, moment) for key in keys)


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
    raise _NoAnswerError(HTTPStatus.NOT_FOUND, "nothing")


def _ways(events: Sequence[Event], frame: str) -> dict[str, Any]:
    """All legal turns, as the table of the match had them."""
    before = _before(events, frame)
    play = play_of(before)
    tree, effects, ways = play.tree(before), play.effects(before), play.moves(before)
    if tree is None and not ways:
        raise _NoAnswerError(HTTPStatus.NOT_FOUND, "nothing")
    return {
        "side": before.turn,
        "tree": None if tree is None else msgspec.Raw(tree),
        "effects": None if effects is None else msgspec.Raw(effects),
        "ways": ways,
    }


def _tried(events: Sequence[Event], frame: str, moves: str, move: str) -> _Attempt:
    before = _before(events, frame)
    try:
        if play_of(before).kind == "dice":
            steps = tuple(map(_step, moves.split(",")[:MOST_STEPS]))
            position = before.dice_position()
            after: Any = position.play(position.complete(steps))
            point = TakebackPoint(before, steps, "")
        else:
            after = before.board_position().move(move)
            point = TakebackPoint(before, (), move)
    except (IllegalTurnError, ValueError):
        raise _NoAnswerError(HTTPStatus.UNPROCESSABLE_ENTITY, "illegal") from None
    return _Attempt(before, point, _onward(before, after))


def _step(text: str) -> Move:
    point, _, die = text.partition("-")
    return int(point), int(die)


def _onward(before: Match, after: Any) -> str:
    """Address at which a game begins after the turn; "" where none can."""
    rules = before.position.game
    known = dict(rules.choices)
    options = {name: value for name, value in before.terms.options.items() if name in known}
    game = games.get(rules.id, **options)
    try:
        parsed = parse_position(game, after.to_text(), after.turn)
    except InvalidPositionError:
        return ""
    if parsed.start is None:
        return ""
    settings = [f"{name}={value}" for name, value in options.items()]
    return new_game_address(game.id, parsed.start, settings)


async def _advice(request: HttpRequest, tried: _Attempt) -> Advice:
    asked = replace(tried.before, past=(tried.point,))
    try:
        async with asyncio.timeout(PATIENCE):
            advice = await live_of(request).lessons.ask(asked, tried.before.turn, "review")
    except (HintsBusyError, TimeoutError):
        raise _NoAnswerError(HTTPStatus.SERVICE_UNAVAILABLE, "busy") from None
    if advice is None:
        raise _NoAnswerError(HTTPStatus.NOT_FOUND, "nothing")
    return advice


def _compared(advice: Advice, tried: _Attempt) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(advice)
    return found | {"onward": tried.onward}


def _json(content: dict[str, Any], status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    response = HttpResponse(msgspec.json.encode(content), content_type="application/json", status=status)
    response["Cache-Control"] = "no-store"
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        response["Retry-After"] = "60"
    return response


def _sentence(code: str) -> str:
    """The reason, in the visitor's language."""
    return {
        "no_match": _("There is no such table"),
        "unfinished": _("This match is still being played"),
        "nothing": _("Nothing to decide here."),
        "illegal": _("This turn is not possible here."),
        "too_many": _("Please wait a minute and try again."),
        "busy": _("No hint available right now."),
    }[code]
