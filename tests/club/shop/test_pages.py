"""The pages of the shop: what visitors see, buy and are refused; the look is for those who own it."""

import json
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.http.response import HttpResponseBase
from django.test import AsyncClient

from tests.club.profile.conftest import Make
from tests.support.by_day import by_day
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.ledger import queries as ledger
from zaria.club.ledger.models import Transfer
from zaria.club.shop import actions, goods, queries, texts
from zaria.club.shop.context import time_left

SECTIONS = ["Gifts", "Top-up", *(str(words.title) for words in texts.SORT_WORDS.values()), "Purchased"]
LAPIS, MOSAIC, GOLD = (goods.GOODS[code] for code in ("board-lapis", "board-mosaic", "men-gold"))


async def buy(member: Member, *wanted: goods.Good) -> None:
    for good in wanted:
        await sync_to_async(actions.buy)(member.player, good)


async def worn(client: AsyncClient, path: str = "/shop") -> tuple[str, str]:
    """The board and the checkers of a page."""
    page = html_of(await client.get(path))
    skin = re.search(r'data-skin="(\w+)"', page)
    men = re.search(r'<html[^>]*data-men="(\w+)"', page)
    assert skin is not None
    return skin[1], men[1] if men else "ivory"


async def test_five_sections_in_their_order(browser: AsyncClient) -> None:
    page = html_of(await browser.get("/shop"))
    assert re.findall(r"<h2[^>]*>([^<]*)</h2>", page) == SECTIONS
    for good in goods.GOODS.values():
        assert f'href="/shop/{good.code}"' in page
    assert re.search(r"You have</p>\s*<b>1,000.00 credits</b>", page)


async def test_a_guest_looks_and_learns_how_to_register(transactional_db: None) -> None:
    client = AsyncClient()
    page = html_of(await client.get("/shop"))
    assert re.findall(r"<h2[^>]*>([^<]*)</h2>", page) == SECTIONS
    assert "/account/signup/" in page
    assert 'action="/shop/gift"' not in page
    shown = html_of(await client.get("/shop/board-lapis"))
    assert "500.00 credits" in shown
    assert "/account/signup/" in shown
    for path in ("/shop/board-lapis", "/shop/gift"):
        assert (await client.post(path)).status_code == 403
    assert await Transfer.objects.acount() == 0


async def test_a_robot_buys_nothing(browser: AsyncClient, marica: Member) -> None:
    await Member.objects.filter(pk=marica.pk).aupdate(robot=True)
    for path in ("/shop/board-lapis", "/shop/gift"):
        assert (await browser.post(path)).status_code == 403
    assert "Bot accounts can't buy" in html_of(await browser.get("/shop"))
    assert await Transfer.objects.acount() == 0


async def test_a_purchase_is_confirmed_on_a_page_that_says_what_it_means(
    browser: AsyncClient, marica: Member
) -> None:
    shown = html_of(await browser.get("/shop/board-lapis"))
    assert "no exchange, resale, gifts or refunds" in shown
    assert "Buy for 500.00 credits" in shown
    assert queries.NOBODY.goods == (await sync_to_async(queries.shopper)(marica.player)).goods
    answer = await browser.post("/shop/board-lapis")
    assert (answer.status_code, answer["Location"]) == (302, "/shop/board-lapis")
    owned = html_of(await browser.get("/shop/board-lapis"))
    assert "Lapis is now yours." in owned
    assert 'name="skin" value="lapis">Use</button>' in owned
    assert "Buy for" not in owned
    page = html_of(await browser.get("/shop"))
    window, _, purchased = page.partition('id="purchased"')
    assert 'id="board-lapis"' in purchased
    assert 'id="board-lapis"' not in window
    again = await browser.post("/shop/board-lapis")
    assert (again.status_code, again["Location"]) == (302, "/shop/board-lapis")
    await browser.post("/look", {"skin": "lapis", "next": "/shop/board-lapis"})
    assert "In use" in html_of(await browser.get("/shop/board-lapis"))
    assert (await sync_to_async(ledger.balance)(marica.player)).available == 500_00


async def test_who_lacks_credits_sees_how_many_and_the_top_up(browser: AsyncClient, marica: Member) -> None:
    await buy(marica, MOSAIC)
    shown = html_of(await browser.get("/shop/board-lapis"))
    assert "You don't have enough" in shown
    assert "Buy for" not in shown
    answer = await browser.post("/shop/board-lapis")
    assert answer.status_code == 422
    page = html_of(answer)
    assert "You have 100.00 credits. This costs 500.00 credits: you need 400.00 credits more." in page
    assert 'href="/shop#top-up"' in page
    assert not await sync_to_async(lambda: "board-lapis" in queries.shopper(marica.player).goods)()


async def test_there_is_no_such_good(browser: AsyncClient) -> None:
    for method in (browser.get, browser.post):
        assert (await method("/shop/board-walnut")).status_code == 404


async def test_the_gift_is_taken_once_and_its_timer_goes_on(browser: AsyncClient, marica: Member) -> None:
    before = html_of(await browser.get("/rules"))
    assert re.search(r'<span class="gift-ready" role="status">', before)
    assert (await browser.post("/shop/gift")).status_code == 302
    page = html_of(await browser.get("/shop"))
    assert "Your gift of 100.00 credits is in your account." in page
    assert re.search(r"next gift in <b>2[34] h \d+ min</b>", page)
    assert 'action="/shop/gift"' not in page
    timer = re.search(r'data-left="(\d+)"', page)
    assert timer is not None
    assert 0 < 24 * 3_600_000 - int(timer[1]) < 600_000
    assert (await browser.post("/shop/gift")).status_code == 302
    assert "You can take the next gift in" in html_of(await browser.get("/shop"))
    assert (await sync_to_async(ledger.balance)(marica.player)).available == 1100_00


async def test_without_gifts_there_is_no_section_and_no_timer(browser: AsyncClient, settings: Any) -> None:
    settings.LEDGER = settings.LEDGER._replace(gift=0)
    page = html_of(await browser.get("/shop"))
    assert ">Gifts<" not in page
    assert 'id="gift"' not in page
    assert (await browser.post("/shop/gift")).status_code == 302
    assert await Transfer.objects.filter(kind="gift").acount() == 0


@pytest.mark.parametrize(
    ("ms", "text"), [(1, "1 min"), (60_001, "2 min"), (3_600_000, "1 h 0 min"), (86_400_000, "24 h 0 min")]
)
def test_a_time_is_rounded_up_to_minutes(ms: int, text: str) -> None:
    assert time_left(ms) == text.replace(" ", "\xa0")


async def test_goods_are_worn_by_their_owner(browser: AsyncClient, marica: Member) -> None:
    await buy(marica, LAPIS, GOLD._replace(number=1))
    answer = await browser.post("/look", {"skin": "lapis", "men": "gold", "next": "/shop#purchased"})
    assert answer.cookies["zaria_skin"].value == "lapis"
    assert await worn(browser) == ("lapis", "gold")
    page = html_of(await browser.get("/rules"))
    assert "/static/zaria/goods/boards/lapis.css" in page
    assert "/static/zaria/goods/men/gold.css" in page
    assert "goods/boards/mosaic.css" not in page
    settings_page = html_of(await browser.get("/me"))
    assert set(re.findall(r'name="skin" value="(\w+)"', settings_page)) == {
        "walnut", "night", "sand", "lapis",
    }  # fmt: skip
    assert set(re.findall(r'name="men" value="(\w+)"', settings_page)) == {
        "ivory", "amber", "marble", "gold",
    }  # fmt: skip
    saved = re.search(r'<script id="saved" type="application/json">(.*?)</script>', settings_page)
    assert saved is not None
    owned = json.loads(saved[1])["goods"]
    assert owned["skin"] == {"lapis": ["Lapis", "/static/zaria/goods/boards/lapis.css"]}


Forge = Any


async def by_form(client: AsyncClient) -> HttpResponseBase:
    answer: HttpResponseBase = await client.post("/me", {"skin": "lapis", "men": "gold"})
    return answer


async def by_sheet(client: AsyncClient) -> HttpResponseBase:
    answer: HttpResponseBase = await client.post(
        "/me/settings", json.dumps({"skin": "lapis", "men": "gold"}), content_type="application/json"
    )
    return answer


async def by_look(client: AsyncClient) -> HttpResponseBase:
    answer: HttpResponseBase = await client.post("/look", {"skin": "lapis", "men": "gold", "next": "/"})
    return answer


@pytest.mark.parametrize("forge", [by_form, by_sheet, by_look])
@pytest.mark.parametrize("who", by_day(("guest", "owner of others"), ("guest", "member", "owner of others")))
async def test_a_look_that_is_not_owned_is_not_worn(
    browser: AsyncClient, marica: Member, who: str, forge: Forge
) -> None:
    client = AsyncClient() if who == "guest" else browser
    if who == "owner of others":
        await buy(marica, MOSAIC, goods.GOODS["men-olive"]._replace(number=1))
    answer = await forge(client)
    assert {"zaria_skin", "zaria_men"}.isdisjoint(answer.cookies)
    assert await worn(client) == ("walnut", "ivory")
    again = await Member.objects.aget(pk=marica.pk)
    assert {"lapis", "gold"}.isdisjoint(again.settings.values())


@pytest.mark.parametrize("who", ["guest", "member"])
async def test_a_forged_cookie_or_setting_counts_as_never_chosen(
    browser: AsyncClient, marica: Member, make: Make, who: str
) -> None:
    client = AsyncClient() if who == "guest" else browser
    ivan = await make("Ivan77")
    await buy(ivan, LAPIS)
    client.cookies["zaria_skin"], client.cookies["zaria_men"] = "lapis", "gold"
    assert await worn(client) == ("walnut", "ivory")
    await Member.objects.filter(pk=marica.pk).aupdate(settings={"skin": "lapis", "men": "gold"})
    assert await worn(client, "/me") == ("walnut", "ivory")
    page = html_of(await client.get("/me"))
    assert 'value="lapis"' not in page


async def test_a_look_goes_with_the_account(browser: AsyncClient, marica: Member) -> None:
    await buy(marica, LAPIS)
    await by_look(browser)
    assert (await worn(browser))[0] == "lapis"
    browser.cookies.pop("sessionid", None)
    browser.cookies.pop("zaria_session", None)
    browser.cookies.pop("zaria_member", None)
    assert (await worn(browser))[0] == "walnut"
