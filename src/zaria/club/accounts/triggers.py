"""Triggers that note changes of accounts (`AccountChange`), for both engines.

So each writer leaves a note in its own transaction: pages, commands, processes of an earlier release and
statements made by hand. No trigger names a second table of the site: SQLite could not rebuild that one.
"""

_WATCHED = ("blocked_until", "is_active", "username", "colour", "robot", "country", "face", "settings")
"""The fields of a member that the registry reads."""

_NOTE = "INSERT INTO members_accountchange (member, at) VALUES ({member}, {now});"


def _changed(fields: tuple[str, ...], distinct: str) -> str:
    """Return the condition that one of the fields has another value than before."""
    return " OR ".join(f"OLD.{field} {distinct} NEW.{field}" for field in fields)


def _sqlite(name: str, event: str, member: str, condition: str = "") -> str:
    note = _NOTE.format(member=member, now="strftime('%Y-%m-%d %H:%M:%f', 'now')")
    return f"CREATE TRIGGER {name} AFTER {event} FOR EACH ROW {condition} BEGIN {note} END"


def _postgresql(name: str, event: str, member: str, condition: str = "") -> tuple[str, str]:
    note = _NOTE.format(member=member, now="clock_timestamp()")
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {note} RETURN NULL; END $$",
        f"CREATE TRIGGER {name} AFTER {event} FOR EACH ROW {condition} EXECUTE FUNCTION {name}()",
    )


_MEMBER = f"UPDATE OF {', '.join(_WATCHED)} ON members_member"
_SCOPES = "UPDATE OF scopes, hash, owner_id ON members_token"

SQLITE = (
    _sqlite("members_member_changed", _MEMBER, "NEW.id", f"WHEN {_changed(_WATCHED, 'IS NOT')}"),
    _sqlite("members_token_added", "INSERT ON members_token", "NEW.owner_id"),
    _sqlite("members_token_changed", _SCOPES, "NEW.owner_id"),
    _sqlite("members_token_deleted", "DELETE ON members_token", "OLD.owner_id"),
)

POSTGRESQL = (
    *_postgresql(
        "members_member_changed", _MEMBER, "NEW.id", f"WHEN ({_changed(_WATCHED, 'IS DISTINCT FROM')})"
    ),
    *_postgresql("members_token_added", "INSERT ON members_token", "NEW.owner_id"),
    *_postgresql("members_token_changed", _SCOPES, "NEW.owner_id"),
    *_postgresql("members_token_deleted", "DELETE ON members_token", "OLD.owner_id"),
)

STATEMENTS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
"""The statements that create the triggers, by vendor."""
