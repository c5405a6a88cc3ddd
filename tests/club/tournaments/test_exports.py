"""The files of a tournament: anybody can verify them, and other programs read them."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from msgspec.structs import replace
from py4swiss.trf import ParsedTrf, TrfParser

from tests.support.by_day import by_day
from tests.support.club.random_matches import match
from tests.support.club.tournament_terms import TABLA, entered, members
from tests.support.club.uncollected_files import plain_files
from zaria.cli.main import main
from zaria.club.accounts.models import Member
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.club.tournaments.runner import progress
from zaria.tournaments.field import DRAW, LOSS, WIN, Result

__all__ = ["plain_files"]

pytestmark = pytest.mark.django_db

CHESS = replace(TABLA, game="chess", length=1, rated=False)


def play(row: Tournament, rounds: int = 100) -> None:
    """Play so many rounds: the first player of each match wins, and those of the second one draw."""
    for _ in range(rounds):
        pairings = list(Pairing.objects.filter(tournament=row, how="").order_by("place"))
        for pairing in pairings:
            draw = pairing.place == 1 and row.format != "knockout"
            progress.report(pairing, Result((DRAW, DRAW) if draw else (WIN, LOSS)))


@pytest.fixture
def over() -> Tournament:
    """A knock-out of five that is over."""
    row, _ = entered(5, fee=10_00)
    actions.begin(row.pk)
    play(row)
    return Tournament.objects.get(pk=row.pk)


def get(client: Client, row: Tournament, kind: str) -> bytes:
    answer = client.get(f"/tournaments/{row.pk}/export.{kind}")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="tournament-{row.pk}.{kind}"'
    return answer.content


def test_anybody_can_verify_the_document(
    over: Tournament, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tournament.json"
    path.write_bytes(get(client, over, "json"))
    assert main(["verify", str(path)]) == 0
    assert "seal verified; 3 rounds" in capsys.readouterr().out
    body = path.read_bytes()
    assert over.secret.encode() in body
    assert b"example.org" not in body


def test_the_document_keeps_the_secret_and_can_be_asked_for_again(client: Client) -> None:
    row, _ = entered(4)
    actions.begin(row.pk)
    answer = client.get(f"/tournaments/{row.pk}/export.json")
    assert Tournament.objects.get().secret.encode() not in answer.content
    again = client.get(f"/tournaments/{row.pk}/export.json", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_spreadsheet(over: Tournament, client: Client) -> None:
    Entry.objects.filter(player=over.winner).update(name="=1+1")
    lines = list(csv.DictReader(io.StringIO(get(client, over, "csv").decode("utf-8-sig"))))
    players = [line for line in lines if line["record"] == "player"]
    matches = [line for line in lines if line["record"] == "match"]
    assert [line["place"] for line in players] == ["1", "2", "3", "4", "5"]
    assert (players[0]["player"], players[0]["prize"], players[0]["points"]) == ("'=1+1", "50.00", "")
    final = matches[-1]
    assert (final["round"], final["player"], final["points"], final["how"]) == ("3", "'=1+1", "1", "played")
    ids = set(Pairing.objects.exclude(match_id=None).values_list("match_id", flat=True))
    assert {line["match"].removeprefix("'") for line in matches if line["how"] == "played"} == ids
    assert sum(line["how"] == "bye" for line in matches) == 3


def test_a_spreadsheet_has_the_score_of_each_match(client: Client) -> None:
    row, _ = entered(2)
    actions.begin(row.pk)
    pairing = Pairing.objects.get(tournament=row)
    result = match(0, match_id=pairing.match_id, score0=3, score1=1)
    result.player0, result.player1 = pairing.player0, pairing.player1
    result.save()
    lines = csv.DictReader(io.StringIO(get(client, row, "csv").decode("utf-8-sig")))
    scores = [(line["score"], line["opponent_score"]) for line in lines]
    assert scores == [("", ""), ("", ""), ("3", "1")]


@pytest.fixture
def read(client: Client, tmp_path: Path) -> Callable[[Tournament], ParsedTrf]:
    """Reads the report of a tournament as another program does, which checks it against itself."""

    def read(row: Tournament) -> ParsedTrf:
        path = tmp_path / "tournament.trf"
        path.write_bytes(get(client, row, "trf"))
        return TrfParser.parse(path, strict=True)

    return read


@pytest.mark.parametrize("format_", by_day(("swiss",), ("swiss", "round-robin", "league")))
def test_the_report_of_fide(format_: str, read: Callable[[Tournament], ParsedTrf]) -> None:
    row, _ = entered(5, format_, match=CHESS, rounds=3, title="Spring\ncup")
    actions.begin(row.pk)
    if format_ == "swiss":
        play(row, 1)
        actions.enter(row.pk, members(1, 5)[0])
    play(row)
    row = Tournament.objects.get(pk=row.pk)
    report = read(row)
    assert report.tournament_section.tournament_name == "Spring cup"
    places = dict(Entry.objects.values_list("name", "place"))
    assert {section.name: section.rank for section in report.player_sections} == places
    rounds = {"swiss": 3, "round-robin": 5, "league": 10}[format_]
    assert {len(section.results) for section in report.player_sections} == {rounds}


def test_the_report_of_a_tournament_that_has_just_begun(read: Callable[[Tournament], ParsedTrf]) -> None:
    row, _ = entered(4, "swiss", match=CHESS)
    actions.begin(row.pk)
    assert [section.points_times_ten for section in read(row).player_sections] == [0, 0, 0, 0]


def test_no_report(over: Tournament, client: Client, plain_files: None) -> None:
    assert client.get(f"/tournaments/{over.pk}/export.trf").status_code == 404
    assert client.get("/tournaments/none/export.json").status_code == 404


def test_the_files_of_a_private_tournament(client: Client, plain_files: None) -> None:
    row, (member,) = entered(1, private=True)
    stranger, director = members(2, 1)
    Tournament.objects.update(director=director.player)
    url = f"/tournaments/{row.pk}/export.csv"
    assert client.get(url).status_code == 404
    expected: list[tuple[Member, int]] = [(stranger, 404), (member, 200), (director, 200)]
    for reader, status in expected:
        client.force_login(reader)
        answer = client.get(url)
        assert answer.status_code == status
    assert answer["Cache-Control"] == "private, no-cache"
