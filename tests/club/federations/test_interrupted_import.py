"""A federation at real servers: imports that are killed, and pages of matches from another club."""

import asyncio
import gzip
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from tests.support.club.federation_files import (
    Records,
    become_another_club,
    lines_of,
    played_cup,
    store,
)
from tests.support.club.signed_in_members import sign_in
from tests.support.club.site_database import instead, site
from tests.support.http_client import fetch
from tests.support.patience import PATIENCE
from tests.support.servers import ROOT, Server, environment, furnish
from zaria.club.accounts.models import Member
from zaria.club.federations.actions.contracts import Agreement, give_administration
from zaria.club.federations.models import Federation
from zaria.club.matches.results.models import Played
from zaria.club.site.database import databases
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.live.journal import factory
from zaria.live.journal.rows import rows
from zaria.live.matches.live_match import encode_places
from zaria.records.formats import json
from zaria.records.verify import verify

T = TypeVar("T")

KILLED = """
import os, signal, sys
from pathlib import Path
import django
django.setup()
from zaria.club.federations import importing, match_records
from zaria.club.tournaments.export import documents
match_records.BATCH = 2
def kill(*_):
    os.kill(os.getpid(), signal.SIGKILL)
stored = documents.store_document
def store_first(*args):
    stored(*args)
    kill()
if sys.argv[2] == "tournaments":
    documents.store_document = store_first
importing.import_file(Path(sys.argv[1]), "", kill if sys.argv[2] == "matches" else print)
"""
"""Imports a file, and is killed after the first two matches, or after the first tournament."""


class Clubs:
    """A club with two tournaments, the file of their federation, and another club, which is open."""

    def __init__(self, home: Path, blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch) -> None:
        self._blocker, self._monkeypatch = blocker, monkeypatch
        self.origin, self.home = furnish(home / "origin"), furnish(home / "other")
        self.file = home / "tavli.jsonl.gz"
        self.row, self.records = self.ask(self.origin, self._play)
        store(self.origin, self.records)
        self.ask(self.origin, call_command, "federation", "export", "tavli", str(self.file))
        self.server = Server(self.home, ZARIA_SECRET_KEY=settings.SECRET_KEY)

    def _play(self) -> tuple[Tournament, Records]:
        row, records = played_cup("tavli")
        _row, more = played_cup("tavli", since=4)
        return row, records | more

    def ask(self, home: Path, work: Callable[..., T], *args: Any) -> T:
        """Do something with the tables and the journal of a club."""
        self._monkeypatch.setenv("ZARIA_DATA", str(home))
        with self._blocker.unblock(), instead(databases.default(None, home)):
            return work(*args)

    def bring(self) -> None:
        """Import the file into the other club."""
        self.ask(self.home, call_command, "federation", "import", str(self.file))

    def killed(self, step: str) -> None:
        """Import the file until the process is killed after a step."""
        variables = environment(self.home) | {"DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        command = (sys.executable, "-c", KILLED, str(self.file), step)
        done = subprocess.run(command, cwd=ROOT, env=variables, timeout=2 * PATIENCE, check=False)
        assert done.returncode == -signal.SIGKILL

    def rows(self) -> tuple[int, int, int]:
        """The federations, tournaments and linked matches of the other club."""
        linked = Pairing.objects.exclude(match_id=None)
        return Federation.objects.count(), Tournament.objects.count(), linked.count()


@pytest.fixture
def clubs(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Clubs]:
    """Both clubs."""
    clubs = Clubs(tmp_path, django_db_blocker, monkeypatch)
    with clubs.server:
        yield clubs


@pytest.mark.slow
def test_an_import_that_was_killed_is_completed(clubs: Clubs, capsys: pytest.CaptureFixture[str]) -> None:
    for step, numbers in (("matches", (0, 0, 0)), ("tournaments", (1, 1, 3))):
        clubs.killed(step)
        assert clubs.ask(clubs.home, clubs.rows) == numbers
    clubs.bring()
    assert "Verified matches: 6 (6 were here before)." in capsys.readouterr().out
    assert clubs.ask(clubs.home, clubs.rows) == (1, 2, 6)


def test_matches_of_another_club_are_shown_and_taken_along(clubs: Clubs) -> None:
    clubs.bring()
    _check_pages(clubs)
    _check_file(clubs)
    clubs.server.stop()
    clubs.server.restart()  # it takes up no match that it finds in the journal
    match_id = next(iter(clubs.records))
    assert fetch(f"{clubs.server.url}/t/{match_id}/replay").status_code == 200
    assert clubs.ask(clubs.home, Played.objects.count) == 0


def _check_pages(clubs: Clubs) -> None:
    url, row = clubs.server.url, clubs.row
    assert f"/tournaments/{row.pk}" in fetch(f"{url}/f/tavli").text
    page = fetch(f"{url}/tournaments/{row.pk}").text
    matches = clubs.ask(clubs.home, _matches_of, row.pk)
    assert len(matches) == 3
    for match_id in matches:
        assert f"/t/{match_id}" in page
        assert fetch(f"{url}/t/{match_id}").headers["Location"] == f"/t/{match_id}/replay"
        replay = fetch(f"{url}/t/{match_id}/replay").text
        assert "Ann" in replay
        assert "Played at another club" in replay
        assert 'href="/@' not in replay
        assert f'href="/t/{match_id}"' not in replay
        assert verify(json.load(fetch(f"{url}/t/{match_id}.json").content)).ok
        for path in (".mat", ".sgf", "/embed", "/picture.png"):
            assert fetch(f"{url}/t/{match_id}{path}").status_code == 200, path
        assert fetch(f"{url}/t/{match_id}/analysis.json").json()["state"] == "none"


def _check_file(clubs: Clubs) -> None:
    """Check that the new club gives its administrator the same matches, and nobody else."""
    address = f"{clubs.server.url}/f/tavli/export.jsonl.gz"
    administrator, stranger = clubs.ask(clubs.home, _administrator_and_stranger)
    answers = [fetch(address, cookies={settings.SESSION_COOKIE_NAME: administrator}) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429]
    assert "no-store" in answers[0].headers["Cache-Control"]
    lines = gzip.decompress(answers[0].content).splitlines(keepends=True)
    assert sorted(lines[1:]) == sorted(lines_of(clubs.file)[1:])
    assert fetch(address).status_code == 302
    assert fetch(address, cookies={settings.SESSION_COOKIE_NAME: stranger}).status_code == 403


def _matches_of(tournament: str) -> list[str]:
    pairings = Pairing.objects.filter(tournament=tournament, match_id__isnull=False)
    return [str(match_id) for match_id in pairings.values_list("match_id", flat=True)]


def _administrator_and_stranger() -> tuple[str, str]:
    administrator, stranger = sign_in(2)
    member = Member.objects.get(player=administrator.player.id)
    agreement = Agreement("natural", "Ann Smith", "Contract 7")
    give_administration(None, Federation.objects.get(), member, agreement)
    return administrator.session, stranger.session


def test_a_federation_with_its_matches_comes_into_postgresql(
    transactional_db: None,
    postgres: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    url, file = postgres.url("federation"), str(tmp_path / "tavli.jsonl.gz")
    monkeypatch.setenv("ZARIA_DATABASE_URL", url)
    with site(url, tmp_path):
        row, records = played_cup("tavli")
        asyncio.run(_store_in_postgresql(url, records))
        call_command("federation", "export", "tavli", file)
        with psycopg.connect(url) as db:
            db.execute("TRUNCATE live.match, live.event")
        become_another_club(row)
        call_command("federation", "import", file)
        assert "Verified matches: 3 (0 were here before)." in capsys.readouterr().out
        call_command("federation", "import", file, "--slug", "tavli-2")
        assert "Verified matches: 3 (3 were here before)." in capsys.readouterr().out
        assert set(_matches_of(row.pk)) == records.keys()
        call_command("federation", "export", "tavli", file)
        assert len(lines_of(Path(file))) == 1 + len(records)


async def _store_in_postgresql(url: str, records: Records) -> None:
    journal = await factory.connect(url, Path())
    for match_id, events in records.items():
        await journal.open(match_id, b"", encode_places((None, None)), rows(0, events))
    await journal.close()
