"""A tournament as a file: its verifiable document, tables for spreadsheets, FIDE's report.

Columns have the same names in every language.
"""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from zaria.club.ledger.amounts import amount_string
from zaria.club.matches.results.models import Played
from zaria.club.site import csv_files
from zaria.club.site.csv_files import harmless
from zaria.club.tournaments import history
from zaria.club.tournaments.export import documents
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.tournaments import document, trf
from zaria.tournaments.state import live_standings

COLUMNS = (
    "record", "round", "place", "player", "opponent", "points", "opponent_points", "how", "match", "rating",
    "prize", "score", "opponent_score",
)  # fmt: skip


class FileKind(NamedTuple):
    """A kind of file: its type, and its writer, which returns None for a tournament without one."""

    type: str
    write: Callable[[Tournament], bytes | None]


def json_file(row: Tournament) -> bytes:
    """The document of `zaria.tournaments.document`, which `zaria verify` checks."""
    return document.encode_document(documents.document_of(row))


def csv_file(row: Tournament) -> bytes:
    """The standings, a line for each player, and the matches, a line for each attempt."""
    entries = {entry.player: entry for entry in Entry.objects.filter(tournament=row)}
    lines = [*_standings(row, entries), *_matches(row, entries)]
    return csv_files.header(COLUMNS) + csv_files.lines(lines)


def trf_file(row: Tournament) -> bytes | None:
    """FIDE's report of a tournament of chess or draughts."""
    state = history.state(row)
    if not trf.has_report(state):
        return None
    names = dict(Entry.objects.filter(tournament=row).values_list("player", "name"))
    return trf.report(state, names, row.ended_at).encode()


KINDS: Mapping[str, FileKind] = {
    "json": FileKind("application/json", json_file),
    "csv": FileKind("text/csv; charset=utf-8", csv_file),
    "trf": FileKind("text/plain; charset=utf-8", trf_file),
}


def _standings(row: Tournament, entries: Mapping[str, Entry]) -> Iterator[list[str]]:
    """Return the players by the standings, without places if there are none yet."""
    state = history.state(row)
    lines = live_standings(state) if state.field.entrants else []
    points = {line.player: line.points for line in lines}
    order = list(state.standings or points)
    unranked = [player for player in entries if player not in points]
    fraction = state.terms.info.fraction
    for place, player in enumerate([*order, *unranked], start=1):
        entry = entries[player]
        ranked = player in points
        yield _line(
            record="player" if entry.active else "withdrawn",
            place=str(place) if ranked else "",
            player=entry.name,
            points=_points(points[player], fraction) if ranked and fraction else "",
            rating=str(entry.rating),
            prize=amount_string(entry.prize) if entry.prize else "",
        )


def _matches(row: Tournament, entries: Mapping[str, Entry]) -> Iterator[list[str]]:
    pairings = list(Pairing.objects.filter(tournament=row).order_by("number", "place", "attempt"))
    played = Played.objects.in_bulk([pairing.match_id for pairing in pairings if pairing.match_id])
    for pairing in pairings:
        result = played.get(pairing.match_id or "")
        names = [
            entries[player].name if player in entries else "" for player in (pairing.player0, pairing.player1)
        ]
        has_table = pairing.opened_at is not None or pairing.how in ("played", "lot")
        yield _line(
            record="match",
            round=str(pairing.number),
            place=str(pairing.place + 1),
            player=names[0],
            opponent=names[1],
            points=_points(pairing.points0, 2),
            opponent_points=_points(pairing.points1, 2),
            how=pairing.how,
            match=(pairing.match_id or "") if has_table else "",
            score="" if result is None else str(result.score0),
            opponent_score="" if result is None else str(result.score1),
        )


def _points(parts: int | None, of: int) -> str:
    return "" if parts is None else str(Decimal(parts) / of)


def _line(**cells: str) -> list[str]:
    return [harmless(cells.get(column, "")) for column in COLUMNS]
