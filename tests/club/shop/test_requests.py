"""The shop through real requests: two browsers that buy at once, and treats that all at a table see."""

import asyncio
import json
import re
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from tests.club.server.test_sockets import dial
from tests.support.by_day import by_day
from tests.support.club.member_client import Somebody, page_messages
from tests.support.club.site_database import furnished
from tests.support.http_client import Page, Visitor
from tests.support.live.page_sessions import SEED
from tests.support.live.socket_players import hear, tell
from tests.support.servers import Server

PRESSES = 6


@pytest.fixture(params=by_day(("sqlite",), ("sqlite", "postgresql")))
def engine_server(
    request: pytest.FixtureRequest, server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A running club with its site in each engine."""
    if request.param == "sqlite":
        yield server
        return
    home: Path = tmp_path_factory.mktemp("zaria")
    more: dict[str, Any] = {"ZARIA_DATABASE_URL": furnished(request, "shop")}
    club_server = Server(home, module="tests.support.fast_engines", **more)
    yield club_server
    club_server.stop()


def browsers(somebody: Somebody) -> list[Visitor]:
    """Browsers in which a member is signed in."""
    visitors = [Visitor(somebody.url) for _ in range(PRESSES)]
    for visitor in visitors:
        for name, value in somebody.cookies.items():
            visitor.cookies.set(name, value)
    return visitors


def press_at_once(somebody: Somebody, path: str, page: str) -> list[Page]:
    """The answers to a form that several browsers of a member send in the same moment."""
    barrier = Barrier(PRESSES)
    token = somebody.get(page).token

    def press(visitor: Visitor) -> Page:
        barrier.wait()
        data = {"csrfmiddlewaretoken": token}
        return visitor.send("POST", path, data=data, headers={"Referer": somebody.url + page})

    with ThreadPoolExecutor(PRESSES) as threads:
        return list(threads.map(press, browsers(somebody)))


def balance(somebody: Somebody) -> str:
    amount = re.search(r"You have</p>\s*<b>([\d.,]+) credits</b>", somebody.get("/shop").text)
    assert amount is not None
    return amount[1]


def test_two_browsers_buy_one_good_and_pay_once(engine_server: Server) -> None:
    ann = Somebody(engine_server.url).join()
    answers = press_at_once(ann, "/shop/men-jade", "/shop/men-jade")
    assert {answer.status for answer in answers} == {302}
    assert balance(ann) == "600.00"
    _, _, purchased = ann.get("/shop").text.partition('id="purchased"')
    assert 'id="men-jade"' in purchased


def test_two_browsers_take_one_gift(engine_server: Server) -> None:
    ann = Somebody(engine_server.url).join()
    answers = press_at_once(ann, "/shop/gift", "/shop")
    assert {answer.status for answer in answers} == {302}
    assert balance(ann) == "1,100.00"


def confirm(somebody: Somebody, **fields: str) -> Callable[[], Page]:
    """Sends the confirmation of a treat, each time the same."""
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    page = somebody.get(f"/treats?{query}")
    assert page.status == 200, page.text
    nonce = re.search(r'name="nonce" value="(\w+)"', page.text)
    assert nonce is not None
    return lambda: somebody.fill("/treats", page, **fields, nonce=nonce[1])


def refusal(page: Page) -> str:
    alert = re.search(r'<div class="alert" role="alert"><p>(.*?)</p>', page.text)
    assert alert is not None, page.text
    return alert[1]


async def test_a_treat_is_seen_by_all_at_the_table(server: Server) -> None:
    ann, bob, cleo = await asyncio.to_thread(lambda: [Somebody(server.url).join() for _ in range(3)])
    path = await asyncio.to_thread(lambda: ann.set_table(game="chess", opponent="friend", rated="no"))
    match_id = path.rpartition("/")[2]
    guest = Visitor(server.url)
    await asyncio.to_thread(guest.get, path)
    async with dial(server.url, ann.cookies) as light, dial(server.url, bob.cookies) as dark:
        for socket in (light, dark):
            await tell(socket, t="watch", m=match_id)
            seal = (await hear(socket, "state"))["v"]["seal"]
            sit = {"t": "sit", "seed": SEED, "seal": seal}
            await tell(socket, t="do", m=match_id, c=secrets.token_hex(8), k=sit)
            assert (await hear(socket, "ack", "no"))["t"] == "ack"
        async with dial(server.url, guest.cookies) as onlooker:
            await tell(onlooker, t="watch", m=match_id)
            await hear(onlooker, "state")
            treat_page = await asyncio.to_thread(cleo.get, f"/treats?match={match_id}")
            assert set(re.findall(r'name="to" value="(\w+)"', treat_page.text)) == {ann.login, bob.login}
            send = await asyncio.to_thread(
                lambda: confirm(cleo, kind="baklava", to=bob.login, match=match_id)
            )
            answer = await asyncio.to_thread(send)
            assert answer.headers["Location"] == f"/treats?match={match_id}"
            for socket in (light, dark, onlooker):
                treat = await hear(socket, "treat")
                assert (treat["m"], treat["side"], treat["kind"], treat["name"]) == (
                    match_id, 1, "baklava", cleo.login,
                )  # fmt: skip
    await asyncio.to_thread(send)  # the same form again
    assert await asyncio.to_thread(balance, cleo) == "985.00"
    page = await asyncio.to_thread(guest.get, path)
    (shown,) = page.json("treats")
    assert (shown["side"], shown["kind"], shown["name"]) == (1, "baklava", cleo.login)
    elsewhere = await asyncio.to_thread(lambda: ann.set_table(game="chess", opponent="friend", rated="no"))
    assert 'id="treats"' not in (await asyncio.to_thread(guest.get, elsewhere)).text


def test_treats_that_are_refused(server: Server) -> None:
    ann, bob = Somebody(server.url).join(), Somebody(server.url).join()
    assert "no member" in refusal(ann.get("/treats?kind=tea&to=Nobody999"))
    assert "to yourself" in refusal(ann.get(f"/treats?kind=tea&to={ann.login}"))
    assert bob.fill("/me", invites="nobody").status == 302
    assert "accept treats" in refusal(ann.get(f"/treats?kind=tea&to={bob.login}"))
    guest = Visitor(server.url)
    guest.get("/")
    assert guest.get("/treats").status == 403
    for bad in ("kind=rakia&to=x", "kind=tea&to=", "match=../../etc"):
        page = ann.get(f"/treats?{bad}")
        assert page.status == 200
        assert "Send for" not in page.text
    assert balance(ann) == "1,000.00"


def test_a_treat_from_the_shop(server: Server) -> None:
    ann, bob = Somebody(server.url).join(), Somebody(server.url).join()
    send = confirm(ann, kind="tea", to=bob.login)
    assert send().headers["Location"] == "/shop"
    assert page_messages(ann.get("/shop")) == [f"Tea for {bob.login}: sent."]
    data = json.loads(ann.prove("/me/account/data").text)
    assert data["shop"]["treats_sent"][0]["kind"] == "tea"
