"""Triggers that note a change in the transaction of the change itself, for both engines.

So each writer leaves a note: pages, commands, processes of an earlier release and statements made by hand. No
trigger names a second table of another room: SQLite could not rebuild that one.
"""

from typing import NamedTuple

_WORDS = {
    "sqlite": {"now": "strftime('%Y-%m-%d %H:%M:%f', 'now')", "distinct": "IS NOT"},
    "postgresql": {"now": "clock_timestamp()", "distinct": "IS DISTINCT FROM"},
}
"""The meaning of `{now}` and `{distinct}` in each engine."""


class Trigger(NamedTuple):
    """A note to be made after an event; in its texts `{now}` and `{distinct}` are the engine's words."""

    name: str
    event: str
    """Such as `UPDATE OF events ON tournaments_tournament`."""
    note: str
    """A statement that ends with a semicolon."""
    condition: str = ""


def changed(*fields: str) -> str:
    """Return the condition that one of the fields has another value than before, NULL being a value, too."""
    return " OR ".join(f"OLD.{field} {{distinct}} NEW.{field}" for field in fields)


def statements(*triggers: Trigger) -> dict[str, tuple[str, ...]]:
    """Return the statements that create the triggers, by vendor of the database."""
    return {
        "sqlite": tuple(_sqlite(_in_words_of("sqlite", trigger)) for trigger in triggers),
        "postgresql": tuple(
            statement
            for trigger in triggers
            for statement in _postgresql(_in_words_of("postgresql", trigger))
        ),
    }


def _in_words_of(vendor: str, trigger: Trigger) -> Trigger:
    words = _WORDS[vendor]
    condition = f"WHEN ({trigger.condition.format(**words)})" if trigger.condition else ""
    return trigger._replace(note=trigger.note.format(**words), condition=condition)


def _sqlite(trigger: Trigger) -> str:
    name, event, note, condition = trigger
    return f"CREATE TRIGGER {name} AFTER {event} FOR EACH ROW {condition} BEGIN {note} END"


def _postgresql(trigger: Trigger) -> tuple[str, str]:
    name, event, note, condition = trigger
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {note} RETURN NULL; END $$",
        f"CREATE TRIGGER {name} AFTER {event} FOR EACH ROW {condition} EXECUTE FUNCTION {name}()",
    )
