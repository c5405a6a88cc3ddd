"""The front page for newcomers, for who was here before, and for who wants people."""

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.utils import translation

from tests.club.server.test_sockets import dial
from tests.support.club.api_client import robot
from tests.support.club.member_client import Somebody
from tests.support.club.socket_seat import sit
from tests.support.http_client import Visitor
from tests.support.servers import CLUB, Server
from zaria.club.lobby import views
from zaria.club.matches.results.search_waits import LEAST
from zaria.club.play.favourites import COOKIE, POPULAR
from zaria.club.site.clock import now_ms


def _part(text: str, begins: str, ends: str) -> str:
    return text.partition(begins)[2].partition(ends)[0]


def _with_favourites(server: Server, value: str) -> Visitor:
    visitor = Visitor(server.url)
    visitor.cookies.set(COOKIE, value)
    return visitor


def _starts(text: str) -> list[str]:
    return re.findall(r'value="([^"]*)"', _part(text, 'class="quick-starts"', "</nav>"))


def test_favourites_come_first_then_the_latest_games(server: Server) -> None:
    visitor = _with_favourites(server, "chess.tapa")
    for game in ("gulbara", "tapa", "long-nardy", "tabla"):
        visitor.set_table(game=game, opponent="computer")
    page = visitor.get("/")
    assert _starts(page.text) == ["chess", "tapa", "long-nardy", "gulbara"]
    assert page.json("boot")["pairs"] == ["chess", "tapa", "tabla", "long-nardy"]


def test_a_club_offers_its_own_games_and_links_open_all(tmp_path: Path) -> None:
    with Server(tmp_path / "data", ZARIA_GAMES="long-nardy,tapa") as server:
        visitor = Visitor(server.url)
        page = visitor.get("/")
        assert set(re.findall(r'name="game" value="([\w-]+)"', page.text)) == {"long-nardy", "tapa"}
        assert page.json("boot")["pairs"] == ["long-nardy", "tapa"]
        assert 'value="squares"' not in _part(page.text, 'class="families"', 'class="tiles"')
        assert visitor.get("/new/chess").status == 200
        assert visitor.set_table(game="chess", opponent="computer")
        for path in ("/rules/chess", "/learn/chess", "/ranking?game=chess"):
            assert visitor.get(path).status == 200, path


def test_a_newcomer_is_offered_popular_games(server: Server) -> None:
    page = Visitor(server.url).get("/")
    assert 'class="quick-starts"' not in page.text
    assert page.json("boot")["pairs"] == list(POPULAR[:4])


@pytest.mark.parametrize("value", ["", ".", "nothing", "%3Cb%3E.x", "tapa" * 900])
def test_a_cookie_that_names_no_game_is_as_if_there_were_none(server: Server, value: str) -> None:
    page = _with_favourites(server, value).get("/")
    assert page.status == 200
    assert page.json("boot")["pairs"] == list(POPULAR[:4])


async def test_a_public_match_is_featured_but_not_to_its_players(server: Server) -> None:
    host, guest = Visitor(server.url), Visitor(server.url)
    path = host.set_table(game="tapa", opponent="anyone", clock="quick")
    guest.get(path)
    await sit(server, host, path)
    await sit(server, guest, path)
    featured = f'id="featured" data-match="{path.rpartition("/")[2]}"'
    page = Visitor(server.url).get("/").text
    assert featured in page
    board = _part(_part(page, featured, "</section>"), '<g class="men">', "</svg>")
    assert all(f'<g class="mb-{side}">' in board for side in "ld"), "no script has run yet"
    for player in (host, guest):
        assert featured not in player.get("/").text


async def test_a_robot_that_is_online_is_shown_and_members_may_invite_it(server: Server) -> None:
    (bot, _), member = await asyncio.to_thread(lambda: (robot(server.url), Somebody(server.url).join()))
    async with dial(server.url, bot.cookies):
        handle = bot.get("/").json("boot")["me"]
        for reader, invites in ((member, True), (Visitor(server.url), False)):
            programs = _part(reader.get("/").text, 'class="programs', "</section>")
            assert f'href="/@{bot.login}"' in programs
            assert (f'href="/new?to={handle}"' in programs) == invites


def _befriended(server: Server) -> tuple[Somebody, Somebody, Somebody]:
    """Three members: the first two follow each other, and the first one follows the third."""
    ann, bob, cid = (Somebody(server.url).join() for _ in range(3))
    for member, friend in ((ann, bob), (bob, ann), (ann, cid)):
        profile = member.get(f"/people?login={friend.login}")
        assert member.fill(f"/people/{friend.login}/follow", profile, next="/people").status == 302
    return ann, bob, cid


def _friends(reader: Visitor) -> str:
    """The friends online on a reader's front page, "" without any."""
    return _part(reader.get("/").text, 'aria-labelledby="friends-title"', "</section>")


async def test_friends_who_are_online_can_be_invited_and_watched(server: Server) -> None:
    ann, bob, cid = await asyncio.to_thread(_befriended, server)
    assert _friends(ann) == "", "nobody is online"
    async with dial(server.url, bob.cookies), dial(server.url, cid.cookies):
        friends = _friends(ann)
        handle = bob.get("/").json("boot")["me"]
        assert f'href="/@{bob.login}"' in friends
        assert f'href="/new?to={handle}"' in friends
        assert f'href="/@{cid.login}"' not in friends, "Cid does not follow Ann"
        assert _friends(cid) == _friends(Visitor(server.url)) == ""
        path = bob.set_table(game="tapa", opponent="anyone", clock="quick", rated="no")
        guest = Visitor(server.url)
        guest.get(path)
        await sit(server, bob, path)
        await sit(server, guest, path)
        playing = _friends(ann)
        assert f'href="{path}"' in playing
        assert "/new?to=" not in playing


async def test_a_friend_who_hides_or_takes_no_invitations_is_left_alone(server: Server) -> None:
    ann, bob, _cid = await asyncio.to_thread(_befriended, server)
    with closing(sqlite3.connect(server.data / CLUB)) as stored:
        for setting, is_shown in (('{"invites": "nobody"}', True), ('{"show_online": false}', False)):
            with stored:
                stored.execute(
                    "UPDATE members_member SET settings = ? WHERE username = ?", (setting, bob.login)
                )
            async with dial(server.url, bob.cookies):
                friends = _friends(ann)
                assert (f'href="/@{bob.login}"' in friends) == is_shown
                assert "/new?to=" not in friends


@pytest.mark.parametrize(
    ("language", "seconds", "text"),
    [
        ("en", None, ""),
        ("en", 0, "Search: ≈ 5 s"),
        ("en", 22, "Search: ≈ 20 s"),
        ("en", 170, "Search: ≈ 3 min"),
        ("ru", 22, "Поиск: ≈ 20 с"),
    ],
)
def test_the_wait_of_a_search_is_shown_roughly(language: str, seconds: int | None, text: str) -> None:
    with translation.override(language):
        assert views._wait_text(seconds).replace("\N{NO-BREAK SPACE}", " ") == text


def test_the_buttons_tell_how_long_a_search_takes(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with closing(sqlite3.connect(server.data / CLUB)) as stored, stored:
            stored.executemany(
                "INSERT INTO results_searchwait (game, at, seconds) VALUES ('tabla', ?, 20)",
                [(now_ms(),)] * LEAST,
            )
        page = Visitor(server.url).get("/")
    finally:
        server.stop()
    assert page.json("boot")["waits"] == {**dict.fromkeys(POPULAR[:4], ""), "tabla": "Search: ≈ 20 s"}
    assert page.text.count("<small>Search: ≈ 20 s</small>") == 1
