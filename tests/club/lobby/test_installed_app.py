"""The service worker as it is served, the page without a line, and the mark of a page's reader."""

import json
from http import HTTPStatus

import pytest
from django.http import Http404
from django.test import RequestFactory, override_settings

from tests.support.club.member_client import Somebody
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.accounts.middleware import READER
from zaria.club.lobby import installed_app
from zaria.club.site.brand import state
from zaria.club.site.brand.values import Brand

__all__ = ["plain_files"]


def test_the_worker_is_asked_for_anew_and_names_its_release(server: Server) -> None:
    answer = Visitor(server.url).get("/sw.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer.headers["Cache-Control"]
    first_line = answer.text.partition("const worker")[0]
    club = json.loads(first_line[first_line.index("{") : first_line.rindex("}") + 1])
    assert club["name"] == "Zaria"
    assert len(club["release"]) == 12
    visitor = Visitor(server.url)
    for address in (*club["sheets"], club["icon"], "/offline"):
        assert visitor.get(address).status == HTTPStatus.OK, address


@pytest.mark.usefixtures("plain_files")
def test_the_worker_of_a_club_has_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "current", lambda: Brand(name='The "A" club'))
    script = installed_app.service_worker(RequestFactory().get("/sw.js")).content.decode()
    assert r'"name": "The \"A\" club"' in script


@override_settings(SERVICE_WORKER=False)
def test_a_club_without_a_worker_serves_one_that_ends() -> None:
    script = installed_app.service_worker(RequestFactory().get("/sw.js")).content.decode()
    assert "registration.unregister()" in script
    assert "'fetch'" not in script


def test_the_page_without_a_line_is_the_same_for_all(server: Server) -> None:
    member = Somebody(server.url).join()
    page, strangers_page = member.get("/offline"), Visitor(server.url).get("/offline")
    assert member.login not in page.text
    assert page.text == strangers_page.text
    assert page.headers["Content-Language"] == "en"
    assert member.send("GET", "/offline", headers={"Accept-Language": "bg"}).status == HTTPStatus.OK


def test_every_part_speaks_and_others_are_not_there(server: Server) -> None:
    visitor = Visitor(server.url, "bg")
    for name in installed_app.PARTS:
        page = visitor.get(f"/app/{name}")
        assert page.status == HTTPStatus.OK
        assert 'class="btn' in page.text
    with pytest.raises(Http404):
        installed_app.part(RequestFactory().get("/app/base"), "base")


def test_pages_have_a_mark_of_their_reader_alone(server: Server) -> None:
    ann, bob = Somebody(server.url).join(), Somebody(server.url).join()
    marks = [reader.get("/rules").headers[READER] for reader in (ann, bob, Visitor(server.url))]
    assert len({*marks}) == 3
    assert ann.get("/words").headers[READER] == marks[0]
    assert ann.login not in marks[0]
    assert READER not in ann.get("/sw.js").headers
