"""Another level of the computer on the same terms, offered beside the result of a match."""

import re

from tests.support.http_client import Page, Visitor
from tests.support.servers import Server
from zaria.bots import levels
from zaria.club.games import programs


def _fields(page: Page) -> dict[str, str]:
    """The fields of the form of an offer."""
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.text))
    level = re.search(r'<button[^>]* name="level" value="([\d.]+)"', page.text)
    assert level is not None
    return {**fields, "level": level[1]}


def test_an_offer_sets_the_same_table_at_the_next_level(server: Server) -> None:
    visitor = Visitor(server.url)
    path = visitor.set_table(game="gulbara", length="3", opponent="computer", level="3")
    easier = visitor.get(f"{path}/level/2")
    assert "You lost three times in a row." in easier.text
    assert "<span>Zaria · Easy<small>Plays at home</small></span>" in easier.text
    fields = _fields(easier)
    assert "csrfmiddlewaretoken" in fields
    again = visitor.set_table(**fields)
    page = visitor.get(again)
    assert "Zaria · Easy" in page.text
    assert "Match to 3" in visitor.get(f"{again}/terms").text
    assert 'value="2" checked' in re.sub(r'(id|class)="[^"]*" ', "", visitor.get("/new/gulbara").text)


def test_a_stronger_level_is_offered_to_the_winner(server: Server) -> None:
    visitor = Visitor(server.url)
    path = visitor.set_table(game="chess", opponent="computer", level="4")
    text = visitor.get(f"{path}/level/5").text
    assert "You won three times in a row." in text
    assert "As strong as we can make it" in text


def test_in_a_board_game_the_next_level_is_half_a_level_away(server: Server) -> None:
    visitor = Visitor(server.url)
    path = visitor.set_table(game="chess", opponent="computer", level="2")
    harder = visitor.get(f"{path}/level/2.5")
    assert "<span>Zaria · Easy +<small>A step above “Easy”</small></span>" in harder.text
    again = visitor.set_table(**_fields(harder))
    assert "Zaria · Easy +" in visitor.get(again).text
    assert "Zaria · Club player" in visitor.get(f"{again}/level/3").text
    for level in ("4", "1", "2.5", "2.25", "x"):
        assert visitor.get(f"{again}/level/{level}").status == 404
    dice = visitor.set_table(game="tabla", opponent="computer", level="2.5")
    assert '"bot":"level2"' in visitor.get(dice).text


def test_half_a_level_has_a_point_in_every_language(server: Server) -> None:
    visitor = Visitor(server.url, "bg")
    path = visitor.set_table(game="chess", opponent="computer", level="2")
    assert _fields(visitor.get(f"{path}/level/2.5"))["level"] == "2.5"
    visitor.set_table(game="chess", opponent="computer", level="2.5")
    assert '<option value="2.5" selected>' in visitor.get("/").text


def test_only_the_next_levels_of_a_match_with_the_computer_are_offered(server: Server) -> None:
    visitor = Visitor(server.url)
    path = visitor.set_table(game="tabla", opponent="computer", level="1")
    for level in (0, 1, 3, 6):
        assert visitor.get(f"{path}/level/{level}").status == 404
    friend = visitor.set_table(game="tabla", opponent="friend")
    assert visitor.get(f"{friend}/level/2").status == 404
    assert visitor.get("/t/nothing/level/2").status == 404


def test_every_level_says_what_to_expect_where_it_is_chosen(server: Server) -> None:
    page = Visitor(server.url).get("/new/tapa").text
    for level in levels.offered("tapa"):
        assert f"<b>{programs.LEVELS[level]}</b><small>{programs.EXPECTATIONS[level]}</small>" in page
