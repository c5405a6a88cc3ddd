"""The page of people over HTTP, with its forms; it works without scripts."""

from contextlib import ExitStack

import pytest
from websockets.sync.client import connect

from tests.support.club.member_client import Somebody
from tests.support.patience import PATIENCE
from tests.support.servers import Server


@pytest.fixture(scope="module")
def pair(server: Server) -> tuple[Somebody, Somebody]:
    """Two members."""
    return Somebody(server.url).join(), Somebody(server.url).join()


def act(member: Somebody, target: Somebody, name: str, then: str = "/people?list=followed") -> None:
    """Press a button twice: what it does may be repeated."""
    page = member.get(f"/people?login={target.login}")
    for _ in range(2):
        answer = member.fill(f"/people/{target.login}/{name}", page, next=then)
        assert (answer.status, answer.headers["Location"]) == (302, then)


def test_a_member_follows_and_blocks_another(pair: tuple[Somebody, Somebody]) -> None:
    member, friend = pair
    act(member, friend, "follow")
    page = member.get("/people?list=followed").text
    assert f"You now follow {friend.login}." in page
    assert f'action="/people/{friend.login}/unfollow"' in page
    assert f'action="/messages/to/{friend.login}"' in page
    assert "Follows you" in friend.get(f"/people?login={member.login}").text
    act(friend, member, "follow")
    assert f">{member.login}</a>" in friend.get("/people?list=friends").text
    act(member, friend, "unfollow")
    act(member, friend, "block")
    for path in ("/people?list=blocked", f"/@{friend.login}"):
        page = member.get(path).text
        assert f'action="/people/{friend.login}/unblock"' in page
        assert f'action="/messages/to/{friend.login}"' not in page
    followed = friend.get("/people?list=followed").text
    assert "You don&#x27;t follow anyone yet." in followed, "a block ends following"
    page = friend.get(f"/@{member.login}").text
    assert "blocked" not in page.partition("<main")[2].lower(), "nobody learns that they are blocked"
    act(member, friend, "unblock")
    assert f'action="/people/{friend.login}/follow"' in member.get(f"/@{friend.login}").text


def test_who_is_online_is_listed_unless_they_hide_it(server: Server, pair: tuple[Somebody, Somebody]) -> None:
    member, friend = pair
    address = server.url.replace("http", "ws") + "/ws"
    friend.get("/people")
    cookie = "; ".join(f"{name}={value}" for name, value in friend.cookies.items())
    with connect(address, additional_headers={"Cookie": cookie}, proxy=None) as socket:
        assert socket.ping().wait(PATIENCE)
        row = _row(member.get("/people").text, friend)
        assert "Online" in row
        assert 'href="/new?to=' in row
        act(member, friend, "block")
        assert "/new?to=" not in _row(member.get("/people").text, friend)
        act(member, friend, "unblock")
        friend.fill("/me", invites="members")  # every switch is off
        assert "Online" not in _row(member.get(f"/people?login={friend.login}").text, friend)


def test_friends_online_stand_first(server: Server) -> None:
    people = sorted(
        (Somebody(server.url).join() for _ in range(3)), key=lambda friend: friend.login.casefold()
    )
    first, reader, last = people
    act(reader, last, "follow")
    act(last, reader, "follow")
    address = server.url.replace("http", "ws") + "/ws"
    with ExitStack() as stack:
        for friend in (first, last):
            cookie = "; ".join(f"{name}={value}" for name, value in friend.cookies.items())
            socket = stack.enter_context(connect(address, additional_headers={"Cookie": cookie}, proxy=None))
            assert socket.ping().wait(PATIENCE)
        page = reader.get("/people").text
    assert 0 < page.index(f'href="/@{last.login}"') < page.index(f'href="/@{first.login}"')
    rows = [part for part in page.split("<li>") if f'href="/@{last.login}"' in part]
    assert len(rows) == 1, "nobody is listed twice"


def test_guests_search_and_nobody_acts_on_themselves(server: Server, pair: tuple[Somebody, Somebody]) -> None:
    member, target = pair
    guest = Somebody(server.url)
    page = guest.get(f"/people?login={target.login.upper()}")
    assert f">{target.login}</a>" in page.text
    assert "/follow" not in page.text
    assert "list=followed" not in page.text
    assert guest.fill(f"/people/{target.login}/follow", page).headers["Location"].startswith("/account/login")
    own_page = member.get(f"/people?login={member.login}")
    assert "/follow" not in own_page.text
    assert member.fill(f"/people/{member.login}/block", own_page).status == 404
    assert member.fill("/people/Nobody99x/follow", own_page).status == 404
    assert member.get(f"/people/{target.login}/follow").status == 405
    away = member.fill(f"/people/{target.login}/follow", own_page, next="//elsewhere.example/")
    assert away.headers["Location"] == "/people"
    assert "No players found." in member.get("/people?login=%3Cscript%3E").text
    assert member.get("/people?list=played&page=999999999").status == 200


def _row(page: str, member: Somebody) -> str:
    """The row of somebody."""
    return next(part for part in page.split("<li>") if f'href="/@{member.login}"' in part)
