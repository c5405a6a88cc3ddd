"""The owner's progress over the API."""

import json

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient

from tests.support.club.progress_club import fill_progress
from tests.support.club.random_matches import ME
from tests.support.club.statistics_client import marica
from zaria.club.accounts.models import Member

pytestmark = pytest.mark.django_db


def answer(member: Member | None, query: str = "") -> tuple[int, object]:
    client = AsyncClient()
    if member is not None:
        client.force_login(member)
    response = async_to_sync(client.get)(f"/api/v1/account/progress{query}")
    return response.status_code, json.loads(response.content)


def test_months_have_their_sums_and_their_uncertainty() -> None:
    member = marica()
    fill_progress(ME, 12, months=2)
    fill_progress(ME, 3, months=1, game="chess", seed="c")
    status, games = answer(member)
    assert status == 200
    assert isinstance(games, list)
    assert [game["game"] for game in games] == ["tabla", "chess"]
    tabla, chess = games
    assert sum(month["matches"] for month in tabla["months"]) == 12
    for month in tabla["months"]:
        assert month["decisions"] == sum(row["decisions"] for row in month["sums"])
        assert month["margin"] > 0
        assert isinstance(month["luck"], float)
    assert chess["unit"] == "chance"
    assert chess["months"][0]["luck"] is None
    assert answer(member, "?game=chess") == (200, [chess])


def test_only_known_games_and_only_the_owner() -> None:
    assert answer(None)[0] == 401
    assert answer(marica(), "?game=no-game")[0] == 404
    assert answer(marica_again(), "") == (200, [])


def marica_again() -> Member:
    """Another member, who has played nothing."""
    return Member.objects.create(username="Stefan", email="stefan@example.org", player="m1")
