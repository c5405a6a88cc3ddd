"""Files of courses that are wrong, and what the reader says about them."""

import pytest

from zaria.courses.shipped_courses import InvalidCourseError, chapter, claims, course, read

CHAPTER = '[[chapters]]\nid = "racing"\nboards = ["one"]\n'
BOARD = '[one]\nposition = "X=1:2;O=1:2"\ndice = [2, 1]\n'


@pytest.mark.parametrize(
    ("source", "refusal"),
    [
        ("[[chapters", "tabla.toml: "),
        ("chapters = 1", "tabla: Expected `array`"),
        (CHAPTER, "tabla.toml has no board 'one', which the course of tabla shows"),
        (CHAPTER.replace("one", "elsewhere.one"), "there is no file elsewhere.toml"),
        (CHAPTER.replace("racing", "solved"), "tabla.toml: no chapter can be called 'solved'"),
        (CHAPTER + BOARD, "tabla.one: Object missing required field `best`"),
        (f'{CHAPTER}{BOARD}best = "1/off(2)"\nanswers = 1', "unknown field `answers`"),
        (f'{CHAPTER}{BOARD}best = "1/off(2)"\nquestion = "take"', "tabla.one: the answer is take or drop"),
        (f'{CHAPTER}{BOARD}best = "1/off(2)"\nquestion = "redouble"', r"tabla.one: .*`\$.question"),
    ],
)
def test_the_reader_says_which_board_is_wrong(source: str, refusal: str) -> None:
    with pytest.raises(InvalidCourseError, match=refusal):
        read("tabla", {"tabla": source})


def test_a_board_of_another_game_is_played_by_the_rules_of_the_course() -> None:
    shared = {board.id: board.position.game for board in course("long-nardy").boards}
    assert shared["tabla.small-ones"] == "long-nardy"


def test_what_does_not_exist_is_no_course_and_no_chapter() -> None:
    with pytest.raises(KeyError):
        course("chess")
    with pytest.raises(KeyError):
        chapter("tabla", "doubling")
    with pytest.raises(InvalidCourseError, match=r"chess\.jsonl"):
        claims("chess")
