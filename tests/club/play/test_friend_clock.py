"""The clock of a table for a friend, chosen on the front page."""

import re
from itertools import product

import pytest
from django.http import QueryDict

from tests.support.by_day import by_day
from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.play import friend_clock
from zaria.club.play.by_day_fields import BY_DAY_TEXT, TURN_BY_TURN, ByDayFields
from zaria.club.play.terms_text import clock_text
from zaria.games.registry import GAMES
from zaria.match.terms import DAYS, ClockTerms

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
    clock = "7 s per move + 9 min reserve"
    assert _chosen(visitor.get("/").text) == [clock]
    path = visitor.set_table(game="tapa", opponent="friend", last="yes", friend_clock="")
    assert clock in visitor.get(f"{path}/terms").text


@pytest.mark.parametrize(
    ("game", "member"),
    by_day([("tabla", False), *((game, True) for game in GAMES)], product(GAMES, (False, True))),
)
def test_each_clock_leads_to_a_table_that_has_it(game: str, member: bool) -> None:
    offered = friend_clock.choices(game, {}, member=member)
    assert [clock.is_next for clock in offered].count(True) == 1
    for clock in offered:
        data = QueryDict(f"opponent=friend&friend_clock={clock.name}")
        wanted = friend_clock.with_choice(game, {}, data, member=member)
        again = friend_clock.choices(game, wanted, member=member)
        (following,) = [choice for choice in again if choice.is_next]
        assert following.text == clock.text


@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_members_are_offered_the_clocks_by_the_day_of_the_form(game: str) -> None:
    by_day = [clock for clock in friend_clock.choices(game, {}, member=True) if clock.group == BY_DAY_TEXT]
    pools = [text for value, text in ByDayFields().fields["pool"].widget.choices if value != TURN_BY_TURN]
    turns = [clock_text(ClockTerms.by_days(days)) for days in DAYS]
    assert [clock.text for clock in by_day] == [*map(str, pools), *turns]
    assert not [clock for clock in friend_clock.choices(game, {}) if clock.group]


@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_a_guest_who_sends_one_has_the_last_clock(game: str) -> None:
    data = QueryDict("opponent=friend&friend_clock=days-3")
    assert friend_clock.with_choice(game, {"colour": "dark"}, data) == {"colour": "dark"}


def test_a_member_opens_a_table_by_the_day_from_the_front_page(server: Server) -> None:
    member = Somebody(server.url).join()
    (optgroup,) = re.findall(r'<optgroup label="([^"]*)">', member.get("/").text)
    assert optgroup == "By the day"
    fields = {"game": "tabla", "rated": "no", "last": "yes", "opponent": "friend"}
    path = member.set_table(**fields, friend_clock="days-5")
    assert "5 d per move" in member.get(f"{path}/terms").text
    assert _chosen(member.get("/").text) == ["5 d per move"]
    member.set_table(game="tabla", opponent="friend", clock="days", pool="7-24", weekends="yes")
    clock = "7 d + 1 d per move, weekends off"
    assert _chosen(member.get("/").text) == [clock]
    path = member.set_table(**fields, friend_clock="")
    assert clock in member.get(f"{path}/terms").text


def test_guests_see_no_group_of_clocks(server: Server) -> None:
    assert "<optgroup" not in Visitor(server.url).get("/").text
