"""No page and no job of the site reads a table that grows with the club from its beginning to its end.

SQLite plans without statistics here, as in a club, so its plans are the same in an empty one and a large one.
"""

import json
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.browser.site_pages import MEMBER, NEWCOMER
from tests.support.club.site_tour import Tour, populate
from tests.support.finished_matches import keep, shelve
from tests.support.http_client import Visitor
from tests.support.patience import PATIENCE
from tests.support.records.board_records import sat
from tests.support.servers import Server

SMALL = {
    "django_migrations": "has a row for each migration",
    "federations_federation": "has some tens of federations",
    "library_yeararchive": "has a row for each year of the club and of a federation",
    "members_refusedname": "has the words that the staff refuses in logins",
    "members_token": "has the tokens of programs, all of which the registry keeps",
    "site_forbiddenword": "has the words that the staff refuses in texts",
    "socialaccount_socialapp": "has the providers of sign-ins",
    "tournaments_pendingstep": "has the steps that are due",
    "tournaments_tournamentseries": "has a row for each series that goes on",
}
PARTIAL = {
    *("closed_members", "participants_with_unread", "pending_holds", "progress_in_background"),
    *("open_imports", "public_collections", "imported_without_analysis"),
}
"""Indexes that have only what is closed, unread, running, public or wished."""
WHOLE = {
    "ledger/check.py:_rows": "the audit reads every transfer, once a day",
    "ledger/check.py:audit": "the audit reads every transfer, once a day",
    "accounts/registry.py:_read_all_members": "the registry has the ids of all members, from its start",
    "fair_play/actions.py:store_usual_shares": "the usual share is that of all members, once an hour",
    "progress/peers.py:_stored_sums": "what decisions cost is that of all members, four times a day",
    "progress/peers.py:_stored_ratings": "what decisions cost is by the ratings of all members",
    "progress/peers.py:store_peers": "all that was computed before is replaced",
    "accounts/flows/sessions.py:delete_unused": "lists of sessions are looked through four times a day",
}
"""Functions that read a whole table."""
JOBS = {
    "accounts/flows/sessions.py:delete_expired",
    "accounts/flows/sessions.py:delete_unused",
    "accounts/registry.py:_read_ended",
    "conversations/reminders.py:remind",
    "ledger/check.py:audit",
    "play/table_notices.py:_keep_calls",
    "stakes/sweeper.py:_held_matches",
    "table_offers/queries.py:accepting",
    "table_offers/queries.py:running",
    "tournaments/runner/progress.py:_unplayed_to_run",
    "tournaments/runner/progress.py:needed_steps",
    "tournaments/series/actions.py:announce_next",
}
"""Functions of the jobs that run by themselves."""


class Statement(NamedTuple):
    """A statement with its plan and the function that made it."""

    origin: str
    sql: str
    plan: list[str]

    def scans(self) -> Iterator[str]:
        """The tables that it reads from their beginning to their end, though they grow."""
        values = self.sql.startswith("INSERT") and " SELECT " not in self.sql
        first_rows = " WHERE " not in self.sql and " LIMIT " in self.sql
        if values or first_rows or self.origin in WHOLE:  # the plan of values has their deferred references
            return
        tables: dict[str, str] = {
            alias: name for name, alias in re.findall(r'"(\w+)" (?:AS )?"?([A-Z]+\d+)"?', self.sql)
        }
        for step in self.plan:
            match = re.fullmatch(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", step)
            if match and match[2] not in PARTIAL and match[1] != "subquery":
                table = tables.get(match[1], match[1])
                if table not in SMALL:
                    yield table


def read(file: Path) -> list[Statement]:
    """The statements that a server has written down."""
    return [Statement(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def faults(statements: Iterable[Statement]) -> list[str]:
    """A line for each table that a statement reads whole."""
    return sorted(
        f"{statement.origin} reads all of {table}: {statement.sql}"
        for statement in statements
        for table in statement.scans()
    )


def test_a_scan_is_seen_through_aliases_and_indexes() -> None:
    def scans(sql: str, *plan: str) -> list[str]:
        return list(Statement("room/file.py:work", sql, list(plan)).scans())

    sql = 'SELECT 1 FROM "results_played" WHERE EXISTS(SELECT 1 FROM "members_member" U0 WHERE U0."id" = %s)'
    assert scans(sql, "SCAN results_played USING COVERING INDEX played_in_order") == ["results_played"]
    assert scans(sql, "SEARCH results_played USING INDEX played_in_order", "SCAN U0") == ["members_member"]
    assert scans(sql, "SCAN CONSTANT ROW", "SCAN subquery") == []
    assert scans(sql, "SCAN ledger_transfer USING INDEX pending_holds", "SCAN members_token") == []
    assert scans('SELECT "id" FROM "results_played" ORDER BY 1 LIMIT 1', "SCAN results_played") == []


@pytest.mark.service
def test_no_page_and_no_job_reads_a_growing_table_whole(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "plans"
    shelve(data, "tabla-match")
    keep(data, {"chess": sat("chess", 1, 40, "resigned")})
    module = "tests.support.club.explaining_server"
    with Server(data, module=module, ZARIA_DEV_MAIL="1", EXPLAINS=str(file)) as server:
        world = populate(server)
        for visitor, pages in ((Visitor(server.url), NEWCOMER), (world.ann, {**NEWCOMER, **MEMBER})):
            tour = Tour(visitor, world.path_parts)
            tour.look(world.paths(pages))
            assert [answer for answer in tour.answers if answer.status >= 500] == []
        end = time.monotonic() + 2 * PATIENCE
        while missing := JOBS - {statement.origin for statement in read(file)}:
            assert time.monotonic() < end, f"did not run: {missing}"
            time.sleep(0.2)
    assert "\n".join(faults(read(file))) == ""
