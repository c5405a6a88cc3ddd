"""The picture of a member's page for messengers."""

import io

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient
from django.utils import timezone
from PIL import Image

from tests.support.club.statistics_client import Browser, marica
from zaria.club.ratings.models import Standing
from zaria.club.statistics import member_page

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_page_names_its_picture() -> None:
    marica(since=timezone.now())
    page = Browser(language="bg").get("/@Marica")
    assert 'property="og:title" content="Marica"' in page.text
    assert "/@Marica/picture.png?lang=bg" in page.text
    answer = async_to_sync(AsyncClient().get)("/@Marica/picture.png?lang=bg")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer["Cache-Control"] == "public, max-age=300"
    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.size == (1200, 630)


def test_the_ratings_of_a_member_who_hides_games_are_not_on_it() -> None:
    member = marica(since=timezone.now())
    Standing.objects.create(member=member, game="tabla", rating=1612, best=1612, played=3, at=1)
    assert [value for _, value in member_page._card(member).facts] == ["1612"]
    member.settings = {"show_games": False}
    assert member_page._card(member).facts == ()
