"""The parts of an entry fee are named on every page and answer that names the fee, before anyone pays."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.club.tournaments.test_director_setup import browser
from tests.club.tournaments.test_pages import Browser
from tests.support.club.tournament_terms import members, terms
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of, unbroken
from zaria.club.accounts.models import Member
from zaria.club.federations.actions import contracts
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import actions, texts, urls
from zaria.club.tournaments.director import urls as director_urls
from zaria.club.tournaments.export import urls as export_urls
from zaria.club.tournaments.models import PlaceOffer, Tournament
from zaria.club.tournaments.series import actions as series
from zaria.club.tournaments.setup.summary import summary

__all__ = ["plain_files"]

HOUR = 3_600_000
FEE, PARTS = "7.77", "the club takes 5% and the federation 10%."
SHORT = {"tournaments", "own_tournaments", "tournament_own"}
"""Lists, and the button of a page that says more, name the fee alone: both lead to the page of entry."""


@pytest.fixture(autouse=True)
def _pages(transactional_db: None, plain_files: None) -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def administrator() -> Member:
    """The administrator of the federation that holds the tournament."""
    (member,) = members(1)
    sofia = contracts.create_federation("sofia", "Tabla of Sofia")
    contracts.give_administration(None, sofia, member, Agreement("natural", "", "1/2026"))
    return member


@pytest.fixture
def cup(administrator: Member) -> Tournament:
    """A tournament with a fee of which the club and the federation take parts."""
    fee: dict[str, Any] = {"fee": 7_77, "house_rate": 5_00, "federation_rate": 10_00, "federation": "sofia"}
    return actions.create(terms(starts_at=now_ms() + HOUR, **fee), administrator.player)


def test_every_page_that_names_the_fee_names_its_parts(cup: Tournament, administrator: Member) -> None:
    PlaceOffer.objects.create(
        tournament=cup, player=administrator.player, by=administrator.player, reason="Come", at=now_ms()
    )
    client, naming = Browser(administrator), set()
    for pattern in (*urls.urlpatterns, *director_urls.urlpatterns, *export_urls.urlpatterns):
        name = str(pattern.name)
        parts = dict.fromkeys(pattern.pattern.converters, cup.pk)
        if not set(parts) <= {"tournament_id"}:
            continue
        answer = client.get(reverse(name, kwargs=parts))
        text = unbroken(answer.content.decode()) if answer.status_code == 200 else ""
        if FEE in text and name not in SHORT:
            naming.add(name)
            assert PARTS in text or "federation_rate" in text, name
    assert {"tournament", "enter_tournament", "tournament_place"} <= naming


def test_the_api_gives_the_rates(cup: Tournament) -> None:
    listed = Client().get("/api/v1/tournaments").json()["tournaments"][0]
    single = Client().get(f"/api/v1/tournaments/{cup.pk}").json()
    for facts in (listed, single):
        assert (facts["fee"], facts["club_rate"], facts["federation_rate"]) == (FEE, 5, 10)


def test_the_announcement_names_what_others_take() -> None:
    parts: dict[str, Any] = {"fee": 7_77, "house_rate": 5_00, "federation_rate": 10_00, "federation": "sofia"}
    assert PARTS in summary(terms(**parts), "UTC")
    assert texts.fee_parts(terms(**{**parts, "federation_rate": 0})) == "Of the fee, the club takes 5%."
    assert texts.fee_parts(terms(**{**parts, "house_rate": 0})) == "Of the fee, the federation takes 10%."
    assert texts.fee_parts(terms(**{**parts, "house_rate": 0, "federation_rate": 0})) == ""
    assert texts.fee_parts(terms(house_rate=5_00)) == ""


def test_the_forms_speak_of_both_parts(cup: Tournament, administrator: Member) -> None:
    row = series.set_up(
        administrator, terms(starts_at=now_ms() + 480 * HOUR, federation="sofia"), "FREQ=WEEKLY", "UTC"
    )
    client = browser(administrator)
    for path in ("/tournaments/new?as=own", f"/tournaments/series/{row.pk}"):
        page = html_of(client.get(path))
        assert re.search(r"The club keeps 5% of the fees, and the federation the share", page), path
