"""Databases of release 1.0 and of the last version before squashing get the tables of today."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.support.by_day import by_day
from tests.support.club.database_schema import schema
from tests.support.club.earlier_databases import LAST, ORIGINS, RELEASE, earlier_database, fill_file
from tests.support.club.site_database import copy_tables, instead
from tests.support.http_client import Visitor
from tests.support.servers import CLUB, Server, furnish
from zaria.club.accounts.address_records import fingerprint
from zaria.club.accounts.models import AccountAddress, Member, RefusedName
from zaria.club.matches.results.models import LastMeeting, Played
from zaria.club.notifications.models import Notification
from zaria.club.server.start import migrate
from zaria.club.site.database import databases
from zaria.club.site.database.migration_history import find_fault
from zaria.club.staff import roles
from zaria.club.staff.models import Notice
from zaria.club.support.models import CannedAnswer

ENGINES = by_day((None,), (None, "postgres"))
Rows = dict[str, list[dict[str, Any]]]


def stored() -> Rows:
    """All rows, by table."""
    rows: Rows = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            names = [column[0] for column in cursor.description]
            rows[table] = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    return rows


def counted(rows: list[dict[str, Any]], columns: set[str]) -> Counter[str]:
    """These columns of the rows, each row with how many times it is there."""
    return Counter(json.dumps({name: row[name] for name in sorted(columns)}, default=repr) for row in rows)


def plan() -> list[str]:
    executor = MigrationExecutor(connection)
    steps = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [step.name for step, _backwards in steps if step.replaces]


def schema_of_new_club(kind: str | None, home: Path, request: pytest.FixtureRequest) -> dict[str, object]:
    if kind:
        url = request.getfixturevalue("postgres").url("new_club")
        copy_tables(url)
    else:
        url = None
        furnish(home)
    with instead(databases.default(url, home)):
        return schema()


@pytest.mark.parametrize("kind", ENGINES)
@pytest.mark.parametrize("origin", by_day((RELEASE, LAST), ORIGINS))
def test_it_keeps_its_rows_and_gets_the_tables_of_a_new_club(
    origin: str, kind: str | None, transactional_db: None, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("database") if kind else None
    with earlier_database(origin, url, tmp_path / "earlier"):
        before = stored()
        assert find_fault() is None
        assert bool(plan()) == (origin == RELEASE)
        migrate(tmp_path)
        after = stored()
        migrated = schema()
        call_command("migrate", check_unapplied=True, verbosity=0)  # exits with 1 where one is missing
        if origin == RELEASE:
            assert_filled()
        recorder = MigrationExecutor(connection).recorder
        assert {name for _room, name in recorder.applied_migrations()} >= {
            "0002_since_release_1_0",
            "0001_tables",
        }
    assert migrated == schema_of_new_club(kind, tmp_path / "new", request)
    for table, rows in before.items():
        columns = set(rows[0]) - {"unread_notices"} if rows else set()
        assert counted(rows, columns) <= counted(after[table], columns), table


def required_columns() -> set[tuple[str, str]]:
    """The table and name of each column that an inserted row has to fill, in PostgreSQL."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
            AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'"""
        )
        return set(cursor.fetchall())


def test_processes_of_the_release_go_on_inserting_rows(
    transactional_db: None, database: str, tmp_path: Path
) -> None:
    """While a club of several processes is upgraded; results are recorded by new processes alone."""
    with earlier_database(RELEASE, database, tmp_path):
        before = required_columns()
        tables = set(connection.introspection.table_names())
        migrate(tmp_path)
        added = {(table, column) for table, column in required_columns() - before if table in tables}
    assert added == {("results_played", "tournament"), ("results_played", "opening")}


def assert_filled() -> None:
    """Check that the data which later versions derive from the rows of a club is there."""
    admitted = Member.objects.filter(is_active=True).exclude(since=None).values_list("email", "player")
    addresses = {(fingerprint(email), player) for email, player in admitted}
    assert addresses == set(AccountAddress.objects.values_list("fingerprint", "player"))
    assert addresses
    between_members = Played.objects.filter(member0=True, member1=True).order_by("ended")
    meetings = {
        pair: row.ended
        for row in between_members
        for pair in ((row.player0, row.player1), (row.player1, row.player0))
    }
    assert {(row.player, row.opponent): row.ended for row in LastMeeting.objects.all()} == meetings != {}
    unread = Counter(Notice.objects.filter(read_at=None).values_list("to", flat=True))
    assert Counter(Notification.objects.values_list("to", flat=True)) == unread
    counts = Member.objects.exclude(unread_notices=0).values_list("pk", "unread_notices")
    assert dict(counts) == unread != {}
    for group in Group.objects.all():
        powers = group.permissions.filter(content_type__app_label="staff").values_list("codename", flat=True)
        assert set(powers) == set(roles.POWERS[group.name]), group.name
    assert RefusedName.objects.filter(word="casino").exists()
    assert CannedAnswer.objects.exists()


@pytest.mark.slow
def test_the_server_opens_on_the_last_data_before_squashing(tmp_path: Path) -> None:
    """On data of release 1.0, too: `tests.corpus.test_databases`."""
    home = furnish(tmp_path / "data")
    for name in home.glob(f"{CLUB}*"):
        name.unlink()
    fill_file(LAST, home)
    with Server(home) as server:
        assert Visitor(server.url).get("/tournaments").status == 200
        assert "Ann0" in Visitor(server.url).get("/@Ann0").text
