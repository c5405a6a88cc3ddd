"""The search for puzzles in matches that are over, with the leave of all who played them."""

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from django.db import transaction

from zaria.club.matches.results.models import Played
from zaria.club.puzzles import club_puzzles
from zaria.club.puzzles.models import MatchSearchMark, PuzzleSettings
from zaria.club.site import data_directory
from zaria.live.journal import factory
from zaria.live.journal.base import Journal
from zaria.match import events as ev
from zaria.puzzles.puzzle import Puzzle
from zaria.puzzles.search import search_match
from zaria.puzzles.validation import GAMES
from zaria.records.errors import InvalidRecordError

AT_ONCE = 100
PROGRAM = "bot:"
"""The beginning of the ids of the club's programs, which give their leave."""


def unsearched() -> list[Played]:
    """Return the next matches that were not searched yet, in the order of their ends."""
    mark = MatchSearchMark.objects.first()
    rows = Played.objects.order_by("ended", "match_id")
    if mark is None:
        return list(rows[:AT_ONCE])
    later = list(rows.filter(ended=mark.ended, match_id__gt=mark.match_id)[:AT_ONCE])
    return later or list(rows.filter(ended__gt=mark.ended)[:AT_ONCE])


def with_leave(matches: Sequence[Played]) -> list[Played]:
    """Return those of which all players allow it; matches that do not count are left out."""
    players = {player for match in matches for player in _people(match)}
    allowed = set(
        PuzzleSettings.objects.filter(
            member__player__in=players, member__is_active=True, shares_matches=True
        ).values_list("member__player", flat=True)
    )
    return [match for match in matches if _counts(match) and _people(match) <= allowed]


def _counts(match: Played) -> bool:
    return match.game in GAMES and not (match.void or match.voided)


def _people(match: Played) -> set[str]:
    return {player for player in (match.player0, match.player1) if not player.startswith(PROGRAM)}


@transaction.atomic
def note(match: Played, puzzles: Collection[Puzzle]) -> list[Puzzle]:
    """Store the puzzles of a match, and that it was searched; return those that are new."""
    new_puzzles = [puzzle for puzzle in puzzles if club_puzzles.store(puzzle)]
    MatchSearchMark.objects.update_or_create(
        pk=1, defaults={"ended": match.ended, "match_id": match.match_id}
    )
    return new_puzzles


async def records(match_ids: Sequence[str]) -> list[list[ev.Event]]:
    """Return the events of matches, none of one that the journal has no more.

    Raises `StoreUnavailableError`.
    """
    journal = await factory.connect(data_directory.database_url(), data_directory.directory())
    try:
        return [await _events(journal, match_id) for match_id in match_ids]
    finally:
        await journal.close()


async def _events(journal: Journal, match_id: str) -> list[ev.Event]:
    stored = await journal.load(match_id)
    return [] if stored is None else [ev.decode(row.body) for row in stored.rows]


def search(minutes: float) -> Iterator[tuple[Played, list[Puzzle]]]:
    """Search matches for so many minutes; yield each with its new puzzles.

    A match that has been begun is searched to its end, a broken one is passed over. Raises
    `StoreUnavailableError`.
    """
    deadline = time.monotonic() + 60 * minutes
    while matches := unsearched():
        allowed = {match.match_id for match in with_leave(matches)}
        events = dict(zip(allowed, asyncio.run(records([*allowed])), strict=True)) if allowed else {}
        for match in matches:
            if time.monotonic() >= deadline:
                return
            yield match, note(match, _puzzles(events.get(match.match_id, [])))


def _puzzles(events: Sequence[ev.Event]) -> list[Puzzle]:
    if not events:
        return []
    try:
        return [puzzle for puzzle in search_match(events, Counter()) if puzzle is not None]
    except InvalidRecordError:
        return []
