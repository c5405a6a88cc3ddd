"""The import of a federation's file, step by step, from the check of the whole file to the invitations.

Nothing is stored before the whole file is checked. Then each step commits in small batches, and each can be
repeated: an import that was interrupted is completed by the same file.
"""

import asyncio
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from zaria.club.federations import archive, imports, match_records
from zaria.club.federations.archive import UnreadableArchiveError
from zaria.club.federations.imports import FederationFile, ImportRefusedError
from zaria.club.federations.match_records import ExpectedMatch, Progress, StoredMatches
from zaria.club.federations.models import Federation
from zaria.club.federations.signals import parts_checked, parts_imported
from zaria.club.site import data_directory
from zaria.live.journal import factory
from zaria.live.journal.base import StoreUnavailableError

_NO_MATCHES = StoredMatches(set(), 0, [])


class Imported(NamedTuple):
    """A federation that was imported.

    `members` is their number in the file, `missing` the logins that no account here has.
    """

    federation: Federation
    members: int
    missing: list[str]
    matches: StoredMatches


def import_file(path: Path, slug: str, progress: Progress) -> Imported:
    """Make the federation of a file, under another `slug` if one is given, and invite its members.

    Raises `ImportRefusedError`, `OSError`, and `StoreUnavailableError` where the import was interrupted.
    """
    try:
        contents = archive.inspect(path)
        file = imports.read(contents.document)
        imports.picture_of(file)
        slug = slug or file.slug
        digest = hashlib.sha256(contents.document).hexdigest()
        federation = imports.interrupted_import(slug, digest)
        expected = _check_parts(file)
        matches = _store_matches(path, expected, progress) if contents.matches else _NO_MATCHES
    except UnreadableArchiveError as error:
        raise ImportRefusedError(str(error)) from error
    members = imports.members_by_login(row.login for row in file.members)
    federation = federation or imports.store(file, slug, digest)
    _import_parts(federation, file, members, matches)
    imports.invite(federation, list(members.values()))
    imports.complete(federation)
    missing = [row.login for row in file.members if row.login.lower() not in members]
    return Imported(federation, len(file.members), missing, matches)


def _check_parts(file: FederationFile) -> dict[str, ExpectedMatch]:
    """Check the parts of a file; return the matches whose records it may hold, by id."""
    expected: dict[str, ExpectedMatch] = {}
    try:
        answers: list[tuple[Any, Any]] = parts_checked.send(Federation, parts=file.parts)
    except ValueError as error:
        raise ImportRefusedError(str(error)) from error
    for _receiver, matches in answers:
        expected |= matches
    return expected


def _import_parts(
    federation: Federation, file: FederationFile, members: Mapping[str, Any], matches: StoredMatches
) -> None:
    try:
        parts_imported.send(
            Federation, federation=federation, parts=file.parts, members=members, matches=matches.ids
        )
    except ValueError as error:  # another import came in between
        raise ImportRefusedError(str(error)) from error


def _store_matches(path: Path, expected: Mapping[str, ExpectedMatch], progress: Progress) -> StoredMatches:
    async def store() -> StoredMatches:
        journal = await factory.connect(data_directory.database_url(), data_directory.directory())
        try:
            return await match_records.store_records(journal, archive.records(path), expected, progress)
        finally:
            await journal.close()

    try:
        return asyncio.run(store())
    except data_directory.ConfigurationError as error:
        raise StoreUnavailableError(str(error)) from error
