"""The words of members about themselves: checked like other texts, read by all, removed by the staff."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.utils import timezone

from tests.club.profile.conftest import Make
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.personal_data import export
from zaria.club.relations import actions as relations
from zaria.club.support.subjects import find_subject

SAYS = "Long nardy since 1987. Plays on Friday evenings."


async def save(client: AsyncClient, bio: str) -> int:
    return (await client.post("/me", {"bio": bio})).status_code


async def test_it_is_saved_and_stands_on_the_public_page(browser: AsyncClient, marica: Member) -> None:
    assert await save(browser, f"  {SAYS}\u202e ") == 302
    await marica.arefresh_from_db()
    assert marica.bio == SAYS
    assert SAYS in html_of(await browser.get("/me"))
    page = html_of(await AsyncClient().get("/@Marica"))
    assert SAYS in page
    assert "about=bio%3AMarica" in page
    assert (await sync_to_async(export.of)(marica))["account"]["bio"] == SAYS
    assert await save(browser, "") == 302
    await marica.arefresh_from_db()
    assert marica.bio == ""
    assert "about=bio%3AMarica" not in html_of(await AsyncClient().get("/@Marica"))


@pytest.mark.parametrize("bio", ["a" * 201, "Play at http://casino.example now"])
async def test_a_text_that_is_refused(browser: AsyncClient, marica: Member, bio: str) -> None:
    answer = await browser.post("/me", {"bio": bio, "country": "GR"})
    assert answer.status_code == 422
    assert 'href="#id_bio"' in html_of(answer)
    await marica.arefresh_from_db()
    assert (marica.bio, marica.country) == ("", "BG")


async def test_a_muted_member_can_only_delete_it(browser: AsyncClient, marica: Member) -> None:
    await Member.objects.aupdate(bio=SAYS, muted_until=timezone.now() + timedelta(days=1))
    assert await save(browser, "Something else") == 422
    assert await save(browser, SAYS) == 302
    assert await save(browser, "") == 302
    await marica.arefresh_from_db()
    assert marica.bio == ""


async def test_members_who_block_each_other_do_not_read_it(
    browser: AsyncClient, make: Make, marica: Member
) -> None:
    ivan = await make("Ivan77", bio=SAYS)
    assert SAYS in html_of(await browser.get("/@Ivan77"))
    await sync_to_async(relations.block)(ivan, marica)
    assert SAYS not in html_of(await browser.get("/@Ivan77"))


async def test_a_report_keeps_it(make: Make) -> None:
    await make("Ivan77", bio=SAYS)
    await make("Petar1")
    find = sync_to_async(find_subject)
    subject = await find("bio:ivan77", None, lambda _: None)
    assert subject is not None
    assert (subject.about, subject.context) == ("bio:Ivan77", {"text": SAYS})
    assert await find("bio:Petar1", None, lambda _: None) is None
