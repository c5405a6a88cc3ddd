"""The queries of a page, without those that are asked only every few seconds."""

from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext

VISITS = 4
"""What is read every few seconds is in one or two of them."""


def fewest_queries(visit: Callable[[], object]) -> list[str]:
    """The queries, in SQL, of the visit that asked for the fewest."""
    return min((_queries(visit) for _ in range(VISITS)), key=len)


def _queries(visit: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        visit()
    return [query["sql"] for query in queries]
