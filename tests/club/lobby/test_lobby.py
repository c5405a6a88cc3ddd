"""The lobby as a browser gets it before any script runs, and what may be set for whom."""

import asyncio
import json
import re
from html import escape
from io import BytesIO

import pytest
from PIL import Image

from tests.club.server.test_sockets import dial
from tests.support.club.member_client import Somebody
from tests.support.club.socket_seat import sit
from tests.support.http_client import Page, Visitor, fetch
from tests.support.servers import Server
from zaria.club.lobby.queries import address, query_of
from zaria.club.play.terms_text import clock_text
from zaria.live.sockets.protocol.client import WatchLobby
from zaria.match.terms import ClockTerms

QUICK = {"clock": "quick"}


def _id(path: str) -> str:
    return path.rpartition("/")[2]


def _open_table(server: Server, **fields: str) -> tuple[Visitor, str]:
    host = Visitor(server.url)
    return host, host.set_table(opponent="anyone", **{"game": "tapa", **QUICK, **fields})


def test_a_table_for_anyone_is_listed_and_one_for_a_friend_is_not(server: Server) -> None:
    host = Somebody(server.url).join()
    path = host.set_table(game="tapa", opponent="anyone", length="5", stake="4.50", **QUICK)
    text = Somebody(server.url).join().get("/").text
    row = re.search(rf'<li class="row" id="m-{_id(path)}">.*?</li>', text, re.DOTALL)
    assert row is not None
    for detail in ("Tapa", "Match to 5", "12 s per move + 2 min reserve", "4.50", f'href="{path}"'):
        assert detail in row[0]
    friend = host.set_table(opponent="friend")
    assert friend not in Visitor(server.url).get("/").text


def test_a_guest_is_not_offered_a_seat_at_a_rated_table(server: Server) -> None:
    host, member = Somebody(server.url).join(), Somebody(server.url).join()
    path = host.set_table(game="tapa", opponent="anyone", rated="yes", **QUICK)
    for reader, offered in ((Visitor(server.url), False), (member, True)):
        row = reader.get("/").text.partition(f'id="m-{_id(path)}"')[2].partition("</li>")[0]
        assert "rated" in row
        assert (f'<a class="btn go" href="{path}">' in row) == offered
        assert (f'next={path}"' in row) == (not offered)
        terms = reader.get(f"{path}/terms?part=1").text
        assert ("only members may sit down" in terms.partition("<dl")[0]) == (not offered)


async def test_a_table_is_cleared_from_the_list_when_the_match_begins(server: Server) -> None:
    host, path = _open_table(server)
    guest = Visitor(server.url)
    guest.get(path)
    await sit(server, host, path)
    await sit(server, guest, path)
    assert f'id="m-{_id(path)}"' not in guest.get("/").text
    listed = Visitor(server.url).get("/?list=playing").text
    row = re.search(rf'<li class="row two" id="m-{_id(path)}">.*?</li>', listed, re.DOTALL)
    assert row is not None
    assert re.search(r'<time datetime="[^"]+">since \d\d:\d\d UTC</time>', row[0])


async def test_the_list_leads_players_back_to_their_own_game(server: Server) -> None:
    host, path = _open_table(server)
    assert _row(host.get("/"), path).count(f'<a class="btn go" href="{path}">Resume</a>') == 1
    guest = Visitor(server.url)
    guest.get(path)
    await sit(server, host, path)
    await sit(server, guest, path)
    for reader, label in ((host, "Resume"), (guest, "Resume"), (Visitor(server.url), "Watch")):
        assert f'href="{path}">{label}</a>' in _row(reader.get("/?list=playing"), path)


def _row(page: Page, path: str) -> str:
    return page.text.partition(f'id="m-{_id(path)}"')[2].partition("</li>")[0]


def test_one_public_table_at_a_time(server: Server) -> None:
    host, _ = _open_table(server)
    answer = host.post("/new", game="tabla", opponent="anyone")
    assert answer.status == 422
    assert "You already have an open table." in answer.text


@pytest.mark.parametrize("to", ["", "nobody", "<b>", "0" * 16])
def test_nobody_is_invited_who_is_not_there(server: Server, to: str) -> None:
    host = Visitor(server.url)
    answer = host.post("/new", game="tabla", opponent="person", to=to)
    assert answer.status == 422
    assert "This player is no longer online." in answer.text
    assert host.get(f"/new?to={to}").status == 302


async def test_guests_do_not_crowd_out_who_else_invites(server: Server) -> None:
    called = Visitor(server.url)
    await asyncio.to_thread(called.set_table)
    async with dial(server.url, called.cookies):
        called_player = called.get("/").json("boot")["me"]
        fields = {"game": "tabla", "opponent": "person", "to": called_player}
        pages = [Visitor(server.url).post("/new", **fields) for _ in range(5)]
        assert [page.status for page in pages] == [302, 302, 302, 422, 422]
        assert "Too many requests. Please slow down." in pages[3].text
        member = await asyncio.to_thread(Somebody(server.url).join)
        assert member.post("/new", **fields).status == 302


async def test_a_guest_is_not_offered_to_invite_members(server: Server) -> None:
    member, stranger = await asyncio.to_thread(lambda: [Somebody(server.url).join() for _ in range(2)])
    guest = Visitor(server.url)
    await asyncio.to_thread(guest.set_table)
    async with dial(server.url, member.cookies), dial(server.url, guest.cookies):
        handles = {
            name: visitor.get("/").json("boot")["me"] for name, visitor in (("m", member), ("g", guest))
        }
        for reader, offered in ((Visitor(server.url), "g"), (guest, ""), (stranger, "mg"), (member, "g")):
            text = reader.get("/?list=people").text
            names = {name for name, handle in handles.items() if f'href="/new?to={handle}"' in text}
            assert names == set(offered)


async def test_a_guest_learns_before_the_form_that_they_may_not_invite(server: Server) -> None:
    member = await asyncio.to_thread(Somebody(server.url).join)
    async with dial(server.url, member.cookies):
        called_player = member.get("/").json("boot")["me"]
        for path in (f"/new?to={called_player}", f"/new/tabla?to={called_player}"):
            page = Visitor(server.url).get(path)
            assert page.status == 403
            assert escape("doesn't accept invitations from you") in page.text
            caller = await asyncio.to_thread(Somebody(server.url).join)
            assert caller.get(path).status == 200


def test_what_is_agreed_on_is_shown_before_anybody_sits(server: Server) -> None:
    _, path = _open_table(server, cube="yes", length="3")
    for query in ("", "?part=1"):
        page = Visitor(server.url).get(f"{path}/terms{query}")
        assert page.status == 200
        for detail in ("Tapa", "Match to 3", "Yes, with the Crawford game", "12 s per move + 2 min reserve"):
            assert detail in page.text
    assert ("<html" in Visitor(server.url).get(f"{path}/terms?part=1").text) is False
    assert Visitor(server.url).get("/t/0123456789/terms").status == 404


@pytest.mark.parametrize(
    "query",
    [
        "list=nothing",
        "page=-1",
        "page=0",
        pytest.param(f"page={'9' * 5000}", id="page=999..."),
        "game=<b>",
        "speed=1",
        "stakes=x",
        "page=%C2%B2",
    ],
)
def test_what_an_address_cannot_mean_is_left_out(server: Server, query: str) -> None:
    assert Visitor(server.url).get(f"/?{query}").status == 200


def test_every_list_has_its_address() -> None:
    query = WatchLobby("playing", 2, "tapa", "fast", "with")
    parameters = dict(part.split("=") for part in address(query).removeprefix("/?").split("&"))
    assert query_of(parameters) == query  # type: ignore[arg-type]
    assert address(WatchLobby("open")) == "/"


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        (None, "No clock"),
        (ClockTerms(bank=300_000, increment=10_000), "5 min + 10 s per move"),
        (ClockTerms(delay=12_000, bank=120_000), "12 s per move + 2 min reserve"),
        (ClockTerms(delay=30_000), "30 s per move"),
        (ClockTerms(bank=90_000), "90 s per game"),
        (
            ClockTerms(delay=5_000, bank=60_000, increment=2_000),
            "5 s per move + 1 min reserve, plus 2 s after each move",
        ),
    ],
)
def test_clocks_in_words(terms: ClockTerms | None, text: str) -> None:
    assert clock_text(terms) == text


def test_what_browsers_and_search_engines_ask_for_by_themselves_is_there(server: Server) -> None:
    icon, robots = (Visitor(server.url).get(path) for path in ("/favicon.ico", "/robots.txt"))
    assert icon.headers["Content-Type"] == "image/svg+xml"
    assert icon.text.startswith("<svg")
    assert robots.text.startswith("User-agent: *\n")


def test_the_club_can_be_installed_as_an_app(server: Server) -> None:
    visitor = Visitor(server.url)
    for path in ("/", "/rules", visitor.set_table()):
        head = visitor.get(path).text.partition("</head>")[0]
        assert '<link rel="manifest" href="/manifest.webmanifest?language=en">' in head
        assert head.count('rel="apple-touch-icon"') == 1
    answer = visitor.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Zaria", "/", "standalone")
    sizes = set()
    for icon in manifest["icons"]:
        response = fetch(server.url + icon["src"]).raise_for_status()
        assert response.headers["Content-Type"].partition(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            with Image.open(BytesIO(response.content)) as image:
                assert f"{image.width}x{image.height}" == icon["sizes"]
                middle = image.convert("RGBA").getpixel((image.width // 2, image.height // 2))
                assert isinstance(middle, tuple)
                inside = (0xF0, 0xDF, 0xBA, 0xFF)  # of the checker
                assert all(abs(a - b) <= 2 for a, b in zip(middle, inside, strict=True))
        sizes.add((icon["sizes"], icon.get("purpose", "any")))
    assert sizes == {
        ("any", "any"),
        ("192x192", "any"),
        ("512x512", "any"),
        ("192x192", "maskable"),
        ("512x512", "maskable"),
    }


def test_games_that_wait_stand_in_a_landmark_of_their_own(server: Server) -> None:
    text = Visitor(server.url).get("/rules").text
    assert re.search(r'<section id="waiting" aria-label="[^"]+"', text)
