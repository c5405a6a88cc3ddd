"""Files are read into collections one match at a time, each once, whatever happens between two of them."""

import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.finished_matches import PLAYED, played
from zaria.club.accounts.models import Member
from zaria.club.library import (
    actions,
    archives,
    collection_queries,
    importing,
    indexing,
    member_data,
    queries,
)
from zaria.club.library.actions import ImportTerms, LibraryRefusedError, SentFile
from zaria.club.library.import_notes import file_notes
from zaria.club.library.models import (
    Collection,
    FileImport,
    ImportedMatch,
    ImportFile,
    IndexedMatch,
    StoredPosition,
)
from zaria.club.library.visibility import Reader
from zaria.match.events import Seated
from zaria.records import convert
from zaria.records.turn_positions import turn_positions

pytestmark = pytest.mark.django_db

EVENTS = played("tabla-match")
OWNER = next(event for event in EVENTS if isinstance(event, Seated))
MAT, SGF = convert.write(EVENTS, "mat"), convert.write(EVENTS, "sgf")
FOREIGN = Path(__file__).parents[2] / "records" / "files" / "foreign"
TERMS = ImportTerms("tabla")


def member(name: str = "Marica") -> Member:
    return Member.objects.create(username=name, email=f"{name}@example.org", password="!")


def collection(owner: Member | None = None, visibility: str = "private") -> Collection:
    return actions.create_collection(owner or member(), "Old matches", visibility)


def read_all() -> None:
    for _step in range(200):
        if not importing.work_next():
            return


def imported(target: Collection, *files: tuple[str, bytes], terms: ImportTerms = TERMS) -> FileImport:
    row = actions.send_files(target, [SentFile(*file) for file in files], terms)
    read_all()
    row.refresh_from_db()
    return row


def zipped(files: dict[str, bytes]) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return body.getvalue()


def tarred(files: dict[str, bytes], *links: str) -> bytes:
    body = io.BytesIO()
    with tarfile.open(fileobj=body, mode="w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        for name in links:
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
            archive.addfile(entry)
    return body.getvalue()


def sums(row: FileImport) -> tuple[int, int, int, int]:
    progress = collection_queries.progress_of(row)
    assert progress.is_over
    return progress.files, progress.stored, progress.repeated, progress.refused


def reasons(row: FileImport) -> list[tuple[str, str]]:
    files = collection_queries.notable_files(row)
    return [(file.name, note.text) for file in files for note in file_notes(file)]


def test_a_match_is_stored_with_its_positions() -> None:
    target = collection()
    row = imported(target, ("folder/final.mat", MAT), terms=TERMS._replace(own_name=OWNER.player.name))
    assert sums(row) == (1, 1, 0, 0)
    match = ImportedMatch.objects.get()
    assert (match.game, match.file_name, match.own_side) == ("tabla", "folder/final.mat", OWNER.side)
    assert match.is_over
    positions = StoredPosition.objects.filter(match__match_id=match.match_id)
    assert {position.shelf for position in positions} == {target.owner_id}
    assert positions.count() == len(turn_positions(importing.record_of(match))) > 50


def test_a_second_copy_is_known_whatever_its_format() -> None:
    target = collection()
    row = imported(target, ("a.mat", MAT), ("b.sgf", SGF), ("c.json", convert.write(EVENTS, "json")))
    assert sums(row) == (3, 1, 2, 0)
    assert reasons(row) == [
        ("b.sgf", "You already have this match."),
        ("c.json", "You already have this match."),
    ]
    again = imported(collection(member("Bob")), ("a.mat", MAT))
    assert sums(again) == (1, 1, 0, 0), "another member has copies of their own"


def test_a_file_that_cannot_be_read_says_why_and_the_next_goes_on() -> None:
    broken = MAT.replace(b"Game 1", b"Game one", 1)
    row = imported(collection(), ("broken.mat", broken), ("photo.jpg", b"\xff\xd8\xff\x00"), ("a.mat", MAT))
    assert sums(row) == (3, 1, 0, 2)
    assert [name for name, _reason in reasons(row)] == ["broken.mat", "photo.jpg"]


def test_each_match_of_a_file_is_read_in_a_step_of_its_own() -> None:
    games = b"\n".join(
        b'[Event "Club cup"]\n[White "Ann"]\n[Date "2020.01.0%d"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n' % day
        for day in (1, 2, 3)
    )
    target = collection()
    actions.send_files(target, [SentFile("cup.pgn", games)], TERMS)
    assert importing.work_next()
    assert ImportedMatch.objects.count() == 1
    file = ImportFile.objects.get()
    assert (file.state, file.parts_done) == ("waiting", 1)
    read_all()
    assert ImportedMatch.objects.filter(event="Club cup", game="chess").count() == 3
    file.refresh_from_db()
    assert (file.state, file.body, file.stored) == ("done", None, 3)


def test_a_step_that_is_cut_off_leaves_nothing_and_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    target = collection()
    row = actions.send_files(target, [SentFile("a.mat", MAT), SentFile("b.mat", b"nothing")], TERMS)

    def cut(*_arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(indexing, "store", cut)
        with pytest.raises(KeyboardInterrupt):
            importing.work_next()
    assert not ImportedMatch.objects.exists()
    read_all()
    assert sums(row) == (2, 1, 0, 1)
    assert IndexedMatch.objects.count() == 1


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_an_archive_is_unpacked_without_its_paths(pack: Callable[[dict[str, bytes]], bytes]) -> None:
    names = ("../../etc/passwd.mat", "/root/.ssh/key.mat", "C:\\matches\\b.mat")
    files = dict.fromkeys(names, MAT) | {"__MACOSX/a.mat": MAT, "x/.DS_Store": b"x"}
    row = imported(collection(), ("all", pack(files)))
    assert sums(row) == (3, 1, 2, 0)
    stored = [file.name for file in ImportFile.objects.filter(is_archive=False)]
    assert stored == ["etc/passwd.mat", ".ssh/key.mat", "matches/b.mat"]


def test_links_and_archives_in_archives_are_named() -> None:
    row = imported(collection(), ("all.tar.gz", tarred({"inner.zip": zipped({"a.mat": MAT})}, "link.mat")))
    assert sums(row) == (2, 0, 0, 2)
    assert reasons(row) == [
        ("inner.zip", "An archive in an archive: please unpack it first."),
        ("link.mat", "A link or a device, not a file."),
    ]


def test_an_archive_that_grows_without_bound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_UNPACKED", 100_000)
    zeros = bytes(60_000)
    bomb = zipped({"a": zeros, "b": zeros})
    assert len(bomb) < 1000
    row = imported(collection(), ("bomb.zip", bomb), ("bomb.tgz", tarred({f"{n}": zeros for n in range(9)})))
    assert sums(row) == (0, 0, 0, 2)
    assert all(text.startswith("The archive is too large") for _name, text in reasons(row))


@pytest.mark.parametrize(
    "body",
    [zipped({"a.mat": MAT})[:200], b"PK\x03\x04nothing", b"\x1f\x8b" + bytes(50), tarred({})[:15]],
    ids=["a part of a zip", "a head of a zip", "a head of a tar", "a part of a tar"],
)
def test_a_damaged_archive_is_refused(body: bytes) -> None:
    row = imported(collection(), ("x.zip", body))
    assert sums(row) == (0, 0, 0, 1)


def test_too_many_files_in_an_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_FILES", 2)
    row = imported(collection(), ("x.zip", zipped({f"{n}.mat": b"x" for n in range(3)})))
    assert reasons(row) == [("x.zip", "The archive has more than 2 files.")]


def test_a_collection_has_room_for_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MOST_MATCHES", 0)
    row = imported(collection(), ("a.mat", MAT))
    assert sums(row) == (1, 0, 0, 1)


def test_a_member_sends_no_more_than_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    target = collection()
    monkeypatch.setattr(actions, "MOST_WAITING", 1)
    actions.send_files(target, [SentFile("a.mat", MAT)], TERMS)
    with pytest.raises(LibraryRefusedError, match="too_many_files"):
        actions.send_files(target, [SentFile("b.mat", MAT)], TERMS)


def test_imports_take_turns() -> None:
    first, second = collection(), collection(member("Bob"))
    actions.send_files(first, [SentFile("a.mat", b"x"), SentFile("b.mat", b"x")], TERMS)
    actions.send_files(second, [SentFile("c.mat", b"x")], TERMS)
    importing.work_next()
    importing.work_next()
    assert [file.name for file in ImportFile.objects.filter(state="done")] == ["a.mat", "c.mat"]


def test_visibility_moves_the_positions_to_another_shelf() -> None:
    target = collection()
    imported(target, ("a.mat", MAT))
    key = StoredPosition.objects.order_by("id")[0].key
    assert target.owner is not None
    owner, guest = Reader(target.owner.player, target.owner.pk), Reader("g-1")

    def times(reader: Reader, scope: queries.Scope = "all") -> int:
        return queries.find(key, queries.ROLLS, reader, scope=scope).times

    assert (times(owner), times(guest), times(owner, "own"), times(owner, "club")) == (5, 0, 5, 0)
    actions.change_collection(target, "Shared", "unlisted")
    assert (times(owner), times(guest)) == (5, 0)
    actions.change_collection(target, "Shared", "public")
    assert (times(owner), times(guest), times(owner, "own"), times(guest, "public")) == (5, 5, 5, 5)
    actions.change_collection(target, "Shared", "private")
    assert (times(owner), times(guest)) == (5, 0)


def test_a_deleted_account_takes_everything_with_it() -> None:
    owner = member()
    target = collection(owner)
    imported(target, ("a.mat", MAT))
    actions.tag(target, [ImportedMatch.objects.get().key], "final")
    actions.send_files(target, [SentFile("b.mat", b"x")], TERMS)
    (stored,) = member_data.stored_matches(owner)
    assert (stored["tags"], stored["file_name"]) == (["final"], "a.mat")
    assert len(member_data.stored_data(owner)["collections"]) == 1
    member_data.forget(owner)
    for model in (Collection, ImportedMatch, FileImport, ImportFile, IndexedMatch, StoredPosition):
        assert not model.objects.exists(), model


def test_what_a_record_of_a_club_tells_of_its_players_is_left_out() -> None:
    imported(collection(), ("a.json", (PLAYED / "tabla-single.json").read_bytes()))
    events = importing.record_of(ImportedMatch.objects.get())
    seats = [event.player for event in events if isinstance(event, Seated)]
    assert [(seat.id, seat.bot, seat.member, seat.country) for seat in seats] == [
        ("0", None, False, ""),
        ("1", None, False, ""),
    ]


@pytest.mark.parametrize("path", sorted(FOREIGN.iterdir()), ids=lambda path: path.name)
def test_records_of_other_programs_are_read_or_refused_with_a_reason(path: Path) -> None:
    row = imported(collection(), (path.name, path.read_bytes()))
    _files, stored, _repeated, refused = sums(row)
    assert stored + refused >= 1
    assert all(reason for _name, reason in reasons(row))
    assert not any("our side" in reason for _name, reason in reasons(row))
