"""The text of a file from an untrusted source: bounded, decoded, without control characters."""

import re
from datetime import date

from zaria.records.errors import InvalidRecordError

MOST_BYTES = 4 * 1024 * 1024
"""The largest file that is read. A match of a hundred games takes a tenth of it."""

LONGEST_NAME = 64

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def decoded(body: bytes) -> str:
    """Decode a file, with line feeds as line ends; raises `InvalidRecordError`."""
    bounded(body)
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise InvalidRecordError("not text in UTF-8", line) from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    found = _CONTROL.search(text)
    if found is not None:
        line = text.count("\n", 0, found.start()) + 1
        raise InvalidRecordError(f"a control character (U+{ord(found[0]):04X})", line)
    return text


def bounded(body: bytes) -> bytes:
    """Return the body; raises `InvalidRecordError` if it is larger than `MOST_BYTES`."""
    if len(body) > MOST_BYTES:
        raise InvalidRecordError(f"larger than {MOST_BYTES // 1024 // 1024} MB")
    return body


def name(text: str, line: int | None) -> str:
    """A player's name; raises `InvalidRecordError` for one too long or with control characters."""
    text = " ".join(text.split())
    if _CONTROL.search(text):
        raise InvalidRecordError("a name with control characters", line)
    if len(text) > LONGEST_NAME:
        raise InvalidRecordError(f"a name longer than {LONGEST_NAME} letters", line)
    return text


def quoted(text: str) -> str:
    """The beginning of a text, quoted for a message."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def day(year: str, month: str, number: str, line: int) -> tuple[int, int, int]:
    """A date; raises `InvalidRecordError` if the calendar has no such day."""
    try:
        found = date(int(year), int(month), int(number))
    except (ValueError, OverflowError) as error:
        raise InvalidRecordError(f"no date: {quoted(f'{year}-{month}-{number}')}", line) from error
    return found.year, found.month, found.day
