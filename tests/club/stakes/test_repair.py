"""A `club.sqlite3` older than the journal: `ledger check` names what is unpaid, `ledger repair` pays it."""

import asyncio
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.club.stakes.test_killed import TABLA, Club, moved, resign, sit
from tests.support.patience import PATIENCE
from tests.support.servers import environment
from tests.support.zaria_command import run_zaria
from zaria.club.ledger.queries import Balance, balance
from zaria.club.matches.results.models import Played
from zaria.club.site.database import databases


@pytest.fixture
def staked_club(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    """A club of six members on SQLite; none of its processes stays."""
    club = Club(tmp_path, django_db_blocker)
    yield club
    for server in club.servers:
        if server.process.poll() is None:
            server.stop()


def ledger(club: Club, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the ledger beside the club."""
    return run_zaria("manage", "ledger", command, env=environment(club.home))


@pytest.mark.service
@pytest.mark.slow
def test_an_older_club_is_repaired_from_its_journal(staked_club: Club) -> None:
    club = staked_club
    ids = [member.player.id for member in club.members]
    current, older = club.home / databases.FILE, club.home / "older"
    server = club.start()
    visitors = [member.visit(server.url) for member in club.members]
    server.stop()
    shutil.copy2(current, older)

    server = club.start()
    over, playing = (moved(visitors[place], server).set_table(**TABLA).rpartition("/")[2] for place in (0, 2))
    for visitor in visitors:
        moved(visitor, server)
    asyncio.run(sit(server, visitors[:2], over))
    asyncio.run(sit(server, visitors[2:4], playing))
    asyncio.run(resign(server, visitors[:2], over, points=2))
    club.wait_for({(playing, ids[2]), (playing, ids[3])})
    assert ledger(club, "check").returncode == 0
    server.stop()
    shutil.copy2(older, current)

    server = club.start()
    end = time.monotonic() + PATIENCE
    while not club.ask(Played.objects.filter(match_id=over).exists):
        assert time.monotonic() < end, "the result is not recorded again"
        time.sleep(0.05)
    report = ledger(club, "check")
    assert report.returncode == 1
    assert f"match {over}: it is over and unpaid" in report.stderr
    for player in ids[2:4]:
        assert f"match {playing}: {player} plays, and the stake of 5.00 is not held" in report.stderr

    repaired = ledger(club, "repair")
    assert repaired.returncode == 0, repaired.stdout + repaired.stderr
    assert repaired.stdout.count("Repaired: ") == 3
    assert club.held() == {(playing, ids[2]), (playing, ids[3])}
    asyncio.run(resign(server, visitors[2:4], playing, points=1))
    club.wait_for(set())
    server.stop()
    assert ledger(club, "check").returncode == 0
    assert {club.ask(balance, player) for player in ids[:2]} == {Balance(1003_60, 0), Balance(996_00, 0)}
    assert {club.ask(balance, player) for player in ids[2:4]} == {Balance(1001_80, 0), Balance(998_00, 0)}
