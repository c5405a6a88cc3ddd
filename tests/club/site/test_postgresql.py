"""The site's connections to PostgreSQL: few, and none of them waits without end."""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any, LiteralString

import psycopg
import pytest
from django.db import Error, connection, connections, transaction
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from tests.support.club.member_client import Somebody
from tests.support.club.site_database import furnished, instead
from tests.support.http_client import Visitor, fetch
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from tests.support.services import Postgres
from zaria.club.site.database import databases
from zaria.club.site.database.postgresql.limits import limit, longer
from zaria.club.site.http.outages import Outage, outage_of

MOST = 3
"""Connections in the pool."""
STATEMENT_S = 1.0
NOW = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'zaria-site' AND datname = %s"
EVER = "SELECT sessions FROM pg_stat_database WHERE datname = %s"
FEW = 5
"""Connections of a server."""


@pytest.fixture
def url(mortal: Postgres) -> str:
    return mortal.database("limits")


@pytest.fixture
def limited(url: str, django_db_blocker: Any) -> Iterator[None]:
    """The limits of a server in this process."""
    with django_db_blocker.unblock(), instead(databases.default(url, Path())):
        limit(STATEMENT_S, MOST)
        yield


def _ask(statement: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()


def _count(url: str, query: LiteralString = NOW) -> int:
    """The connections to a database."""
    with psycopg.connect(url) as db:
        row = db.execute(query, (db.info.dbname,)).fetchone()
    assert row is not None
    return int(row[0])


def _failure(statement: str) -> tuple[Outage | None, float]:
    """The outage of a statement, and its seconds."""
    began = time.monotonic()
    with pytest.raises(Error) as caught:
        _ask(statement)
    return outage_of(caught.value), time.monotonic() - began


def test_threads_share_a_few_connections(limited: None, url: str) -> None:
    def ask(number: int) -> object:
        try:
            return _ask(f"SELECT {number}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(12) as threads:
        assert list(threads.map(ask, range(60))) == [(number,) for number in range(60)]
    assert 1 <= _count(url) <= MOST


def test_a_thread_without_a_connection_gives_up(limited: None) -> None:
    all_in_use = Barrier(MOST + 1)

    def hold() -> None:
        _ask("SELECT 1")
        all_in_use.wait(PATIENCE)
        all_in_use.wait(PATIENCE)
        connections.close_all()

    with ThreadPoolExecutor(MOST) as threads:
        holds = [threads.submit(hold) for _ in range(MOST)]
        all_in_use.wait(PATIENCE)
        try:
            outage, seconds = _failure("SELECT 1")
        finally:
            all_in_use.wait(PATIENCE)
        assert [held.result() for held in holds] == [None] * MOST
    assert outage is Outage.BUSY
    assert seconds < PATIENCE
    assert _ask("SELECT 1") == (1,)


def test_a_statement_and_a_lock_are_waited_for_briefly(limited: None, url: str) -> None:
    assert _failure("SELECT pg_sleep(60)")[0] is Outage.BUSY
    with psycopg.connect(url) as db:
        db.execute("CREATE TABLE seat(number int)")
        db.execute("INSERT INTO seat VALUES (1)")
        db.commit()
        db.execute("SELECT * FROM seat FOR UPDATE")
        outage, seconds = _failure("SELECT * FROM seat FOR UPDATE")
    assert outage is Outage.BUSY
    assert seconds < PATIENCE


def test_a_transaction_that_stands_still_loses_its_locks(limited: None, url: str) -> None:
    with psycopg.connect(url) as db:
        db.execute("CREATE TABLE seat(number int)")
        db.execute("INSERT INTO seat VALUES (1)")
        db.commit()
        with pytest.raises(Error) as caught:
            _stand_still(lambda: db.execute("SELECT * FROM seat FOR UPDATE"))
    assert outage_of(caught.value) is not None
    assert _ask("SELECT 1") == (1,)


@transaction.atomic
def _stand_still(take_lock: Callable[[], object]) -> None:
    """Let another connection get the lock of this transaction, which it does once this one has lost it."""
    _ask("SELECT * FROM seat FOR UPDATE")
    take_lock()
    _ask("SELECT 1")


def test_longer_work_has_longer_limits(limited: None) -> None:
    with longer(PATIENCE):
        assert _ask(f"SELECT 1 FROM pg_sleep({STATEMENT_S * 1.5})") == (1,)
    assert _failure("SELECT pg_sleep(60)")[0] is Outage.BUSY


def test_commands_have_limits_too(url: str, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock(), instead(databases.default(url, Path())):
        names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
        assert [_ask(f"SHOW {name}") for name in names] == [("10min",), ("1h",), ("10min",)]


def test_a_server_that_stands_still_is_given_up(limited: None, mortal: Postgres) -> None:
    assert _ask("SELECT 1") == (1,)
    mortal.freeze()
    try:
        assert _failure("SELECT 1")[0] is Outage.PAUSED
        connections.close_all()
        assert _failure("SELECT 1")[0] is not None
    finally:
        mortal.thaw()
    connections.close_all()
    _until_answered()


def test_a_server_that_is_away_is_given_up_at_once(limited: None, mortal: Postgres) -> None:
    with ThreadPoolExecutor(MOST) as threads:  # idle connections, each of which is lost
        both = Barrier(MOST)

        def leave_a_connection(_: int) -> None:
            both.wait(PATIENCE)
            _ask("SELECT 1")
            connections.close_all()

        list(threads.map(leave_a_connection, range(MOST)))
    mortal.kill()
    for _ in range(3):
        outage, seconds = _failure("SELECT 1")
        assert outage is not None
        assert seconds < PATIENCE
        connections.close_all()
    mortal.start()
    _until_answered()


def _until_answered() -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            assert _ask("SELECT 1") == (1,)
        except Error:
            connections.close_all()
            assert time.monotonic() < until
        else:
            return


def _addresses(patterns: Iterable[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """The addresses of the site that have no parts to fill in."""
    for entry in patterns:
        if not isinstance(entry.pattern, RoutePattern) or entry.pattern.converters:
            continue
        address = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _addresses(entry.url_patterns, address)
        else:
            yield address


def test_pages_and_tasks_of_a_server_share_a_few_connections(
    mortal: Postgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url, addresses = furnished(request, "pages"), sorted(set(_addresses(get_resolver().url_patterns)))
    assert len(addresses) > 80
    with Server(tmp_path, ZARIA_DATABASE_URL=url, ZARIA_DATABASE_CONNECTIONS=str(FEW)) as server:
        member = Somebody(server.url).join()
        addresses += [member.set_table(), f"/@{member.login}"]
        before = _count(url, EVER)
        for visitor in (member, Visitor(server.url)):
            pages = [(address, visitor.get(address).status) for address in addresses]
            assert [page for page in pages if page[1] >= 500] == []
        with ThreadPoolExecutor(2 * FEW) as threads:
            pages = list(
                threads.map(lambda address: (address, fetch(server.url + address).status_code), addresses)
            )
        assert [page for page in pages if page[1] >= 500] == []
        assert _count(url) <= FEW
        assert _count(url, EVER) - before < len(addresses) // 3


def test_a_page_that_meets_a_lock_says_so(
    mortal: Postgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = furnished(request, "pages")
    with Server(tmp_path, ZARIA_DATABASE_URL=url, ZARIA_DATABASE_SECONDS="2") as server:
        member = Somebody(server.url).join()
        form = member.get("/shop")
        with psycopg.connect(url) as db:
            db.execute("SELECT * FROM ledger_account FOR UPDATE")
            for language, title in (("en", "The server is busy"), ("bg", "Сървърът е зает")):
                fields = {"csrfmiddlewaretoken": form.token}
                page = member.send("POST", "/shop/gift", data=fields, headers={"Accept-Language": language})
                assert (page.status, page.headers["Retry-After"]) == (503, "5")
                assert title in page.text
            assert fetch(f"{server.url}/readyz").status_code == 200
        assert member.fill("/shop/gift", form).status == 302
