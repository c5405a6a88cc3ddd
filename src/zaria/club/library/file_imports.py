"""Imports files, folders and archives of the operator's machine at once, for the command line."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from django.db import transaction

from zaria.club.library import actions, archives, importing
from zaria.club.library.archives import ArchiveError
from zaria.club.library.importing import Note
from zaria.club.library.models import Collection
from zaria.records.errors import InvalidRecordError
from zaria.records.source_text import MOST_BYTES


class FileOutcome(NamedTuple):
    """The outcome of a file: matches stored and repeated, and the notes of those that were refused."""

    name: str
    stored: int
    repeated: int
    refused: tuple[Note, ...]


class CollectionFiles:
    """Imports files into a collection; a collection of the club that is full goes on in a further one."""

    def __init__(self, collection: Collection, game: str) -> None:
        """`game` is that of files that name none."""
        self._title, self._collection, self._game = collection.title, collection, game
        self._count = 1

    def add_all(self, paths: Sequence[Path]) -> Iterator[FileOutcome]:
        """Import files, folders and archives; yields the outcome of each file."""
        for name, body in _files(paths):
            yield self._add(name, body) if isinstance(body, bytes) else FileOutcome(name, 0, 0, (body,))

    def _add(self, name: str, body: bytes) -> FileOutcome:
        stored = repeated = 0
        refused: list[Note] = []
        try:
            texts = importing.parts_of(body)
        except InvalidRecordError as error:
            return FileOutcome(name, 0, 0, (Note("refused", reason=error.reason, line=error.line),))
        for number in range(1, max(1, len(texts)) + 1):
            try:
                match = importing.read(body, number, texts, self._game)
            except InvalidRecordError as error:
                part = number if len(texts) > 1 else 0
                refused.append(Note("refused", part, error.reason, error.line))
                continue
            note = self._store(match, name)
            stored += note is None
            repeated += note is not None and note.code == "repeated"
            refused += [note] if note is not None and note.code != "repeated" else []
        return FileOutcome(name, stored, repeated, tuple(refused))

    def _store(self, match: importing.ReadMatch, name: str) -> Note | None:
        with transaction.atomic():
            note = importing.add(self._collection, match, importing.label(name))
            if note is not None and note.code == "full" and self._collection.owner_id is None:
                self._count += 1
                title = f"{self._title[: Collection.LONGEST_TITLE - 6]} ({self._count})"
                self._collection = actions.create_collection(None, title, self._collection.visibility)
                note = importing.add(self._collection, match, importing.label(name))
            return note


def _files(paths: Sequence[Path]) -> Iterator[tuple[str, bytes | Note]]:
    for path in paths:
        files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        for file in files:
            if path.is_dir() and any(step.startswith(".") for step in file.relative_to(path).parts):
                continue
            yield from _contents(file)


def _contents(path: Path) -> Iterator[tuple[str, bytes | Note]]:
    """The files of an archive, or the file itself."""
    try:
        with path.open("rb") as file:
            body = file.read(archives.MOST_ARCHIVE + 1)
    except OSError as error:
        yield str(path), Note("refused", reason=str(error.strerror))
        return
    if not archives.is_archive(body):
        yield str(path), body if len(body) <= MOST_BYTES else Note("large_file")
        return
    if len(body) > archives.MOST_ARCHIVE:
        yield str(path), Note("large_archive")
        return
    try:
        unpacked = archives.unpack(body)
    except ArchiveError as error:
        yield str(path), Note(error.code)
        return
    for entry in unpacked:
        yield f"{path}/{importing.label(entry.name)}", Note(entry.refusal) if entry.refusal else entry.body
