"""The clock of a table for a friend, chosen on the front page."""

import re

import pytest
from django.http import QueryDict

from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.play import friend_clock
from zaria.games.registry import GAMES

BANK = "5 min + 10 s per move"


def _offered(page: str) -> dict[str, bool]:
    """The clocks on the front page by their text, with whether each is chosen."""
    (select,) = re.findall(r'<select name="friend_clock".*?</select>', page, re.DOTALL)
    return {text: " selected" in tag for tag, text in re.findall(r"<option( [^>]*)>([^<]*)<", select)}


def _chosen(page: str) -> list[str]:
    return [text for text, is_chosen in _offered(page).items() if is_chosen]


def test_a_table_for_a_friend_has_the_clock_of_the_front_page_and_the_next_one_too(server: Server) -> None:
    visitor = Visitor(server.url)
    front = visitor.get("/").text
    assert _chosen(front) == ["No clock"]
    assert BANK in _offered(front)
    fields = {"game": "tabla", "rated": "no", "last": "yes"}
    path = visitor.set_table(**fields, opponent="friend", friend_clock="none")
    assert "No clock" in visitor.get(f"{path}/terms").text
    path = visitor.set_table(**fields, opponent="friend", friend_clock="bank")
    assert BANK in visitor.get(f"{path}/terms").text
    assert (
        BANK in Visitor(server.url).get(path).text.partition('property="og:description"')[2].partition(">")[0]
    )
    assert _chosen(visitor.get("/").text) == [BANK]
    path = visitor.set_table(**fields, opponent="friend")
    assert BANK in visitor.get(f"{path}/terms").text, "nothing was chosen: the last clock"


def test_the_clock_for_a_friend_is_not_that_of_two_on_this_device(server: Server) -> None:
    visitor = Visitor(server.url)
    fields = {"game": "tabla", "rated": "no", "last": "yes", "friend_clock": "bank"}
    path = visitor.set_table(**fields, opponent="local")
    assert "No clock" in visitor.get(f"{path}/terms").text


def test_a_clock_of_ones_own_is_kept_where_no_other_one_is_chosen(server: Server) -> None:
    visitor = Visitor(server.url)
    visitor.set_table(game="tapa", opponent="friend", clock="own", delay="7", bank="9", increment="0")
    own = "7 s per move + 9 min reserve"
    assert _chosen(visitor.get("/").text) == [own]
    path = visitor.set_table(game="tapa", opponent="friend", last="yes", friend_clock="")
    assert own in visitor.get(f"{path}/terms").text


@pytest.mark.parametrize("game", GAMES)
def test_each_clock_leads_to_a_table_that_has_it(game: str) -> None:
    offered = friend_clock.choices(game, {})
    assert [clock.is_next for clock in offered].count(True) == 1
    for clock in offered:
        wanted = friend_clock.with_choice(game, {}, QueryDict(f"opponent=friend&friend_clock={clock.name}"))
        (following,) = [choice for choice in friend_clock.choices(game, wanted) if choice.is_next]
        assert following.text == clock.text
