"""The page of vacations, on a server."""

from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.servers import Server

PAGE = "/me/vacation"


def test_guests_sign_in_first(server: Server) -> None:
    assert Visitor(server.url).get(PAGE).status == 302


def test_a_member_goes_on_vacation_and_comes_back(server: Server) -> None:
    ann = Somebody(server.url).join()
    page = ann.get(PAGE)
    assert "Days left: 2.5" in page.text
    assert ann.fill(PAGE, page, days="2", begins="").status == 302
    page = ann.get(PAGE)
    assert "You are on vacation until" in page.text
    assert "Days left: 0.5" in page.text
    assert ann.fill(f"{PAGE}/end", page).status == 302
    assert "Days left: 2.5" in ann.get(PAGE).text


def test_a_vacation_that_may_not_begin_is_refused_with_a_sentence(server: Server) -> None:
    ann = Somebody(server.url).join()
    for fields, sentence in (
        ({"days": "9", "begins": ""}, "have so many days of vacation"),
        ({"days": "1", "begins": "2020-01-01"}, "Choose a day from tomorrow on"),
        ({"days": "0", "begins": ""}, ""),
        ({"days": "22", "begins": ""}, ""),
        ({"days": "many", "begins": "soon"}, ""),
    ):
        page = ann.fill(PAGE, ann.get(PAGE), **fields)
        assert page.status == 422
        assert sentence in page.text
    assert "Days left: 2.5" in ann.get(PAGE).text


def test_the_switch_is_kept(server: Server) -> None:
    ann = Somebody(server.url).join()
    page = ann.get(PAGE)
    assert "checked" in page.text
    assert ann.fill(f"{PAGE}/automatic", page).status == 302
    page = ann.get(PAGE)
    assert "checked" not in page.text.partition("automatic")[2]
    assert ann.fill(f"{PAGE}/automatic", page, automatic="on").status == 302
    assert "checked" in ann.get(PAGE).text
