"""The queries that a page makes for what it shows."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

AGAIN = ("site_storedbrand", "texts_textversion", "tournaments_", "groups_pupil")
"""Beginnings of tables that every page reads again after some seconds, whatever it shows."""


def page_queries(client: Client, path: str, **query: Any) -> list[str]:
    """Return the SQL that a page takes, but for what each page reads again from time to time."""

    def visit() -> None:
        assert client.get(path, query).status_code == 200

    return queries_of(visit)


def queries_of(visit: Callable[[], object]) -> list[str]:
    """Return the SQL of a visit to a page, but for what each page reads again from time to time."""
    with CaptureQueriesContext(connection) as captured:
        visit()
    return [
        statement["sql"]
        for statement in captured
        if not any(f'"{table}' in statement["sql"] for table in AGAIN)
    ]
