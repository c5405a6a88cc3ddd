"""A lesson takes no longer than its tile promises: read at three words a second, played tap by tap."""

import random
from statistics import mean

import pytest

from tests.support.lesson_texts import LANGUAGES, texts
from zaria import games
from zaria.games.dice import ROLLS
from zaria.games.turn import Turn
from zaria.lessons.lesson import GameLesson, LessonBoard
from zaria.lessons.shipped_lessons import games_with_lessons, lesson
from zaria.lessons.verdicts import is_accepted, legal_turns

WORDS_A_SECOND = 3
LOOK_S, TAP_S, REPLY_S = 2.0, 1.2, 2.0
"""Seconds of a look at a board, of a tap by a thumb, and of a turn of the other side that is shown."""
PROMISED_S = 4 * 60
"""The time on the tile, for the boards; the short match at the end comes on top."""
IN_ALL_S = 5 * 60
MATCHES = 40


def taps(board: LessonBoard) -> int:
    """The taps of the shortest answer: each step from and to, the end of the turn, and the next board."""
    answers = [legal.turn for legal in legal_turns(board).values() if is_accepted(board, legal)]
    steps = min(len(turn.path) - 1 if board.before.game.is_board else len(turn.steps) for turn in answers)
    return 2 * steps + 2


def seconds(course: GameLesson, language: str) -> float:
    """The seconds of all boards of a lesson."""
    goals = texts(language)["goal"]
    words = sum(len(goals[board.goal].split()) for board in course.boards)
    replies = sum(board.reply is not None for board in course.boards)
    number_of_taps = sum(map(taps, course.boards))
    return words / WORDS_A_SECOND + LOOK_S * len(course.boards) + TAP_S * number_of_taps + REPLY_S * replies


def match_seconds(course: GameLesson) -> float:
    """The mean seconds of the short match at the end, both sides playing at random."""
    generator = random.Random(49)
    return mean(_match_seconds(course, generator) for _ in range(MATCHES))


def _match_seconds(course: GameLesson, generator: random.Random) -> float:
    position, spent = games.dice_game(course.game).nth(1).parse(course.mini), 0.0
    while position.outcome() is None:
        if position.duty is None:
            position = position.rolled(generator.choice(ROLLS))
        turn = generator.choice(position.turns() or [Turn()])
        spent += REPLY_S if position.turn else LOOK_S + TAP_S * (2 * len(turn.steps) + 2)
        position = position.play(turn)
    return spent


@pytest.mark.parametrize("game", games_with_lessons())
def test_a_lesson_takes_as_long_as_promised_in_every_language(game: str) -> None:
    course = lesson(game)
    slowest = max(seconds(course, language) for language in LANGUAGES)
    assert slowest <= PROMISED_S
    in_all = slowest + (match_seconds(course) if course.mini else 0.0)
    assert in_all <= IN_ALL_S
