"""`zaria library import` says what became of each file, and by its exit code whether all was stored."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.club.library.test_importing import MAT, member, zipped
from zaria.club.library import archives, importing
from zaria.club.library.models import Collection, ImportedMatch
from zaria.records import convert

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "a.mat").write_bytes(MAT)
    (tmp_path / "old" / ".hidden.mat").write_bytes(b"nothing")
    (tmp_path / "all.zip").write_bytes(
        zipped({"x/a.sgf": convert.write(convert.read(MAT, game="tabla"), "sgf")})
    )
    return tmp_path


def test_a_folder_goes_into_the_clubs_library(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("library", "import", str(folder / "old"), str(folder / "all.zip"), game="tabla")
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"{folder}/old/a.mat: 1 stored",
        f"{folder}/all.zip/x/a.sgf: 1 already there",
        "Matches stored: 1, already there: 1, not read: 0.",
    ]
    collection = Collection.objects.get()
    assert (collection.owner, collection.visibility) == (None, "public")


def test_a_members_collection_is_private_and_used_again(folder: Path) -> None:
    owner = member()
    for _time in range(2):
        call_command(
            "library", "import", str(folder / "old"), member="marica", collection="Old", game="tabla"
        )
    collection = Collection.objects.get()
    assert (collection.owner, collection.visibility, collection.title) == (owner, "private", "Old")
    assert ImportedMatch.objects.count() == 1


def test_a_file_that_is_not_read_sets_the_exit_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "old" / "b.mat").write_bytes(b"nothing")
    with pytest.raises(SystemExit) as stop:
        call_command("library", "import", str(folder / "old"), game="tabla")
    assert stop.value.code == 1
    output = capsys.readouterr()
    assert "b.mat: nothing stored" in output.out
    assert "b.mat: line 1: no match: a line like “3 point match” is missing" in output.err


@pytest.mark.parametrize("options", [{"member": "nobody"}, {"game": "bridge"}, {"path": "missing.mat"}])
def test_wrong_options_store_nothing(folder: Path, options: dict[str, str]) -> None:
    path = options.pop("path", str(folder / "old"))
    with pytest.raises(CommandError) as refused:
        call_command("library", "import", path, **options)
    assert refused.value.returncode == 2
    assert not Collection.objects.exists()


def test_a_full_collection_of_the_club_goes_on_in_a_further_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "MOST_MATCHES", 1)
    (folder / "old" / "b.pgn").write_bytes(b'[White "Ann"]\n\n1. e4 e5 1-0\n')
    call_command("library", "import", str(folder / "old"), game="tabla")
    assert [row.title for row in Collection.objects.order_by("id")] == [
        "Imported matches",
        "Imported matches (2)",
    ]


def test_an_archive_that_is_too_large_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_ARCHIVE", 10)
    with pytest.raises(SystemExit):
        call_command("library", "import", str(folder / "all.zip"))
