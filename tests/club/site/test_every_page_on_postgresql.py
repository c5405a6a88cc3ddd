"""Every page and form of the site on PostgreSQL, by each kind of visitor: none answers 500 or acts twice."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.support.browser.site_pages import MEMBER, NEWCOMER, SECOND_STEP, STAFF, UNWRITTEN, names
from tests.support.club.local_stripe import LocalStripe, local_stripe
from tests.support.club.site_database import furnished
from tests.support.club.site_tour import CLOSED, UNPLAYED, Answer, Repeat, Tour, populate
from tests.support.club.staff_client import act, boss_of
from tests.support.finished_matches import keep, shelve
from tests.support.http_client import Visitor
from tests.support.records.board_records import sat
from tests.support.servers import Server

__all__ = ["local_stripe"]

pytestmark = pytest.mark.service


@pytest.fixture(scope="module")
def database_url(request: pytest.FixtureRequest) -> str:
    return furnished(request, "every_page")


@pytest.fixture(scope="module")
def server(
    database_url: str, local_stripe: LocalStripe, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("every page")
    shelve(data, "tabla-match")
    keep(data, {"chess": sat("chess", 1, 40, "resigned")})
    paying = {"ZARIA_PAYOUTS": "on", "ZARIA_PAYOUT_LEAST": "1"}
    variables: dict[str, Any] = {"ZARIA_DATABASE_URL": database_url, **paying, **local_stripe.environment}
    with Server(data, **variables) as server:
        yield server


class Rows:
    """Counts the rows of the site's tables, but those that jobs and pages write by themselves."""

    OTHERS = ("django_session", "results_scribed", "site_submission")

    def __init__(self, database_url: str) -> None:
        self._db = psycopg.connect(database_url, autocommit=True)
        tables = self._db.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        parts = [
            sql.SQL("SELECT {}, count(*) FROM {}").format(table, sql.Identifier(table))
            for (table,) in tables
            if table not in self.OTHERS
        ]
        self._query = sql.SQL(" UNION ALL ").join(parts)

    def count(self) -> dict[str, int]:
        """The number of rows of each table."""
        return dict(self._db.execute(self._query).fetchall())

    def close(self) -> None:
        """End the connection."""
        self._db.close()


def test_no_page_and_no_form_answers_500(server: Server, database_url: str) -> None:
    boss, world = boss_of(server), populate(server)
    with psycopg.connect(database_url) as db:
        db.execute("SET session_replication_role = replica")  # a federation of before there were accounts
        db.execute("DELETE FROM ledger_account WHERE code LIKE '%%' || %s", (world.path_parts["federation"],))
    assert act(boss, "grant", world.ann.login, amount="50", nonce="nonce-0001") == 302
    assert world.ann.fill("/me/payouts", amount="5", note="IBAN").status == 302
    answers: list[Answer] = []
    repeated: list[Repeat] = []
    rows = Rows(database_url)
    for visitor, pages in (
        (Visitor(server.url), NEWCOMER),
        (world.ann, {**NEWCOMER, **MEMBER}),
        (world.bob, {**MEMBER, **SECOND_STEP}),
        (boss, {**STAFF, **MEMBER}),
    ):
        tour = Tour(visitor, world.path_parts, rows.count)
        tour.go(world.paths(pages))
        answers += tour.answers
        repeated += tour.repeated
    rows.close()

    assert [answer for answer in answers if answer.status >= 500] == []
    closed = {name for name in names() if UNWRITTEN.fullmatch(name)} | CLOSED | UNPLAYED
    assert sorted(names() - closed - {answer.name for answer in answers}) == []
    assert [repeat for repeat in repeated if repeat.added or not repeat.same] == []
    assert len({repeat.name for repeat in repeated}) > 40
