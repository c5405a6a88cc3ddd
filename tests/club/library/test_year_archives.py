"""Archives: a file a year of the matches that both players allow, with the names and the licence of each."""

import asyncio
import csv
import io
import json
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from tests.support.club.random_matches import match
from tests.support.club.tournament_terms import entered
from tests.support.finished_matches import keep, played
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.federations.models import Federation
from zaria.club.library.models import ArchivePart, YearArchive
from zaria.club.library.year_archives import licences, selection, storage
from zaria.club.library.year_archives.building import IDLE_S, ArchiveBuilding
from zaria.club.library.year_archives.selection import ArchiveScope, described
from zaria.club.library.year_archives.storage import BuiltFile
from zaria.club.matches.results.models import Played
from zaria.club.personal_data import deletion
from zaria.club.site import clock
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.live.journal.sqlite import SqliteJournal
from zaria.records import convert
from zaria.records.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)

EVENTS = played("tabla-single")
YEAR = datetime.fromtimestamp(match(0).ended / 1000, UTC).year
CLUB = ArchiveScope("", YEAR)


def member(name: str, player: str, word: str | None, **fields: Any) -> Member:
    settings = {} if word is None else {"archive": word}
    return Member.objects.create(
        username=name, email=f"{player}@example.org", player=player, settings=settings, password="!", **fields
    )


def players(first: str | None = "cc0", second: str | None = "cc0") -> tuple[Member, Member]:
    return member("Marica", "me", first), member("Stefan", "m1", second)


def rounds(folder: Path, count: int) -> list[float | None]:
    """Let a worker check the next archives."""

    async def run() -> list[float | None]:
        journal = await SqliteJournal.connect(folder / "live.sqlite3")
        worker = ArchiveBuilding(journal, lambda: True)
        try:
            return [await worker.run_round() for _ in range(count)]
        finally:
            await worker.close()
            await journal.close()

    return asyncio.run(run())


def days_later(days: int) -> Any:
    moment = clock.now_ms() + days * clock.DAY_MS
    return clock.use(lambda: moment)


def file_of(archive: YearArchive) -> ZipFile:
    return ZipFile(io.BytesIO(b"".join(storage.body_of(archive))))


def rows_of(file: ZipFile) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read("list.csv").decode("utf-8-sig"))))


@pytest.mark.parametrize(
    ("first", "second", "holds"),
    [
        ("cc0", "cc0", "cc0"),
        ("cc0", "by", "by"),
        ("ask", "by-nc", "ask"),
        ("cc0", "no", None),
        ("cc0", None, None),
        (None, None, None),
    ],
)
def test_the_stricter_choice_holds_and_silence_is_none(
    first: str | None, second: str | None, holds: str | None
) -> None:
    players(first, second)
    match(1, rated=True).save()
    assert [row.licence for row in described(["m00001"])] == ([holds] if holds else [])


def test_a_member_who_hides_their_games_is_in_no_archive() -> None:
    first, _second = players()
    first.settings["show_games"] = False
    first.save()
    match(1, rated=True).save()
    assert described(["m00001"]) == []


def test_only_rated_matches_and_those_of_tournaments_that_count_are_chosen() -> None:
    players()
    match(1, rated=True).save()
    match(2, tournament="t1").save()
    match(3).save()
    match(4, rated=True, void=True).save()
    match(5, rated=True, voided=True).save()
    match(6, rated=True, ended=match(6).ended - 366 * clock.DAY_MS).save()
    assert selection.match_ids(CLUB) == ["m00001", "m00002"]
    assert ArchiveScope("", YEAR - 1) in selection.all_scopes()


def test_guests_and_deleted_members_have_no_name_and_unlisted_tournaments_no_archive() -> None:
    first, _second = players()
    match(1, kind="guest", tournament="t1").save()
    match(2, rated=True).save()
    assert [row.names for row in described(["m00001"])] == [("Marica", "Guest")]
    deletion.delete(first, "Amber-Fox 7")
    assert [(row.names, row.licence) for row in described(["m00002"])] == [
        (("Deleted member", "Stefan"), "cc0")
    ]
    tournament, _events = entered(4)
    Tournament.objects.filter(pk=tournament.pk).update(private=True)
    Played.objects.filter(pk="m00002").update(tournament=tournament.pk)
    assert described(["m00002"]) == []


@pytest.mark.parametrize(("word", "stays"), [("by", {"archive": "by"}), ("no", {}), (None, {})])
def test_the_licence_alone_outlives_an_account(word: str | None, stays: dict[str, str]) -> None:
    owner = member("Marica", "me", word)
    owner.settings["speed"] = 2
    assert licences.lasting(owner) == stays


def test_a_file_has_a_readme_a_list_and_records_that_verify(tmp_path: Path) -> None:
    players("cc0", "by")
    match(1, rated=True).save()
    match(2, rated=True).save()
    keep(tmp_path, {"m00001": EVENTS})
    assert rounds(tmp_path, 1) == [None]
    archive = YearArchive.objects.get()
    assert (archive.year, archive.matches) == (YEAR, 1), "a match without a record is left out"
    body = b"".join(storage.body_of(archive))
    assert (archive.size, archive.checksum) == (len(body), sha256(body).hexdigest())
    file = file_of(archive)
    assert file.testzip() is None
    assert sorted(file.namelist()) == ["README.txt", "list.csv", "tabla/m00001.json", "tabla/m00001.mat"]
    (row,) = rows_of(file)
    assert (row["file"], row["light"], row["dark"], row["licence"]) == (
        *("tabla/m00001.json", "Marica", "Stefan"),
        "CC-BY-4.0",
    )
    readme = file.read("README.txt").decode()
    assert "CC-BY-4.0" in readme
    assert "/library/archive" in readme
    events = convert.read(file.read("tabla/m00001.json"))
    assert verify(events).problem is None
    seats = [event.player for event in events if type(event).__name__ == "Seated"]  # type: ignore[union-attr]
    assert [(seat.id, seat.name, seat.country, seat.face) for seat in seats] == [
        ("0", "Marica", "", ""),
        ("1", "Stefan", "", ""),
    ]


def test_a_changed_choice_takes_effect_with_the_next_file_and_the_same_choice_writes_none(
    tmp_path: Path,
) -> None:
    first, _second = players()
    match(1, rated=True).save()
    keep(tmp_path, {"m00001": EVENTS})
    this_year = datetime.now(UTC).year
    years = this_year - YEAR + 1
    assert rounds(tmp_path, years + 1) == [None] * years + [IDLE_S]
    archive = YearArchive.objects.get(year=YEAR)
    assert (archive.build, archive.matches) == (1, 1)
    with days_later(1):
        rounds(tmp_path, years)
        archive.refresh_from_db()
        assert archive.build == 1, "nothing has changed"
    first.settings["archive"] = "no"
    first.save()
    assert rounds(tmp_path, 1) == [IDLE_S], "once a day"
    with days_later(2):
        rounds(tmp_path, years)
        archive.refresh_from_db()
        assert (archive.build, archive.matches) == (2, 0)
        assert ArchivePart.objects.filter(archive=archive, build=1).exists(), "readers may be in it"
    with days_later(3):
        rounds(tmp_path, years)
    assert not ArchivePart.objects.filter(archive=archive, build=1).exists()


def test_a_build_that_was_cut_off_leaves_nothing(tmp_path: Path) -> None:
    players()
    match(1, rated=True).save()
    keep(tmp_path, {"m00001": EVENTS})
    archive = storage.begin_check(CLUB)
    storage.store_part(archive, 0, b"half")
    assert storage.find(CLUB) is None
    rounds(tmp_path, 1)
    archive.refresh_from_db()
    assert file_of(archive).testzip() is None


def test_a_federation_has_the_matches_of_its_tournaments(tmp_path: Path) -> None:
    players()
    Federation.objects.create(
        slug="friday", name="Friday", created=datetime.fromtimestamp(match(0).ended / 1000, UTC)
    )
    tournament, _events = entered(4)
    Tournament.objects.filter(pk=tournament.pk).update(federation="friday")
    Pairing.objects.create(
        tournament=tournament,
        number=1,
        place=0,
        attempt=0,
        player0="me",
        player1="m1",
        match_id="m00001",
        since=0,
    )
    match(1, tournament=tournament.pk).save()
    match(2, rated=True).save()
    assert selection.match_ids(ArchiveScope("friday", YEAR)) == ["m00001"]
    assert ArchiveScope("friday", YEAR) in selection.all_scopes()
    keep(tmp_path, {"m00001": EVENTS, "m00002": EVENTS})
    rounds(tmp_path, 2 * (datetime.now(UTC).year - YEAR + 1))
    client = Client(headers={"accept-language": "en"})
    page = html_of(client.get("/f/friday/archive"))
    assert f'href="/f/friday/archive/{YEAR}.zip"' in page
    assert "1 match" in page
    assert "/f/friday/archive" in html_of(client.get("/f/friday"))
    assert "/f/friday/archive" in html_of(client.get("/library/archive"))
    assert client.get("/f/nowhere/archive").status_code == 404


async def body_of(response: Any) -> bytes:
    return b"".join([part async for part in response])


def test_files_are_sent_in_parts_with_their_checksum() -> None:
    written = bytes(range(256)) * (storage.PART_BYTES // 256) + b"the last part"
    archive = storage.begin_check(CLUB)
    for number, part in enumerate(storage.parts_of_file(io.BytesIO(written))):
        storage.store_part(archive, number, part)
    storage.publish(archive, BuiltFile(1, "x"), *storage.checksum_of(io.BytesIO(written)))
    client = Client(headers={"accept-language": "en"})
    address = f"/library/archive/{YEAR}.zip"
    assert address in html_of(client.get("/library/archive"))
    answer: Any = client.get(address)
    assert answer.streaming
    body = asyncio.run(body_of(answer))
    assert ArchivePart.objects.count() == 2
    assert body == written
    assert int(answer.headers["Content-Length"]) == len(body)
    checksum = client.get(f"{address}.sha256").content.decode()
    assert checksum == f"{sha256(body).hexdigest()}  zaria-{YEAR}.zip\n"
    again = client.get(address, headers={"if-none-match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = client.head(address)
    assert (head.status_code, head.content) == (200, b"")
    assert client.get("/library/archive/1999.zip").status_code == 404
    assert client.get("/library/archive/99999999999999999999.zip").status_code == 404


def test_the_page_says_that_there_is_no_file_and_what_the_reader_has_chosen() -> None:
    first, _second = players("ask", None)
    client = Client(headers={"accept-language": "en"})
    assert "No file yet." in html_of(client.get("/library/archive"))
    client.force_login(first)
    page = html_of(client.get("/library/archive"))
    assert "ask me for anything else" in page


def test_an_operator_writes_the_same_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    players()
    match(1, rated=True).save()
    keep(tmp_path, {"m00001": EVENTS})
    rounds(tmp_path, 1)
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    monkeypatch.delenv("ZARIA_DATABASE_URL", raising=False)
    target = tmp_path / "year.zip"
    call_command("library", "archive", str(YEAR), str(target))
    assert target.read_bytes() == b"".join(storage.body_of(YearArchive.objects.get()))
    assert f"1 matches of {YEAR}" in capsys.readouterr().out
    assert json.loads(ZipFile(target).read("tabla/m00001.json"))


@pytest.mark.parametrize("arguments", [["1", "x.zip"], ["2026", "x.zip", "--federation", "nowhere"]])
def test_wrong_arguments_write_nothing(arguments: list[str], tmp_path: Path) -> None:
    arguments[1] = str(tmp_path / "x.zip")
    with pytest.raises(CommandError) as refused:
        call_command("library", "archive", *arguments)
    assert refused.value.returncode == 2
    assert not list(tmp_path.iterdir())
