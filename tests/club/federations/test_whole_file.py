"""A federation leaves with the records of its matches, and another club verifies and shows them."""

import asyncio
import gzip
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from tests.support.club.federation_files import (
    Records,
    become_another_club,
    change,
    change_events,
    lines_of,
    played_cup,
    resigned,
    store,
)
from tests.support.match.dice_matches import PLAYERS
from zaria.club.accounts.models import Member
from zaria.club.federations import archive
from zaria.club.federations.models import Federation, FederationImport
from zaria.club.ledger.models import Transfer
from zaria.club.matches.results.models import Played
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.live.journal import erase
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.journal.sqlite import SqliteJournal
from zaria.match import events as ev
from zaria.records.verify import verify

pytestmark = pytest.mark.django_db

PLAYERS_AS_MEMBERS = [msgspec.structs.replace(player, member=True) for player in PLAYERS]


class Cup:
    """A tournament in one club, its file, and the data directory of another club."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file, self.home, self._monkeypatch = home / "tavli.jsonl.gz", home / "other", monkeypatch
        self.origin = home / "origin"
        self.home.mkdir()
        self.row, self.records = played_cup("tavli")
        store(self.origin, self.records)

    def export(self) -> None:
        """Write the file."""
        self._monkeypatch.setenv("ZARIA_DATA", str(self.origin))
        call_command("federation", "export", "tavli", str(self.file))

    def move(self) -> None:
        """Write the file, and go to the other club."""
        self.export()
        become_another_club(self.row)
        self._monkeypatch.setenv("ZARIA_DATA", str(self.home))

    def bring(self, *more: str) -> None:
        """Import the file into the other club."""
        call_command("federation", "import", str(self.file), *more)

    def links(self) -> set[str]:
        """The matches to which the pages of the tournament lead."""
        pairings = Pairing.objects.filter(tournament=self.row.pk, match_id__isnull=False)
        return {str(match_id) for match_id in pairings.values_list("match_id", flat=True)}


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cup:
    """A tournament of four players that is over."""
    return Cup(tmp_path, monkeypatch)


async def _read(home: Path) -> tuple[Records, int]:
    journal = await SqliteJournal.connect(home / "live.sqlite3")
    try:
        ids = [row[0] for row in journal._reading.execute("SELECT id FROM match")]
        listed = len(await journal.finished((0, ""), 9)) + len(await journal.listings(1))
        listed += len(await journal.listings()) + len(await journal.running())
        loaded = {match_id: await journal.load(match_id) for match_id in ids}
        return {
            key: [ev.decode(row.body) for row in record.rows] for key, record in loaded.items() if record
        }, listed
    finally:
        await journal.close()


def journal_of(home: Path) -> Records:
    """All matches of a journal, none of which is in any list."""
    records, listed = asyncio.run(_read(home))
    assert listed == 0
    return records


def names(events: list[ev.Event]) -> list[str]:
    return [event.player.name for event in events if isinstance(event, ev.Seated)]


def test_the_matches_come_along_and_can_be_verified(cup: Cup, capsys: pytest.CaptureFixture[str]) -> None:
    cup.move()
    assert "with 3 matches" in capsys.readouterr().out
    transfers = Transfer.objects.count()
    cup.bring()
    assert "Verified matches: 3 (0 were here before)." in capsys.readouterr().out
    stored = journal_of(cup.home)
    assert stored.keys() == cup.records.keys() == cup.links()
    for match_id, events in stored.items():
        assert verify(events).ok
        assert names(events) == names(cup.records[match_id])
        assert {event.player.id for event in events if isinstance(event, ev.Seated)} == {"0", "1"}
    assert (Played.objects.count(), Transfer.objects.count()) == (0, transfers)
    assert FederationImport.objects.get().completed is not None
    before = lines_of(cup.file)
    call_command("federation", "export", "tavli", str(cup.file))
    assert sorted(lines_of(cup.file)[1:]) == sorted(before[1:])


def test_a_club_that_has_the_matches_takes_them_as_the_same(
    cup: Cup, capsys: pytest.CaptureFixture[str]
) -> None:
    erased = names(next(iter(cup.records.values())))[0]
    player = next(
        event.player.id
        for events in cup.records.values()
        for event in events
        if isinstance(event, ev.Seated) and event.player.name == erased
    )
    cup.export()
    cup._monkeypatch.setenv("ZARIA_DATA", str(cup.origin))
    erase.forget(None, cup.origin, player, "-")
    cup.bring("--slug", "tavli-2")
    assert "Verified matches: 3 (3 were here before)." in capsys.readouterr().out
    assert Tournament.objects.get().federation == "tavli"


def test_names_that_were_erased_do_not_leave(cup: Cup) -> None:
    member = Pairing.objects.exclude(match_id=None).first()
    assert member is not None
    name = names(cup.records[str(member.match_id)])[0]
    store_with_players(cup)
    erase.forget(None, cup.origin, member.player0, "Nobody any more")
    cup.export()
    records = b"".join(lines_of(cup.file)[1:])
    assert f'"{name}"'.encode() not in records
    assert b"Nobody any more" in records


def store_with_players(cup: Cup) -> None:
    """Note the players of each match, as a host does with its listing."""

    async def note() -> None:
        journal = await SqliteJournal.connect(cup.origin / "live.sqlite3")
        for match_id, events in cup.records.items():
            ids = [event.player.id for event in events if isinstance(event, ev.Seated)]
            text = "UPDATE match SET player0 = ?, player1 = ? WHERE id = ?"
            journal._reading.execute(text, (*ids, match_id))
        await journal.close()

    asyncio.run(note())


def test_a_match_that_is_still_played_keeps_its_dice(tmp_path: Path, cup: Cup) -> None:
    match_id, events = next(iter(cup.records.items()))
    store(tmp_path / "playing", cup.records | {match_id: events[:-1]})
    cup.origin = tmp_path / "playing"
    closed = events[-1]
    assert isinstance(closed, ev.MatchEnded)
    cup.export()
    content = b"".join(lines_of(cup.file))
    assert len(lines_of(cup.file)) == 1 + 2
    assert closed.secret.encode() not in content


OTHER_DICE = r"roll \d+: the record says \d-\d, the secret gives \d-\d"
"""Equal openings are rolled again, and another seed may give the same dice: any roll may be the first."""


def _another_roll(events: list[dict[str, Any]]) -> None:
    roll = next(event for event in events if event["t"] == "rolled")
    roll["dice"] = [7 - die for die in roll["dice"]]


def _another_tournament(events: list[dict[str, Any]]) -> None:
    events[0]["terms"]["tournament"] = "elsewhere"


def _another_id(events: list[dict[str, Any]]) -> None:
    events[0]["id"] = "elsewhere"


def _bad_seed(events: list[dict[str, Any]]) -> None:
    next(event for event in events if event["t"] == "seated")["seed"] = "ж"


def _unknown_game(events: list[dict[str, Any]]) -> None:
    events[0]["terms"]["game"] = "go"


def _no_end(events: list[dict[str, Any]]) -> None:
    events.pop()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (_another_roll, OTHER_DICE),
        (_another_tournament, "it belongs to no tournament of this file"),
        (_another_id, "not a match record"),
        (_bad_seed, OTHER_DICE),
        (_unknown_game, "event 1"),
        (_no_end, "the match is not finished"),
        (lambda events: events.clear(), "not a match record"),
    ],
)
def test_a_record_that_is_not_true_is_left_out(
    cup: Cup, capsys: pytest.CaptureFixture[str], changes: Any, message: str
) -> None:
    cup.move()
    change(cup.file, lambda lines: [lines[0], change_events(lines[1], changes), *lines[2:]])
    cup.bring()
    output = capsys.readouterr().out
    assert "Verified matches: 2 " in output
    assert "Matches left out: 1." in output
    assert re.search(message, output)
    assert journal_of(cup.home).keys() == cup.links()
    assert len(cup.links()) == 2


def test_a_result_that_is_not_that_of_the_tournament_is_left_out(
    cup: Cup, capsys: pytest.CaptureFixture[str]
) -> None:
    cup.move()
    match_id, events = next(iter(cup.records.items()))
    assert isinstance(events[0], ev.Opened)
    table = resigned(events[0].terms, match_id, PLAYERS_AS_MEMBERS, loser=0)
    change(cup.file, lambda lines: [lines[0], archive.one_line(table)])
    cup.bring()
    assert f"{match_id}: its result is not that of the tournament" in capsys.readouterr().out
    assert journal_of(cup.home) == {}


def test_another_match_with_the_same_id_stays(cup: Cup, capsys: pytest.CaptureFixture[str]) -> None:
    cup.move()
    match_id, events = next(iter(cup.records.items()))
    assert isinstance(events[0], ev.Opened)
    present = resigned(events[0].terms, match_id, PLAYERS_AS_MEMBERS)
    store(cup.home, {match_id: present})
    cup.bring()
    output = capsys.readouterr().out
    assert f"{match_id}: this club has another match with this id" in output
    stored, _listed = asyncio.run(_read(cup.home))
    assert stored[match_id] == present
    assert match_id not in cup.links()


def test_a_tournament_that_is_still_played_here_takes_no_matches(
    cup: Cup, capsys: pytest.CaptureFixture[str]
) -> None:
    cup.move()
    change(cup.file, lambda lines: lines)
    Tournament.objects.create(
        pk=cup.row.pk, phase="playing", secret="0" * 64, created_at=0, starts_at=0, terms="{}"
    )
    cup.bring()
    assert "Matches left out: 3." in capsys.readouterr().out
    assert journal_of(cup.home) == {}


def test_a_tournament_that_names_members_of_this_club_is_refused(cup: Cup) -> None:
    cup.move()
    winner = msgspec.json.decode(lines_of(cup.file)[0])["parts"]["tournaments"][0]["standings"][0]
    Member.objects.filter(username="Ann0").update(player=winner)
    with pytest.raises(CommandError, match="it names Ann0, who did not play it here"):
        cup.bring()
    assert not Federation.objects.exists()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:-20], "damaged or incomplete"),
        (lambda data: data[:2] + b"x" * 40, "damaged or incomplete"),
        (lambda data: gzip.compress(b""), "is not imported"),
        (lambda data: gzip.compress(b"{" * 100_000), "line 1 is larger"),
        (lambda data: gzip.compress(b'{"format":"x"}\n' + b"[" * 100_000), "line 2 is larger"),
        (lambda data: gzip.compress(b"{}\n" * 9), "more than 5 matches"),
        (lambda data: gzip.compress((b"x" * 9_000 + b"\n") * 4), "GB unpacked"),
    ],
)
def test_a_damaged_or_endless_file_changes_nothing(
    cup: Cup, monkeypatch: pytest.MonkeyPatch, damage: Any, message: str
) -> None:
    cup.move()
    for name, most in {"DOCUMENT": 50_000, "RECORD": 20_000, "MATCHES": 5, "BYTES": 30_000}.items():
        monkeypatch.setattr(archive, f"MOST_{name}", most)
    cup.file.write_bytes(damage(cup.file.read_bytes()))
    with pytest.raises(CommandError, match="is not imported") as refused:
        cup.bring()
    assert message in str(refused.value)
    assert not Federation.objects.exists()
    assert not (cup.home / "live.sqlite3").exists()


def _stop(*_: object) -> None:
    raise StoreUnavailableError("the database is away")


@pytest.mark.parametrize(
    ("place", "rows"),
    [
        ("zaria.club.federations.match_records.rest", (0, 0)),
        ("zaria.club.federations.imports.store", (0, 0)),
        ("zaria.club.tournaments.export.documents._forget_matches", (1, 0)),
        ("zaria.club.federations.imports.invite", (1, 1)),
        ("zaria.club.federations.imports.complete", (1, 1)),
    ],
)
def test_an_import_that_was_interrupted_is_completed_by_the_same_file(
    cup: Cup, monkeypatch: pytest.MonkeyPatch, place: str, rows: tuple[int, int]
) -> None:
    cup.move()
    with monkeypatch.context() as stopped:
        stopped.setattr(place, _stop)
        with pytest.raises(CommandError, match=r"away\. Run the same command again"):
            cup.bring()
    assert (Federation.objects.count(), Tournament.objects.count()) == rows
    if rows[0]:
        whole = cup.file.read_bytes()
        change(cup.file, lambda lines: [lines[0].replace(b"Tabla of", b"Nardy of"), *lines[1:]])
        with pytest.raises(CommandError, match="there is a federation tavli"):
            cup.bring()
        cup.file.write_bytes(whole)
    cup.bring()
    assert journal_of(cup.home).keys() == cup.links() == cup.records.keys()
    assert (Federation.objects.count(), Tournament.objects.count()) == (1, 1)
    with pytest.raises(CommandError, match="there is a federation tavli"):
        cup.bring()


def test_a_file_without_matches_still_comes_in(cup: Cup) -> None:
    cup.move()
    cup.file.write_bytes(lines_of(cup.file)[0])
    cup.bring()
    assert Tournament.objects.get().federation == "tavli"
    assert cup.links() == set()
