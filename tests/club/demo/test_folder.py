"""The folder of a demo: one that the demo has made itself, on this machine, with files of its own."""

from pathlib import Path

import pytest

from tests.club.conftest import Refused
from zaria.club.demo.folder import MARKER, DemoFolder
from zaria.club.site import data_directory
from zaria.club.site.data_directory import ConfigurationError


def test_a_new_folder_becomes_that_of_a_demo(tmp_path: Path) -> None:
    folder = DemoFolder(tmp_path / "new")
    assert folder.is_new
    folder.complete()
    assert not DemoFolder(tmp_path / "new").is_new
    assert folder.source().random() == DemoFolder(tmp_path / "new").source().random()


def test_a_folder_with_anything_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "club.sqlite3").touch()
    with pytest.raises(ConfigurationError, match="not the folder of a demo"):
        DemoFolder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["club.sqlite3"]


def test_an_interrupted_demo_begins_again(tmp_path: Path) -> None:
    DemoFolder(tmp_path)
    (tmp_path / "club.sqlite3").touch()
    (tmp_path / "static").mkdir()
    assert DemoFolder(tmp_path).is_new
    assert {path.name for path in tmp_path.iterdir()} == {MARKER, "lock"}


def test_a_demo_that_is_being_made_keeps_its_files(tmp_path: Path) -> None:
    DemoFolder(tmp_path)
    (tmp_path / "club.sqlite3").touch()
    with data_directory.claim(tmp_path), pytest.raises(ConfigurationError, match="another server"):
        DemoFolder(tmp_path)
    assert (tmp_path / "club.sqlite3").exists()


def test_a_damaged_mark_is_refused(tmp_path: Path) -> None:
    (tmp_path / MARKER).write_bytes(b"[]")
    with pytest.raises(ConfigurationError, match="cannot use"):
        DemoFolder(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "variables", "reason"),
    [
        (("--host", "0.0.0.0"), {}, "only for this machine"),
        (("--role", "web"), {}, "one process"),
        (("--ops", "127.0.0.1:0"), {}, "no operator"),
        ((), {"ZARIA_DATABASE_URL": "postgresql://localhost/club"}, "ZARIA_DATABASE_URL"),
        ((), {"ZARIA_REDIS_URL": "redis://localhost"}, "ZARIA_REDIS_URL"),
        ((), {"ZARIA_SMTP_URL": "smtp://localhost"}, "ZARIA_SMTP_URL"),
        ((), {"ZARIA_ROLE": "web"}, "one process"),
        (("--demo-pace", "0"), {}, "not a pace"),
    ],
)
def test_a_demo_refuses_what_only_a_club_has(
    refused: Refused, tmp_path: Path, arguments: tuple[str, ...], variables: dict[str, str], reason: str
) -> None:
    assert reason in refused(tmp_path / "demo", "--demo", *arguments, **variables)
    assert not (tmp_path / "demo").exists()


def test_the_folder_of_a_club_is_refused(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "club.sqlite3").touch()
    assert "not the folder of a demo" in refused(tmp_path, "--demo")
