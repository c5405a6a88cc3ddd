"""Writes collections, their tags, and the files that wait to be read into them. Each is one transaction."""

from collections import Counter
from collections.abc import Collection as SizedIterable
from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Sum

from zaria.club.accounts.models import Member
from zaria.club.library import match_words, position_blocks
from zaria.club.library.importing import label, packed
from zaria.club.library.models import (
    Collection,
    CollectionPerson,
    CollectionRole,
    FileImport,
    ImportedMatch,
    ImportFile,
    IndexedMatch,
    MatchTag,
    StoredPosition,
)
from zaria.club.matches.analysis import actions as analyses
from zaria.club.relations.queries import blocked_between
from zaria.club.site.clock import now_ms

MOST_COLLECTIONS = 20
"""Collections of a member."""
MOST_PEOPLE = 20
"""Members with whom a collection is shared."""
MOST_TAGS = 10
"""Tags of a match."""
MOST_WAITING = 2_000
"""Files of a member that wait to be read."""
MOST_WAITING_BYTES = 64 * 1024 * 1024
"""Bytes of these files."""
MOST_AT_ONCE = 500
"""Matches that one act tags or deletes: those of a collection."""


class LibraryRefusedError(Exception):
    """The act is not allowed.

    `code`: too_many_collections, too_many_files, too_many_tags, too_many_people, no_member, apart, no_name,
    too_many_names.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class SentFile(NamedTuple):
    """A file that a visitor sends."""

    name: str
    body: bytes


class ImportTerms(NamedTuple):
    """The terms on which the files of an import are read: see `FileImport`."""

    game: str
    own_name: str = ""
    language: str = ""


@transaction.atomic
def create_collection(owner: Member | None, title: str, visibility: str) -> Collection:
    """Create an empty collection; raises `LibraryRefusedError`."""
    if owner is not None:
        Member.objects.select_for_update(no_key=True).get(pk=owner.pk)
        if Collection.objects.filter(owner=owner).count() >= MOST_COLLECTIONS:
            raise LibraryRefusedError("too_many_collections")
    return Collection.objects.create(owner=owner, title=title, visibility=visibility, created_at=now_ms())


@transaction.atomic
def change_collection(collection: Collection, title: str, visibility: str) -> None:
    """Give a collection a title and readers."""
    row = Collection.objects.select_for_update(no_key=True).get(pk=collection.pk)
    shelf = row.shelf
    row.title, row.visibility = title, visibility
    row.save(update_fields=["title", "visibility"])
    if row.shelf != shelf:
        matches = list(IndexedMatch.objects.filter(match_id__in=_match_ids(row)))
        StoredPosition.objects.filter(match__in=matches).update(shelf=row.shelf)
        position_blocks.forget(matches)
        match_words.follow(row)


@transaction.atomic
def invite(collection: Collection, login: str, role: str) -> None:
    """Let a member read or write in a collection; raises `LibraryRefusedError`."""
    Collection.objects.select_for_update(no_key=True).get(pk=collection.pk)
    person = person_named(login, collection.owner)
    if person.pk == collection.owner_id:
        raise LibraryRefusedError("no_member")
    people = CollectionPerson.objects.filter(collection=collection)
    if people.exclude(member=person).count() >= MOST_PEOPLE:
        raise LibraryRefusedError("too_many_people")
    role = CollectionRole.WRITER if role == CollectionRole.WRITER else CollectionRole.READER
    people.update_or_create(
        collection=collection,
        member=person,
        defaults={"role": role},
        create_defaults={"role": role, "added_at": now_ms()},
    )


def person_named(login: str, inviter: Member | None) -> Member:
    """Return the member with a login whom another one may invite; raises `LibraryRefusedError`."""
    person = Member.objects.by_login(login).filter(is_active=True, since__isnull=False, robot=False).first()
    if person is None:
        raise LibraryRefusedError("no_member")
    if inviter is not None and inviter != person and blocked_between(inviter.player, person.player):
        raise LibraryRefusedError("apart")
    return person


def remove_person(collection: Collection, login: str) -> None:
    """End the part of a member in a collection."""
    people = CollectionPerson.objects.filter(collection=collection)
    people.filter(member__in=Member.objects.by_login(login)).delete()


@transaction.atomic
def delete_collection(collection: Collection) -> None:
    """Delete a collection with its matches and the files that wait for it."""
    _forget(list(collection.matches.only("pk", "key")))
    collection.delete()


@transaction.atomic
def delete_matches(collection: Collection, keys: SizedIterable[str]) -> int:
    """Delete these matches of a collection; return how many."""
    matches = list(collection.matches.filter(key__in=list(keys)[:MOST_AT_ONCE]).only("pk", "key"))
    _forget(matches)
    ImportedMatch.objects.filter(pk__in=[match.pk for match in matches]).delete()
    return len(matches)


@transaction.atomic
def tag(collection: Collection, keys: SizedIterable[str], word: str) -> int:
    """Put a tag to these matches of a collection; return how many. Raises `LibraryRefusedError`."""
    matches = list(collection.matches.filter(key__in=list(keys)[:MOST_AT_ONCE]).only("pk"))
    further = MatchTag.objects.filter(match__in=matches).exclude(word=word)
    counts = Counter(further.values_list("match_id", flat=True))
    if any(count >= MOST_TAGS for count in counts.values()):
        raise LibraryRefusedError("too_many_tags")
    tags = [MatchTag(match=match, word=word) for match in matches]
    MatchTag.objects.bulk_create(tags, ignore_conflicts=True)
    return len(matches)


@transaction.atomic
def untag(collection: Collection, keys: SizedIterable[str], word: str) -> int:
    """Take a tag from these matches of a collection; return how many had it."""
    matches = collection.matches.filter(key__in=list(keys)[:MOST_AT_ONCE])
    count, _rows = MatchTag.objects.filter(match__in=matches, word=word).delete()
    return count


@transaction.atomic
def send_files(
    collection: Collection, files: Sequence[SentFile], terms: ImportTerms, key: str = ""
) -> FileImport:
    """Let files wait to be read into a collection, in the import with a key, or else in a new one.

    Raises `LibraryRefusedError` where too much waits.
    """
    Collection.objects.select_for_update(no_key=True).get(pk=collection.pk)
    waiting = ImportFile.objects.filter(
        file_import__collection__owner=collection.owner_id, state=ImportFile.WAITING
    )
    size = (waiting.aggregate(size=Sum("size"))["size"] or 0) + sum(len(file.body) for file in files)
    if waiting.count() + len(files) > MOST_WAITING or size > MOST_WAITING_BYTES:
        raise LibraryRefusedError("too_many_files")
    row = FileImport.objects.filter(collection=collection, key=key).first() if key else None
    if row is None:
        row = FileImport.objects.create(collection=collection, created_at=now_ms(), **terms._asdict())
    elif not row.is_open:
        FileImport.objects.filter(pk=row.pk).update(is_open=True)
    ImportFile.objects.bulk_create(
        ImportFile(file_import=row, name=label(file.name), size=len(file.body), body=packed(file.body))
        for file in files
    )
    return row


@transaction.atomic
def stop_import(row: FileImport) -> None:
    """Drop the files of an import that still wait; what was read stays."""
    row.files.filter(state=ImportFile.WAITING).delete()
    FileImport.objects.filter(pk=row.pk).update(is_open=False)


def _forget(matches: Sequence[ImportedMatch]) -> None:
    """Delete what other tables have of matches: their positions and their analyses."""
    ids = [match.match_id for match in matches]
    IndexedMatch.objects.filter(match_id__in=ids).delete()
    analyses.forget(*ids)


def _match_ids(collection: Collection) -> list[str]:
    return [match.match_id for match in collection.matches.only("key")]
