"""The engine's silence about running rated matches holds for answers to puzzles, too."""

import asyncio

import pytest
from django.http import QueryDict
from django.test import RequestFactory

from tests.support.club.puzzle_samples import TURN
from zaria.club.matches.analysis.engine_questions import NoAnswerError
from zaria.club.matches.engine_access import Silence
from zaria.club.puzzles import boards, grading
from zaria.club.puzzles.grading import GradedTurn
from zaria.live.matches.board_keys import board_key

BEST, UNLISTED = "moves=8-3,6-1", "moves=24-1,24-3"


def graded(monkeypatch: pytest.MonkeyPatch, silence: Silence, answer: str) -> GradedTurn:
    async def silence_for(*_: object) -> Silence:
        return silence

    monkeypatch.setattr(grading, "silence_for", silence_for)
    turn = asyncio.run(grading.grade_answer(RequestFactory().get("/"), TURN, QueryDict(answer)))
    assert isinstance(turn, GradedTurn)
    return turn


def test_the_board_of_a_running_match_is_not_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    match = boards.match_of(TURN, "")
    result = match.dice_position().results()[0]
    for position in (match.position, result):
        silence = Silence(boards=frozenset([board_key(position)]))
        with pytest.raises(NoAnswerError) as refused:
            graded(monkeypatch, silence, BEST)
        assert refused.value.code == "rated_match"


def test_during_a_match_at_the_table_only_listed_answers_are_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    silence = Silence(whole_game=True)
    turn = graded(monkeypatch, silence, BEST)
    assert (turn.verdict, turn.advice) == ("solved", None)
    with pytest.raises(NoAnswerError) as refused:
        graded(monkeypatch, silence, UNLISTED)
    assert refused.value.code == "rated_match"
