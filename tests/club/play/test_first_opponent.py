"""The computer of a first visit: the Beginner, with training; later the last choice."""

import pytest

from tests.club.play.test_last_terms import _checked
from tests.club.play.test_level_offer import _fields
from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.games import programs


def _one_tap(visitor: Visitor) -> tuple[str, dict[str, str]]:
    """The small text of the button that plays at once, and the fields that it sends."""
    text = visitor.get("/").text
    button = text.partition('class="btn pri" form="one-tap"')[2].partition("</button>")[0]
    level = text.partition('name="level" form="one-tap"')[2].partition("</select>")[0]
    form = text.partition('<form id="one-tap"')[2].partition("</form>")[0]
    training = form.partition('name="training" value="')[2].partition('"')[0]
    chosen = level.partition(" selected")[0].rpartition('value="')[2][:1]
    line = button.partition("<small>")[2].replace('<span id="level-name">', "").replace("</span>", " ")
    return line.partition("</small>")[0], {"level": chosen, "training": training}


def test_the_first_table_is_for_training_against_the_beginner(server: Server) -> None:
    visitor = Visitor(server.url)
    page = visitor.get("/new/tapa").text
    assert (_checked(page, "level"), _checked(page, "training")) == ("1", "yes")
    line, fields = _one_tap(visitor)
    assert line.split(" · ") == ["Tabla", "Single game", "Beginner", "Training"]
    assert fields == {"level": "1", "training": "yes"}
    path = visitor.set_table(game="tabla", opponent="computer", last="yes", **fields)
    table = visitor.get(path)
    assert "Zaria · Beginner" in table.text
    assert 'id="coach"' in table.text
    assert "data-newcomer" in table.text
    assert 'value="/t/m/replay"' in visitor.get("/account/signup/?next=/t/m/replay").text
    assert _one_tap(visitor)[1] == fields, "the second visit finds what the first one chose"


@pytest.mark.parametrize(("training", "cookie"), [("yes", "4t"), ("no", "4")])
def test_later_visits_find_the_last_choice(server: Server, training: str, cookie: str) -> None:
    visitor = Visitor(server.url)
    visitor.set_table(game="tabla", opponent="computer", level="4", training=training)
    assert visitor.cookies[programs.COOKIE] == cookie
    page = visitor.get("/new/chess").text
    assert (_checked(page, "level"), _checked(page, "training")) == ("4", training)
    assert _one_tap(visitor)[1] == {"level": "4", "training": training}


@pytest.mark.parametrize("value", ["7", "0t", "4x", "44", "\N{SUPERSCRIPT TWO}", "t"])
def test_a_cookie_without_a_level_is_none(server: Server, value: str) -> None:
    page = Visitor(server.url).send(
        "GET", "/new/tapa", headers={"Cookie": f"{programs.COOKIE}={value}".encode()}
    )
    assert (_checked(page.text, "level"), _checked(page.text, "training")) == ("1", "yes")


def test_terms_of_a_match_or_a_new_browser_of_a_member_bring_no_training(server: Server) -> None:
    laptop = Somebody(server.url).join()
    path = laptop.set_table(game="gulbara", opponent="friend", length="3")
    page = Visitor(server.url).get(f"/new/gulbara?as={path.rpartition('/')[2]}").text
    assert _checked(page, "training") == "no"
    phone = Somebody(server.url)
    phone.sign_in(laptop.login)
    page = phone.get("/new/gulbara").text
    assert (_checked(page, "level"), _checked(page, "training")) == ("3", "no")


def test_the_next_level_is_offered_with_training_where_it_was_for_training(server: Server) -> None:
    visitor = Visitor(server.url)
    path = visitor.set_table(game="tabla", opponent="computer", level="1", training="yes")
    again = visitor.set_table(**_fields(visitor.get(f"{path}/level/2")))
    page = visitor.get(again).text
    assert "Zaria · Easy" in page
    assert 'id="coach"' in page
