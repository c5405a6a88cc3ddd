"""All cookies of the club together stay under 2 KB, whatever a visitor saves, chooses and hides."""

import secrets

from django.http import HttpResponse
from django.test import RequestFactory

from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.games.catalogue import TITLES
from zaria.club.lobby import pending_matches

MOST = 2048


def size(visitor: Visitor) -> int:
    """Bytes of the header with the cookies of a browser."""
    return len("; ".join(f"{name}={value}" for name, value in visitor.cookies.items()).encode())


def save_everything(visitor: Visitor) -> None:
    """Choose terms, save sets of terms under long names until none fits, change the look."""
    for number, game in enumerate(list(TITLES)[:7]):
        more = {"clock": "fischer", "bank": "20", "increment": "30", "length": "1", "rated": "no"}
        visitor.post("/new", game=game, opponent="friend", **more)
        name = "".join(chr(0x410 + (number * 17 + place * place) % 64) for place in range(38))
        visitor.post("/presets/save", game=game, name=name, opponent="anyone", **more)
    for field, value in (("theme", "dark"), ("skin", "walnut"), ("men", "ivory")):
        visitor.post("/look", **{field: value})
    visitor.post("/language", language="el")


def hidden() -> int:
    """Bytes of the cookie that hides as many matches as a browser may hide."""
    response = HttpResponse()
    matches = {secrets.token_hex(5): 99_999 for _ in range(100)}
    pending_matches.hide(RequestFactory().get("/"), response, matches)
    return len(response.cookies[pending_matches.COOKIE].value) + len(f"; {pending_matches.COOKIE}=")


def test_those_of_a_guest_and_of_a_member_stay_small(server: Server) -> None:
    guest, member = Visitor(server.url), Somebody(server.url)
    save_everything(guest)
    assert 500 < size(guest) + hidden() < MOST
    save_everything(member)
    member.join()
    assert 500 < size(member) + hidden() < MOST
