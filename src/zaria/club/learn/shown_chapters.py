"""The boards of a chapter as its page needs them: those of a lesson, with what each answer costs and why."""

from functools import cache
from typing import Any

import msgspec
from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from zaria.club.games.answer_words import ACTS, QUESTIONS, loss_text, verdict_text
from zaria.club.games.programs import engine_line
from zaria.club.learn.course_texts import CourseTexts, course_texts
from zaria.club.learn.shown_boards import board_data
from zaria.courses import course as courses
from zaria.courses.course import CourseBoard, CourseClaim
from zaria.courses.shipped_courses import chapter, claims
from zaria.puzzles.scores import score, verdict

MOST_ANSWERS = 4
"""Answers that a claim lists."""
MOST_MOVES = 7
"""Moves of both sides that a claim on squares lists."""


class GradedAnswer(msgspec.Struct, frozen=True):
    """The verdict on an answer, and what is said of it."""

    grade: str
    text: str


class ClaimData(msgspec.Struct, frozen=True):
    """The claim of a board for the page: sentences, and the best answers with what they lose."""

    lines: list[str]
    answers: list[tuple[str, str]]


@cache
def boards_of_chapter(game: str, name: str, language: str) -> bytes:
    """Return the boards of a chapter as JSON, with the texts of a language."""
    texts = course_texts(language)
    with translation.override(language):
        boards = [_board(board, claims(game)[board.id], texts) for board in chapter(game, name).boards]
        return msgspec.json.encode(boards)


def _board(board: CourseBoard, claim: CourseClaim, texts: CourseTexts) -> dict[str, Any]:
    def graded(answer: str) -> GradedAnswer:
        return _graded(board, claim, answer, texts)

    drawn = board_data(board.position, graded)
    data = drawn | {
        "goal": str(QUESTIONS[board.question]),
        "hint": "",
        "claim": _claim(board, claim),
    }
    acts = courses.ACTS.get(board.question)
    if acts is None:
        return data
    return data | _cube_data(board) | {
        "verdicts": {act: graded(act) for act in acts},
        "choices": [(act, str(ACTS[act])) for act in acts],
    }  # fmt: skip


def _cube_data(board: CourseBoard) -> dict[str, Any]:
    """Return the side that decides, the cube as it lies before that side, and the question with the pips."""
    before: Any = board.position.before
    is_take = board.question == "take"
    side = 1 - before.turn if is_take else before.turn
    return {
        "side": side,
        "cube": {"value": 2, "owner": 0} if is_take else {"value": 1, "owner": None},
        "goal": _("{question} Pips: {own} to {opponent}.").format(
            question=QUESTIONS[board.question], own=before.pips(side), opponent=before.pips(1 - side)
        ),
    }


def _graded(board: CourseBoard, claim: CourseClaim, answer: str, texts: CourseTexts) -> GradedAnswer:
    loss, is_board = claim.losses[answer], board.question == "move"
    grade = verdict(score(loss, board=is_board))
    reason = texts.why[board.why] if grade == "solved" else texts.reason.get(board.wrong.get(answer, ""), "")
    text = verdict_text(grade, loss, is_board=is_board)
    return GradedAnswer(grade, f"{text}. {reason}".strip())


def _claim(board: CourseBoard, claim: CourseClaim) -> ClaimData:
    is_board = board.question == "move"
    answers = [
        (_text(board, answer), f"−{loss_text(loss, is_board=is_board)}" if loss else "")
        for answer, loss in list(claim.losses.items())[:MOST_ANSWERS]
    ]
    gap = loss_text(claim.gap, is_board=is_board)
    lines = [
        _("{best} is {loss} ahead of {second}.").format(best=answers[0][0], loss=gap, second=answers[1][0])
    ]
    if claim.nodes:
        lines.append(_("Best play: {line}").format(line=_line(board, claim)))
        searched = _("Engine: {engine}. Positions searched: {n}.")
        lines.append(searched.format(engine=claim.engine, n=number_format(claim.nodes, force_grouping=True)))
    else:
        lines.append(engine_line(claim.engine, claim.plies))
    return ClaimData(lines, answers)


def _text(board: CourseBoard, answer: str) -> str:
    """Return an answer as one reads it."""
    before = board.position.before
    if before.game.is_board:
        return before.notation(answer)
    return str(ACTS.get(answer, answer))


def _line(board: CourseBoard, claim: CourseClaim) -> str:
    """Return the best moves of both sides, as books of the game write them."""
    position: Any = board.position.before
    moves = []
    for move in claim.line[:MOST_MOVES]:
        moves.append(position.notation(move))
        position = position.move(move)
    return " ".join(moves)
