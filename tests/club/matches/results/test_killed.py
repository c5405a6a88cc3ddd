"""Killed in the middle of its work, again and again, the projector writes and announces every result once."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.support.club.site_database import site
from tests.support.finished_matches import keep, played
from tests.support.forked_processes import ForkedProcess
from tests.support.patience import PATIENCE
from tests.support.search_budget import times
from tests.support.servers import environment

pytestmark = pytest.mark.service

MATCHES = 300


@contextmanager
def writing(data: Path) -> Iterator[None]:
    """Run a projector, and kill it in the end."""
    environ = environment(data, DJANGO_SETTINGS_MODULE="zaria.club.site.settings")
    process = ForkedProcess("tests.support.club.projector_process", env=environ)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def test_no_result_is_lost_or_doubled_nor_its_announcement(transactional_db: None, tmp_path: Path) -> None:
    record = played("indiyka-single")
    names = [f"m{number:03}" for number in range(MATCHES)]
    keep(tmp_path, dict.fromkeys(names, record))
    with site(None, tmp_path), closing(sqlite3.connect(tmp_path / "club.sqlite3")) as db:
        db.execute("CREATE TABLE announced (match_id TEXT)")
        for kills in range(times(2)):
            with writing(tmp_path):
                wait(db, MATCHES // 3 * (kills + 1))
        with writing(tmp_path):
            wait(db, MATCHES)
        assert [name for (name,) in db.execute("SELECT match_id FROM results_played ORDER BY 1")] == names
        assert [name for (name,) in db.execute("SELECT match_id FROM announced ORDER BY 1")] == names
        marks = db.execute("SELECT over, match_id FROM results_scribed").fetchall()
        assert marks == [(record[-1].at, names[-1])]


def wait(db: sqlite3.Connection, rows: int) -> None:
    """Until so many results are written."""
    end = time.monotonic() + PATIENCE
    while db.execute("SELECT count(*) FROM results_played").fetchone()[0] < min(rows, MATCHES):
        assert time.monotonic() < end
        time.sleep(0.002)
