"""Other users of the machine read nothing of the data directory, however it was made."""

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from tests.club.conftest import Refused
from tests.support.http_client import Visitor
from tests.support.patience import PATIENCE
from tests.support.servers import ZARIA, Server, furnish
from zaria.club.site import private_files

pytestmark = pytest.mark.xdist_group("private files")
"""One after the other: directories of tests share their static files, and their modes, by links."""


def _exposed(home: Path) -> dict[str, str]:
    """Permissions of other users in the directory and its content."""
    modes = {str(path): stat.S_IMODE(path.lstat().st_mode) for path in (home, *home.rglob("*"))}
    return {name: oct(mode) for name, mode in modes.items() if mode & 0o077}


def test_a_directory_that_all_could_read_is_closed_with_its_files(tmp_path: Path) -> None:
    home = furnish(tmp_path / "home")
    (home / "replaced-1").mkdir()
    for database in (home / "live.sqlite3", home / "replaced-1" / "live.sqlite3"):
        database.touch()
    for path in (home, *home.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    server = Server(home)
    try:
        Visitor(server.url).set_table()
        names = {path.name for path in home.iterdir()}
        assert {"live.sqlite3-wal", "live.sqlite3-shm", "club.sqlite3-wal", "lock", "static"} <= names
        assert _exposed(home) == {}
        assert Visitor(server.url).get("/").status == 200
    finally:
        server.stop()
    assert _exposed(home) == {}


@pytest.mark.slow
def test_all_files_of_a_first_start_are_private(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        server = Server(tmp_path / "home", PYTHONDONTWRITEBYTECODE="1")
    finally:
        os.umask(old)
    try:
        Visitor(server.url).set_table()
        assert _exposed(tmp_path / "home") == {}
    finally:
        server.stop()


def test_a_directory_of_all_users_isrefused(tmp_path: Path, refused: Refused) -> None:
    home = tmp_path / "shared"
    home.mkdir()
    home.chmod(0o1777)
    assert "all users share" in refused(home)
    assert stat.S_IMODE(home.stat().st_mode) == 0o1777


def test_a_link_to_a_file_that_others_read_isrefused(tmp_path: Path, refused: Refused) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.touch()
    elsewhere.chmod(0o644)
    (home / "live.sqlite3").symlink_to(elsewhere)
    assert "live.sqlite3: it is a link" in refused(home)
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may act as somebody else")
def test_a_directory_of_another_owner_isrefused(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o777)
    code = (
        "import sys, os; from pathlib import Path; from zaria.club.site import private_files\n"
        "os.chdir(sys.argv[1]); os.seteuid(65534)\n"
        "try: private_files.restrict(Path('.'))\n"
        "except PermissionError as error: print(error.strerror)"
    )
    done = subprocess.run([ZARIA[0], "-c", code, str(home)], capture_output=True, text=True, timeout=PATIENCE)
    assert (
        done.stdout == "other users may read it, and its mode cannot be changed: name a directory inside it\n"
    )


def test_what_is_private_stays_as_it_is(tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parent, tmp_path / "some", dirs_exist_ok=True)
    private_files.restrict(tmp_path)
    assert _exposed(tmp_path) == {}
    times = {path: path.stat().st_ctime_ns for path in tmp_path.rglob("*")}
    private_files.restrict(tmp_path)
    assert {path: path.stat().st_ctime_ns for path in tmp_path.rglob("*")} == times
