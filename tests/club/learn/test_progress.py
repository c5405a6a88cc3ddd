"""Progress in lessons: it moves from the device to the account, follows a member, and goes with them."""

import time
from typing import Any

import pytest
from django.test import RequestFactory

from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.accounts.models import Member
from zaria.club.learn import views
from zaria.club.learn.models import LessonProgress
from zaria.club.learn.progress import COOKIE
from zaria.club.personal_data import deletion, export
from zaria.live.rate_limits import Rates
from zaria.match.events import Player


def done(visitor: Visitor, game: str) -> int:
    boards: int = visitor.get(f"/learn/{game}").json("data")["done"]
    return boards


def test_it_moves_from_the_device_to_the_account_and_follows_the_member(server: Server) -> None:
    laptop, phone = Somebody(server.url), Somebody(server.url)
    laptop.cookies.set(COOKIE, "chess:3.tabla:99.nothing:2.tapa")
    assert [done(laptop, game) for game in ("chess", "tabla", "tapa")] == [3, 10, 0]
    laptop.join()
    assert done(laptop, "chess") == 3
    assert COOKIE not in laptop.cookies
    phone.cookies.set(COOKIE, "chess:2.gulbara:1")
    phone.sign_in(laptop.login)
    assert [done(phone, game) for game in ("chess", "tabla", "gulbara")] == [3, 10, 1]
    assert phone.post("/learn/chess/solved", boards="5").status == 204
    assert phone.post("/learn/chess/solved", boards="4").status == 204
    assert done(laptop, "chess") == 5
    assert "5 of 8" in laptop.get("/learn").text


def test_only_members_report_boards_that_there_are(server: Server) -> None:
    member = Somebody(server.url).join()
    assert Visitor(server.url).post("/learn/chess/solved", boards="1").status == 403
    assert member.post("/learn/poker/solved", boards="1").status == 404
    assert [
        member.post("/learn/chess/solved", boards=text).status
        for text in ("", "0", "9", "²", "-1", "1" * 5000)
    ] == [422] * 6
    assert member.get("/learn/chess/solved").status == 405


async def test_a_member_who_reports_too_often_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = Rates(1)
    assert spent.take("7", int(time.monotonic() * 1000))
    monkeypatch.setattr(views, "reports", lambda: spent)
    request: Any = RequestFactory().post("/learn/chess/solved", {"boards": "1"})
    request.user, request.player = Member(pk=7), Player("p7", "Stella", "#777777", member=True)
    answer = await views.solved(request, "chess")
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")


@pytest.mark.django_db
def test_it_is_exported_and_goes_with_the_account() -> None:
    member = Member.objects.create(username="Stella1", email="stella1@example.org")
    LessonProgress.objects.create(member=member, game="tapa", boards=4)
    assert export.of(member)["lessons"] == {"tapa": 4}
    deletion.delete(member, "Amber-Fox 43")
    assert not LessonProgress.objects.exists()
