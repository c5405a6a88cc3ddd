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


def act(member: Somebody, other: Somebody, name: str, then: str = "/people?list=followed") -> None:
    """Press a button twice: what it does may be repeated."""
    page = member.get(f"/people?login={other.login}")
    for _ in range(2):
        answer = member.fill(f"/people/{other.login}/{name}", page, next=then)
        assert (answer.status, answer.headers["Location"]) == (302, then)


def test_a_member_follows_and_blocks_another(pair: tuple[Somebody, Somebody]) -> None:
    one, two = pair
    act(one, two, "follow")
    page = one.get("/people?list=followed").text
    assert f"You now follow {two.login}." in page
    assert f'action="/people/{two.login}/unfollow"' in page
    assert f'action="/messages/to/{two.login}"' in page
    assert "Follows you" in two.get(f"/people?login={one.login}").text
    act(two, one, "follow")
    assert f">{one.login}</a>" in two.get("/people?list=friends").text
    act(one, two, "unfollow")
    act(one, two, "block")
    for path in ("/people?list=blocked", f"/@{two.login}"):
        page = one.get(path).text
        assert f'action="/people/{two.login}/unblock"' in page
        assert f'action="/messages/to/{two.login}"' not in page
    followed = two.get("/people?list=followed").text
    assert "You don&#x27;t follow anyone yet." in followed, "a block ends following"
    page = two.get(f"/@{one.login}").text
    assert "blocked" not in page.partition("<main")[2].lower(), "nobody learns that they are blocked"
    act(one, two, "unblock")
    assert f'action="/people/{two.login}/follow"' in one.get(f"/@{two.login}").text


def test_who_is_online_is_listed_unless_they_hide_it(server: Server, pair: tuple[Somebody, Somebody]) -> None:
    one, two = pair
    address = server.url.replace("http", "ws") + "/ws"
    two.get("/people")
    cookie = "; ".join(f"{name}={value}" for name, value in two.cookies.items())
    with connect(address, additional_headers={"Cookie": cookie}, proxy=None) as socket:
        assert socket.ping().wait(PATIENCE)
        row = _row(one.get("/people").text, two)
        assert "Online" in row
        assert 'href="/new?to=' in row
        act(one, two, "block")
        assert "/new?to=" not in _row(one.get("/people").text, two)
        act(one, two, "unblock")
        two.fill("/me", invites="members")  # every switch is off
        assert "Online" not in _row(one.get(f"/people?login={two.login}").text, two)


def test_friends_online_stand_first(server: Server) -> None:
    people = sorted((Somebody(server.url).join() for _ in range(3)), key=lambda one: one.login.casefold())
    first, reader, last = people
    act(reader, last, "follow")
    act(last, reader, "follow")
    address = server.url.replace("http", "ws") + "/ws"
    with ExitStack() as stack:
        for one in (first, last):
            cookie = "; ".join(f"{name}={value}" for name, value in one.cookies.items())
            socket = stack.enter_context(connect(address, additional_headers={"Cookie": cookie}, proxy=None))
            assert socket.ping().wait(PATIENCE)
        page = reader.get("/people").text
    assert 0 < page.index(f'href="/@{last.login}"') < page.index(f'href="/@{first.login}"')
    rows = [part for part in page.split("<li>") if f'href="/@{last.login}"' in part]
    assert len(rows) == 1, "nobody is listed twice"


def test_guests_search_and_nobody_acts_on_themselves(server: Server, pair: tuple[Somebody, Somebody]) -> None:
    one, two = pair
    guest = Somebody(server.url)
    page = guest.get(f"/people?login={two.login.upper()}")
    assert f">{two.login}</a>" in page.text
    assert "/follow" not in page.text
    assert "list=followed" not in page.text
    assert guest.fill(f"/people/{two.login}/follow", page).headers["Location"].startswith("/account/login")
    own_page = one.get(f"/people?login={one.login}")
    assert "/follow" not in own_page.text
    assert one.fill(f"/people/{one.login}/block", own_page).status == 404
    assert one.fill("/people/Nobody99x/follow", own_page).status == 404
    assert one.get(f"/people/{two.login}/follow").status == 405
    away = one.fill(f"/people/{two.login}/follow", own_page, next="//elsewhere.example/")
    assert away.headers["Location"] == "/people"
    assert "No players found." in one.get("/people?login=%3Cscript%3E").text
    assert one.get("/people?list=played&page=999999999").status == 200


def _row(page: str, other: Somebody) -> str:
    """The row of somebody."""
    return next(part for part in page.split("<li>") if f'href="/@{other.login}"' in part)
