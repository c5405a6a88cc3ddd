"""Files of lessons that are wrong, and what the reader says about them."""

import pytest

from zaria.lessons.shipped_lessons import InvalidLessonError, lesson, read

BOARD = 'position = "X=1:2;O=1:2"\ndice = [2, 1]\n'


@pytest.mark.parametrize(
    ("source", "refusal"),
    [
        ("boards = [", "tabla.toml: "),
        ('boards = "one"', "tabla: Expected `array`"),
        ('boards = ["one"]', "tabla.toml has no board 'one', which the lesson of tabla shows"),
        ('boards = ["elsewhere.one"]', "there is no file elsewhere.toml"),
        (f'boards = ["one"]\n[one]\n{BOARD}', "tabla.one: Object missing required field `accept`"),
        (f'boards = ["one"]\n[one]\n{BOARD}accept = ["1/off(2)"]\naccepts = 1', "unknown field `accepts`"),
        (f'boards = ["one"]\n[one]\n{BOARD}accept = "off"', "tabla.one: `answers` is the number"),
        (f'boards = ["one"]\n[one]\n{BOARD}accept = ["1/off(2)"]\nanswers = 1', "tabla.one: `answers`"),
        ('boards = ["one"]\n[one]\nposition = ""\ndice = ["2"]\naccept = []', r"tabla.one: .*`\$.dice"),
    ],
)
def test_the_reader_says_which_board_is_wrong(source: str, refusal: str) -> None:
    with pytest.raises(InvalidLessonError, match=refusal):
        read("tabla", {"tabla": source})


def test_a_board_of_a_game_keeps_its_rules_and_a_common_one_takes_those_of_the_lesson() -> None:
    rules = {board.id: board.game for board in lesson("three-games").boards}
    assert rules["tapa.pin"] == "tapa"
    assert rules["common.way"] == "three-games"


def test_a_game_without_a_file_has_no_lesson() -> None:
    with pytest.raises(KeyError):
        lesson("common")
