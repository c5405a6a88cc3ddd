"""The page of the search: its form, its links and its empty states."""

import pytest

from tests.support.club.random_matches import OPPONENTS, match
from tests.support.club.statistics_client import Browser, marica
from zaria.club.accounts.models import Member
from zaria.club.match_search.queries import PAGE
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import now

pytestmark = pytest.mark.django_db


def stefan() -> Member:
    return Member.objects.create(
        username="Stefan", email="stefan@example.org", player=OPPONENTS["member"]["player"], since=now()
    )


def test_a_form_finds_matches_for_everybody_and_leads_to_older_ones() -> None:
    marica(since=now())
    stefan()
    Played.objects.bulk_create([match(number) for number in range(PAGE + 1)])
    page = Browser().get("/matches?player=marica&game=tabla")
    assert page.status == 200
    assert page.text.count('href="/t/') == PAGE
    assert '<a href="/@Stefan">Stefan</a>' in page.text
    older = page.context["older"]
    assert older.startswith("/matches?player=marica&game=tabla&after=")
    second = Browser().get(older)
    assert second.text.count('href="/t/') == 1
    assert second.context["newest"] == "/matches?player=marica&game=tabla"
    assert "older" not in second.context


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("player=nobody", "player"),
        ("opponent=a%00b", "opponent"),
        ("result=won", "player"),
        ("game=bridge", "game"),
        ("length=0", "length"),
        ("since=2026-02-30", "since"),
        ("since=2026-03-02&until=2026-03-01", "until"),
    ],
)
def test_a_wrong_field_is_named(query: str, field: str) -> None:
    page = Browser().get(f"/matches?{query}")
    assert page.status == 422
    assert field in page.context["filters"].errors


def test_empty_pages_offer_a_step() -> None:
    assert 'href="/watch"' in Browser().get("/matches").text
    assert "No matches found." in Browser().get("/matches?game=chess").text
    assert Browser().get("/matches?after=nonsense").status == 200


@pytest.mark.parametrize(
    ("query", "opens"),
    [
        ("", False),
        ("?player=marica&opponent=stefan&game=tabla", False),
        ("?length=3", True),
        ("?rated=yes", True),
        ("?until=2026-02-30", True),
    ],
)
def test_rare_fields_are_folded_until_one_is_set(query: str, opens: bool) -> None:
    marica(since=now())
    stefan()
    page = Browser().get(f"/matches{query}")
    form = page.text.split('class="sift"')[1].split("</form>")[0]
    always, folded = form.split("<details", 1)
    assert folded.startswith(" open>") is opens
    assert [field.name for field in page.context["filters"].open_fields] == ["player", "opponent", "game"]
    assert all(f'name="{name}"' in always for name in ("player", "opponent", "game"))
    rare_names = ("result", "rated", "length", "opening", "since", "until")
    assert all(f'name="{name}"' in folded for name in rare_names)
