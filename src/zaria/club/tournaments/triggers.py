"""Triggers that note the changes after which a tournament needs a step (`PendingStep`).

Results are noted by `zaria.club.tournaments.receivers`: they are recorded where tournaments are run.
"""

from zaria.club.site.triggers import Trigger, changed, statements

_EVENTS = "UPDATE OF events ON tournaments_tournament"
_PAIRING = "UPDATE OF ready0, ready1, closed ON tournaments_pairing"


def _note(tournament: str) -> str:
    return f"INSERT INTO tournaments_pendingstep (tournament) VALUES ({tournament});"


STATEMENTS = statements(
    Trigger(
        "tournaments_events_added",
        _EVENTS,
        _note("NEW.id"),
        f"NEW.phase = 'playing' AND ({changed('events')})",
    ),
    Trigger(
        "tournaments_pairing_changed",
        _PAIRING,
        _note("NEW.tournament_id"),
        changed("ready0", "ready1", "closed"),
    ),
)
"""The statements that create the triggers, by vendor."""
