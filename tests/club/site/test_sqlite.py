"""Connections to SQLite serve one request after the other, and none sees what another has left."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import DatabaseError, connections
from pytest_django import DjangoDbBlocker

from zaria.club.site import databases
from zaria.club.site.sqlite.base import MOST, DatabaseWrapper, close_idle

Open = Callable[[], DatabaseWrapper]


@pytest.fixture
def opened(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Open]:
    """Opens a file, as the thread of another request would; in it is a table of the numbers 0 to 999."""
    made: list[DatabaseWrapper] = []

    def another() -> DatabaseWrapper:
        settings = {**connections.settings["default"], **databases.default(None, tmp_path)}
        made.append(DatabaseWrapper(settings, "default"))
        made[-1].inc_thread_sharing()
        made[-1].ensure_connection()
        return made[-1]

    with django_db_blocker.unblock():
        first = another()
        run(first, "CREATE TABLE numbers(n INTEGER)")
        with first.cursor() as cursor:
            cursor.executemany("INSERT INTO numbers VALUES(%s)", [(number,) for number in range(1000)])
        first.close()
        yield another
        for line in made:
            line.close()
        close_idle(tmp_path / databases.FILE)


def run(line: DatabaseWrapper, statement: str) -> None:
    with line.cursor() as cursor:
        cursor.execute(statement)


def count(line: DatabaseWrapper) -> int:
    with line.cursor() as cursor:
        return int(cursor.execute("SELECT count(*) FROM numbers").fetchone()[0])


def test_a_closed_connection_serves_the_next_thread(opened: Open) -> None:
    one = opened()
    line = one.connection
    one.close()
    assert one.connection is None
    with ThreadPoolExecutor(1) as thread:
        other = thread.submit(opened).result()
    assert other.connection is line
    assert opened().connection is not line, "one at a time"
    assert count(other) == 1000


def test_a_transaction_ends_with_its_request(opened: Open) -> None:
    one = opened()
    line = one.connection
    one.set_autocommit(False)
    run(one, "DELETE FROM numbers")
    one.close()
    other = opened()
    assert other.connection is not line
    assert count(other) == 1000


def test_a_connection_that_failed_is_closed(opened: Open) -> None:
    one = opened()
    line = one.connection
    with pytest.raises(DatabaseError):
        run(one, "SELECT nothing FROM nowhere")
    one.close()
    assert opened().connection is not line


def test_what_was_not_read_to_the_end_keeps_no_old_state(opened: Open) -> None:
    one, writer = opened(), opened()
    line = one.connection
    cursor = one.cursor().execute("SELECT n FROM numbers")
    assert cursor.fetchone() == (0,)
    one.close()
    run(writer, "DELETE FROM numbers")
    other = opened()
    assert other.connection is line
    assert count(other) == 0


def test_no_more_are_kept_than_are_of_use(opened: Open) -> None:
    lines = [opened() for _ in range(MOST + 1)]
    before = [line.connection for line in lines]
    for line in lines:
        line.close()
    after = [opened().connection for _ in lines]
    assert sum(connection in before for connection in after) == MOST
