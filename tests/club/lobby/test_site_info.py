"""The pages about the club: how to reach its operator, and which cookies it sets."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

import zaria.club
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import Visitor, html_of
from tests.support.servers import Server
from zaria.club.accounts import environment
from zaria.club.lobby import site_info
from zaria.club.site.data_directory import ConfigurationError

__all__ = ["plain_files"]


def _main(text: str) -> str:
    content = re.search(r"(?s)<main.*?</main>", text)
    assert content is not None
    return content[0]


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("club@example.org", "mailto:club@example.org"),
        ("https://a.example/write", "https://a.example/write"),
    ],
)
@pytest.mark.django_db
def test_the_operator_says_how_to_reach_them(
    plain_files: None, monkeypatch: pytest.MonkeyPatch, address: str, link: str
) -> None:
    monkeypatch.setattr(settings, "CONTACT", address)
    assert f'<a href="{link}">{address}</a>' in _main(html_of(Client().get("/contact")))


def test_without_an_address_of_the_operator_the_staff_is_the_only_link(server: Server) -> None:
    main = _main(Visitor(server.url).get("/contact").text)
    assert re.findall(r'<a href="([^"]*)"', main) == ["/support"]


@pytest.mark.parametrize("address", ["nobody", "javascript:alert(1)", "http://a.example", "a@b c", "a@b@c"])
def test_an_address_of_the_operator_that_is_none(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("ZARIA_CONTACT", address)
    with pytest.raises(ConfigurationError):
        environment.contact()


def test_every_cookie_of_the_club_is_named() -> None:
    sources = "".join(path.read_text() for path in Path(zaria.club.__file__).parent.rglob("*.py"))
    assigned = set(re.findall(r'COOKIE(?:_NAME)? = "(zaria_\w+)"', sources))
    assert len(assigned) >= 9
    assert {name for name, _, _ in site_info.cookies()} == assigned | {
        f"zaria_{field}" for field in ("theme", "skin", "men")
    }


def test_days_are_those_of_the_settings() -> None:
    days = {name: days for name, _, days in site_info.cookies()}
    assert days[settings.SESSION_COOKIE_NAME] * 24 * 3600 == settings.SESSION_COOKIE_AGE
    assert days[settings.LANGUAGE_COOKIE_NAME] * 24 * 3600 == settings.LANGUAGE_COOKIE_AGE
    assert days[settings.CSRF_COOKIE_NAME] * 24 * 3600 == settings.CSRF_COOKIE_AGE
