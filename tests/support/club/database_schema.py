"""All that a database has besides rows, in a form that two databases can be compared by."""

import re

from django.db import connection

CATALOGUE = {
    "columns": """
        SELECT table_name || '.' || column_name, concat_ws(' ', data_type, character_maximum_length,
            numeric_precision, numeric_scale, is_nullable, column_default, is_identity, identity_generation)
        FROM information_schema.columns WHERE table_schema = 'public'""",
    "indexes": "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "constraints": """
        SELECT conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND contype <> 'n'""",
    "triggers": """
        SELECT tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) FROM pg_trigger
        WHERE NOT tgisinternal""",
    "functions": """
        SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace""",
    "sequences": "SELECT sequencename, data_type::text FROM pg_sequences WHERE schemaname = 'public'",
}


def schema() -> dict[str, object]:
    """The tables with their columns, indexes, constraints and triggers, by kind and name."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL")
            return {name: _normalised(statement) for name, statement in cursor.fetchall()}
        objects: dict[str, object] = {}
        for kind, query in CATALOGUE.items():
            cursor.execute(query)
            objects |= {f"{kind} {name}": _without_casts(text) for name, text in cursor.fetchall()}
        return objects


def trigger_names() -> set[str]:
    """The names of the triggers."""
    query = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name for (name,) in cursor.fetchall()}


def _without_casts(definition: str) -> str:
    """The definition without casts and parentheses: PostgreSQL adds others after a dump was restored."""
    return re.sub(r"::(character varying|text)|[\[\]()]", "", definition)


def _normalised(statement: str) -> object:
    """The definition of a table as a set of columns and constraints, any other with single spaces."""
    words = " ".join(statement.split())
    if not words.startswith("CREATE TABLE"):
        return words
    head, _, body = words.partition("(")
    parts, depth = [""], 0
    for letter in re.sub(r"\)$", "", body):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return head.strip(), frozenset(part.strip() for part in parts)
