"""Milestones of a player, on their pages and at the end of a match; all from what is stored."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.club.random_matches import ME, match, some
from tests.support.club.rating_records import DAY, START
from tests.support.club.statistics_client import Browser, marica
from zaria.club.statistics import overview
from zaria.club.statistics.milestones import milestones, of_match
from zaria.club.statistics.play_quality import latest_matches

pytestmark = pytest.mark.django_db

LEVEL: dict[str, Any] = {"player1": "bot:level2", "name1": "level2", "member1": False, "bot1": "level2"}


def reached() -> list[str]:
    return [milestone.text for milestone in milestones(overview.of(ME), latest_matches(ME))]


def test_firsts_are_the_earliest_of_what_counts() -> None:
    match(1, void=True, won=None).save()
    match(2, won=1).save()
    match(3, training=True, **LEVEL).save()
    match(4, won=1, **LEVEL).save()
    match(5, **LEVEL).save()
    match(6, side=1, won=0, tournament="t1").save()
    match(7, tournament="t2").save()
    assert reached() == [
        "First match in a tournament",
        "First win against the computer: Easy",
        "First win",
        "First match",
    ]
    first = milestones(overview.of(ME), latest_matches(ME))[-1]
    assert first.day is not None
    assert round(first.day.timestamp() * 1000) == START + 2 * DAY // 4


def test_wins_in_a_row_and_round_numbers() -> None:
    for number in range(12):
        match(number, won=1 if number == 7 else 0).save()
    assert reached()[:2] == ["Wins in a row: 4", "Matches played: 10"]
    match(12, won=1).save()
    assert reached()[0] == "Matches played: 10"


def test_a_match_says_what_it_brought_and_what_matters_most() -> None:
    assert of_match(ME, "m00001") is None, "not written down yet"
    match(1, won=1).save()
    assert of_match(ME, "m00001") == "First match"
    assert of_match("m1", "m00001") == "First win"
    assert of_match("stranger", "m00001") == ""
    match(2).save()
    match(3, **LEVEL).save()
    match(4, tournament="t1").save()
    match(5, **LEVEL).save()
    match(6, void=True, won=None).save()
    texts = [of_match(ME, f"m0000{number}") for number in (2, 3, 4, 5, 6)]
    assert texts == [
        "First win",
        "First win against the computer: Easy",
        "First match in a tournament",
        "Wins in a row: 4",
        "",
    ]
    for number in range(7, 11):
        match(number, won=1).save()
    match(11).save()
    assert of_match(ME, "m00010") == ""
    assert of_match(ME, "m00011") == "Matches played: 10"
    assert of_match(ME, "m00001") == "First match", "later matches change nothing"


@pytest.mark.parametrize("count", [20, 300])
def test_a_match_costs_a_few_queries_whatever_their_number(count: int) -> None:
    rows = some(count)
    last = next(row for row in reversed(rows) if not (row.void or row.voided))
    with CaptureQueriesContext(connection) as queries:
        of_match(ME, last.match_id)
    assert len(queries) <= 12


def test_the_pages_and_the_sheet_show_them() -> None:
    member = marica()
    match(1).save()
    browser = Browser(member)
    for path in ("/me/stats", "/@Marica"):
        page = browser.get(path).text
        assert ">Milestones</h2>" in page
        assert "<span>First win</span>" in page
    assert json.loads(browser.get("/t/m00001/milestone").text) == {"text": "First win"}
    assert json.loads(browser.get("/t/nothing/milestone").text) == {"text": None}
    assert json.loads(Browser().get("/t/m00001/milestone").text) == {"text": ""}
    stranger = Browser(guest="visitor")
    assert json.loads(stranger.get("/t/m00001/milestone").text) == {"text": ""}
