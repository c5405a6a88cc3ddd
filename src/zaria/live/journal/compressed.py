"""All events of a finished match in one compressed row, and the way back.

The row has the name of its form, so that a later version may write another one and read both.
"""

import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from zaria.live.journal.base import Row

FORM = "zlib-1"
"""zlib over MessagePack of the six columns of the events, each a list."""
STORED_EVENTS = """
SELECT seq, at, kind, body, actor, cmd FROM {event} WHERE match_id = {p}
UNION ALL SELECT -1, last, form, body, '', '' FROM {compressed} WHERE match_id = {p} ORDER BY seq
"""
"""The events of a match in either form, as of one moment, with the match's id twice: for `assemble`."""
LITE = {
    "match": "match",
    "event": "event",
    "compressed": "compressed",
    "compression": "compression",
    "p": "?",
    "lock": "",
}
"""The words of statements for both engines. `lock` keeps a match from another transaction that changes it."""
POSTGRES = {
    "match": "live.match",
    "event": "live.event",
    "compressed": "live.compressed",
    "compression": "live.compression",
    "p": "%s",
    "lock": "FOR UPDATE",
}
_IS_COMPRESSED = -1
_LEVEL = 9


class UnknownFormError(Exception):
    """The events were compressed by a later version."""


def compress(rows: Sequence[Row]) -> bytes:
    """Return the events in the form `FORM`."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    return zlib.compress(msgspec.msgpack.encode(columns), _LEVEL)


def expand(form: str, body: bytes) -> list[Row]:
    """Return the events as they were; raises `UnknownFormError`."""
    if form != FORM:
        raise UnknownFormError(f"unknown form of compressed events: {form}. Start the version that wrote it")
    columns = msgspec.msgpack.decode(zlib.decompress(body))
    return [Row(*values) for values in zip(*columns, strict=True)]


def assemble(selected: Iterable[tuple[Any, ...]]) -> list[Row]:
    """Return the events of a match from the rows of `STORED_EVENTS`; raises `UnknownFormError`.

    Events that were appended after the compression stand in rows of their own.
    """
    rows = [Row(*values) for values in selected]
    if not rows or rows[0].seq != _IS_COMPRESSED:
        return rows
    compressed, *later = rows
    return [*expand(compressed.kind, compressed.body), *later]


def last_compressed(selected: Sequence[tuple[Any, ...]]) -> int:
    """Return the number of the last compressed event among the rows of `STORED_EVENTS`; -1 without one."""
    return selected[0][1] if selected and selected[0][0] == _IS_COMPRESSED else -1
