"""The formats of studies: which ones hold a study, and its files."""

from collections.abc import Sequence

import msgspec

from zaria.studies.chapter import ChapterTree, InvalidChapterError, StudyFile
from zaria.studies.formats import movetext, sgf

TYPES = {
    "json": "application/json",
    "sgf": "application/x-go-sgf",
    "pgn": "application/vnd.chess-pgn",
    "pdn": "application/x-draughts-pdn",
}
"""The formats by their file extensions, with their media types."""


def formats(games: Sequence[str]) -> list[str]:
    """List the formats that hold a chapter at least of a study with these games, our own first."""
    return [form for form in TYPES if any(_can_hold(form, game) for game in games)]


def write(title: str, chapters: Sequence[ChapterTree], form: str, site: str) -> bytes:
    """Return the chapters of a study that the format can hold; `site` is the address of the study.

    Raises `InvalidChapterError` if it can hold none.
    """
    held = [chapter for chapter in chapters if _can_hold(form, chapter.start.game)]
    if not held:
        raise InvalidChapterError("the format holds no chapter of the study")
    if form == "json":
        return msgspec.json.encode(StudyFile(title, tuple(held)))
    if form == "sgf":
        return "\n".join(sgf.write(chapter, title) for chapter in held).encode()
    return "\n".join(movetext.write(chapter, form, title, site) for chapter in held).encode()


def _can_hold(form: str, game: str) -> bool:
    if form == "json":
        return True
    return sgf.can_hold(game) if form == "sgf" else movetext.can_hold(form, game)
