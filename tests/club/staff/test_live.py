"""The staff of a club that is open: the first of all, blocks that hold at once, the book as a file."""

import asyncio
import csv
import io
import re

import pytest

from tests.club.server.test_sockets import closed, dial, people
from tests.support.club.member_client import Somebody
from tests.support.club.staff_client import act, boss_of, number
from tests.support.live.socket_players import hear, tell
from tests.support.servers import Server
from zaria.live.sockets.connection import SHUT_OUT

pytestmark = pytest.mark.xdist_group("live tables of the staff")


@pytest.fixture(scope="module")
def boss(server: Server) -> Somebody:
    """The first of the staff."""
    return boss_of(server)


async def test_a_block_shuts_out_pages_and_sockets(server: Server, boss: Somebody) -> None:
    ann = await asyncio.to_thread(Somebody(server.url).join)
    before = dict(ann.cookies)
    async with dial(server.url, ann.cookies) as socket:
        assert ann.login in await people(socket)
        assert await asyncio.to_thread(act, boss, "block", ann.login, lasts="ever") == 302
        assert await closed(socket) == SHUT_OUT
    async with dial(server.url, before) as socket:
        await tell(socket, t="seek", game="tabla", speed="normal")
        assert (await hear(socket, "no"))["code"] == "no_identity"
    await asyncio.to_thread(_pages_are_closed, ann)
    assert await asyncio.to_thread(act, boss, "lift", ann.login, kinds="block") == 302
    assert (await asyncio.to_thread(ann.sign_in)).status == 302
    assert await asyncio.to_thread(ann.is_in)


def _pages_are_closed(ann: Somebody) -> None:
    assert ann.get("/me/account").headers["Location"].startswith("/account/login/")
    answer = ann.sign_in()
    assert answer.status == 403
    assert "This account is blocked" in answer.text
    assert "Two accounts" in answer.text
    assert not ann.is_in()


def test_staff_that_is_blocked_is_out_at_once(server: Server, boss: Somebody) -> None:
    mod = Somebody(server.url).join()
    assert mod.get("/staff/").status == 302
    assert act(boss, "appoint", mod.login, rank="moderators") == 302
    assert not mod.is_in(), "a higher rank starts with a new session"
    mod.sign_in(then="/staff/")
    key = mod.cookies["zaria_session"]
    assert mod.get("/staff/").status == 200
    assert act(boss, "block", mod.login, lasts="1") == 302
    mod.cookies["zaria_session"] = key
    assert mod.get("/staff/").status == 302


def test_a_member_reads_their_notices(server: Server, boss: Somebody) -> None:
    ann, bob = Somebody(server.url, "bg").join(), Somebody(server.url).join()
    assert "/me/notices" not in ann.get("/rules").text
    assert act(boss, "warn", ann.login, rule="1") == 302
    assert "Имате съобщение от екипа." in ann.get("/rules").text
    page = ann.get("/me/notices")
    assert "Получихте предупреждение: правило 1" in page.text
    assert "Two accounts" in page.text
    (read,) = re.findall(r'action="(/me/notices/\d+/read)"', page.text)
    assert bob.fill(read, bob.get("/me/account")).status == 404
    assert "Имате съобщение от екипа." in ann.get("/").text
    assert ann.fill(read, page).headers["Location"] == "/me/notices"
    assert "Имате съобщение от екипа." not in ann.get("/").text
    assert "Two accounts" in ann.get("/me/notices").text
    assert Somebody(server.url).get("/me/notices").status == 302


def test_the_book_as_a_file(server: Server, boss: Somebody) -> None:
    ann = Somebody(server.url).join()
    act(boss, "warn", ann.login, rule="1")
    key = number(boss, ann.login)
    page = boss.get(f"/staff/staff/act/?about__id__exact={key}")
    (file,) = re.findall(r'href="(/staff/staff/act/file.csv[^"]*)"', page.text)
    answer = boss.get(file)
    assert "no-store" in answer.headers["Cache-Control"]
    head, *rows = csv.reader(io.StringIO(answer.text.lstrip("\ufeff")))
    assert head[:5] == ["id", "at", "by", "act", "about"]
    assert [row[2:5] + row[6:7] for row in rows] == [[boss.login, "warn", ann.login, "Two accounts"]]
