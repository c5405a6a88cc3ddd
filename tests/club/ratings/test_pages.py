"""The page of rankings as somebody reads it."""

import re
from collections.abc import Iterator
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.support.by_day import by_day
from tests.support.club.rating_records import member
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from tests.support.scripts import LANGUAGES
from zaria.club.accounts.models import Member
from zaria.club.ratings.models import OVERALL, Standing

__all__ = ["plain_files"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def players(plain_files: None) -> Iterator[list[Member]]:
    """Sixty, each a little better than the one before; nothing is remembered of other lists."""
    cache.clear()
    members = [member(number) for number in range(60)]
    Member.objects.update(seen_at=timezone.now(), country="BG")
    for number, who in enumerate(members):
        rating = Decimal(500 + number)
        Standing.objects.create(member=who, game=OVERALL, rating=rating, best=rating, played=2, won=1, at=1)
    yield members
    cache.clear()


def test_a_guest_finds_everybody_page_by_page(client: Client, players: list[Member]) -> None:
    page = html_of(client.get("/ranking"))
    assert page.index('href="/@Member59"') < page.index('href="/@Member58"')
    assert "Member9</b>" not in page
    assert "Only members are ranked." in page
    assert 'href="/ranking?page=2"' in page
    assert "Member9</b>" in html_of(client.get("/ranking?page=2"))
    assert "Nobody is on this list yet." in html_of(client.get("/ranking?game=chess"))


def test_members_find_their_own_place(client: Client, players: list[Member]) -> None:
    client.force_login(players[3])
    page = html_of(client.get("/ranking"))
    assert "Your place: 57 of 60" in page
    assert 'href="/ranking?page=2#me"' in page
    assert 'id="me"' not in page
    there = html_of(client.get("/ranking?page=2")).partition("<table ")[2]
    assert there.count('id="me"') == 1
    assert there.index('id="me"') < there.index("Member3</b>") < there.index("Member2</b>")


@pytest.mark.parametrize("language", by_day(("en", "el"), LANGUAGES))
def test_the_list_by_matches_won_is_named_in_every_language(
    client: Client, players: list[Member], language: str
) -> None:
    Standing.objects.filter(member=players[7]).update(won=31, played=32)
    page = html_of(client.get("/ranking?by=won", headers={"accept-language": language}))
    named = {"en": "Wins", "ru": "Победы", "tr": "Galibiyet"}.get(language)
    link = re.search(r'<a href="/ranking\?by=won" aria-current="true">(.*?)</a>', page)
    assert link is not None
    assert link[1] == (named or link[1]) != ("Wins" if language != "en" else "")
    assert page.index("Member7</b>") < page.index("Member0</b>")
    assert ">+31</span>" in page


@pytest.mark.parametrize(
    "address", ["/ranking?page=x&game=%00&country=<script>", "/ranking?by=id&period=all"]
)
def test_nonsense_is_the_usual_list(client: Client, players: list[Member], address: str) -> None:
    page = client.get(address)
    assert page.status_code == 200
    assert "Member59" in html_of(page)
    assert "<script>" not in html_of(page).split("</head>")[1]
