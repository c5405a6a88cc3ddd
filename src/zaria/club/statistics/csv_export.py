"""The list of matches as a file for spreadsheets."""

from collections.abc import Iterable

from zaria.club.site import csv_files
from zaria.club.site.csv_files import harmless
from zaria.club.statistics.match_list import MatchRow, RatingDelta

COLUMNS = (
    "match", "ended", "game", "colour", "opponent", "opponent_kind", "result", "score", "opponent_score",
    "length", "how", "rated", "rating_before", "rating_after", "overall_before", "overall_after",
    "training", "early", "tournament",
)  # fmt: skip


def head() -> bytes:
    """First lines of the file."""
    return csv_files.header(COLUMNS)


def body(rows: Iterable[MatchRow]) -> bytes:
    """These matches, a line each."""
    return csv_files.lines(_cells(row) for row in rows)


def _cells(row: MatchRow) -> list[str]:
    match = row.match
    return [
        harmless(match.id),
        csv_files.moment(match.ended),
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
