"""The file of matches: whole, in order, and no formulas."""

import csv
import io

import pytest
from django.db.models import Q

from tests.support.club.random_matches import ME, match, some
from tests.support.club.statistics_client import Browser, marica
from zaria.club.site.csv_files import harmless
from zaria.club.statistics import match_list
from zaria.club.statistics.csv_export import COLUMNS


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", '=HYPERLINK("x")', "-Olive"]
)
def test_a_formula_is_text(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Amber-Fox 42", "Марица", "a=b", "0"])
def test_a_name_is_itself(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.django_db
def test_spreadsheets_can_read_it() -> None:
    member = marica()
    rows = some(40)
    match(50, kind="guest", side=1, name0='Иван, "@home"', length=5, score0=2, score1=5, won=1).save()
    sent = Browser(member).get("/me/stats/games.csv")
    assert sent.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert sent.headers["Content-Disposition"] == 'attachment; filename="zaria-games.csv"'
    assert sent.text.startswith("\ufeffmatch,")
    table = list(csv.DictReader(io.StringIO(sent.text.removeprefix("\ufeff"), newline="")))
    assert tuple(table[0]) == COLUMNS
    names = ["m00050", *(row.match_id for row in reversed(rows))]
    assert [line["match"] for line in table] == names
    assert [line.match.id for part in match_list.chunks(ME, Q(), 7) for line in part] == names
    first_line = " ".join(list(table[0].values())[:12])
    assert first_line == 'm00050 2025-10-21 20:53:20 tabla dark Иван, "@home" guest won 5 2 5 played no'
    assert {line["opponent"] for line in table[1:]} == {"Stefan", "Robby", "quick", "'=Amber-Fox 42"}


@pytest.mark.django_db
def test_matches_of_one_moment_come_once() -> None:
    for number in range(7):
        match(number, side=number % 2, ended=1_760_000_000_000).save()
    names = [line.match.id for part in match_list.chunks(ME, Q(), 2) for line in part]
    assert names == [f"m0000{number}" for number in reversed(range(7))]
