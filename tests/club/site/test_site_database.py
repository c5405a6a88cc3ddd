"""The helper of tests that gives all threads one database."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from tests.support.club.site_database import instead
from tests.support.patience import PATIENCE
from zaria.club.site.database import databases


def test_threads_that_begin_at_once_get_connections_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both, create = Barrier(2), connections.create_connection

    def create_at_once(alias: str) -> BaseDatabaseWrapper:
        """Let neither thread go on before the other has a connection too."""
        connection = create(alias)
        share = connection.inc_thread_sharing

        def inc_thread_sharing() -> None:
            share()
            both.wait(PATIENCE)

        connection.inc_thread_sharing = inc_thread_sharing  # type: ignore[method-assign]
        return connection

    monkeypatch.setattr(connections, "create_connection", create_at_once)
    with instead(databases.default(None, tmp_path)), ThreadPoolExecutor(2) as threads:
        first, second = threads.map(lambda _: connections["default"], range(2))
    assert first is not second
