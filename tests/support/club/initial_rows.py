"""The rows of the site's tables before any test, put back after each test that commits.

Django empties the tables instead and sends `post_migrate`, which makes permissions, content types and groups
anew: that takes a fifth of a second for each test, and the rows of migrations are lost.
"""

from typing import Any, NamedTuple

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper


class _Table(NamedTuple):
    """A table, the statements that read and fill it, and its initial rows."""

    name: str
    select: str
    insert: str
    rows: list[tuple[Any, ...]]


class InitialRows:
    """All rows of the default database, by table."""

    def __init__(self) -> None:
        self.tables: list[_Table] = []
        quote = connection.ops.quote_name
        with connection.cursor() as cursor:
            for name in connection.introspection.django_table_names(only_existing=True, include_views=False):
                cursor.execute(select := f"SELECT * FROM {quote(name)}")
                columns = ", ".join(quote(column[0]) for column in cursor.description)
                places = ", ".join(["%s"] * len(cursor.description))
                insert = f"INSERT INTO {quote(name)} ({columns}) VALUES ({places})"
                self.tables.append(_Table(name, select, insert, cursor.fetchall()))

    def restore(self) -> None:
        """Remove what a test has stored, and put back these rows; most tests leave those that there were."""
        with transaction.atomic(), connection.cursor() as cursor:
            changed = [table for table in self.tables if not table.rows or _rows(cursor, table) != table.rows]
            names = [table.name for table in changed]
            for statement in connection.ops.sql_flush(no_style(), names, reset_sequences=False):
                cursor.execute(statement)
            for table in changed:
                if table.rows:
                    cursor.executemany(table.insert, table.rows)


def _rows(cursor: CursorWrapper, table: _Table) -> list[tuple[Any, ...]]:
    cursor.execute(table.select)
    rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
