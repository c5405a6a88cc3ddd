"""Public and private parts of a member's profile."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.http import QueryDict
from django.test import AsyncClient

from tests.club.profile.conftest import Make
from tests.support.http_client import html_of
from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.play.actions import NotAdmittedError, set_table
from zaria.club.play.forms import form_for
from zaria.club.profile import privacy
from zaria.live.lobby.messages import OnlineUser
from zaria.live.lobby.online_users import Handles, OnlineUsers
from zaria.match.events import Player

GUEST = Player("g", "Walnut-Heron 42", "#7b4f8a")


async def played(winner: Member, loser: Member, number: int = 0, **more: object) -> Played:
    """A match that `winner` won."""
    fields: dict[str, object] = {
        "match_id": f"m{number}", "game": "tabla", "began": 0, "ended": number, "length": 3,
        "speed": "normal", "player0": winner.player, "player1": loser.player, "name0": winner.username,
        "name1": loser.username, "member0": True, "member1": True, "won": 0, "score0": 3, "score1": 1,
        "how": "played", "dice0": [20, 20, 20, 20, 20, 20, 60, 10], "dice1": [20] * 6 + [60, 10],
    }  # fmt: skip
    return await Played.objects.acreate(**{**fields, **more})


async def text(client: AsyncClient, path: str) -> str:
    """A page."""
    return html_of(await client.get(path))


async def test_a_page_tells_of_a_member(browser: AsyncClient, marica: Member, make: Make) -> None:
    ivan = await make("Ivan77", country="GR", face="fox")
    await played(ivan, marica)
    page = await text(browser, "/@Ivan77")
    for detail in ("<h1>Ivan77</h1>", "/face/Ivan77?v=", "Greece", "Member since", 'href="/t/m0/replay"'):
        assert detail in page
    assert "0 won, 1 lost, 0 drawn" in page
    assert "16.7%" in page  # as often each face fell
    assert "/new?to=" not in page  # Ivan is not online
    assert "A bot plays" not in page


async def test_names_are_written_in_one_way(browser: AsyncClient) -> None:
    answer = await browser.get("/@mARICA")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/@Marica")


async def test_who_is_no_member_has_no_page(browser: AsyncClient, make: Make) -> None:
    await make("Ghost", is_active=False)
    await Member.objects.acreate(
        username="Newcomer", email="n@example.org"
    )  # has not confirmed their address
    for name in ("Nobody", "Ghost", "Newcomer", "a", "A" * 30):
        answer = await browser.get(f"/@{name}")
        assert answer.status_code == 404
        assert "There is no such member" in html_of(answer)
        assert (await browser.get(f"/face/{name}")).status_code == 404


async def test_programs_are_marked(browser: AsyncClient, make: Make) -> None:
    await make("Robby", robot=True)
    assert "A bot plays" in await text(browser, "/@Robby")


async def test_what_is_hidden_is_not_shown(browser: AsyncClient, marica: Member, make: Make) -> None:
    ivan = await make("Ivan77", country="GR", settings={"show_country": False, "show_games": False})
    await played(ivan, marica)
    page = await text(browser, "/@Ivan77")
    assert "Greece" not in page
    assert "/t/m0/replay" not in page
    assert "hides games and ratings" in page
    ivan_browser = AsyncClient()
    await ivan_browser.aforce_login(ivan)
    page = await text(ivan_browser, "/@Ivan77")
    assert "Greece" in page
    assert "/t/m0/replay" in page


async def test_long_lists_have_pages(browser: AsyncClient, marica: Member, make: Make) -> None:
    ivan = await make("Ivan77")
    for number in range(27):
        await played(ivan, marica, number)
    first, second = await text(browser, "/@Ivan77"), await text(browser, "/@Ivan77?page=2")
    assert "?page=2#games" in first
    assert 'href="/t/m0/replay"' not in first
    assert 'href="/t/m0/replay"' in second
    for odd in ("0", "-1", "x", "9" * 50, "٣"):
        assert (await browser.get("/@Ivan77", {"page": odd})).status_code == 200


# invitations and presence


@pytest.mark.parametrize(
    ("wanted", "member", "guest"), [("all", True, True), ("members", True, False), ("nobody", False, False)]
)
async def test_who_may_be_invited(make: Make, wanted: str, member: bool, guest: bool) -> None:
    ivan = await make("Ivan77", settings={"invites": wanted})
    asks = Player("p", "Marica", "#2f6f73", member=True)
    assert await privacy.may_invite(asks, ivan.player) is member
    assert await privacy.may_invite(GUEST, ivan.player) is guest
    assert await privacy.may_invite(GUEST, "another guest")


async def test_who_hides_is_in_no_list_but_known_to_be_here(browser: AsyncClient, marica: Member) -> None:
    before = await browser.get("/look")  # any page renews the cookie, an error too
    after = await browser.post("/me", {"invites": "all"})  # every switch is off
    for answer, hidden, country in ((before, False, "BG"), (after, True, "")):
        caller = players.from_headers({"cookie": f"{players.COOKIE}={answer.cookies[players.COOKIE].value}"})
        assert caller is not None
        assert (caller.player.id, caller.player.country) == (marica.player, country)
        assert caller.hidden is hidden


def test_the_roll_leaves_out_who_hides() -> None:
    roll = OnlineUsers(Handles(b"key"))
    seen, unseen = OnlineUser("a", "Ana", "#7b4f8a"), OnlineUser("b", "Boris", "#7b4f8a", hidden=True)
    roll.add("here", [seen, unseen])
    assert [visitor for _handle, visitor in roll.part(0, 9)] == [seen]
    assert len(roll) == 1
    assert roll.find(roll.handle("b")) == unseen
    roll.add("here", [OnlineUser("b", "Boris", "#7b4f8a")])
    assert len(roll) == 2
    roll.add("here", [unseen])
    roll.remove("here", ["a"])
    assert len(roll) == 0
    roll.remove("here", ["b"])
    assert roll.find(roll.handle("b")) is None


async def test_no_table_is_set_for_who_takes_no_invitations(make: Make) -> None:
    ivan = await make("Ivan77", settings={"invites": "members"})
    visitor = OnlineUser(ivan.player, "Ivan77", ivan.colour, member=True)
    sessions = SimpleNamespace(visitor={"handle": visitor}.get)
    live: Any = SimpleNamespace(lobby=SimpleNamespace(sessions=sessions))
    form = form_for("tabla", QueryDict("game=tabla&opponent=person&to=handle"))
    assert form.is_valid()
    with pytest.raises(NotAdmittedError) as refused:
        await set_table(live, GUEST, form, "1.2.3.4")
    assert refused.value.code == "no_invitations"
    with pytest.raises(AttributeError):  # a member gets further: to the lobby, which there is none of here
        await set_table(live, Player("p", "Marica", "#2f6f73", member=True), form, "1.2.3.4")
