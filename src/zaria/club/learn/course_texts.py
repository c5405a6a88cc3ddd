"""The texts of courses, read once for each language from `web/courses/<language>.toml`."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).resolve().parents[2] / "web" / "courses"


class CourseTexts(NamedTuple):
    """All texts of a language by their keys.

    The names of chapters and one line about each, why answers are best, and reasons against others.
    """

    chapter: dict[str, str]
    about: dict[str, str]
    why: dict[str, str]
    reason: dict[str, str]


@cache
def course_texts(language: str) -> CourseTexts:
    """Return the texts of a language of the site."""
    return CourseTexts(**tomllib.loads((HOME / f"{language}.toml").read_text(encoding="utf-8")))
