"""Triggers that note the changes after which a tournament needs a step (`PendingStep`), for both engines.

So each writer leaves a note in its own transaction, a process of an earlier release too. Results are noted by
`zaria.club.tournaments.receivers`: they are recorded where tournaments are run.
"""

_NOTE = "INSERT INTO tournaments_pendingstep (tournament) VALUES ({tournament});"

_EVENTS = "UPDATE OF events ON tournaments_tournament"
_EVENTS_ADDED = "NEW.phase = 'playing' AND OLD.events <> NEW.events"
_PAIRING = "UPDATE OF ready0, ready1, closed ON tournaments_pairing"
_PAIRING_CHANGED = "OLD.ready0 <> NEW.ready0 OR OLD.ready1 <> NEW.ready1 OR OLD.closed <> NEW.closed"


def _sqlite(name: str, event: str, condition: str, tournament: str) -> str:
    note = _NOTE.format(tournament=tournament)
    return f"CREATE TRIGGER {name} AFTER {event} FOR EACH ROW WHEN {condition} BEGIN {note} END"


def _postgresql(name: str, event: str, condition: str, tournament: str) -> tuple[str, str]:
    note = _NOTE.format(tournament=tournament)
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {note} RETURN NULL; END $$",
        f"CREATE TRIGGER {name} AFTER {event} FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION {name}()",
    )


SQLITE = (
    _sqlite("tournaments_events_added", _EVENTS, _EVENTS_ADDED, "NEW.id"),
    _sqlite("tournaments_pairing_changed", _PAIRING, _PAIRING_CHANGED, "NEW.tournament_id"),
)

POSTGRESQL = (
    *_postgresql("tournaments_events_added", _EVENTS, _EVENTS_ADDED, "NEW.id"),
    *_postgresql("tournaments_pairing_changed", _PAIRING, _PAIRING_CHANGED, "NEW.tournament_id"),
)

STATEMENTS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
"""The statements that create the triggers, by vendor."""
