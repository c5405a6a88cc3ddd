"""The text of a file from an untrusted source: bounded, decoded, without control characters."""

import re
from datetime import date

from zaria.records.code_pages import guess_code_page
from zaria.records.errors import InvalidRecordError

MOST_BYTES = 4 * 1024 * 1024
"""The largest file that is read. A match of a hundred games takes a tenth of it."""

LONGEST_NAME = 64

_DIRECTIONS = "\u2028\u2029\u202a-\u202e\u2066-\u2069"
_IGNORED = re.compile(f"[\x0b\x0c\x1a\x7f-\x9f{_DIRECTIONS}]")
"""Control characters that other programs leave in a text: form feeds, the old end of file, directions."""
_CONTROL = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{_DIRECTIONS}]")
_DATE = re.compile(r"(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})", re.ASCII)


def code_page(body: bytes, language: str = "") -> str:
    """The code page of a file, "" for UTF-8; raises `InvalidRecordError` if no known one fits.

    `language` is that of the reader, whose code page is tried first.
    """
    try:
        body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        page = guess_code_page(body, language)
        if page is None:
            line = body.count(b"\n", 0, error.start) + 1
            raise InvalidRecordError("not text in UTF-8", line) from error
        return page
    return ""


def decoded(body: bytes, language: str = "") -> str:
    """Decode a file in UTF-8 or a code page, with line feeds as line ends.

    Raises `InvalidRecordError`.
    """
    return cleaned(bounded(body).decode(code_page(body, language) or "utf-8-sig"))


def decoded_utf8(body: bytes) -> str:
    """Decode a file that must be UTF-8; raises `InvalidRecordError`."""
    try:
        text = bounded(body).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise InvalidRecordError("not text in UTF-8", line) from error
    return cleaned(text)


def cleaned(text: str) -> str:
    """The text with line feeds as line ends; raises `InvalidRecordError` for control characters."""
    text = _IGNORED.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    match = _CONTROL.search(text)
    if match is not None:
        line = text.count("\n", 0, match.start()) + 1
        raise InvalidRecordError(f"a control character (U+{ord(match[0]):04X})", line)
    return text


def bounded(body: bytes) -> bytes:
    """Return the body; raises `InvalidRecordError` if it is larger than `MOST_BYTES`."""
    if len(body) > MOST_BYTES:
        raise InvalidRecordError(f"larger than {MOST_BYTES // 1024 // 1024} MB")
    return body


def name(text: str) -> str:
    """A player's name from a file, without control characters, cut to `LONGEST_NAME` letters."""
    return " ".join(_CONTROL.sub(" ", text).split())[:LONGEST_NAME].strip()


def check_name(text: str) -> None:
    """Raise `InvalidRecordError` for a name of our own record that is too long or has control characters."""
    text = " ".join(text.split())
    if _CONTROL.search(text):
        raise InvalidRecordError("a name with control characters")
    if len(text) > LONGEST_NAME:
        raise InvalidRecordError(f"a name longer than {LONGEST_NAME} characters")


def quoted(text: str) -> str:
    """The beginning of a text, quoted for a message."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def day(text: str) -> tuple[int, int, int] | None:
    """The date (year, month, day) that a text begins with; None if it can be none, or several.

    The year comes first or last. Where it is last, the day is the number that cannot be a month.
    """
    match = _DATE.match(text.strip())
    if match is None:
        return None
    first, middle, last = int(match[1]), int(match[3]), int(match[4])
    if len(match[1]) == 4:
        orders = {(first, middle, last)}
    elif len(match[4]) == 4:
        orders = {(last, middle, first), (last, first, middle)}
    else:
        return None
    days = [order for order in orders if _in_calendar(*order)]
    return days[0] if len(days) == 1 else None


def _in_calendar(year: int, month: int, number: int) -> bool:
    try:
        date(year, month, number)
    except (ValueError, OverflowError):
        return False
    return True
