"""A club does not start on data that is not as it was left, and says in one line what to do."""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.by_day import by_day
from tests.support.club.member_client import Somebody
from tests.support.club.rated_matches import fight, plays_on, resigns
from tests.support.servers import Server, environment
from tests.support.zaria_command import run_zaria
from zaria.club.server.data_checks import require_consistent_files
from zaria.club.site.data_directory import ConfigurationError

CLUB, LIVE = "club.sqlite3", "live.sqlite3"


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a club in which a match was played to its end, and which was closed in order."""
    server = Server(tmp_path_factory.mktemp("used"), ZARIA_DEV_MAIL="1")
    host, opponent = Somebody(server.url).join(), Somebody(server.url).join()
    path = host.set_table(game="tabla", opponent="friend", clock="calm", length="1")
    asyncio.run(fight(path.rpartition("/")[2], host, opponent, resigns, plays_on))
    with closing(sqlite3.connect(server.data / CLUB, timeout=30)) as club:
        while not club.execute("SELECT 1 FROM results_scribed WHERE over > 0").fetchone():
            club.rollback()
    server.stop()
    return server.data


def without_club(home: Path) -> None:
    (home / CLUB).unlink()


def without_journal(home: Path) -> None:
    (home / LIVE).unlink()


def with_older_journal(home: Path) -> None:
    with closing(sqlite3.connect(home / LIVE)) as journal:
        journal.execute("DELETE FROM event")
        journal.execute("DELETE FROM match")
        journal.commit()


def of_newer_version(home: Path) -> None:
    with closing(sqlite3.connect(home / CLUB)) as club:
        club.execute(
            "INSERT INTO django_migrations(app, name, applied) VALUES('ledger', '9999_later', '2030-01-01')"
        )
        club.commit()


def damaged(home: Path) -> None:
    with (home / CLUB).open("r+b") as file:
        file.seek(100)
        file.write(bytes(range(128, 256)) * 12)


def without_record_of_a_migration(home: Path) -> None:
    with closing(sqlite3.connect(home / CLUB)) as club:
        club.execute("DELETE FROM django_migrations WHERE app = 'relations'")
        club.commit()


def between_releases(home: Path) -> None:
    with closing(sqlite3.connect(home / CLUB)) as club:
        club.execute(
            "DELETE FROM django_migrations WHERE name IN ('0019_blocked_members', '0009_stake_totals')"
        )
        club.commit()


REFUSED = [
    (without_club, "but no club.sqlite3. Restore both files from one backup"),
    (without_journal, "but no live.sqlite3 with their matches. Restore both files"),
    (with_older_journal, "is older than club.sqlite3: it lacks match"),
    (of_newer_version, "a newer version of Zaria has changed the database (ledger.9999_later)"),
    (damaged, "restore a backup"),
    (without_record_of_a_migration, "restore a backup"),
    (
        between_releases,
        "it lacks members.0019_blocked_members, ratings.0009_stake_totals). Restore a backup",
    ),
]
"""Changes of the files, each with words of the refusal."""
BY_DAY = [REFUSED[2], REFUSED[3], REFUSED[6]]


@pytest.mark.parametrize(("change", "sentence"), by_day(BY_DAY, REFUSED))
def test_it_refuses_to_start(
    used: Path, tmp_path: Path, change: Callable[[Path], None], sentence: str
) -> None:
    home = tmp_path / "data"
    shutil.copytree(used, home)
    change(home)
    ended = run_zaria("serve", "--port", "0", env=environment(home))
    assert ended.returncode == 2
    assert sentence in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_fresh_folder_and_a_used_one_are_consistent(used: Path, tmp_path: Path) -> None:
    require_consistent_files(tmp_path)
    require_consistent_files(used)


def test_results_that_the_club_lacks_are_no_fault(used: Path, tmp_path: Path) -> None:
    home = tmp_path / "data"
    shutil.copytree(used, home)
    with closing(sqlite3.connect(home / CLUB)) as club:
        club.execute("DELETE FROM results_scribed")
        club.commit()
    require_consistent_files(home)


@pytest.mark.slow
def test_files_of_pages_are_collected_again_where_their_folder_is_gone(used: Path, tmp_path: Path) -> None:
    home = tmp_path / "data"
    shutil.copytree(used, home)
    shutil.rmtree(home / "static")
    with Server(home) as server:
        assert Somebody(server.url).get("/").status == 200


def test_a_newer_journal_without_its_club_is_refused_by_name(used: Path, tmp_path: Path) -> None:
    shutil.copyfile(used / LIVE, tmp_path / LIVE)
    with pytest.raises(ConfigurationError, match=re.escape("move live.sqlite3 away to begin an empty club")):
        require_consistent_files(tmp_path)
