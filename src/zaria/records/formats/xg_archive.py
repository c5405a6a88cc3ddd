"""The container of an `.xg` file: a header with a picture, then an archive that zlib has compressed.

    RGMH  header, size of the picture …   8232 bytes
    the picture (JPEG)
    the files of the archive, one after another
    their register: name, sizes, place, 532 bytes each
    the foot: checksum, number of files, sizes    36 bytes

Numbers are little-endian. The maker of eXtreme Gammon publishes the format and lets it be passed on:
https://www.extremegammon.com/xgformat.aspx.
"""

import struct
import zlib
from collections.abc import Iterator

from zaria.records import source_text
from zaria.records.errors import InvalidRecordError

MAGIC = b"RGMH"
"""The first bytes of every file of eXtreme Gammon."""

_HEAD = struct.Struct("<4sIIqI")
_HEAD_BYTES = 8232
_FOOT = struct.Struct("<IiiiiI12x")
_ENTRY = struct.Struct("<256s256xiiiIBBxx")
_MOST_FILES = 16
_CHUNK = 1 << 16


class _Entry:
    """A file of the archive: where its bytes begin and end, and whether they are compressed."""

    def __init__(self, body: bytes, first: int, end: int) -> None:
        name, self.size, packed_size, place, _, flag, _ = _ENTRY.unpack(body)
        self.name = name[1 : 1 + name[0]].decode("latin-1").lower()
        self.is_compressed = flag == 0
        self.start = first + place
        self.end = self.start + (packed_size if packed_size > 0 else self.size)
        if place < 0 or not first <= self.start <= self.end <= end:
            raise damaged()


def damaged() -> InvalidRecordError:
    """The error of a file whose bytes are not those that its program wrote."""
    return InvalidRecordError("the file is damaged")


def records(body: bytes, name: str, size: int, most: int) -> Iterator[bytes]:
    """The records, of `size` bytes each, of the file `name` in the archive.

    They are unpacked one after another, so that a file which unpacks to more than it should costs no memory.
    Raises `InvalidRecordError`, also after `most` records.
    """
    source_text.bounded(body)
    entry = _entry(body, name)
    pending = bytearray()
    count = 0
    for chunk in _unpacked(body[entry.start : entry.end], is_compressed=entry.is_compressed):
        pending += chunk
        while len(pending) >= size:
            count += 1
            if count > most:
                raise InvalidRecordError(f"more than {most} moves")
            yield bytes(pending[:size])
            del pending[:size]
    if pending:
        raise damaged()


def _entry(body: bytes, name: str) -> _Entry:
    """The entry of a file in the register; raises `InvalidRecordError` where there is none."""
    if len(body) < _HEAD_BYTES + _FOOT.size or not body.startswith(MAGIC):
        raise InvalidRecordError("not a file of eXtreme Gammon")
    picture_bytes = _HEAD.unpack_from(body)[4]
    foot = len(body) - _FOOT.size
    checksum, count, _, register_bytes, archive_bytes, is_compressed = _FOOT.unpack_from(body, foot)
    register = foot - register_bytes
    first = register - archive_bytes
    if not 0 < count <= _MOST_FILES or min(register_bytes, archive_bytes) < 0:
        raise damaged()
    if first < _HEAD_BYTES + picture_bytes or zlib.crc32(body[first:foot]) != checksum:
        raise damaged()
    rows = b"".join(
        _unpacked(body[register:foot], is_compressed=bool(is_compressed), most=count * _ENTRY.size)
    )
    if len(rows) < count * _ENTRY.size:
        raise damaged()
    for place in range(count):
        entry = _Entry(rows[place * _ENTRY.size : (place + 1) * _ENTRY.size], first, register)
        if entry.name == name:
            return entry
    raise InvalidRecordError("no match in the file of eXtreme Gammon")


def _unpacked(packed: bytes, *, is_compressed: bool, most: int = 0) -> Iterator[bytes]:
    """The bytes of a file in pieces of at most 64 KB; `most` > 0 ends them after so many."""
    if not is_compressed:
        for start in range(0, len(packed), _CHUNK):
            yield packed[start : start + _CHUNK]
        return
    unpacker = zlib.decompressobj()
    total = 0
    try:
        while not unpacker.eof:
            chunk = unpacker.decompress(packed, _CHUNK)
            packed = unpacker.unconsumed_tail
            total += len(chunk)
            if not chunk and not packed and not unpacker.eof:
                raise damaged()
            yield chunk
            if most and total >= most:
                return
    except zlib.error as error:
        raise damaged() from error
