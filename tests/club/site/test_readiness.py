"""`/readyz` of a server whose stores are full, read-only or stand still, while nobody plays."""

import asyncio
import resource
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import Error

from tests.support.club.site_database import furnished, instead
from tests.support.http_client import fetch
from tests.support.patience import PATIENCE
from tests.support.servers import CLUB, Server
from tests.support.services import Postgres
from zaria.club.site.database import databases
from zaria.club.site.readiness import Readiness


def _wait_ready(server: Server, answer: str) -> None:
    """Ask until the answer comes: one is reused for a second, and there are no events to wait for.

    Play may be paused too, before or after the answer of the stores.
    """
    until = time.monotonic() + PATIENCE
    while True:
        page = fetch(f"{server.url}/readyz")
        stores = page.text.strip().removesuffix(", play")
        assert page.status_code == (200 if stores == "ok" else 503)
        if stores == answer:
            return
        assert time.monotonic() < until, stores


def test_a_full_disk(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        _wait_ready(server, "ok")
        unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        _wait_ready(server, "site")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        _wait_ready(server, "ok")


def test_a_file_whose_writer_does_not_end(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        with closing(sqlite3.connect(tmp_path / CLUB)) as db:
            db.execute("BEGIN IMMEDIATE")
            _wait_ready(server, "site")
        _wait_ready(server, "ok")


def test_a_full_file(tmp_path: Path, django_db_blocker: Any) -> None:
    async def probe() -> None:
        readiness = Readiness(tmp_path)
        try:
            await readiness.probes()["site"]()
        finally:
            await readiness.close()

    options = databases.default(None, tmp_path)
    options["OPTIONS"]["init_command"] += "PRAGMA max_page_count = 1;"
    with django_db_blocker.unblock(), instead(options), pytest.raises(Error, match="full"):
        asyncio.run(probe())


def test_a_server_that_is_read_only_or_stands_still(
    mortal: Postgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with Server(tmp_path, ZARIA_DATABASE_URL=furnished(request, "readiness")) as server:
        _wait_ready(server, "ok")
        for value, answer in (("on", "site"), ("off", "ok")):
            with psycopg.connect(mortal.url(), autocommit=True) as db:
                db.execute("SET default_transaction_read_only = off")
                db.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
                db.execute("SELECT pg_reload_conf()")
            _wait_ready(server, answer)
        mortal.freeze()
        try:
            _wait_ready(server, "journal, site")
        finally:
            mortal.thaw()
        _wait_ready(server, "ok")
