"""The format of weight files: a line that names the kind, a card as JSON, and packed numbers.

The card is one line. It has the game, the origin of the weights, and the CRC-32 of the unpacked numbers,
which zlib compresses. Other sections of numbers may follow, each compressed by itself.
"""

import zlib
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec


class WeightCard(Protocol):
    """The fields of the card of every kind of file."""

    checksum: int


C = TypeVar("C", bound=WeightCard)


class WeightFiles(Generic[C]):
    """Reads and writes the files of one kind."""

    def __init__(self, kind: str, noun: str, card: type[C], most: int, error: type[ValueError]) -> None:
        """`noun` names a file in messages; it has at most `most` bytes; `error` is raised for a bad one."""
        self.magic = kind.encode() + b"\n"
        self._noun = noun
        self._card = card
        self._most = most
        self._error = error

    def read(self, path: Path) -> tuple[C, bytes]:
        """Return the card and the packed weights; raises the error of these files, or `OSError`."""
        with path.open("rb") as file:
            data = file.read(self._most + 1)
        if len(data) > self._most:
            raise self._error(f"{path.name} is too large for {self._noun}")
        if not data.startswith(self.magic):
            raise self._error(f"{path.name} is no {self._noun.partition(' ')[2]}")
        head, _, packed = data[len(self.magic) :].partition(b"\n")
        try:
            return msgspec.json.decode(head, type=self._card), packed
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self._error(f"{path.name}: its card cannot be read: {error}") from None

    def unpack(self, name: str, card: C, packed: bytes, size: int) -> bytes:
        """Return the weights, which must have this size and the checksum of the card; unpacks no more."""
        return self.section(name, packed, size, card.checksum)[0]

    def section(self, name: str, packed: bytes, size: int, checksum: int) -> tuple[bytes, bytes]:
        """Return the numbers of the first of packed sections, checked likewise, and the other sections."""
        unpacker = zlib.decompressobj()
        try:
            raw = unpacker.decompress(packed, size + 1)
        except zlib.error:
            raise self._error(f"{name} is damaged") from None
        if len(raw) != size or zlib.crc32(raw) != checksum:
            raise self._error(f"{name} is damaged")
        return raw, unpacker.unused_data

    def write(self, path: Path, card: C, raw: bytes, *more: bytes) -> None:
        """Write a file atomically, with its checksum in the card; `more` are numbers of other sections."""
        card.checksum = zlib.crc32(raw)
        head = msgspec.json.encode(card)
        temporary = path.with_name(path.name + ".new")
        packed = b"".join(zlib.compress(section, 9) for section in (raw, *more))
        temporary.write_bytes(self.magic + head + b"\n" + packed)
        temporary.replace(path)
