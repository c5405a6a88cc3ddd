"""A write meets another transaction that locks the same rows, with real connections to PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from django.db import connection, transaction

from tests.support.patience import PATIENCE

WAITING = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
"""The locks of this connection that others wait for; the server's own work may wait for another."""

Act = Callable[[], object]


@contextmanager
def meeting(name: str, act: Act) -> Iterator[Callable[[], bool]]:
    """A transaction here, and a write beside it; yields what starts the write until it waits or is over.

    That returns whether it waits.
    """
    done, errors = Event(), []

    def write() -> None:
        try:
            act()
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()
            done.set()

    def waits() -> bool:
        thread.start()
        while not done.wait(0.005):
            with connection.cursor() as cursor:
                cursor.execute(WAITING)
                if cursor.fetchone()[0]:
                    return True
        return False

    thread = Thread(target=write)
    with transaction.atomic():
        yield waits
    assert done.wait(PATIENCE), name
    thread.join()
    assert errors == [], name
