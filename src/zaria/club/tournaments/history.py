"""The history of a tournament: reading its state from its events, and adding to them.

States never change, so those of the last tournaments are cached. They have committed events only.
"""

from collections.abc import Sequence
from functools import reduce

from django.db import transaction

from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.tournaments.models import Tournament, TournamentEvent
from zaria.tournaments import events as ev
from zaria.tournaments.state import TournamentState
from zaria.tournaments.tournament import evolve, replay

KEPT = 200
"""Tournaments whose state this process caches."""

_states: BoundedCache[str, tuple[int, TournamentState]] = BoundedCache(KEPT)
"""By tournament: its number of events, and the state after them."""


def events(tournament_id: str, since: int = 0) -> list[ev.AnyEvent]:
    """Return the events of a tournament from this number on."""
    rows = TournamentEvent.objects.filter(tournament=tournament_id, number__gte=since).order_by("number")
    return [ev.decode(body) for body in rows.values_list("body", flat=True)]


def state(row: Tournament) -> TournamentState:
    """Return the state after the events that `row` counts."""
    number, cached = _states.get(row.pk) or (0, None)
    if number > row.events:  # the row was read before
        number, cached = 0, None
    new_events = events(row.pk, number)[: row.events - number]
    after = reduce(evolve, new_events, cached)
    assert after is not None
    if new_events:
        keep(row.pk, row.events, after)
    return after


def replayed(tournament_id: str) -> TournamentState:
    """Return the state by the events alone."""
    return replay(events(tournament_id))


def keep(tournament_id: str, number: int, after: TournamentState) -> None:
    """Keep a state for the next reader, once the transaction is committed."""

    def committed() -> None:
        cached = _states.get(tournament_id)
        if cached is None or cached[0] <= number:  # an older state would cost its readers some events
            _states.put(tournament_id, (number, after))

    transaction.on_commit(committed)


def append(row: Tournament, added: Sequence[ev.AnyEvent]) -> None:
    """Store events after those that `row` counts; the caller has locked the row and saves it."""
    TournamentEvent.objects.bulk_create(
        [
            TournamentEvent(
                tournament=row,
                number=row.events + offset,
                at=event.at,
                kind=str(type(event).__struct_config__.tag),
                body=ev.encode(event).decode(),
            )
            for offset, event in enumerate(added)
        ]
    )
    row.events += len(added)
