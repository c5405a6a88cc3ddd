"""Favourite games: they move from the device to the account, follow a member, and go with the account."""

import time
from typing import Any

import pytest
from django.test import RequestFactory

from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.accounts.models import Member
from zaria.club.personal_data import deletion, export
from zaria.club.play import favourites
from zaria.club.play.favourites import COOKIE
from zaria.live.rate_limits import Rates
from zaria.match.events import Player


def stars(visitor: Visitor) -> list[str]:
    names: list[str] = visitor.get("/").json("boot")["stars"]
    return names


def test_they_move_from_the_device_to_the_account_and_follow_the_member(server: Server) -> None:
    laptop, phone = Somebody(server.url), Somebody(server.url)
    laptop.cookies.set(COOKIE, "chess.tapa.nothing")
    assert stars(laptop) == ["chess", "tapa"]
    laptop.join()
    assert stars(laptop) == ["chess", "tapa"]
    assert COOKIE not in laptop.cookies
    phone.cookies.set(COOKIE, "gulbara.chess")
    phone.sign_in(laptop.login)
    assert stars(phone) == ["chess", "tapa", "gulbara"]
    assert laptop.get("/").json("boot")["pairs"][:3] == ["chess", "tapa", "gulbara"]
    assert phone.post("/favourites", game="chess", on="no").status == 204
    assert phone.post("/favourites", game="tabla", on="yes").status == 204
    assert stars(laptop) == ["tapa", "gulbara", "tabla"]
    assert stars(Somebody(server.url)) == []


def test_a_star_is_set_by_members_of_games_alone(server: Server) -> None:
    member = Somebody(server.url).join()
    assert Visitor(server.url).post("/favourites", game="tabla").status == 403
    assert member.post("/favourites", game="poker").status == 404
    assert member.get("/favourites").status == 405
    assert stars(member) == []


async def test_who_changes_stars_too_often_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = Rates(1)
    assert spent.take("7", int(time.monotonic() * 1000))
    monkeypatch.setattr(favourites, "changes", lambda: spent)
    request: Any = RequestFactory().post("/favourites", {"game": "tabla"})
    request.user, request.player = Member(pk=7), Player("p7", "Stella", "#777777", member=True)
    answer = await favourites.mark(request)
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")


@pytest.mark.django_db
def test_they_are_exported_and_go_with_the_account() -> None:
    member = Member.objects.create(username="Stella1", email="stella1@example.org", favourites=["tapa"])
    assert export.of(member)["account"]["favourites"] == ["tapa"]
    deletion.delete(member, "Amber-Fox 43")
    assert Member.objects.get(pk=member.pk).favourites == []
