"""Every page and every form of the site, once on PostgreSQL by each kind of visitor: none answers 500."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.support.browser.site_pages import MEMBER, NEWCOMER, SECOND_STEP, STAFF, UNWRITTEN, names
from tests.support.club.local_stripe import LocalStripe, local_stripe
from tests.support.club.site_database import furnished
from tests.support.club.site_tour import CLOSED, Answer, Tour, populate
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
    with Server(data, ZARIA_DATABASE_URL=database_url, **paying, **local_stripe.environment) as server:
        yield server


def test_no_page_and_no_form_answers_500(server: Server, database_url: str) -> None:
    boss, world = boss_of(server), populate(server)
    with psycopg.connect(database_url) as db:
        db.execute("SET session_replication_role = replica")  # a federation of before there were accounts
        db.execute("DELETE FROM ledger_account WHERE code LIKE '%%' || %s", (world.made["federation"],))
    assert act(boss, "grant", world.ann.login, amount="50", nonce="nonce-0001") == 302
    assert world.ann.fill("/me/payouts", amount="5", note="IBAN").status == 302
    answers: list[Answer] = []
    for visitor, pages in (
        (Visitor(server.url), NEWCOMER),
        (world.ann, {**NEWCOMER, **MEMBER}),
        (world.bob, {**MEMBER, **SECOND_STEP}),
        (boss, {**STAFF, **MEMBER}),
    ):
        tour = Tour(visitor, world.made)
        tour.go(world.paths(pages))
        answers += tour.answers

    assert [answer for answer in answers if answer.status >= 500] == []
    closed = {name for name in names() if UNWRITTEN.fullmatch(name)} | CLOSED
    assert sorted(names() - closed - {answer.name for answer in answers}) == []
