"""Tables and ratings by the day, as the API tells of them."""

import pytest

from tests.support.club.api_client import Caller
from tests.support.club.member_client import Somebody
from tests.support.servers import Server


@pytest.fixture(scope="module")
def member(server: Server) -> Somebody:
    return Somebody(server.url).join()


def opened(member: Somebody, **fields: str) -> str:
    """The id of a table that is open to anyone."""
    return member.set_table(opponent="anyone", game="tabla", **fields).rpartition("/")[2]


def test_tables_tell_their_clock_by_the_day(member: Somebody) -> None:
    caller, match_id = Caller(member.url), opened(member, clock="days", weekends="yes")
    clock = caller.ask(f"v1/matches/{match_id}").body["v"]["clock_terms"]
    assert (clock["pool"], clock["vacation"], clock["weekends"]) == ([7, 24], True, True)
    second = opened(member, clock="days", pool="none", days="3", vacation="no")
    cards = {card["id"]: card for card in caller.ask("v1/tables?speed=days").body["cards"]}
    assert cards.keys() >= {match_id, second}, "several tables by the day may wait"
    assert cards[second]["clock"]["days"] == 3
    assert "vacation" not in cards[second]["clock"]
    assert all(card["speed"] == "days" and "until" not in card for card in cards.values())


def test_guests_read_that_it_is_for_members(server: Server) -> None:
    request = {"game": "tabla", "opponent": "friend", "terms": {"clock": "days"}}
    refused = Caller(server.url).tell("v1/tables", request)
    assert (refused.status, refused.code) == (422, "bad_terms")
    assert "for members" in refused.body["text"]


def test_the_terms_of_a_game_list_the_clock(server: Server) -> None:
    terms = {term["name"]: term for term in Caller(server.url).ask("v1/games/chess").body["terms"]}
    assert [value["value"] for value in terms["pool"]["values"]] == ["3-12", "7-24", "14-24", "none"]
    assert [value["value"] for value in terms["days"]["values"]] == ["1", "2", "3", "5", "7", "14"]
    assert terms["pool"]["usual"] == "7-24"
    assert "days" in [value["value"] for value in terms["clock"]["values"]]


def test_the_history_of_a_rating_by_the_day(member: Somebody) -> None:
    caller = Caller(member.url)
    assert caller.ask(f"v1/members/{member.login}/ratings?game=tabla.days").body == []
    assert caller.ask("v1/ranking?game=chess.days").body["game"] == "chess.days"
    assert caller.ask("v1/ranking?game=tennis.days").code == "unknown_game"
