"""The whole file of a federation: its document and the records of its matches, as lines of JSON in gzip.

The first line is the document (`export.document`), each further line the record of a match as the site
publishes it. A reader holds one line at a time, and every size is bounded, because the file is a stranger's.
"""

import gzip
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from zaria.club.matches.replay.public_record import nameless
from zaria.live.journal.base import Stored
from zaria.match import events as ev
from zaria.records.formats import json

MOST_DOCUMENT, MOST_RECORD = 64 * 1024 * 1024, 4 * 1024 * 1024
"""Bytes of the first line, and of the record of a match."""
MOST_MATCHES = 200_000
MOST_BYTES = 8 * 1024 * 1024 * 1024
"""Bytes of all lines together, unpacked."""

_MAGIC = b"\x1f\x8b"
_DAMAGED = (gzip.BadGzipFile, EOFError, zlib.error)


class UnreadableArchiveError(ValueError):
    """A file that is damaged or too large; the text says which."""


class Contents(NamedTuple):
    """The document of a file, as bytes, and the number of records behind it."""

    document: bytes
    matches: int


def inspect(path: Path) -> Contents:
    """Read a file to its end, whole or document alone; raises `UnreadableArchiveError` and `OSError`."""
    with path.open("rb") as file:
        packed = file.read(len(_MAGIC)) == _MAGIC
        file.seek(0)
        if not packed:
            document = file.read(MOST_DOCUMENT + 1)
            _check_length(document, MOST_DOCUMENT, "the file")
            return Contents(document, 0)
    lines = _lines(path)
    document = next(lines, b"")
    return Contents(document, sum(1 for _line in lines))


def records(path: Path) -> Iterator[bytes]:
    """Yield the records of a packed file, one after another."""
    lines = _lines(path)
    next(lines, None)
    yield from lines


def public_line(stored: Stored | None) -> bytes | None:
    """Return the record of a stored match as one line; None unless a game was played to the end of the match.

    Only the record of a match that is over is public: before, it would reveal the secret of the dice.
    """
    if stored is None or stored.rows[-1].kind != ev.MatchEnded.__struct_config__.tag:
        return None
    events = [ev.decode(row.body) for row in stored.rows]
    if not any(isinstance(event, ev.GameStarted) for event in events):
        return None
    return one_line(events)


def one_line(events: Sequence[ev.Event]) -> bytes:
    """Return the record of a match, without the ids of its players, as one line."""
    return json.dump(nameless(events)).replace(b"\n", b"") + b"\n"


async def packed(document: object, lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the file of a document and of records, piece by piece."""
    packer = zlib.compressobj(wbits=31)
    yield packer.compress(msgspec.json.encode(document) + b"\n")
    async for line in lines:
        if piece := packer.compress(line):
            yield piece
    yield packer.flush()


def _lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a packed file, each within its bounds."""
    total, number, most = 0, 0, MOST_DOCUMENT
    try:
        with gzip.open(path) as file:
            while line := file.readline(most + 1):
                _check_length(line, most, f"line {number + 1}")
                total += len(line)
                if total > MOST_BYTES:
                    raise UnreadableArchiveError(f"more than {MOST_BYTES // 1024**3} GB unpacked")
                if number > MOST_MATCHES:
                    raise UnreadableArchiveError(f"more than {MOST_MATCHES} matches")
                yield line
                number, most = number + 1, MOST_RECORD
    except _DAMAGED as error:
        raise UnreadableArchiveError(f"the file is damaged or incomplete ({error})") from error


def _check_length(data: bytes, most: int, name: str) -> None:
    if len(data) > most:
        raise UnreadableArchiveError(f"{name} is larger than {most // 1024**2} MB")
