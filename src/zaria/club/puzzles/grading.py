"""Judges answers: by the losses that a puzzle lists, else by the engine; with reasons, if it has time."""

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.http import HttpRequest, QueryDict
from msgspec.structs import replace

from zaria import games
from zaria.bots.teaching import Advice
from zaria.club.matches.analysis.engine_questions import NoAnswerError, advice_within, allowed
from zaria.club.matches.analysis.limits import requester_of
from zaria.club.matches.engine_access import Silence, silence_for
from zaria.club.puzzles import boards
from zaria.club.puzzles.boards import Tried
from zaria.games.protocols import IllegalTurnError
from zaria.games.turn import Moves
from zaria.match.match import Match, TakebackPoint
from zaria.puzzles.puzzle import CUBE_WORDS, Puzzle
from zaria.puzzles.scores import Verdict, score, verdict

MOST_STEPS = 16
"""Steps of a turn that are read; no turn has more than eight."""

REASONS_S = 4.0
"""Seconds that a solver waits for the reasons of a verdict that is known without them."""


class GradedTurn(NamedTuple):
    """An answer with its verdict.

    * loss: in points, or in chance to win on squares; `is_listed`: the puzzle lists it, else the engine said
      it;
    * tried, best: the answer and the right one on the board, None for questions about the cube;
    * advice: what the engine says of the answer, or of the position for questions about the cube; None if it
      had no time, or must be silent.
    """

    answer: str
    loss: float
    score: float
    verdict: Verdict
    is_listed: bool
    tried: Tried | None
    best: Tried | None
    advice: Advice | None


class Continuation(NamedTuple):
    """The first moves of a solution were right: what was played until now, the reply among it."""

    line: tuple[str, ...]


class GivenAnswer(NamedTuple):
    """An answer as it was answer: the moves and the match before it, its text, and its turn if it has one."""

    line: tuple[str, ...]
    before: Match
    text: str
    tried: Tried | None


async def grade_answer(request: HttpRequest, puzzle: Puzzle, fields: QueryDict) -> GradedTurn | Continuation:
    """Judge the answer in the fields of a form: `choice`, `moves`, or `move` with the `line` before it.

    Raises `NoAnswerError` for an answer that is impossible, or that only an engine could judge which is busy
    or must be silent.
    """
    silence = await silence_for(request, puzzle.game)
    name = requester_of(request).who
    read = sync_to_async(_read, thread_sensitive=False)
    try:
        answer = await read(puzzle, fields, name)
    except (IllegalTurnError, ValueError):
        raise NoAnswerError(HTTPStatus.UNPROCESSABLE_ENTITY, "illegal") from None
    _check_silence(silence, answer)
    if answer.tried is None:
        return await _grade_choice(request, puzzle, answer, silence)
    onward = _onward(puzzle, answer)
    if onward is not None:
        return onward
    return await _grade_turn(request, puzzle, answer, answer.tried, silence)


def grade_listed(puzzle: Puzzle, fields: QueryDict, silence: Silence) -> float | Continuation:
    """Return the score of an answer by what the puzzle lists; one that is not listed scores nothing.

    Raises `NoAnswerError` for an answer that is impossible, or about which the engine must be silent.
    """
    try:
        answer = _read(puzzle, fields, "")
    except (IllegalTurnError, ValueError):
        raise NoAnswerError(HTTPStatus.UNPROCESSABLE_ENTITY, "illegal") from None
    _check_silence(silence, answer)
    if answer.tried is None and puzzle.question == "avoid":
        return float(answer.text == puzzle.best.turn)
    onward = _onward(puzzle, answer)
    if onward is not None:
        return onward
    loss = _losses(puzzle, answer.line).get(answer.text)
    return 0.0 if loss is None else score(loss, board=games.get(puzzle.game).is_board)


def _check_silence(silence: Silence, answer: GivenAnswer) -> None:
    """Raise `NoAnswerError` for a board of the solver's running games by the day, before or after a turn."""
    boards_shown = [answer.before.position, *([answer.tried.after] if answer.tried is not None else [])]
    if silence.boards and any(silence.covers(position) for position in boards_shown):
        raise NoAnswerError(HTTPStatus.FORBIDDEN, "rated_match")


def _onward(puzzle: Puzzle, answer: GivenAnswer) -> Continuation | None:
    """Return how a solution of several moves goes on after a right one that is not its last."""
    line = (*answer.line, answer.text, *puzzle.line[len(answer.line) + 1 : len(answer.line) + 2])
    is_right = bool(puzzle.line) and line == puzzle.line[: len(line)]
    return Continuation(line) if is_right and len(line) < len(puzzle.line) else None


def _losses(puzzle: Puzzle, line: Sequence[str]) -> dict[str, float]:
    """Return what the puzzle says of answers after the moves of `line`."""
    if line:
        return {puzzle.line[len(line)]: 0.0}
    return {answer.turn: answer.loss for answer in puzzle.answers}


def _line(puzzle: Puzzle, text: str) -> tuple[str, ...]:
    """Return the moves before an answer on squares; raises `ValueError` if they are not the solution's."""
    line = tuple(text.split())
    if line and (len(line) % 2 or line != puzzle.line[: len(line)]):
        raise ValueError(text)
    return line


def _read(puzzle: Puzzle, fields: QueryDict, name: str) -> GivenAnswer:
    """Read an answer; raises `ValueError` or `IllegalTurnError` for one that is impossible."""
    line = _line(puzzle, fields.get("line", ""))
    before = boards.match_of(puzzle, name, line)
    if puzzle.question in CUBE_WORDS or puzzle.question == "avoid":
        choice = fields.get("choice", "")
        if all(answer.turn != choice for answer in puzzle.answers):
            raise ValueError(choice)
        return GivenAnswer(line, before, choice, None)
    if puzzle.question == "move":
        tried = boards.try_move(before, fields.get("move", ""))
    else:
        moves: Moves = tuple(map(_step, fields.get("moves", "").split(",")[:MOST_STEPS]))
        tried = boards.try_turn(puzzle, before, moves)
    return GivenAnswer(line, before, tried.text, tried)


def _step(text: str) -> tuple[int, int]:
    point, _, die = text.partition("-")
    return int(point), int(die)


async def _grade_choice(
    request: HttpRequest, puzzle: Puzzle, answer: GivenAnswer, silence: Silence
) -> GradedTurn:
    """Judge a choice among listed answers."""
    if puzzle.question in CUBE_WORDS:
        loss = _losses(puzzle, ())[answer.text]
        points = score(loss)
        advice = await _opinion(request, answer.before, silence)
        return GradedTurn(answer.text, loss, points, verdict(points), True, None, None, advice)
    avoided = boards.try_answer(puzzle, answer.before, puzzle.best.turn)
    good = boards.try_answer(puzzle, answer.before, puzzle.answers[0].turn)
    points = float(answer.text == puzzle.best.turn)
    advice = await _reasons(request, avoided, silence)
    return GradedTurn(answer.text, 0.0, points, verdict(points), True, avoided, good, advice)


async def _grade_turn(
    request: HttpRequest, puzzle: Puzzle, answer: GivenAnswer, tried: Tried, silence: Silence
) -> GradedTurn:
    right = puzzle.line[len(answer.line)] if puzzle.line else puzzle.best.turn
    loss = _losses(puzzle, answer.line).get(answer.text)
    is_listed = loss is not None
    if loss is None:
        advice: Advice | None = await _review(request, tried, silence)
        loss = advice.loss if advice is not None else 0.0
    else:
        advice = await _reasons(request, tried, silence)
    points = score(loss, board=games.get(puzzle.game).is_board)
    best = boards.try_answer(puzzle, answer.before, right)
    return GradedTurn(answer.text, loss, points, verdict(points), is_listed, tried, best, advice)


async def _review(request: HttpRequest, tried: Tried, silence: Silence) -> Advice:
    """Return what the engine says of a turn; raises `NoAnswerError`."""
    if silence.whole_game or silence.covers(tried.after):
        raise NoAnswerError(HTTPStatus.FORBIDDEN, "rated_match")
    if not await allowed(request):
        raise NoAnswerError(HTTPStatus.TOO_MANY_REQUESTS, "too_many")
    match = replace(tried.before, past=(TakebackPoint(tried.before, tried.moves, tried.move),))
    return await advice_within(silence, request, match, tried.before.turn, "review")


async def _opinion(request: HttpRequest, match: Match, silence: Silence) -> Advice | None:
    """Return what the engine says of a position before a roll; None where a verdict must do without it."""
    if silence.whole_game or silence.covers(match.position) or not await allowed(request):
        return None
    try:
        async with asyncio.timeout(REASONS_S):
            return await advice_within(silence, request, match, match.turn, "opinion")
    except (NoAnswerError, TimeoutError):
        return None


async def _reasons(request: HttpRequest, tried: Tried, silence: Silence) -> Advice | None:
    """Return the same, or None where a verdict must do without it."""
    try:
        async with asyncio.timeout(REASONS_S):
            return await _review(request, tried, silence)
    except (NoAnswerError, TimeoutError):
        return None
