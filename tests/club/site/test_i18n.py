"""A member's language: their setting is stronger than the browser's, and the menu changes it; and dates."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import AsyncClient
from django.utils import formats, translation

from zaria.club.accounts.models import Member
from zaria.club.server.catalogues import compile_stale

COOKIE = settings.LANGUAGE_COOKIE_NAME


@pytest.fixture
async def member(transactional_db: None) -> Member:
    """A member who reads Greek."""
    compile_stale(settings.LOCALE_PATHS[0])
    return await Member.objects.acreate(username="Andreas", email="a@example.org", language="el")


async def _spoken(client: AsyncClient) -> str:
    answer = await client.get("/language", headers={"accept-language": "ru"})
    return str(answer.headers["Content-Language"])


async def test_the_setting_of_a_member_is_stronger_than_the_browser(member: Member) -> None:
    client = AsyncClient()
    assert await _spoken(client) == "ru"
    client.cookies[COOKIE] = "bg"
    assert await _spoken(client) == "bg"
    await client.aforce_login(member)
    assert await _spoken(client) == "el"
    assert client.cookies[COOKIE].value == "el"


async def test_without_a_setting_the_choice_in_the_browser_holds(member: Member) -> None:
    member.language = ""
    await member.asave()
    client = AsyncClient()
    client.cookies[COOKIE] = "bg"
    await client.aforce_login(member)
    assert await _spoken(client) == "bg"


@pytest.mark.parametrize(("chosen", "expected"), [("tr", "tr"), ("de", "el"), ("", "el")])
async def test_the_menu_changes_a_members_setting(member: Member, chosen: str, expected: str) -> None:
    client = AsyncClient()
    await client.aforce_login(member)
    answer = await client.post("/language", {"language": chosen, "next": "/rules"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules")
    await member.arefresh_from_db()
    assert member.language == expected
    assert await _spoken(client) == expected


@pytest.mark.parametrize(
    ("language", "day", "moment", "share"),
    [
        ("en", "1 November 2026", "1 Nov 2026, 19:05", "17.3"),
        ("bg", "1 ноември 2026 г.", "01.11.2026, 19:05", "17,3"),
        ("ru", "1 ноября 2026 г.", "01.11.2026 19:05", "17,3"),
        ("ro", "1 noiembrie 2026", "01.11.2026, 19:05", "17,3"),
        ("el", "1 Νοεμβρίου 2026", "01/11/2026, 19:05", "17,3"),
        ("tr", "1 Kasım 2026", "01 Kas 2026 19:05", "17,3"),
    ],
)
def test_dates_and_numbers_are_written_as_the_language_does(
    language: str, day: str, moment: str, share: str
) -> None:
    compile_stale(settings.LOCALE_PATHS[0])
    at = datetime(2026, 11, 1, 19, 5, tzinfo=UTC)
    with translation.override(language):
        assert formats.date_format(at, "DATE_FORMAT") == day
        assert formats.date_format(at, "SHORT_DATETIME_FORMAT") == moment
        assert formats.localize(17.3) == share
