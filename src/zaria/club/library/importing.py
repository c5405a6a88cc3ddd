"""Reads waiting files into collections, one match at a time. Call it in a thread: it waits for the database.

Each step is one transaction: after a kill the next step goes on where the last one ended, and no match is
stored or counted twice.
"""

import logging
import zlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

import brotli
from django.db import transaction
from msgspec.structs import replace

from zaria.club.library import archives, indexing, match_words
from zaria.club.library.archives import ArchiveError, UnpackedFile
from zaria.club.library.models import (
    IMPORT_PREFIX,
    Collection,
    FileImport,
    ImportedMatch,
    ImportFile,
    IndexedMatch,
)
from zaria.club.site.clock import now_ms
from zaria.match.events import Event, GameEnded, MatchEnded, Opened, Player, Seated, Side
from zaria.records import contents, convert, source_text
from zaria.records.errors import InvalidRecordError
from zaria.records.formats import json
from zaria.records.match_facts import MatchFacts, facts_of
from zaria.records.occasion import Occasion, occasion_of
from zaria.records.turn_positions import TurnPosition, turn_positions

MOST_MATCHES = 500
"""Matches of a collection."""
MOST_EVENTS = 16_000
"""Events of a match; matches to 64 points have some 8,000."""
MOST_NOTES = 20
"""Notes that are stored of a file."""
LONGEST_NAME = 200

log = logging.getLogger(__name__)


class Note(NamedTuple):
    """The reason for which a match of a file was not stored.

    `code` is refused, failed, repeated, full, or that of an archive; `part` is the number of the match in its
    file, 0 where it has one or none; `reason` and `line` are those of `InvalidRecordError`; `match` is the
    key of the first copy of a repeated one.
    """

    code: str
    part: int = 0
    reason: str = ""
    line: int | None = None
    match: str = ""


class ReadMatch(NamedTuple):
    """A match of a file as it will be stored, and its occasion; `record` is that of `ImportedMatch`."""

    record: bytes
    facts: MatchFacts
    positions: Sequence[TurnPosition]
    occasion: Occasion


def packed(body: bytes) -> bytes:
    """Compress a file as it waits."""
    return zlib.compress(body, 1)


def label(name: str) -> str:
    """Return the name of a file as it is shown, with its last folder; it is never used as a path."""
    steps = [source_text.name(step) for step in name.replace("\\", "/").split("/")]
    return "/".join([step for step in steps if step.strip(".")][-2:])[:LONGEST_NAME] or "?"


class WorkedFile(NamedTuple):
    """The next step of a waiting file: the files of an archive, or the match that is a part of `parts`.

    `note` is the reason for which there is neither.
    """

    unpacked: Sequence[UnpackedFile] = ()
    match: ReadMatch | None = None
    note: Note | None = None
    part: int = 0
    parts: int = 0


def _report_nothing(_file_id: int, _part: int) -> None:
    """Nobody wants to know which match is read."""


def is_left() -> bool:
    """Return whether an import has something to do."""
    return FileImport.objects.filter(is_open=True).exists()


def work_next(report: Callable[[int, int], None] = _report_nothing) -> bool:
    """Read the next match of the import that has waited longest; return False if nothing waits.

    Files are read before the transaction begins, for on SQLite all others who write wait for it. `report` is
    called with the id of the file and the number of the match before it is read.
    """
    row = FileImport.objects.filter(is_open=True).order_by("served_at", "id").first()
    if row is None:
        return False
    file = row.files.filter(state=ImportFile.WAITING).order_by("id").first()
    worked = None
    if file is not None:
        report(file.pk, file.parts_done + 1)
        worked = _worked(row, file)
    with transaction.atomic():
        row = FileImport.objects.select_for_update(no_key=True).filter(pk=row.pk, is_open=True).first()
        if row is None:  # it was stopped meanwhile
            return True
        row.served_at, row.is_open = now_ms(), file is not None
        row.save(update_fields=["served_at", "is_open"])
        if file is not None and worked is not None:
            _store(row, file, worked)
        return True


@transaction.atomic
def give_up(file_id: int) -> None:
    """Give up the rest of a file that fells the process that reads it."""
    file = ImportFile.objects.filter(pk=file_id, state=ImportFile.WAITING).first()
    if file is None:  # it was stopped meanwhile
        return
    FileImport.objects.select_for_update(no_key=True).get(pk=file.file_import_id)
    file.refresh_from_db()
    log.error("library: a file of the import %s is given up: %s", file.file_import_id, file.name)
    _refuse(file, Note("failed", part=file.parts_done + 1 if file.parts_done else 0))
    _end(file)
    file.save()


def _worked(row: FileImport, file: ImportFile) -> WorkedFile:
    body = zlib.decompress(bytes(file.body or b""))
    if not archives.is_archive(body):
        return _next_match(row, file, body)
    try:
        unpacked = archives.unpack(body)
    except ArchiveError as error:
        return WorkedFile(note=Note(error.code))
    return WorkedFile(unpacked, note=None if unpacked else Note("empty"))


def _next_match(row: FileImport, file: ImportFile, body: bytes) -> WorkedFile:
    part, parts = file.parts_done + 1, 1
    try:
        texts = parts_of(body, row.language)
        parts = max(1, len(texts))
        match = read(body, part, texts, row.game, row.language)
    except InvalidRecordError as error:
        return WorkedFile(note=Note("refused", reason=error.reason, line=error.line), part=part, parts=parts)
    except Exception:
        log.exception("library: a file of the import %s cannot be read", row.key)
        return WorkedFile(note=Note("failed"), part=part, parts=parts)
    return WorkedFile(match=match, part=part, parts=parts)


def _store(row: FileImport, file: ImportFile, worked: WorkedFile) -> None:
    """Store what was read, unless the file has got on meanwhile."""
    done = max(0, worked.part - 1)
    waiting = ImportFile.objects.filter(pk=file.pk, state=ImportFile.WAITING, parts_done=done)
    if not waiting.exists():
        return
    if worked.parts:
        _store_match(row, file, worked)
    else:
        _store_archive(row, file, worked)
    file.save()


def _store_archive(row: FileImport, file: ImportFile, worked: WorkedFile) -> None:
    if worked.note is not None:
        _refuse(file, worked.note)
    ImportFile.objects.bulk_create(_waiting(row, part) for part in worked.unpacked)
    file.is_archive = True
    _end(file)


def _store_match(row: FileImport, file: ImportFile, worked: WorkedFile) -> None:
    file.parts_done = worked.part
    note = worked.note
    if worked.match is not None:
        note = add(row.collection, worked.match, file.name, row.own_name)
    if note is None:
        file.stored += 1
    else:
        note = note._replace(part=worked.part if worked.parts > 1 else 0)
        if note.code == "repeated":
            file.repeated += 1
            _write(file, note)
        else:
            _refuse(file, note)
    if worked.part >= worked.parts:
        _end(file)


def _end(file: ImportFile) -> None:
    file.state, file.body = ImportFile.DONE, None


def _waiting(row: FileImport, part: UnpackedFile) -> ImportFile:
    file = ImportFile(file_import=row, name=label(part.name), size=len(part.body))
    if part.refusal:
        _refuse(file, Note(part.refusal))
        _end(file)
    else:
        file.body = packed(part.body)
    return file


def _refuse(file: ImportFile, note: Note) -> None:
    file.refused += 1
    _write(file, note)


def _write(file: ImportFile, note: Note) -> None:
    if len(file.notes) < MOST_NOTES:
        file.notes.append(note._asdict())


def parts_of(body: bytes, language: str = "") -> list[contents.MatchPart]:
    """Return the texts of the matches of a file; none of one that is not text."""
    form = convert.guess(body)
    return [] if form in convert.BINARY else contents.parts_of(body, form, language)


def read(
    body: bytes, number: int, texts: Sequence[contents.MatchPart], game: str, language: str = ""
) -> ReadMatch:
    """Read the match with a number (from 1) of a file; raises `InvalidRecordError`."""
    if not body.strip():
        raise InvalidRecordError("the file is empty")
    form = convert.guess(body)
    presumed = convert.presumed_game(body, form, game)
    events = convert.read(body, form, presumed, number=number, language=language)
    if len(events) > MOST_EVENTS:
        raise InvalidRecordError(f"more than {MOST_EVENTS} events")
    events = _ended([_with_name_alone(event) for event in events])
    occasion = occasion_of(texts[number - 1].text) if texts else Occasion()
    return to_store(events, occasion)


def to_store(events: Sequence[Event], occasion: Occasion) -> ReadMatch:
    """Return a match as it will be stored; raises `InvalidRecordError`."""
    record = brotli.compress(json.dump(events), mode=brotli.MODE_TEXT, quality=5)
    return ReadMatch(record, facts_of(events), turn_positions(events), occasion)


def _ended(events: list[Event]) -> list[Event]:
    """The events with the end of a session of games for points, which files do not tell."""
    opened, last = events[0], events[-1]
    if not (isinstance(opened, Opened) and isinstance(last, GameEnded) and opened.terms.length == 0):
        return events
    first, second = facts_of(events).score
    winner: Side | None = None if first == second else 0 if first > second else 1
    return [*events, MatchEnded(at=last.at, winner=winner, score=(first, second), secret="")]


def _with_name_alone(event: Event) -> Event:
    """A seat without all that a record of a club tells of a player but the name."""
    if not isinstance(event, Seated):
        return event
    player = Player(str(event.side), source_text.name(event.player.name) or "?", event.player.colour)
    return replace(event, player=player, seed=event.seed)


def add(collection: Collection, match: ReadMatch, file_name: str, own_name: str = "") -> Note | None:
    """Store a match with its positions in a collection; return the reason for which it was not stored."""
    facts = match.facts
    earlier = ImportedMatch.objects.filter(owner=collection.owner_id, digest=facts.digest).first()
    if earlier is not None:
        return Note("repeated", match=earlier.key)
    if collection.matches.count() >= MOST_MATCHES:
        return Note("full")
    row = ImportedMatch.objects.create(
        collection=collection,
        owner=collection.owner,
        digest=facts.digest,
        game=facts.game,
        name0=facts.names[0],
        name1=facts.names[1],
        event=match.occasion.event,
        round=match.occasion.round,
        place=match.occasion.place,
        played_at=facts.played_at,
        length=facts.length,
        score0=facts.score[0],
        score1=facts.score[1],
        won=facts.won,
        own_side=_side_of(own_name, facts.names),
        is_over=facts.is_over,
        file_name=file_name,
        added_at=now_ms(),
        record=match.record,
    )
    # `ended` orders the matches that were played here: those from elsewhere stand before them all
    indexed = IndexedMatch.objects.create(match_id=row.match_id, ended=0)
    indexing.store(indexed, match.positions, collection.shelf, {})
    if collection.is_public:
        match_words.store([row])
    return None


def _side_of(name: str, names: tuple[str, str]) -> int | None:
    """The side of the member who plays under a name in the file; None if neither or both have it."""
    sides = [side for side in (0, 1) if name and names[side].casefold() == name.casefold()]
    return sides[0] if len(sides) == 1 else None


def record_of(match: ImportedMatch) -> list[Event]:
    """Return the events of a stored match."""
    return json.load(brotli.decompress(bytes(match.record)))


def load(match_id: str) -> list[Event] | None:
    """Return the events of the match with this id, None if it is gone."""
    match = ImportedMatch.objects.filter(key=match_id.removeprefix(IMPORT_PREFIX)).first()
    return None if match is None else record_of(match)
