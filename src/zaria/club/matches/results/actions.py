"""Writes results of finished matches. Call it in a thread: it waits for the database."""

import logging
from collections.abc import Iterable, Mapping
from operator import attrgetter

import msgspec
from django.db import DataError, IntegrityError, transaction

from zaria.club.matches.results import meetings
from zaria.club.matches.results.facts import UnfinishedMatchError, facts
from zaria.club.matches.results.models import Played, Scribed
from zaria.club.matches.results.signals import match_closed, matches_recorded
from zaria.club.site.database import bulk
from zaria.match import events as ev
from zaria.match.terms import Terms

log = logging.getLogger(__name__)

THE_ONE = 1
"""The key of the one row of `Scribed`."""
_FIELDS = tuple(field.attname for field in Played._meta.concrete_fields)

Mark = tuple[int, str]
"""End of a match (ms) and its id."""


def mark() -> Mark:
    """Up to which match all are written down."""
    row = Scribed.objects.filter(pk=THE_ONE).first()
    return (0, "") if row is None else (row.over, row.match_id)


def unwritten(ids: Iterable[str]) -> list[str]:
    """Those of these matches of which nothing is written yet, in the same order."""
    ids = list(ids)
    there = set(Played.objects.filter(match_id__in=ids).values_list("match_id", flat=True))
    return [match_id for match_id in ids if match_id not in there]


def write(records: Mapping[str, Iterable[bytes]], up_to: Mark | None = None) -> int:
    """Write down what came of matches, given the JSON of their events; how many rows are new.

    Existing rows stay as they are. A match that cannot be read or stored is logged and left
    out. With `up_to` all matches up to that one are written down now.
    """
    try:
        return _write(records, up_to)
    except (DataError, IntegrityError) as error:
        if not records:
            raise
        if len(records) == 1:
            if unwritten(records):  # else somebody else wrote it at the same moment
                log.error("match %s: cannot store its result: %s", *records, error)
            return _write({}, up_to)
    ids = list(records)
    half = len(ids) // 2
    parts = [{match_id: records[match_id] for match_id in part} for part in (ids[:half], ids[half:])]
    return write(parts[0]) + write(parts[1], up_to)


def _write(records: Mapping[str, Iterable[bytes]], up_to: Mark | None) -> int:
    results = {match_id: result(match_id, record) for match_id, record in records.items()}
    finished = {match_id: outcome for match_id, outcome in results.items() if outcome is not None}
    rows = {match_id: row for match_id, (row, _) in finished.items() if row is not None}
    closed = [match_id for match_id, (row, _) in finished.items() if row is None]
    with transaction.atomic():
        new = unwritten(rows)
        bulk.insert(Played, _FIELDS, map(attrgetter(*_FIELDS), map(rows.__getitem__, new)))
        meetings.note_last(rows[match_id] for match_id in new)
        if new:
            matches_recorded.send(
                Played, results=[(rows[match_id], finished[match_id][1]) for match_id in new]
            )
        for match_id in closed:
            match_closed.send(Played, match_id=match_id)
        if up_to is not None and up_to > mark():
            Scribed.objects.update_or_create(pk=THE_ONE, defaults={"over": up_to[0], "match_id": up_to[1]})
    return len(new)


def result(match_id: str, record: Iterable[bytes]) -> tuple[Played | None, Terms] | None:
    """The row of a match and its terms; no row where no game was begun, None for an unreadable record."""
    try:
        events = [ev.decode(body) for body in record]
        fields = facts(events)
    except (msgspec.DecodeError, UnfinishedMatchError) as error:
        log.error("match %s: its record has no result: %s", match_id, error)
        return None
    except Exception:  # whatever one record is like, those behind it must not wait for it
        log.exception("match %s: its record cannot be read", match_id)
        return None
    opened = events[0]
    if not isinstance(opened, ev.Opened):
        log.error("match %s: its record does not begin with its terms", match_id)
        return None
    return None if fields is None else Played(**{**fields, "match_id": match_id}), opened.terms
