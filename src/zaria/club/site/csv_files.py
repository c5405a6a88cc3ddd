"""Files for spreadsheets: CSV by RFC 4180, in UTF-8.

A file begins with a byte order mark: without one Excel reads Cyrillic and Greek names as nonsense, and all
others skip it. Columns and values have the names they have in the code, in every language the same, so that
a sheet goes on working; moments are of UTC. A text that a spreadsheet would take for a formula gets an
apostrophe before it (OWASP, "CSV Injection"): members choose their names.
"""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime

_MARK = "\ufeff"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def header(columns: Iterable[str]) -> bytes:
    """The beginning of a file: the mark, and the line of the columns."""
    return _MARK.encode() + lines([columns])


def lines(rows: Iterable[Iterable[str]]) -> bytes:
    """Rows of cells as lines of a file."""
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def moment(at_ms: int) -> str:
    """A moment (ms since the epoch) to the second, as spreadsheets read it."""
    return f"{datetime.fromtimestamp(at_ms // 1000, UTC):%Y-%m-%d %H:%M:%S}"
