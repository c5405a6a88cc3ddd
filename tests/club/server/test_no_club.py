"""Commands on a folder without a club: one line, exit code 2, and nothing is left behind."""

import subprocess
from pathlib import Path

import pytest

from tests.support.servers import ROOT, environment
from tests.support.zaria_command import run_zaria

COMMANDS = sorted(
    path.stem
    for path in (ROOT / "src/zaria/club").glob("*/management/commands/*.py")
    if path.stem != "__init__"
)
"""Every command of the club; a new one is tested without an entry here."""
ARGUMENTS = {
    "appoint": ("ann", "owner", "--email", "ann@example.org"),
    "fair_play": ("backgammon",),
    "federation": ("import", "file.json"),
    "ledger": ("check",),
    "push": ("test", "ann"),
}


def run(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run_zaria(*words, env=environment(data))


@pytest.mark.service
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_club_refuses_a_folder_without_one(tmp_path: Path, command: str) -> None:
    for data in (tmp_path / "missing", tmp_path / "empty"):
        if data.name == "empty":
            data.mkdir(mode=0o700)
        result = run(data, "manage", command, *ARGUMENTS.get(command, ()))
        assert result.returncode == 2, result.stderr
        assert f"there is no club in {data}" in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1
        assert not data.exists() or not list(data.iterdir())


@pytest.mark.service
@pytest.mark.parametrize("command", ["ledger", "clearsessions"])
def test_a_file_without_tables_is_no_club(tmp_path: Path, command: str) -> None:
    (tmp_path / "club.sqlite3").touch(mode=0o600)
    result = run(tmp_path, "manage", command, *ARGUMENTS.get(command, ()))
    assert result.returncode == 2, result.stderr
    assert result.stderr.strip().startswith("zaria: there is no club in")
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.service
def test_a_backup_of_no_club_is_refused(tmp_path: Path) -> None:
    for data in (tmp_path / "missing", tmp_path / "empty"):
        if data.name == "empty":
            data.mkdir(mode=0o700)
        result = run(data, "backup", str(tmp_path / "copy.tar.gz"))
        assert result.returncode == 2, result.stderr
        assert len(result.stderr.strip().splitlines()) == 1
        assert not (tmp_path / "copy.tar.gz").exists()
