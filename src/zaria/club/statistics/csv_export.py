"""The list of matches as a file for spreadsheets: CSV by RFC 4180, in UTF-8.

It begins with a byte order mark: without one Excel reads Cyrillic and Greek names as nonsense, and all
others skip it. Columns and values have the names they have in the code, in every language the same, so that
a sheet goes on working; moments are of UTC. A text that a spreadsheet would take for a formula gets an
apostrophe before it (OWASP, "CSV Injection"): others choose their names.
"""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime

from zaria.club.statistics.match_list import MatchRow, RatingDelta

MARK = "\ufeff"
COLUMNS = (
    "match", "ended", "game", "colour", "opponent", "opponent_kind", "result", "score", "opponent_score",
    "length", "how", "rated", "rating_before", "rating_after", "overall_before", "overall_after",
    "training", "early", "tournament",
)  # fmt: skip

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def head() -> bytes:
    """First lines of the file."""
    return (MARK + written([COLUMNS])).encode()


def body(rows: Iterable[MatchRow]) -> bytes:
    """These matches, a line each."""
    return written(_cells(row) for row in rows).encode()


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def _cells(row: MatchRow) -> list[str]:
    match = row.match
    ended = datetime.fromtimestamp(match.ended // 1000, UTC)
    return [
        harmless(match.id),
        f"{ended:%Y-%m-%d %H:%M:%S}",
        match.game,
        ("light", "dark")[match.side],
        harmless(match.opponent),
        match.kind,
        match.result,
        str(match.score[0]),
        str(match.score[1]),
        str(match.length),
        match.how,
        "yes" if match.rated else "no",
        *_ratings(row.rating),
        *_ratings(row.overall),
        "yes" if match.training else "no",
        "yes" if match.rated and match.early else "no",
        harmless(match.tournament),
    ]


def _ratings(step: RatingDelta | None) -> tuple[str, str]:
    return (str(step.before), str(step.after)) if step is not None else ("", "")


def written(rows: Iterable[Iterable[str]]) -> str:
    """Rows as CSV."""
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()
