"""The texts of lessons, read once for each language from `web/lessons/<language>.toml`."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).resolve().parents[2] / "web" / "lessons"


class LessonTexts(NamedTuple):
    """All texts of a language by their keys: what boards ask for, reasons against turns, hints."""

    goal: dict[str, str]
    reason: dict[str, str]
    hint: dict[str, str]


@cache
def lesson_texts(language: str) -> LessonTexts:
    """Return the texts of a language of the site."""
    return LessonTexts(**tomllib.loads((HOME / f"{language}.toml").read_text(encoding="utf-8")))
