"""The rows of the site's tables before any test, put back after each test that commits.

Django empties the tables instead and sends `post_migrate`, which makes permissions, content types and groups
anew: that takes a fifth of a second for each test, and the rows of migrations are lost.
"""

from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction


class InitialRows:
    """All rows of the default database, by table."""

    def __init__(self) -> None:
        self.statements: list[tuple[str, list[tuple[Any, ...]]]] = []
        tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
        self.empty = connection.ops.sql_flush(no_style(), tables, reset_sequences=False)
        quote = connection.ops.quote_name
        with connection.cursor() as cursor:
            for table in tables:
                cursor.execute(f"SELECT * FROM {quote(table)}")
                columns = [column[0] for column in cursor.description]
                if rows := cursor.fetchall():
                    names, places = ", ".join(map(quote, columns)), ", ".join(["%s"] * len(columns))
                    insert = f"INSERT INTO {quote(table)} ({names}) VALUES ({places})"
                    self.statements.append((insert, rows))

    def restore(self) -> None:
        """Remove what a test has stored, and put back these rows."""
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in self.empty:
                cursor.execute(statement)
            for insert, rows in self.statements:
                cursor.executemany(insert, rows)
