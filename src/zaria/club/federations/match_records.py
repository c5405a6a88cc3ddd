"""The records of a federation's matches, on their way into the journal of this club.

Each record is verified first: the seal, every roll, every move, and the result that its tournament names. An
imported match lies in the journal without a mark and without a listing, so it is in no list, counts in no
rating and no statistics, and moves no credits; its players are names, and nobody here is one of them.
"""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from zaria.club.federations.archive import public_line
from zaria.club.matches.replay.public_record import nameless
from zaria.club.matches.results.projector import rest
from zaria.club.site.text.plain_text import RefusedTextError, plain_text
from zaria.live.journal.base import ConflictError, Journal
from zaria.live.journal.rows import rows
from zaria.live.matches.live_match import encode_places
from zaria.match import events as ev
from zaria.records.errors import InvalidRecordError
from zaria.records.formats import json
from zaria.records.source_text import LONGEST_NAME
from zaria.records.verify import verify

BATCH = 16
"""Matches stored in one transaction: the players of a running club wait that long at most."""
_COLOUR = re.compile(r"#[0-9a-f]{6}", re.ASCII)
_COUNTRY = re.compile(r"[A-Z]{2}", re.ASCII)
_PLAIN_COLOUR = "#3f6a86"
_BROKEN = (ArithmeticError, AssertionError, LookupError, RecursionError, TypeError, ValueError)
"""Errors of events that no club has written."""

Progress = Callable[[int], None]
"""Called with the number of matches dealt with so far."""


class ExpectedMatch(NamedTuple):
    """A match of a tournament, and the side that won it (None: drawn) if its result `was_played`."""

    tournament: str
    winner: int | None
    was_played: bool


class RefusedRecord(NamedTuple):
    """A record that is left out, and why."""

    match_id: str
    reason: str


class StoredMatches(NamedTuple):
    """The ids of the matches that are here now, the number of those that were before, and the others."""

    ids: set[str]
    repeated: int
    refused: list[RefusedRecord]


class _RefusedError(ValueError):
    pass


async def load_lines(journal: Journal, match_ids: Iterable[str]) -> AsyncIterator[bytes]:
    """Yield the public records of those of these matches that were played to their end."""
    for match_id in match_ids:
        line = await asyncio.to_thread(public_line, await journal.load(match_id))
        if line is not None:
            yield line


async def store_records(
    journal: Journal, lines: Iterable[bytes], expected: Mapping[str, ExpectedMatch], progress: Progress
) -> StoredMatches:
    """Verify records and store them in small batches; running it again does no harm.

    A record that is not true, belongs to no tournament of the file, or has the id of another match is left
    out. Raises `StoreUnavailableError`.
    """
    stored, repeated, count = set[str](), 0, 0
    refused: list[RefusedRecord] = []
    remaining = iter(lines)
    while batch := list(islice(remaining, BATCH)):
        checked = list(_checked(batch, expected, refused))
        began = time.monotonic()
        answers = await asyncio.gather(*(_store(journal, events) for events in checked))
        for events, is_new in zip(checked, answers, strict=True):
            match_id = _opened(events).id
            if is_new is None:
                refused.append(RefusedRecord(match_id, "this club has another match with this id"))
            else:
                stored.add(match_id)
                repeated += not is_new
        count += len(batch)
        progress(count)
        await rest(began)
    return StoredMatches(stored, repeated, refused)


def _checked(
    lines: Sequence[bytes], expected: Mapping[str, ExpectedMatch], refused: list[RefusedRecord]
) -> Iterator[list[ev.Event]]:
    """Yield the events of those records that are true; the others are added to `refused`."""
    for line in lines:
        match_id = "?"
        try:
            events = json.load(line)
            match_id = _opened(events).id[:64]
            _check(events, expected)
            yield [_cleaned(event) for event in nameless(events)]
        except (InvalidRecordError, _RefusedError) as error:
            refused.append(RefusedRecord(match_id, str(error)))


def _check(events: Sequence[ev.Event], expected: Mapping[str, ExpectedMatch]) -> None:
    opened, closed = _opened(events), events[-1]
    place, terms = expected.get(opened.id), opened.terms
    if place is None or terms.tournament != place.tournament:
        raise _RefusedError("it belongs to no tournament of this file")
    if terms.local is not None or terms.training or (terms.stakes is not None and terms.stakes.paid):
        raise _RefusedError("its terms are not those of a tournament")
    try:
        problem = verify(events).problem
    except _BROKEN as error:
        raise _RefusedError("it follows no rules") from error
    if problem is not None:
        raise _RefusedError(problem)
    has_game = any(isinstance(event, ev.GameStarted) for event in events)
    if not isinstance(closed, ev.MatchEnded) or not has_game:
        raise _RefusedError("no game was played")
    if place.was_played and closed.winner != place.winner:
        raise _RefusedError("its result is not that of the tournament")


def _opened(events: Sequence[ev.Event]) -> ev.Opened:
    opened = events[0]
    if not isinstance(opened, ev.Opened):
        raise _RefusedError("event 1: the match is not opened")
    return opened


def _cleaned(event: ev.Event) -> ev.Event:
    """Return the event with the name of its player as people write names here, and no picture."""
    if not isinstance(event, ev.Seated):
        return event
    player = event.player
    try:
        name = plain_text(player.name, LONGEST_NAME, least=0)
    except RefusedTextError as error:
        raise _RefusedError(f"the name of a player: {error}") from error
    colour = player.colour if _COLOUR.fullmatch(player.colour) else _PLAIN_COLOUR
    country = player.country if _COUNTRY.fullmatch(player.country) else ""
    return replace(event, player=replace(player, name=name, colour=colour, country=country, face=""))


async def _store(journal: Journal, events: Sequence[ev.Event]) -> bool | None:
    """Store a match: True if it is new, False if it is here already, None if another one has its id."""
    opened, closed = _opened(events), events[-1]
    assert isinstance(closed, ev.MatchEnded)  # `_check` refuses others
    try:
        await journal.open(
            opened.id, bytes.fromhex(closed.secret), encode_places((None, None)), rows(0, events)
        )
    except ConflictError:
        stored = await journal.load(opened.id)
        present = [] if stored is None else [ev.decode(row.body) for row in stored.rows]
        return False if _without_players(present) == _without_players(events) else None
    return True


def _without_players(events: Sequence[ev.Event]) -> list[ev.Event]:
    """Return the events without their players, whose names may have been erased in one of two clubs."""
    nobody = ev.Player("", "", "")
    return [replace(event, player=nobody) if isinstance(event, ev.Seated) else event for event in events]
