"""The texts of courses: in every language, short, and none without a use."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.support import lesson_texts
from tests.support.course_texts import LANGUAGES, texts
from zaria.courses.shipped_courses import course, games_with_courses

MOST_LETTERS = 90
WORDS = Path(__file__).resolve().parents[3] / "docs" / "words"
PAGES = {
    "bg": "bulgarian",
    "el": "greek",
    "en": "english",
    "ro": "romanian",
    "ru": "russian",
    "tr": "turkish",
}


def all_texts(language: str) -> list[str]:
    return [text for table in texts(language).values() for text in table.values()]


def test_courses_speak_the_languages_of_lessons() -> None:
    assert sorted(PAGES) == LANGUAGES == lesson_texts.LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_exist_in_every_language_and_are_short(language: str) -> None:
    assert {table: set(keys) for table, keys in texts(language).items()} == {
        table: set(keys) for table, keys in texts("en").items()
    }
    assert [text for text in all_texts(language) if not 0 < len(text.strip()) <= MOST_LETTERS] == []


def test_every_text_is_used_and_every_key_has_a_text() -> None:
    chapters = [chapter for game in games_with_courses() for chapter in course(game).chapters]
    boards = [board for chapter in chapters for board in chapter.boards]
    names = {chapter.id for chapter in chapters}
    assert {table: set(keys) for table, keys in texts("en").items()} == {
        "chapter": names,
        "about": names,
        "why": {board.why for board in boards},
        "reason": {reason for board in boards for reason in board.wrong.values()},
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_word_that_the_language_refuses(language: str) -> None:
    page = (WORDS / f"{PAGES[language]}.md").read_text(encoding="utf-8")
    checked = tomllib.loads(re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[-1])
    refused = "|".join(f"(?:{pattern})" for pattern in checked["refused"])
    assert [text for text in all_texts(language) if re.search(refused, text, re.IGNORECASE)] == []
