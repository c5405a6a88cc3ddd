"""One variable names the site's database; a wrong one is reported in one line."""

import os
import stat
from pathlib import Path

import pytest

from zaria.cli.main import main
from zaria.club.notifications.push.messages import decoded
from zaria.club.site import data_directory
from zaria.club.site.database import databases


def test_files_are_the_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZARIA_DATABASE_URL", " ")
    assert data_directory.database_url() is None
    assert databases.default(None, tmp_path)["NAME"] == tmp_path / "club.sqlite3"


def test_the_parts_of_an_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    url = "postgresql://ann:a%20b@db.example:6432/club?sslmode=require"
    monkeypatch.setenv("ZARIA_DATABASE_URL", url)
    assert data_directory.database_url() == url
    database = databases.default(url, tmp_path)
    assert [database[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        "club", "ann", "a b", "db.example", "6432",
    ]  # fmt: skip
    assert database["OPTIONS"]["sslmode"] == "require"


@pytest.mark.parametrize(
    "url",
    ["mysql://ann:hush@h/d", "postgresql://ann:hush@h", "postgresql://ann:hush@h:p:/d%", "host=h dbname=d"],
)
def test_what_is_no_address(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("ZARIA_DATABASE_URL", url)
    with pytest.raises(
        data_directory.ConfigurationError, match="ZARIA_DATABASE_URL must have the form"
    ) as caught:
        data_directory.database_url()
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["manage", "check"], ["backup", "file"]])
def test_a_wrong_one_is_named_in_a_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path / "home"))
    monkeypatch.setenv("ZARIA_DATABASE_URL", "mysql://ann:hush@h/d")
    assert main(command) == 2
    assert capsys.readouterr().err.startswith("zaria: ZARIA_DATABASE_URL must have")
    assert not (tmp_path / "home").exists()


def test_a_key_for_many_machines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path / "home"))
    monkeypatch.setenv("ZARIA_SECRET_KEY", "shared")
    assert data_directory.prepare() == tmp_path / "home"
    assert data_directory.secret_key() == "shared"
    assert os.listdir(tmp_path / "home") == []
    monkeypatch.delenv("ZARIA_SECRET_KEY")
    data_directory.prepare()
    assert data_directory.secret_key() == (tmp_path / "home" / "secret-key").read_text()


def test_the_key_of_knocks_is_private_and_lasts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    assert data_directory.push_key() == ""
    data_directory.prepare()
    key, file = data_directory.push_key(), tmp_path / "push-key"
    assert len(decoded(key)) == 32
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    data_directory.prepare()
    assert data_directory.push_key() == key != data_directory.new_push_key()
    monkeypatch.setenv("ZARIA_PUSH_KEY", data_directory.new_push_key())
    data_directory.prepare()
    assert data_directory.push_key() == os.environ["ZARIA_PUSH_KEY"]
    monkeypatch.setenv("ZARIA_PUSH_KEY", "no key")
    with pytest.raises(data_directory.ConfigurationError, match="ZARIA_PUSH_KEY"):
        data_directory.prepare()


def test_machines_that_share_one_key_share_the_other_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    monkeypatch.setenv("ZARIA_SECRET_KEY", "shared")
    data_directory.prepare()
    assert data_directory.push_key() == ""
