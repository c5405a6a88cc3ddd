"""The formats of studies: which ones hold a study, and its files."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from zaria.records import contents, convert, source_text
from zaria.records.errors import InvalidRecordError
from zaria.studies import operations
from zaria.studies.chapter import LONGEST_TITLE, MOST_CHAPTERS, ChapterTree, InvalidChapterError, StudyFile
from zaria.studies.formats import movetext, read_movetext, read_sgf, sgf
from zaria.studies.formats.growing import MOST_ACTS, shortened

TYPES = {
    "json": "application/json",
    "sgf": "application/x-go-sgf",
    "pgn": "application/vnd.chess-pgn",
    "pdn": "application/x-draughts-pdn",
}
"""The formats by their file extensions, with their media types."""

_file_decoder = msgspec.json.Decoder(StudyFile)


class ReadStudy(NamedTuple):
    """A study from a file; `title` is "" where the file has none."""

    title: str
    chapters: list[ChapterTree]


def read(body: bytes, language: str = "") -> ReadStudy:
    """Read the chapters of a file in one of our formats, each of its games a chapter.

    `language` is that of the reader (see `code_pages`). Raises `InvalidRecordError`.
    """
    if not body.strip():
        raise InvalidRecordError("the file is empty")
    source_text.bounded(body)
    form = convert.guess(body)
    if form == "json":
        return _read_json(body)
    titles, chapters, acts = [], list[ChapterTree](), 0
    for title, chapter in _games(body, form, language):
        titles.append(title)
        chapters.append(chapter)
        acts += len(chapter.nodes) - 1
        if len(chapters) > MOST_CHAPTERS:
            raise InvalidRecordError(f"more than {MOST_CHAPTERS} chapters")
        if acts > MOST_ACTS:
            raise InvalidRecordError(f"more than {MOST_ACTS} moves")
    if not chapters:
        raise InvalidRecordError("a match without a game", 1)
    return ReadStudy(next(filter(None, titles), ""), chapters)


def _games(body: bytes, form: str, language: str) -> Iterator[tuple[str, ChapterTree]]:
    """The games of a file as chapters, each with the title of its study."""
    if form not in ("sgf", "pgn", "pdn"):
        raise InvalidRecordError("a study is read from PGN, PDN, SGF or our JSON")
    if form == "sgf":
        yield from read_sgf.read(source_text.decoded(body, language))
        return
    for part in contents.parts_of(body, form, language):
        yield read_movetext.read(part.text, form, part.line)


def _read_json(body: bytes) -> ReadStudy:
    try:
        study = _file_decoder.decode(source_text.decoded_utf8(body))
    except msgspec.DecodeError as error:
        raise InvalidRecordError(f"not a study: {error}") from error
    if len(study.chapters) > MOST_CHAPTERS:
        raise InvalidRecordError(f"more than {MOST_CHAPTERS} chapters")
    if sum(len(chapter.nodes) for chapter in study.chapters) > MOST_ACTS + len(study.chapters):
        raise InvalidRecordError(f"more than {MOST_ACTS} moves")
    chapters = []
    for number, chapter in enumerate(study.chapters, 1):
        try:
            chapters.append(operations.validated(chapter))
        except InvalidChapterError as error:
            raise InvalidRecordError(f"chapter {number}: {error}") from error
    return ReadStudy(shortened(" ".join(study.title.split()), LONGEST_TITLE), chapters)


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
