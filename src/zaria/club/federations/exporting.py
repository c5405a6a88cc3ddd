"""Writes the whole file of a federation to the disk, with the journal opened for it alone."""

from collections.abc import AsyncIterator, Sequence
from typing import BinaryIO

from zaria.club.federations import archive, match_records
from zaria.club.federations.match_records import Progress
from zaria.club.site import data_directory
from zaria.live.journal import factory


async def write_file(file: BinaryIO, document: object, match_ids: Sequence[str], progress: Progress) -> int:
    """Write a document and the records of these matches; return the number of records.

    Raises `StoreUnavailableError`, `ConfigurationError` and `OSError`.
    """
    journal = await factory.connect(data_directory.database_url(), data_directory.directory())
    number = 0

    async def counted() -> AsyncIterator[bytes]:
        nonlocal number
        async for line in match_records.load_lines(journal, match_ids):
            number += 1
            progress(number)
            yield line

    try:
        async for piece in archive.packed(document, counted()):
            file.write(piece)
    finally:
        await journal.close()
    return number
