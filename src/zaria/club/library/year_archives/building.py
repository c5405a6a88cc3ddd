"""Builds the files of archives: in the process that records results, and for an operator."""

import asyncio
import tempfile
import time
from collections import deque
from collections.abc import Callable
from hashlib import sha256
from typing import IO

from asgiref.sync import sync_to_async

from zaria.club.library.year_archives import selection, storage
from zaria.club.library.year_archives.contents import ArchiveWriter, signed
from zaria.club.library.year_archives.selection import ArchiveScope
from zaria.club.library.year_archives.storage import BuiltFile
from zaria.club.matches.results.projector import rest
from zaria.club.site import data_directory
from zaria.club.site.brand import state
from zaria.club.site.worker import Worker
from zaria.live.journal import factory
from zaria.live.journal.base import Journal

PAUSE_S = 1.0
"""Seconds between two archives that are due."""
AFTER_START_S = 300.0
"""Seconds in which a club that opens has other things to do."""
IDLE_S = 600.0
"""Seconds from one look for archives that are due to the next."""


class ArchiveBuilding(Worker):
    """Compares one archive after another with its matches, each once a day, and writes it anew if it differs.

    The file is written match by match, in threads and with a rest after each: it may take minutes.
    """

    def __init__(self, journal: Journal, is_responsible: Callable[[], bool], after_s: float = 0.0) -> None:
        """`is_responsible` says whether this process does the work, which begins in `after_s` seconds."""
        super().__init__("library-archives", PAUSE_S)
        self._begins_at = time.monotonic() + after_s
        self._journal, self._is_responsible = journal, is_responsible
        self._due: deque[ArchiveScope] = deque()

    async def run_round(self) -> float | None:
        """Check the next archive that is due; returns None for the usual pause, or the seconds to wait."""
        wait_s = self._begins_at - time.monotonic()
        if wait_s > 0:
            return wait_s
        if not self._is_responsible():
            self._due.clear()
            return IDLE_S
        if not self._due:
            self._due.extend(await self._database.run(storage.scopes_to_check))
        if not self._due:
            return IDLE_S
        await self._check(self._due[0])
        self._due.popleft()
        return None

    async def _check(self, scope: ArchiveScope) -> None:
        """Write the file of an archive anew unless it has the matches that it should."""
        archive = await self._database.run(storage.begin_check, scope)
        if await self._signature(scope) == archive.signature:
            await self._database.run(storage.end_check, archive)
            return
        with tempfile.TemporaryFile() as file:
            built = await write_archive(file, scope, self._journal)
            size, checksum = await asyncio.to_thread(storage.checksum_of, file)
            for number, part in enumerate(storage.parts_of_file(file)):
                await self._database.run(storage.store_part, archive, number, part)
            await self._database.run(storage.publish, archive, built, size, checksum)

    async def _signature(self, scope: ArchiveScope) -> str:
        """The digest of the matches that the archive should have."""
        digest = sha256()
        for chunk in selection.chunks(await self._database.run(selection.match_ids, scope)):
            began = time.monotonic()
            for match in await self._database.run(selection.described, chunk):
                digest.update(signed(match))
            await rest(began)
        return digest.hexdigest()


async def write_archive(file: IO[bytes], scope: ArchiveScope, journal: Journal) -> BuiltFile:
    """Write the file of an archive; raises `StoreUnavailableError`."""
    title = await sync_to_async(storage.title_of)(scope)
    writer = ArchiveWriter(file, scope, title, state.current().name)
    for chunk in selection.chunks(await sync_to_async(selection.match_ids)(scope)):
        for match in await sync_to_async(selection.described)(chunk):
            began = time.monotonic()
            await asyncio.to_thread(writer.add, match, await journal.load(match.match_id))
            await rest(began)
    await asyncio.to_thread(writer.finish)
    return BuiltFile(writer.count, writer.signature)


async def write_with_journal(file: IO[bytes], scope: ArchiveScope) -> BuiltFile:
    """Write the file of an archive with the journal opened for it alone.

    Raises `StoreUnavailableError` and `ConfigurationError`.
    """
    journal = await factory.connect(data_directory.database_url(), data_directory.directory())
    try:
        return await write_archive(file, scope, journal)
    finally:
        await journal.close()
