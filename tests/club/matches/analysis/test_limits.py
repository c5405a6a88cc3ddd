"""The queue's knowledge of its askers."""

from django.http import HttpRequest
from django.test import RequestFactory

from zaria.club.accounts import players
from zaria.club.matches.analysis import limits
from zaria.club.matches.analysis.limits import requester_of
from zaria.match.events import Player


def request(address: str, player: Player | None = None) -> HttpRequest:
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    players.VISITOR.set(request, player)
    return request


def test_an_address_cannot_be_read_from_what_is_stored() -> None:
    ann = Player("ann", "Ann", "#777777")
    first, second = requester_of(request("10.1.2.3", ann)), limits.requester_of(request("10.1.2.4"))
    assert first.who == "player ann"
    assert len({first.origin, second.origin, ""}) == 3
    assert second.who == f"address {second.origin}"
    assert not any("10.1" in word for word in (*first, *second))
    assert requester_of(request("10.1.2.3")).origin == first.origin


def test_a_network_that_anybody_has_counts_as_one_address() -> None:
    first, second, third = (
        requester_of(request(f"2001:db8:{end}")) for end in ("1:1::1", "1:1::2", "1:2::1")
    )
    assert first.origin == second.origin != third.origin


def test_this_machine_has_as_many_places_as_it_likes() -> None:
    assert requester_of(request("127.0.0.1")).origin == limits.requester_of(request("::1")).origin == ""
