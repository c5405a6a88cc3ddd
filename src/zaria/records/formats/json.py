"""Our own record of a match: all its events as one JSON object.

    {"format": "zaria-match", "version": 1, "id": "…", "events": [{"t": "opened", …}, …]}

The record of a match over a real board may have the names of its occasion, "event", "round" and "place", as
an object `about` before the events.

The events are those of `zaria.match.events`. A finished match holds the dice secret in its last
event, so the record is all that `verify` needs.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from zaria.match.events import Event, Opened
from zaria.records.errors import InvalidRecordError
from zaria.records.occasion import UNKNOWN, Occasion


class _Record(msgspec.Struct, frozen=True):
    format: Literal["zaria-match"]
    version: Literal[1]
    id: str
    events: list[Event]


_decoder = msgspec.json.Decoder(_Record)


def dump(events: Sequence[Event], occasion: Occasion = UNKNOWN) -> bytes:
    """Write the record of a match, one event a line."""
    opened = events[0]
    if not isinstance(opened, Opened):
        raise ValueError("a record begins with the opening of its match")
    match_id = msgspec.json.encode(opened.id)
    lines = b",\n".join(msgspec.json.encode(event) for event in events)
    about = b'"about":%b,' % msgspec.json.encode(occasion.named) if occasion.named else b""
    return b'{"format":"zaria-match","version":1,"id":%b,%b"events":[\n%b\n]}\n' % (match_id, about, lines)


def load(body: bytes) -> list[Event]:
    """Read the events of a record; raises `InvalidRecordError`. `verify` checks whether they are true."""
    try:
        record = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRecordError(f"not a match record: {error}") from error
    first = record.events[0] if record.events else None
    if not isinstance(first, Opened) or first.id != record.id:
        raise InvalidRecordError("not a match record: it does not begin with the opening of its match")
    return record.events
