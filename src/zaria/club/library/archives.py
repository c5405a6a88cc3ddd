"""Takes the files out of an archive that a stranger made, within bounds; nothing is written to the disk.

The names of an archive are labels and nothing more: none is a path here, so `../` leads nowhere. Archives in
archives, links, devices and encrypted files are named as refused. What an archive claims about sizes is not
believed: bytes are counted as they are unpacked.
"""

import gzip
import io
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, NamedTuple

from zaria.records.source_text import MOST_BYTES

MOST_ARCHIVE = 8 * 1024 * 1024
"""Bytes of an archive."""
MOST_UNPACKED = 48 * 1024 * 1024
"""Bytes that the files of an archive may have together."""
MOST_FILES = 2_000
"""Files of an archive."""
_ZIP, _GZIP = b"PK\x03\x04", b"\x1f\x8b"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_HIDDEN = ("__MACOSX/", ".")


class ArchiveError(ValueError):
    """The archive cannot be unpacked; `code`: damaged, too_large, too_many."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class UnpackedFile(NamedTuple):
    """A file of an archive: its bytes, or the code of the reason for which there are none."""

    name: str
    body: bytes
    refusal: str = ""


def is_archive(body: bytes) -> bool:
    """Return whether a file begins as an archive that is unpacked here."""
    return body.startswith((_ZIP, _GZIP))


def unpack(body: bytes) -> list[UnpackedFile]:
    """Return the files of an archive; raises `ArchiveError`."""
    try:
        return list(_bounded(_zip_files(body) if body.startswith(_ZIP) else _tar_files(body)))
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError, zlib.error, ValueError) as error:
        if isinstance(error, ArchiveError):
            raise
        raise ArchiveError("damaged") from error
    except (NotImplementedError, RuntimeError, RecursionError) as error:
        raise ArchiveError("damaged") from error


def _bounded(files: Iterator[UnpackedFile]) -> Iterator[UnpackedFile]:
    size = 0
    for number, file in enumerate(files, 1):
        size += len(file.body)
        if number > MOST_FILES:
            raise ArchiveError("too_many")
        if size > MOST_UNPACKED:
            raise ArchiveError("too_large")
        yield file


def _zip_files(body: bytes) -> Iterator[UnpackedFile]:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        for entry in archive.infolist():
            if entry.is_dir() or _is_hidden(entry.filename):
                continue
            if entry.flag_bits & _ENCRYPTED:
                yield UnpackedFile(entry.filename, b"", "encrypted")
            elif entry.compress_type not in _METHODS:
                yield UnpackedFile(entry.filename, b"", "damaged")
            else:
                with archive.open(entry) as file:
                    yield _read(entry.filename, file)


def _tar_files(body: bytes) -> Iterator[UnpackedFile]:
    stream = _BoundedGzip(fileobj=io.BytesIO(body))
    with tarfile.open(mode="r|", fileobj=stream) as archive:
        for entry in archive:
            if entry.isdir() or _is_hidden(entry.name):
                continue
            file = archive.extractfile(entry) if entry.isreg() else None
            if file is None:
                yield UnpackedFile(entry.name, b"", "not_a_file")
            else:
                with file:
                    yield _read(entry.name, file)


class _BoundedGzip(gzip.GzipFile):
    """A compressed stream that refuses to unpack more than all files of an archive may have."""

    _size = 0

    def read(self, size: int | None = -1) -> bytes:
        """Read some bytes; raises `ArchiveError`."""
        part = super().read(size)
        self._size += len(part)
        if self._size > 2 * MOST_UNPACKED:  # with the heads and the padding of many small files
            raise ArchiveError("too_large")
        return part


def _read(name: str, file: IO[bytes]) -> UnpackedFile:
    body = file.read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        return UnpackedFile(name, b"", "large_file")
    return UnpackedFile(name, b"", "nested") if is_archive(body) else UnpackedFile(name, body)


def _is_hidden(name: str) -> bool:
    """Return whether a file is one that systems add to archives by themselves."""
    return name.startswith(_HIDDEN[0]) or name.rpartition("/")[2].startswith(_HIDDEN[1])
